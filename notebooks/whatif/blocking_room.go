package whatif

import (
	"fmt"
	"strconv"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/notebooks/figures"
)

// otherRegisters are a lane's for addresses and counters: assumed. With them the
// largest squares that Fermi's 63 registers hold are 4 × 4 doubles and 6 × 6 floats,
// which are those of MAGMA's kernels for it.
const otherRegisters = 10

// room is whether a scheme fits a machine: what it takes and what there is.
type room struct {
	rows    [][]string // of the table
	fits    bool
	says    Text
	assumed []string
}

func (r *room) add(what string, takes, has int) {
	r.rows = append(r.rows, []string{what, strconv.Itoa(takes), strconv.Itoa(has)})
}

func (r room) table(name string) charts.Figure {
	return charts.Figure{
		Title:   "Does it fit?",
		Caption: fmt.Sprintf("What %s takes, and what there is of it.", name),
		Alt:     "Table: registers, local memory and wavefronts that the scheme takes, and what the machine has.",
		Note:    figures.Note(r.assumed),
		Series:  []charts.Series{charts.Table{Columns: []charts.Column{{Head: "what"}, {Head: "takes", Numeric: true}, {Head: "of", Numeric: true}}, Rows: r.rows}},
	}
}

// room says whether the reader's scheme fits the machine.
func (m multiplier) room(v Values) (room, error) {
	element := gpumodel.Bytes(v.Int("element"))
	block := blockOf(v)
	switch {
	case m.cu == nil && v["scheme"] == "outer":
		return localMemory("B", m.resident.Resident(), m.resident.Resident()), nil
	case m.cu == nil:
		return localMemory("C", block.Rows*block.Columns, m.resident.Resident()), nil
	case v["scheme"] == "outer":
		return heldByCU(m.cu(), m.resident, element), nil
	}
	edge, depth := v.Int("edge"), v.Int("depth")
	need := gpumodel.Need{Lanes: edge * edge, Registers: block.Registers(element) + otherRegisters}
	if m.tiles {
		need.LDS = gpumodel.Bytes((block.Rows+block.Columns)*edge*depth) * element
	}
	return residence(m.cu(), m.memories().Name, need, element, depth)
}

// localMemory is the room in a processor of GRAPE-DR.
func localMemory(matrix string, takes, has int) room {
	r := room{fits: takes <= has, says: Text{
		fmt.Sprintf("A processor holds %d words of %s, and its local memory %d.", takes, matrix, has),
		fmt.Sprintf("プロセッサが持つ %s は %d 語、ローカルメモリは %d 語。", matrix, takes, has),
	}}
	r.add("words of "+matrix+" in a processor", takes, has)
	return r
}

// heldByCU is the room for B in the registers of a GPU's CU, all lanes together.
func heldByCU(d gpumodel.Device, t gpumodel.OuterTiling, element gpumodel.Bytes) room {
	takes, has := t.Resident()*t.Processors*int(element)>>10, d.SIMDs*d.Limits.Registers*4>>10
	r := room{fits: takes <= has, says: Text{
		fmt.Sprintf("B takes %d of the %d KB of registers of a CU; the partial sums of all CUs pass through device memory, counted once.", takes, has),
		fmt.Sprintf("B は CU のレジスタ %[2]d KB のうち %[1]d KB を占めます。全 CU の部分和はデバイスメモリを通ります（1 回と数えます）。", takes, has),
	}}
	r.add("KB of B in the registers of a CU", takes, has)
	return r
}

// residence is the room for a workgroup of the inner product on a CU.
func residence(d gpumodel.Device, name string, need gpumodel.Need, element gpumodel.Bytes, depth int) (room, error) {
	most := d.Limits.RegistersPerLane
	r := room{assumed: []string{fmt.Sprintf("%s: %d registers of a lane beside its sums and operands", name, otherRegisters)}}
	if name == d.Name && d.ID == "" { // a preset's own assumptions are of other things
		r.assumed = append(r.assumed, d.Assumed...)
	}
	r.add("registers of a lane", need.Registers, most)
	lds := Text{"no LDS, for its tiles come through the L1", "LDS は使わず L1 経由"}
	if need.LDS > 0 {
		r.add("bytes of LDS of a workgroup", int(need.LDS), int(d.LDS.Size))
		lds = Text{fmt.Sprintf("%d of %d bytes of LDS", need.LDS, d.LDS.Size), fmt.Sprintf("LDS %d / %d バイト", need.LDS, d.LDS.Size)}
	}
	switch {
	case need.Registers > most:
		r.says = tooManyRegisters(need.Registers, most, element)
		return r, nil
	case need.LDS > d.LDS.Size:
		r.says = tooMuchLDS(need.LDS, d.LDS.Size, depth)
		return r, nil
	}
	o, err := d.Occupancy(need)
	if err != nil {
		return room{}, err
	}
	r.add("wavefronts resident", o.Wavefronts, o.Most)
	if r.fits = o.Workgroups > 0; !r.fits {
		r.says = Text{
			fmt.Sprintf("Not one workgroup of %d lanes fits on a CU, by %s. To make room: %s.", need.Lanes, limiters(d, o), cuts(d, o.Next)),
			fmt.Sprintf("%d レーンのワークグループは CU に 1 つも入りません（%s）。入れるには：%s。", need.Lanes, limiters(d, o), cuts(d, o.Next)),
		}
		return r, nil
	}
	r.says = Text{
		fmt.Sprintf("A lane takes %d of %d registers, a workgroup %s: %s resident, %d of %d wavefronts.",
			need.Registers, most, lds.EN, figures.Counted(o.Workgroups, "workgroup", "workgroups"), o.Wavefronts, o.Most),
		fmt.Sprintf("レーンのレジスタ %d / %d、ワークグループの%s：常駐ワークグループ %d、ウェーブフロント %d / %d。",
			need.Registers, most, lds.JA, o.Workgroups, o.Wavefronts, o.Most),
	}
	return r, nil
}

// largestSquare is the edge of the largest square block that a lane's registers hold.
func largestSquare(registers int, element gpumodel.Bytes) int {
	edge := 1
	for (gpumodel.Blocking{Rows: edge + 1, Columns: edge + 1}).Registers(element)+otherRegisters <= registers {
		edge++
	}
	return edge
}

// tooManyRegisters and tooMuchLDS say why a block is refused, and what would do.
func tooManyRegisters(takes, has int, element gpumodel.Bytes) Text {
	square := largestSquare(has, element)
	return Text{
		fmt.Sprintf("A lane would take %d registers and has %d; of square blocks %d × %d is the largest that it holds.", takes, has, square, square),
		fmt.Sprintf("レーンのレジスタは %d 個必要ですが %d 個しかありません。正方形なら %d × %d まで。", takes, has, square, square),
	}
}

func tooMuchLDS(takes, has gpumodel.Bytes, depth int) Text {
	steps := depth * int(has) / int(takes)
	return Text{
		fmt.Sprintf("A workgroup would take %d bytes of LDS and the CU has %d: at most %d steps of a tile.", takes, has, steps),
		fmt.Sprintf("ワークグループの LDS は %d バイト必要ですが %d バイトしかありません。タイルは %d 段まで。", takes, has, steps),
	}
}
