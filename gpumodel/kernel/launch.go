package kernel

import (
	"errors"
	"fmt"

	"lanebook/gpumodel"
)

// Kernel is what every wavefront (warp) of a launch executes.
type Kernel func(*Wavefront)

// Point is a position in a grid of workgroups.
type Point struct{ X, Y, Z int }

// String writes (x,y,z).
func (p Point) String() string { return fmt.Sprintf("(%d,%d,%d)", p.X, p.Y, p.Z) }

// Cover returns how many groups of the given size cover n elements.
func Cover(n, size int) int {
	n, size = max(n, 0), max(size, 1)
	groups := n / size
	if n%size > 0 {
		groups++
	}
	return groups
}

// Launch says how a kernel is run. Only Device is required.
//
// Lanes are numbered as CUDA does, x fastest, and cut into wavefronts in that
// order; the last wavefront of a workgroup may be partly empty:
//
//	linear = x + X·(y + Y·z)
type Launch struct {
	Name      string          // of the kernel, for errors; "kernel" if empty
	Device    gpumodel.Device // on which it runs; in Time all of it matters, in Run its lanes and its LDS
	Grid      gpumodel.Shape  // workgroups (blocks)
	Workgroup gpumodel.Shape  // lanes (threads) of a workgroup

	// Registers is how many of them a lane has, as the compiler would say; 0: they
	// are no limit to how many workgroups are resident in Time.
	Registers int

	Memory gpumodel.Memory // in Time serves global memory and textures; nil: the CU's own Memory
	Record int             // in Time records so many issues, and waits, at most; 0: counters only

	// Budget is how many instructions one wavefront may execute before the
	// launch is refused as endless; 0 means 2^24. At most 2^30.
	Budget int

	// EveryLine gives arithmetic its source line in the streams, as memory
	// accesses, barriers and branches have always. It makes them several times
	// slower.
	EveryLine bool

	// Repad puts padding into the LDS, as gpumodel.LDS.Repad tries it: the kernel computes
	// what it did, at other addresses, and takes so much more LDS. The zero value: none.
	Repad gpumodel.Repadding

	// Watch, if set, sees every memory access as it happens.
	Watch func(Reference)
}

// Reference is one memory access of one wavefront.
type Reference struct {
	Workgroup, Wavefront int             // linear indices; Wavefront within its workgroup
	Kind                 gpumodel.Kind   // Local, Global or Texture
	Line                 int             // of the kernel's source
	Access               gpumodel.Access // its own copy
}

const (
	defaultBudget = 1 << 24
	mostBudget    = 1 << 30
	mostGroups    = 1 << 30
)

// Validate returns everything that is wrong with the launch, joined.
func (l Launch) Validate() error {
	if l.Device.Lanes == 0 {
		return fmt.Errorf("launch of %s: Device is empty, want a GPU, such as one of package gpu", l.name())
	}
	device := l.Device.Validate()
	if device != nil {
		device = fmt.Errorf("launch of %s: %w", l.name(), device)
	}
	errs := []error{device}
	bad := func(field string, value any, wish string) {
		errs = append(errs, fmt.Errorf("launch of %s: %s = %v, want %s", l.name(), field, value, wish))
	}
	extent := func(field string, s gpumodel.Shape, most int) {
		if s.X < 0 || s.Y < 0 || s.Z < 0 {
			bad(field, s, "no negative extent")
			return
		}
		room := most // divided, not multiplied: no overflow
		for _, n := range []int{s.X, s.Y, s.Z} {
			room /= max(n, 1)
		}
		if room < 1 {
			bad(field, s, fmt.Sprintf("at most %d together", most))
		}
	}
	extent("Grid", l.Grid, mostGroups)
	extent("Workgroup", l.Workgroup, l.Device.Limits.WorkgroupLanes)
	if r := l.Repad; r.Pad < 0 || r.Pad > 0 && r.Every < 1 {
		bad("Repad", fmt.Sprintf("%d bytes after every %d", r.Pad, r.Every), "0 or more, after 1 or more")
	}
	if l.Registers < 0 {
		bad("Registers", l.Registers, "0 or more")
	}
	if l.Record < 0 {
		bad("Record", l.Record, "0 or more")
	}
	if l.Budget < 0 || l.Budget > mostBudget {
		bad("Budget", l.Budget, "0 to 2^30 instructions")
	}
	return errors.Join(errs...)
}

// repadded is how many bytes with padding so many without are.
func (l *Launch) repadded(n gpumodel.Bytes) gpumodel.Bytes {
	if l.Repad.Pad == 0 {
		return n
	}
	return n + n/l.Repad.Every*l.Repad.Pad
}

// Run runs the kernel over the whole grid, workgroup after workgroup, and
// returns what it counted. The result lies in the memory that the kernel wrote.
// The error is the launch's, or a *Fault; the counts up to it are returned too.
func (l Launch) Run(k Kernel) (Result, error) {
	m, err := newMachine(l, k, false)
	if err != nil {
		return Result{}, err
	}
	defer m.stop()
	g := m.newGroup()
	for i := range m.grid.Lanes() {
		if m.begin(g, i); !m.finish(g) {
			break
		}
	}
	return m.result(), m.fault()
}

func (l *Launch) name() string {
	if l.Name == "" {
		return "kernel"
	}
	return l.Name
}
