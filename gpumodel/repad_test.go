package gpumodel_test

import (
	"testing"

	. "lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// TestRepad: by hand. A column of a 32 × 32 array of words lies in one bank: 32
// passes; a word after every 32 (128 bytes) makes it 1. A row is perfect as it is,
// and both together still want that one word.
func TestRepad(t *testing.T) {
	d := gpu.H200()
	array := Array{Rows: 32, Columns: 32, Element: 4}
	column, err := array.Column(3, d.Lanes)
	if err != nil {
		t.Fatal(err)
	}
	row := Stride(4, d.Lanes, 256, 4)
	for _, c := range []struct {
		name           string
		accesses       []Access
		every, pad     Bytes
		passes, before int
	}{
		{"column", []Access{column}, 128, 4, 1, 32},
		{"row", []Access{row}, 0, 0, 1, 1},
		{"both", []Access{column, row}, 128, 4, 2, 33},
	} {
		list, err := d.LDS.Repad(c.accesses...)
		if err != nil {
			t.Fatal(err)
		}
		best, plain := list[0], Repadding{}
		for _, r := range list {
			if r.Pad == 0 {
				plain = r
			}
		}
		if best.Every != c.every || best.Pad != c.pad || best.Tally.Passes != c.passes || plain.Tally.Passes != c.before {
			t.Errorf("%s: best %+v, plain %+v; want %d bytes after every %d, %d passes instead of %d", c.name, best, plain, c.pad, c.every, c.passes, c.before)
		}
	}
	bad := row
	bad.Width = 3
	if _, err := d.LDS.Repad(bad); err == nil {
		t.Error("an access of 3 bytes is repadded")
	}
	if list, err := d.LDS.Repad(); len(list) != 0 || err != nil {
		t.Errorf("no accesses: %v, %v", list, err)
	}
}
