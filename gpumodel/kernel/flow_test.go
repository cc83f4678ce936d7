package kernel_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
)

// one returns the launch of one workgroup of so many lanes.
func one(d gpumodel.Device, lanes int) kernel.Launch {
	return kernel.Launch{Name: "test", Device: d, Workgroup: gpumodel.Shape{X: lanes}}
}

// run runs the kernel and fails the test on an error.
func run(t testing.TB, l kernel.Launch, k kernel.Kernel) kernel.Result {
	t.Helper()
	r, err := l.Run(k)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// instructions reads one stream to its end.
func instructions(t testing.TB, s *kernel.Streams, workgroup, wavefront int) []gpumodel.Instruction {
	t.Helper()
	var all []gpumodel.Instruction
	stream := s.Stream(workgroup, wavefront)
	for in := (gpumodel.Instruction{}); stream.Next(&in); {
		in.Access.Addr = slices.Clone(in.Access.Addr)
		all = append(all, in)
	}
	return all
}

// afterFence returns the instructions of the first workgroup's wavefront behind its fence, and their kinds.
func afterFence(t testing.TB, s *kernel.Streams, wavefront int) (all []gpumodel.Instruction, kinds []gpumodel.Kind) {
	t.Helper()
	all = instructions(t, s, 0, wavefront)
	all = all[1+slices.IndexFunc(all, func(in gpumodel.Instruction) bool { return in.Kind == gpumodel.Fence }):]
	for _, in := range all {
		kinds = append(kinds, in.Kind)
	}
	return all, kinds
}

func start(t testing.TB, l kernel.Launch, k kernel.Kernel) *kernel.Streams {
	t.Helper()
	s, err := l.Start(k)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// Each lane counts the steps of Collatz's sequence from its own number: every
// lane leaves the loop at another time and takes its own ways inside.
func TestDivergence(t *testing.T) {
	steps := func(n int) (count int) {
		for n != 1 {
			if n%2 == 0 {
				n /= 2
			} else {
				n = 3*n + 1
			}
			count++
		}
		return count
	}
	for _, d := range []gpumodel.Device{gpu.H200(), gpu.Fiji()} {
		var m kernel.GlobalMemory
		out := kernel.NewGlobal[int32](&m, "out", 100)
		run(t, one(d, 100), func(w *kernel.Wavefront) {
			n, count := w.Linear().Plus(1), w.Int(0)
			w.While(func() kernel.Mask { return n.Is(1).Not() }, func() {
				half, odd := kernel.DivMod(n, 2)
				w.IfElse(odd.Is(0),
					func() { kernel.Set(&n, half) },
					func() { kernel.Set(&n, n.TimesPlus(3, w.Int(1))) })
				kernel.Set(&count, count.Plus(1))
			})
			out.Store(w.Linear(), kernel.To[int32](count))
		})
		for i, got := range out.Data {
			if want := steps(i + 1); int(got) != want {
				t.Errorf("%s: lane %d took %d steps, want %d", d.Name, i, got, want)
			}
		}
	}
}

// The masks of each instruction, by hand: 8 lanes, of which 0–3 take one way
// and of those 1 and 3 another, and 4–7 the rest.
func TestMasks(t *testing.T) {
	s := start(t, one(gpu.H200(), 8), func(w *kernel.Wavefront) {
		i := w.Lane()
		low, odd := i.Below(4), kernel.And(i, 1).Is(1)
		w.IfElse(low, func() {
			w.If(odd, func() { i.Plus(1) })
			i.Plus(2)
		}, func() { i.Plus(3) })
		w.If(i.Below(0), func() { t.Error("a branch without lanes was executed") })
		if even := odd.Not().Lanes(); even != 0x55 {
			t.Errorf("not odd are the lanes %#x, want 0x55", even)
		}
		w.Return(odd)
		i.Plus(4)
		w.Return(i.Below(8))
		i.Plus(5) // no lane is left: jumped over
	})
	var got []gpumodel.LaneMask
	for _, in := range instructions(t, s, 0, 0) {
		got = append(got, in.Lanes)
	}
	want := []gpumodel.LaneMask{
		0xff, 0xff, 0xff, // compare, and, compare
		0xff, 0x0f, 0x0a, 0x0f, 0xf0, // branch, branch, +1, +2, +3
		0xff, 0xff, // compare, branch
		0xff, 0x55, 0x55, 0x55, // return, +4, compare, return
		0xff, // exit
	}
	if !slices.Equal(got, want) {
		t.Errorf("lanes of the instructions are %#x, want %#x", got, want)
	}
}

// Random programs of nested loops, branches, breaks and returns, executed by
// the wavefront and, lane by lane, by Go's own control flow.
func TestDivergenceAgainstLanes(t *testing.T) {
	for seed := range uint64(300) {
		program := randomBody(rand.New(rand.NewPCG(1, seed)), 3, false)
		want := make([]int32, 64)
		for lane := range want {
			if s := (scalar{lane: lane}); s.run(program) != returned { // which stores nothing
				want[lane] = int32(s.acc)
			}
		}
		var m kernel.GlobalMemory
		out := kernel.NewGlobal[int32](&m, "out", 64)
		run(t, one(gpu.Fiji(), 64), func(w *kernel.Wavefront) {
			acc := w.Int(0)
			vector(w, &acc, program)
			out.Store(w.Linear(), kernel.To[int32](acc))
		})
		if !slices.Equal(out.Data, want) {
			t.Fatalf("seed %d: program %v\nwavefront %v\nlanes     %v", seed, program, out.Data, want)
		}
	}
}

// statement is one of a random program on acc, which every lane starts at 0.
// Its condition is bit n of (lane + acc).
type statement struct {
	op         string // "add", "if", "loop", "break", "return"
	n          int
	body, rest []statement
}

func randomBody(rng *rand.Rand, depth int, loop bool) (body []statement) {
	for range 1 + rng.IntN(4) {
		s := statement{op: "add", n: rng.IntN(5)}
		switch r := rng.IntN(10); {
		case r < 3 && depth > 0:
			s.op, s.body, s.rest = "if", randomBody(rng, depth-1, loop), randomBody(rng, depth-1, loop)
		case r < 5 && depth > 0:
			s.op, s.body = "loop", randomBody(rng, depth-1, true)
		case r == 5 && loop:
			s.op = "break"
		case r == 6 && depth < 3:
			s.op = "return"
		}
		body = append(body, s)
	}
	return body
}

type outcome int

const (
	completed outcome = iota
	broken
	returned
)

// scalar executes a program for one lane.
type scalar struct{ lane, acc int }

func (s *scalar) holds(n int) bool { return (s.lane+s.acc)>>n&1 == 1 }

func (s *scalar) run(body []statement) outcome {
	for _, st := range body {
		switch st.op {
		case "add":
			s.acc += st.n + 1
		case "if":
			side := st.rest
			if s.holds(st.n) {
				side = st.body
			}
			if o := s.run(side); o != completed {
				return o
			}
		case "loop": // at most so many rounds: the bound differs from lane to lane
			for round := 0; round < 1+s.lane%3; round++ {
				if o := s.run(st.body); o == returned {
					return o
				} else if o == broken {
					break
				}
			}
		case "break":
			if s.holds(st.n) {
				return broken
			}
		case "return":
			if s.holds(st.n) {
				return returned
			}
		}
	}
	return completed
}

// vector executes a program for a wavefront.
func vector(w *kernel.Wavefront, acc *kernel.Int, body []statement) {
	for _, st := range body {
		holds := func() kernel.Mask {
			return kernel.And(w.Lane().Add(*acc), 1<<st.n).Is(0).Not()
		}
		switch st.op {
		case "add":
			kernel.Set(acc, acc.Plus(st.n+1))
		case "if":
			body, rest := func() { vector(w, acc, st.body) }, func() { vector(w, acc, st.rest) }
			if c := holds(); st.n%2 == 0 {
				w.IfElse(c, body, rest)
			} else { // its two sides by predicates
				w.Predicate(c, body)
				w.Predicate(c.Not(), rest)
			}
		case "loop":
			round := 0
			_, rounds := kernel.DivMod(w.Lane(), 3)
			w.While(func() kernel.Mask { return rounds.Below(round).Not() }, func() {
				vector(w, acc, st.body)
				round++
			})
		case "break":
			w.Break(holds())
		case "return":
			w.Return(holds())
		}
	}
}

// By hand, of two wavefronts of which one has lanes: an If is skipped by the other, a Predicate issued
// without lanes, and neither touches memory nor counts an access. The results are the same.
func TestPredicate(t *testing.T) {
	for name, c := range map[string]struct {
		way    func(*kernel.Wavefront) func(kernel.Mask, func())
		second []gpumodel.Kind // what the second wavefront issues
	}{
		"If":        {func(w *kernel.Wavefront) func(kernel.Mask, func()) { return w.If }, []gpumodel.Kind{gpumodel.Branch}},
		"Predicate": {func(w *kernel.Wavefront) func(kernel.Mask, func()) { return w.Predicate }, []gpumodel.Kind{gpumodel.Local, gpumodel.FP32, gpumodel.Local, gpumodel.Global}},
	} {
		var m kernel.GlobalMemory
		out := kernel.NewGlobal[int32](&m, "out", 64)
		k := func(w *kernel.Wavefront) {
			s, x := kernel.NewLocal[int32](w, "s", 64), w.Linear()
			s.Store(x, kernel.To[int32](x))
			w.Barrier()
			some := x.Below(16)
			w.Fence() // what follows is compared
			c.way(w)(some, func() {
				v := s.Load(x).Plus(1)
				s.Store(x, v)
				out.Store(x, v)
			})
		}
		for _, d := range []gpumodel.Device{gpu.GTX480(), gpu.GK110(), gpu.Fiji()} { // some with a path for loads
			if _, err := one(d, 128).Time(func(w *kernel.Wavefront) {
				x := w.Linear()
				c.way(w)(x.Below(16), func() { out.Store(x, out.Load(x).Plus(1)) })
			}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		clear(out.Data)
		l := one(gpu.H200(), 64)
		r := run(t, l, k)
		for i, v := range out.Data {
			if want := map[bool]int32{true: int32(i + 1)}[i < 16]; v != want {
				t.Errorf("%s: out[%d] = %d, want %d", name, i, v, want)
			}
		}
		for _, s := range r.Sites {
			if s.Kind == gpumodel.Global && (s.Accesses != 1 || s.Lanes != 16) {
				t.Errorf("%s: %d accesses of %d lanes to global memory, want 1 of 16", name, s.Accesses, s.Lanes)
			}
		}
		all, kinds := afterFence(t, start(t, l, k), 1)
		for _, in := range all[:len(all)-1] { // without Exit
			if in.Kind != gpumodel.Branch && (in.Lanes != 0 || in.Access.Active != 0) {
				t.Errorf("%s: %v has lanes", name, in)
			}
		}
		if want := append(slices.Clone(c.second), gpumodel.Exit); !slices.Equal(kinds, want) {
			t.Errorf("%s: the second wavefront issues %v, want %v", name, kinds, want)
		}
	}
}

// By hand, of a wavefront whose lanes are all off: a Predicate inside is issued too, with its condition and
// waiting for it; what an If inside jumps over is not.
func TestPredicateInside(t *testing.T) {
	all, kinds := afterFence(t, start(t, one(gpu.H200(), 32), func(w *kernel.Wavefront) {
		s, x := kernel.NewLocal[int32](w, "s", 32), w.Linear()
		v := kernel.To[int32](x)
		none := x.Below(0)
		w.Fence() // what follows is compared
		w.Predicate(none, func() {
			w.Predicate(x.Below(8), func() { s.Store(x, v) })
			w.If(x.Below(4), func() { s.Store(x, v) })
		})
		s.Store(x, v)
	}), 0)
	if want := []gpumodel.Kind{gpumodel.FP32, gpumodel.Local, gpumodel.FP32, gpumodel.Branch, gpumodel.Local, gpumodel.Exit}; !slices.Equal(kinds, want) {
		t.Fatalf("it issues %v, want %v", kinds, want)
	}
	if !slices.Contains(all[1].Src[:], all[0].Dst) || slices.Contains(all[4].Src[:], all[0].Dst) || all[1].Lanes != 0 || all[4].Lanes.Count() != 32 {
		t.Errorf("%+v\n%+v\nafter %+v: want the first, without lanes, to wait for it, and not the second, with all", all[1], all[4], all[0])
	}
}

// By hand: when all lanes that came have left, what follows in a Predicate is jumped over; as long as one
// that did not take part is there, it is issued without lanes.
func TestPredicateLeft(t *testing.T) {
	for name, c := range map[string]struct {
		returns int // lanes with numbers below return, of 8 that the predicate has
		wave    bool
		loop    bool
		want    []gpumodel.Kind
	}{
		"all return":           {returns: 32, wave: true, want: []gpumodel.Kind{gpumodel.Branch, gpumodel.Exit}},
		"all of the predicate": {returns: 8, want: []gpumodel.Kind{gpumodel.Branch, gpumodel.Local, gpumodel.Local, gpumodel.Exit}},
		"all break":            {returns: 32, wave: true, loop: true, want: []gpumodel.Kind{gpumodel.Branch, gpumodel.Branch, gpumodel.Local, gpumodel.Exit}},
	} {
		_, kinds := afterFence(t, start(t, one(gpu.H200(), 32), func(w *kernel.Wavefront) {
			s, x := kernel.NewLocal[int32](w, "s", 32), w.Linear()
			v := kernel.To[int32](x)
			guard, leave := x.Below(8), x.Below(c.returns)
			if c.wave {
				guard = x.Below(32)
			}
			w.Fence() // what follows is compared
			body := func() {
				w.Predicate(guard, func() {
					if c.loop {
						w.Break(leave)
					} else {
						w.Return(leave)
					}
					s.Store(x, v)
				})
			}
			if c.loop {
				w.While(func() kernel.Mask { return guard }, body)
			} else {
				body()
			}
			s.Store(x, v)
		}), 0)
		if !slices.Equal(kinds, c.want) {
			t.Errorf("%s: it issues %v, want %v", name, kinds, c.want)
		}
	}
}

// 40 × 2 × 2 lanes: numbered x fastest, cut into wavefronts of 32.
func TestLaneOrder(t *testing.T) {
	var m kernel.GlobalMemory
	out := kernel.NewGlobal[int32](&m, "out", 160)
	l := kernel.Launch{Device: gpu.H200(), Workgroup: gpumodel.Shape{X: 40, Y: 2, Z: 2}}
	r := run(t, l, func(w *kernel.Wavefront) {
		id := w.LocalZ().TimesPlus(10, w.LocalY()).TimesPlus(100, w.LocalX())
		out.Store(w.Linear(), kernel.To[int32](id))
		if got := w.Linear().At(0); got != 32*w.Index {
			t.Errorf("wavefront %d begins with lane %d", w.Index, got)
		}
	})
	for i, got := range out.Data {
		if want := i/80*1000 + i/40%2*100 + i%40; int(got) != want {
			t.Errorf("lane %d is %d, want %d (z, y, x)", i, got, want)
		}
	}
	if r.Wavefronts != 5 {
		t.Errorf("%d wavefronts, want 5", r.Wavefronts)
	}
}

// An extent that is left out counts as 1, so each group of a grid has a place of its own.
func TestExtentsLeftOut(t *testing.T) {
	for _, l := range []kernel.Launch{
		{Grid: gpumodel.Shape{X: 3, Y: 4, Z: 2}, Workgroup: gpumodel.Shape{X: 32}}, {Grid: gpumodel.Shape{X: 24}},
	} {
		l.Device = gpu.H200()
		n := l.Workgroup.Lanes()
		var m kernel.GlobalMemory
		out := kernel.NewGlobal[int32](&m, "out", n*24)
		run(t, l, func(w *kernel.Wavefront) {
			y, z := w.GlobalY(), w.GlobalZ()
			i := z.TimesPlus(w.Grid.Y, y).TimesPlus(w.Grid.X*n, w.GlobalX())
			out.Store(i, kernel.To[int32](i.Plus(1)))
		})
		for i, got := range out.Data {
			if int(got) != i+1 {
				t.Fatalf("grid %v of %v: place %d holds %d, want %d", l.Grid, l.Workgroup, i, got, i+1)
			}
		}
	}
}

// clock / load / fence / clock: a reader that keeps time tells the cycle, and
// the kernel stores it.
func TestClock(t *testing.T) {
	var m kernel.GlobalMemory
	x, out := kernel.NewGlobal[int32](&m, "x", 32), kernel.NewGlobal[int32](&m, "out", 2)
	k := func(w *kernel.Wavefront) {
		first := w.Clock()
		x.Load(w.Lane())
		w.Fence()
		second := w.Clock()
		w.If(w.Lane().Is(0), func() {
			out.Store(w.Int(0), kernel.To[int32](first))
			out.Store(w.Int(1), kernel.To[int32](second))
		})
	}
	s := start(t, one(gpu.H200(), 32), k)
	stream := s.Stream(0, 0)
	now := gpumodel.Cycles(0)
	for in := (gpumodel.Instruction{}); stream.Next(&in); now += 100 {
		if in.Kind == gpumodel.Clock {
			stream.(interface{ SetClock(gpumodel.Cycles) }).SetClock(now)
		}
	}
	if s.Err() != nil || !slices.Equal(out.Data, []int32{0, 300}) {
		t.Errorf("clocks %v, want 0 and 300; error %v", out.Data, s.Err())
	}
	if run(t, one(gpu.H200(), 32), k); !slices.Equal(out.Data, []int32{1, 4}) { // the 1st and the 4th instruction
		t.Errorf("clocks in Run %v, want 1 and 4", out.Data)
	}
}

// A kernel's numbers come from arenas: one allocation serves many instructions.
func TestAllocationsAreFew(t *testing.T) {
	var m kernel.GlobalMemory
	x := kernel.NewGlobal[float32](&m, "x", 64)
	total := 0
	n := testing.AllocsPerRun(3, func() {
		total = run(t, one(gpu.H200(), 64), func(w *kernel.Wavefront) {
			tile := kernel.NewLocal[float32](w, "tile", 64)
			tile.Store(w.Linear(), x.Load(w.Linear()))
			sum := w.Float32(0)
			for range 1000 {
				sum = kernel.Max(sum.Add(tile.Load(w.Linear())), sum)
				w.If(w.Lane().Below(3), func() {})
			}
			x.Store(w.Linear(), sum)
		}).Total()
	})
	if most := float64(total) / 10; n > most {
		t.Errorf("%v allocations for %d instructions, want at most %v", n, total, most)
	}
	t.Logf("%v allocations for %d instructions", n, total)
}
