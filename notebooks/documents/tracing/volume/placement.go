package volume

import (
	"fmt"

	"lanebook/gpumodel"
)

// Placement is where an instrumented kernel keeps its timestamps until it ends.
type Placement uint8

// The placements.
const (
	InRegisters Placement = iota // only their differences' sum: nothing is stored
	InLDS                        // one word for each wavefront and timestamp, copied to global memory at its end
	InGlobal                     // stored to global memory one by one
	Placements
)

func (p Placement) String() string {
	if p >= Placements {
		return fmt.Sprintf("unknown (%d)", p)
	}
	return [Placements]string{"registers", "LDS", "global memory"}[p]
}

// Decision is where a kernel's timestamps go, and why.
type Decision struct {
	Placement Placement          // InLDS or InGlobal
	Bytes     gpumodel.Bytes     // of LDS that a workgroup's timestamps take, or would
	Without   gpumodel.Occupancy // of the kernel as it was
	With      gpumodel.Occupancy // with the timestamps in the LDS; no workgroups: they do not fit
	Reason    string             // a sentence
}

// PlaceTimestamps decides where a kernel's timestamps go: to the LDS, one word for
// each wavefront and timestamp, unless fewer workgroups would be resident for it, and
// then to global memory.
//
//	bytes = 4 · wavefronts of a workgroup · timestamps of a wavefront
//
// The need is the kernel's without them, stamps is what each wavefront records. The
// error says which of them no launch could have.
func PlaceTimestamps(d gpumodel.Device, n gpumodel.Need, stamps int) (Decision, error) {
	if stamps < 1 || stamps > 1<<24 {
		return Decision{}, fmt.Errorf("timestamps: %d of each wavefront, want 1 to 2^24", stamps)
	}
	without, err := d.Occupancy(n)
	if err != nil {
		return Decision{}, err
	}
	if without.Workgroups == 0 {
		return Decision{}, fmt.Errorf("timestamps: no workgroup of the kernel fits on a CU of %s: %v", d.Name, without)
	}
	waves := (n.Lanes + d.Lanes - 1) / d.Lanes
	c := Decision{Placement: InLDS, Without: without, Bytes: gpumodel.Bytes(4 * waves * stamps)}
	c.With = gpumodel.Occupancy{Most: without.Most}
	what := fmt.Sprintf("%d timestamps of each of %d wavefronts take %d bytes of a workgroup's LDS", stamps, waves, c.Bytes)
	if n.LDS += c.Bytes; n.LDS > d.LDS.Size {
		c.Placement = InGlobal
		c.Reason = fmt.Sprintf("%s, and there are %d: they go to global memory.", what, d.LDS.Size-(n.LDS-c.Bytes))
		return c, nil
	}
	if c.With, err = d.Occupancy(n); err != nil {
		return Decision{}, err
	}
	if c.With.Workgroups < without.Workgroups {
		c.Placement = InGlobal
		c.Reason = fmt.Sprintf("%s, and %d workgroups would be resident instead of %d: they go to global memory.", what, c.With.Workgroups, without.Workgroups)
		return c, nil
	}
	c.Reason = fmt.Sprintf("%s, and %d workgroups are resident as before: they go to the LDS.", what, without.Workgroups)
	return c, nil
}

// Perturbation is what measuring with one placement does to a frame.
type Perturbation struct {
	Placement Placement // InRegisters: the clock reads alone
	Resident  int       // workgroups on a CU; 0: they do not fit, and nothing else is given
	Measured  Measured
	Slowdown  float64 // the frame's time over the plain kernel's, − 1
}

// Perturbations renders the window without instrumentation, and by the method with
// each placement of so many timestamps of each wavefront, and returns what each does
// to the frame's time beside the decision of PlaceTimestamps. The need is the plain
// kernel's; its lanes are the shape's. No wavefront waits for its own stores here, so
// that global memory costs their way there, and what the L2 drives out DRAM's time.
func (g Renderer) Perturbations(n gpumodel.Need, stamps int, v View, s gpumodel.Shape, m Method, w Window) (Decision, []Perturbation, error) {
	if m == None {
		return Decision{}, nil, fmt.Errorf("timestamps: method %v, want one that reads the clock", m)
	}
	n.Lanes = s.X * s.Y
	c, err := PlaceTimestamps(g.Device, n, stamps)
	if err != nil {
		return c, nil, err
	}
	resident := min(g.Resident, c.Without.Workgroups)
	g.Resident, g.Placement, g.Stamps = resident, InRegisters, 0
	plain, err := g.Render(v, s, None, w, -1)
	if err != nil {
		return c, nil, err
	}
	var out []Perturbation
	for p := range Placements {
		g.Placement, g.Stamps, g.Resident = p, stamps, resident
		if p == InLDS {
			g.Resident = min(resident, c.With.Workgroups)
		}
		one := Perturbation{Placement: p, Resident: g.Resident}
		if g.Resident > 0 {
			if one.Measured, err = g.Render(v, s, m, w, -1); err != nil {
				return c, nil, err
			}
			one.Slowdown = one.Measured.Frame/plain.Frame - 1
		}
		out = append(out, one)
	}
	return c, out, nil
}
