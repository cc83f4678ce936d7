package gpumodel_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// A column of A[N][64] lies in one bank; one unused element a row spreads it.
func ExampleLDS_Serve() {
	gcn := gpu.Fiji()
	for _, pad := range []int{0, 1} {
		a, err := gpumodel.Array{Rows: 64, Columns: 64, Element: 4, Pad: pad}.Column(0, gcn.Lanes)
		if err != nil {
			fmt.Println(err)
			return
		}
		s, err := gcn.LDS.Serve(a)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("A[N][%d]: %d passes, %d conflicts\n", 64+pad, s.Passes, s.Conflicts)
	}
	// Output:
	// A[N][64]: 64 passes, 62 conflicts
	// A[N][65]: 2 passes, 0 conflicts
}

// A variant of a device is a copy with fields changed.
func ExampleDevice() {
	d := gpu.MI300X()
	d.LDS.Banks = 48
	fmt.Println(d.Validate())
	// Output:
	// device MI300X: lds: Banks = 48, want a power of two, 4 to 64
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// Each row can be derived by hand from the rule in LDS's doc comment.
func TestServe(t *testing.T) {
	gcn, kepler, kepler8, fermi, h200 := gpu.Fiji(), gpu.GK110(), gpu.GK110EightByte(), gpu.GTX480(), gpu.H200()
	mi300, mi350 := gpu.MI300X(), gpu.MI350X()
	stride := func(d gpumodel.Device, width gpumodel.Bytes, step gpumodel.Bytes) gpumodel.Access {
		return gpumodel.Stride(width, d.Lanes, 0, step)
	}
	only := func(a gpumodel.Access, lanes gpumodel.LaneMask) gpumodel.Access { a.Active = lanes; return a }
	stored := func(a gpumodel.Access) gpumodel.Access { a.Op = gpumodel.Store; return a }
	for _, tt := range []struct {
		name                                string
		d                                   gpumodel.Device
		a                                   gpumodel.Access
		passes, conflicts, phases, together int // together: words served by another lane's row
	}{
		{"D1: consecutive words, 64 lanes on 32 banks", gcn, stride(gcn, 4, 4), 2, 0, 2, 0},
		{"D1: a column of A[N][64]", gcn, stride(gcn, 4, 256), 64, 62, 2, 0},
		{"D1: a column of A[N][65]", gcn, stride(gcn, 4, 260), 2, 0, 2, 0},
		{"every lane the same word", gcn, stride(gcn, 4, 0), 2, 0, 2, 62},
		{"every second word", gcn, stride(gcn, 4, 8), 4, 2, 2, 0},
		{"one lane: the empty half still counts", gcn, only(stride(gcn, 4, 256), 1), 2, 0, 2, 0},
		{"Omniperf: two lanes on a bank are three passes", gcn, only(stride(gcn, 4, 256), 3), 3, 1, 2, 0},
		{"8 bytes: four groups of 16 lanes", gcn, stride(gcn, 8, 8), 4, 0, 4, 0},
		{"16 bytes: eight groups of 8 lanes", gcn, stride(gcn, 16, 16), 8, 0, 8, 0},
		{"MI350X: 8-byte stores see 32 banks", mi350, stored(stride(mi350, 8, 8)), 4, 0, 4, 0},
		{"MI350X: 8-byte loads see 64", mi350, stride(mi350, 8, 8), 2, 0, 2, 0},
		{"MI300X: consecutive 16 bytes", mi300, stride(mi300, 16, 16), 8, 0, 8, 0},
		// Lanes 0 and 20 share a phase on MI300X, and bank 0: 20·64 and 0. Groups of 8 neighbours would not see it.
		{"MI300X: 16-byte groups are not consecutive", mi300, only(stride(mi300, 16, 64), 1<<0|1<<20), 9, 1, 8, 0},
		// Lanes 0 to 3 ask for words 0 to 11, lanes 20 to 23 for 60 to 71: banks 0 to 7 again.
		{"MI350X: consecutive 12 bytes in groups of 8 lanes", mi350, stride(mi350, 12, 12), 16, 8, 8, 0},
		{"MI350X: 12 bytes 16 apart: 8 lanes on 32 banks", mi350, stride(mi350, 12, 16), 8, 0, 8, 0},
		// Lanes 0 to 3 ask for words 0 to 8, of which they share three, lanes 20 to 23 for 40 to 48: bank 8 again.
		{"MI350X: 12 bytes overlap by a word", mi350, stride(mi350, 12, 8), 16, 8, 8, 48},
		{"MI350X: 12 bytes, every lane in the same banks", mi350, stride(mi350, 12, 128), 64, 56, 8, 0},
		{"Fermi: doubles in unit stride", fermi, stride(fermi, 8, 8), 2, 0, 2, 0},
		{"CUDA guide F.4.3: 16 bytes, one pass more for each quarter-warp", fermi, stride(fermi, 16, 16), 8, 0, 4, 0},
		{"so no store: both together take 6 on average, as measured", fermi, stored(stride(fermi, 16, 16)), 4, 0, 4, 0},
		{"Kepler 4-byte: words 32 apart in one row of 256 bytes", kepler, gpumodel.Stride(4, 32, 0, 8), 1, 0, 1, 16},
		{"Kepler 4-byte: stride 64 words is 32 rows of one bank", kepler, gpumodel.Stride(4, 32, 0, 256), 32, 31, 1, 0},
		{"Kepler 4-byte: doubles in unit stride take one pass", kepler, stride(kepler, 8, 8), 1, 0, 1, 32},
		{"Kepler 8-byte: doubles in unit stride take one pass", kepler8, stride(kepler8, 8, 8), 1, 0, 1, 0},
		{"Kepler 8-byte: neighbours share a bank's row", kepler8, stride(kepler8, 4, 4), 1, 0, 1, 16},
		{"H200: doubles in unit stride", h200, stride(h200, 8, 8), 2, 0, 2, 0},
		{"H200: pairs of lanes at one address halve the phases", h200, pairs(8, 1), 1, 0, 1, 32},
		{"H200: stores never merge", h200, stored(pairs(8, 1)), 2, 0, 2, 32},
		{"H200: 16 bytes, lanes i and i xor 2 agree", h200, pairs(16, 2), 2, 0, 2, 64},
	} {
		s, err := tt.d.LDS.Serve(tt.a)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if s.Passes != tt.passes || s.Conflicts != tt.conflicts || len(s.Phases()) != tt.phases || s.Broadcast != tt.together {
			t.Errorf("%s: %d passes, %d conflicts, %d phases, %d shared; want %d, %d, %d, %d",
				tt.name, s.Passes, s.Conflicts, len(s.Phases()), s.Broadcast, tt.passes, tt.conflicts, tt.phases, tt.together)
		}
	}
}

// pairs is a 32-lane load in which lanes i and i xor x ask for the same words,
// and different pairs for neighbouring ones.
func pairs(width gpumodel.Bytes, x int) gpumodel.Access {
	addr := make([]gpumodel.Bytes, 32)
	for l, next := 0, 0; l < 32; l++ {
		if l&x == 0 {
			addr[l], addr[l^x] = gpumodel.Bytes(next)*width, gpumodel.Bytes(next)*width
			next++
		}
	}
	return gpumodel.Gather(width, addr...)
}

// reference serves an access the slow and obvious way: for each group, the set
// of rows asked of each bank; the largest set is the group's passes.
func reference(l gpumodel.LDS, a gpumodel.Access) int {
	var rule gpumodel.Rule
	for _, r := range l.Rules {
		if r.Op == a.Op && r.Width == a.Width {
			rule = r
		}
	}
	groups := rule.Groups
	for _, x := range rule.MergeXor {
		agree := true
		for i := range a.Addr {
			if a.Active.Has(i) && a.Active.Has(i^x) && a.Addr[i] != a.Addr[i^x] {
				agree = false
			}
		}
		if agree {
			groups = rule.Merged
			break
		}
	}
	banks := gpumodel.Bytes(l.Banks)
	if rule.Banks != 0 {
		banks = gpumodel.Bytes(rule.Banks)
	}
	total := 0
	for _, g := range groups {
		asked := map[gpumodel.Bytes]map[gpumodel.Bytes]bool{}
		for i, addr := range a.Addr {
			for b := gpumodel.Bytes(0); b < a.Width && g.Has(i) && a.Active.Has(i); b++ { // byte by byte
				bank, row := (addr+b)/l.Interleave%banks, (addr+b)/(banks*l.RowBytes)
				if asked[bank] == nil {
					asked[bank] = map[gpumodel.Bytes]bool{}
				}
				if rule.Apart {
					row = gpumodel.Bytes(i) // whoever asks
				}
				asked[bank][row] = true
			}
		}
		most := 0
		for _, rows := range asked {
			most = max(most, len(rows))
		}
		if most += rule.Extra; len(asked) == 0 {
			most = l.EmptyGroup
		}
		total += most * max(rule.Times, 1)
	}
	return max(total, 1)
}

// randomAccess draws addresses from a span of the LDS, narrow spans giving many
// equal words and wide ones many conflicts.
func randomAccess(rng *rand.Rand, d gpumodel.Device) gpumodel.Access {
	rule := d.LDS.Rules[rng.IntN(len(d.LDS.Rules))]
	width := rule.Width
	unit := width & -width // 12-byte requests lie at any word
	span := int64((d.LDS.Size-width)/unit+1) >> rng.IntN(10)
	addr := make([]gpumodel.Bytes, d.Lanes)
	for i := range addr {
		addr[i] = gpumodel.Bytes(rng.Int64N(span)) * unit
		if i > 0 && rng.IntN(3) == 0 {
			addr[i] = addr[i^1&^(i&^1)] // now and then the neighbour's or lane 0's
		}
	}
	a := gpumodel.Gather(width, addr...)
	a.Op = rule.Op
	if rng.IntN(2) == 0 {
		a.Active &= gpumodel.LaneMask(rng.Uint64()) | 1<<rng.IntN(d.Lanes) // never none
	}
	return a
}

// Serve is the obvious count, on every preset and for every rule of it.
func TestServeProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	presets, each := append(gpu.Complete(), gpu.FourBanks()), 1500
	if os.Getenv("LANEBOOK_FULL") == "1" {
		each = 100_000
	}
	kinds := map[string]int{}
	for _, d := range presets {
		for range each {
			a := randomAccess(rng, d)
			s := must[gpumodel.Service](t)(d.LDS.Serve(a))
			if want := reference(d.LDS, a); s.Passes != want {
				t.Fatalf("%s: %d passes, the obvious count is %d: %+v", d.Name, s.Passes, want, a)
			}
			checkService(t, d, a, s)
			checkTrace(t, d, a, s)
			kinds[fmt.Sprint(d.Name, a.Op, a.Width)]++
		}
		for _, r := range d.LDS.Rules {
			if kinds[fmt.Sprint(d.Name, r.Op, r.Width)] < each/30 {
				t.Errorf("%s: the rule for a %d-byte %v was hardly tried", d.Name, r.Width, r.Op)
			}
		}
	}
	t.Logf("%d random accesses of %d kinds on %d GPUs: none differs", each*len(presets), len(kinds), len(presets))
}

// checkService holds a result to what must be true of any.
func checkService(t *testing.T, d gpumodel.Device, a gpumodel.Access, s gpumodel.Service) {
	t.Helper()
	var seen gpumodel.LaneMask
	passes, rows := 0, 0
	rule, _ := d.LDS.Rule(a.Op, a.Width)
	for i, p := range s.Phases() {
		if rule.Times == 2 && 2*i == len(s.Phases()) {
			seen = 0 // the second go
		}
		if seen&p.Lanes != 0 {
			t.Fatalf("%s: lanes %#x are served twice", d.Name, seen&p.Lanes)
		}
		seen |= p.Lanes
		passes += p.Passes
		for _, r := range p.Rows {
			rows += int(r)
		}
	}
	if seen != a.Active {
		t.Fatalf("%s: lanes %#x are served, want %#x", d.Name, seen, a.Active)
	}
	if passes != s.Passes || s.Ideal+s.Conflicts != s.Passes || s.Conflicts < 0 {
		t.Fatalf("%s: passes %d = sum of phases %d = ideal %d + conflicts %d must hold", d.Name, s.Passes, passes, s.Ideal, s.Conflicts)
	}
	if most := s.Requests + s.Ideal; s.Passes > most {
		t.Fatalf("%s: %d passes, more than one for each of %d words and %d phases", d.Name, s.Passes, s.Requests, s.Ideal)
	}
	if rows+s.Broadcast > s.Requests || d.LDS.RowBytes == 4 && rows+s.Broadcast != s.Requests {
		t.Fatalf("%s: %d rows + %d shared words do not account for %d requests", d.Name, rows, s.Broadcast, s.Requests)
	}
}

// checkTrace holds the trace to the service: no bank serves two rows in a pass, and as
// many words are shared with another lane.
func checkTrace(t *testing.T, d gpumodel.Device, a gpumodel.Access, s gpumodel.Service) {
	t.Helper()
	trace := must[[]gpumodel.Request](t)(d.LDS.Requests(a))
	if len(trace) != s.Requests {
		t.Fatalf("%s: trace of %d words, want %d", d.Name, len(trace), s.Requests)
	}
	busy, shared := map[[2]int]int{}, 0
	for _, r := range trace {
		if r.Shared {
			shared++
		}
		if r.Pass < 0 || r.Pass >= s.Passes {
			t.Fatalf("%s: pass %d, want below %d", d.Name, r.Pass, s.Passes)
		}
		if row, ok := busy[[2]int{r.Bank, r.Pass}]; ok && row != r.Row {
			t.Fatalf("%s: bank %d serves rows %d and %d in pass %d", d.Name, r.Bank, row, r.Row, r.Pass)
		}
		busy[[2]int{r.Bank, r.Pass}] = r.Row
	}
	if shared != s.Broadcast {
		t.Fatalf("%s: %d words of the trace are shared, but %d were served by another lane's row: %+v", d.Name, shared, s.Broadcast, a)
	}
}

// Which lane of a phase asks for which address does not matter.
func TestServePermutation(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, d := range gpu.Complete() {
		for range 200 {
			a := randomAccess(rng, d)
			a.Active, a.Op = gpumodel.AllLanes(d.Lanes), gpumodel.Store // stores never merge
			if _, ok := d.LDS.Rule(a.Op, a.Width); !ok {
				continue // of 12 bytes only loads are known
			}
			before := must[gpumodel.Service](t)(d.LDS.Serve(a))
			p := before.Phases()[rng.IntN(len(before.Phases()))]
			b := a
			b.Addr = slices.Clone(a.Addr)
			for i := range d.Lanes {
				if j := rng.IntN(d.Lanes); p.Lanes.Has(i) && p.Lanes.Has(j) {
					b.Addr[i], b.Addr[j] = b.Addr[j], b.Addr[i]
				}
			}
			if after := must[gpumodel.Service](t)(d.LDS.Serve(b)); after.Passes != before.Passes {
				t.Fatalf("%s: %d passes, %d after permuting lanes of one phase", d.Name, before.Passes, after.Passes)
			}
		}
	}
}

func TestServeRefuses(t *testing.T) {
	good := gpumodel.Stride(4, 64, 0, 4)
	for _, tt := range []struct {
		change func(*gpumodel.LDS, *gpumodel.Access)
		want   string
	}{
		{func(l *gpumodel.LDS, a *gpumodel.Access) { l.Banks = 33 }, "lds: Banks = 33, want a power of two"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { l.Banks = 128 }, "lds: Banks = 128, want a power of two, 4 to 64"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { l.Banks = -32 }, "lds: Banks = -32, want"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { l.Interleave = 3 }, "lds: Interleave = 3, want 4 or 8"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { l.RowBytes = 16 }, "lds: RowBytes = 16, want 4 or 8"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { l.Lanes = 65 }, "lds: Lanes = 65, want 1 to 64"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { l.EmptyGroup = 2 }, "lds: EmptyGroup = 2, want 0 or 1"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { l.Size = 0 }, "lds: Size = 0, want"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { l.Banks, l.Size = 33, 0 }, "want a power of two, 4 to 64\nlds: Size = 0, want"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { l.Rules[0].Banks, l.Rules[0].Extra = 3, 65 }, "4 to 64, or 0\nlds: rule for a 4-byte load: Extra = 65, want"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { l.Rules = nil }, "lds: Rules have none for a 4-byte load"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { l.Rules[0].Groups = l.Rules[0].Groups[:1] }, "each of 64 lanes in exactly one"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { l.Rules[0].Banks = 3 }, "Banks = 3, want a power of two"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { l.Rules[0].MergeXor = []int{1} }, "Merged = [], want each of 64 lanes"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { l.Rules[0].MergeXor = []int{-1} }, "MergeXor = [-1], want masks"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { a.Width = 3 }, "access: Width = 3, want 4, 8, 12 or 16"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { a.Op = gpumodel.Ops }, "access: Op = 10, want an operation below 10"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { a.Addr = a.Addr[:32] }, "access: len(Addr) = 32, want 64"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { a.Addr[5] = 22 }, "access: Addr[5] = 22, want a multiple of Width = 4"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { a.Addr[5] = -4 }, "access: Addr[5] = -4, want 0 or more"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { a.Addr[5] = 1 << 16 }, "access: Addr[5] = 65536, want at most 65532"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { a.Addr[5] = 1<<63 - 4 }, "access: Addr[5] = 9223372036854775804, want at most 65532"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { *a = gpumodel.Stride(4, 64, 0, 2) }, "and more lanes like these"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) {
			l.Lanes, a.Addr, a.Active = 32, a.Addr[:32], gpumodel.AllLanes(33)
			l.Rules[0].Groups = l.Rules[0].Groups[:1]
		}, "access: Active = 0x1ffffffff, want lanes below 32"},
		{func(l *gpumodel.LDS, a *gpumodel.Access) { a.Active = 0 }, "access: Active = 0, want at least one lane; AllLanes(64) for all"},
	} {
		l := gpu.Fiji().LDS
		a := good
		a.Addr = slices.Clone(good.Addr)
		tt.change(&l, &a)
		if _, err := l.Serve(a); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want one that says %q", err, tt.want)
		}
		if _, err := l.Requests(a); err == nil {
			t.Errorf("Requests accepts what Serve refuses: %s", tt.want)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, d := range gpu.Complete() {
		if err := d.Validate(); err != nil {
			t.Error(err)
		}
		for _, r := range d.LDS.Rules {
			if r.Op == gpumodel.Store && len(r.MergeXor) > 0 {
				t.Errorf("%s: stores merge", d.Name)
			}
		}
	}
	bad := gpu.Fiji()
	bad.Name, bad.CUs, bad.Clock, bad.LDS.Lanes = "", 0, 0, 32
	bad.LDS.Banks, bad.LDS.Port.Bytes = 33, 0
	err := bad.Validate()
	if err == nil {
		t.Fatal("a device without CUs is accepted")
	}
	for _, want := range []string{"Name = ", "CUs = 0, want 1 to", "Clock = 0, want", "LDS.Lanes = 32, want Lanes = 64", "lds: Banks = 33", "each of 32 lanes in exactly one", "lds: Port.Bytes = 0, want 1 to"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error does not say %q:\n%v", want, err)
		}
	}
	bad.LDS.Lanes = 0
	if err := bad.LDS.Validate(); strings.Contains(err.Error(), "each of") {
		t.Errorf("of no lanes, the error asks for groups of them:\n%v", err)
	}
}

// FuzzServe feeds Serve anything: it answers like the obvious count, or with an
// error, never with a panic.
func FuzzServe(f *testing.F) {
	f.Add(uint8(0), uint8(4), uint64(1<<64-1), int64(0), int64(4), uint8(32), uint8(0))
	f.Add(uint8(6), uint8(16), uint64(0xffff), int64(64), int64(-16), uint8(64), uint8(0))
	f.Add(uint8(1), uint8(3), uint64(1), int64(1), int64(1), uint8(33), uint8(2))
	for device := range uint8(30) { // among them rows of 64 lanes, three each, twice
		f.Add(device, uint8(12), uint64(1<<64-1), int64(0), int64(524), uint8(32), uint8(9))
		f.Add(device, uint8(8), uint64(1<<63-1), int64(8), int64(264), uint8(32), uint8(6))
	}
	presets := gpu.Complete()
	f.Fuzz(func(t *testing.T, device, width uint8, active uint64, base, step int64, banks, how uint8) {
		d := presets[int(device)%len(presets)].Clone()
		d.LDS.Banks = int(banks)
		a := gpumodel.Stride(gpumodel.Bytes(width), d.Lanes, gpumodel.Bytes(base), gpumodel.Bytes(step))
		a.Op, a.Active = gpumodel.Op(how>>2%2), a.Active&gpumodel.LaneMask(active)
		for i := range d.LDS.Rules {
			r := &d.LDS.Rules[i]
			r.Times, r.Apart = 1+int(how&1), r.Apart || how&2 != 0
			if how&8 != 0 {
				r.Groups = []gpumodel.LaneMask{1<<32 - 1, (1<<32 - 1) << 32}[:d.Lanes/32]
			}
		}
		s, err := d.LDS.Serve(a)
		if err != nil {
			return
		}
		if want := reference(d.LDS, a); s.Passes != want {
			t.Fatalf("%d passes, the obvious count is %d", s.Passes, want)
		}
	})
}

func TestServeDoesNotAllocate(t *testing.T) {
	d := gpu.H200()
	a := gpumodel.Stride(16, 32, 0, 528)
	if n := testing.AllocsPerRun(100, func() { _, _ = d.LDS.Serve(a) }); n != 0 {
		t.Errorf("%v allocations for one access, want none", n)
	}
}

// BenchmarkServe times one access, over strides that conflict and strides that
// do not. The bar is 200 ns: five million accesses a second.
func BenchmarkServe(b *testing.B) {
	for _, d := range []gpumodel.Device{gpu.Fiji(), gpu.H200()} {
		for _, width := range []gpumodel.Bytes{4, 8, 16} {
			var accesses []gpumodel.Access
			for stride := gpumodel.Bytes(1); stride <= 64; stride++ {
				accesses = append(accesses, gpumodel.Stride(width, d.Lanes, 0, stride*width))
			}
			b.Run(fmt.Sprintf("%s/%d", d.Architecture, width), func(b *testing.B) {
				b.ReportAllocs()
				for i := range b.N {
					if _, err := d.LDS.Serve(accesses[i%len(accesses)]); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Maccess/s")
			})
		}
	}
}
