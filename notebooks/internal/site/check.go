package site

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/net/html"
)

// check holds a finished page to what every page promises: no id is there twice, and its
// links into itself arrive.
func check(page []byte) error {
	var faults []error
	ids := map[string]bool{"": true, "top": true}
	var links []string
	for z := html.NewTokenizer(bytes.NewReader(page)); ; {
		tag, ok := nextTag(z)
		if !ok {
			break
		}
		for _, a := range tag.Attr {
			switch {
			case a.Key == "id" && ids[a.Val]:
				faults = append(faults, fmt.Errorf("id %q is there twice", a.Val))
			case a.Key == "id":
				ids[a.Val] = true
			case a.Key == "href" && strings.HasPrefix(a.Val, "#"):
				links = append(links, a.Val[1:])
			}
		}
	}
	for _, id := range links {
		if !ids[id] {
			ids[id] = true // once is enough
			faults = append(faults, fmt.Errorf("link #%s leads nowhere in this page", id))
		}
	}
	return errors.Join(faults...)
}
