package sass

import (
	"fmt"
	"slices"
	"strings"
)

// note is something that was assumed of a launch's code.
type note uint8

const (
	noteShared note = iota
	noteGlobal
	noteDerived
	noteCondition
	noteTable
	noteNoRule
	noteLoop
	noteThrough
	noteArrival
	noteNamed
	noteCount
)

// notes are what was assumed.
type notes struct {
	said       [noteCount]bool
	unmeasured []string // opcodes of which no measurement says what they take, in order of appearance
	idle       []string // … that start or wait for something that is not simulated
}

// idle are the opcodes that move data or wait for it beside the wavefronts. They issue, and
// nothing more comes of it.
const idle = " DEPBAR LDGDEPBAR MEMBAR ERRBAR FENCE WARPGROUP SYNCS ACQBULK PREEXIT NANOSLEEP CCTL CCTLL CCTLT " +
	"UBLKCP UBLKPF UBLKRED UTMACCTL UTMACMDFLUSH UTMALDG UTMAPF UTMAREDG UTMASTG REDAS STAS "

// use notes what is assumed of any instruction of its opcode.
func (n *notes) use(in *Instruction) {
	o := in.Opcode
	list := &n.unmeasured
	switch {
	case strings.Contains(idle, " "+o.Name+" "):
		list = &n.idle
	case !o.Assumed, o.Name == "EXIT", o.Unit == Global && (strings.HasPrefix(o.Name, "LD") || strings.HasPrefix(o.Name, "ST")): // see noteGlobal
		return
	}
	if !slices.Contains(*list, o.Name) {
		*list = append(*list, o.Name)
	}
}

// barrier notes what is assumed of a workgroup's barrier.
func (n *notes) barrier(in *Instruction) {
	if strings.Contains(in.Name, "ARV") {
		n.said[noteArrival] = true
	}
	if len(in.Operands) > 1 || len(in.Operands) == 1 && in.Operands[0].Value != "0x0" {
		n.said[noteNamed] = true
	}
}

// words says all of them.
func (n *notes) words(m *Machine) (all []string) {
	for i, words := range [noteCount]string{
		noteShared:    "addresses of shared memory that are not given: no bank conflicts",
		noteGlobal:    fmt.Sprintf("global memory: every access hits the L1, %d cycles, and %d bytes a cycle pass", m.GlobalLatency, globalBytes),
		noteDerived:   derived,
		noteCondition: "jumps ahead under a condition, and back but for a loop's last, are not taken; those around a call are",
		noteTable:     "jumps through a table go to its places in turn",
		noteNoRule:    "8-byte atomics: as many passes as the loop takes that adds 8 bytes",
		noteLoop:      "ATOMS.CAST: its loop goes round as often as the launch says, whatever the lanes' addresses",
		noteThrough:   "16-byte copies through the L1: as those past it",
		noteArrival:   "who only arrives at a barrier (BAR.ARV) waits there like the others",
		noteNamed:     "named barriers, and those of a part of the workgroup: one of the whole workgroup",
	} {
		if n.said[i] {
			all = append(all, words)
		}
	}
	if len(n.unmeasured) > 0 {
		all = append(all, "units and latencies of "+strings.Join(n.unmeasured, ", ")+": as their neighbours', not measured")
	}
	if len(n.idle) > 0 {
		all = append(all, strings.Join(n.idle, ", ")+": they issue, and neither wait nor move data")
	}
	return all
}
