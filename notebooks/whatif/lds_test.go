package whatif

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/notebooks/figures/figuretest"
)

// The layout what-if's map and numbers are what the model says of the same
// addresses, on every GPU that it offers and for every width.
func TestLayoutFollowsTheRule(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, choice := range ldsLayout().Params[0].Choices {
		d, err := gpu.ByID(choice.Value)
		if err != nil {
			t.Fatal(err)
		}
		for _, width := range []gpumodel.Bytes{4, 8, 16} {
			for i, span := range []int{0, 1, 2, 9, 64} { // times the lane number; 64: anywhere
				access := gpumodel.Stride(width, d.Lanes, 0, gpumodel.Bytes(span)*width)
				if span == 64 {
					for lane := range access.Addr {
						access.Addr[lane] = width * gpumodel.Bytes(random.IntN(1024))
					}
				}
				if access.Op = gpumodel.Op(i % 2); !gpu.HasRules(d, access.Op) { // RDNA's stores, which it does not take
					access.Op = gpumodel.Load
				}
				checkLayout(t, d, choice.Value, access)
			}
		}
	}
}

func checkLayout(t *testing.T, d gpumodel.Device, name string, access gpumodel.Access) {
	t.Helper()
	requests, s := figuretest.Served(t, d, access)
	r, err := runLDSLayout(Values{"device": name, "op": access.Op.String(), "wavefronts": "3", "element": fmt.Sprint(int(access.Width)), "access": "list", "rows": "32", "columns": "32", "pad": "0", "swizzle": "0",
		"addresses": strings.Trim(fmt.Sprint(access.Addr), "[]")}, nil)
	if err != nil {
		t.Errorf("%s: %v", d.Name, err)
		return
	}
	if row := r.Figures[1].Series[0].(charts.Table).Rows[0]; row[2] != fmt.Sprint(s.Passes) || row[3] != fmt.Sprint(s.Conflicts) {
		t.Errorf("%s: %q, want %d passes and %d conflicts", d.Name, row, s.Passes, s.Conflicts)
	}
	for i, wavefronts := range []int{1, 3} {
		together, err := d.LDS.Together(slices.Repeat([]gpumodel.Access{access}, wavefronts)...)
		if err != nil {
			t.Fatal(err)
		}
		if row := r.Figures[2].Series[0].(charts.Table).Rows[i]; row[0] != fmt.Sprint(wavefronts) || row[1] != fmt.Sprint(together) {
			t.Errorf("%s: %q, want %d wavefronts in %d cycles", d.Name, row, wavefronts, together)
		}
	}
	grid := r.Figures[0].Series[0].(charts.Grid)
	for _, q := range requests {
		tip := fmt.Sprintf("address %d\nbank %d, row %d\n", q.Address, q.Bank, q.Row)
		if !slices.ContainsFunc(grid.Cells, func(c charts.Cell) bool { return c.Column == q.Bank && c.Label != "" && strings.Contains(c.Tip, tip) }) {
			t.Fatalf("%s, %d bytes: lane %d's word at %d is not drawn in bank %d, row %d", d.Name, access.Width, q.Lane, q.Address, q.Bank, q.Row)
		}
	}
	if want := d.LDS.BanksOf(must(d.LDS.Rule(access.Op, access.Width))); len(grid.Columns) != want {
		t.Errorf("%s: %d banks, want %d", d.Name, len(grid.Columns), want)
	}
}

func must(r gpumodel.Rule, ok bool) gpumodel.Rule {
	if !ok {
		panic("no rule")
	}
	return r
}
