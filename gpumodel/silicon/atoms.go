package silicon

import (
	_ "embed"
	"fmt"
	"strings"
)

var (
	//go:embed atoms.csv
	atomsCSV string
	//go:embed atoms_h100.csv
	atomsH100CSV string
)

// atomFiles are what a GPU measured, and what the model gives for its whole kernels.
var atomFiles = map[string]struct {
	name, model     string
	text, modelText *string
}{
	"H200": {"atoms.csv", "atoms_model.csv", &atomsCSV, &atomsModelCSV},
	"H100": {"atoms_h100.csv", "atoms_h100_model.csv", &atomsH100CSV, &atomsH100ModelCSV},
}

// AtomicRate is what a warp's atomic additions to global memory cost its SM, when so many SMs have
// so many warps that do nothing else.
type AtomicRate struct {
	What    string // "red", of integers, "redf", of floating-point numbers: nothing comes back; "atom", "atomf": the old values do; and more, which are not modelled, see atoms.cu
	Pattern string // "dup": consecutive words, of which each is named by K lanes; "stride": words K apart; "one": as dup, the same line for all warps; "chance": one of K words, by chance
	K       int
	SMs     int
	Warps   int     // of each
	Cycles  float64 // of an SM, for each access
}

// AtomicRates returns the rows of atoms.csv, or of the H100's. The error says which line is
// damaged, or that the GPU has none.
func AtomicRates(device string) (rates []AtomicRate, err error) {
	err = atomRows(device, func(p *pairs) {
		if p.columns[0] != "go" {
			return
		}
		p.head("go", 8)
		rates = append(rates, AtomicRate{p.columns[1], p.columns[2], int(p.float(3, "k")), int(p.float(4, "sms")), int(p.float(5, "warps")), p.float(6, "cycles")})
	})
	return rates, err
}

func atomRows(device string, row func(*pairs)) error {
	of, ok := atomFiles[device]
	if !ok {
		return fmt.Errorf("silicon: no atomics of %q, want H200 or H100", device)
	}
	for i, line := range strings.Split(strings.TrimSpace(*of.text), "\n") {
		p := pairs{file: of.name, line: i + 1, columns: strings.Split(line, ",")}
		if row(&p); p.err != nil {
			return p.err
		}
	}
	return nil
}

// AtomicRateRow is a row with what the model gives.
type AtomicRateRow struct {
	AtomicRate
	Model float64
	Set   bool // a number of the preset was set from it
}

// Error returns (model − measured) / measured.
func (r AtomicRateRow) Error() float64 { return r.Model/r.Cycles - 1 }

//go:embed atoms_rates_model.csv
var atomsRatesModelCSV string

// CompareAtomicRates returns a GPU's rows of one SM, of 33 and of all, 32 warps each, of integers and of
// floating-point numbers; without those whose lines the L2 cannot hold. Left out is a single warp, which
// takes up to 2.35 times as long as the model says. What the model gives is kept in atoms_rates_model.csv;
// a test runs some of it anew.
func CompareAtomicRates(device string) ([]AtomicRateRow, error) {
	rates, err := comparedAtomics(device)
	if err != nil {
		return nil, err
	}
	model, err := kept("atoms_rates_model.csv", atomsRatesModelCSV, "cycles", names(rates, func(r AtomicRate) string { return r.name(device) }))
	if err != nil {
		return nil, err
	}
	rows := make([]AtomicRateRow, len(rates))
	for i, r := range rates {
		rows[i] = AtomicRateRow{r, model[i], device == "H200" && r.sets()}
	}
	return rows, nil
}

// comparedAtomics are the rows without what the model gives.
func comparedAtomics(device string) (out []AtomicRate, err error) {
	rates, err := AtomicRates(device)
	for _, r := range rates {
		asked := r.What == "red" || r.What == "atom" || r.What == "redf" || r.What == "atomf"
		if asked && r.Warps == 32 && !(r.SMs > 1 && r.Pattern == "stride" && r.K == 32) {
			out = append(out, r)
		}
	}
	return out, err
}

// sets reports whether a number of the H200's Atomics is from the row, as its lines there say.
func (r AtomicRate) sets() bool {
	key := fmt.Sprintf("%s %s %d", r.What, r.Pattern, r.K)
	if r.SMs == 33 {
		return false
	}
	if r.SMs == 1 {
		switch key {
		case "red stride 2", "red stride 4", "red stride 8", "red stride 16", "red stride 32", "red chance 65536",
			"atom dup 2", "atom dup 4", "atom dup 16", "atom dup 32":
			return true
		}
		return false
	}
	switch key {
	case "red one 1", "red one 4", "red one 32", "redf one 32",
		"atom dup 1", "atom dup 2", "atom dup 4", "atom dup 8", "atom dup 32", "atom stride 8", "atom stride 16":
		return true
	}
	return false
}

func (r AtomicRate) name(device string) string {
	return fmt.Sprintf("model,%s,%s,%s,k=%d,sms=%d", device, r.What, r.Pattern, r.K, r.SMs)
}
