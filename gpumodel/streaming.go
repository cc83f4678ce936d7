package gpumodel

import "math"

// Streaming is what bounds a kernel whose lanes each load and store an element or a few of
// long arrays, and end: Little's law with the time in it for which a workgroup (block) has
// its place. With one load a lane that is mostly not the load's latency but the turnover:
// the end of one workgroup and the start of the next in its place. Times are seconds.
type Streaming struct {
	Turnover       float64 // from a workgroup's end until the next one in its place is at work; more than 0
	EachWavefront  float64 // the same, more for each wavefront of the workgroup
	Load           float64 // of a load from DRAM when nothing else goes on
	Store          float64 // that a wavefront waits at its end for its stores; 0: it does not
	Wait           float64 // that a load takes longer when memory is busy all the time; in proportion when it is less
	WaitForStores  float64 // the same, when it is busy with stores all the time
	BytesPerSecond float64 // of loads alone and of stores alone, at most; more than 0
	LanesPerSecond float64 // that start, at most, however they are dealt; 0: no limit is known
	Mixed          float64 // of as many loads as stores, at most; more than 0
}

// StreamKernel is a kernel that Streaming bounds: what each of its lanes does, and how many there are.
type StreamKernel struct {
	Lanes         float64 // resident on the whole GPU
	Wavefronts    int     // of a workgroup
	Element       Bytes   // that a load or store of a lane has
	Loads, Stores int     // of a lane; one or more together
}

// Bandwidth returns the bytes a second of a stream, loads and stores together:
//
//	bandwidth = lanes · bytes of a lane / time of a workgroup, at most what the mix allows, and the start of lanes
//	time      = turnover + wavefronts · each + load + store + (wait + wait for stores · their part) · bandwidth / ceiling
//
// with load and waits only if there are loads, store only if there are stores. The ceiling
// of a mix lies between Mixed and BytesPerSecond, in seconds per byte. The second line has the
// bandwidth of the first in it: a quadratic equation.
func (s Streaming) Bandwidth(k StreamKernel) float64 {
	loads, stores := float64(k.Loads), float64(k.Stores)
	part := stores / (loads + stores) // of the bytes
	time, wait := s.Turnover+float64(k.Wavefronts)*s.EachWavefront, 0.0
	if k.Loads > 0 {
		time += s.Load
		wait = (s.Wait + part*s.WaitForStores) / s.BytesPerSecond
	}
	if k.Stores > 0 {
		time += s.Store
	}
	bytes := k.Lanes * float64(k.Element) * (loads + stores)
	even := 2 * min(part, 1-part)
	ceiling := 1 / ((1-even)/s.BytesPerSecond + even/s.Mixed)
	if s.LanesPerSecond > 0 {
		ceiling = min(ceiling, s.LanesPerSecond*bytes/k.Lanes)
	}
	if wait <= 0 {
		return min(ceiling, bytes/time)
	}
	return min(ceiling, (math.Sqrt(time*time+4*wait*bytes)-time)/(2*wait))
}
