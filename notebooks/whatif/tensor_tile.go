package whatif

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/notebooks/figures"
)

// tensorTile asks whether shared memory can feed tensor cores.
func tensorTile() Definition {
	tile := func(name string, label Text, standard int) Param {
		return numbers(name, label, Text{}, standard, 16, 32, 64, 128)
	}
	return Definition{
		Name:  "tensor-tile",
		Title: Text{"Can shared memory feed the tensor cores?", "シェアードメモリはテンソルコアに追いつくか"},
		Params: []Param{
			tile("rows", Text{"Rows of a warp's tile", "ワープのタイルの行数"}, 64),
			atMost(tile("columns", Text{"Its columns", "その列数"}, 32), func(v Values) (int, Text) {
				n := 128
				for v.Int("rows")*n/32 > mostSums {
					n /= 2
				}
				return n, Text{"or a lane's sums would not leave room in its registers", "レーンの和がレジスタに収まるように"}
			}),
			numbers("down", Text{"Warps of a block, down", "ブロックのワープ（縦）"}, Text{}, 2, 1, 2, 4),
			atMost(numbers("across", Text{"Warps, across", "ワープ（横）"}, Text{}, 4, 1, 2, 4), func(v Values) (int, Text) {
				n := 4
				for 32*v.Int("down")*n*(v.Int("rows")*v.Int("columns")/32+besideSums) > smRegisters {
					n /= 2
				}
				return n, Text{"or the block's registers would be more than an SM has", "SM のレジスタに収まるように"}
			}),
			numbers("depth", Text{"Along at a time", "一度に進む K 方向の長さ"}, Text{"numbers", "要素"}, 32, 16, 32, 64),
			{Name: "cure", Label: Text{"Rows of shared memory", "シェアードメモリの行"}, Default: "none", Choices: []Choice{
				{"none", Text{"as they come", "そのまま"}},
				{"pad", Text{"padded by 16 bytes", "16 バイトのパディング"}},
				{"xor", Text{"their 16-byte parts xored with the row", "16 バイト単位を行番号と xor"}},
			}},
			{Name: "by", Label: Text{"They come", "データの書き込み方法"}, Default: "copies", Choices: []Choice{
				{"copies", Text{"by asynchronous copies", "非同期コピーで"}},
				{"stores", Text{"through registers, by stores", "レジスタ経由のストアで"}},
			}},
		},
		Run: runTensorTile,
	}
}

// Registers: of a lane so many may hold sums, of 255, and so many hold the rest, assumed; an SM has so many. l2Cycle is how
// many bytes the L2 gives an SM in a cycle if all ask. Source: gpu.H200, its Limits and Caches.L2 over 132 SMs.
const (
	mostSums    = 128
	besideSums  = 32
	smRegisters = 1 << 16
	l2Cycle     = 4700 / 132.
)

// productCycles is how often a scheduler's tensor core takes a product of 16 × 8 × 16, and productsOnce how many an SM
// has. Source: HMMA.16816 of package sass, [products.csv] of package silicon.
const (
	productCycles = 6
	productsOnce  = 4
)

// tensorShape is a block's part of a product of matrices of 16-bit numbers.
type tensorShape struct {
	rows, columns, down, across, depth int
	cure                               string
	stores                             bool
}

// tileCost is for how many cycles a product of 16 × 8 × 16 keeps shared memory busy, and how many bytes it needs from the L2.
type tileCost struct{ first, second, arriving, bytes float64 }

func (c tileCost) all() float64 { return c.first + c.second + c.arriving }

// busy is how busy the tensor cores can be at most, and whether the L2 sets that.
func (c tileCost) busy() (share float64, l2 bool) {
	l2 = c.bytes/l2Cycle > max(c.all(), productCycles/float64(productsOnce))
	return min(1, productCycles/float64(productsOnce)/max(c.all(), c.bytes/l2Cycle)), l2
}

func runTensorTile(v Values, _ Progress) (Result, error) {
	s := tensorShape{v.Int("rows"), v.Int("columns"), v.Int("down"), v.Int("across"), v.Int("depth"), v["cure"], v["by"] == "stores"}
	d := gpu.H200()
	first, second := s.arrays()
	var served [2]gpumodel.Service
	var maps []charts.Figure
	for i, a := range []gpumodel.Array{first, second} {
		a.Rows = 16
		access := matrixLoad(a, 0)
		f, s, err := bankMap(d, a, access)
		if err != nil {
			return Result{}, err
		}
		f.Title = []string{"Sixteen rows of the first matrix: ", "Sixteen rows of the second: "}[i] + figures.Passes(s.Passes)
		served[i], maps = s, append(maps, f)
	}
	var costs []tileCost
	for _, cure := range []string{"none", "pad", "xor"} {
		of := s
		of.cure = cure
		c, err := of.cost(&d)
		if err != nil {
			return Result{}, err
		}
		costs = append(costs, c)
	}
	mine, err := s.cost(&d)
	if err != nil {
		return Result{}, err
	}
	peak := s.pace(&d)
	busy, l2 := mine.busy()
	why := Text{}
	if l2 {
		why = Text{", for the L2 gives no more", "（L2 の帯域による）"}
	}
	return Result{
		Figures: append([]charts.Figure{costBars(costs), s.inNumbers(mine, served, peak)}, maps...),
		Sentence: Text{
			fmt.Sprintf("H200: a product of 16 × 8 × 16 keeps shared memory for %.2f cycles, %.2f of them for what arrives; tensor cores take one every %.1f. So they can be busy for %.0f %% of the time at most%s: %.0f of %.0f TFLOP/s.",
				mine.all(), mine.arriving, float64(productCycles)/productsOnce, 100*busy, why.EN, busy*peak, peak),
			fmt.Sprintf("H200：16 × 8 × 16 の積ひとつにシェアードメモリは %.2f サイクル（うち書き込み %.2f）、テンソルコアは %.1f サイクルに 1 回。稼働率は最大 %.0f %%%s、%.0f TFLOP/s 中 %.0f TFLOP/s。",
				mine.all(), mine.arriving, float64(productCycles)/productsOnce, 100*busy, why.JA, peak, busy*peak),
		},
	}, nil
}

// arrays are the block's parts of both matrices in shared memory, of elements of 16 bytes.
func (s tensorShape) arrays() (first, second gpumodel.Array) {
	of := func(rows, numbers int) gpumodel.Array {
		a := gpumodel.Array{Rows: rows, Columns: numbers / 8, Element: 16}
		switch s.cure {
		case "pad":
			a.Pad = 1
		case "xor": // rows of 128 bytes and more are all exchanged; of shorter ones as many share a number as lie in a line
			a.Swizzle = gpumodel.Swizzle{Span: min(8, a.Columns), Every: max(1, 8/a.Columns)}
		}
		return a
	}
	return of(s.rows*s.down, s.depth), of(s.depth, s.columns*s.across)
}

// matrixLoad loads 16 rows of 16 numbers, from a column of the array on: lanes 0 to 15 name the rows' first halves.
func matrixLoad(a gpumodel.Array, column int) gpumodel.Access {
	load := gpumodel.Access{Op: gpumodel.LoadMatrix, Width: 16, Active: gpumodel.AllLanes(32)}
	for lane := range 32 {
		load.Addr = append(load.Addr, a.Offset(lane%16, column+lane/16))
	}
	return load
}

// cost adds up what a block asks of shared memory while it goes on once, for each of its products.
func (s tensorShape) cost(d *gpumodel.Device) (c tileCost, err error) {
	first, second := s.arrays()
	warps := s.down * s.across
	products := float64(warps * s.rows / 16 * s.columns / 8 * s.depth / 16)
	c.bytes = float64(first.Rows*first.Columns+second.Rows*second.Columns) * 16 / products
	for h := range s.depth / 16 { // each warp loads its rows of the first matrix, and its columns of the second
		a, err := d.LDS.Serve(matrixLoad(first, 2*h))
		if err != nil {
			return c, err
		}
		c.first += float64(a.Passes*s.rows/16*warps) / products
		for column := range s.columns / 16 {
			b, err := d.LDS.Serve(matrixLoad(second, 2*column))
			if err != nil {
				return c, err
			}
			c.second += float64(b.Passes*warps) / products
		}
	}
	for _, a := range []gpumodel.Array{first, second} {
		cycles, err := s.arrive(d, a)
		if err != nil {
			return c, err
		}
		c.arriving += cycles / products
	}
	return c, nil
}

// arrive is how long shared memory takes for an array that comes, 16 bytes a lane, row by row, each from another line of memory.
func (s tensorShape) arrive(d *gpumodel.Device, a gpumodel.Array) (cycles float64, err error) {
	const apart = 1 << 14 // bytes from row to row in memory
	for begin := 0; begin < a.Rows*a.Columns; begin += 32 {
		to := gpumodel.Access{Op: gpumodel.AsyncCopy, Width: 16, Addr: make([]gpumodel.Bytes, 32)}
		from := make([]gpumodel.Bytes, 32)
		for lane := range min(32, a.Rows*a.Columns-begin) {
			row, column := (begin+lane)/a.Columns, (begin+lane)%a.Columns
			to.Addr[lane], from[lane] = a.Offset(row, column), gpumodel.Bytes(row*apart+16*column)
			to.Active |= 1 << lane
		}
		if s.stores {
			to.Op = gpumodel.Store
			served, err := d.LDS.Serve(to)
			if err != nil {
				return 0, err
			}
			cycles += float64(served.Passes)
			continue
		}
		took, err := d.LDS.Copies.Cycles(to, from)
		if err != nil {
			return 0, err
		}
		cycles += took
	}
	return cycles, nil
}

// pace is what all tensor cores do that nothing holds up, in tera-operations a second, at the clock that they have then.
func (s tensorShape) pace(d *gpumodel.Device) float64 {
	return 2 * 16 * 8 * 16 / float64(productCycles) * productsOnce * float64(d.CUs) * float64(d.Clocks.Products) / 1e12
}

// costBars draws what a product costs with each cure.
func costBars(costs []tileCost) charts.Figure {
	bars := [3]charts.Bars{{Name: "loads of the first matrix", Stack: "of", Tone: charts.Tone1}, {Name: "loads of the second", Stack: "of", Tone: charts.Tone3}, {Name: "what arrives", Stack: "of", Tone: charts.Tone2}}
	for _, c := range costs {
		for i, cycles := range []float64{c.first, c.second, c.arriving} {
			bars[i].Y = append(bars[i].Y, cycles)
		}
	}
	limit := float64(productCycles) / productsOnce
	return charts.Figure{
		Title:   "What a product costs shared memory, by what is done about conflicts",
		Caption: "Cycles of shared memory for each product of 16 × 8 × 16; the dashed line is how often the four tensor cores of an SM take one, if four warps at least have products to give them. Above it they wait. What the L2 gives is not drawn: it may hold them up besides.",
		Alt:     "Bars of cycles for rows as they come, padded and xored, each made of loads of two matrices and what arrives; a line at 1.5.",
		X:       charts.Axis{Categories: []string{"as they come", "padded", "xored"}},
		Y:       charts.Axis{Label: "cycles a product"},
		Series:  []charts.Series{bars[0], bars[1], bars[2], charts.Line{Name: "tensor cores", X: []float64{0, 1, 2}, Y: []float64{limit, limit, limit}, Style: charts.Dashed, Tone: charts.ToneSoft}},
	}
}

// inNumbers is the table of what the tile takes.
func (s tensorShape) inNumbers(c tileCost, served [2]gpumodel.Service, peak float64) charts.Figure {
	first, second := s.arrays()
	local := first.Size() + second.Size()
	busy, _ := c.busy()
	t := charts.Table{Columns: []charts.Column{{Head: "of the tile"}, {Head: "is", Numeric: true}}, Rows: [][]string{
		{"the block's part of the result", fmt.Sprintf("%d × %d", s.rows*s.down, s.columns*s.across)},
		{"warps", fmt.Sprint(s.down * s.across)},
		{"registers of a lane for sums", fmt.Sprint(s.rows * s.columns / 32)},
		{"shared memory of one stage, bytes", fmt.Sprint(local)},
		{"stages in the 227 KB that a block can have", fmt.Sprint((227 << 10) / int(local))},
		{"passes of 16 rows of the first matrix", fmt.Sprintf("%d, %d at best", served[0].Passes, served[0].Ideal)},
		{"of the second", fmt.Sprintf("%d, %d at best", served[1].Passes, served[1].Ideal)},
		{"cycles of shared memory for each product", fmt.Sprintf("%.2f", c.all())},
		{"tensor cores busy at most, %", fmt.Sprintf("%.0f", 100*busy)},
		{"TFLOP/s at most, of 132 SMs at 1.80 GHz, their clock then", fmt.Sprintf("%.0f", busy*peak)},
		{fmt.Sprintf("bytes from the L2 in an SM's cycle, of %.0f that it gives", l2Cycle), fmt.Sprintf("%.0f", c.bytes*busy/(productCycles/float64(productsOnce)))},
	}}
	return charts.Figure{
		Title:   "In numbers",
		Caption: "A bound: shared memory loads or writes, one after the other, copies are as quick as alone, four warps and more have products that wait for none of their own, all SMs ask the L2 at once, and nothing else stands in the loop. Of a kernel with xored rows notebook 12 says how near it came.",
		Alt:     "Table of the tile: its part of the result, registers, shared memory, passes, cycles, and the bound.",
		Series:  []charts.Series{t},
	}
}
