// Bench times a kernel on a whole GPU, as it is and with each change that may help, and
// prints what they gain. Write a kernel of your own over this one, which transposes a matrix,
// and run it:
//
//	go run ./bench
//
// While it runs a line in the terminal says how much is done. Ctrl-C ends it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"lanebook/charts/show"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/notebooks/figures"
)

// knobs are what the kernel's writer knows how to change: as it is, and what else to try.
var knobs = []figures.Knob{
	{Name: "tile", Is: 32, Or: []int{16}},
	{Name: "elements a lane", Is: 4, Or: []int{1, 2, 8}},
}

// transpose writes the kernel with its knobs where they are.
func transpose(at func(knob string) int) (figures.Bench, error) {
	const n = 512 // rows and columns
	tile, rows := at("tile"), at("tile")/at("elements a lane")
	var m kernel.GlobalMemory
	in, out := kernel.NewGlobal[float32](&m, "in", n*n), kernel.NewGlobal[float32](&m, "out", n*n)
	for i := range in.Data {
		in.Data[i] = float32(i)
	}
	return figures.Bench{
		Launch: kernel.Launch{
			Name:      "transpose",
			Grid:      gpumodel.Shape{X: n / tile, Y: n / tile}, // blocks
			Workgroup: gpumodel.Shape{X: tile, Y: rows},         // threads of one
			Registers: 24,                                       // of a thread
		},
		Kernel: func(w *kernel.Wavefront) {
			shared := kernel.NewLocal[float32](w, "tile", tile*tile)
			x, gx, gy := w.LocalX(), w.Group.X*tile, w.Group.Y*tile
			for row := 0; row < tile; row += rows {
				y := w.LocalY().Plus(row)
				shared.Store(y.TimesPlus(tile, x), in.Load(y.Plus(gy).TimesPlus(n, x.Plus(gx))))
			}
			w.Barrier()
			for row := 0; row < tile; row += rows {
				y := w.LocalY().Plus(row)
				out.Store(y.Plus(gx).TimesPlus(n, x.Plus(gy)), shared.Load(x.TimesPlus(tile, y)))
			}
		},
		Check: func() error {
			for i, v := range out.Data {
				if want := float32(i%n*n + i/n); v != want {
					return fmt.Errorf("element %d is %v, want %v", i, v, want)
				}
			}
			return nil
		},
	}, nil
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	tried, err := figures.Try(gpu.H200(), figures.Variant{Make: transpose, Knobs: knobs, Stop: ctx.Err, Progress: show.Progress("%")})
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	table := tried.Table()
	table.Name = "bench"
	show.Figure(table)
}
