package gpumodel_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	. "lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// mustRun runs the launch with everything recorded and checks the timeline.
func mustRun(t testing.TB, d Device, l Workload) Timeline {
	t.Helper()
	if l.Record == 0 {
		l.Record = 1 << 20
	}
	tl, err := d.Run(l)
	if err != nil {
		t.Fatalf("%s: %v", d.Name, err)
	}
	if err := tl.Check(); err != nil {
		t.Fatalf("%s: %v", d.Name, err)
	}
	return tl
}

// op returns an instruction that reads the sources and writes dst.
func op(k Kind, dst Register, src ...Register) Instruction {
	in := Instruction{Kind: k, Dst: dst}
	copy(in.Src[:], src)
	return in
}

// chain returns n instructions, each of which needs the result of the one
// chains before it.
func chain(k Kind, n, chains int) []Instruction {
	var p []Instruction
	for i := range n {
		r := Register(1 + i%chains)
		p = append(p, op(k, r, r))
	}
	return p
}

// once returns a program that executes the instructions one time.
func once(in ...Instruction) Program { return Program{Before: in} }

// cycles returns the cycle of each issue.
func cycles(t Timeline) []Cycles {
	var c []Cycles
	for _, i := range t.Issues {
		c = append(c, i.Cycle)
	}
	return c
}

// A lone wavefront issues a chain every latency, and exits a latency after the
// last: n·latency, and one cycle for the exit.
func TestRunChain(t *testing.T) {
	for _, d := range gpu.Complete() {
		for _, k := range []Kind{FP32, FP64, SFU, Scalar} {
			tl := mustRun(t, d, once(chain(k, 10, 1)...).Workload(1, 1))
			if want := 10*d.CU.Latency[k] + 1; tl.Cycles != want {
				t.Errorf("%s, %v: %d cycles, want %d", d.Name, k, tl.Cycles, want)
			}
		}
	}
}

// GCN's four SIMDs take turns, a vector instruction occupies its SIMD for four
// cycles, and one wavefront in each keeps the CU full: four times the work in
// the time of one, but for the turns' start.
func TestRunCadence(t *testing.T) {
	tl := mustRun(t, gpu.Fiji(), once(chain(FP32, 3, 3)...).Workload(1, 4))
	want := []Cycles{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	if got := cycles(tl); !reflect.DeepEqual(got, want) {
		t.Errorf("issues in cycles %v, want %v", got, want)
	}
	if w := tl.Wavefronts[3]; w.Stalls[StallTurn] != 3+2*3 || w.Stalls[StallResult] != 3 {
		t.Errorf("wavefront 3 waited %d cycles for its SIMD's turn and %d for a result, want 3 at first, 3 after each but the last, and 3 to exit",
			w.Stalls[StallTurn], w.Stalls[StallResult])
	}
}

// In its turn a GCN SIMD issues one instruction of each kind, from different
// wavefronts: a vector, a scalar and a branch together, but not two vectors.
func TestRunKinds(t *testing.T) {
	d := gpu.Fiji()
	kinds := []Kind{FP32, FP32, FP32, FP32, Scalar, Scalar, Scalar, Scalar, FP32, FP32, FP32, FP32} // wavefront i is on SIMD i mod 4
	l := Workload{Workgroups: 1, Wavefronts: len(kinds), Stream: func(_, w int) Stream { return once(op(kinds[w], 1)).Start() }}
	tl := mustRun(t, d, l)
	first := map[int]Cycles{}
	for _, i := range tl.Issues {
		if _, seen := first[int(i.Wavefront)]; !seen {
			first[int(i.Wavefront)] = i.Cycle
		}
	}
	if first[0] != 0 || first[4] != 0 || first[8] != 4 {
		t.Errorf("SIMD 0 issues its first FP32, scalar and second FP32 in cycles %d, %d, %d, want 0, 0, 4", first[0], first[4], first[8])
	}
}

// What becomes of Kepler's second slot, for each pair that can meet in it.
func TestRunSecondSlot(t *testing.T) {
	d := gpu.GK110()
	for _, c := range []struct {
		name string
		pair [2]Instruction
		want Second
	}{
		{"independent", [2]Instruction{op(FP32, 1), op(FP32, 2)}, SecondIssued},
		{"first's result", [2]Instruction{op(FP32, 1), op(FP32, 2, 1)}, SecondDependency},
		{"first's destination", [2]Instruction{op(FP32, 1), op(FP32, 1)}, SecondDependency},
		{"double first", [2]Instruction{op(FP64, 1), op(FP32, 2)}, SecondAlone},
		{"double second", [2]Instruction{op(FP32, 1), op(FP64, 2)}, SecondAlone},
		{"one SFU", [2]Instruction{op(SFU, 1), op(SFU, 2)}, SecondUnit},
		{"branch second", [2]Instruction{op(FP32, 1), op(Branch, 0)}, SecondControl},
		{"barrier first", [2]Instruction{op(Barrier, 0), op(FP32, 1)}, SecondControl},
		{"compare second", [2]Instruction{op(FP32, 1), op(Branch, 2)}, SecondIssued},
	} {
		tl := mustRun(t, d, once(c.pair[:]...).Workload(1, 1))
		if got := tl.Issues[0].Second; got != c.want {
			t.Errorf("%s: second slot %v, want %v", c.name, got, c.want)
		}
		if second := tl.Issues[1].Slot == 1; second != (c.want == SecondIssued) {
			t.Errorf("%s: issued in the second slot: %v", c.name, second)
		}
	}
}

// A jump issues with nothing beside it, however soon its target is there.
func TestRunShortBranch(t *testing.T) {
	d := gpu.GK110()
	d.CU.Latency[Branch] = 1
	tl := mustRun(t, d, once(op(FP32, 1), op(Branch, 0), op(FP32, 2), op(Branch, 0), op(Branch, 0)).Workload(1, 1))
	if got, want := cycles(tl), []Cycles{0, 1, 2, 3, 4, 11}; !reflect.DeepEqual(got, want) {
		t.Errorf("issues in cycles %v, want %v, one after the other and the exit when the result is there", got, want)
	}
}

// Kepler's units for 6, 2, 1 and 1 instructions a cycle bound what its 4 × 2
// slots issue: independent instructions run at exactly the units' rate.
func TestRunUnits(t *testing.T) {
	d := gpu.GK110()
	for kind, rate := range map[Kind]float64{FP32: 6, FP64: 2, SFU: 1} {
		tl := mustRun(t, d, Program{Body: chain(kind, 60, 60), Times: 20}.Workload(1, 32))
		if got := tl.PerCycle(kind); got > rate || got < 0.97*rate {
			t.Errorf("%v: %.3f instructions a cycle, want just under %v", kind, got, rate)
		}
	}
}

// Together is the simulator's LDS when every wavefront waits at the start.
func TestRunLDSTogether(t *testing.T) {
	for _, d := range gpu.Complete() {
		for _, step := range []Bytes{4, 8, 128} {
			for _, write := range []Op{Load, Store} {
				a := Stride(4, d.Lanes, 0, step)
				a.Op = write
				n := 4 * d.SIMDs
				tl := mustRun(t, d, once(Instruction{Kind: Local, Access: a}).Workload(1, n))
				accesses := make([]Access, n)
				for i := range accesses {
					accesses[i] = a
				}
				together, err := d.LDS.Together(accesses...)
				if err != nil {
					t.Fatal(err)
				}
				end := Cycles(0)
				for _, i := range tl.Issues {
					if i.Kind == Local {
						end = max(end, i.Begin+Cycles(i.Passes)*max(d.LDS.PassCycles, 1))
					}
				}
				// Ports end after the banks, and issue itself takes a cycle for each
				// access: the banks are never done later than the law says, or than issue.
				issue := tl.Issues[len(tl.Issues)-1].Cycle
				if end > max(Cycles(together), issue)+d.CU.Cadence+Cycles(n)*d.CU.Interval[Local] {
					t.Errorf("%s, step %d, %v: the banks are done in %d, Together says %d", d.Name, step, write, end, together)
				}
				if d.LDS.Port.Count == 0 && end < Cycles(together) {
					t.Errorf("%s, step %d, %v: the banks are done in %d, before Together's %d", d.Name, step, write, end, together)
				}
			}
		}
	}
}

// A chain of loads takes the law's latency each, rounded, on the H200.
func TestRunLDSLatency(t *testing.T) {
	d := gpu.H200()
	d.LDS.Latencies = []Latency{{Op: Load, Width: 4, FixedCycles: 20, CyclesPerPass: 2, LeastCycles: 30}}
	if law, _ := d.LDS.Latency(Stride(4, d.Lanes, 0, 4)); law != 20+30 {
		t.Errorf("%v cycles, want 20 and the least that the passes take, 30", law)
	}
	for n, step := range []Bytes{4, 8, 128, 132, 4, 128} {
		if n == 4 {
			d = gpu.H200()
		}
		a := Stride(4, d.Lanes, 0, step)
		p := once(Instruction{Kind: Local, Dst: 1, Access: a}, Instruction{Kind: Local, Dst: 1, Src: Sources{1}, Access: a})
		tl := mustRun(t, d, p.Workload(1, 1))
		law, _ := d.LDS.Latency(a)
		got := float64(tl.Issues[1].Cycle - tl.Issues[0].Cycle)
		if got < law-0.5 || got > law+0.5 {
			t.Errorf("step %d: the second load issues %v cycles after the first, the law says %v", step, got, law)
		}
	}
}

// Nobody passes a barrier before the last arrives; a wavefront that has exited
// is not waited for.
func TestRunBarrier(t *testing.T) {
	d := gpu.H200()
	l := Workload{Workgroups: 2, Wavefronts: 3, Stream: func(_, w int) Stream {
		p := once(append(chain(FP32, 10*w, 1), op(Barrier, 0), op(FP32, 9))...)
		if w == 0 {
			p = once(op(FP32, 1)) // ends without a barrier
		}
		return p.Start()
	}}
	tl := mustRun(t, d, l)
	after := Cycles(0)
	for _, i := range tl.Issues {
		if i.Dst == 9 && i.Wavefront < 3 {
			if after == 0 {
				after = i.Cycle
			}
			if i.Cycle != after {
				t.Errorf("wavefront %d goes on in cycle %d, want %d as the others", i.Wavefront, i.Cycle, after)
			}
		}
	}
	if want := 20*d.CU.Latency[FP32] - 3 + d.CU.Latency[Barrier]; after != want {
		t.Errorf("the workgroup goes on in cycle %d, want %d", after, want)
	}
}

// The simple clock probe reads the second clock when the load has issued, the
// fenced one when it is done, and so does one whose second clock uses the value.
func TestRunClock(t *testing.T) {
	d := gpu.H200()
	load := Instruction{Kind: Global, Dst: 1, Access: Stride(4, 32, 0, 4)}
	between := func(in ...Instruction) Cycles {
		p := once(append([]Instruction{op(Clock, 2), load}, append(in, op(Clock, 3))...)...)
		tl := mustRun(t, d, p.Workload(1, 1))
		return tl.Clocks[1].Cycle - tl.Clocks[0].Cycle
	}
	if got := between(); got != 2 {
		t.Errorf("simple probe: %d cycles, want 2", got)
	}
	least := d.CU.Memory.Latency
	if fenced, used := between(op(Fence, 0)), between(op(FP32, 4, 1)); fenced < least || used < least {
		t.Errorf("fence %d, dummy use %d cycles, want the latency, %d, or more", fenced, used, least)
	}
	load.Kind = Texture // is only read, so that a fence has nothing to wait for
	if fenced, used := between(op(Fence, 0)), between(op(FP32, 4, 1)); fenced > 4 || used < least {
		t.Errorf("a texture: fence %d, dummy use %d cycles, want 4 at most, and the latency, %d, or more", fenced, used, least)
	}
}

// A memory of a latency and a bandwidth: the n'th access is done a latency
// after the bytes of all before it, and its own, have passed.
func TestRunMemory(t *testing.T) {
	d := gpu.H200()
	d.CU.Memory = Pipe{Latency: 100, BytesPerCycle: 16, Sector: 32}
	for _, c := range []struct {
		width, base, step Bytes
		bytes             Cycles // moved by an access
	}{{4, 0, 0, 32}, {4, 0, 4, 128}, {4, 0, 8, 256}, {4, 0, 32, 1024}, {4, 0, 4096, 1024}, {12, 24, 4096, 2048}} {
		a := Stride(c.width, 32, c.base, c.step)
		tl := mustRun(t, d, once(Instruction{Kind: Global, Dst: 1, Access: a}, Instruction{Kind: Global, Dst: 2, Access: a}).Workload(1, 1))
		if got, want := tl.Issues[0].Done, 100+c.bytes/16; got != want {
			t.Errorf("step %d: first access done in %d, want %d", c.step, got, want)
		}
		if got, want := tl.Issues[1].Done, 100+max(4+c.bytes/16, 2*c.bytes/16); got != want {
			t.Errorf("step %d: second access, issued 4 cycles on, done in %d, want %d", c.step, got, want)
		}
	}
}

// busyMemory takes an access every 50 cycles.
type busyMemory struct{}

func (busyMemory) Serve(now Cycles, in *Instruction) (accept, done Cycles, err error) {
	if in.Line == 13 {
		return now, now, errors.New("no such page")
	}
	return now + 50, now + 70, nil
}

func TestRunOwnMemory(t *testing.T) {
	l := once(op(Texture, 1), op(Texture, 2)).Workload(1, 1)
	l.Memory = busyMemory{}
	tl := mustRun(t, gpu.H200(), l)
	if c := cycles(tl); c[1] != 50 || tl.Wavefronts[0].Stalls[StallMemoryQueue] == 0 {
		t.Errorf("issues in %v with stalls %v, want the second in 50 for a full memory queue", c, tl.Wavefronts[0].Stalls)
	}
	bad := op(Texture, 1)
	bad.Line = 13
	l = once(bad).Workload(1, 1)
	l.Memory = busyMemory{}
	if _, err := gpu.H200().Run(l); err == nil || !strings.Contains(err.Error(), "workgroup 0, wavefront 0, line 13: no such page") {
		t.Errorf("error %v, want the instruction's place and the memory's words", err)
	}
}

// widePath is a memory whose accesses take eight passes through the banks.
type widePath struct{ busyMemory }

func (widePath) Passes() int { return 8 }

// By hand: an access of the LDS that issues with a load's passes through the same banks begins after them: 8 cycles, of which one was
// counted before, where the two share their banks, and none where they do not.
func TestRunSharedBanks(t *testing.T) {
	ended := func(shared bool, m Memory) Cycles {
		d := gpu.H200()
		d.Caches.L1.OnePath = shared
		load, local := op(Global, 1), op(Local, 2)
		local.Access = Stride(4, 32, 0, 4)
		l := once(load, local).Workload(1, 1)
		l.Memory = m
		return mustRun(t, d, l).Issues[1].Done
	}
	alone := ended(false, widePath{})
	if got := ended(true, busyMemory{}); got != alone {
		t.Errorf("a load of one pass: the LDS is done in %d, want %d", got, alone)
	}
	// It issues 4 cycles after the load and has passed in 6, for its SIMD's way takes 2; with a load of 8 passes it begins in 8.
	if got := ended(true, widePath{}); got != alone+3 {
		t.Errorf("a load of eight passes: the LDS is done in %d, want %d", got, alone+3)
	}
	if got := ended(false, widePath{}); got != alone {
		t.Errorf("banks of their own: the LDS is done in %d, want %d", got, alone)
	}
}

// doorMemory takes a reference every 50 cycles.
type doorMemory struct{ free Cycles }

func (m *doorMemory) Serve(now Cycles, in *Instruction) (taken, done Cycles, err error) {
	taken = max(now, m.free)
	m.free = taken + 50
	return taken, taken + 70, nil
}

// A reference issues when the one before is taken, or where so many wait, the one that came so many before.
func TestRunAhead(t *testing.T) {
	for _, c := range []struct {
		ahead int
		want  []Cycles
		read  Cycles // of the second reference
	}{{0, []Cycles{0, 8, 50, 100, 150}, 8 + 19}, {1, []Cycles{0, 8, 50, 100, 150}, 50 + 19}, {2, []Cycles{0, 8, 16, 50, 100}, 50 + 19}, {4, []Cycles{0, 8, 16, 24, 32}, 50 + 19}} {
		d := gpu.H200()
		d.Texture.Ahead = c.ahead
		l := once(op(Texture, 1), op(Texture, 2), op(Texture, 3), op(Texture, 4), op(Texture, 5)).Workload(1, 1)
		l.Memory = &doorMemory{}
		if got := cycles(mustRun(t, d, l)); !slices.Equal(got[:5], c.want) {
			t.Errorf("%d wait: issues in %v, want %v", c.ahead, got, c.want)
		}
		second, write := op(Texture, 2), op(FP32, 9, 9)
		second.Read = 9 // its coordinates
		l = once(op(Texture, 1), second, write).Workload(1, 1)
		l.Memory = &doorMemory{}
		if got := cycles(mustRun(t, d, l)); got[2] != c.read {
			t.Errorf("%d wait: a coordinate is written in %d, want %d", c.ahead, got[2], c.read)
		}
	}
}

// The next workgroup starts when one ends, never more than are resident.
func TestRunResidency(t *testing.T) {
	l := once(chain(FP32, 5, 1)...).Workload(7, 2)
	l.Resident = 3
	tl := mustRun(t, gpu.H200(), l)
	if len(tl.Wavefronts) != 14 {
		t.Fatalf("%d wavefronts, want 14", len(tl.Wavefronts))
	}
	for c := range tl.Cycles {
		n := 0
		for _, w := range tl.Wavefronts {
			if w.Start <= c && c < w.End {
				n++
			}
		}
		if n > 6 {
			t.Fatalf("%d wavefronts are resident in cycle %d, want 6 at most", n, c)
		}
	}
}

// Round robin shares, greedy stays, oldest prefers: the order in which two
// wavefronts of one SIMD issue three independent instructions each.
func TestRunPolicies(t *testing.T) {
	d := gpu.H200()
	d.SIMDs = 1
	for _, c := range []struct {
		policy Policy
		want   []int32
	}{
		{RoundRobin, []int32{0, 1, 0, 1, 0, 1}},
		{GreedyOldest, []int32{0, 0, 0, 1, 1, 1}},
		{Oldest, []int32{0, 0, 0, 1, 1, 1}},
		{TwoLevel, []int32{0, 0, 0, 1, 1, 1}}, // a group of one
	} {
		d.CU.Policy, d.CU.Group = c.policy, 1
		tl := mustRun(t, d, once(chain(FP32, 3, 3)...).Workload(1, 2))
		var got []int32
		for _, i := range tl.Issues {
			if i.Kind == FP32 {
				got = append(got, i.Wavefront)
			}
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v: %v, want %v", c.policy, got, c.want)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	good := once(op(FP32, 1)).Workload(1, 1)
	with := func(change func(*Device, *Workload)) (Device, Workload) {
		d, l := gpu.H200(), good
		change(&d, &l)
		return d, l
	}
	for want, change := range map[string]func(*Device, *Workload){
		"Workgroups = -1":        func(_ *Device, l *Workload) { l.Workgroups = -1 },
		"Wavefronts = 65":        func(_ *Device, l *Workload) { l.Wavefronts = 65 },
		"Stream = nil":           func(_ *Device, l *Workload) { l.Stream = nil },
		"Stream(0, 0) = nil":     func(_ *Device, l *Workload) { l.Stream = func(int, int) Stream { return nil } },
		"Lines = -1":             func(_ *Device, l *Workload) { l.Lines = -1 },
		"Lines = 65537":          func(_ *Device, l *Workload) { l.Lines = 1<<16 + 1 },
		"Record = -1":            func(_ *Device, l *Workload) { l.Record = -1 },
		"cu: Cadence = 3":        func(d *Device, _ *Workload) { d.CU.Cadence = 3 },
		"cu: Group = 0":          func(d *Device, _ *Workload) { d.CU.Policy = TwoLevel },
		"Memory.BytesPerCycle =": func(d *Device, _ *Workload) { d.CU.Memory.BytesPerCycle = 0 },
		"Latency[FP32] = 0":      func(d *Device, _ *Workload) { d.CU.Latency[FP32] = 0 },
		"instruction of kind 99": func(_ *Device, l *Workload) { *l = once(op(99, 1)).Workload(1, 1) },
		"len(Addr) = 0":          func(_ *Device, l *Workload) { *l = once(Instruction{Kind: Local, Access: Gather(4)}).Workload(1, 1) },
		"access: Width = 0":      func(_ *Device, l *Workload) { *l = once(Instruction{Kind: Global}).Workload(1, 1) },
		"the kernel's own error": func(_ *Device, l *Workload) { l.Stream = func(int, int) Stream { return failing{} } },
	} {
		d, l := with(change)
		if _, err := d.Run(l); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
}

type failing struct{}

func (failing) Next(*Instruction) bool { return false }
func (failing) Err() error             { return errors.New("the kernel's own error") }

// A long program costs Run no more allocations than a short one.
func TestRunAllocatesNothingForAnInstruction(t *testing.T) {
	all := append(chain(FP32, 8, 2), Instruction{Kind: Local, Dst: 3, Access: Stride(4, 32, 0, 128)}, op(Branch, 0), op(Clock, 4), op(Fence, 0), op(Barrier, 0))
	allocations := func(times int) float64 {
		l := Program{Body: all, Times: times}.Workload(2, 4)
		return testing.AllocsPerRun(3, func() {
			if _, err := gpu.H200().Run(l); err != nil {
				t.Fatal(err)
			}
		})
	}
	if short, long := allocations(10), allocations(1000); long > short+20 { // Clocks grows by doubling
		t.Errorf("%v allocations for %d instructions of a wavefront, %v for %d", short, 10*len(all), long, 1000*len(all))
	}
}
