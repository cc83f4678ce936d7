package emulate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/sass"
)

// control reads jumps, barriers and what else decides where lanes go on.
func (d *decoder) control() (func(*wave, uint32) error, error) {
	none := func(*wave, uint32) error { return nil }
	switch d.name {
	case "DEPBAR":
		counted := has(d.mods, "LE") && strings.Contains(d.in.String(), "SB0")
		switch copies := hasCopies(d.code.launch.Kernel); {
		case counted && copies:
			return d.await()
		case copies:
			return nil, fmt.Errorf("a wait for another than SB0 beside asynchronous copies, want DEPBAR.LE SB0, 0x0 or such")
		case counted:
			d.step.kind = gpumodel.Fence
		}
		return none, nil
	case "LDGDEPBAR":
		return d.commit()
	case "NOP", "YIELD", "NANOSLEEP", "CCTL", "ERRBAR", "PREEXIT", "CGAERRBAR", "PMTRIG":
		return none, nil
	case "MEMBAR", "FENCE":
		d.step.kind = gpumodel.Fence
		return none, nil
	case "EXIT":
		if len(d.ops) > 0 {
			return nil, fmt.Errorf("an exit with an operand, want none")
		}
		d.step.kind = gpumodel.FP32
		return func(w *wave, on uint32) error { w.exit(on); return nil }, nil
	case "BRA", "JMP":
		return d.branch()
	case "CALL":
		if d.in.Target < 0 {
			return nil, fmt.Errorf("a call to where the listing does not show, want a function of it")
		}
		to := d.in.Target
		return func(w *wave, on uint32) error { w.part(to, on); return nil }, nil
	case "RET":
		return d.back()
	case "BSSY", "BSYNC", "BREAK":
		return d.convergence()
	case "WARPSYNC":
		return d.together()
	case "BAR":
		return d.barrier()
	case "KILL", "BRX", "JMX", "BRXU", "JMXU", "RTT", "BPT":
		return nil, fmt.Errorf("a jump that is not followed, want BRA, CALL and RET")
	}
	return nil, nil
}

// branch jumps with the lanes whose guard and whose condition hold.
func (d *decoder) branch() (func(*wave, uint32) error, error) {
	if d.in.Target < 0 {
		return nil, fmt.Errorf("a jump to where the listing does not show, want a place of its kernel")
	}
	if has(d.mods, "DIV") && len(d.ops) == 2 {
		return d.parted()
	}
	if d.ops = d.ops[:len(d.ops)-1]; len(d.ops) > 0 && !d.ahead() {
		return nil, fmt.Errorf("a jump with an operand before its place, want a predicate")
	}
	to, also := d.in.Target, d.asks(true)
	return func(w *wave, on uint32) error {
		w.part(to, on&also.of(w))
		return nil
	}, nil
}

// parted jumps if not all lanes of a mask are here, to code that lets one after the other do what
// they should do together: that is not followed.
func (d *decoder) parted() (func(*wave, uint32) error, error) {
	mask, err := d.source(wholeCarried, 1) // ~URZ: all lanes
	d.step.kind = gpumodel.FP32
	return func(w *wave, on uint32) error {
		if on != 0 && mask.get(w)[0]&w.alive&^on != 0 {
			return fmt.Errorf("lanes that are to do something together have parted, want them together")
		}
		return nil
	}, err
}

// back jumps to the address that a register holds.
func (d *decoder) back() (func(*wave, uint32) error, error) {
	if len(d.ops) > 0 && d.ops[0].Kind == sass.Special { // R10 0x0: the register, and where the function is to be found
		o := d.ops[0]
		name, _, _ := strings.Cut(o.Value, " ")
		n, err := strconv.ParseUint(strings.TrimPrefix(name, "R"), 10, 15)
		if err != nil || int(n) >= d.registers {
			return nil, fmt.Errorf("operand %s, want a register that the kernel writes", o.Value)
		}
		o.Kind, o.Number = sass.Register, int16(n)
		d.ops = []sass.Operand{o}
	}
	s, err := d.source(whole, 1)
	if err != nil {
		return nil, err
	}
	first := d.code.launch.Kernel.Code[0].Address
	return func(w *wave, on uint32) error {
		for on != 0 {
			var to, same uint32
			each(on, func(lane int) {
				v := s.get(w)[lane]
				if same == 0 {
					to = v
				}
				if v == to {
					same |= 1 << lane
				}
			})
			at := (int64(to) - first) / 16
			if at < 0 || at >= int64(len(w.group.code.steps)) {
				return fmt.Errorf("a return to 0x%x, want a place of the kernel", to)
			}
			w.part(int(at), same)
			on &^= same
		}
		return nil
	}, nil
}

// convergence is where lanes that part will meet again.
func (d *decoder) convergence() (func(*wave, uint32) error, error) {
	i := slices.IndexFunc(d.ops, func(o sass.Operand) bool { return o.Kind == sass.Special && strings.HasPrefix(o.Value, "B") })
	if i < 0 {
		return nil, fmt.Errorf("no barrier among its operands, want B0 to B15")
	}
	b, err := strconv.Atoi(d.ops[i].Value[1:])
	if err != nil || b < 0 || b >= atWorkgroup {
		return nil, fmt.Errorf("barrier %s, want B0 to B15", d.ops[i].Value)
	}
	switch d.name {
	case "BSSY":
		return func(w *wave, on uint32) error {
			w.meetings[b] = meeting{lanes: on}
			return nil
		}, nil
	case "BREAK":
		d.ops = d.ops[:i]
		also := d.asks(true)
		return func(w *wave, on uint32) error { w.leave(on&also.of(w), b, b+1); return nil }, nil
	}
	return func(w *wave, on uint32) error {
		if on == 0 {
			return nil
		}
		if on != w.path.lanes {
			return fmt.Errorf("some lanes wait and others do not, want all")
		}
		w.meet(b, w.meetings[b].lanes)
		return nil
	}, nil
}

// together waits for the lanes of a mask.
func (d *decoder) together() (func(*wave, uint32) error, error) {
	mask := source{fixed: new(row)}
	for i := range mask.fixed {
		mask.fixed[i] = every
	}
	if len(d.ops) > 0 && !has(d.mods, "ALL") {
		var err error
		if mask, err = d.source(whole, 1); err != nil {
			return nil, err
		}
	}
	return func(w *wave, on uint32) error {
		if on != 0 {
			all := uint32(0)
			each(on, func(lane int) { all |= mask.get(w)[lane] })
			w.meet(atWavefront, all)
		}
		return nil
	}, nil
}

// barrier is the workgroup's. All lanes of a wavefront meet before it waits for others.
func (d *decoder) barrier() (func(*wave, uint32) error, error) {
	if !has(d.mods, "SYNC") || len(d.ops) != 1 || d.ops[0].Kind != sass.Immediate || d.ops[0].Value != "0x0" {
		return nil, fmt.Errorf("a barrier of some of the workgroup, want BAR.SYNC 0x0")
	}
	return func(w *wave, on uint32) error {
		if on == 0 || !w.meet(atWorkgroup, w.alive) {
			w.kind = gpumodel.FP32
		}
		return nil
	}, nil
}
