package memory

import (
	"math"
	"math/bits"
	"slices"

	"lanebook/gpumodel"
)

// toDRAM writes to DRAM what the latest find in a cache of such sectors has driven out, and
// returns when it is there. Sectors that were not written whole are read first.
func (h *Hierarchy) toDRAM(s *store, sector gpumodel.Bytes, at float64) float64 {
	v := &s.driven
	d := &h.caches.DRAM
	n := gpumodel.Bytes(bits.OnesCount8(v.dirty))
	size := n * sector
	h.written += int64(size)
	cost := float64(size)
	if d.WriteSector > 0 {
		cost = d.WriteLine + d.WriteSector*float64(size/h.caches.L2.Sector) + d.WriteTurn*h.reads/max(1, h.reads+h.writes)
	}
	address := v.number << s.shift
	channel := h.channel(address)
	if torn := n - min(n, gpumodel.Bytes(v.bytes)/sector); torn > 0 {
		more := float64(min(torn*d.Atom, 1<<s.shift))
		h.dram += int64(more)
		at = channel.take(at, more*h.perByte)
		h.occupy(at, more*h.perByte, 0)
	}
	h.occupy(at, 0, cost*h.perByte)
	return channel.take(at, cost*h.perByte)
}

// Flush writes back all that the L2s hold of what was written, from the given cycle on; it
// stays there as what was read does, and other dies lose their copies. It returns when the
// level after it has it all.
func (h *Hierarchy) Flush(at float64) float64 {
	done := at
	for s := range h.stores {
		for i := range s.places {
			p := &s.places[i]
			if p.dirty == 0 {
				continue
			}
			for other := range h.stores {
				if len(h.dies) > 1 && other != s {
					other.drop(p.tag-1, p.dirty)
				}
			}
			s.driven = victim{p.tag - 1, p.dirty, p.bytes}
			done = max(done, h.writeBack(0, s, h.caches.L2.Sector, at))
			p.dirty, p.bytes = 0, 0
		}
		s.driven = victim{}
	}
	return done
}

// channel returns the channel of DRAM that holds an address.
func (h *Hierarchy) channel(address uint64) *calendar {
	return &h.channels[h.deal(address/uint64(h.caches.DRAM.Interleave), len(h.channels))]
}

// rows is which rows of a channel are open.
type rows struct {
	opening calendar
	open    [64]uint64 // numbers + 1, the latest used first
}

// open returns when a row may be read that is wanted from the given cycle on: at once if
// it is open, else when its channel has opened those before it. Latency has the rest.
func (h *Hierarchy) open(at float64, address uint64) float64 {
	number := address / uint64(h.caches.DRAM.Interleave)
	r := &h.rows[h.deal(number, len(h.rows))]
	d := &h.caches.DRAM
	open := r.open[:d.Rows]
	i := slices.Index(open, number+1)
	if i < 0 {
		h.opens += d.RowCycles
		at = r.opening.take(at, d.RowCycles) - d.RowCycles
		i = d.Rows - 1
	}
	copy(open[1:i+1], open[:i])
	open[0] = number + 1
	return at
}

// occupy notes that reads and writes occupy a channel for so many cycles.
func (h *Hierarchy) occupy(at, reads, writes float64) {
	h.busy += reads + writes
	if now := int64(at) / loadStep; now > h.step {
		rest := math.Pow(1-1.0/loadSteps, float64(now-h.step))
		h.reads *= rest
		h.writes *= rest
		h.opens *= rest
		h.step = now
	}
	h.reads += reads
	h.writes += writes
}

// What has been asked of DRAM is forgotten step by step, cycles long, so that what is
// known is a mean over about as many steps.
const loadStep, loadSteps = 64, 16

// wait returns how much longer than usual DRAM takes to find what a CU reads: now and
// then, by chance, and the more is asked of it.
func (h *Hierarchy) wait(address uint64) float64 {
	d := &h.caches.DRAM
	all := float64(loadStep * loadSteps * len(h.channels))
	load := min(max(h.reads+h.writes, h.opens)/all, 0.95)
	dice := mix(address>>9 ^ 0x2545f491)
	chance, more := float64(dice&(1<<32-1))/(1<<32), float64(dice>>32)/(1<<32)
	wait := float64(d.Queue)*load/(1-load) + float64(d.Turn)*min(h.writes/all, 0.5)*(0.5+more)
	wait -= d.LateShare * float64(d.Late) / 2 // which Latency has in it
	if chance < d.LateShare {
		wait += float64(d.Late) * more
	}
	return wait
}

// fill fetches sectors from beyond the L2, or finds that the host's copy has left them. It
// returns when the L2 has them. away is 1 where the CU that asks is near to the other
// half, −1 where to this: DRAM's latency is a mean over both.
func (h *Hierarchy) fill(s *store, p *place, at float64, line Line, missing uint8, away float64) (ready float64, copied bool) {
	p.valid |= missing
	if line.Address < h.resident && mix(line.Address>>7^0x5bd1e995)&(1<<32-1) < h.chance {
		return at, true
	}
	d := &h.caches.DRAM
	sectors := int64(bits.OnesCount8(missing))
	s.Hits -= sectors
	s.Missed += sectors
	whole := missing // with the sectors that come along
	for n := d.Atom / h.caches.L2.Sector; n > 1; n /= 2 {
		if n == 2 {
			whole |= whole&0x55<<1 | whole&0xaa>>1
		} else {
			whole |= whole&0x33<<2 | whole&0xcc>>2
		}
	}
	p.valid |= whole
	return h.further(0, at, line.Address, whole, h.caches.L2.Sector, away*float64(h.caches.L2.Far)/4), false
}

// fromDRAM reads bytes of a line, and returns when they are there. They go and come such a
// way, in cycles.
func (h *Hierarchy) fromDRAM(at float64, address uint64, bytes gpumodel.Bytes, way float64) float64 {
	h.dram += int64(bytes)
	occupied := float64(bytes) * h.perByte
	h.occupy(at, occupied, 0)
	way += h.wait(address) / 2
	at += way
	if h.rows != nil {
		at = h.open(at, address)
	}
	return h.channel(address).take(at, occupied) + way
}
