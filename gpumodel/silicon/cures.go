package silicon

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed cures_h100.csv
var curesCSV string

// Cure is what lies between two clock reads around a load from global memory, by how the second
// is kept from coming too early: "simple" (by nothing), "fence" (of the workgroup), "fence of the
// gpu", "dummy" (a branch on the value), "listing" (a branch on something else, whose body would
// use the value), "use" (an instruction that has the value as an operand: the load's own time).
type Cure struct {
	Where, How string // Where the line is: "l1", "l2", "dram"
	Wavefronts int    // of each SM
	Cycles     float64
}

// H100Cures returns the rows of cures_h100.csv. The error says which line is damaged.
func H100Cures() (cures []Cure, err error) {
	for i, line := range strings.Split(strings.TrimSpace(curesCSV), "\n") {
		if strings.HasPrefix(line, "gpu,") {
			continue
		}
		p := pairs{file: "cures_h100.csv", line: i + 1, columns: strings.Split(line, ",")}
		if p.head("cure", 5); p.err == nil {
			cures = append(cures, Cure{
				strings.TrimPrefix(p.columns[1], "where="), strings.TrimPrefix(p.columns[2], "how="),
				int(p.float(3, "warps")), p.float(4, "cycles"),
			})
		}
		if p.err != nil {
			return nil, p.err
		}
	}
	return cures, nil
}

// Cured reads how much of a load from an H100's DRAM, one wavefront of each SM, a cure finds: its
// clock reads' distance over that with a use of the value.
func Cured(how string) Reading {
	return func() (Measurement, error) {
		cures, err := H100Cures()
		cycles := map[string]float64{}
		for _, c := range cures {
			if c.Where == "dram" && c.Wavefronts == 1 {
				cycles[c.How] = c.Cycles
			}
		}
		if cycles[how] == 0 || cycles["use"] == 0 {
			return Measurement{}, missing(err, "cures_h100.csv", how)
		}
		what := fmt.Sprintf("a load from DRAM, %.0f cycles of %.0f", cycles[how], cycles["use"])
		return Measurement{cycles[how] / cycles["use"], "of the load", "H100", what, "cures_h100.csv"}, nil
	}
}
