// Package pdf has Chromium print documents, and reads from what it has written on
// which page everything is.
package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"lanebook/charts/chromium"
	"lanebook/notebooks/internal/atomicfile"
)

// oldest is the version of Chromium that first wrote what a style sheet says into the
// margins of a page, such as its number.
const oldest = 131

var versionNumber = regexp.MustCompile(`(\d+)\.\d+\.\d+`)

// Printer is a Chromium that can print.
type Printer struct{ browser string }

// Find finds the Chromium of this machine. It is an error, which says what to install,
// if there is none or an old one.
func Find(ctx context.Context) (Printer, error) {
	path, err := chromium.Find()
	if err != nil {
		return Printer{}, err
	}
	said, err := exec.CommandContext(ctx, path, "--version").Output()
	if err != nil {
		return Printer{}, fmt.Errorf("%s --version: %w", path, err)
	}
	if m := versionNumber.FindSubmatch(said); m != nil {
		if n, _ := strconv.Atoi(string(m[1])); n < oldest {
			return Printer{}, fmt.Errorf("%s is version %d, want %d or newer, which numbers the pages that it prints", path, n, oldest)
		}
	}
	return Printer{path}, nil
}

// Print returns a document as a PDF with tags and an outline, and how many pages it has.
// The document is whole HTML that names what it loads by file URLs. It is given the page
// of each id that it links to, nil at first: it is printed until what it was given is so.
// The time of writing is day, 2026-11-22, or the first of all days for "", so that the
// same document gives the same bytes.
func (p Printer) Print(ctx context.Context, day string, document func(at map[string]int) ([]byte, error)) (printed []byte, pages int, err error) {
	var at map[string]int
	for range 4 {
		text, err := document(at)
		if err != nil {
			return nil, 0, err
		}
		if printed, err = p.once(ctx, text); err != nil {
			return nil, 0, err
		}
		found, pages, err := Pages(printed)
		if err != nil {
			return nil, 0, err
		}
		if maps.Equal(at, found) {
			return dated(printed, day), pages, nil
		}
		at = found
	}
	return nil, 0, errors.New("the page numbers do not come to rest")
}

// once prints a document as it is.
func (p Printer) once(ctx context.Context, document []byte) ([]byte, error) {
	const folder, socket = "lanebook-pdf-", "/0123456789/org.chromium.Chromium.012345/SingletonSocket"
	dir, release, err := atomicfile.TempDir(atomicfile.SocketParent(1+len(folder+socket)), folder)
	if err != nil {
		return nil, err
	}
	defer release()
	from, to := filepath.Join(dir, "document.html"), filepath.Join(dir, "document.pdf")
	if err := os.WriteFile(from, document, 0o600); err != nil {
		return nil, err
	}
	args := append(chromium.Options(), "--headless", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run",
		"--user-data-dir="+filepath.Join(dir, "profile"), "--allow-file-access-from-files",
		"--export-tagged-pdf", "--generate-pdf-document-outline", "--no-pdf-header-footer", "--print-to-pdf="+to, "file://"+filepath.ToSlash(from))
	cmd := exec.CommandContext(ctx, p.browser, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // it has children to end
	cmd.Env = append(os.Environ(), "TMPDIR="+dir)                         // what it leaves goes with the folder
	cmd.WaitDelay = 5 * time.Second
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	err = cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	printed, missing := os.ReadFile(to)
	if err = errors.Join(err, missing); err != nil {
		return nil, fmt.Errorf("%s does not print: %w\n%s", p.browser, err, bytes.TrimSpace(said.Bytes()))
	}
	return printed, nil
}

var written = regexp.MustCompile(`/(CreationDate|ModDate) \(D:\d{14}`)

// dated puts the day in the place of the time of writing.
func dated(printed []byte, day string) []byte {
	stamp := "19700101000000"
	if len(day) == len("2026-11-22") {
		stamp = day[:4] + day[5:7] + day[8:] + "000000"
	}
	return written.ReplaceAll(printed, []byte("/$1 (D:"+stamp))
}

var (
	object   = regexp.MustCompile(`(?m)^(\d+) 0 obj\n`)
	kids     = regexp.MustCompile(`/Kids \[([^\]]*)\]`)
	ref      = regexp.MustCompile(`(\d+) 0 R`)
	dests    = regexp.MustCompile(`/Type /Catalog\s+/Pages (\d+) 0 R(?:\s+/Dests (\d+) 0 R)?`)
	dest     = regexp.MustCompile(`/(\S+) \[(\d+) 0 R /XYZ`)
	hashCode = regexp.MustCompile(`#([0-9A-Fa-f]{2})`)
)

// Pages reads from what Print wrote on which page, counted from 1, each id is that the
// document links to, and how many pages there are.
func Pages(printed []byte) (at map[string]int, count int, err error) {
	objects := map[string][]byte{}
	starts := object.FindAllSubmatchIndex(printed, -1)
	for i, m := range starts {
		end := len(printed)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		objects[string(printed[m[2]:m[3]])] = printed[m[1]:end]
	}
	root := dests.FindSubmatch(printed)
	if root == nil {
		return nil, 0, errors.New("reading the PDF: it has no catalog as Chromium writes it")
	}
	number := map[string]int{} // of a page's object
	var walk func(id string)
	walk = func(id string) {
		below := kids.FindSubmatch(objects[id])
		if below == nil {
			count++
			number[id] = count
			return
		}
		for _, kid := range ref.FindAllSubmatch(below[1], -1) {
			walk(string(kid[1]))
		}
	}
	walk(string(root[1]))
	at = map[string]int{}
	for _, m := range dest.FindAllSubmatch(objects[string(root[2])], -1) {
		name := hashCode.ReplaceAllStringFunc(string(m[1]), func(code string) string {
			b, _ := strconv.ParseUint(code[1:], 16, 8)
			return string([]byte{byte(b)})
		})
		at[name] = number[string(m[2])]
	}
	return at, count, nil
}
