package sass

import (
	"fmt"
	"strings"
)

// Words says the control fields of the kernel's i'th instruction, with the instructions
// that release the barriers it waits for: "waits for 0 (0310 LDS); stall 2". It
// leaves out what says nothing, such as a stall of 1. i is 0 to len(k.Code) − 1.
func (k *Kernel) Words(i int) string {
	c := k.Code[i].Control
	var words []string
	for b := range uint8(6) {
		if c.Wait>>b&1 == 0 {
			continue
		}
		w := fmt.Sprintf("waits for %d", b)
		if j := k.Releaser(i, b); j >= 0 {
			w += fmt.Sprintf(" (%04x %s)", k.Code[j].Address, k.Code[j].Opcode.Name)
		}
		words = append(words, w)
	}
	if c.Stall > 1 {
		words = append(words, fmt.Sprintf("stall %d", c.Stall))
	}
	if c.Yield {
		words = append(words, "yield")
	}
	if c.Write < 6 {
		words = append(words, fmt.Sprintf("releases %d when written", c.Write))
	}
	if c.Read < 6 {
		words = append(words, fmt.Sprintf("releases %d when read", c.Read))
	}
	var kept []string
	for slot := range 4 {
		if c.Reuse>>slot&1 == 1 {
			kept = append(kept, "abcd"[slot:slot+1])
		}
	}
	if len(kept) > 0 {
		words = append(words, "keeps operand "+strings.Join(kept, ", "))
	}
	return strings.Join(words, "; ")
}

// Releaser returns the instruction that releases a barrier (0 to 5) for which the i'th
// waits: the last one before it, or in the innermost loop around it the last one of the
// turn before; −1 if there is none.
func (k *Kernel) Releaser(i int, barrier uint8) int {
	from, to := 0, i
	for _, l := range k.Loops {
		if l.From <= i && i <= l.To && (to == i || l.To-l.From < to-from) {
			from, to = l.From, l.To
		}
	}
	releases := func(j int) bool { c := k.Code[j].Control; return c.Write == barrier || c.Read == barrier }
	for j := i - 1; j >= 0; j-- {
		if j == from-1 { // the turn before
			for n := to; n >= i; n-- {
				if releases(n) {
					return n
				}
			}
		}
		if releases(j) {
			return j
		}
	}
	return -1
}
