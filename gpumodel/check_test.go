package gpumodel_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	. "lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// randomProgram returns any mixture of instructions, more or less dependent.
func randomProgram(r *rand.Rand, d Device) Program {
	some := func(n int) []Instruction {
		var list []Instruction
		for range n {
			in := op(Kind(r.IntN(int(Exit))), Register(r.IntN(12)), Register(r.IntN(12)), Register(r.IntN(12)))
			in.Line = int32(r.IntN(5))
			if in.Kind == FP32 {
				in.Kind = []Kind{FP32, Multiply, Packed}[r.IntN(3)]
			}
			if in.Kind != Exit && r.IntN(2) == 0 {
				in.Reads = Reads{Fresh: [2]uint8{uint8(r.IntN(4)), uint8(r.IntN(4))}, Kept: [2]uint8{uint8(r.IntN(2)), uint8(r.IntN(2))}, Back: uint8(r.IntN(3)),
					Both: []uint16{0, 0, 0, 0b111011, 0b1010}[r.IntN(5)], Math: []uint16{0, 1, 1, 0b10_0000_0011}[r.IntN(4)]}
			}
			switch in.Kind {
			case Local, Global, Texture:
				in.Access = Stride([]Bytes{4, 8, 16}[r.IntN(3)], d.Lanes, 0, Bytes(16*r.IntN(9)))
				if in.Access.Op = Op(r.IntN(2)); in.Access.Op == Store {
					in.Dst = NoRegister
				}
			case Branch:
				in.Dst *= Register(r.IntN(2))
			}
			list = append(list, in)
		}
		return list
	}
	return Program{Before: some(r.IntN(10)), Body: some(r.IntN(20)), Times: r.IntN(6), After: some(r.IntN(3))}
}

// randomLaunch returns a launch and a variant of a preset that can run it.
func randomLaunch(seed uint64) (Device, Workload) {
	r := rand.New(rand.NewPCG(seed, 1))
	presets := gpu.Complete()
	d := presets[r.IntN(len(presets))]
	d.CU.Policy = Policy(r.IntN(int(Policies)))
	d.CU.Group = 1 + r.IntN(4)
	d.CU.Dispatch = 1 + r.IntN(2)
	d.CU.Picks = 1 + r.IntN(3)
	d.CU.Cadence = 1 << r.IntN(3)
	d.CU.LocalQueue, d.CU.GlobalQueue = 1+r.IntN(3), r.IntN(4)
	d.CU.Memory.BytesPerCycle = 4 + 50*r.Float64()
	d.CU.Latency[Branch] = 1 + Cycles(r.IntN(9))
	if d.Texture == (TextureUnit{}) { // which would be refused
		d.Texture = gpu.GTX480().Texture
	}
	for i := range d.CU.Units {
		d.CU.Units[i].Shared = r.IntN(2) == 0
	}
	if r.IntN(2) == 0 {
		d.CU.Picks, d.CU.Dispatch, d.CU.Cadence, d.CU.Ports = 1, 1, 1, Cycles(r.IntN(4))
	}
	if i := slices.IndexFunc(d.CU.Units, func(u Unit) bool { return slices.Contains(u.Kinds, FP32) }); d.CU.Picks == 1 {
		u := &d.CU.Units[i]
		u.Kinds, u.Count = append(slices.Clone(u.Kinds), Multiply, Packed), 1+r.IntN(3)
		for _, k := range []Kind{Multiply, Packed} {
			d.CU.Latency[k], d.CU.Interval[k] = 1+Cycles(r.IntN(5)), 1+Cycles(r.IntN(4))
		}
	}
	programs := []Program{randomProgram(r, d), randomProgram(r, d)}
	l := Workload{
		Workgroups: r.IntN(6),
		Wavefronts: 1 + r.IntN(d.SIMDs*3),
		Resident:   r.IntN(4),
		Record:     1 << 20,
		Stream:     func(_, w int) Stream { return programs[w%2].Start() },
	}
	if r.IntN(2) == 0 {
		l.Memory = slowMemory(r.IntN(20))
	}
	return d, l
}

// slowMemory takes an access every so many cycles.
type slowMemory Cycles

func (m slowMemory) Serve(now Cycles, in *Instruction) (accept, done Cycles, err error) {
	return now + Cycles(m), now + 30 + 10*Cycles(in.Line), nil
}

// Any launch on any device passes Check, ends, repeats itself exactly, and
// counts the same whether it records or not.
func FuzzRun(f *testing.F) {
	for seed := range uint64(300) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		d, l := randomLaunch(seed)
		tl := mustRun(t, d, l)
		if again := mustRun(t, d, l); !reflect.DeepEqual(tl, again) {
			t.Error("two runs of one launch differ")
		}
		l.Record = 0
		plain, err := d.Run(l)
		if err != nil {
			t.Fatal(err)
		}
		if err := plain.Check(); err != nil {
			t.Error(err)
		}
		tl.Issues, tl.Waits = nil, nil
		if !reflect.DeepEqual(tl, plain) {
			t.Error("recording changes what is counted")
		}
		if want := l.Workgroups * l.Wavefronts; len(plain.Wavefronts) != want {
			t.Errorf("%d wavefronts, want %d", len(plain.Wavefronts), want)
		}
	})
}

// Records beyond the bound are dropped and counted; the counters stay whole.
func TestRunDropsRecords(t *testing.T) {
	l := once(chain(FP32, 50, 1)...).Workload(1, 2)
	full := mustRun(t, gpu.H200(), l)
	l.Record = 10
	tl := mustRun(t, gpu.H200(), l)
	if len(tl.Issues) != 10 || len(tl.Waits) != 10 || tl.Dropped != int64(len(full.Issues)+len(full.Waits)-20) {
		t.Errorf("%d issues, %d waits, %d dropped, want 10, 10 and the rest of %d and %d", len(tl.Issues), len(tl.Waits), tl.Dropped, len(full.Issues), len(full.Waits))
	}
	if !reflect.DeepEqual(tl.Wavefronts, full.Wavefronts) {
		t.Error("dropping records changes the wavefronts")
	}
}

// Check sees every kind of tampering.
func TestCheckFinds(t *testing.T) {
	a := Stride(4, 32, 0, 128)
	load := Instruction{Kind: Local, Dst: 3, Access: a}
	p := once(op(FP32, 1), op(FP32, 2, 1), load, op(Fence, 0), op(FP64, 4), op(FP64, 5), op(Branch, 0), op(Barrier, 0), op(SFU, 6))
	made := mustRun(t, gpu.GK110(), p.Workload(1, 4))
	find := func(tl *Timeline, k Kind) *Issue {
		for i := range tl.Issues {
			if tl.Issues[i].Kind == k && tl.Issues[i].Wavefront == 1 {
				return &tl.Issues[i]
			}
		}
		t.Fatalf("no %v", k)
		return nil
	}
	for _, c := range []struct {
		want   string
		tamper func(*Timeline)
	}{
		{"add up to", func(tl *Timeline) { tl.Wavefronts[1].Stalls[StallUnit]++ }},
		{"by kind, but", func(tl *Timeline) { tl.Instructions[FP32]++ }},
		{"but register 1 is written", func(tl *Timeline) { find(tl, FP32).Done += 30 }},
		{"fence in cycle", func(tl *Timeline) { find(tl, Local).Done += 300 }},
		{"before its branch", func(tl *Timeline) { find(tl, Branch).Done += 30 }},
		{"without a first", func(tl *Timeline) { find(tl, SFU).Slot = 1 }},
		{"LDS: an access", func(tl *Timeline) { find(tl, Local).Begin = 0 }},
		{"passes recorded", func(tl *Timeline) { tl.LocalPasses++ }},
		{"passes barrier 1", func(tl *Timeline) { find(tl, Barrier).Cycle = made.Cycles }},
		{"on SIMD 0, want", func(tl *Timeline) { find(tl, FP32).SIMD = 0 }},
		{"CUDA cores: 4 instructions in cycle 0, want 3", func(tl *Timeline) {
			tl.Device.CU.Units = append([]Unit{}, tl.Device.CU.Units...)
			tl.Device.CU.Units[0].Count = 3
		}},
		{"which is not its turn", func(tl *Timeline) { tl.Device.CU.Cadence = 2 }},
		{"beside", func(tl *Timeline) {
			i := find(tl, FP64)
			first := *i
			i.Slot, first.Slot, first.Second = 1, 0, SecondIssued
			at := 0
			for k := range tl.Issues {
				if &tl.Issues[k] == i {
					at = k
				}
			}
			tl.Issues = append(tl.Issues[:at], append([]Issue{first}, tl.Issues[at:]...)...)
		}},
		{"but [", func(tl *Timeline) { tl.Waits[3].Stall = (tl.Waits[3].Stall + 1) % Stalls }},
		{"of wavefront 9,", func(tl *Timeline) { tl.Issues[0].Wavefront = 9 }},
		{"a wait is of wavefront -1", func(tl *Timeline) { tl.Waits[0].Wavefront = -1 }},
		{"reason 200, want", func(tl *Timeline) { tl.Waits[0].Stall = 200 }},
		{"wavefront 1 has Index = -1", func(tl *Timeline) { tl.Wavefronts[1].Index = -1 }},
		{"Cadence = 0", func(tl *Timeline) { tl.Device.CU.Cadence = 0 }},
		{"follows cycle", func(tl *Timeline) { tl.Waits[2].From++; tl.Waits[2].To++ }},
	} {
		tl := made
		tl.Issues = append([]Issue{}, made.Issues...)
		tl.Waits = append([]Wait{}, made.Waits...)
		tl.Wavefronts = append([]Life{}, made.Wavefronts...)
		c.tamper(&tl)
		if err := tl.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("tampered so that %q is wrong: Check says %v", c.want, err)
		}
	}
}
