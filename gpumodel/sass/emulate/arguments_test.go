package emulate

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel/sass"
)

// Arguments are what their text says.
func TestParseArgument(t *testing.T) {
	for text, want := range map[string]any{
		"int:-5": int32(-5), "int:0x10": int32(16), "int:010": int32(10), "int:-0x10": int32(-16), "uint:4294967295": uint32(math.MaxUint32), "long:-5000000000": int64(-5e9), "float:2.5": float32(2.5), "double:2.5": 2.5, "null": Pointer(0),
	} {
		a, err := ParseArgument(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := a.In(nil, "a"); got != want || a.String() != text {
			t.Errorf("%s is %T %v, want %T %v", text, got, got, want, want)
		}
	}
	var m Memory
	var at []Pointer
	for _, text := range []string{"buffer:4K", "buffer:1G=iota", "buffer:1"} {
		a, err := ParseArgument(text)
		if err != nil {
			t.Fatal(err)
		}
		at = append(at, a.In(&m, "a").(Pointer))
	}
	if at[1]-at[0] != 4<<10 || at[2]-at[1] != 1<<30 {
		t.Errorf("buffers lie at %x, want them 4 KB and 1 GB apart", at)
	}
	for holds, want := range map[string]uint32{"iota": 1000, "float:1.5": 0x3fc00000, "random:1": 0} {
		word, err := fill(holds)
		if err != nil || word(1000) != want {
			t.Errorf("%s: %v, or word 1000 is not %d", holds, err, want)
		}
	}
	word, err := fill("random:10")
	if err != nil {
		t.Fatal(err)
	}
	var of [10]int
	for i := range 10000 {
		of[word(i)]++
	}
	for n, times := range of {
		if times < 900 || times > 1100 {
			t.Errorf("%d is drawn %d times of 10000, want a tenth", n, times)
		}
	}
	if scatter(0) != 0xe220a8397b1dcdaf { // SplitMix64's first number from 0
		t.Errorf("scatter(0) is %x", scatter(0))
	}
}

// What is no argument is refused with what is wanted, and not repeated.
func TestParseArgumentRefuses(t *testing.T) {
	for _, text := range []string{"", "no-such", "null:0", "buffer:", "buffer:0", "buffer:2T", "buffer:4K=", "buffer:4K=iota:1", "buffer:4K=random:0", "buffer:4K=random", "int:", "int:2147483648", "uint:-1", "float:x", "long:1.5", "int:1_0", "int:0b1"} {
		if _, err := ParseArgument(text); err == nil || text != "buffer:" && text != "int:" && text != "" && strings.Contains(err.Error(), text) {
			t.Errorf("%q: error %v, want one that says what is wanted", text, err)
		}
	}
}

// Reads by hand: two pointers, one of them by its words and a carry; two numbers read at once and one of them again; a double; and no
// shape of the launch.
func TestReads(t *testing.T) {
	f, err := sass.Read("reads", `reads:
	0000 LDC R1, c[0x0][0x28]
	0010 IMAD R0, R0, c[0x0][0x0], R3
	0020 ULDC.64 UR4, c[0x0][0x220]
	0030 IMAD.WIDE R2, R0, 0x4, c[0x0][0x210]
	0040 IADD3 R4, P0, R0, c[0x0][0x218], RZ
	0050 IADD3.X R5, R6, c[0x0][0x21c], RZ, P0, !PT
	0060 ISETP.GE.AND P0, PT, R0, c[0x0][0x224], PT
	0070 DADD R6, R6, c[0x0][0x228]
	0080 IMAD.WIDE R2, R0, c[0x0][0x230], R2
	0090 IMAD R2, R0, c[0x0][0x234], R2
	00a0 EXIT
`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range Reads(&f.Kernels[0]) {
		got = append(got, fmt.Sprintf("%d at %d by %04x", r.Bytes, r.Offset, r.By.Address))
	}
	want := []string{"8 at 0 by 0030", "8 at 8 by 0040", "8 at 16 by 0020", "8 at 24 by 0070", "4 at 32 by 0080", "4 at 36 by 0090"}
	if !slices.Equal(got, want) {
		t.Errorf("reads %q, want %q", got, want)
	}
}
