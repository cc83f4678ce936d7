package gpumodel

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

// Limits is what one CU has for its resident workgroups, and the units in which
// it is given out: each 1 to 2^30, or 0 where that has a meaning. The wavefront
// slots are Device.Wavefronts of each SIMD.
type Limits struct {
	Registers        int   // 4-byte vector registers of one SIMD, all lanes together
	RegisterUnit     int   // a wavefront is given a multiple of it
	RegistersPerLane int   // at most
	Scalars          int   // scalar registers of one SIMD; 0: not a limit (NVIDIA)
	ScalarUnit       int   // a wavefront is given a multiple of it; 0 without Scalars
	LDS              Bytes // of the CU, for all workgroups
	LDSUnit          Bytes // a workgroup is given a multiple of it
	LDSReserved      Bytes // that the system takes with each workgroup, if it does
	Workgroups       int   // resident at once
	Barriers         int   // workgroups of more than one wavefront resident at once; 0: no limit of their own (NVIDIA)
	WorkgroupLanes   int   // of one workgroup
}

func (l Limits) check() error {
	const most = 1 << 30
	err := within("limits: ", bound{"Registers", float64(l.Registers), 1, most}, bound{"RegisterUnit", float64(l.RegisterUnit), 1, most},
		bound{"RegistersPerLane", float64(l.RegistersPerLane), 1, most}, bound{"Scalars", float64(l.Scalars), 0, most},
		bound{"ScalarUnit", float64(l.ScalarUnit), 0, most}, bound{"LDS", float64(l.LDS), 1, most}, bound{"LDSUnit", float64(l.LDSUnit), 1, most},
		bound{"LDSReserved", float64(l.LDSReserved), 0, most}, bound{"Workgroups", float64(l.Workgroups), 1, most},
		bound{"Barriers", float64(l.Barriers), 0, most}, bound{"WorkgroupLanes", float64(l.WorkgroupLanes), 1, most})
	if l.Scalars > 0 && l.ScalarUnit == 0 {
		err = fault(err, "limits: ScalarUnit", 0, "1 or more where there are Scalars")
	}
	return err
}

// slots returns the workgroups of so many wavefronts that may be resident.
func (l Limits) slots(wavefronts int) int {
	if wavefronts > 1 && l.Barriers > 0 {
		return min(l.Workgroups, l.Barriers)
	}
	return l.Workgroups
}

// Need is what a kernel asks for.
type Need struct {
	Lanes     int   // of a workgroup (threads of a block), 1 or more
	Registers int   // vector registers of each lane, 0 or more
	Scalars   int   // scalar registers of each wavefront, 0 or more; ignored where they are no limit
	LDS       Bytes // of a workgroup, 0 or more
}

// Resource is something that limits how many workgroups are resident.
type Resource uint8

// The resources.
const (
	WavefrontSlots Resource = iota
	WorkgroupSlots
	VectorRegisters
	ScalarRegisters
	LDSBytes
	Resources // how many there are
)

// String says it in words: "registers".
func (r Resource) String() string {
	return name(int(r), "wavefront slots", "workgroup slots", "registers", "scalar registers", "LDS")
}

// Occupancy is how much of a kernel is resident on one CU.
type Occupancy struct {
	Workgroups int            // resident at once; 0: not even one fits
	Wavefronts int            // of them, together
	Most       int            // wavefront slots of the CU
	Allows     [Resources]int // workgroups that each resource has room for, if nothing else limits
	Limiters   []Resource     // those that allow no more than Workgroups
	Next       []Step         // what to do, all of it, to make room for one workgroup more; empty: nothing helps
}

// Step is a change to one of a kernel's needs.
type Step struct {
	Resource Resource // WavefrontSlots stands for the workgroup's lanes
	From, To int      // lanes, registers or bytes, as Resource says
}

// Fraction is the share of the CU's wavefront slots in use: what NVIDIA's
// calculator calls occupancy.
func (o Occupancy) Fraction() float64 { return float64(o.Wavefronts) / float64(max(1, o.Most)) }

// unlimited stands for a resource that the kernel does not use.
const unlimited = 1 << 30

// Occupancy returns how many workgroups of the kernel are resident on a CU, by
// the rules of the vendors' calculators:
//
//	wavefronts of a workgroup = ⌈Lanes / lanes of a wavefront⌉
//	registers of a wavefront  = Registers · lanes, rounded up to RegisterUnit
//	by registers              ⌊SIMDs · ⌊registers of a SIMD / registers of a wavefront⌋ / wavefronts of a workgroup⌋
//	by LDS                    ⌊LDS / (workgroup's LDS + LDSReserved, rounded up to LDSUnit)⌋
//
// and the same by scalar registers, wavefront slots and workgroup slots; the
// least counts. Sources: NVIDIA's cuda_occupancy.h and CUDA Occupancy Calculator;
// for AMD, LLVM's AMDGPUBaseInfo.cpp.
//
// The error says which need no launch could ask for.
func (d Device) Occupancy(n Need) (Occupancy, error) {
	if err := d.checkNeed(n); err != nil {
		return Occupancy{}, err
	}
	o := Occupancy{Most: d.SIMDs * d.Wavefronts, Allows: d.allows(n)}
	o.Workgroups = unlimited
	for _, n := range o.Allows {
		o.Workgroups = min(o.Workgroups, n)
	}
	o.Wavefronts = o.Workgroups * roundUp(n.Lanes, d.Lanes) / d.Lanes
	for r, n := range o.Allows {
		if n == o.Workgroups {
			o.Limiters = append(o.Limiters, Resource(r))
		}
	}
	o.Next = d.nextStep(n, o)
	return o, nil
}

func (d *Device) checkNeed(n Need) error {
	l := d.Limits
	if err := errors.Join(within("device "+d.Name+": ", bound{"Lanes", float64(d.Lanes), 1, 64}, bound{"SIMDs", float64(d.SIMDs), 1, 64}, bound{"Wavefronts", float64(d.Wavefronts), 1, maxSlots}), l.check()); err != nil {
		return err
	}
	return within("occupancy on "+d.Name+": ", bound{"Lanes", float64(n.Lanes), 1, float64(l.WorkgroupLanes)},
		bound{"Registers", float64(n.Registers), 0, float64(l.RegistersPerLane)},
		bound{"Scalars", float64(n.Scalars), 0, float64(max(l.Scalars, 1<<10))}, bound{"LDS", float64(n.LDS), 0, float64(d.LDS.Size)})
}

// allows returns the workgroups that each resource has room for.
func (d *Device) allows(n Need) [Resources]int {
	l := d.Limits
	waves := roundUp(n.Lanes, d.Lanes) / d.Lanes
	bySIMD := func(file, unit, each int) int {
		if each == 0 || file == 0 {
			return unlimited
		}
		return d.SIMDs * (file / roundUp(each, unit)) / waves
	}
	a := [Resources]int{
		WavefrontSlots:  d.SIMDs * d.Wavefronts / waves,
		WorkgroupSlots:  l.slots(waves),
		VectorRegisters: bySIMD(l.Registers, l.RegisterUnit, n.Registers*d.Lanes),
		ScalarRegisters: bySIMD(l.Scalars, l.ScalarUnit, n.Scalars),
		LDSBytes:        unlimited,
	}
	// The hardware checks a launch as if each SIMD had to hold an equal share of
	// the workgroup's wavefronts, which rounds the workgroup up.
	if a[VectorRegisters] < unlimited && d.SIMDs*(l.Registers/roundUp(n.Registers*d.Lanes, l.RegisterUnit)) < roundUp(waves, d.SIMDs) {
		a[VectorRegisters] = 0
	}
	if b := n.LDS + l.LDSReserved; b > 0 {
		a[LDSBytes] = int(l.LDS / Bytes(roundUp(int(b), int(l.LDSUnit))))
	}
	return a
}

// nextStep returns the smallest cuts that together make room for one workgroup
// more than o. A cut of the lanes comes first, since it eases the others.
func (d *Device) nextStep(n Need, o Occupancy) []Step {
	var steps []Step
	for r, need := range [Resources]struct {
		from, least int
		set         func(*Need, int)
	}{
		WavefrontSlots:  {n.Lanes, 1, func(n *Need, v int) { n.Lanes = v }},
		WorkgroupSlots:  {0, 0, func(*Need, int) {}}, // the device has no more, whatever the kernel needs
		VectorRegisters: {n.Registers, 0, func(n *Need, v int) { n.Registers = v }},
		ScalarRegisters: {n.Scalars, 0, func(n *Need, v int) { n.Scalars = v }},
		LDSBytes:        {int(n.LDS), 0, func(n *Need, v int) { n.LDS = Bytes(v) }},
	} {
		enough := func(to int) bool {
			need.set(&n, to)
			return d.allows(n)[r] > o.Workgroups
		}
		if !enough(need.least) {
			return nil
		}
		cut := sort.Search(need.from-need.least, func(cut int) bool { return enough(need.from - cut) })
		need.set(&n, need.from-cut)
		if cut > 0 {
			steps = append(steps, Step{Resource(r), need.from, need.from - cut})
		}
	}
	return steps
}

// String says it in a sentence: "3 workgroups, 24 of 64 wavefronts, limited by
// registers; 6 registers fewer (48 to 42) give one more workgroup".
func (o Occupancy) String() string {
	var by, cuts []string
	for _, r := range o.Limiters {
		by = append(by, r.String())
	}
	for _, s := range o.Next {
		what := map[Resource]string{WavefrontSlots: "lanes of a workgroup", VectorRegisters: "registers", ScalarRegisters: "scalar registers", LDSBytes: "bytes of LDS"}[s.Resource]
		cuts = append(cuts, fmt.Sprintf("%d %s fewer (%d to %d)", s.From-s.To, what, s.From, s.To))
	}
	text := fmt.Sprintf("%d workgroups, %d of %d wavefronts, limited by %s", o.Workgroups, o.Wavefronts, o.Most, strings.Join(by, " and "))
	if len(cuts) > 0 {
		text += "; " + strings.Join(cuts, " and ") + " give one more workgroup"
	}
	return text
}

func roundUp(n, unit int) int { return (n + unit - 1) / unit * unit }
