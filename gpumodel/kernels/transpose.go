package kernels

import (
	"errors"
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// Transpose transposes a matrix through tiles in the LDS, so that both global
// accesses run along rows. The turn happens in the LDS: written by rows, read
// by columns, where Pad or Swizzle keep the lanes apart in the banks.
//
// The matrix need not be a multiple of the tile.
type Transpose[T kernel.Element] struct {
	Width, Height int // of the input; the output has Width rows of Height
	Tile          int // edge of the square tile
	Rows          int // of lanes in a workgroup, each doing Tile/Rows rows of the tile; must divide Tile; 0 means Tile
	Pad           int // unused elements after each row of the tile
	Swizzle       gpumodel.Swizzle
}

// Launch returns the launch that covers the matrix. The error joins everything
// that is wrong with the parameters.
func (p Transpose[T]) Launch(d gpumodel.Device) (kernel.Launch, error) {
	if err := p.validate(); err != nil {
		return kernel.Launch{}, err
	}
	return kernel.Launch{
		Name:      "transpose",
		Device:    d,
		Grid:      gpumodel.Shape{X: kernel.Cover(p.Width, p.Tile), Y: kernel.Cover(p.Height, p.Tile)},
		Workgroup: gpumodel.Shape{X: p.Tile, Y: p.rows()},
	}, nil
}

// Kernel returns out = the transpose of in.
func (p Transpose[T]) Kernel(in, out *kernel.Global[T]) kernel.Kernel {
	return func(w *kernel.Wavefront) {
		tile := kernel.NewLocal[T](w, "tile", p.Tile*(p.Tile+p.Pad))
		lx := w.LocalX()

		x := w.GlobalX()
		for row := 0; row < p.Tile; row += p.rows() {
			ly := w.LocalY().Plus(row)
			y := ly.Plus(w.Group.Y * p.Tile)
			w.If(x.Below(p.Width).And(y.Below(p.Height)), func() {
				tile.Store(p.at(ly, lx), in.Load(y.TimesPlus(p.Width, x)))
			})
		}
		w.Barrier()

		ox := lx.Plus(w.Group.Y * p.Tile)
		for row := 0; row < p.Tile; row += p.rows() {
			ly := w.LocalY().Plus(row)
			oy := ly.Plus(w.Group.X * p.Tile)
			w.If(ox.Below(p.Height).And(oy.Below(p.Width)), func() {
				out.Store(oy.TimesPlus(p.Height, ox), tile.Load(p.at(lx, ly)))
			})
		}
	}
}

// Array returns the layout of the tile in the LDS.
func (p Transpose[T]) Array() gpumodel.Array {
	return gpumodel.Array{Rows: p.Tile, Columns: p.Tile, Element: kernel.SizeOf[T](), Pad: p.Pad, Swizzle: p.Swizzle}
}

// at returns the index of the tile's element in each lane's row and column, as
// gpumodel.Array lays it out.
func (p Transpose[T]) at(row, column kernel.Int) kernel.Int {
	if s := p.Swizzle; s.Span > 1 {
		turn, _ := kernel.DivMod(row, max(s.Every, 1))
		column = kernel.Xor(column, kernel.And(turn, s.Span-1).Times(max(s.Chunk, 1)))
	}
	return row.TimesPlus(p.Tile+p.Pad, column)
}

// NaiveTranspose transposes without the LDS: one of the two global accesses
// runs down a column.
type NaiveTranspose[T kernel.Element] struct {
	Width, Height int            // of the input
	Workgroup     gpumodel.Shape // lanes, X along the input's rows
}

// Launch returns the launch that covers the matrix. The error joins everything
// that is wrong with the parameters.
func (p NaiveTranspose[T]) Launch(d gpumodel.Device) (kernel.Launch, error) {
	if err := matrix("naive transpose", p.Width, p.Height); err != nil {
		return kernel.Launch{}, err
	}
	return kernel.Launch{
		Name:      "naive transpose",
		Device:    d,
		Grid:      gpumodel.Shape{X: kernel.Cover(p.Width, p.Workgroup.X), Y: kernel.Cover(p.Height, p.Workgroup.Y)},
		Workgroup: p.Workgroup,
	}, nil
}

// Kernel returns out = the transpose of in.
func (p NaiveTranspose[T]) Kernel(in, out *kernel.Global[T]) kernel.Kernel {
	return func(w *kernel.Wavefront) {
		x, y := w.GlobalX(), w.GlobalY()
		w.If(x.Below(p.Width).And(y.Below(p.Height)), func() {
			out.Store(x.TimesPlus(p.Height, y), in.Load(y.TimesPlus(p.Width, x)))
		})
	}
}

func (p Transpose[T]) rows() int {
	if p.Rows == 0 {
		return p.Tile
	}
	return p.Rows
}

func (p Transpose[T]) validate() error {
	errs := []error{matrix("transpose", p.Width, p.Height)}
	if err := p.Array().Validate(); err != nil {
		return errors.Join(append(errs, fmt.Errorf("transpose: tile: %w", err))...)
	}
	if p.Rows < 0 || p.Tile%p.rows() != 0 {
		errs = append(errs, fmt.Errorf("transpose: Rows = %d, want a divisor of Tile = %d, or 0 for all", p.Rows, p.Tile))
	}
	return errors.Join(errs...)
}

// matrix returns what is wrong with the size of a matrix. Its elements must be
// within reach of a 32-bit index.
func matrix(kernel string, width, height int) error {
	const most = 1<<31 - 1
	if width < 1 || height < 1 || width > most/height {
		return fmt.Errorf("%s: Width × Height = %d × %d, want 1 or more each, and at most 2^31−1 elements", kernel, width, height)
	}
	return nil
}
