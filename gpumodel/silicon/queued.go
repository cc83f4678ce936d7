package silicon

import (
	_ "embed"
	"math"
	"strings"

	"lanebook/gpumodel"
)

var (
	//go:embed queued_h200.csv
	queuedCSV string
	//go:embed queued_model.csv
	queuedModelCSV string
)

// Queued returns the GPU, an H200, as kernels find it that are launched while another keeps it busy: nothing waits for the host.
// Between two events of which the second follows at once an empty kernel takes 2.75 µs there; alone it took 4.9 on one day
// (whole.csv) and 6.5 to 7.0 on another (launch.csv). Until its first instruction a kernel whose 132 workgroups do nothing but
// wait takes −130 to 470 cycles more, 170 on average of sixteen, when their ends are taken off (launch.csv): 200. Of the 81
// launches of around.csv by 66 workgroups and more, all of which store something, half came out 0.17 µs too fast or worse with
// that alone: 340 cycles for the last stores, by which half are too slow.
func Queued(d gpumodel.Device) gpumodel.Device {
	d.Dispatch.Seconds, d.Dispatch.Cold, d.Dispatch.Drain = 2.75e-6, 200, 340
	return d
}

// QueuedSet is the kernels of one program that take up to 40 µs, launched on an H200 that was busy with another kernel, beside the
// model of such launches.
type QueuedSet struct {
	Program string // listed.cu
	Code    bool   // the model runs the compiler's machine code; else Go functions
	Runs    []QueuedRun
}

// QueuedRun is one of those launches. Times are in microseconds.
type QueuedRun struct {
	Name             string  // "layernorm,n=512"
	Measured, Second float64 // medians of 15, in two runs
	Alone            float64 // median of 15 that the host launched one by one, on the same GPU in the same minute
	ChipResult               // of Queued
}

// Error returns (model − measured) / measured.
func (r QueuedRun) Error() float64 { return r.Model/r.Measured - 1 }

// Off returns by how much the model is off on average, and the second run of the H200 from the first.
func (s QueuedSet) Off() (model, second float64) {
	n := float64(len(s.Runs))
	for _, r := range s.Runs {
		model, second = model+math.Abs(r.Error())/n, second+math.Abs(r.Second/r.Measured-1)/n
	}
	return model, second
}

// queuedSets says which of the kernels each set has.
var queuedSets = []struct {
	program string
	code    bool
	has     func(name string) bool
}{
	{"listed", true, anyName}, {"both", true, anyName}, {"halves", true, anyName},
	{"fft", true, func(name string) bool { return strings.HasPrefix(name, "rows") || strings.HasPrefix(name, "columns") }},
	{"fft", false, anyName}, {"whole", false, anyName}, {"tutorials", false, anyName},
}

func anyName(string) bool { return true }

// QueuedSets returns the sets. No number but what a launch takes is from any of these. The error says which line of which file is
// damaged.
func QueuedSets() ([]QueuedSet, error) {
	all, err := measuredQueued()
	if err != nil {
		return nil, err
	}
	var of []string
	for _, s := range all {
		for _, r := range s.Runs {
			of = append(of, s.name(r))
		}
	}
	now, err := chipResults("queued_model.csv", queuedModelCSV, of)
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		for i := range s.Runs {
			s.Runs[i].ChipResult, now = now[0], now[1:]
		}
	}
	return all, nil
}

// measuredQueued returns the sets without the model.
func measuredQueued() ([]QueuedSet, error) {
	var all []QueuedSet
	for _, s := range queuedSets {
		set := QueuedSet{Program: s.program + ".cu", Code: s.code}
		for i, line := range strings.Split(strings.TrimSpace(queuedCSV), "\n") {
			kernel, times, _ := strings.Cut(line, ",us=")
			name, ok := strings.CutPrefix(kernel, "queued,"+s.program+",")
			if !ok || !s.has(name) {
				continue
			}
			p := pairs{file: "queued_h200.csv", line: i + 1, columns: strings.Split("queued,us="+times, ",")}
			p.head("queued", 4)
			r := QueuedRun{Name: name, Measured: p.float(1, "us"), Second: p.float(2, "second"), Alone: p.float(3, "alone")}
			if p.err != nil {
				return nil, p.err
			}
			if r.Measured <= 40 {
				set.Runs = append(set.Runs, r)
			}
		}
		all = append(all, set)
	}
	return all, nil
}

// name is the launch's in queued_model.csv.
func (s QueuedSet) name(r QueuedRun) string {
	if s.Code {
		return s.Program + " as machine code," + r.Name
	}
	return s.Program + "," + r.Name
}
