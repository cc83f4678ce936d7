package silicon

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"lanebook/gpumodel"
)

// L2Rate is how many lines a cycle an L2 gave to loads that passed the L1 by, each warp with
// eight at a time.
type L2Rate struct {
	probe   string         // "far" or "rates"
	Chance  bool           // lines were drawn by chance; otherwise all warps together went through them in order
	Sectors int            // read of each line
	Side    int            // so many lines side by side are drawn together
	Size    gpumodel.Bytes // of all that is read
	CUs     int            // that read
	Warps   int            // of each
	Lines   float64        // a cycle of the CUs, of all of them together
}

var (
	//go:embed rates.csv
	ratesCSV string
	//go:embed rates_h100.csv
	ratesH100CSV string
	//go:embed far.csv
	farCSV string
	//go:embed far_h100.csv
	farH100CSV string
)

// L2Rates returns the rows of rates.csv and far.csv, or of the H100's. The error
// says which row of the embedded files is damaged, or that the GPU has none.
func L2Rates(device string) ([]L2Rate, error) {
	switch device {
	case "H200":
		return l2Rates("", ratesCSV, farCSV)
	case "H100":
		return l2Rates("_h100", ratesH100CSV, farH100CSV)
	}
	return nil, fmt.Errorf("silicon: no rates of the L2 of %q, want H200 or H100", device)
}

func l2Rates(of, rates, far string) (out []L2Rate, err error) {
	for i, line := range strings.Split(strings.TrimSpace(far), "\n") {
		p := pairs{file: "far" + of + ".csv", line: i + 1, columns: strings.Split(line, ",")}
		p.head("far", 7)
		out = append(out, L2Rate{"far", true, int(p.float(1, "sectors")), int(p.float(2, "side")), gpumodel.Bytes(p.float(3, "mb")) << 20,
			int(p.float(4, "sms")), int(p.float(5, "warps")), p.float(6, "lines_per_cycle")})
		if p.err != nil {
			return nil, p.err
		}
	}
	rows, err := table("rates"+of+".csv", rates, 7)
	if err != nil {
		return nil, err
	}
	for _, row := range rows[1:] {
		f := fields{file: "rates" + of + ".csv", row: row}
		out = append(out, L2Rate{"rates", row[1] == "chance", f.int(2), 1, gpumodel.Bytes(f.int(3)) << 20, f.int(4), f.int(5), f.float(6)})
		if f.err != nil {
			return nil, f.err
		}
	}
	return out, nil
}

// L2RateRow is a row with what the model gives, in lines a cycle.
type L2RateRow struct {
	L2Rate
	Model float64
	Set   bool // a number of the model was set from it
}

//go:embed rates_model.csv
var ratesModelCSV string

// CompareL2Rates returns rows of all CUs and 32 warps, one or all four sectors of lines by chance, of
// nine footprints. What the model gives is kept in rates_model.csv; a test runs some of it anew.
func CompareL2Rates(device string) ([]L2RateRow, error) {
	rows, err := comparedRates(device)
	if err != nil {
		return nil, err
	}
	kept := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(ratesModelCSV), "\n") {
		name, rest, _ := strings.Cut(line, ",model=")
		kept[name] = rest
	}
	for i := range rows {
		r := &rows[i]
		name := r.name(device)
		if n, err := fmt.Sscanf(kept[name], "%f", &r.Model); n != 1 {
			return nil, fmt.Errorf("silicon: rates_model.csv: %q of %s: %w", kept[name], name, err)
		}
	}
	return rows, nil
}

// comparedRates are the rows without what the model gives.
func comparedRates(device string) (out []L2RateRow, err error) {
	rows, err := L2Rates(device)
	if err != nil {
		return nil, err
	}
	sizes := []gpumodel.Bytes{16, 32, 48, 64, 96, 128, 256, 1024, 4096}
	for _, r := range rows {
		if r.probe != "far" || r.CUs != 132 || r.Warps != 32 || r.Sectors == 2 || r.Side == 8 || !slices.Contains(sizes, r.Size>>20) {
			continue
		}
		set := device == "H200" && (r.Size == 16<<20 && r.Side == 1 || r.Size == 4<<30 && r.Sectors == 1)
		out = append(out, L2RateRow{L2Rate: r, Set: set})
	}
	return out, nil
}

func (r L2Rate) name(device string) string {
	return fmt.Sprintf("model,%s,sectors=%d,side=%d,mb=%d", device, r.Sectors, r.Side, r.Size>>20)
}
