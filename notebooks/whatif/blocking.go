package whatif

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/notebooks/figures"
)

// blocking asks what a matrix product's blocks let each level of memory allow.
var blocking = Definition{
	Name:  "blocking",
	Title: Text{"How large must the blocks of a matrix product be?", "行列積のブロックはどれだけ大きくすべきか"},
	Params: []Param{
		{Name: "machine", Label: Text{"Machine", "計算機"}, Default: "cypress", Choices: []Choice{
			{"cypress", Text{"Cypress (HD 5870)", "Cypress (HD 5870)"}},
			{"fermi", Text{"Fermi (C2050)", "Fermi (C2050)"}},
			{"grape-dr", Text{"GRAPE-DR", "GRAPE-DR"}},
		}},
		{Name: "scheme", Label: Text{"Scheme", "方式"}, Default: "inner", Choices: []Choice{
			{"inner", Text{"inner product", "内積形式"}},
			{"outer", Text{"outer product", "外積形式"}},
		}},
		only("scheme=inner", number("rows", Text{"Rows of a lane's block", "レーンのブロックの行数"}, Text{}, 1, 16, 1, 4)),
		only("scheme=inner", number("columns", Text{"Columns of a lane's block", "レーンのブロックの列数"}, Text{}, 1, 16, 1, 4)),
		only("scheme=inner", number("edge", Text{"Lanes along a tile's edge", "タイルの一辺のレーン数"}, Text{}, 1, 32, 1, 8)),
		numbers("element", Text{"Element", "要素"}, inBytes, 8, 4, 8),
		number("size", Text{"Edge of the matrices", "行列の一辺"}, Text{"elements", "要素"}, 256, 8192, 256, 2048),
		number("bandwidth", Text{"Bandwidths, of the machine's own", "帯域（本来の値に対して）"}, Text{"%", "%"}, 25, 400, 5, 100),
		number("clock", Text{"Clock, of the machine's own", "クロック（本来の値に対して）"}, Text{"%", "%"}, 25, 400, 5, 100),
	},
	Run: runBlocking,
}

func runBlocking(v Values, _ Progress) (Result, error) {
	m, err := machine(v["machine"])
	if err != nil {
		return Result{}, err
	}
	clock, bandwidth := float64(v.Int("clock"))/100, float64(v.Int("bandwidth"))/100
	m.PeakFlops *= clock
	for i := range m.Levels {
		m.Levels[i].BytesPerSecond *= bandwidth
		if m.Levels[i].Name == gpumodel.NearMemory {
			m.Levels[i].BytesPerSecond *= clock // it runs with the processors
		}
	}
	block := gpumodel.Blocking{Rows: v.Int("rows"), Columns: v.Int("columns")}
	n, element := v.Int("size"), gpumodel.Bytes(v.Int("element"))
	scheme := figures.Scheme{Name: fmt.Sprintf("inner product, %d × %d", block.Rows, block.Columns), Machine: m, Traffic: gpumodel.InnerTraffic(block, v.Int("edge"), n, element)}
	if v["scheme"] == "outer" {
		scheme.Name, scheme.Traffic = "outer product", gpumodel.OuterTraffic(gpu.GrapeTiling(), n, element)
	}
	roofline, err := figures.RooflineByLevel(scheme)
	if err != nil {
		return Result{}, err
	}
	table, err := figures.LevelBounds(scheme)
	if err != nil {
		return Result{}, err
	}
	bounds, binding := m.Bounds(scheme.Traffic)
	least := bounds[binding]
	gflops, share := charts.FormatNumber(math.Round(least.Flops/1e9)), charts.FormatNumber(math.Round(100*least.Flops/m.PeakFlops))
	return Result{
		Figures: []charts.Figure{roofline, table},
		Sentence: Text{
			fmt.Sprintf("%s, %s: at most %s Gflops, %s %% of the peak; %s binds.", m.Name, scheme.Name, gflops, share, least.Level),
			fmt.Sprintf("%s、%s：最大 %s Gflops（ピークの %s %%）。制限は %s。", m.Name, scheme.Name, gflops, share, least.Level),
		},
	}, nil
}

// machine returns the machine of a choice.
func machine(value string) (gpumodel.Machine, error) {
	switch value {
	case "cypress":
		return gpu.Cypress(), nil
	case "fermi":
		return gpu.C2050(), nil
	case "grape-dr":
		return gpu.GrapeDR(), nil
	}
	return gpumodel.Machine{}, fmt.Errorf("blocking: machine = %q, want cypress, fermi or grape-dr", value)
}
