package gpumodel

import (
	"errors"
	"fmt"
	"slices"
)

// Hertz is a frequency.
type Hertz float64

// The units in which frequencies are written.
const (
	MHz Hertz = 1e6
	GHz Hertz = 1e9
)

// Device describes one GPU: plain numbers, one struct literal per preset in package
// gpu. A variant is a copy with fields changed:
//
//	d := gpu.MI300X()
//	d.LDS.Banks = 64
//
// Every call of a preset returns a copy of its own. Assignment shares what lies in
// slices; a variant of a device at hand is a Clone:
//
//	v := d.Clone()
//	v.LDS.Rules[0].Banks = 32 // d keeps its own
type Device struct {
	ID           string      // short and lower-case, to choose it by: "mi300x"
	Name         string      // for figures and messages: "MI300X"
	Architecture string      // "CDNA 3"
	Lanes        int         // of a wavefront (threads of a warp)
	CUs          int         // compute units (SMs) of the whole GPU
	SIMDs        int         // SIMDs (SM sub-partitions, schedulers) of one CU
	Wavefronts   int         // resident wavefronts of one SIMD, at most
	Clock        Hertz       // of the CUs; 1 Hz to 1 THz
	Clocks       Clocks      // when it is lower; zero where that is not known
	LDS          LDS         // of one CU
	CU           CU          // how a CU issues and executes
	Limits       Limits      // what a CU has for its workgroups
	Caches       Caches      // between the CUs and DRAM; zero where unknown
	Texture      TextureUnit // of one CU; zero where unknown
	Dispatch     Dispatch    // of workgroups to the CUs; zero where unknown

	// Assumed lists, in words, what this preset could not take from a source;
	// the LDS and its rules have their own. A figure that rests on any of it repeats
	// it in its note.
	Assumed []string
}

// Clone returns a copy that shares nothing with the device.
func (d Device) Clone() Device {
	d.LDS.Rules = slices.Clone(d.LDS.Rules)
	for i := range d.LDS.Rules {
		r := &d.LDS.Rules[i]
		r.Groups, r.MergeXor, r.Merged = slices.Clone(r.Groups), slices.Clone(r.MergeXor), slices.Clone(r.Merged)
	}
	d.LDS.Latencies = slices.Clone(d.LDS.Latencies)
	d.CU.Loads.Rules = slices.Clone(d.CU.Loads.Rules)
	for i := range d.CU.Loads.Rules {
		r := &d.CU.Loads.Rules[i]
		r.Rows, r.Groups = slices.Clone(r.Rows), slices.Clone(r.Groups)
	}
	d.CU.Units = slices.Clone(d.CU.Units)
	for i := range d.CU.Units {
		d.CU.Units[i].Kinds = slices.Clone(d.CU.Units[i].Kinds)
	}
	d.Caches.Before, d.Caches.Beyond = slices.Clone(d.Caches.Before), slices.Clone(d.Caches.Beyond)
	d.Caches.Assumed, d.Assumed = slices.Clone(d.Caches.Assumed), slices.Clone(d.Assumed)
	return d
}

// Validate returns everything that is wrong with the device, joined.
func (d Device) Validate() error {
	err := within("device "+d.Name+": ", bound{"Lanes", float64(d.Lanes), 1, 64}, bound{"CUs", float64(d.CUs), 1, 1 << 16},
		bound{"SIMDs", float64(d.SIMDs), 1, 64}, bound{"Wavefronts", float64(d.Wavefronts), 1, maxSlots}, bound{"Clock", float64(d.Clock), 1, 1e12})
	if d.Name == "" {
		err = fault(err, "device: Name", `""`, "a name")
	}
	if d.LDS.Lanes != d.Lanes {
		err = fault(err, "device "+d.Name+": LDS.Lanes", d.LDS.Lanes, fmt.Sprintf("Lanes = %d", d.Lanes))
	}
	for _, of := range []error{d.LDS.Validate(), d.CU.Validate(), d.CU.Loads.check(d.Lanes), d.Limits.check(), d.Caches.check(), d.Dispatch.check(), d.Clocks.check(d.Clock), d.Texture.check(d.Caches)} {
		if of != nil {
			err = errors.Join(err, fmt.Errorf("device %s: %w", d.Name, of))
		}
	}
	return err
}
