package silicon

import (
	_ "embed"
	"fmt"
	"strings"
)

// ListedResult is a kernel of listed.cu, halves.cu or fed.cu on a whole H200, launched before, beside the model, which was
// given nothing of it but its machine code and its launch.
type ListedResult struct {
	Kernel               string
	Size                 int     // rows, numbers, or a square's edge
	Microseconds, Second float64 // medians of 15, in two runs
	Told                 float64 // microseconds that the model gave before any of the kernels was run
	ChipResult                   // what it gives now
}

// Error returns (model − measured) / measured, of the model as it is.
func (r ListedResult) Error() float64 { return r.Model/r.Microseconds - 1 }

// ToldError returns the same of what was told.
func (r ListedResult) ToldError() float64 { return r.Told/r.Microseconds - 1 }

var (
	//go:embed listed_h200.csv
	listedCSV string
	//go:embed listed_h200_second.csv
	listedSecondCSV string
	//go:embed listed_told.csv
	listedToldCSV string
	//go:embed listed_model.csv
	listedModelCSV string
	//go:embed halves_h200.csv
	halvesH200CSV string
	//go:embed halves_h200_second.csv
	halvesSecondCSV string
	//go:embed halves_told.csv
	halvesToldCSV string
	//go:embed halves_model.csv
	halvesModelCSV string
	//go:embed everyday_code_model.csv
	everydayCodeModelCSV string
)

// ListedResults returns the kernels in their order; an H200, nvcc 13.0.88, driver 580.159.04, 2026-11-28. The error says
// which line of which file is damaged.
func ListedResults() ([]ListedResult, error) {
	return toldResults("listed", listedCSV, listedSecondCSV, listedToldCSV, listedModelCSV)
}

// HalvesResults returns the kernels of halves.cu and fed.cu in their order, likewise; the same H200's kind and versions, 2026-11-29.
func HalvesResults() ([]ListedResult, error) {
	return toldResults("halves", halvesH200CSV, halvesSecondCSV, halvesToldCSV, halvesModelCSV)
}

// toldResults reads what kernels took, in two runs, what had been told and what the model gives, of files of such a name.
func toldResults(of, first, second, told, model string) ([]ListedResult, error) {
	lines := strings.Split(strings.TrimSpace(first), "\n")
	all := make([]ListedResult, len(lines))
	var kernels []string
	for i, line := range lines {
		p := pairs{file: of + "_h200.csv", line: i + 1, columns: strings.Split(line, ",")}
		p.head(of, 5)
		if p.err == nil {
			all[i] = ListedResult{Kernel: p.columns[1], Size: int(p.float(2, "n")), Microseconds: p.float(3, "us")}
		}
		if p.err != nil {
			return nil, p.err
		}
		kernels = append(kernels, fmt.Sprintf("%s,n=%d", all[i].Kernel, all[i].Size))
	}
	now, err := chipResults(of+"_model.csv", model, kernels)
	if err != nil {
		return nil, err
	}
	again, err := kept(of+"_h200_second.csv", second, "us", names(kernels, func(k string) string { return of + "," + k }))
	if err != nil {
		return nil, err
	}
	before, err := kept(of+"_told.csv", told, "us", names(kernels, func(k string) string { return "told," + k }))
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].ChipResult, all[i].Second, all[i].Told = now[i], again[i], before[i]
	}
	return all, nil
}

//go:embed halves_counters.csv
var halvesCountersCSV string

// HalvesCounts returns what Nsight counted of small launches of halves.cu's kernels and of plain16, by kernel and name:
// instructions, alu, xu, tensor, matrix_loads, copies, sectors_loaded, sectors_stored, local_passes (of loads), mem_shared (all passes of shared memory, and 1 to 3 of each warp besides). The error says which line is damaged.
func HalvesCounts() (map[string]map[string]float64, error) {
	all := map[string]map[string]float64{}
	for i, line := range strings.Split(strings.TrimSpace(halvesCountersCSV), "\n") {
		p := pairs{file: "halves_counters.csv", line: i + 1, columns: strings.Split(line, ",")}
		p.head("counters", 12)
		if p.err != nil {
			return nil, p.err
		}
		counts := map[string]float64{}
		for at := 2; at < 12; at++ {
			name, _, _ := strings.Cut(p.columns[at], "=")
			counts[name] = p.fromZero(at, name)
		}
		if p.err != nil {
			return nil, p.err
		}
		all[p.columns[1]] = counts
	}
	return all, nil
}

// EverydayCode returns the microseconds that the model gives for the machine code of EverydayResults' kernels.
func EverydayCode() ([]float64, error) {
	all, err := chipResults("everyday_code_model.csv", everydayCodeModelCSV, names(everyday(), EverydayTime.name))
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(all))
	for i, r := range all {
		out[i] = r.Model
	}
	return out, nil
}
