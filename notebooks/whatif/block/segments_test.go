package block

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// module is a program of a custom section and a data section.
func module(data ...byte) []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	out = append(out, 0, 3, 1, 'n', 9)
	return append(append(out, 11, byte(len(data))), data...)
}

func TestJoinSegments(t *testing.T) {
	for _, c := range []struct{ data, want []byte }{
		// "ab" at 4 and "c" at 200 become one segment at 4 with zeros between.
		{[]byte{2, 0, 0x41, 4, 0x0b, 2, 'a', 'b', 0, 0x41, 0xc8, 1, 0x0b, 1, 'c'},
			slices.Concat([]byte{1, 0, 0x41, 4, 0x0b, 0xc5, 1, 'a', 'b'}, make([]byte, 194), []byte{'c'})},
		// The later overwrites, and may lie before; 64 needs a second byte, for the sign.
		{[]byte{2, 0, 0x41, 0xc1, 0, 0x0b, 2, 'a', 'b', 0, 0x41, 0xc0, 0, 0x0b, 2, 'c', 'd'}, []byte{1, 0, 0x41, 0xc0, 0, 0x0b, 3, 'c', 'd', 'b'}},
		{[]byte{0}, []byte{0}},
	} {
		got, err := joinSegments(module(c.data...))
		if err != nil || !bytes.HasSuffix(got, c.want) || !bytes.HasPrefix(got, module()[:13]) {
			t.Errorf("% x: % x, %v, want % x", c.data, got, err, c.want)
		}
		again, err := joinSegments(got)
		if err != nil || !bytes.Equal(again, got) {
			t.Errorf("% x: joined again % x, %v", c.data, again, err)
		}
	}
	for want, bad := range map[string][]byte{
		"less than 8":      []byte("\x00asm"),
		"cut short":        module(1, 0, 0x41, 4, 0x0b, 9, 'a'),
		"kind 1":           module(1, 1, 0x41, 4, 0x0b, 1, 'a'),
		"instruction 0x23": module(1, 0, 0x23, 4, 0x0b, 1, 'a'),
		"at -1":            module(1, 0, 0x41, 0x7f, 0x0b, 1, 'a'),
	} {
		if _, err := joinSegments(bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("% x: %v, want %q", bad, err, want)
		}
	}
}

func FuzzJoinSegments(f *testing.F) {
	f.Add(module(2, 0, 0x41, 4, 0x0b, 2, 'a', 'b', 0, 0x41, 0xc8, 1, 0x0b, 1, 'c'))
	f.Fuzz(func(t *testing.T, wasm []byte) {
		if got, err := joinSegments(wasm); err == nil {
			if again, err := joinSegments(got); err != nil || !bytes.Equal(again, got) {
				t.Errorf("joined again % x, %v", again, err)
			}
		}
	})
}
