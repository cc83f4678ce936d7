package site

import (
	"errors"
	"fmt"
	"html"
	"regexp"
)

var (
	// foreign is an attribute or style that makes a browser load from a host.
	foreign = regexp.MustCompile(`(?i)<[a-z][^<>]*(?:\s(?:src|srcset|poster|action|data)\s*=\s*["']?\s*|url\(\s*["']?)((?:https?:)?//[^\s"'>)]*)` +
		`|<link\b[^<>]*\shref\s*=\s*["']?((?:https?:)?//[^\s"'>]*)`)
	handler = regexp.MustCompile(`(?i)<[a-z][a-z0-9-]*(?:\s+[^\s"'<>=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*?\s+(on[a-z]+)\s*=`)
	idAttr  = regexp.MustCompile(`\sid="([^"]*)"`)
	toHere  = regexp.MustCompile(`\shref="#([^"]*)"`)
)

// check holds a finished page to what every page promises: it loads nothing
// from another host, runs no script of its own, has no id twice, and its links
// into itself arrive.
func check(page string) error {
	var faults []error
	if m := foreign.FindStringSubmatch(page); m != nil {
		faults = append(faults, fmt.Errorf("%s%s: a page loads nothing from another host", m[1], m[2]))
	}
	if m := handler.FindStringSubmatch(page); m != nil {
		faults = append(faults, fmt.Errorf("attribute %s: a page has no inline scripts", m[1]))
	}
	ids := map[string]bool{"": true, "top": true}
	for _, m := range idAttr.FindAllStringSubmatch(page, -1) {
		id := html.UnescapeString(m[1])
		if ids[id] {
			faults = append(faults, fmt.Errorf("id %q is there twice", id))
		}
		ids[id] = true
	}
	missing := map[string]bool{}
	for _, m := range toHere.FindAllStringSubmatch(page, -1) {
		id := html.UnescapeString(m[1])
		if !ids[id] && !missing[id] {
			missing[id] = true
			faults = append(faults, fmt.Errorf("link #%s leads nowhere in this page", id))
		}
	}
	return errors.Join(faults...)
}
