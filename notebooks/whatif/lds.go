package whatif

import (
	"fmt"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/notebooks/figures"
)

// ldsLayout asks how a layout of an array in the LDS (shared memory) is served.
func ldsLayout() Definition {
	return Definition{
		Name:  "lds-layout",
		Title: Text{"How should this array lie in local memory?", "この配列をローカルメモリにどう置くか"},
		Params: []Param{
			deviceAmong(func(d gpumodel.Device) bool { return gpu.HasRules(d, gpumodel.Load) }, gpu.H200(), gpu.MI300X(), gpu.MI350X(), gpu.Fiji(), gpu.Tahiti(), gpu.GK110(), gpu.GK110EightByte(), gpu.GTX480()),
			only(inArray, atMost(number("rows", Text{"Rows", "行数"}, Text{}, 2, 64, 1, 32), mostRows)),
			only(inArray, number("columns", Text{"Columns", "列数"}, Text{}, 2, 64, 1, 32)),
			numbers("element", Text{"Element", "要素"}, inBytes, 4, 4, 8, 16),
			only(inArray, number("pad", Text{"Padding of each row", "各行のパディング"}, Text{"elements", "要素"}, 0, 16, 1, 0)),
			only(inArray, atMost(Param{Name: "swizzle", Label: Text{"XOR swizzle", "XOR スウィズル"}, Default: "0", Choices: []Choice{
				{"0", Text{"none", "なし"}},
				{"2", Text{"column xor (row mod 2)", "列 xor (行 mod 2)"}},
				{"4", Text{"column xor (row mod 4)", "列 xor (行 mod 4)"}},
				{"8", Text{"column xor (row mod 8)", "列 xor (行 mod 8)"}},
				{"16", Text{"column xor (row mod 16)", "列 xor (行 mod 16)"}},
				{"32", Text{"column xor (row mod 32)", "列 xor (行 mod 32)"}},
			}}, mostSwizzle)),
			{Name: "op", Label: Text{"The lanes", "レーンの動作"}, Default: "load", Choices: []Choice{
				{"load", Text{"load", "読み出す"}},
				{"store", Text{"store", "書き込む"}},
			}, Take: takeOp},
			{Name: "access", Label: Text{"They go", "アクセスの向き"}, Default: "column", Choices: []Choice{
				{"column", Text{"down a column", "列方向"}},
				{"row", Text{"along a row", "行方向"}},
				{"diagonal", Text{"down the diagonal", "対角線"}},
				{"list", Text{"to my own addresses", "自分のアドレス"}},
			}},
			only("access=row|column", atMost(number("index", Text{"Which row or column", "行・列の番号"}, Text{}, 0, 63, 1, 0), lastIndex)),
			{Name: "addresses", Label: Text{"My own addresses, in bytes, lane after lane", "自分のアドレス（バイト、レーン順）"}, Default: "0 128 256 384", Longest: 1024, When: "access=list", Take: takeAddresses},
			ofDevice(number("wavefronts", Text{"Wavefronts (warps) that do so at once", "同時に行うウェーブフロント（ワープ）数"}, Text{}, 1, 64, 1, 1), resident),
		},
		Run: runLDSLayout,
	}
}

const inArray = "access=row|column|diagonal" // when the layout matters

// takeOp takes loads where it is not known how stores are served.
func takeOp(v Values) (string, Text) {
	d, _ := gpu.ByID(v["device"])
	if v["op"] == "store" && !gpu.HasRules(d, gpumodel.Store) {
		return "load", Text{"for how " + d.Name + " serves stores is not known", d.Name + " の書き込みの処理が不明のため"}
	}
	return v["op"], Text{}
}

// mostRows is how many rows the LDS has room for.
func mostRows(v Values) (int, Text) {
	d, _ := gpu.ByID(v["device"])
	row := (v.Int("columns") + v.Int("pad")) * v.Int("element")
	return int(d.LDS.Size) / row, Text{fmt.Sprintf("as many as %d KB hold", d.LDS.Size>>10), fmt.Sprintf("%d KB に入る上限", d.LDS.Size>>10)}
}

// mostSwizzle is the longest swizzle that leaves every element in its row.
func mostSwizzle(v Values) (int, Text) {
	columns := v.Int("columns")
	return columns & -columns &^ 1, Text{fmt.Sprintf("or it would leave the row of %d", columns), fmt.Sprintf("%d 列の行を越えないように", columns)}
}

// lastIndex is the array's last row or column.
func lastIndex(v Values) (int, Text) { return v.Int(v["access"]+"s") - 1, Text{"the last", "最後"} }

// takeAddresses makes of the reader's list one that a wavefront can load or store.
func takeAddresses(v Values) (string, Text) {
	d, _ := gpu.ByID(v["device"])
	width := v.Int("element")
	last := int(d.LDS.Size) - width
	list := v.List("addresses")
	fits := len(list) >= 1 && len(list) <= d.Lanes && !slices.ContainsFunc(list, func(a int) bool { return a > last || a%width != 0 })
	if fits {
		return v["addresses"], Text{}
	}
	if len(list) == 0 {
		list = []int{0}
	}
	list = list[:min(len(list), d.Lanes)]
	for i, a := range list {
		list[i] = min(a, last) / width * width
	}
	return strings.Trim(fmt.Sprint(list), "[]"), Text{
		fmt.Sprintf("1 to %d addresses, multiples of %d, at most %d", d.Lanes, width, last),
		fmt.Sprintf("1〜%d 個、%d の倍数、%d 以下", d.Lanes, width, last),
	}
}

func runLDSLayout(v Values, _ Progress) (Result, error) {
	d, err := gpu.ByID(v["device"])
	if err != nil {
		return Result{}, err
	}
	op := gpumodel.Load
	if v["op"] == "store" {
		op = gpumodel.Store
	}
	array := gpumodel.Array{
		Rows: v.Int("rows"), Columns: v.Int("columns"), Element: gpumodel.Bytes(v.Int("element")),
		Pad: v.Int("pad"), Swizzle: gpumodel.Swizzle{Span: v.Int("swizzle")},
	}
	if v["access"] == "list" {
		return runOwnAddresses(d, op, array.Element, v.List("addresses"), v.Int("wavefronts"))
	}
	access, what, err := walk(array, v["access"], v.Int("index"), d.Lanes)
	if err != nil {
		return Result{}, err
	}
	access.Op = op
	banks, s, err := bankMap(d, array, access)
	if err != nil {
		return Result{}, err
	}
	wasted := array.Rows * array.Pad * int(array.Element)
	advice, err := adviceFor(d, array)
	if err != nil {
		return Result{}, err
	}
	speed, rate, err := atOnce(d, access, s, v.Int("wavefronts"))
	if err != nil {
		return Result{}, err
	}
	return Result{
		Figures: []charts.Figure{banks, inNumbers(access, s, wasted), speed, advice},
		Sentence: Text{
			fmt.Sprintf("%s: to %v %s of A[%d][%d] takes %s where %d would do: %s. Padding wastes %d bytes. %s",
				d.Name, op, what.EN, array.Rows, array.Columns+array.Pad, figures.Passes(s.Passes), s.Ideal, figures.Counted(s.Conflicts, "conflict", "conflicts"), wasted, rate.EN),
			fmt.Sprintf("%s：A[%d][%d] の%sの%sは %d パス（競合がなければ %d）。競合 %d、パディングの無駄 %d バイト。%s",
				d.Name, array.Rows, array.Columns+array.Pad, what.JA, opJA[op], s.Passes, s.Ideal, s.Conflicts, wasted, rate.JA),
		},
	}, nil
}

var opJA = map[gpumodel.Op]string{gpumodel.Load: "読み出し", gpumodel.Store: "書き込み"}

// walk returns the access in which the lanes go down a column, along a row or the
// diagonal. Where that ends they go on in the next row or column; lanes beyond
// the array are inactive.
func walk(array gpumodel.Array, how string, index, lanes int) (gpumodel.Access, Text, error) {
	if err := array.Validate(); err != nil {
		return gpumodel.Access{}, Text{}, err
	}
	at := func(lane int) (row, column int) { return lane % array.Rows, lane % array.Columns }
	what := Text{"the diagonal", "対角線"}
	switch how {
	case "column":
		at = func(lane int) (int, int) { return lane % array.Rows, index + lane/array.Rows }
		what = Text{fmt.Sprintf("column %d", index), fmt.Sprintf("列 %d ", index)}
	case "row":
		at = func(lane int) (int, int) { return index + lane/array.Columns, lane % array.Columns }
		what = Text{fmt.Sprintf("row %d", index), fmt.Sprintf("行 %d ", index)}
	}
	access := gpumodel.Access{Width: array.Element, Addr: make([]gpumodel.Bytes, lanes)}
	for lane := range lanes {
		if row, column := at(lane); row < array.Rows && column < array.Columns {
			access.Addr[lane] = array.Offset(row, column)
			access.Active |= 1 << lane
		}
	}
	return access, what, nil
}

// lastAdvice is what adviceFor searched for last.
var lastAdvice memo[adviceKey, charts.Figure]

type adviceKey struct {
	device string
	tile   gpumodel.Array
}

// adviceFor is the table of the best layouts for the array.
func adviceFor(d gpumodel.Device, tile gpumodel.Array) (charts.Figure, error) {
	tile.Pad, tile.Swizzle = 0, gpumodel.Swizzle{}
	return lastAdvice.get(adviceKey{d.ID, tile}, func() (charts.Figure, error) { return figures.Advice(d, tile, 4) })
}

// runOwnAddresses answers for addresses that the reader gives.
func runOwnAddresses(d gpumodel.Device, op gpumodel.Op, width gpumodel.Bytes, list []int, wavefronts int) (Result, error) {
	access := gpumodel.Access{Op: op, Width: width, Active: gpumodel.AllLanes(len(list)), Addr: make([]gpumodel.Bytes, d.Lanes)}
	last := gpumodel.Bytes(0)
	for i, a := range list {
		access.Addr[i] = gpumodel.Bytes(a)
		last = max(last, access.Addr[i])
	}
	rule, _ := d.LDS.Rule(access.Op, access.Width)
	banksUsed := d.LDS.BanksOf(rule)
	perRow := gpumodel.Bytes(banksUsed) * d.LDS.RowBytes
	around := gpumodel.Array{Rows: int(last/perRow) + 1, Columns: int(perRow / width), Element: width}
	if _, err := d.LDS.Serve(access); err != nil {
		return Result{}, err
	}
	banks, s, err := bankMap(d, around, access)
	if err != nil {
		return Result{}, err
	}
	banks.Title = fmt.Sprintf("%s on %d banks: %s", figures.Counted(len(list), "address", "addresses"), banksUsed, figures.Passes(s.Passes))
	speed, rate, err := atOnce(d, access, s, wavefronts)
	if err != nil {
		return Result{}, err
	}
	return Result{
		Figures: []charts.Figure{banks, inNumbers(access, s, 0), speed},
		Sentence: Text{
			fmt.Sprintf("%s: to %v the %s takes %s where %d would do: %s. %s",
				d.Name, op, figures.Counted(len(list), "address", "addresses"), figures.Passes(s.Passes), s.Ideal, figures.Counted(s.Conflicts, "conflict", "conflicts"), rate.EN),
			fmt.Sprintf("%s：%d 個のアドレスの%sは %d パス（競合がなければ %d）。競合 %d。%s", d.Name, len(list), opJA[op], s.Passes, s.Ideal, s.Conflicts, rate.JA),
		},
	}, nil
}

// mapRows is how many rows of the banks are drawn at most: as many as 64 lanes can
// ask for, and the first few.
const mapRows = 68

func bankMap(d gpumodel.Device, array gpumodel.Array, access gpumodel.Access) (charts.Figure, gpumodel.Service, error) {
	s, err := d.LDS.Serve(access)
	if err != nil {
		return charts.Figure{}, s, err
	}
	f, err := figures.BankMap(d, array, access, mapRows)
	return f, s, err
}
