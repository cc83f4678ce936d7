package emulate

import (
	"fmt"
	"math"
	"strings"

	"lanebook/gpumodel"
)

// atomic reads an operation of global or shared memory that nothing comes between.
func (d *decoder) atomic() (func(*wave, uint32) error, error) {
	global, returns := d.name != "ATOMS", !strings.HasPrefix(d.name, "RED")
	swaps, real := has(d.mods, "CAS"), has(d.mods, "F32", "F64")
	to := d.registers + waste
	words := 1
	if has(d.mods, "64", "U64", "S64", "F64") {
		words = 2
	}
	if returns {
		if d.sets() >= 0 {
			return nil, fmt.Errorf("a predicate that it sets, want PT")
		}
		to = d.result(words)
	}
	p, err := d.place()
	if err != nil {
		return nil, err
	}
	counts := has(d.mods, "POPC") && has(d.mods, "INC")
	var a, b source
	if !counts {
		if a, err = d.source(whole, words); err != nil {
			return nil, err
		}
	}
	if swaps {
		if b, err = d.source(whole, words); err != nil {
			return nil, err
		}
	}
	combine := combination(d.mods, counts)
	if combine == nil {
		return nil, fmt.Errorf("an atomic operation that is not executed, want ADD, MIN, MAX, AND, OR, XOR, INC, DEC, EXCH or CAS, of whole numbers, F32 or F64")
	}
	op := gpumodel.Atomic
	switch {
	case swaps:
		op = gpumodel.CompareSwap
	case counts:
		op = gpumodel.AtomicCount
	case real && global:
		op = gpumodel.AtomicFloat
	}
	d.asked(op, 4*words)
	d.code.alone = d.code.alone || global && (real || len(d.step.results) > 0)
	return func(w *wave, on uint32) (err error) {
		if global {
			m := &w.group.code.launch.Memory.atomics
			m.Lock()
			defer m.Unlock()
		}
		each(on, func(lane int) {
			if err != nil {
				return
			}
			var of *buffer
			var at int
			if of, at, err = w.reach(&p, lane, 4*words); err != nil {
				return
			}
			old := uint64(of.read(at, 4))
			if words == 2 {
				old |= uint64(of.read(at+4, 4)) << 32
			}
			v := combine(old, a.one(w, lane, words), b.one(w, lane, words))
			for k := range words {
				of.write(at+4*k, 4, uint32(v>>(32*k)))
			}
			w.put(to, words, lane, old)
		})
		return err
	}, nil
}

// combination returns what an atomic operation makes of the old value and its operands.
func combination(mods []string, counts bool) func(old, a, b uint64) uint64 {
	signed, long := has(mods, "S32", "S64"), has(mods, "64", "U64", "S64")
	less := func(a, b uint64) bool {
		switch {
		case signed && long:
			return int64(a) < int64(b)
		case signed:
			return int32(a) < int32(b)
		}
		return a < b
	}
	switch {
	case counts:
		return func(old, _, _ uint64) uint64 { return old + 1 }
	case has(mods, "F64"):
		return func(old, a, _ uint64) uint64 {
			return math.Float64bits(math.Float64frombits(old) + math.Float64frombits(a))
		}
	case has(mods, "F32") && has(mods, "FTZ"):
		return func(old, a, _ uint64) uint64 {
			x, y := flushed(math.Float32frombits(uint32(old))), flushed(math.Float32frombits(uint32(a)))
			return uint64(math.Float32bits(flushed(x + y)))
		}
	case has(mods, "F32"):
		return func(old, a, _ uint64) uint64 {
			return uint64(math.Float32bits(math.Float32frombits(uint32(old)) + math.Float32frombits(uint32(a))))
		}
	case has(mods, "ADD"):
		return func(old, a, _ uint64) uint64 { return old + a }
	case has(mods, "MIN"):
		return func(old, a, _ uint64) uint64 {
			if less(a, old) {
				return a
			}
			return old
		}
	case has(mods, "MAX"):
		return func(old, a, _ uint64) uint64 {
			if less(old, a) {
				return a
			}
			return old
		}
	case has(mods, "AND"):
		return func(old, a, _ uint64) uint64 { return old & a }
	case has(mods, "OR"):
		return func(old, a, _ uint64) uint64 { return old | a }
	case has(mods, "XOR"):
		return func(old, a, _ uint64) uint64 { return old ^ a }
	case has(mods, "EXCH"):
		return func(_, a, _ uint64) uint64 { return a }
	case has(mods, "CAS"):
		return func(old, a, b uint64) uint64 {
			if old == a {
				return b
			}
			return old
		}
	case has(mods, "INC"):
		return func(old, a, _ uint64) uint64 {
			if old >= a {
				return 0
			}
			return old + 1
		}
	case has(mods, "DEC"):
		return func(old, a, _ uint64) uint64 {
			if old == 0 || old > a {
				return a
			}
			return old - 1
		}
	}
	return nil
}
