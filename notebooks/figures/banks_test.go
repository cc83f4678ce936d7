package figures_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/notebooks/figures"
	"lanebook/notebooks/figures/figuretest"
)

// The bank map shows, of every GPU, operation and width, what the access's own rule
// says: banks and rows as Requests, passes as Serve.
func TestBankMapFollowsTheRule(t *testing.T) {
	for _, d := range append(gpu.All(), gpu.FourBanks()) {
		for _, rule := range d.LDS.Rules {
			if rule.Width == 12 { // no array has elements of 12 bytes
				continue
			}
			array := gpumodel.Array{Rows: 64, Columns: 8, Element: rule.Width}
			for what, a := range figuretest.Accesses(t, array, d.Lanes) {
				a.Op = rule.Op
				checkBankMap(t, fmt.Sprintf("%s, %d-byte %v, %s", d.Name, rule.Width, rule.Op, what), d, array, a)
			}
		}
	}
}

// checkBankMap demands every word of the array once, in the bank and row that the
// rule gives it, and each request in its word's cell.
func checkBankMap(t *testing.T, name string, d gpumodel.Device, array gpumodel.Array, a gpumodel.Access) {
	t.Helper()
	requests, s := figuretest.Served(t, d, a)
	f, err := figures.BankMap(d, array, a, 1<<20)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if f.Name = "map"; f.Validate() != nil {
		t.Errorf("%s: %v", name, f.Validate())
	}
	if want := fmt.Sprintf(": %d pass", s.Passes); !strings.Contains(f.Title, want) {
		t.Errorf("%s: Title = %q, want %q in it", name, f.Title, want)
	}
	cells := map[gpumodel.Bytes]charts.Cell{}
	drawn := map[[2]int]bool{}
	for _, c := range f.Series[0].(charts.Grid).Cells {
		at := strings.Index(c.Tip, "address ")
		var addr gpumodel.Bytes
		if _, err := fmt.Sscanf(c.Tip[max(at, 0):], "address %d", &addr); err != nil {
			t.Fatalf("%s: cell of column %d says %q: want its address", name, c.Column, c.Tip)
		}
		if drawn[[2]int{c.Row, c.Column}] {
			t.Fatalf("%s: two words in line %d, column %d", name, c.Row, c.Column)
		}
		cells[addr], drawn[[2]int{c.Row, c.Column}] = c, true
	}
	if want := int(array.Size() / 4); len(cells) != want || len(drawn) != want {
		t.Errorf("%s: %d words in %d cells, want %d", name, len(cells), len(drawn), want)
	}
	for addr := array.Base; addr < array.Base+array.Size(); { // also of words that the access leaves alone: their bank
		all := gpumodel.Access{Op: a.Op, Width: a.Width, Addr: make([]gpumodel.Bytes, d.Lanes)}
		for i := 0; i < d.Lanes && addr < array.Base+array.Size(); i++ {
			all.Addr[i] = addr
			all.Active |= 1 << i
			addr += a.Width
		}
		words, err := d.LDS.Requests(all)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range words {
			if c := cells[q.Address]; c.Column != q.Bank {
				t.Fatalf("%s: the word at %d is in column %d, want bank %d", name, q.Address, c.Column, q.Bank)
			}
		}
	}
	for _, q := range requests {
		c := cells[q.Address]
		place := fmt.Sprintf("bank %d, row %d\n", q.Bank, q.Row)
		_, lanes, _ := strings.Cut(c.Tip, fmt.Sprintf("\npass %d of %d: lane ", q.Pass+1, s.Passes))
		lanes, _, _ = strings.Cut(lanes, "\n")
		if c.Column != q.Bank || !strings.Contains(c.Tip, place) || !slices.Contains(strings.Split(lanes, ", "), fmt.Sprint(q.Lane)) {
			t.Fatalf("%s: lane %d's word at %d is in column %d and says %q, want bank %d, row %d, pass %d", name, q.Lane, q.Address, c.Column, c.Tip, q.Bank, q.Row, q.Pass+1)
		}
		if inPhase(s, q.Pass) > 0 && c.Tone != charts.Tone2 || int(c.Value) < q.Pass {
			t.Fatalf("%s: lane %d's word is served in pass %d; tone %v, value %v", name, q.Lane, q.Pass, c.Tone, c.Value)
		}
	}
}

// inPhase returns how many passes of its phase come before the pass.
func inPhase(s gpumodel.Service, pass int) int {
	for _, p := range s.Phases() {
		if pass < p.Passes {
			return pass
		}
		pass -= p.Passes
	}
	return -1
}
