package silicon

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// VolumePoint is the H200's volume renderer (probe.cu, mode vr) at one view and one
// shape of workgroup: 1024³ bytes as a three-dimensional texture, a picture of 1024²
// pixels.
type VolumePoint struct {
	View         [3]float64 // angles in degrees
	X, Y         int        // the workgroup's size in pixels
	FrameSeconds float64    // without instrumentation
	References   int        // of wavefronts
	Asked        int        // sectors that the texture units asked for
	Hit, L2Hit   float64    // shares that the L1 and the L2 had
	Methods      []VolumeMethod
}

// VolumeMethod is what one instrumented kernel found there.
type VolumeMethod struct {
	Name                         string  // simple, fence or dummy
	FrameSeconds                 float64 // of the instrumented kernel
	ReferenceCycles, OtherCycles float64 // of a wavefront for each reference: between its clock reads, and besides
	Share                        float64 // of the wavefronts' time between the clock reads
}

//go:embed vr.csv
var volumeCSV string

//go:embed vr_more_views.csv
var volumeMoreCSV string

//go:embed vr_again.csv
var volumeAgainCSV string

//go:embed vr_more_counters.csv
var volumeMoreCountersCSV string

//go:embed vr_counters.csv
var volumeCountersCSV string

// H200Volume returns the points of the views (0,0,0), (90,0,90) and (90,-90,0), eight
// each, shapes from 1×128 to 128×1.
func H200Volume() ([]VolumePoint, error) {
	return countedPoints("vr.csv", volumeCSV, "vr_counters.csv", volumeCountersCSV)
}

// countedPoints reads a file of times, and what was counted of the same points in the same order.
func countedPoints(file, text, counters, counted string) ([]VolumePoint, error) {
	out, err := volumePoints(file, text)
	if err != nil {
		return nil, err
	}
	rows, err := table(counters, counted, 7)
	if err != nil {
		return nil, err
	}
	if len(rows) != len(out)+1 {
		return nil, fmt.Errorf("silicon: %s has %d rows, want %d, one for each of %s and a head", counters, len(rows), len(out)+1, file)
	}
	for i, r := range rows[1:] {
		f := fields{file: counters, row: r}
		v := &out[i]
		if at := fmt.Sprintf("%g/%g/%g %dx%d", v.View[0], v.View[1], v.View[2], v.X, v.Y); at != r[0]+" "+r[1] {
			return nil, fmt.Errorf("silicon: %s: row %d is of %s %s, want %s", counters, i+2, r[0], r[1], at)
		}
		v.Hit, v.L2Hit, v.Asked = f.float(2)/100, f.float(3)/100, f.int(4)
		if f.err != nil {
			return nil, f.err
		}
	}
	return out, nil
}

// H200Frames returns the points of H200Volume, and those of the views (45,30,0) and
// (20,70,10).
func H200Frames() ([]VolumePoint, error) {
	out, err := H200Volume()
	if err != nil {
		return nil, err
	}
	more, err := countedPoints("vr_more_views.csv", volumeMoreCSV, "vr_more_counters.csv", volumeMoreCountersCSV)
	return append(out, more...), err
}

// H200FramesAgain returns the frames of another run of the same program, without
// instrumentation, on another day, in the order of H200Frames: how much of their rank
// hangs on the run.
func H200FramesAgain() ([]VolumePoint, error) { return volumePoints("vr_again.csv", volumeAgainCSV) }

//go:embed vr_new_views.csv
var volumeNewCSV string

//go:embed vr_new_counters.csv
var volumeNewCountersCSV string

// H200NewFrames returns the points of four views that no model had been run on when they were measured. Their L2Hit is 0:
// what was counted is of the half that is near to the SM, to which a sector of the other is a miss.
func H200NewFrames() ([]VolumePoint, error) {
	all, err := countedPoints("vr_new_views.csv", volumeNewCSV, "vr_new_counters.csv", volumeNewCountersCSV)
	for i := range all {
		all[i].L2Hit = 0
	}
	return slices.DeleteFunc(all, func(v VolumePoint) bool { // the two of vr_more_views.csv, once more
		return v.View == [3]float64{45, 30, 0} || v.View == [3]float64{20, 70, 10}
	}), err
}

// H100Frames returns the frames of the H100, of the same views and shapes.
func H100Frames() ([]VolumePoint, error) { return volumePoints("h100_vr.csv", h100VolumeCSV) }

// volumePoints reads a file of times.
func volumePoints(file, text string) ([]VolumePoint, error) {
	var out []VolumePoint
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		p := pairs{file: file, line: i + 1, columns: strings.Split(line, ",")}
		if len(p.columns) == 6 {
			p.head("vr", 6)
			v := VolumePoint{FrameSeconds: p.float(4, "ms") / 1e3}
			p.place(&v)
			out = append(out, v)
		} else {
			p.head("vr", 9)
			if len(out) == 0 && p.err == nil {
				p.err = fmt.Errorf("silicon: %s: line %d comes before a line of method none", file, i+1)
			}
			if p.err == nil {
				v := &out[len(out)-1]
				v.References = int(p.float(8, "refs"))
				v.Methods = append(v.Methods, VolumeMethod{
					Name:         strings.TrimPrefix(p.columns[3], "method="),
					FrameSeconds: p.float(4, "ms") / 1e3, ReferenceCycles: p.float(5, "mem_cycles_per_ref"),
					OtherCycles: p.float(6, "other_cycles_per_ref"), Share: p.float(7, "mem_share"),
				})
			}
		}
		if p.err != nil {
			return nil, p.err
		}
	}
	return out, nil
}

// place reads the view and the shape.
func (p *pairs) place(v *VolumePoint) {
	if p.err != nil {
		return
	}
	angles := strings.Split(strings.TrimPrefix(p.columns[1], "view="), "/")
	x, y, ok := strings.Cut(strings.TrimPrefix(p.columns[2], "tb="), "x")
	bad := !ok || len(angles) != 3
	var err error
	for i := 0; i < 3 && !bad; i++ {
		v.View[i], err = strconv.ParseFloat(angles[i], 64)
		bad = err != nil
	}
	if v.X, err = strconv.Atoi(x); err != nil {
		bad = true
	}
	if v.Y, err = strconv.Atoi(y); err != nil || bad {
		p.err = fmt.Errorf("silicon: %s: line %d is %q, want view=a/b/c and tb=XxY", p.file, p.line, p.columns)
	}
}
