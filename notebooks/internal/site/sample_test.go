package site

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"lanebook/charts"
	"lanebook/notebooks/internal/nb"
)

// sampleText is a lecture's first cell: every kind of Markdown that ours use.
const sampleText = `# Local memory and its banks

Why does reading down a column cost thirty-two times as much as reading along a row? The answer is in the address arithmetic of the *local data share*, and in nothing else.

The LDS has ` + "`32`" + ` banks[^1]. The bank of byte address $a$ is $b(a) = \lfloor a/4 \rfloor \bmod 32$, so a wavefront's cost is

$$
C = \max_{b} \sum_{i=0}^{63} [\,b(a_i) = b\,] \qquad\text{with}\qquad
a_i = 4\,(64\,i + k) \quad\Rightarrow\quad C = \frac{64}{32/\gcd(64, 32)} = 64\ \text{cycles}
$$

See [Figure 8.6](#fig-8-6) for the picture; it costs from $5 to $10 to say so in prose.

[^1]: Each bank serves one 4-byte word a cycle.

## A column in one bank

| device | banks | word | cycles, stride 64 | cycles, stride 65 | where the number is from and what it rests on |
|---|--:|--:|--:|--:|---|
| GCN (Tahiti) | 32 | 4 B | 64 | 2 | the document, page 3 |
| MI300X | 32 | 4 B | 64 | 4 | measured |

:::reveal How many cycles does ` + "`A[N][0]`" + ` take for 64 lanes, if $N$ runs over the lanes?
Sixty-four. All the elements are in **one** bank:

` + "```go\nbank := (addr / 4) % 32 // the same for every row\nif bank != 0 { return fmt.Errorf(\"no: %d\", bank) }\n```" + `
:::

<details><summary>A plain question</summary>

And its answer.

</details>
`

// sampleNotebook is an executed notebook with one figure of each kind.
func sampleNotebook(t testing.TB) *nb.Notebook {
	return &nb.Notebook{Cells: []nb.Cell{
		{Type: nb.Markdown, Source: sampleText},
		{Type: nb.Code, ExecutionCount: 1, Metadata: []byte(`{"tags":["hide-code"]}`), Source: "// The packages of this notebook.\nimport (\n\t\"lanebook/charts/show\"\n\t\"lanebook/gpumodel\"\n)\n%%\n"},
		figureCell(t, sampleGrid(), "// A[N][0] of a 64-column array.\n%%\naccess := gpumodel.Column(64, 0)\nshow.Figure(gpumodel.BankMap(gpu.Tahiti.LDS, access))"),
		{Type: nb.Markdown, Source: "## Every stride\n\nThe sweep, on a logarithmic scale. [The next notebook](02-warp-issue.ipynb#top) goes on."},
		figureCell(t, sampleLines(), "show.Figure(sweep())"),
		{Type: nb.Code, ExecutionCount: 4, Source: `fmt.Println("hello")`, Outputs: []nb.Output{
			{Type: nb.Stream, Name: "stdout", Text: "hello \x1b[31mred\x1b[0m <b>\n"},
			{Type: nb.DisplayData, Data: map[string]json.RawMessage{"text/plain": quoted("text"), "text/markdown": quoted("some *words*")}}}},
		{Type: nb.Markdown, Source: "### Padding against swizzle\n\nBars."},
		figureCell(t, sampleBars(), "show.Figure(bars())"),
		{Type: nb.Markdown, Source: "## Capacity"},
		figureCell(t, sampleTable(), "show.Figure(table())"),
	}}
}

func quoted(s string) json.RawMessage { b, _ := json.Marshal(s); return b }

func figureCell(t testing.TB, f charts.Figure, source string) nb.Cell {
	t.Helper()
	data, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	packed := charts.Pack(data)
	if data, err = json.Marshal(packed); err != nil {
		t.Fatal(err)
	}
	return nb.Cell{Type: nb.Code, ExecutionCount: 2, Source: source, Outputs: []nb.Output{{
		Type: nb.DisplayData,
		Data: map[string]json.RawMessage{charts.MIME: data, "text/plain": quoted(charts.Text(f))},
	}}}
}

// sampleGrid is 16 rows of A[N][64] over 32 banks; column 0 is accessed.
func sampleGrid() charts.Figure {
	g := charts.Grid{Across: "bank", Down: "LDS row",
		Keys: []charts.Key{{Tone: charts.Tone1, Label: "accessed"}, {Tone: charts.TonePlain, Label: "not accessed"}}}
	for bank := range 32 {
		g.Columns = append(g.Columns, fmt.Sprint(bank))
	}
	for row := range 16 {
		g.Rows = append(g.Rows, fmt.Sprint(row))
		for bank := range 32 {
			word := row*32 + bank
			c := charts.Cell{Row: row, Column: bank, Tone: charts.TonePlain, Value: float64(word), Label: fmt.Sprint(word % 64),
				Tip: fmt.Sprintf("A[%d][%d]\naddress %d\nbank %d, row %d", word/64, word%64, 4*word, bank, row)}
			if word%64 == 0 {
				c.Tone = charts.Tone1
				c.Tip += fmt.Sprintf("\nlane %d, cycle %d", word/64, word/64)
			}
			g.Cells = append(g.Cells, c)
		}
	}
	return charts.Figure{Name: "bank-map", Number: "8.6", Title: "A[N][64] over the banks", Alt: "All elements A[N][0] are in bank 0.",
		Caption: "Every element of column 0 falls in bank 0: 64 lanes wait in one queue.", Note: "32 banks of 4 bytes (assumed for <Fiji>).",
		Series: []charts.Series{g}}
}

func sampleLines() charts.Figure {
	measured := charts.Line{Name: "measured", Style: charts.Dots}
	model := charts.Line{Name: "model"}
	for s := 1; s <= 128; s++ {
		cycles := 2.0
		for b := 2; b <= 32 && s%b == 0; b *= 2 {
			cycles *= 2
		}
		model.X, model.Y = append(model.X, float64(s)), append(model.Y, cycles)
		if math.Log2(float64(s)) == math.Trunc(math.Log2(float64(s))) {
			measured.X, measured.Y = append(measured.X, float64(s)), append(measured.Y, cycles*1.03)
		}
	}
	return charts.Figure{Name: "stride-sweep", Title: "Cycles by stride", Alt: "Peaks at the powers of two.", Caption: "The peaks are the powers of two.",
		X:      charts.Axis{Label: "stride", Unit: "words", Scale: charts.Log2},
		Y:      charts.Axis{Label: "time", Unit: "cycles", Scale: charts.Log2},
		Series: []charts.Series{model, measured}}
}

func sampleBars() charts.Figure {
	return charts.Figure{Name: "padding", Number: "1a", Title: "Cycles of a transpose", Alt: "Padding and swizzle both take 2 cycles.",
		X: charts.Axis{Label: "layout", Categories: []string{"plain", "padded", "swizzled"}},
		Y: charts.Axis{Label: "time", Unit: "cycles"},
		Series: []charts.Series{charts.Bars{Name: "load", Y: []float64{64, 2, 2}},
			charts.Bars{Name: "store", Y: []float64{2, 2, 2}}}}
}

func sampleTable() charts.Figure {
	return charts.Figure{Name: "capacity", Number: "2", Title: "What a lane gets of 64 KB", Alt: "102 bytes for each lane.",
		Series: []charts.Series{charts.Table{
			Columns: []charts.Column{{Head: "wavefronts"}, {Head: "bytes per lane", Numeric: true}, {Head: "where this rests on, in as many words as it takes to be too wide for a telephone"}},
			Rows:    [][]string{{"10", "102.4", "the document's 100 bytes & 25 variables"}, {"40", "25.6", "a full CU"}}}}}
}

var sampleFront = Front{Name: "Sample", Title: "How GPUs bank", Authors: []person{{Literal: "The Sample authors"}}, Lead: "Every figure in these pages is computed."}

// samplePages is a small site: two notebooks and a page of figures.
func samplePages(t testing.TB) []Page {
	second := &nb.Notebook{Cells: []nb.Cell{
		{Type: nb.Markdown, Source: "# Issuing instructions\n\nTwo instructions a cycle, if they can be found."},
		figureCell(t, sampleLines(), "show.Figure(x)"),
	}}
	ledger := sampleTable()
	ledger.Name = "ledger"
	return []Page{
		{Name: "01-lds-banks", Notebook: sampleNotebook(t), Source: []byte("{}\n")},
		{Name: "02-warp-issue", Notebook: second, Source: []byte("{}\n")},
		{Name: "claims", Text: "# The ledger of claims\n\nEvery number that a document states.", Figures: []charts.Figure{ledger}},
	}
}

// Publish builds a site and writes it.
func Publish(dir string, front Front, pages []Page) error {
	s, err := Build(front, pages)
	if err != nil {
		return err
	}
	return s.Publish(dir)
}
