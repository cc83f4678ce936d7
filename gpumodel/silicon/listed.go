package silicon

import (
	_ "embed"
	"fmt"
	"strings"
)

// ListedResult is a kernel of listed.cu on a whole H200, launched before, beside the model, which was given nothing of
// it but its machine code and its launch.
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
	//go:embed everyday_code_model.csv
	everydayCodeModelCSV string
)

// ListedResults returns the kernels in their order; an H200, nvcc 13.0.88, driver 580.159.04, 2026-11-28. The error says
// which line of which file is damaged.
func ListedResults() ([]ListedResult, error) {
	lines := strings.Split(strings.TrimSpace(listedCSV), "\n")
	all := make([]ListedResult, len(lines))
	var kernels []string
	for i, line := range lines {
		p := pairs{file: "listed_h200.csv", line: i + 1, columns: strings.Split(line, ",")}
		p.head("listed", 5)
		if p.err == nil {
			all[i] = ListedResult{Kernel: p.columns[1], Size: int(p.float(2, "n")), Microseconds: p.float(3, "us")}
		}
		if p.err != nil {
			return nil, p.err
		}
		kernels = append(kernels, fmt.Sprintf("%s,n=%d", all[i].Kernel, all[i].Size))
	}
	model, err := chipResults("listed_model.csv", listedModelCSV, kernels)
	if err != nil {
		return nil, err
	}
	second, err := kept("listed_h200_second.csv", listedSecondCSV, "us", names(kernels, func(k string) string { return "listed," + k }))
	if err != nil {
		return nil, err
	}
	told, err := kept("listed_told.csv", listedToldCSV, "us", names(kernels, func(k string) string { return "told," + k }))
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].ChipResult, all[i].Second, all[i].Told = model[i], second[i], told[i]
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
