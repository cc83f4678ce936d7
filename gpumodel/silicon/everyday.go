package silicon

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

// EverydayTime is a kernel of everyday.cu timed on a whole GPU.
type EverydayTime struct {
	Name              string // "rows", "columns", "blur", "options", "bodies", "softmax", "bitonic" and how far partners are apart, "sparse"; "scan", "structs", "horner", "julia", "heat", "floyd", "embed", "dot"; "tiles", "lattice", "seven", "darts", "sorts", "bins", "around", "running"
	Round             int    // 1 to 3: each eight kernels were told when the errors of those before were known
	Size              int    // rows or columns of a square, a picture's edge, options, bodies, rows of 1024, numbers, rows of 16; of the others numbers, an edge, or rows
	Microseconds, Min float64
	Second            float64 // Microseconds of another H100, whose host takes longer to launch; of the third eight those of a second run
}

func (t EverydayTime) name() string { return fmt.Sprintf("%s,n=%d", t.Name, t.Size) }

// everyday are the kernels that were asked, without times.
func everyday() (all []EverydayTime) {
	for _, of := range []struct {
		round int
		names []string
		sizes []int
	}{
		{1, []string{"rows", "columns", "blur"}, []int{1024, 2048, 4096}},
		{1, []string{"options"}, []int{1 << 18, 1 << 20, 1 << 22}},
		{1, []string{"bodies"}, []int{2048, 4096, 8192}},
		{1, []string{"softmax"}, []int{256, 1024, 8192}},
		{1, []string{"bitonic 1", "bitonic 32", "bitonic 4096", "bitonic 262144"}, []int{1 << 20}},
		{1, []string{"sparse"}, []int{1 << 16, 1 << 18, 1 << 20}},
		{2, []string{"scan", "structs", "horner"}, []int{1 << 18, 1 << 20, 1 << 22}},
		{2, []string{"julia"}, []int{256, 512, 1024}},
		{2, []string{"heat", "floyd"}, []int{1024, 2048, 4096}},
		{2, []string{"embed"}, []int{1 << 14, 1 << 16, 1 << 18}},
		{2, []string{"dot"}, []int{1 << 20, 1 << 22, 1 << 24}},
		{3, []string{"tiles", "lattice", "seven"}, []int{256, 512, 1024}},
		{3, []string{"darts"}, []int{1 << 16, 1 << 18, 1 << 20}},
		{3, []string{"sorts"}, []int{1 << 18, 1 << 20, 1 << 22}},
		{3, []string{"bins"}, []int{1 << 20, 1 << 22, 1 << 24}},
		{3, []string{"around"}, []int{1 << 16, 1 << 18, 1 << 20}},
		{3, []string{"running"}, []int{1024, 4096, 16384}},
	} {
		for _, n := range of.sizes {
			for _, name := range of.names {
				all = append(all, EverydayTime{Name: name, Size: n, Round: of.round})
			}
		}
	}
	return all
}

// everydayOf are those of a round.
func everydayOf(round int) []EverydayTime {
	return slices.DeleteFunc(everyday(), func(t EverydayTime) bool { return t.Round != round })
}

var (
	//go:embed everyday_h100.csv
	everydayCSV string
	//go:embed everyday_h100_second.csv
	everydaySecondCSV string
	//go:embed everyday_told.csv
	everydayToldCSV string
	//go:embed everyday_model.csv
	everydayModelCSV string
	//go:embed everyday_h200.csv
	everydayH200CSV string
	//go:embed everyday_h200_model.csv
	everydayH200ModelCSV string
)

// EverydayResult is such a kernel on an H100 beside the model, as launched before.
type EverydayResult struct {
	EverydayTime
	ChipResult         // of the preset as it is
	Told       float64 // microseconds that the model gave before any of its eight kernels was measured

	// Microseconds of an H200 and of its preset, of the second eight, else 0. It was measured first, and its preset,
	// not changed since, asked afterwards.
	H200, ModelH200 float64
}

// Error returns (model − measured) / measured, of the preset as it is.
func (r EverydayResult) Error() float64 { return r.Model/r.Microseconds - 1 }

// ToldError returns the same of what was told.
func (r EverydayResult) ToldError() float64 { return r.Told/r.Microseconds - 1 }

// EverydayResults returns the kernels of everyday.cu on an H100. What the model gave was written down before any of its
// eight was measured, from the second on by the preset that the errors of the first had changed, and of the third with
// their machine code in view. It is kept in everyday_told.csv; everyday_model.csv has what the model gives since reads of
// the L2 have their pace from rates.csv, and scan is written as its compiler has it; a test runs some of that anew. The
// error says which line of which file is damaged.
func EverydayResults() ([]EverydayResult, error) {
	all := everyday()
	chips, err := chipResults("everyday_model.csv", everydayModelCSV, names(all, EverydayTime.name))
	if err != nil {
		return nil, err
	}
	told, err := chipResults("everyday_told.csv", everydayToldCSV, names(all, EverydayTime.name))
	if err != nil {
		return nil, err
	}
	first, err := everydayTimes("everyday_h100.csv", everydayCSV, all)
	if err != nil {
		return nil, err
	}
	second, err := everydayTimes("everyday_h100_second.csv", everydaySecondCSV, all)
	if err != nil {
		return nil, err
	}
	h200s := everydayOf(2)
	h200, err := everydayTimes("everyday_h200.csv", everydayH200CSV, h200s)
	if err != nil {
		return nil, err
	}
	modelled, err := chipResults("everyday_h200_model.csv", everydayH200ModelCSV, names(h200s, EverydayTime.name))
	if err != nil {
		return nil, err
	}
	out := make([]EverydayResult, len(all))
	for i := range first {
		out[i] = EverydayResult{EverydayTime: first[i], ChipResult: chips[i], Told: told[i].Model}
		out[i].Second = second[i].Microseconds
		if n := slices.Index(h200s, all[i]); n >= 0 {
			out[i].H200, out[i].ModelH200 = h200[n].Microseconds, modelled[n].Model
		}
	}
	return out, nil
}

// everydayTimes returns the kernels with what a file has of them.
func everydayTimes(file, text string, all []EverydayTime) ([]EverydayTime, error) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) != len(all) {
		return nil, fmt.Errorf("silicon: %s has %d lines, want %d", file, len(lines), len(all))
	}
	out := make([]EverydayTime, len(all))
	for i, t := range all {
		p := pairs{file: file, line: i + 1, columns: strings.Split(lines[i], ",")}
		p.head("everyday", 5)
		t.Microseconds, t.Min = p.float(3, "us"), p.float(4, "min")
		if n := p.float(2, "n"); p.err == nil && (p.columns[1] != t.Name || int(n) != t.Size) {
			p.err = fmt.Errorf("silicon: %s: line %d is %q, want %s", file, i+1, lines[i], t.name())
		}
		if p.err != nil {
			return nil, p.err
		}
		out[i] = t
	}
	return out, nil
}
