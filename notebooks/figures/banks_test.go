package figures_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/notebooks/figures"
)

// Every bank figure shows, of every GPU, operation and width, what the access's own
// rule says: banks and rows as Requests, passes as Serve.
func TestBankFiguresFollowTheRule(t *testing.T) {
	for _, d := range append(gpu.All(), gpu.FourBanks()) {
		for _, rule := range d.LDS.Rules {
			array := gpumodel.Array{Rows: 64, Columns: 8, Element: rule.Width}
			for what, a := range accesses(t, array, d.Lanes) {
				a.Op = rule.Op
				name := fmt.Sprintf("%s, %d-byte %v, %s", d.Name, rule.Width, rule.Op, what)
				checkBankMap(t, name, d, array, a)
				checkPassesByBank(t, name, d, a)
			}
		}
	}
}

// accesses are ways for so many lanes to load elements of an array.
func accesses(t *testing.T, array gpumodel.Array, lanes int) map[string]gpumodel.Access {
	t.Helper()
	all := map[string]gpumodel.Access{"column": column(t, array, lanes)}
	for _, stride := range []gpumodel.Bytes{0, 1, 2, 3, 8} {
		all[fmt.Sprintf("stride %d", stride)] = gpumodel.Stride(array.Element, lanes, 0, stride*array.Element)
	}
	random := rand.New(rand.NewPCG(1, uint64(array.Element)))
	for i := range 2 {
		a := gpumodel.Stride(array.Element, lanes, 0, 0)
		for lane := range a.Addr {
			a.Addr[lane] = array.Element * gpumodel.Bytes(random.IntN(array.Rows*array.Columns))
		}
		if i%2 == 1 {
			a.Active &= gpumodel.LaneMask(random.Uint64())
		}
		all[fmt.Sprintf("random %d", i)] = a
	}
	return all
}

// checkBankMap demands every word of the array once, in the bank and row that the
// rule gives it, and each request in its word's cell.
func checkBankMap(t *testing.T, name string, d gpumodel.Device, array gpumodel.Array, a gpumodel.Access) {
	t.Helper()
	requests, s := served(t, d, a)
	f, err := figures.BankMap(d, array, a, 1<<20)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if want := fmt.Sprintf(": %d pass", s.Passes); !strings.Contains(f.Title, want) {
		t.Errorf("%s: Title = %q, want %q in it", name, f.Title, want)
	}
	cells := map[gpumodel.Bytes]charts.Cell{}
	drawn := map[[2]int]bool{}
	for _, c := range f.Series[0].(charts.Grid).Cells {
		at := strings.Index(c.Tip, "address ")
		var addr gpumodel.Bytes
		var bank, row int
		if _, err := fmt.Sscanf(c.Tip[max(at, 0):], "address %d\nbank %d, row %d", &addr, &bank, &row); err != nil || c.Column != bank {
			t.Fatalf("%s: cell of column %d says %q: want its address, bank and row", name, c.Column, c.Tip)
		}
		if drawn[[2]int{c.Row, c.Column}] {
			t.Fatalf("%s: two words in line %d, column %d", name, c.Row, c.Column)
		}
		cells[addr], drawn[[2]int{c.Row, c.Column}] = c, true
	}
	if want := int(array.Size() / 4); len(cells) != want || len(drawn) != want {
		t.Errorf("%s: %d words in %d cells, want %d", name, len(cells), len(drawn), want)
	}
	for _, q := range requests {
		c := cells[q.Address]
		place := fmt.Sprintf("bank %d, row %d\n", q.Bank, q.Row)
		_, lanes, _ := strings.Cut(c.Tip, "lane ")
		lanes, _, _ = strings.Cut(lanes, "\n")
		if c.Column != q.Bank || !strings.Contains(c.Tip, place) || !slices.Contains(strings.Split(lanes, ", "), fmt.Sprint(q.Lane)) {
			t.Fatalf("%s: lane %d's word at %d is in column %d and says %q, want bank %d, row %d", name, q.Lane, q.Address, c.Column, c.Tip, q.Bank, q.Row)
		}
	}
}

// checkPassesByBank counts each bank's rows again, and holds what is said of the
// tallest bar to the passes.
func checkPassesByBank(t *testing.T, name string, d gpumodel.Device, a gpumodel.Access) {
	t.Helper()
	requests, s := served(t, d, a)
	f, err := figures.PassesByBank(d, []string{"access"}, a)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	y := f.Series[0].(charts.Bars).Y
	want := make([]float64, len(y))
	for _, q := range requests {
		if q.Bank >= len(y) {
			t.Fatalf("%s: %d bars, want one for bank %d", name, len(y), q.Bank)
		}
		if !q.Shared {
			want[q.Bank]++
		}
	}
	if !slices.Equal(y, want) {
		t.Errorf("%s: bars %v, want the rows %v", name, y, want)
	}
	decides := strings.Contains(f.Caption, "tallest bar is the time")
	if int(slices.Max(y)) == s.Passes != decides || len(s.Phases()) == 1 && a.Active != 0 && !decides {
		t.Errorf("%s: tallest bar %v of %d passes in %d phases; %q", name, slices.Max(y), s.Passes, len(s.Phases()), f.Caption)
	}
}

// served is what the model says of an access.
func served(t *testing.T, d gpumodel.Device, a gpumodel.Access) ([]gpumodel.Request, gpumodel.Service) {
	t.Helper()
	requests, err := d.LDS.Requests(a)
	if err != nil {
		t.Fatal(err)
	}
	s, err := d.LDS.Serve(a)
	if err != nil {
		t.Fatal(err)
	}
	return requests, s
}

// The picture of the layout puts every word where a load of it looks.
func TestLDSLayoutFollowsTheRule(t *testing.T) {
	for _, d := range append(gpu.All(), gpu.FourBanks()) {
		const rows = 20
		f, err := figures.LDSLayout(d, rows)
		if err != nil {
			t.Fatal(err)
		}
		cells := f.Series[0].(charts.Grid).Cells
		if want := (rows + 1) * d.LDS.Banks * int(d.LDS.RowBytes/d.LDS.Interleave); len(cells) != want {
			t.Errorf("%s: %d words, want %d", d.Name, len(cells), want)
		}
		for _, c := range cells {
			load := gpumodel.Stride(4, d.Lanes, gpumodel.Bytes(c.Value), 0)
			load.Active = 1
			requests, _ := served(t, d, load)
			if want := fmt.Sprintf("bank %d, row %d", requests[0].Bank, requests[0].Row); c.Column != requests[0].Bank || !strings.HasSuffix(c.Tip, want) {
				t.Fatalf("%s: column %d, %q, want %s", d.Name, c.Column, c.Tip, want)
			}
		}
	}
}
