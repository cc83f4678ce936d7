package silicon

import (
	_ "embed"
	"strings"
)

//go:embed products.csv
var productsCSV string

// ProductRate is how often a scheduler's warps issue an instruction of tensor cores, or with numbers of 16 bits, or one that
// turns a matrix, as an H200 measured it in loops of nothing else, 2026-11-29.
type ProductRate struct {
	PTX    string  // the instruction's name, without sync and aligned
	Warps  int     // of an SM: 4, 8 or 16
	Chains int     // of each warp, 1, 2, 4 or 8, in each of which one waits for the one before
	Cycles float64 // of a scheduler, for each
}

// H200Products returns the rows of products.csv. The error says which line is damaged.
func H200Products() (all []ProductRate, err error) {
	for i, line := range strings.Split(strings.TrimSpace(productsCSV), "\n") {
		p := pairs{file: "products.csv", line: i + 1, columns: strings.Split(line, ",")}
		p.head("products", 5)
		if p.err == nil {
			all = append(all, ProductRate{p.columns[1], int(p.float(2, "warps")), int(p.float(3, "chains")), p.float(4, "cycles")})
		}
		if p.err != nil {
			return nil, p.err
		}
	}
	return all, nil
}
