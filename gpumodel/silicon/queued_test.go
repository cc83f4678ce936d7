package silicon

import (
	_ "embed"
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass/emulate"
)

// What queued_model.csv has is what the model gives. Quick runs try a few kernels, LANEBOOK_FULL=1 more, and -update writes all, in ten
// minutes.
func TestQueuedModel(t *testing.T) {
	sets, err := measuredQueued()
	if err != nil {
		t.Fatal(err)
	}
	runs, err := queuedRuns()
	if err != nil {
		t.Fatal(err)
	}
	var all []chipRun
	for _, s := range sets {
		for _, r := range s.Runs {
			run, ok := runs[s.name(r)]
			if !ok {
				t.Fatalf("%s: no such kernel", s.name(r))
			}
			all = append(all, chipRun{s.name(r), run})
		}
	}
	holdResults(t, "queued_model.csv", queuedModelCSV, all, []string{"listed.cu as machine code,hash,n=65536", "both.cu as machine code,through,n=262144", "fft.cu,movecolumns,n=1024,c=8", "tutorials.cu,stencil,n=262144"},
		[]string{"halves.cu as machine code,softmax16,n=1024", "fft.cu as machine code,rows,n=1024,c=1", "whole.cu,copy,type=float4,n=262144"})
}

// queuedRuns returns all kernels by their names in queued_model.csv.
func queuedRuns() (map[string]func() (chip.Report, error), error) {
	counts, err := H200FFTCounts()
	if err != nil {
		return nil, err
	}
	times, err := H200FFT()
	if err != nil {
		return nil, err
	}
	whole, err := wholes()
	if err != nil {
		return nil, err
	}
	tutorials, err := H200Tutorials()
	d := Queued(gpu.H200())
	all := map[string]func() (chip.Report, error){}
	for program, runs := range map[string][]chipRun{
		"listed.cu as machine code": codeRuns(d, listedKernels(), (*listedKernel).start),
		"both.cu as machine code":   codeRuns(d, bothKernels(), startBoth),
		"halves.cu as machine code": codeRuns(d, halvesKernels(), func(k *listedKernel, n int) (*emulate.Code, error) { return startHalves(k, n, nil) }),
		"fft.cu as machine code":    fftCodeRuns(d, counts),
		"fft.cu":                    fftRuns(d, counts, complexTransposes(times)),
		"whole.cu":                  wholeRuns(d, whole),
		"tutorials.cu":              tutorialRuns(d, tutorials),
	} {
		for _, r := range runs {
			all[program+","+r.name] = r.run
		}
	}
	return all, err
}

// Oracle: an H200's clock, by events.
func TestQueued(t *testing.T) {
	sets, err := QueuedSets()
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range sets {
		off, second := s.Off()
		mean, worst := 0.0, s.Runs[0]
		for _, r := range s.Runs {
			mean += r.Error() / float64(len(s.Runs))
			if math.Abs(r.Error()) > math.Abs(worst.Error()) {
				worst = r
			}
		}
		t.Logf("%-12s code %-5v %2d launches: %.1f %% off (mean %+.1f, worst %+.1f, %s), the H200 with itself %.1f", s.Program, s.Code, len(s.Runs), 100*off, 100*mean, 100*worst.Error(), worst.Name, 100*second)
		if held := [...]float64{0.033, 0.054, 0.034, 0.065, 0.053, 0.023, 0.035}[i]; off > held { // as near as it is; tutorials.cu 0.024 before its stores took so long to end; fft.cu 0.047 before lines that cross took turns
			t.Errorf("%s: %.1f %% off, held to %.1f", s.Program, 100*off, 100*held)
		}
		if second > 0.015 {
			t.Errorf("%s: two runs are %.1f %% apart", s.Program, 100*second)
		}
	}
}

//go:embed launch.csv
var launchCSV string

// Oracle: an H200's clock. Empty kernels, of which the dispatcher takes notice one by one; and kernels of 256 lanes a workgroup
// that let cycles pass and do nothing else, by the model's numbers: what their ends take stands in no other row.
func TestLaunches(t *testing.T) {
	d := Queued(gpu.H200())
	for i, line := range strings.Split(strings.TrimSpace(launchCSV), "\n") {
		p := pairs{file: "launch.csv", line: i + 1, columns: strings.Split(line, ",")}
		p.head("launch", 8)
		groups, cycles, us := p.float(2, "blocks"), p.fromZero(3, "cycles"), p.float(6, "queued_us")
		if p.err != nil {
			t.Fatal(p.err)
		}
		ends := groups * d.Dispatch.Interval
		if p.columns[1] == "pass" {
			rounds := math.Ceil(groups/float64(d.CUs)) - 1
			ends += cycles + float64(d.Dispatch.Cold) + rounds*float64(d.Dispatch.Fill+8*d.Dispatch.Each)
		}
		if got := 1e6 * (d.Dispatch.Seconds + ends/float64(d.Clock)); math.Abs(got-us) > 0.3 {
			t.Errorf("line %d: %.2f µs, %.2f measured", i+1, got, us)
		}
	}
	r, err := RunWhole(d, WholeTime{Kernel: "empty", Workgroups: 1056, Lanes: 256}, chip.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(1e6*r.Seconds-3.42) > 0.1 {
		t.Errorf("1056 empty workgroups: %.2f µs, want about 3.42", 1e6*r.Seconds)
	}
}
