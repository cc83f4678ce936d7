package dgemm

import (
	"fmt"
	"strconv"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernels"
)

// InnerProductFlow draws where the matrices of a product by the inner product
// lie, and what moves from level to level, for one workgroup and one of its lanes:
// the tiling is the kernel's own. Its tiles must be at most 64 each way.
func InnerProductFlow(p kernels.DGEMM) (charts.Figure, error) {
	if _, err := p.Launch(gpu.H200()); err != nil {
		return charts.Figure{}, err
	}
	rows, columns, steps := p.Tile()
	down, across, deep := cover(p.M, rows), cover(p.N, columns), cover(p.K, steps)
	if max(down, across, deep) > 64 {
		return charts.Figure{}, fmt.Errorf("dgemm: a product of %d × %d × %d tiles, want at most 64 each way", down, across, deep)
	}
	row, column, step := down/3, across/2, deep/3 // the tiles that are shown moving
	mark := func(row, column, rows, columns int, tone charts.Tone) charts.Tile {
		return charts.Tile{Row: row, Column: column, Rows: rows, Columns: columns, Tone: tone}
	}
	size := func(name string, rows, columns int) string { return fmt.Sprintf("%s\n%d × %d", name, rows, columns) }
	const a, b, c, now = charts.Tone5, charts.Tone3, charts.Tone1, charts.Tone2
	s := charts.Flow{
		Levels: []string{"host", "device memory", "LDS", "registers", "arithmetic"}, Columns: 24,
		Keys: []charts.Key{{Tone: a, Label: "A"}, {Tone: b, Label: "B"}, {Tone: c, Label: "C, stays"}, {Tone: now, Label: "moving in this step"}},
		Boxes: []charts.Box{
			{Name: "host A", Label: size("A", p.M, p.K), Width: 7, Tone: a},
			{Name: "host B", Label: size("B", p.K, p.N), Column: 8, Width: 7, Tone: b},
			{Name: "host C", Label: size("C", p.M, p.N), Column: 16, Width: 8, Tone: c},
			{Name: "A", Label: fmt.Sprintf("A in tiles of %d × %d", rows, steps), Level: 1, Width: 7, Tone: charts.ToneMuted,
				Tiles: charts.Tiles{Rows: down, Columns: deep, Marked: []charts.Tile{mark(row, 0, 1, deep, a), mark(row, step, 1, 1, now)}}},
			{Name: "B", Label: fmt.Sprintf("B in tiles of %d × %d", steps, columns), Level: 1, Column: 8, Width: 7, Tone: charts.ToneMuted,
				Tiles: charts.Tiles{Rows: deep, Columns: across, Marked: []charts.Tile{mark(0, column, deep, 1, b), mark(step, column, 1, 1, now)}}},
			{Name: "C", Label: fmt.Sprintf("C in tiles of %d × %d", rows, columns), Level: 1, Column: 16, Width: 8, Tone: charts.ToneMuted,
				Tiles: charts.Tiles{Rows: down, Columns: across, Marked: []charts.Tile{mark(row, column, 1, 1, c)}}},
			{Name: "tile of A", Label: fmt.Sprintf("%d steps of %d", steps, rows), Level: 2, Width: 7, Tone: a,
				Tiles: charts.Tiles{Rows: 1, Columns: steps, Marked: []charts.Tile{mark(0, steps/3, 1, 1, now)}}, Tip: fmt.Sprintf("A's tile, %d × %d\nevery step all lanes read one column of it", rows, steps)},
			{Name: "tile of B", Label: fmt.Sprintf("%d steps of %d", steps, columns), Level: 2, Column: 8, Width: 7, Tone: b,
				Tiles: charts.Tiles{Rows: 1, Columns: steps, Marked: []charts.Tile{mark(0, steps/3, 1, 1, now)}}, Tip: fmt.Sprintf("B's tile, %d × %d\nevery step all lanes read one row of it", steps, columns)},
			{Name: "a", Label: fmt.Sprintf("%d of A", p.Rows), Level: 3, Width: 7, Tone: a, Tiles: charts.Tiles{Rows: 1, Columns: p.Rows}},
			{Name: "b", Label: fmt.Sprintf("%d of B", p.Columns), Level: 3, Column: 8, Width: 7, Tone: b, Tiles: charts.Tiles{Rows: 1, Columns: p.Columns}},
			{Name: "c", Label: fmt.Sprintf("%d × %d sums of C", p.Rows, p.Columns), Level: 3, Column: 16, Width: 8, Tone: c, Tiles: charts.Tiles{Rows: p.Rows, Columns: p.Columns}},
			{Name: "units", Label: fmt.Sprintf("%d multiply-adds of one lane, each step", p.Rows*p.Columns), Level: 4, Width: 24, Tone: charts.TonePaper},
		},
	}
	// An element of A is used for all columns of a tile, one of B for all its rows.
	s.Arrows = []charts.Arrow{
		{From: "host A", To: "A", Label: "once: " + perFlop(p.N)}, {From: "host B", To: "B", Label: "once: " + perFlop(p.M)}, {From: "C", To: "host C", Label: "at the end"},
		{From: "A", To: "tile of A", Label: "a tile: " + perFlop(columns)}, {From: "B", To: "tile of B", Label: "a tile: " + perFlop(rows)},
		{From: "tile of A", To: "a", Label: fmt.Sprintf("%d a step: %s", p.Rows, perFlop(p.Columns))}, {From: "tile of B", To: "b", Label: fmt.Sprintf("%d a step: %s", p.Columns, perFlop(p.Rows))},
		{From: "a", To: "units"}, {From: "b", To: "units"}, {From: "c", To: "units"}, {From: "units", To: "c"},
		{From: "c", To: "C", Label: "at the end"},
	}
	block := gpumodel.Blocking{Rows: p.Rows, Columns: p.Columns}
	return charts.Figure{
		Title:   "The inner product: C stays, A and B stream",
		Caption: fmt.Sprintf("One workgroup makes %d × %d of C, one lane %d × %d of it in registers. For each step the lane loads %d elements for %d multiply-adds: %s bytes for each operation. The larger tile of the workgroup takes %s from device memory. Nothing is stored until the end.", rows, columns, p.Rows, p.Columns, p.Rows+p.Columns, p.Rows*p.Columns, charts.FormatNumber(block.BytesPerFlop(8)), charts.FormatNumber(gpumodel.Blocking{Rows: rows, Columns: columns}.BytesPerFlop(8))),
		Alt:     "Flow of A and B from the host through device memory and LDS to the registers of a lane, with bytes per operation at each step, and of C back.",
		Note:    "Bytes per operation (B/flop) count one matrix each, elements of 8 bytes, and two operations to a multiply-add.",
		Series:  []charts.Series{s},
	}, nil
}

// perFlop is the bytes for each operation of an element that is used so many times.
func perFlop(uses int) string {
	return strconv.FormatFloat(8/(2*float64(uses)), 'g', 3, 64) + " B/flop"
}

func cover(n, size int) int { return (n + size - 1) / size }

// OuterProductFlow draws one pass of an outer product over the chip: rows of A come
// in and are broadcast in each block, partial sums go down the reduction network,
// rows of C come out.
func OuterProductFlow(t gpumodel.OuterTiling) (charts.Figure, error) {
	if err := drawable(t); err != nil {
		return charts.Figure{}, err
	}
	s := charts.Flow{
		Levels: []string{"board's memory", "shared memories", fmt.Sprintf("%d processors each", t.Processors)}, Columns: t.Blocks,
		Keys: []charts.Key{{Tone: charts.Tone5, Label: "A, streams in"}, {Tone: charts.Tone1, Label: "B, stays"}, {Tone: charts.Tone3, Label: "sums and C"}},
		Boxes: []charts.Box{{Name: "A", Label: fmt.Sprintf("A: %d rows of %d words", t.Rows, t.Depth), Width: t.Blocks, Tone: charts.Tone5,
			Tiles: charts.Tiles{Rows: min(t.Rows, 64), Columns: t.Blocks}}},
	}
	across := 4 // processors of a block that stand side by side
	for t.Processors%across != 0 {
		across /= 2
	}
	for i := range t.Blocks {
		shared, block := fmt.Sprintf("shared memory %d", i), fmt.Sprintf("block %d", i)
		first, last := i*t.Slab(), (i+1)*t.Slab()-1
		s.Boxes = append(s.Boxes,
			charts.Box{Name: shared, Label: fmt.Sprint(t.Rows * t.Slab()), Level: 1, Column: i, Width: 1, Tone: charts.Tone5,
				Tip: fmt.Sprintf("shared memory of block %d\nA: columns %d to %d of %d rows, %d words\nread once, heard by %d processors", i, first, last, t.Rows, t.Rows*t.Slab(), t.Processors)},
			charts.Box{Name: block, Level: 2, Column: i, Width: 1, Tone: charts.Tone1, Tiles: charts.Tiles{Rows: t.Processors / across, Columns: across},
				Tip: fmt.Sprintf("block %d: %d processors\nB: rows %d to %d\n%d columns and %d words in each\n%d partial sums from each", i, t.Processors, first, last, t.Strip(), t.Resident(), t.PartialSums())})
		s.Arrows = append(s.Arrows, charts.Arrow{From: "A", To: shared}, charts.Arrow{From: shared, To: block, Tip: fmt.Sprintf("broadcast in block %d", i)})
	}
	last := reduction(&s, t)
	s.Levels = append(s.Levels, "host's memory")
	s.Boxes = append(s.Boxes, charts.Box{Name: "C", Label: fmt.Sprintf("C: %d rows of %d words", t.Rows, t.Width), Level: len(s.Levels) - 1, Width: t.Blocks, Tone: charts.Tone3})
	s.Arrows = append(s.Arrows, charts.Arrow{From: last, To: "C", Label: fmt.Sprintf("%d sums, by DMA", t.Rows*t.Width)})
	perIn, perOut := t.FlopsPerWord()
	return charts.Figure{
		Title: "The outer product: B stays, A goes in and C comes out",
		Caption: fmt.Sprintf("One pass. %d rows of A are dealt out to %d blocks, %d words to each, and broadcast to its %d processors. Each processor holds %d × %d of B and makes %d partial sums; the network adds them over the blocks on their way out. %s operations for each word of A, %s for each of C.",
			t.Rows, t.Blocks, t.Rows*t.Slab(), t.Processors, t.Slab(), t.Strip(), t.PartialSums(), charts.FormatNumber(perIn), charts.FormatNumber(perOut)),
		Alt:    fmt.Sprintf("A on top, %d shared memories below it, a block of %d processors below each, then a tree of adders that ends in C.", t.Blocks, t.Processors),
		Series: []charts.Series{s},
	}, nil
}

// reduction adds the network that sums up the blocks, as the machine does it: pairs,
// pairs of pairs and so on; one unit where the blocks are no power of two. It
// returns the name of its root.
func reduction(s *charts.Flow, t gpumodel.OuterTiling) string {
	below := func(level, i int) string { // what feeds the i'th adder's inputs
		if level == 0 {
			return fmt.Sprintf("block %d", i)
		}
		return fmt.Sprintf("sum %d of level %d", i, level)
	}
	spans := []int{t.Blocks}
	if t.Blocks&(t.Blocks-1) == 0 {
		spans = nil
		for span := 2; span <= t.Blocks; span *= 2 {
			spans = append(spans, span)
		}
	}
	each := 1 // blocks under one input
	for level, span := range spans {
		s.Levels = append(s.Levels, fmt.Sprintf("sums over %d", span))
		for i := range t.Blocks / span {
			name := below(level+1, i)
			s.Boxes = append(s.Boxes, charts.Box{Name: name, Label: "+", Level: len(s.Levels) - 1, Column: i * span, Width: span, Tone: charts.Tone3,
				Tip: fmt.Sprintf("sums over blocks %d to %d\n%d additions a pass", i*span, (i+1)*span-1, (span/each-1)*t.Rows*t.Width)})
			for k := range span / each {
				s.Arrows = append(s.Arrows, charts.Arrow{From: below(level, i*span/each+k), To: name, Tip: fmt.Sprintf("%d partial sums a pass", t.Rows*t.Width)})
			}
		}
		each = span
	}
	if len(spans) == 0 {
		return below(0, 0) // a single block
	}
	return below(len(spans), 0)
}

// OuterTiles draws how the tiling cuts the matrices, with the part of one processor
// marked in each.
func OuterTiles(t gpumodel.OuterTiling) (charts.Figure, error) {
	if err := drawable(t); err != nil {
		return charts.Figure{}, err
	}
	block, processor := t.Blocks/3, t.Processors/4
	const a, b, c, mine = charts.Tone5, charts.Tone1, charts.Tone3, charts.Tone2
	mark := func(row, column, rows, columns int, tone charts.Tone) charts.Tile {
		return charts.Tile{Row: row, Column: column, Rows: rows, Columns: columns, Tone: tone}
	}
	s := charts.Flow{
		Levels: []string{"A", "B, on chip", "a processor", "C"}, Columns: 16,
		Keys: []charts.Key{{Tone: a, Label: "A"}, {Tone: b, Label: "B"}, {Tone: c, Label: "C"}, {Tone: charts.Tone7, Label: fmt.Sprintf("slab of block %d", block)}, {Tone: mine, Label: fmt.Sprintf("of processor %d in it", processor)}},
		Boxes: []charts.Box{
			{Name: "A", Label: fmt.Sprintf("%d rows of %d words\n%d words to a block", t.Rows, t.Depth, t.Rows*t.Slab()), Width: 16, Tone: a,
				Tiles: charts.Tiles{Rows: min(t.Rows, 64), Columns: t.Blocks, Marked: []charts.Tile{mark(0, block, min(t.Rows, 64), 1, mine)}}},
			{Name: "B", Label: fmt.Sprintf("%d × %d words in %d × %d parts\n%d slabs of %d rows, %d strips of %d columns", t.Depth, t.Width, t.Blocks, t.Processors, t.Blocks, t.Slab(), t.Processors, t.Strip()), Level: 1, Width: 16, Tone: b,
				Tiles: charts.Tiles{Rows: t.Blocks, Columns: t.Processors, Marked: []charts.Tile{mark(block, 0, 1, t.Processors, charts.Tone7), mark(block, processor, 1, 1, mine)}}},
			{Name: "part of B", Label: fmt.Sprintf("%d × %d of B\n%d words, resident", t.Slab(), t.Strip(), t.Resident()), Level: 2, Width: 7, Tone: mine},
			{Name: "sums", Label: fmt.Sprintf("%d × %d partial sums\nof its %d columns", t.Strip(), t.Rows, t.Strip()), Level: 2, Column: 9, Width: 7, Tone: mine},
			{Name: "C", Label: fmt.Sprintf("%d rows of %d words", t.Rows, t.Width), Level: 3, Width: 16, Tone: c,
				Tiles: charts.Tiles{Rows: min(t.Rows, 64), Columns: t.Processors, Marked: []charts.Tile{mark(0, processor, min(t.Rows, 64), 1, mine)}}},
		},
		Arrows: []charts.Arrow{
			{From: "A", To: "B", Label: "block k hears the k-th piece"}, {From: "B", To: "part of B", Label: "a strip of a slab"},
			{From: "part of B", To: "sums"}, {From: "sums", To: "C", Label: fmt.Sprintf("added over %d blocks", t.Blocks)},
		},
	}
	return charts.Figure{
		Title: "How the matrices are cut",
		Caption: fmt.Sprintf("B of %d × %d fills the chip: %d blocks have %d rows each, %d processors in each block %d columns, which is %d words in each. Every processor of block %d hears the same %d words of A; processor %d of every block adds to the same %d columns of C.",
			t.Depth, t.Width, t.Blocks, t.Slab(), t.Processors, t.Strip(), t.Resident(), block, t.Rows*t.Slab(), processor, t.Strip()),
		Alt:    "Matrices A, B and C cut into tiles; in each the part of one processor is marked.",
		Series: []charts.Series{s},
	}, nil
}

func drawable(t gpumodel.OuterTiling) error {
	if err := t.Validate(); err != nil {
		return err
	}
	if t.Blocks > 64 || t.Processors > 64 {
		return fmt.Errorf("dgemm: %d blocks of %d processors, want at most 64 each", t.Blocks, t.Processors)
	}
	return nil
}
