package code

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass"
)

// Oracle: an H100, by Nsight and by the clock (everyday_counters.csv and everyday_h100.csv of package silicon), asked
// before these loops were run. As Go functions darts are 15 % fast, for whole numbers have no unit of their own there,
// and bodies 13 % slow, for their chains do not overlap. Machine code has both.
func TestEverydayLoops(t *testing.T) {
	kernels, err := listing("everyday.sass", read(t, "../everyday.sass"))
	if err != nil {
		t.Fatal(err)
	}
	report := func(kernel string, loop, wavefronts int) sass.Report {
		k := kernels[kernel]
		l := sass.Launch{Device: gpu.H200(), Kernel: k, Access: func(*sass.Instruction) (gpumodel.Access, bool) {
			return gpumodel.Stride(16, 32, 0, 0), true // bodies' loads: all lanes the same
		}}
		r, err := sass.Hopper().Report(l, k.Loops[loop], wavefronts)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	near := func(what string, model, chip, most float64) {
		if t.Logf("%s: model %.3f, chip %.3f (%+.1f %%)", what, model, chip, 100*(model/chip-1)); math.Abs(model/chip-1) > most {
			t.Errorf("%s: model %.3f, chip %.3f, want to %.0f %%", what, model, chip, 100*most)
		}
	}

	const schedulers, warps, turns = 4 * 132, 1 << 20 / 32, 64
	var issued, alu, special, cycles float64
	for line := range strings.Lines(read(t, "../everyday_counters.csv")) {
		fmt.Sscanf(line, "counters,darts,n=1048576,issued=%g,alu=%g,special=%g,cycles=%g", &issued, &alu, &special, &cycles)
	}
	r := report("darts", 0, 16)
	near("darts, cycles of a scheduler for a turn", r.Cycles/16, cycles*schedulers/(warps*turns), 0.05)
	near("darts, issue slots", r.Issue, issued/schedulers/cycles, 0.05)
	for _, u := range r.Loads {
		switch u.Unit {
		case sass.ALU.String():
			near("darts, ALU", u.Load, 2*alu/schedulers/cycles, 0.05)
		case sass.XU.String():
			near("darts, special functions", u.Load, 8*special/schedulers/cycles, 0.05)
		}
	}

	times := map[int]float64{}
	for line := range strings.Lines(read(t, "../everyday_h100.csv")) {
		var n int
		var us float64
		if _, err := fmt.Sscanf(line, "everyday,bodies,n=%d,us=%g", &n, &us); err == nil {
			times[n] = us
		}
	}
	// A block of 8 warps for an SM, eight bodies a turn; the chip's has loading tiles and waiting for them in it.
	near("bodies, cycles for a turn of two warps", report("bodies", 0, 2).Cycles, (times[8192]-times[4096])*1980/(4096/8), 0.07)
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
