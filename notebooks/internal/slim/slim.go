// Package slim leaves out of style sheets and scripts what says nothing to a browser.
package slim

import (
	"bytes"
	"regexp"
)

var (
	cssComment = regexp.MustCompile(`(?s)/\*.*?\*/\n?`)
	cssSpace   = regexp.MustCompile(`;?\s*([{}])\s*|([;:,])\s+| ([>~]) `) // not before a colon, which may begin a selector
	lineEnd    = regexp.MustCompile("(?m)([;{}]) // [^\"'`\n]*$")
)

// Style leaves comments, and space that says nothing, out of a style sheet. It must
// have no text with such space.
func Style(sheet []byte) []byte {
	return cssSpace.ReplaceAll(bytes.TrimSpace(cssComment.ReplaceAll(sheet, nil)), []byte("$1$2$3"))
}

// StyleLines is Style line by line, of a sheet in which no rule goes over several: a
// notebook wants its lines short.
func StyleLines(sheet []byte) []byte {
	var out bytes.Buffer
	for line := range bytes.Lines(cssComment.ReplaceAll(sheet, nil)) {
		if line = Style(line); len(line) > 0 {
			out.Write(line)
			out.WriteByte('\n')
		}
	}
	return out.Bytes()
}

// Script leaves indents, empty lines and comments out of one of our scripts: a page with a
// what-if would else be too heavy. The script must have no text or comment over several
// lines.
func Script(script []byte) []byte {
	var out bytes.Buffer
	for line := range bytes.Lines(lineEnd.ReplaceAll(script, []byte("$1"))) {
		if line = bytes.TrimSpace(line); len(line) > 0 && !bytes.HasPrefix(line, []byte("//")) {
			out.Write(line)
			out.WriteByte('\n')
		}
	}
	return out.Bytes()
}
