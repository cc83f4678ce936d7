package silicon

import (
	_ "embed"
	"math"
	"strings"

	"lanebook/gpumodel"
)

//go:embed clock.csv
var clockCSV string

// ClockRun is how fast an H200's clock went while its warps did one thing again and again.
type ClockRun struct {
	Kind          string    // hmma, tf32, imma, both: products of matrices, without a pause; hmma10: in one of ten rounds of multiply-adds
	Seconds       float64   // for which it was watched
	Blocks, Warps int       // of one SM each, and of each
	GHz           float64   // of all that time, of the SMs the median
	Slices        []float64 // GHz of the first workgroup's SM, one part of the time after the other, as even as its warps ask
}

// products reports whether the warps multiply matrices of other than doubles all the time.
func (r ClockRun) products() bool {
	return r.Kind == "hmma" || r.Kind == "tf32" || r.Kind == "imma" || r.Kind == "both"
}

// sometimes reports whether they do so now and then, which the model's law does not know.
func (r ClockRun) sometimes() bool {
	return r.Kind == "hmma10" || r.Kind == "hmma100" || r.Kind == "short"
}

// model returns the clock by the device's law, in GHz.
func (r ClockRun) model(d gpumodel.Device) float64 {
	cycles := gpumodel.Cycles(r.Seconds * float64(d.Clock))
	products := gpumodel.Cycles(0)
	if r.products() {
		products = cycles
		if d.Clocks.Products > 0 {
			products = gpumodel.Cycles(r.Seconds * float64(d.Clocks.Products))
		}
		cycles = products
	}
	return float64(cycles) / d.Seconds(cycles, products, r.Blocks) / 1e9
}

// lost returns the seconds that the clock lost against one of so many GHz.
func (r ClockRun) lost(ghz float64) float64 { return r.Seconds * (1 - r.GHz/ghz) }

// H200Clocks returns them. Of these the H200's Clocks were chosen, but Wake. The error says which line is damaged.
func H200Clocks() (all []ClockRun, err error) {
	for i, line := range strings.Split(strings.TrimSpace(clockCSV), "\n") {
		head, slices, _ := strings.Cut(line, ",slices=")
		p := pairs{file: "clock.csv", line: i + 1, columns: strings.Split(head, ",")}
		p.head("ghz", 8)
		r := ClockRun{Seconds: p.float(2, "ns") * 1e-9, Blocks: int(p.float(3, "blocks")), Warps: int(p.float(4, "warps")), GHz: p.float(6, "median")}
		if p.err != nil {
			return nil, p.err
		}
		r.Kind = p.columns[1]
		for _, s := range strings.Fields(slices) {
			of := pairs{file: p.file, line: p.line, columns: []string{"slice=" + s}}
			r.Slices = append(r.Slices, of.float(0, "slice"))
			if of.err != nil {
				return nil, of.err
			}
		}
		all = append(all, r)
	}
	return all, nil
}

// ClocksOff returns by how much the law is off on average of those that it says something of, that the clock stays as it is included,
// and the worst.
func ClocksOff(d gpumodel.Device, all []ClockRun) (mean, worst float64, n int) {
	for _, r := range all {
		if r.sometimes() {
			continue
		}
		off := math.Abs(r.model(d)/r.GHz - 1)
		mean, worst, n = mean+off, max(worst, off), n+1
	}
	return mean / float64(n), worst, n
}
