package emulate

import (
	"fmt"
	"slices"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/sass"
)

// memory reads accesses: of global memory, shared memory, a lane's own, and of other lanes' registers.
func (d *decoder) memory() (func(*wave, uint32) error, error) {
	switch d.name {
	case "LDG", "LDS", "LDL", "LD":
		return d.load()
	case "LDSM":
		return d.loadMatrices()
	case "LDGSTS":
		return d.copy()
	case "STG", "STS", "STL", "ST":
		return d.store()
	case "ATOMS", "ATOMG", "ATOM", "RED", "REDG":
		return d.atomic()
	case "SHFL":
		return d.shuffle()
	}
	return nil, nil
}

// place is where an access reaches, lane by lane.
type place struct {
	base, uniform int // rows; −1: none
	wide          bool
	offset        int64
	local, own    bool // of shared memory, or of each lane's own
}

func (d *decoder) place() (p place, err error) {
	o := d.take()
	if o.Kind != sass.Memory {
		return p, fmt.Errorf("its address is not in brackets, want [R2.64+0x10] or such")
	}
	p = place{base: -1, uniform: -1, wide: o.Wide, offset: o.Offset, local: strings.HasSuffix(d.name, "S"), own: strings.HasSuffix(d.name, "L")}
	if d.name == "LD" || d.name == "ST" {
		d.assume("addresses of which the code does not say of which memory are taken to be of global memory")
	}
	if o.Base != sass.Zero {
		if o.Wide && o.Base%2 != 0 {
			return p, fmt.Errorf("an address in registers from R%d, want the first even", o.Base)
		}
		p.base = int(o.Base)
		d.step.sources = append(d.step.sources, p.base)
	}
	if o.Uniform != sass.Zero {
		p.uniform = d.registers + int(o.Uniform)
		d.step.sources = append(d.step.sources, p.uniform)
	}
	if strings.Contains(d.in.String(), ".X4") || strings.Contains(d.in.String(), ".X8") || strings.Contains(d.in.String(), ".X16") {
		return p, fmt.Errorf("its address is multiplied, want one that is not")
	}
	return p, nil
}

// of returns a lane's address.
func (p *place) of(w *wave, lane int) Pointer {
	at := p.offset
	if p.base >= 0 {
		at += int64(w.rows[p.base][lane])
		if p.wide {
			at += int64(w.rows[p.base+1][lane]) << 32
		}
	}
	if p.uniform >= 0 {
		at += int64(w.rows[p.uniform][lane])
		if !p.local && !p.own {
			at += int64(w.rows[p.uniform+1][lane]) << 32
		}
	}
	if p.local || p.own {
		at = int64(uint32(at))
	}
	return Pointer(at)
}

// reach returns where the bytes that a lane reaches lie, and notes its address for the schedulers.
func (w *wave) reach(p *place, lane, bytes int) (b *buffer, offset int, err error) {
	at := p.of(w, lane)
	if at%Pointer(bytes) != 0 {
		return nil, 0, fmt.Errorf("lane %d: %d bytes at 0x%x, want a multiple of %d", lane, bytes, at, bytes)
	}
	switch g := w.group; {
	case p.own:
		if w.own.data == nil {
			w.own.data = make([]byte, lanes*stackBytes)
		}
		if at+Pointer(bytes) > stackBytes {
			return nil, 0, fmt.Errorf("lane %d: %d bytes at 0x%x of its own memory, want them below 0x%x", lane, bytes, at, stackBytes)
		}
		word := (g.index*len(g.waves)+w.index)*stackBytes/4 + int(at/4)
		w.addresses[lane] = ownBase + gpumodel.Bytes(word*lanes*4+lane*max(4, bytes))
		return &w.own, lane*stackBytes + int(at), nil
	case p.local:
		if n := len(g.local.data); at < localBase || at+Pointer(bytes) > localBase+Pointer(n) {
			return nil, 0, fmt.Errorf("lane %d: %d bytes at 0x%x of shared memory, which is from 0x%x to 0x%x, %d bytes: %w", lane, bytes, at, localBase, localBase+n, n, ErrLocal)
		}
		w.addresses[lane] = gpumodel.Bytes(at-localBase) &^ 3
		return &g.local, int(at - localBase), nil
	}
	if b, offset, err = w.group.code.launch.Memory.find(at, bytes); err != nil {
		return nil, 0, fmt.Errorf("lane %d: %w", lane, err)
	}
	w.addresses[lane] = gpumodel.Bytes(at) &^ 3
	return b, offset, nil
}

// ownBase is where lanes' own memory lies, beyond all buffers: what all lanes of a wavefront reach at once lies side by side,
// so that all of them reach the same lines by words and by pairs of words, but single lanes other ones.
const ownBase = 1 << 48

// width returns the bytes of a lane, and extends what is shorter than a word.
func (d *decoder) width() (bytes int, extend func(uint32) uint32) {
	bytes = d.in.Width()
	switch {
	case has(d.mods, "S8"):
		return bytes, func(v uint32) uint32 { return uint32(int32(int8(v))) }
	case has(d.mods, "S16"):
		return bytes, func(v uint32) uint32 { return uint32(int32(int16(v))) }
	}
	return bytes, func(v uint32) uint32 { return v }
}

// asked notes what the schedulers are told of an access.
func (d *decoder) asked(op gpumodel.Op, bytes int) {
	d.step.access.op, d.step.access.width = op, gpumodel.Bytes(max(bytes, 4))
	if bytes < 4 {
		d.assume("accesses of fewer than 4 bytes are taken to be of the words that they are in")
	}
}

// assume notes what is not as on the GPU, once.
func (d *decoder) assume(what string) {
	if slices.Contains(d.code.Assumed, what) {
		return
	}
	d.code.Assumed = append(d.code.Assumed, what)
}

func (d *decoder) load() (func(*wave, uint32) error, error) {
	bytes, extend := d.width()
	words := max(1, bytes/4)
	if d.sets() >= 0 {
		return nil, fmt.Errorf("a predicate that it sets, want none")
	}
	to := d.result(words)
	p, err := d.place()
	if err != nil {
		return nil, err
	}
	d.asked(gpumodel.Load, bytes)
	return func(w *wave, on uint32) (err error) {
		var all [4]row
		each(on, func(lane int) {
			if err != nil {
				return
			}
			var from *buffer
			var at int
			if from, at, err = w.reach(&p, lane, bytes); err != nil {
				return
			}
			if bytes < 4 {
				all[0][lane] = extend(from.read(at, bytes))
				return
			}
			for k := range words {
				all[k][lane] = from.read(at+4*k, 4)
			}
		})
		for k := range words {
			keep(&w.rows[to+k], &all[k], on)
		}
		return err
	}, nil
}

// keep writes a row's lanes that are on.
func keep(to, from *row, on uint32) {
	if on == every {
		*to = *from
		return
	}
	for i := range to {
		if on>>i&1 == 1 {
			to[i] = from[i]
		}
	}
}

func (d *decoder) store() (func(*wave, uint32) error, error) {
	bytes, _ := d.width()
	words := max(1, bytes/4)
	p, err := d.place()
	if err != nil {
		return nil, err
	}
	s, err := d.source(whole, words)
	if err != nil {
		return nil, err
	}
	d.asked(gpumodel.Store, bytes)
	return func(w *wave, on uint32) (err error) {
		each(on, func(lane int) {
			if err != nil {
				return
			}
			var to *buffer
			var at int
			if to, at, err = w.reach(&p, lane, bytes); err != nil {
				return
			}
			if bytes < 4 {
				to.write(at, bytes, s.get(w)[lane])
				return
			}
			for k := range words {
				to.write(at+4*k, 4, w.rows[s.row+k][lane])
			}
		})
		return err
	}, nil
}
