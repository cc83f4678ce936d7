package silicon

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// everydayKernel is how a kernel is launched and written, by its size.
type everydayKernel struct {
	groups    func(n int) gpumodel.Shape
	lanes     gpumodel.Shape // of a workgroup; left out: 256 in a row
	kernel    func(n int) kernel.Kernel
	registers int // of a lane, where they limit how many lanes there are; 0: they do not
}

// everydayKernels returns the kernels by name, but for bitonic: a function, for a variable would be a part of every
// program.
func everydayKernels() map[string]everydayKernel {
	return map[string]everydayKernel{
		"rows":    {groups: inRow(8), kernel: rowsTimes},
		"columns": {groups: inRow(256), kernel: columnsTimes},
		"blur":    {groups: inPicture, lanes: picture, kernel: blur},
		"options": {groups: inRow(256), kernel: options},
		"bodies":  {groups: inRow(256), kernel: bodies},
		"softmax": {groups: inRow(1), kernel: softmax},
		"sparse":  {groups: inRow(256), kernel: sparse},

		"scan":    {groups: inRow(512), kernel: scan},
		"structs": {groups: inRow(256), kernel: structs},
		"horner":  {groups: inRow(256), kernel: horner},
		"julia":   {groups: inPicture, lanes: picture, kernel: julia},
		"heat":    {groups: inPicture, lanes: picture, kernel: heat},
		"floyd":   {groups: func(n int) gpumodel.Shape { return gpumodel.Shape{X: n / 256, Y: n} }, kernel: floyd},
		"embed":   {groups: inRow(8), kernel: embed},
		"dot":     {groups: inStrides, kernel: dot},

		"tiles":   {groups: func(n int) gpumodel.Shape { return gpumodel.Shape{X: n / 64, Y: n / 64} }, kernel: tiles, registers: 48},
		"lattice": {groups: inPicture, lanes: picture, kernel: lattice},
		"seven":   {groups: inPicture, lanes: picture, kernel: seven},
		"darts":   {groups: inRow(256), kernel: darts},
		"sorts":   {groups: inRow(512), kernel: sorts},
		"bins":    {groups: inStrides, kernel: bins},
		"around":  {groups: inRow(256), kernel: around},
		"running": {groups: inRow(8), kernel: running},
	}
}

func inRow(each int) func(n int) gpumodel.Shape {
	return func(n int) gpumodel.Shape { return gpumodel.Shape{X: n / each} }
}

var picture = gpumodel.Shape{X: 32, Y: 8}

func inPicture(n int) gpumodel.Shape { return gpumodel.Shape{X: n / picture.X, Y: n / picture.Y} }

const stridedGroups = 1056 // 8 for each SM

func inStrides(int) gpumodel.Shape { return gpumodel.Shape{X: stridedGroups} }

// Launch returns the kernel, written as everyday.cu has it, and its launch. What the compiler unrolls
// loads first here too. The error says what is wrong with its name or size.
func (t EverydayTime) Launch(d gpumodel.Device) (kernel.Launch, kernel.Kernel, error) {
	k, ok := everydayKernels()[t.Name]
	var apart int
	if _, err := fmt.Sscanf(t.Name, "bitonic %d", &apart); err == nil && apart > 0 && apart < t.Size && apart&(apart-1) == 0 {
		ok, k = true, everydayKernel{groups: inRow(256), kernel: func(n int) kernel.Kernel { return bitonic(n, apart) }}
	}
	switch {
	case !ok:
		return kernel.Launch{}, nil, errors.New("silicon: no everyday kernel " + strings.TrimSpace(t.Name) + ", want one of everyday.cu")
	case t.Size < 256 || t.Size%256 != 0:
		return kernel.Launch{}, nil, fmt.Errorf("silicon: everyday kernel %s: Size = %d, want a multiple of 256", t.Name, t.Size)
	}
	lanes := cmp.Or(k.lanes, gpumodel.Shape{X: 256})
	return kernel.Launch{Device: d, Grid: k.groups(t.Size), Workgroup: lanes, Registers: k.registers}, k.kernel(t.Size), nil
}

// each4 calls do with four consecutive steps at a time, as an unrolled loop does.
func each4(n int, do func(at [4]int)) {
	for i := 0; i < n; i += 4 {
		do([4]int{i, i + 1, i + 2, i + 3})
	}
}

func forgetful(m *kernel.GlobalMemory, name string, n int) *kernel.Global[float32] {
	return kernel.Forgetful(m, name, n, func(int) float32 { return 0 })
}
