package site

import (
	"encoding/xml"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/charts/static"
)

// cardView is what a page says to those that show a link to it: sites and chat
// programs, which want whole addresses.
type cardView struct {
	URL, Site, Title, Summary string
	Image, Alt                string // "" for none
	Width, Height             int    // of the image
	Feed                      string // link to feed.xml, "" for none
}

// cardLimit is the most bytes that a card's image takes. One that takes more is left out.
const cardLimit = 60_000

// newCard draws the figure that stands for a page, and returns the image's file, or "".
func newCard(page string, f charts.Figure, out files) (string, error) {
	if !static.Writes(f) {
		return "", nil
	}
	image, err := static.Card(f)
	if err != nil || len(image) > cardLimit {
		return "", err
	}
	name := page + "/link.card.png"
	out[name] = image
	return name, nil
}

// address is the folder in which the site is published, with a slash at its end, or nil.
func (f Front) address() (*url.URL, error) {
	if f.URL == "" {
		return nil, nil
	}
	u, err := url.Parse(strings.TrimSuffix(f.URL, "/") + "/")
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("the site's URL = %q, want one like https://example.org/book/", f.URL)
	}
	return u, nil
}

// addCards gives the pages what they say to those that show links, if it is known where
// the site is published. It returns what the index says.
func addCards(front Front, home *url.URL, views []*pageView, out files) (*cardView, error) {
	if home == nil {
		return nil, nil
	}
	all := cardView{URL: home.String(), Site: front.Name, Title: front.Title, Summary: front.Lead}
	if front.Date != "" {
		all.Feed = "feed.xml"
	}
	index := all
	for _, v := range views {
		c := all
		c.URL, c.Title, c.Summary = all.URL+v.Name+".html", v.Title, v.Summary
		if v.Face != nil {
			image, err := newCard(v.Name, *v.Face, out)
			if err != nil {
				return nil, fmt.Errorf("%s: card: %w", v.Name, err)
			}
			if image != "" {
				c.Image, c.Alt, c.Width, c.Height = all.URL+image, v.Face.Alt, static.CardWidth, static.CardHeight
			}
		}
		if index.Image == "" {
			index.Image, index.Alt, index.Width, index.Height = c.Image, c.Alt, c.Width, c.Height
		}
		v.Card = &c
	}
	return &index, nil
}

// addHosted writes what only a site with an address has: the page for addresses where
// nothing is, a map of the site and, if its version has a date, a feed of its pages.
func addHosted(index indexView, home *url.URL, out files) error {
	if home == nil {
		return nil
	}
	// It is shown at any depth, so that its links begin at the host's root. What is searched
	// has others.
	missing := index
	missing.Home = home.EscapedPath()
	missing.Assets = maps.Clone(index.Assets)
	for name, link := range missing.Assets {
		missing.Assets[name] = missing.Home + link
	}
	delete(missing.Assets, "book.js")
	if err := out.render("404.html", "404.html", missing); err != nil {
		return err
	}
	sitemap := siteMap{Namespace: "http://www.sitemaps.org/schemas/sitemap/0.9", Places: []sitePlace{{index.Card.URL, index.Date}}}
	for _, v := range index.Pages {
		sitemap.Places = append(sitemap.Places, sitePlace{v.Card.URL, index.changed(v)})
	}
	if err := out.addXML("sitemap.xml", sitemap); err != nil || index.Card.Feed == "" {
		return err
	}
	return out.addXML("feed.xml", newFeed(index))
}

// changed is the date of a page's last change: its own or, if it has none, the site's.
func (v indexView) changed(p *pageView) string {
	if p.Date != "" {
		return p.Date
	}
	return v.Date
}

func (fs files) addXML(name string, content any) error {
	data, err := xml.MarshalIndent(content, "", "")
	fs[name] = slices.Concat([]byte(xml.Header), data, []byte("\n"))
	return err
}

type siteMap struct {
	XMLName   xml.Name    `xml:"urlset"`
	Namespace string      `xml:"xmlns,attr"`
	Places    []sitePlace `xml:"url"`
}

type sitePlace struct {
	URL     string `xml:"loc"`
	Changed string `xml:"lastmod,omitempty"`
}

// feed is an Atom feed (RFC 4287) with an entry for each notebook, the last changed first.
type feed struct {
	XMLName   xml.Name    `xml:"feed"`
	Namespace string      `xml:"xmlns,attr"`
	Title     string      `xml:"title"`
	ID        string      `xml:"id"`
	Updated   string      `xml:"updated"`
	Author    string      `xml:"author>name"`
	Links     []feedLink  `xml:"link"`
	Entries   []feedEntry `xml:"entry"`
}

type feedLink struct {
	Relation string `xml:"rel,attr,omitempty"`
	URL      string `xml:"href,attr"`
}

type feedEntry struct {
	Title   string   `xml:"title"`
	ID      string   `xml:"id"`
	Updated string   `xml:"updated"`
	Link    feedLink `xml:"link"`
	Summary string   `xml:"summary,omitempty"`
}

func newFeed(index indexView) feed {
	moment := func(date string) string { return date + "T00:00:00Z" }
	author := index.People()
	if author == "" {
		author = index.Name
	}
	f := feed{Namespace: "http://www.w3.org/2005/Atom", Title: index.Name, ID: index.Card.URL, Updated: moment(index.Date), Author: author,
		Links: []feedLink{{"self", index.Card.URL + index.Card.Feed}, {"", index.Card.URL}}}
	for _, v := range index.Notebooks() {
		f.Entries = append(f.Entries, feedEntry{v.Title, v.Card.URL, moment(index.changed(v)), feedLink{"", v.Card.URL}, v.Summary})
	}
	slices.SortStableFunc(f.Entries, func(a, b feedEntry) int { return strings.Compare(b.Updated, a.Updated) })
	return f
}
