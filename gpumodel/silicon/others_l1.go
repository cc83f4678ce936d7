package silicon

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// stridePresets are the GPUs of strides.csv. The H200's preset has no LoadPath, for package
// memory has its L1: it is tried with Ampere's. A40's counters are A100's, row for row, so
// that they are no second witness, and are left out.
var stridePresets = []struct {
	name string
	make func() gpumodel.Device
	set  [2]int // numbers set, of floats and of doubles
	from string
}{
	{"A100", gpu.A100, [2]int{2, 0}, "which bits of a line's number choose its bank of tags"},
	{"A40", gpu.A40, [2]int{1, 1}, "the least, from stride 0; tags from the A100, whose counters are the same"},
	{"H200", func() gpumodel.Device { d := gpu.H200(); d.CU.Loads = gpu.A100().CU.Loads; return d }, [2]int{}, "none; A100's rule tried on it"},
	{"MI210", gpu.MI210, [2]int{4, 3}, "line, banks, which four lanes go together; all rows in view"},
	{"RDNA2", gpu.RX6900XT, [2]int{3, 1}, "line, lines in a cycle, that both happen together; the least of doubles, from stride 0; all rows in view"},
}

func strideAgreements() ([]Agreement, error) {
	rows, err := L1Strides()
	if err != nil {
		return nil, err
	}
	var all []Agreement
	for _, p := range stridePresets {
		d := p.make()
		for i, element := range []gpumodel.Bytes{4, 8} {
			from, rule := "none", "none: the rule is the LDS's"
			switch {
			case p.name == "H200":
				from, rule = p.from, p.from
			case p.set[i] > 0:
				from = p.from
			}
			kind := [...]string{"floats", "doubles"}[i]
			cycles := Agreement{Subject: "loads from the L1 by stride, " + kind, On: p.name, Unit: "cycles", Bar: 0.10, OfMean: true, Set: p.set[i], From: from}
			data := Agreement{Subject: "their passes through the banks, " + kind, On: p.name, Unit: "passes", Absolute: true, Bar: 0.05, Again: true, From: rule}
			tags := Agreement{Subject: "their turns of the tags, " + kind, On: p.name, Unit: "turns", Bar: 0.10, OfMean: true, Again: true, Set: p.set[i], From: from}
			least := 0.0
			for _, r := range rows {
				if r.GPU != p.name || r.Element != element || d.Lanes == 64 && r.wide() || p.name == "RDNA2" && r.wide() {
					continue
				}
				m, err := r.model(d)
				if err != nil {
					return nil, err
				}
				if !r.Blocks && r.Step == 0 && r.Cycles > 1.1*m.cycles {
					least = r.Cycles // what else the loop does
				}
				what := r.String()
				if !math.IsNaN(r.Wavefronts) && p.name != "A40" {
					data.Points = append(data.Points, Compared{what, r.Wavefronts, m.data})
					tags.Points = append(tags.Points, Compared{what, r.Tags, m.tags})
				}
				cycles.Points = append(cycles.Points, Compared{what, r.Cycles, m.cycles})
			}
			for i := range cycles.Points {
				cycles.Points[i].Model = max(cycles.Points[i].Model, least)
			}
			all = append(all, cycles)
			if len(data.Points) > 0 {
				all = append(all, data, tags)
			}
		}
	}
	return all, nil
}

// wide reports whether the row spans more than an L1 of 16 KB.
func (r L1Stride) wide() bool { return !r.Blocks && 64*r.Step*int(r.Element) > 16<<10 }

// String says it in words: "stride 4 of doubles".
func (r L1Stride) String() string {
	of := map[gpumodel.Bytes]string{4: "floats", 8: "doubles"}[r.Element]
	if r.Blocks {
		return fmt.Sprintf("blocks of %d %s", r.Step, of)
	}
	return fmt.Sprintf("stride %d of %s", r.Step, of)
}

// strideModel is the model's mean for 32 lanes.
type strideModel struct{ cycles, data, tags float64 }

// model returns the mean over the wavefronts of 64 lanes and over 64 places where the array
// may begin.
func (r L1Stride) model(d gpumodel.Device) (m strideModel, err error) {
	const places = 64
	a := gpumodel.Access{Width: r.Element, Active: gpumodel.AllLanes(d.Lanes), Addr: make([]gpumodel.Bytes, d.Lanes)}
	for first := 0; first < 64; first += d.Lanes {
		for place := range places {
			for lane := range a.Addr {
				t := first + lane
				at := t * r.Step
				if r.Blocks {
					at = t%r.Step + t/r.Step*4098
				}
				a.Addr[lane] = gpumodel.Bytes(7*place)*d.CU.Loads.Line + gpumodel.Bytes(at)*r.Element
			}
			c, err := d.CU.Loads.Serve(a)
			if err != nil {
				return m, fmt.Errorf("silicon: %s, %v: %w", r.GPU, r, err)
			}
			m.cycles += float64(c.Cycles) / (2 * places)
			m.data += float64(c.Data) / (2 * places)
			m.tags += float64(c.Tags) / (2 * places)
		}
	}
	return m, nil
}

// gcnAgreements are the loads of five GCNs by the numbers of the R9 Fury. The file has times: a
// GPU's cycle is such that its own Buffer<R32f> takes 16 at random, which is left out.
func gcnAgreements() ([]Agreement, error) {
	rows, err := GCNLoads()
	if err != nil {
		return nil, err
	}
	d := gpu.Fiji()
	var all []Agreement
	for _, name := range []string{"R9 Fury", "R9 390X", "RX 480", "Vega FE", "Radeon VII"} {
		buffers := Agreement{Subject: "loads from the L1, buffers", On: name, Unit: "cycles", Bar: 0.10, OfMean: true, From: "none; its cycle by its random Buffer<R32f>"}
		textures := Agreement{Subject: "loads from the L1, textures", On: name, Unit: "cycles", Bar: 0.10, OfMean: true, From: "none; its cycle by its random Buffer<R32f>"}
		if name == "R9 Fury" {
			buffers.Set, buffers.From = 4, "its cycle, by its random Buffer<R32f>; 16 lanes that read words in a row take one, four others one, two words each 18"
			textures.Set, textures.From = 1, "16 cycles, by the cycle of its buffers"
		}
		for _, r := range rows {
			words, texture, ok := r.words()
			if r.GPU != name || !ok || r.Load == "Buffer<R32f>.Load" && r.Pattern == "random" { // which is 16 by its making
				continue
			}
			c := Compared{r.Load + ", " + r.Pattern, r.Cycles, float64(d.CU.Interval[gpumodel.Texture])}
			if texture {
				textures.Points = append(textures.Points, c)
				continue
			}
			if c.Model, err = gcnCycles(d, words, r.Pattern); err != nil {
				return nil, err
			}
			buffers.Points = append(buffers.Points, c)
		}
		all = append(all, buffers, textures)
	}
	return all, nil
}

// words returns how many words of a register the load writes, one for each channel. Loads
// that may be the scalar unit's are left out, and those that are not aligned.
func (r GCNLoad) words() (n int, texture, ok bool) {
	texture = strings.HasPrefix(r.Load, "Texture")
	typed := texture || strings.HasPrefix(r.Load, "Buffer")
	switch {
	case strings.HasPrefix(r.Load, "cbuffer"), strings.Contains(r.Load, "unaligned"), !typed && r.Pattern == "uniform":
		return 0, texture, false
	case strings.Contains(r.Load, "<RGBA"), strings.Contains(r.Load, "float4"), strings.HasSuffix(r.Load, "Load4"):
		return 4, texture, true
	case strings.Contains(r.Load, "<RG"), strings.Contains(r.Load, "float2"), strings.HasSuffix(r.Load, "Load2"):
		return 2, texture, true
	case strings.HasSuffix(r.Load, "Load3"):
		return 3, texture, true
	}
	return 1, texture, true
}

// gcnCycles returns the mean over 64 steps of perftest's loop, in which all lanes move by
// an element: linear from the lane's number on, random from one below 16.
func gcnCycles(d gpumodel.Device, words int, pattern string) (float64, error) {
	const steps = 64
	r := rand.New(rand.NewPCG(1, uint64(words)))
	a := gpumodel.Access{Width: gpumodel.Bytes(4 * words), Active: gpumodel.AllLanes(d.Lanes), Addr: make([]gpumodel.Bytes, d.Lanes)}
	sum := 0
	for step := range steps {
		for lane := range a.Addr {
			element := step
			switch pattern {
			case "linear":
				element += lane
			case "random":
				element += r.IntN(16)
			}
			a.Addr[lane] = gpumodel.Bytes(element) * a.Width
		}
		c, err := d.CU.Loads.Serve(a)
		if err != nil {
			return 0, err
		}
		sum += c.Cycles
	}
	return float64(sum) / steps, nil
}
