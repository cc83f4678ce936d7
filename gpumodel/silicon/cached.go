package silicon

import (
	_ "embed"
	"fmt"
	"math"
	"slices"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// CachedStream is one row of l2_stream.csv: the streams around arrays that a cache may hold.
type CachedStream struct {
	StreamPoint                // BytesPerSecond of "init", "read", "scale" and "triad" alone
	Size        gpumodel.Bytes // of two arrays: read and init touch half of it, triad one and a half, scale all
}

// DeliveredPoint is one row of cache_bandwidth.csv: reads summed over all CUs.
type DeliveredPoint struct {
	GPU, Test, Date string
	Size            gpumodel.Bytes // of what is read over and over
	BytesPerSecond  float64
}

//go:embed l2_stream.csv
var cachedStreamCSV string

//go:embed cache_bandwidth.csv
var deliveredCSV string

// CachedStreams returns the streams around small arrays, in the file's order. The error says
// which row of the embedded file is damaged.
func CachedStreams() ([]CachedStream, error) {
	rows, err := table("l2_stream.csv", cachedStreamCSV, 9)
	if err != nil {
		return nil, err
	}
	var out []CachedStream
	for _, r := range rows[1:] {
		f := fields{file: "l2_stream.csv", row: r}
		p := CachedStream{Size: gpumodel.Bytes(f.int(3)) << 10}
		p.GPU, p.Date, p.Workgroup, p.Occupancy = r[0], "2025-02", f.int(1), f.float(4)
		p.Lanes = float64(p.Workgroup*f.int(2)) * float64(streamed[p.GPU].cus)
		for k, column := range [...]int{initKernel: 8, readKernel: 5, scaleKernel: 6, triadKernel: 7} {
			p.BytesPerSecond[k] = f.float(column) * 1e9
		}
		if f.err != nil {
			return nil, f.err
		}
		out = append(out, p)
	}
	return out, nil
}

// Delivered returns what caches delivered, in the file's order, as CachedStreams does.
func Delivered() ([]DeliveredPoint, error) {
	rows, err := table("cache_bandwidth.csv", deliveredCSV, 5)
	if err != nil {
		return nil, err
	}
	var out []DeliveredPoint
	for _, r := range rows[1:] {
		f := fields{file: "cache_bandwidth.csv", row: r}
		out = append(out, DeliveredPoint{r[0], r[1], r[2], gpumodel.Bytes(f.int(3)) << 10, f.float(4) * 1e9})
		if f.err != nil {
			return nil, f.err
		}
	}
	return out, nil
}

// CachedRow is a row of streams from the L2 with what gpumodel.Streaming gives for its reads.
type CachedRow struct {
	CachedStream
	Model   float64 // bytes a second of read
	Limited bool    // AMD's: the start of lanes has a limit, set from init of the same rows
	Free    float64 // Model without that limit
}

// CompareCached sets reads from the L2 beside the law of StreamFit: turnover and what each
// wavefront adds as they were set from stores to DRAM, the L2's latency from the pointer
// chase, what the L2 delivers from its vendor where that is known. AMD's start of
// wavefronts has a limit that no other file shows; it is set from the stores of the same
// rows, so that these are Limited, and have a number without it.
// Rows are those whose array is within half of the L2, or of its half.
func CompareCached() ([]CachedRow, error) { return CachedBy(fewLanes) }

// CachedBy returns the same with stores up to another part of their ceiling to set turnover
// from, 0.5 to 0.8. CompareCached's 0.5 was chosen with the reads of MI300X in view.
func CachedBy(few float64) ([]CachedRow, error) {
	if !(few >= 0.5 && few <= 0.8) {
		return nil, fmt.Errorf("silicon: part of the ceiling of stores = %v, want 0.5 to 0.8", few)
	}
	points, err := CachedStreams()
	if err != nil {
		return nil, err
	}
	fits, err := fitStreams(few)
	if err != nil {
		return nil, err
	}
	laws := map[string]gpumodel.Streaming{}
	for _, f := range fits {
		of := streamed[f.GPU]
		ladder, _ := gpu.Ladder(of.ladder)
		l2 := ladder.Levels[level(ladder, "L2")]
		l := gpumodel.Streaming{Turnover: f.Law.Turnover, EachWavefront: f.Law.EachWavefront, Load: float64(l2.Latency) / float64(ladder.Clock), BytesPerSecond: math.Inf(1)}
		if l2.BytesPerCycle > 0 {
			l.BytesPerSecond = l2.BytesPerCycle * float64(ladder.Clock)
		}
		l.Mixed = l.BytesPerSecond
		laws[f.GPU] = l
	}
	var rows []CachedRow
	for _, p := range points {
		ladder, known := gpu.Ladder(streamed[p.GPU].ladder)
		if !known {
			return nil, fmt.Errorf("silicon: l2_stream.csv: GPU = %q, want one of which the latency is known", p.GPU)
		}
		l2 := ladder.Levels[level(ladder, "L2")]
		size := l2.Size()
		if l2.Far > 0 {
			size /= 2
		}
		if p.Size > size { // its half is read
			continue
		}
		rows = append(rows, CachedRow{CachedStream: p, Limited: streamed[p.GPU].waits})
		if l := laws[p.GPU]; streamed[p.GPU].waits {
			l.LanesPerSecond = max(l.LanesPerSecond, p.BytesPerSecond[initKernel]/8)
			laws[p.GPU] = l
		}
	}
	for i := range rows {
		r := &rows[i]
		of := streamed[r.GPU]
		law, read := laws[r.GPU], r.Kernel(readKernel, of.cus, of.lanes)
		r.Model = law.Bandwidth(read)
		law.LanesPerSecond = 0
		r.Free = law.Bandwidth(read)
	}
	return rows, nil
}

// level returns the index of the level of that name.
func level(l gpumodel.Ladder, name string) int {
	return slices.IndexFunc(l.Levels, func(l gpumodel.LadderLevel) bool { return l.Name == name })
}

// DeliveredRow is what a level delivers, by its vendor and as measured.
type DeliveredRow struct {
	GPU, Test, Date, Level string
	Vendor, Measured       float64 // bytes a cycle at the ladder's clock: of one CU, of the L2 of all
}

// CompareDelivered sets the median of what was measured in a level, well within its size and
// beyond that of the level before, beside what its vendor says. No number of a ladder
// is set from it; what the L2 of MI300A and MI300X delivers in package gpu is from the same rows.
func CompareDelivered() ([]DeliveredRow, error) {
	points, err := Delivered()
	if err != nil {
		return nil, err
	}
	var rows []DeliveredRow
	for len(points) > 0 {
		first := points[0]
		n := slices.IndexFunc(points, func(p DeliveredPoint) bool {
			return p.GPU != first.GPU || p.Test != first.Test || p.Date != first.Date
		})
		if n < 0 {
			n = len(points)
		}
		of := streamed[first.GPU]
		ladder, known := gpu.Ladder(of.ladder)
		if !known {
			return nil, fmt.Errorf("silicon: cache_bandwidth.csv: GPU = %q, want one of which the levels are known", first.GPU)
		}
		var sizes, values []float64
		for _, p := range points[:n] {
			sizes, values = append(sizes, float64(p.Size)), append(values, p.BytesPerSecond/float64(ladder.Clock))
		}
		points = points[n:]
		from := 0.0
		for i, l := range ladder.Levels {
			to := 0.75 * float64(l.Size())
			if l.Far > 0 {
				to /= 2
			}
			each := 1.0
			if i == 0 {
				each = float64(of.cus)
			}
			small := i == 0 && first.Test != "gpu-cache" // whose sets are larger than an L1 together
			if m := middle(sizes, values, from, to) / each; m > 0 && l.BytesPerCycle > 0 && !small {
				rows = append(rows, DeliveredRow{first.GPU, first.Test, first.Date, l.Name, l.BytesPerCycle, m})
			}
			from = 1.5 * float64(l.Size())
			if first.Test != "gpu-cache" {
				from = max(from, 4<<20/2) // many sets
			}
		}
	}
	return rows, nil
}
