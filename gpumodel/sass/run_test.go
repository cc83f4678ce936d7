package sass

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// coded is a kernel of instructions with control fields, each written as "S2 Y W0 R1 01 FADD R1, R2, R3":
// a stall, and then what there is of yield, barriers and wait mask.
func coded(t testing.TB, lines ...string) *Kernel {
	text := "k:\n"
	controls := make([]Control, len(lines))
	for i, line := range lines {
		c := Control{Stall: 1, Write: NoBarrier, Read: NoBarrier}
		for {
			word, rest, _ := strings.Cut(line, " ")
			var n uint8
			switch _, err := fmt.Sscanf(word[1:], "%d", &n); {
			case word == "Y":
				c.Yield = true
			case err == nil && word[0] == 'S' && len(word) <= 3:
				c.Stall = n
			case err == nil && word[0] == 'W':
				c.Write = n
			case err == nil && word[0] == 'R' && len(word) == 2 && rest != "":
				c.Read = n
			case err == nil && word[0] == 'M':
				c.Wait = 1 << n
			default:
				rest = ""
			}
			if rest == "" {
				break
			}
			line = rest
		}
		text += fmt.Sprintf("\t%04x\t%s\n", 16*i, line)
		controls[i] = c
	}
	f, err := Read("test.sass", text)
	if err != nil {
		t.Fatal(err)
	}
	k := &f.Kernels[0]
	for i := range k.Code {
		k.Code[i].Control = controls[i]
		for j := range k.Code[i].Operands {
			if o := &k.Code[i].Operands[j]; o.Reuse { // as the encoding says it
				k.Code[i].Control.Reuse |= 1 << j
			}
		}
	}
	k.Derived = false
	return k
}

func times(n int, lines ...string) []string { return slices.Repeat(lines, n) }

func runs(t testing.TB, wavefronts int, lines ...string) Result {
	t.Helper()
	r, err := Hopper().Run(Launch{Device: gpu.H200(), Kernel: coded(t, lines...), Wavefronts: wavefronts, Turns: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Cycles that can be counted by hand: from the first issue to the last.
func TestIssue(t *testing.T) {
	join := func(parts ...[]string) []string {
		var all []string
		for _, p := range parts {
			all = append(all, p...)
		}
		return all
	}
	for _, c := range []struct {
		what       string
		wavefronts int
		code       []string
		want       int64
	}{
		{"stalls add up", 1, times(5, "S4 FADD R1, R1, R2"), 16},
		{"both halves: one a cycle", 1, times(9, "S1 FADD R1, R2, R3"), 8},
		{"one half: one in two cycles", 1, times(9, "S1 IMAD.MOV.U32 R1, RZ, RZ, RZ"), 16},
		{"integers: one in two cycles", 1, times(9, "S1 MOV R1, RZ"), 16},
		{"halves and integers side by side", 1, join(times(4, "S1 MOV R1, RZ"), times(4, "S1 IMAD.MOV.U32 R1, RZ, RZ, RZ")), 13},
		{"two wavefronts of a SIMD fill each other's stalls", 8, times(5, "S2 FADD R1, R2, R3"), 9},
		{"four SIMDs issue side by side", 4, times(5, "S2 FADD R1, R2, R3"), 8},
		{"a bank's port reads one register a cycle", 1, times(5, "S1 FFMA R1, R2, R4, R5"), 8},
		{"… and one that alone is read may wait", 1, times(5, "S1 FFMA R1, R2, R4, R5", "S1 FADD R1, R2, R3"), 4*3 + 1},
		{"a register is read once for two operands", 1, times(5, "S1 FFMA R1, R2, R2, R3"), 4},
		{"a kept register is not read again", 1, times(5, "S1 FFMA R1, R2.reuse, R4, R5"), 4},
		{"double precision reads pairs", 1, times(5, "S1 DFMA R10, R2, R4, R6"), 12},
		{"special functions: one in eight cycles, one waits", 1, times(5, "S1 MUFU.EX2 R1, R2"), 29},
		{"a special function's result", 1, []string{"S1 W0 MUFU.EX2 R1, R2", "M0 NOP"}, 17},
		{"a load's result", 1, []string{"S1 W0 LDS R1, [R2]", "M0 NOP"}, 23},
		{"a constant's", 1, []string{"S1 W0 LDC R1, c[0x0][R2]", "M0 NOP"}, 25},
		{"a store has read its registers", 1, []string{"S1 R0 STS [R2], R1", "M0 NOP"}, 11},
		{"arithmetic goes on after a barrier, a jump does not", 1, join([]string{"S1 BAR.SYNC 0x0"}, times(3, "S4 FADD R1, R1, R2"), []string{"BRA 0x50", "NOP"}), 24},
		{"four wavefronts arrive two cycles apart", 4, []string{"S5 BAR.SYNC 0x0", "NOP"}, 20},
		{"a jump takes ten cycles", 1, []string{"S5 BRA 0x20", "NOP", "NOP"}, 10},
		{"a wavefront that yields lets the next go", 8, times(3, "Y S1 FADD R1, R2, R3"), 5},
	} {
		if r := runs(t, c.wavefronts, c.code...); r.Cycles != c.want {
			t.Errorf("%s: %d cycles, want %d", c.what, r.Cycles, c.want)
		}
	}
}

// Each cycle of a wavefront is an issue or has one reason, and the reason is the right one.
func TestStalls(t *testing.T) {
	for _, c := range []struct {
		code string
		why  Stall
		want int64
	}{
		{"FADD R1, R2, R3", StallFixed, 14}, {"M0 NOP", StallLocal, 23 - 16},
	} {
		r := runs(t, 1, "S1 W0 LDS R4, [R5]", "S15 MOV R8, R9", c.code)
		if got := r.Costs[2].Stalls[c.why]; got != c.want {
			t.Errorf("%s: %d cycles of %v, want %d", c.code, got, c.why, c.want)
		}
	}
	f, err := Read("sums", sample(t, "sums.cuobjdump"))
	if err != nil {
		t.Fatal(err)
	}
	l := Launch{Device: gpu.H200(), Kernel: &f.Kernels[1], Wavefronts: 13, Turns: 5}
	r, err := Hopper().Run(l)
	if err != nil {
		t.Fatal(err)
	}
	var issued, waited int64
	for _, c := range r.Costs {
		issued += c.Issued
		for _, n := range c.Stalls {
			waited += n
		}
	}
	if issued != r.Total() || issued+waited > 13*(r.Cycles+1) || issued+waited < 12*r.Cycles {
		t.Errorf("%d issues and %d cycles of waiting of 13 wavefronts in %d cycles", issued, waited, r.Cycles)
	}
	if again, _ := Hopper().Run(l); !reflect.DeepEqual(r, again) {
		t.Error("the same launch gives another result")
	}
	if len(r.Assumed) != 3 {
		t.Errorf("assumed %q, want shared memory's addresses, global memory and conditions", r.Assumed)
	}
}

// Eight wavefronts of each SIMD, one after the other, for each issues as long as it can. By
// hand: the k'th waits before its first instruction while the k before it issue theirs, and in
// all other cycles of that time the unit is busy, or the registers are read; of accesses of
// four passes each SIMD issues one in 16 cycles once the queues are full.
func TestSharedStalls(t *testing.T) {
	const k = 0 + 1 + 2 + 3 + 4 + 5 + 6 + 7
	for _, c := range []struct {
		code                string
		n                   int
		first               bool  // instruction, or the last
		unit, choice, ports int64 // cycles of a SIMD; −1: not counted
	}{
		{"S1 FADD R1, R2, R3", 4, true, 0, 4 * k, 0},
		{"S1 FADD R1, R2, R3", 4, false, 0, 0, 0},
		{"S1 FFMA R1, R2, R4, R5", 4, true, 0, 4 * k, 4 * k},
		{"S1 FFMA R1, R2, R4, R5", 4, false, 0, 0, 8},
		{"S1 MOV R1, R2", 4, true, 4 * k, 4 * k, 0},
		{"S1 MOV R1, R2", 4, false, 8, 0, 0},
		{"S1 MUFU.EX2 R1, R2", 4, true, 7*4*k - 7*3, 4 * k, 0}, // the first takes five cycles, not eight
		{"S1 MUFU.EX2 R1, R2", 4, false, 8 * 7, 0, 0},
		{"S1 MUFU.EX2 R1, R2", 300, true, 7*300*k - 7*3, 300 * k, 0},
		{"S1 FFMA R1, R2, R4, R5", 300, true, 0, 300 * k, 300 * k},
		{"S1 LDS.128 R4, [R1]", 16, false, 8 * 15, 0, 0},
		{"S1 LDS.128 R4, [R1]", 16, true, -1, 16 * k, 0},
	} {
		r := runs(t, 32, times(c.n, c.code)...)
		at := c.n - 1
		if c.first {
			at = 0
		}
		got := r.Costs[at].Stalls
		if c.unit >= 0 && got[StallUnit] != 4*c.unit || got[StallChoice] != 4*c.choice || got[StallPorts] != 4*c.ports {
			t.Errorf("%s, instruction %d: %d, %d and %d cycles of unit, choice and ports, want four times %d, %d and %d", c.code, at, got[StallUnit], got[StallChoice], got[StallPorts], c.unit, c.choice, c.ports)
		}
	}
}

// Conflicts are the LDS's: 32 lanes in one bank take a lone wavefront two cycles a pass,
// four wavefronts on four SIMDs one.
func TestConflicts(t *testing.T) {
	k := coded(t, append(times(32, "S1 LDS R1, [R2]"), "W0 LDS R1, [R2]", "M0 NOP")...)
	for wavefronts, want := range map[int]int64{1: 33*64 + 23 - 2, 4: 33*4*32 + 22} {
		r, err := Hopper().Run(Launch{Device: gpu.H200(), Kernel: k, Wavefronts: wavefronts, Turns: 1, Access: func(*Instruction) (gpumodel.Access, bool) {
			return gpumodel.Stride(4, 32, 0, 128), true
		}})
		if err != nil || r.Cycles < want-40 || r.Cycles > want+40 {
			t.Errorf("%d wavefronts: %d cycles, %v, want about %d", wavefronts, r.Cycles, err, want)
		}
		if len(r.Assumed) != 0 || r.Busy[LSU] != int64(33*32*wavefronts) {
			t.Errorf("%d wavefronts: assumed %q, %d passes", wavefronts, r.Assumed, r.Busy[LSU])
		}
	}
}

func TestLaunchDamage(t *testing.T) {
	k := coded(t, "NOP", "BAR.SYNC 0x0", "@P0 BRA 0x0")
	good := Launch{Device: gpu.H200(), Kernel: k, Wavefronts: 1, Turns: 1}
	for want, change := range map[string]func(*Launch){
		"Kernel has no code": func(l *Launch) { l.Kernel = nil },
		"From = 3":           func(l *Launch) { l.From = 3 },
		"To = 4":             func(l *Launch) { l.To = 4 },
		"Wavefronts = 65":    func(l *Launch) { l.Wavefronts = 65 },
		"Turns = 0":          func(l *Launch) { l.Turns = 0 },
		"Times[0x20] = 0":    func(l *Launch) { l.Times = map[int64]int{0x20: 0} },
		"lds: Banks = 0":     func(l *Launch) { l.Device.LDS.Banks = 0 },
	} {
		l := good
		change(&l)
		if _, err := Hopper().Run(l); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}

// Wavefront-instructions a second, of 8 wavefronts a SIMD in a loop of all units.
func BenchmarkRun(b *testing.B) {
	f, err := Read("sums", sample(b, "sums.cuobjdump"))
	if err != nil {
		b.Fatal(err)
	}
	l := Launch{Device: gpu.H200(), Kernel: &f.Kernels[1], Wavefronts: 32, Turns: 10}
	n := int64(0)
	for b.Loop() {
		r, err := Hopper().Run(l)
		if err != nil {
			b.Fatal(err)
		}
		n += r.Total()
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Minstr/s")
}

// What keeps other arithmetic away, and what is kept away.
func TestProductsKeepCycles(t *testing.T) {
	m := Hopper()
	for code, want := range map[string][2]uint16{
		"HMMA.16816.F32 R4, R8, R16, R4":   {0b111011, 0b10_0000_0011},
		"IMMA.16832.S8.S8 R4, R8, R16, R4": {0b111011, 0b10_0000_0011},
		"HMMA.1688.F32 R4, R8, R16, R4":    {0, 1},
		"HFMA2.MMA R4, -RZ, RZ, 0, 0":      {0, 1},
		"FFMA R1, R2, R4, R5":              {0, 1},
		"LDS R1, [R2]":                     {},
		"NOP":                              {},
	} {
		k := coded(t, code)
		if got := m.Reads(k.Code, 0); got.Both != want[0] || got.Math != want[1] {
			t.Errorf("%s: both banks in %b, arithmetic %b, want %b and %b", code, got.Both, got.Math, want[0], want[1])
		}
	}
}

// Registers by bank, even and odd, counted by hand: an operand of a matrix product is
// several in a row.
func TestReads(t *testing.T) {
	for code, want := range map[string][2]uint8{
		"FFMA R1, R2, R4, R5":                  {2, 1},
		"FFMA R1, R2, R2, R3":                  {1, 1},
		"DFMA R2, R4, R6, R8":                  {3, 3},
		"IMAD.WIDE R2, R4, R5, R6":             {4, 4}, // twice
		"STS [R2], R3":                         {1, 1},
		"HMMA.16816.F32 R4, R8, R16, R4":       {5, 5},
		"HMMA.16816.F16 R4, R8, R16, RZ":       {3, 3},
		"HMMA.1688.F32 R4, R8, R16, R4":        {1 + 1 + 2, 1 + 2},
		"HMMA.1688.F32.TF32 R4, R8, R16, R4":   {5, 5},
		"HMMA.1684.F32.TF32 R4, R8, R16, R4":   {1 + 1 + 2, 1 + 2},
		"IMMA.16832.S8.S8 R4, R8.ROW, R16, R4": {5, 5},
	} {
		k := coded(t, code)
		if got := k.Code[0].reads(nil); got != want {
			t.Errorf("%s: reads %v, want %v", code, got, want)
		}
	}
}
