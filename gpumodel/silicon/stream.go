package silicon

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// StreamPoint is one row of stream_occupancy.csv: kernels that stream arrays through a GPU
// with so many lanes resident.
type StreamPoint struct {
	GPU, Date      string // as the source names it; year and month
	Workgroup      int    // lanes; 0 where the source has none
	Occupancy      float64
	Lanes          float64                     // resident on the whole GPU
	BytesPerSecond [len(StreamKernels)]float64 // by kernel
}

// StreamKernels are the kernels: a store; a load; a load and a store; three loads (two until
// 2024) and a store; stencils of three and five points, which load each line once and store:
// to the law they are scale, see LikeScale.
var StreamKernels = [...]string{"init", "read", "scale", "triad", "stencil of 3", "stencil of 5"}

const (
	initKernel = iota
	readKernel
	scaleKernel
	triadKernel
)

// LikeScale reports whether the law gives for a kernel, by its index, what it gives for scale,
// which sets two of its numbers: so for the stencils. They say how far a stencil is from scale,
// and are no test of the law.
func LikeScale(kernel int) bool { return kernel > triadKernel }

// Kernel returns what a lane of a kernel does on a device of so many lanes a wavefront.
func (p StreamPoint) Kernel(kernel, cus, lanes int) gpumodel.StreamKernel {
	workgroup := float64(p.Workgroup)
	if p.Workgroup == 0 {
		workgroup = p.Lanes / float64(2*cus) // the source prints two workgroups on a CU as one number
	}
	s := gpumodel.StreamKernel{Lanes: p.Lanes, Wavefronts: int(math.Ceil(workgroup / float64(lanes))), Element: 8, Loads: 1, Stores: 1}
	switch kernel {
	case initKernel:
		s.Loads = 0
	case readKernel:
		s.Stores = 0
	case triadKernel:
		s.Loads = 3
		if p.Date < "2024-12" {
			s.Loads = 2
		}
	}
	return s
}

//go:embed stream_occupancy.csv
var streamCSV string

// Streams returns the bandwidths by occupancy, in the file's order. The error says which row
// of the embedded file is damaged.
func Streams() ([]StreamPoint, error) {
	rows, err := table("stream_occupancy.csv", streamCSV, 12)
	if err != nil {
		return nil, err
	}
	var out []StreamPoint
	for _, r := range rows[1:] {
		f := fields{file: "stream_occupancy.csv", row: r}
		p := StreamPoint{GPU: r[0], Date: r[1], Occupancy: f.float(4), Lanes: f.float(11)}
		if r[2] != "" {
			p.Workgroup = f.int(2)
		}
		for k := range StreamKernels {
			p.BytesPerSecond[k] = f.float(5+k) * 1e9
		}
		if f.err != nil {
			return nil, f.err
		}
		out = append(out, p)
	}
	return out, nil
}

// streamed says what is known of a GPU of these files: whose ladder has its latencies, its
// CUs (SMs) as blocks are dealt to them, lanes of a wavefront, and whether a wavefront waits
// for its stores at its end, as AMD's do until the L2 has them.
var streamed = map[string]struct {
	ladder     string
	cus, lanes int
	waits      bool
}{
	"A100-80": {"a100", 108, 32, false}, "A100-40": {"a100", 108, 32, false}, "A40": {"a40", 84, 32, false}, "GH200": {"gh200", 132, 32, false},
	"L40": {"l40", 142, 32, false}, "V100": {"v100", 80, 32, false}, "H100-PCIe": {"h100-pcie", 114, 32, false}, "H200": {"gh200", 132, 32, false},
	"MI100": {"mi100", 120, 64, true}, "MI210": {"mi210", 104, 64, true}, "MI300A": {"mi300a", 228, 64, true}, "MI300X": {"mi300x", 304, 64, true},
	"RX6900XT": {"rx6900xt", 80, 32, true},
}

// StreamFit is a GPU's bandwidth by occupancy with what gpumodel.Streaming gives for it.
//
// Set from init: Turnover, EachWavefront, BytesPerSecond. From scale: WaitForStores, Mixed.
// Load is the chase's and so is Store; RX 6900 XT's chase did not reach its memory at speed,
// and its Load is set from the first rows of read. Wait is half of Load on every GPU, set
// from read of A100-80. All else is unseen: triad, of all others read, and all of a second
// measurement; but the stencils, which are LikeScale.
type StreamFit struct {
	GPU, Date string
	Ladder    string // ID of the one that has its latencies
	Law       gpumodel.Streaming
	Points    []StreamPoint
	Model     [][len(StreamKernels)]float64 // bytes a second, of each point
	Set       [len(StreamKernels)]bool      // some number was set from the kernel's rows
	Again     bool                          // a second measurement of a GPU, held to the numbers of the first
}

// FitStreams sets the law's numbers for every GPU of stream_occupancy.csv and gives what it
// says of all rows, the oldest first.
func FitStreams() ([]StreamFit, error) { return fitStreams(fewLanes) }

// fewLanes is the part of the highest bandwidth of stores below which their rows set Turnover
// and EachWavefront, chosen with MI300X's reads from the L2 in view: CachedBy has the others.
// With less, a GPU has such stores of one size of a workgroup only, and no line.
const fewLanes = 0.5

func fitStreams(few float64) ([]StreamFit, error) {
	points, err := Streams()
	if err != nil {
		return nil, err
	}
	var fits []StreamFit
	for len(points) > 0 {
		n := slices.IndexFunc(points, func(p StreamPoint) bool { return p.GPU != points[0].GPU || p.Date != points[0].Date })
		if n < 0 {
			n = len(points)
		}
		fits = append(fits, StreamFit{GPU: points[0].GPU, Date: points[0].Date, Ladder: streamed[points[0].GPU].ladder, Points: points[:n]})
		points = points[n:]
	}
	// MI100's stores of 2025 fall by a quarter where more lanes are resident: its numbers are
	// those of 2023.
	slices.SortStableFunc(fits, func(a, b StreamFit) int { return cmp.Compare(a.Date, b.Date) })
	laws := map[string]gpumodel.Streaming{}
	for i := range fits {
		f := &fits[i]
		law, known := laws[f.GPU]
		if f.Law, f.Again = law, known; !known {
			if err := f.fit(few); err != nil {
				return nil, err
			}
			laws[f.GPU] = f.Law
		}
		f.apply()
	}
	return fits, nil
}

// fit sets the numbers of the law: Turnover and EachWavefront from stores below a part of
// the highest bandwidth.
func (f *StreamFit) fit(few float64) error {
	of, ok := streamed[f.GPU]
	ladder, known := gpu.Ladder(of.ladder)
	if !ok || !known {
		return fmt.Errorf("silicon: stream_occupancy.csv: GPU = %q, want one of which the latency is known", f.GPU)
	}
	l := &f.Law
	l.Load = float64(ladder.DRAM) / float64(ladder.Clock)
	if of.waits {
		l2 := ladder.Levels[slices.IndexFunc(ladder.Levels, func(l gpumodel.LadderLevel) bool { return l.Name == "L2" })]
		l.Store = float64(l2.Latency) / float64(ladder.Clock)
	}
	for _, p := range f.Points {
		l.BytesPerSecond = max(l.BytesPerSecond, p.BytesPerSecond[initKernel])
		l.Mixed = max(l.Mixed, p.BytesPerSecond[scaleKernel])
	}
	f.Set[initKernel], f.Set[scaleKernel] = true, true
	var x, y []float64
	for _, p := range f.Points { // fewer lanes first
		if p.BytesPerSecond[initKernel] >= few*l.BytesPerSecond {
			break
		}
		x, y = append(x, float64(p.Kernel(initKernel, of.cus, of.lanes).Wavefronts)), append(y, f.time(p, initKernel)-l.Store)
	}
	var err error
	if l.Turnover, l.EachWavefront, err = line(x, y); err != nil {
		return fmt.Errorf("silicon: stream_occupancy.csv: init of %s below %.2f of its ceiling: %w", f.GPU, few, err)
	}
	if f.GPU == "RX6900XT" {
		l.Load = 0
		for _, p := range f.Points[:4] {
			l.Load += (f.time(p, readKernel) - l.Turnover - l.EachWavefront*float64(p.Kernel(readKernel, of.cus, of.lanes).Wavefronts)) / 4
		}
		f.Set[readKernel] = true
	}
	l.Wait = l.Load / 2 // set from read of A100-80
	if f.GPU == "A100-80" {
		f.Set[readKernel] = true
	}
	var sum, weight float64
	for _, p := range f.Points { // where neither the least lanes nor the ceiling hides it
		if b := p.BytesPerSecond[scaleKernel]; b > 0.2*l.Mixed && b < 0.85*l.Mixed {
			busy := b / l.BytesPerSecond
			s := p.Kernel(scaleKernel, of.cus, of.lanes)
			more := f.time(p, scaleKernel) - l.Turnover - l.EachWavefront*float64(s.Wavefronts) - l.Load - l.Store - l.Wait*busy
			sum, weight = sum+more*busy/2, weight+busy*busy/4
		}
	}
	l.WaitForStores = max(0, sum/weight)
	return nil
}

// time returns the seconds for which a workgroup of a kernel had its place, by Little's law.
func (f *StreamFit) time(p StreamPoint, kernel int) float64 {
	of := streamed[f.GPU]
	s := p.Kernel(kernel, of.cus, of.lanes)
	return s.Lanes * float64(s.Element) * float64(s.Loads+s.Stores) / p.BytesPerSecond[kernel]
}

// apply computes what the law gives.
func (f *StreamFit) apply() {
	of := streamed[f.GPU]
	for _, p := range f.Points {
		var row [len(StreamKernels)]float64
		for k := range row {
			row[k] = f.Law.Bandwidth(p.Kernel(k, of.cus, of.lanes))
		}
		f.Model = append(f.Model, row)
	}
}

// Errors returns the mean and the worst error of a kernel's rows, as parts of what was measured.
func (f StreamFit) Errors(kernel int) (mean, worst float64) {
	for i, p := range f.Points {
		e := f.Model[i][kernel]/p.BytesPerSecond[kernel] - 1
		mean += math.Abs(e) / float64(len(f.Points))
		if math.Abs(e) > math.Abs(worst) {
			worst = e
		}
	}
	return mean, worst
}

// line returns the straight line through points that is off least, in squares. The error
// says that there is none: fewer than two points, or all of one x.
func line(x, y []float64) (at0, slope float64, err error) {
	var sx, sy, sxx, sxy float64
	for i := range x {
		sx, sy, sxx, sxy = sx+x[i], sy+y[i], sxx+x[i]*x[i], sxy+x[i]*y[i]
	}
	n := float64(len(x))
	d := n*sxx - sx*sx
	if len(x) < 2 || d <= 0 {
		return 0, 0, fmt.Errorf("a line through %d points at x = %v, want two or more at different x", len(x), x)
	}
	slope = (n*sxy - sx*sy) / d
	return (sy - slope*sx) / n, slope, nil
}
