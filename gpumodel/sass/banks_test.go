package sass

import (
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// Two paths lead to the banks, and a SIMD uses one at a time. Of accesses of 16 passes that
// wait for each other one is issued every 54 cycles by a lone wavefront: 32 on its path, 21
// beside, one for the next. Four keep both paths busy: 64 for one of each. Draws of an
// instruction are taken in turn: 1 pass and 16.
func TestPaths(t *testing.T) {
	var code []string
	for range 64 {
		code = append(code, "S1 W0 LDS R1, [R2]", "M0 S1 NOP")
	}
	k := coded(t, code...)
	conflicts := gpumodel.Stride(4, 32, 0, 64)
	for wavefronts, want := range map[int]int64{1: 64*54 - 1, 2: 64*54 - 1, 4: 64*64 + 21} {
		l := Launch{Device: gpu.H200(), Kernel: k, Wavefronts: wavefronts, Turns: 1, Access: func(*Instruction) (gpumodel.Access, bool) { return conflicts, true }}
		r, err := Hopper().Run(l)
		if err != nil || r.Cycles != want {
			t.Errorf("%d wavefronts: %d cycles, %v, want %d", wavefronts, r.Cycles, err, want)
		}
		l.Draws = func(*Instruction) []gpumodel.Access {
			return []gpumodel.Access{gpumodel.Stride(4, 32, 0, 4), conflicts}
		}
		if r, err = Hopper().Run(l); err != nil || r.Busy[LSU] != int64(64*((wavefronts+1)/2+wavefronts/2*16)) {
			t.Errorf("%d wavefronts: %d passes, %v, want 1 and 16 in turn", wavefronts, r.Busy[LSU], err)
		}
	}
}

// Who goes to the banks first, by hand: four wavefronts on four SIMDs, a store of 16 passes
// comes there at cycle 7, a load is there 16 cycles after its pass of 2. What the four wait
// for their loads differs by whose access comes first, though the last ends as soon.
func TestTurns(t *testing.T) {
	for _, c := range []struct {
		what string
		code []string
		want int64
	}{
		// The loads behind the stores of 7 to 39 come at 8 and go with them, 39 to 41.
		{"a load straight behind a store", []string{"S1 STS [R2], R1"}, 2*(41+16-2) + 2*(75+16-2)},
		// They come at 16, when two stores wait since 7: those go first, 39 to 71.
		{"a load that comes later", []string{"S12 STS [R2], R1"}, 2*(73+16-13) + 2*(75+16-13)},
		// The second stores come at 11: 71 to 103 and, behind the first loads, 105 to 137.
		{"two stores", times(2, "S1 STS [R2], R1"), 2*(105+16-3) + 2*(139+16-3)},
	} {
		k := coded(t, append(c.code, "S1 W0 LDS R4, [UR4]", "M0 NOP")...)
		r, err := Hopper().Run(Launch{Device: gpu.H200(), Kernel: k, Wavefronts: 4, Turns: 1, Access: func(in *Instruction) (gpumodel.Access, bool) {
			if in.Store() {
				return gpumodel.Stride(4, 32, 0, 64), true
			}
			return gpumodel.Stride(4, 32, 0, 4), true
		}})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Costs[len(c.code)+1].Stalls[StallLocal]; got != c.want {
			t.Errorf("%s: they wait for %d cycles, want %d", c.what, got, c.want)
		}
	}
}
