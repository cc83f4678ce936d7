package code

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lanebook/gpumodel/sass"
)

// Forward is a loop of forward.csv: an instruction that reads results a few cycles after they were
// issued, eight times a turn of 16, one wavefront. probe/forward.py made the machine code.
type Forward struct {
	// Kind is what the reader is to find.
	//
	//	two     First writes R20 and Second R22, of one bank, and Reader reads both
	//	other   the same, but Reader reads R8 and R10
	//	banks   as two, but Reader names the banks too: "LOP3 eo" reads R20 and R23
	//	factor  First writes the register Second; Reader is a wide product and its place, "HI b"
	//	addend  the same, of the lower half of what is added, "WIDE c", or the upper, "WIDE chi"
	//	after   First is a wide product, Second comes after a stall of Far; there is no Reader
	Kind                  string
	First, Second, Reader string
	Far, Near             int // cycles from First and from Second to Reader, by the stall counts; Near is 0 where there is one
	Cycles                int // of the loop on the H200, from its first clock read to its last
}

//go:embed forward.csv
var forwardCSV string

// H200Forward returns what an H200 took, driver 580.159.04, 2026-11-28.
func H200Forward() ([]Forward, error) {
	var all []Forward
	for i, line := range strings.Split(strings.TrimSpace(forwardCSV), "\n")[1:] {
		row := strings.Split(line, ",")
		if len(row) != 7 {
			return nil, fmt.Errorf("silicon: forward.csv: row %d is %q, want 7 columns", i+2, line)
		}
		f := Forward{Kind: row[0], First: row[1], Second: row[2], Reader: row[3]}
		into := []*int{&f.Far, &f.Near, &f.Cycles}
		if row[5] == "" { // there is one writer
			row, into = slices.Delete(row, 5, 6), []*int{&f.Far, &f.Cycles}
		}
		if err := numbers("forward.csv", i+2, row, 4, into...); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// Wait returns by how many cycles a round of First, Second and Reader is longer than its stall
// counts, on average, where the loop takes so many cycles.
func (f Forward) Wait(cycles int) float64 {
	const empty, readers = 446, 8 * 16 // pipes.csv, empty with one wavefront
	return float64(cycles-empty)/readers - float64(f.Far+f.pause())
}

// pause is the reader's stall, after which the next round begins.
func (f Forward) pause() int {
	if f.Kind == "after" {
		return 12
	}
	return 14
}

// ForwardCycles returns what the model takes for the loops.
func ForwardCycles(all []Forward) ([]int, error) {
	cycles := make([]int, len(all))
	for i, f := range all {
		_, l, err := pipe(f.loop())
		if err != nil {
			return nil, err
		}
		l.Wavefronts = 1
		r, err := sass.Hopper().Run(l)
		if err != nil {
			return nil, fmt.Errorf("silicon: forward.csv: %+v: %w", f, err)
		}
		cycles[i] = int(r.Cycles)
	}
	return cycles, nil
}

// loop returns the loop as pipes.txt would have it.
func (f Forward) loop() string {
	var lines []string
	add := func(stall int, text string) { lines = append(lines, fmt.Sprintf("\t\tS%d %s", stall, text)) }
	switch f.Kind {
	case "after":
		add(f.Far, writes(f.First, 20))
		add(f.pause(), writes(f.Second, 24))
	case "two", "other", "banks":
		name, banks, _ := strings.Cut(f.Reader, " ")
		first, second := 20, 22
		switch banks {
		case "oo":
			first, second = 21, 23
		case "eo":
			second = 23
		}
		reader := strings.NewReplacer("$a", fmt.Sprint("R", first), "$b", fmt.Sprint("R", second))
		if f.Kind == "other" {
			reader = strings.NewReplacer("$a", "R8", "$b", "R10")
		}
		add(f.Far-f.Near, writes(f.First, first))
		add(f.Near, writes(f.Second, second))
		add(f.pause(), reader.Replace(map[string]string{
			"LOP3": "LOP3.LUT R30, $a, $b, RZ, 0x96, !PT", "FADD": "FADD R30, $a, $b", "FFMA": "FFMA R30, $a, $b, R9", "IMAD": "IMAD R30, $a, $b, R9",
		}[name]))
	case "factor", "addend":
		name, place, _ := strings.Cut(f.Reader, " ")
		register, _ := strconv.Atoi(f.Second[1:])
		operands := map[string]int{"a": 9, "b": 11, "c": 12}
		if at := strings.TrimSuffix(place, "hi"); at == place {
			operands[at] = register
		} else { // the upper half of a pair
			operands[at] = register - 1
		}
		if f.First == "WIDEi" {
			register &^= 1
		}
		first := writes(f.First, register)
		if f.First == "LOP3" {
			first = fmt.Sprintf("LOP3.LUT R%d, R9, R11, RZ, 0x96, !PT", register)
		}
		add(f.Far, first)
		add(f.pause(), fmt.Sprintf("IMAD.%s.U32 R30, R%d, R%d, R%d", name, operands["a"], operands["b"], operands["c"]))
	}
	return fmt.Sprintf("%s %s %s; from 0170; stride 4; turns 16\n\t8\n%s", f.Kind, f.First, f.Reader, strings.Join(lines, "\n"))
}

// writes is an instruction of forward.py's that writes a register.
func writes(name string, register int) string {
	text := map[string]string{
		"MOV": "MOV $, 0xf767814f", "LOP3": "LOP3.LUT $, R8, R9, R10, 0x96, !PT", "FADD": "FADD $, R8, R9", "IMAD.MOV": "IMAD.MOV.U32 $, RZ, RZ, 0x14057b7e",
		"HADD2": "HADD2 $, R9, R11", "WIDE": "IMAD.WIDE.U32 $, R8, 0x9, R10", "WIDEi": "IMAD.WIDE.U32 $, R8, -0x326172a9, RZ",
		"HI": "IMAD.HI.U32 $, R8, R9, RZ", "HIi": "IMAD.HI.U32 $, R8, -0x326172a9, RZ", "IMAD": "IMAD $, R8, R9, R10",
		"VIADD": "VIADD $, R8, 0x1", "FFMA": "FFMA $, R8, R9, R10", "NOP": "NOP",
	}[name]
	return strings.Replace(text, "$", fmt.Sprintf("R%d", register), 1)
}
