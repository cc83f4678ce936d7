package whatif

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/notebooks/figures"
)

// blocking asks what a matrix product's blocks let each level of memory allow, and
// whether they fit the registers and the LDS.
func blocking() Definition {
	return Definition{
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
			only("scheme=inner", edgeParam()),
			only("scheme=inner", number("depth", Text{"Steps of a tile in the LDS", "LDS のタイルの段数"}, Text{}, 1, 64, 1, 16)),
			numbers("element", Text{"Element", "要素"}, inBytes, 8, 4, 8),
			matrixParam(),
			number("bandwidth", Text{"Bandwidths, of the machine's own", "帯域（本来の値に対して）"}, Text{"%", "%"}, 25, 400, 5, 100),
			number("clock", Text{"Clock, of the machine's own", "クロック（本来の値に対して）"}, Text{"%", "%"}, 25, 400, 5, 100),
		},
		Run: runBlocking,
	}
}

// edgeParam is the lanes along a tile's edge: a GPU's workgroups are square, and
// GRAPE-DR's chips are what they are.
func edgeParam() Param {
	p := number("edge", Text{"Lanes along a tile's edge", "タイルの一辺のレーン数"}, Text{}, 1, 32, 1, 16)
	p.Take = func(v Values) (string, Text) {
		switch edge := v.Int("edge"); {
		case v["machine"] == "grape-dr":
			return "16", Text{"for a chip has 16 blocks, of 32 processors each", "チップは 32 プロセッサのブロック 16 個のため"}
		case v["machine"] == "cypress" && edge > 16:
			return "16", Text{"for 256 lanes are the most of a workgroup", "ワークグループは 256 レーンまでのため"}
		}
		return v["edge"], Text{}
	}
	return p
}

// matrixParam is the edge of the matrices, of which an outer product keeps a B.
func matrixParam() Param {
	p := number("size", Text{"Edge of the matrices", "行列の一辺"}, Text{"elements", "要素"}, 256, 8192, 256, 8192)
	p.Take = func(v Values) (string, Text) {
		t := machines[v["machine"]].resident
		least := (max(t.Depth, t.Width) + p.Step - 1) / p.Step * p.Step
		if v["scheme"] != "outer" || v.Int("size") >= least {
			return v["size"], Text{}
		}
		return strconv.Itoa(least), Text{
			fmt.Sprintf("for a B of %d × %d stays on the chip", t.Depth, t.Width),
			fmt.Sprintf("チップに置く B が %d × %d のため", t.Depth, t.Width),
		}
	}
	return p
}

func runBlocking(v Values, _ Progress) (Result, error) {
	m, ok := machines[v["machine"]]
	if !ok {
		return Result{}, fmt.Errorf("blocking: machine = %q, want cypress, fermi or grape-dr", v["machine"])
	}
	scheme := m.scheme(v)
	room, err := m.room(v)
	if err != nil {
		return Result{}, err
	}
	name := scheme.Machine.Name + ", " + scheme.Name
	if !room.fits {
		return Result{Figures: []charts.Figure{room.table(name)}, Sentence: Text{
			fmt.Sprintf("%s: it does not fit. %s", name, room.says.EN),
			fmt.Sprintf("%s：収まりません。%s", name, room.says.JA),
		}}, nil
	}
	roofline, err := figures.RooflineByLevel(scheme)
	if err != nil {
		return Result{}, err
	}
	table, err := figures.LevelBounds(scheme)
	if err != nil {
		return Result{}, err
	}
	bounds, binding := scheme.Machine.Bounds(scheme.Traffic)
	least := bounds[binding]
	gflops, share := charts.FormatNumber(math.Round(least.Flops/1e9)), charts.FormatNumber(math.Round(1000*least.Flops/scheme.Machine.PeakFlops)/10)
	return Result{
		Figures: []charts.Figure{roofline, table, room.table(name)},
		Sentence: Text{
			fmt.Sprintf("%s: at most %s Gflops, %s %% of the peak; %s binds. %s", name, gflops, share, least.Level, room.says.EN),
			fmt.Sprintf("%s：最大 %s Gflops（ピークの %s %%）。制限は %s。%s", name, gflops, share, least.Level, room.says.JA),
		},
	}, nil
}

// multiplier is a machine that multiplies: its memories, what is resident on one of
// its CUs, and the B that its outer product keeps.
type multiplier struct {
	memories func() gpumodel.Machine
	cu       func() gpumodel.Device // nil for GRAPE-DR, whose processors have a local memory each
	resident gpumodel.OuterTiling
	tiles    bool // of the inner product stand in the LDS
}

var machines = map[string]multiplier{
	"cypress":  {gpu.Cypress, gpu.CypressSIMD, gpu.SlabTiling(20, 16), false}, // Nakasato's kernels read through the L1
	"fermi":    {gpu.C2050, gpu.GTX480, gpu.SlabTiling(14, 32), true},         // a GTX 480 has the same SMs
	"grape-dr": {gpu.GrapeDR, nil, gpu.GrapeTiling(), false},
}

// scheme is what is multiplied how, with the reader's clock and bandwidths.
func (m multiplier) scheme(v Values) figures.Scheme {
	n, element := v.Int("size"), gpumodel.Bytes(v.Int("element"))
	machine := m.memories().For(element)
	clock, bandwidth := float64(v.Int("clock"))/100, float64(v.Int("bandwidth"))/100
	machine.PeakFlops *= clock
	machine.Levels = slices.Clone(machine.Levels)
	for i := range machine.Levels {
		l := &machine.Levels[i]
		l.BytesPerSecond *= bandwidth
		if l.Name == gpumodel.NearMemory {
			l.BytesPerSecond *= clock // it runs with the processors
		}
	}
	s := figures.Scheme{Machine: machine}
	block := blockOf(v)
	switch t := m.resident; {
	case v["scheme"] == "outer":
		s.Name, s.Traffic = fmt.Sprintf("outer product, B of %d × %d", t.Depth, t.Width), gpumodel.OuterTraffic(t, n, element)
	case m.cu == nil:
		s.Name = fmt.Sprintf("inner product, C of %d × %d on a chip", block.Rows*t.Blocks, block.Columns*t.Processors)
		s.Traffic = gpumodel.BroadcastInnerTraffic(block, t.Blocks, t.Processors, n, element)
	default:
		s.Name, s.Traffic = fmt.Sprintf("inner product, %d × %d", block.Rows, block.Columns), gpumodel.InnerTraffic(block, v.Int("edge"), n, element)
	}
	return s
}

// blockOf is the block of C of one lane.
func blockOf(v Values) gpumodel.Blocking {
	return gpumodel.Blocking{Rows: v.Int("rows"), Columns: v.Int("columns")}
}
