package sass

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"lanebook/gpumodel"
)

// Addresses says what instructions ask of shared memory, by their addresses in the kernel.
// Each has one access, or several that its goes take in turn.
type Addresses map[int64]func(width gpumodel.Bytes) []gpumodel.Access

// Set adds an entry, as people write it:
//
//	0x310=stride:4            lane i is at 4·i of its widths (a matrix load's is 16 bytes)
//	0x310=broadcast           all lanes are at one address
//	0x310=list:0,128,256      lane i is at the i'th of these bytes; 1 to 32 lanes take part
//	0x310=random:7            each lane is anywhere in 32 KB, other places each time; 7 is the seed
//
// The error names the entry and says what is wanted.
func (t Addresses) Set(entry string) error {
	at, what, _ := strings.Cut(strings.TrimSpace(entry), "=")
	address, err := strconv.ParseInt(strings.TrimPrefix(strings.TrimSpace(at), "0x"), 16, 64)
	if err != nil || address < 0 {
		return fmt.Errorf("addresses: %q, want an instruction's address in hexadecimal first, as in 0x310=stride:4", entry)
	}
	kind, value, _ := strings.Cut(strings.TrimSpace(what), ":")
	n, wrong := strconv.ParseInt(value, 10, 32)
	switch kind {
	case "stride":
		if wrong != nil || n < 0 || n > 1024 {
			return fmt.Errorf("addresses: %q, want stride:N with N from 0 to 1024, in widths of the access", entry)
		}
		t[address] = strided(gpumodel.Bytes(n))
	case "broadcast":
		t[address] = strided(0)
	case "list":
		return t.list(address, value, entry)
	case "random":
		if wrong != nil {
			return fmt.Errorf("addresses: %q, want random:SEED with a whole number", entry)
		}
		t[address] = random(uint64(n))
	default:
		return fmt.Errorf("addresses: %q, want stride:N, broadcast, list:BYTES,… or random:SEED", entry)
	}
	return nil
}

// Read adds the entries of a file, one a line; empty lines and those that begin with # are
// passed over.
func (t Addresses) Read(file io.Reader) error {
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		if line := strings.TrimSpace(lines.Text()); line != "" && line[0] != '#' {
			if err := t.Set(line); err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
		}
	}
	return lines.Err()
}

// Into lets a launch take the addresses of the table, and what it had of other instructions.
// The error names an entry that is no access of shared memory in the launch's kernel.
func (t Addresses) Into(l *Launch) error {
	for _, at := range slices.Sorted(maps.Keys(t)) {
		i := slices.IndexFunc(l.Kernel.Code, func(in Instruction) bool { return in.Address == at })
		if i < 0 {
			return fmt.Errorf("addresses: kernel %s has no instruction at 0x%x", l.Kernel.Name, at)
		}
		if in := &l.Kernel.Code[i]; in.Opcode.Unit != LSU && in.Opcode.Name != "LDGSTS" {
			return fmt.Errorf("addresses: kernel %s has %v at 0x%x, want an access to shared memory", l.Kernel.Name, in, at)
		}
	}
	before := l.Draws
	l.Draws = func(in *Instruction) []gpumodel.Access {
		if entry := t[in.Address]; entry != nil {
			_, width, _ := in.local()
			return entry(width)
		}
		if before != nil {
			return before(in)
		}
		return nil
	}
	return nil
}

// list adds an access whose lanes are at the bytes of a list.
func (t Addresses) list(address int64, value, entry string) error {
	var all []gpumodel.Bytes
	for word := range strings.SplitSeq(value, ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(word), 0, 32)
		if err != nil || n < 0 || len(all) == 32 {
			return fmt.Errorf("addresses: %q, want list: and 1 to 32 offsets in bytes with commas between", entry)
		}
		all = append(all, gpumodel.Bytes(n))
	}
	t[address] = func(width gpumodel.Bytes) []gpumodel.Access {
		a := gpumodel.Stride(width, 32, 0, 0)
		a.Active = gpumodel.AllLanes(copy(a.Addr, all))
		return []gpumodel.Access{a}
	}
	return nil
}

func strided(widths gpumodel.Bytes) func(gpumodel.Bytes) []gpumodel.Access {
	return func(width gpumodel.Bytes) []gpumodel.Access {
		return []gpumodel.Access{gpumodel.Stride(width, 32, 0, widths*width)}
	}
}

// random returns accesses to places in 32 KB, as many as it takes until they repeat.
func random(seed uint64) func(gpumodel.Bytes) []gpumodel.Access {
	return func(width gpumodel.Bytes) []gpumodel.Access {
		dice := rand.New(rand.NewPCG(seed, 0))
		all := make([]gpumodel.Access, 64)
		for i := range all {
			all[i] = gpumodel.Stride(width, 32, 0, 0)
			for lane := range all[i].Addr {
				all[i].Addr[lane] = gpumodel.Bytes(dice.IntN(32<<10/int(width))) * width
			}
		}
		return all
	}
}
