//go:build !js

package charts

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Packed is JSON as a notebook's output keeps it: compressed by gzip, as lines of
// base64. The thousand cells of a bank map take 4 KB so, and 60 KB as they are.
type Packed []string

// Pack packs JSON.
func Pack(json []byte) Packed {
	var b bytes.Buffer // which takes whatever is written
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	z.Write(json)
	z.Close()
	var lines Packed
	for line := range slices.Chunk(b.Bytes(), 750) { // 1,000 letters
		lines = append(lines, base64.StdEncoding.EncodeToString(line))
	}
	return lines
}

// JSON returns what was packed.
func (p Packed) JSON() ([]byte, error) {
	z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(strings.Join(p, ""))))
	var json []byte
	if err == nil {
		json, err = io.ReadAll(z)
	}
	if err != nil {
		return nil, fmt.Errorf("packed JSON: %w", err)
	}
	return json, nil
}
