// Package diff compares the outputs of two executions of a notebook and tells
// the differences in words a reader can act on: the value of a figure's data
// that changed, the line of text, never encoded pictures.
package diff

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"lanebook/notebooks/internal/nb"
)

// most is how many differences of one output are told.
const most = 10

// Outputs tells how the outputs of now differ from those of old, which has the
// same cells. Nothing means that they are equal.
func Outputs(old, now *nb.Notebook) []string {
	var all []string
	before := old.Running()
	for i, after := range now.Running() {
		for _, line := range cell(before[i].Outputs, after.Outputs) {
			all = append(all, fmt.Sprintf("cell %d %s", i+1, line))
		}
	}
	return all
}

// cell compares the outputs of one cell.
func cell(old, now []nb.Output) []string {
	if len(old) != len(now) {
		return []string{fmt.Sprintf("has %s, and had %s", kinds(now), kinds(old))}
	}
	var all []string
	for i := range now {
		a, b := &old[i], &now[i]
		if a.Type != b.Type || a.Name != b.Name {
			return []string{fmt.Sprintf("has %s, and had %s", kinds(now), kinds(old))}
		}
		if a.Type == nb.Stream {
			all = append(all, label(b.Name, lines(a.Text, b.Text))...)
			continue
		}
		all = append(all, display(a, b)...)
	}
	return all
}

// kinds lists what a cell put out.
func kinds(outputs []nb.Output) string {
	if len(outputs) == 0 {
		return "no output"
	}
	var names []string
	for _, out := range outputs {
		name := string(out.Type)
		if out.Type == nb.Stream {
			name = out.Name
		}
		names = append(names, name)
	}
	return strings.Join(names, " + ")
}

func label(what string, lines []string) []string {
	for i := range lines {
		lines[i] = what + ": " + lines[i]
	}
	return lines
}

// embedded finds the data that a live figure carries in its HTML.
var embedded = regexp.MustCompile(`(?s)<script[^>]*type="application/json"[^>]*>(.*?)</script>`)

// display compares two displays, and tells the kind of difference that explains
// most: in a figure's data, else in the data that HTML carries, else in text,
// else that a picture differs.
func display(old, now *nb.Output) []string {
	var figure, page, text, opaque []string
	mimes := maps.Clone(old.Data)
	maps.Copy(mimes, now.Data)
	for _, mime := range slices.Sorted(maps.Keys(mimes)) {
		a, had := old.Content(mime)
		b, has := now.Content(mime)
		a, b, picture := elide(a, b)
		switch {
		case !had:
			text = append(text, mime+": is new")
		case !has:
			text = append(text, mime+": is gone")
		case strings.HasSuffix(mime, "json"):
			figure = append(figure, jsonText(root(mime), a, b)...)
		case a == b && picture:
			opaque = append(opaque, mime+": a picture in it differs")
		case a == b:
		case mime == "text/html":
			page = append(page, htmlData(a, b)...)
			text = append(text, label(mime, lines(embedded.ReplaceAllString(a, ""), embedded.ReplaceAllString(b, "")))...)
		case strings.HasPrefix(mime, "text/"):
			text = append(text, label(mime, lines(a, b))...)
		default:
			opaque = append(opaque, fmt.Sprintf("%s: differs (%d bytes, was %d)", mime, len(b), len(a)))
		}
	}
	for _, found := range [][]string{figure, page, text, opaque} {
		if len(found) > 0 {
			return found
		}
	}
	return jsonText("metadata", string(old.Metadata), string(now.Metadata))
}

// root is what the data of a JSON type is called.
func root(mime string) string {
	name := strings.TrimSuffix(strings.TrimPrefix(mime, "application/"), "+json")
	return name[strings.LastIndexByte(name, '.')+1:]
}

var base64Picture = regexp.MustCompile(`data:[\w/+.-]+;base64,[A-Za-z0-9+/=]*`)

// elide takes the pictures out of two texts, and reports whether they differ.
func elide(a, b string) (string, string, bool) {
	differ := !slices.Equal(base64Picture.FindAllString(a, -1), base64Picture.FindAllString(b, -1))
	return base64Picture.ReplaceAllLiteralString(a, "data:"), base64Picture.ReplaceAllLiteralString(b, "data:"), differ
}

// htmlData compares the JSON that two HTML texts embed.
func htmlData(old, now string) []string {
	a, b := embedded.FindAllStringSubmatch(old, -1), embedded.FindAllStringSubmatch(now, -1)
	if len(a) != len(b) {
		return []string{fmt.Sprintf("figure data: %d blocks, was %d", len(b), len(a))}
	}
	var all []string
	for i := range a {
		all = append(all, jsonText("data", a[i][1], b[i][1])...)
	}
	return all
}

// jsonText compares two JSON texts; name is what their root is called.
func jsonText(name, old, now string) []string {
	var a, b any
	if json.Unmarshal([]byte(old), &a) != nil || json.Unmarshal([]byte(now), &b) != nil {
		return lines(old, now)
	}
	return cut(values(name, a, b))
}

// values compares two JSON values; where says where they stand.
func values(where string, old, now any) []string {
	switch a := old.(type) {
	case map[string]any:
		if b, ok := now.(map[string]any); ok {
			return members(where, a, b)
		}
	case []any:
		if b, ok := now.([]any); ok {
			var all []string
			for i := range min(len(a), len(b)) {
				all = append(all, values(fmt.Sprintf("%s[%d]", where, i), a[i], b[i])...)
			}
			if len(a) != len(b) {
				all = append(all, fmt.Sprintf("%s: %d values, was %d", where, len(b), len(a)))
			}
			return all
		}
	default:
		if old == now {
			return nil
		}
	}
	return []string{fmt.Sprintf("%s: %s, was %s", where, brief(now), brief(old))}
}

func members(where string, old, now map[string]any) []string {
	var all []string
	keys := maps.Clone(old)
	maps.Copy(keys, now)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		a, had := old[key]
		b, has := now[key]
		switch {
		case !had:
			all = append(all, fmt.Sprintf("%s.%s: is new", where, key))
		case !has:
			all = append(all, fmt.Sprintf("%s.%s: is gone", where, key))
		default:
			all = append(all, values(where+"."+key, a, b)...)
		}
	}
	return all
}

// brief is a value as JSON, shortened.
func brief(v any) string {
	data, err := json.Marshal(v)
	if err != nil { // decoded from JSON: cannot be
		return fmt.Sprint(v)
	}
	return shorten(string(data))
}

func cut(found []string) []string {
	if len(found) > most {
		found = append(found[:most:most], fmt.Sprintf("… and %d more", len(found)-most))
	}
	return found
}
