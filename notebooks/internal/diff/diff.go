// Package diff tells how the outputs of two executions of a notebook differ, in words
// that a reader can act on: the value of a figure's data that changed, the line of text,
// never encoded pictures.
package diff

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"lanebook/charts"
	"lanebook/notebooks/internal/nb"
)

// Outputs tells how the outputs of now differ from those of old, which has the
// same cells, as lines of a diff. Nothing means that they are equal.
func Outputs(old, now *nb.Notebook) []string {
	var all []string
	before := old.Running()
	for i, after := range now.Running() {
		had, has := kinds(before[i].Outputs), kinds(after.Outputs)
		if had != has {
			all = append(all, fmt.Sprintf("cell %d has %s, and had %s", i+1, has, had))
			continue
		}
		for k := range after.Outputs {
			if what, lines := compare(texts(&before[i].Outputs[k]), texts(&after.Outputs[k])); what != "" {
				all = append(append(all, fmt.Sprintf("cell %d %s:", i+1, what)), lines...)
			}
		}
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

// compare tells the first form of an output that differs, by name: JSON comes first,
// and a figure's data explain why its picture differs.
func compare(old, now map[string]string) (what string, lines []string) {
	all := maps.Clone(old)
	maps.Copy(all, now)
	for _, what := range slices.Sorted(maps.Keys(all)) {
		a, had := old[what]
		b, has := now[what]
		if a != b || had != has {
			return what, changes(a, b)
		}
	}
	return "", nil
}

// changes are the lines that differ, as "-old" and "+new" below the places where they
// stand: the first of them, cut where no reader would go on.
func changes(old, now string) []string {
	const most, longest = 20, 160
	unified, err := udiff.ToUnified("", "", old, udiff.Strings(old, now), 0)
	if err != nil { // edits of old itself: cannot be
		return []string{err.Error()}
	}
	_, unified, _ = strings.Cut(unified, "@@") // what comes before would name files
	lines := strings.Split(strings.TrimSuffix("@@"+unified, "\n"), "\n")
	if left := len(lines) - most; left > 0 {
		lines = append(lines[:most], fmt.Sprintf("… and %d lines more", left))
	}
	for i, line := range lines {
		if r := []rune(line); len(r) > longest {
			lines[i] = string(r[:longest]) + "…"
		}
	}
	return lines
}

// texts are the forms of an output, as text that shows what differs.
func texts(o *nb.Output) map[string]string {
	if o.Type == nb.Stream {
		return map[string]string{o.Name: o.Text}
	}
	all := map[string]string{"metadata": values("metadata", string(o.Metadata))}
	for mime := range o.Data {
		content, _ := o.Content(mime)
		var packed charts.Packed
		switch {
		case mime == charts.MIME && json.Unmarshal([]byte(content), &packed) == nil:
			if data, err := packed.JSON(); err == nil {
				content = string(data)
			}
			all[mime] = values("figure", content)
		case strings.HasSuffix(mime, "json"):
			all[mime] = values("", content)
		default:
			all[mime] = encoded.ReplaceAllStringFunc(content, func(s string) string {
				return fmt.Sprintf("(%d letters of base64, %.4x)", len(s), sha256.Sum256([]byte(s)))
			})
		}
	}
	return all
}

// encoded is a picture, or other data that nobody reads.
var encoded = regexp.MustCompile(`[A-Za-z0-9+/=\n]{200,}`)

// values lists the values of JSON, each with its place, as "figure.title: …".
func values(name, text string) string {
	var root any
	if json.Unmarshal([]byte(text), &root) != nil {
		return text
	}
	var b strings.Builder
	var list func(where string, v any)
	list = func(where string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				list(where+"."+key, v[key])
			}
		case []any:
			fmt.Fprintf(&b, "%s: %d values\n", where, len(v))
			for i := range v {
				list(fmt.Sprintf("%s[%d]", where, i), v[i])
			}
		default:
			fmt.Fprintf(&b, "%s: %#v\n", where, v)
		}
	}
	list(name, root)
	return b.String()
}
