package memory

import (
	"fmt"
	"math"
	"math/bits"

	"lanebook/gpumodel"
)

// Hierarchy is a device's caches at work: those of some CUs, the L2, the channels.
//
// When it is made for fewer CUs than the device has, the others are not simulated
// but have their share: bandwidth of the L2 and DRAM, and the L2's capacity, are
// cut to the part of the CUs that are.
type Hierarchy struct {
	caches        gpumodel.Caches
	banks         gpumodel.LDS // through which the L1 delivers, where it is Banked
	cus           []Client
	l2            [2]*store // near and far half; the far one nil if there is but one
	slices        []calendar
	perSlice      float64 // cycles that a byte occupies a slice
	perTag        float64 // cycles that a line occupies a slice's tags
	channels      []calendar
	perByte       float64    // cycles that a byte occupies a channel
	dram          int64      // bytes read
	written       int64      // bytes written back
	resident      uint64     // addresses below this are in the L2 with the chance below
	chance        uint64     // of 2^32
	order         []turn     // Answer's
	reads, writes float64    // cycles for which they have occupied channels lately
	step          int64      // until when
	busy          [2]float64 // cycles for which slices of the L2, and channels, have been occupied
}

// Client is one CU's way into the memory system. It serves a CU scheduler: it is a
// gpumodel.Memory.
type Client struct {
	h           *Hierarchy
	l1, texture *level
	half        int       // of the L2 that is near
	port, away  calendar  // bring data from the L2, and take data to it, as wide
	stores      []float64 // when each of the latest stored lines is in the L2, a ring of the L1's Misses
	nextStore   int
	lines       []Line
	addresses   [64]gpumodel.Bytes
	shared      *exchange // with many CUs at work; nil: everything is answered at once
}

// level is a first-level cache at work.
type level struct {
	gpumodel.L1         // of a texture cache, what the two have in common
	pipeline    float64 // of a texture cache
	store       *store
	tags        server    // looks lines up
	loads       server    // takes global loads, where MissCycles says how fast
	data        server    // delivers
	fills       []float64 // when each of the latest misses is there, a ring of Misses
	next        int
}

// Line is one line that an access touches, and the sectors of it.
type Line struct {
	Address uint64 // of its first byte
	Sectors uint8  // bit i is sector i
}

// New returns the device's caches at work, with so many of its CUs simulated in
// detail. The error says what is wrong with the device, or that nothing is known of
// its caches.
func New(d gpumodel.Device, cus int) (*Hierarchy, error) {
	if !d.Caches.Known() {
		return nil, fmt.Errorf("memory: device %s: Caches are not known", d.Name)
	}
	if err := d.Validate(); err != nil {
		return nil, err
	}
	if cus < 1 || cus > d.CUs {
		return nil, fmt.Errorf("memory: device %s: %d CUs in detail, want 1 to %d", d.Name, cus, d.CUs)
	}
	share := float64(cus) / float64(d.CUs)
	l2 := d.Caches.L2
	h := &Hierarchy{caches: d.Caches, banks: d.LDS}
	h.banks.Size = 1 << 30 // addresses are taken relative to an access's lowest
	if l2.Far > 0 {
		l2.Sets = max(1, l2.Sets/2)
	}
	l2.Sets = max(1, int(float64(l2.Sets)*share+0.5))
	h.l2[0] = newStore(l2.Cache)
	if l2.Far > 0 {
		h.l2[1] = newStore(l2.Cache)
	}
	n := portion(l2.Slices, share)
	h.slices = make([]calendar, n)
	h.perSlice = float64(n) / (l2.BytesPerCycle * share)
	h.perTag = 1 / l2.LinesPerTurn
	n = portion(d.Caches.DRAM.Channels, share)
	h.channels = make([]calendar, n)
	h.perByte = float64(n) / (d.Caches.DRAM.BytesPerCycle * share)
	h.cus = make([]Client, cus)
	return h, nil
}

// portion returns the servers of so many that belong to the share, at least one.
func portion(servers int, share float64) int { return max(1, int(float64(servers)*share+0.5)) }

// newLevel returns a first-level cache at work, nil if there is none.
func newLevel(c gpumodel.L1) *level {
	if c == (gpumodel.L1{}) {
		return nil
	}
	return &level{L1: c, store: newStore(c.Cache), fills: make([]float64, c.Misses)}
}

// CU returns the i'th of the CUs in detail.
func (h *Hierarchy) CU(i int) *Client {
	c := &h.cus[i]
	if c.h == nil { // asked for the first time: of many CUs, one may be in use
		t := h.caches.Texture
		*c = Client{h: h, stores: make([]float64, max(1, h.caches.L1.Misses)), l1: newLevel(h.caches.L1), texture: newLevel(gpumodel.L1{Cache: t.Cache, BytesPerCycle: t.BytesPerCycle, Misses: t.Misses})}
		if c.texture == nil {
			c.texture = c.l1
		} else {
			c.texture.pipeline = float64(t.Pipeline)
		}
		if h.l2[1] != nil {
			c.half = i & 1
		}
	}
	return c
}

// Copy tells that the host has copied so many bytes, from address 0, to the GPU's
// memory: some of it is in the L2 since.
func (h *Hierarchy) Copy(size gpumodel.Bytes) {
	stays := h.caches.DRAM.Copied
	if stays == 0 {
		stays = h.caches.L2.Size()
	}
	h.resident = uint64(size)
	h.chance = uint64(float64(min(stays, size)) / float64(size) * (1 << 32))
}

// Counts returns what the first-level caches for Global and for Texture and the
// L2 were asked; the two first are the same where textures use the L1.
func (h *Hierarchy) Counts() (l1, texture, l2 Counts) {
	for i := range h.cus {
		if c := h.cus[i].l1; c != nil {
			l1.add(c.store.Counts)
		}
		if c := h.cus[i].texture; c != nil {
			texture.add(c.store.Counts)
		}
	}
	l2 = h.l2[0].Counts
	if h.l2[1] != nil {
		l2.add(h.l2[1].Counts)
	}
	return l1, texture, l2
}

// Read returns the bytes that DRAM has delivered.
func (h *Hierarchy) Read() gpumodel.Bytes { return gpumodel.Bytes(h.dram) }

// Busy returns for how many cycles the L2's slices and DRAM's channels have been
// occupied, on average.
func (h *Hierarchy) Busy() (l2, dram float64) {
	return h.busy[0] / float64(len(h.slices)), h.busy[1] / float64(len(h.channels))
}

// Written returns the bytes that the L2 has written back to DRAM.
func (h *Hierarchy) Written() gpumodel.Bytes { return gpumodel.Bytes(h.written) }

// Fetch reads lines from the given cycle on, by way of the texture cache or the L1,
// or past it when the access is to be kept in the L2 only. It returns when the
// cache can look up the next access, and when all the data are there.
func (c *Client) Fetch(now float64, path Path, lines []Line) (accept, done float64) {
	return c.fetch(now, path, lines, 1)
}

// fetch is Fetch of an access that takes so many passes through the banks of the L1.
func (c *Client) fetch(now float64, path Path, lines []Line, passes int) (accept, done float64) {
	l := c.l1
	if path == ByTexture {
		l = c.texture
	}
	accept, done = now, now
	if l == nil {
		for _, line := range lines {
			done = max(done, c.pastL1(now, line))
		}
		return accept, done
	}
	if path != ByTexture && l.MissCycles > 0 {
		return c.load(l, now, path, lines, passes)
	}
	for _, line := range lines {
		begin := l.tags.take(now, 1/l.LinesPerTurn) - 1/l.LinesPerTurn
		if path == PastL1 {
			done = max(done, c.pastL1(begin, line))
		} else {
			deliver := float64(bits.OnesCount8(line.Sectors)) * float64(l.Sector) / l.BytesPerCycle
			done = max(done, c.through(l, begin, line, deliver))
		}
	}
	return max(now, l.tags.free), done
}

// load is fetch of a global load where the L1 says what such a load costs: turns of
// the tags, passes of the banks, and lines that must come from the L2.
func (c *Client) load(l *level, now float64, path Path, lines []Line, passes int) (accept, done float64) {
	n := float64(len(lines))
	missing := n
	if path == ByL1 {
		missing = 0
		for _, line := range lines {
			if !l.store.holds(line.Address, line.Sectors) {
				missing++
			}
		}
	}
	turns := math.Ceil(n / l.LinesPerTurn)
	busy := max(turns, float64(passes), missing*l.MissCycles)
	begin := l.loads.take(now, busy) - busy
	alone := max(busy, l.PassCycles*float64(passes)) // of one SIMD
	for i, line := range lines {
		at := max(begin+busy*float64(i)/n, now+alone*float64(i)/n)
		if path == PastL1 {
			done = max(done, c.pastL1(at, line))
		} else {
			done = max(done, c.through(l, at, line, 0)) // its passes are in busy
		}
	}
	return max(now+alone, l.loads.free), max(done, begin+busy, now+alone)
}

// Path is the way that an access takes.
type Path uint8

// The ways.
const (
	ByL1 Path = iota
	ByTexture
	PastL1 // kept in the L2 only (ld.cg)
)

// through reads one line by way of a first-level cache, which takes so many cycles to
// deliver it.
func (c *Client) through(l *level, at float64, line Line, deliver float64) float64 {
	s := l.store
	s.Lookups++
	asked := int64(bits.OnesCount8(line.Sectors))
	i, missing := s.find(line.Address, line.Sectors)
	there := &s.places[i]
	from := at
	if missing != 0 {
		// The oldest outstanding miss must be back before another can go out.
		if at < l.fills[l.next] {
			at = max(at, known(l.fills[l.next]))
			l.tags.free, l.loads.free = max(l.tags.free, at), max(l.loads.free, at)
		}
		fetched := int64(bits.OnesCount8(missing))
		s.Missed += fetched
		asked -= fetched
		fill := c.fromL2(at, Line{line.Address, missing}, slot{l, i, int32(l.next)})
		l.fills[l.next] = fill
		if l.next++; l.next == len(l.fills) {
			l.next = 0
		}
		there.valid |= missing
		there.ready = max(there.ready, fill)
	}
	hit := l.data.take(from, deliver) + float64(l.Latency) - 1
	if there.ready >= later {
		s.Merged += asked
		c.shared.depend(there.ready, l.pipeline)
		return hit
	}
	if there.ready > from {
		s.Merged += asked
		return max(there.ready+l.pipeline, hit)
	}
	s.Hits += asked
	return max(hit, from+float64(l.Latency))
}

// pastL1 reads sectors of one line that no cache of the CU keeps.
func (c *Client) pastL1(now float64, line Line) float64 {
	if done := c.fromL2(now, line, slot{}); done < later {
		return done
	} else {
		c.shared.depend(done, 0)
		return now
	}
}

// fromL2 reads sectors of one line by way of the L2, and returns when they have
// come to the CU, or where many CUs are at work the number by which that will be
// known. It has room for the sectors in the given slot.
func (c *Client) fromL2(now float64, line Line, room slot) float64 {
	if c.shared != nil {
		return c.shared.ask(request{at: now, line: line, room: room})
	}
	return c.answer(now, line)
}

// answer returns when sectors that the L2 is asked for have come to the CU.
func (c *Client) answer(now float64, line Line) float64 {
	size := float64(bits.OnesCount8(line.Sectors)) * float64(c.h.caches.L2.Sector)
	at := c.atL2(now, line, size)
	return c.port.take(at, size/c.h.caches.PortBytesPerCycle) + float64(c.h.caches.L2.Latency)/2
}

// atL2 returns when the L2 has the sectors to send.
func (c *Client) atL2(now float64, line Line, size float64) float64 {
	h := c.h
	n := h.deal(line.Address>>7, len(h.slices))
	way := float64(h.caches.L2.Latency)/2 + float64(h.caches.L2.Spread)*((float64(n)+0.5)/float64(len(h.slices))-0.5)
	occupied := max(h.perTag, size*h.perSlice)
	h.busy[0] += occupied
	at := h.slices[n].take(now+way, occupied)
	near := h.l2[c.half]
	i, missing := near.find(line.Address, line.Sectors)
	h.writeBack(near, at)
	here := &near.places[i]
	near.Lookups++
	near.Hits += int64(bits.OnesCount8(line.Sectors))
	if missing == 0 {
		return max(at, here.ready)
	}
	if home := h.home(line.Address); home == c.half {
		here.ready, _ = h.fill(near, here, at, line, missing, -1)
	} else { // ask the far half
		far := h.l2[home]
		i, absent := far.find(line.Address, line.Sectors)
		h.writeBack(far, at)
		there := &far.places[i]
		came := max(at, there.ready)
		copied := true
		if absent != 0 {
			came, copied = h.fill(far, there, at, line, absent, 1)
			there.ready = came
		}
		if copied {
			came += float64(h.caches.L2.Far)
		}
		here.valid |= missing
		here.ready = came
	}
	return here.ready
}

// home returns the half of the L2 that is nearer to the address's channel.
func (h *Hierarchy) home(address uint64) int {
	if h.l2[1] == nil {
		return 0
	}
	return int(mix(address/uint64(max(h.caches.L2.Home, 128))) >> 40 & 1)
}

// writeBack sends to DRAM what the latest find in a half of the L2 has driven out, and
// returns when it is there; 0 where there was nothing to write. Sectors that were not
// written whole are read first.
func (h *Hierarchy) writeBack(s *store, at float64) float64 {
	v := &s.driven
	if v.dirty == 0 {
		return 0
	}
	d, sector := &h.caches.DRAM, h.caches.L2.Sector
	n := gpumodel.Bytes(bits.OnesCount8(v.dirty))
	size := n * sector
	h.written += int64(size)
	cost := float64(size)
	if d.WriteSector > 0 {
		cost = d.WriteLine + d.WriteSector*float64(n)
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

// channel returns the channel of DRAM that holds an address.
func (h *Hierarchy) channel(address uint64) *calendar {
	return &h.channels[h.deal(address/uint64(h.caches.DRAM.Interleave), len(h.channels))]
}

// deal gives the n'th piece of memory to one of so many servers: by chance, or, where the
// device deals evenly, of as many neighbours each gets one, in an order that is
// different from neighbours to neighbours.
func (h *Hierarchy) deal(n uint64, servers int) uint64 {
	of := uint64(servers)
	if h.caches.Even {
		return (n + mix(n/of)) % of
	}
	return mix(n) % of
}

// occupy notes that reads and writes occupy a channel for so many cycles.
func (h *Hierarchy) occupy(at, reads, writes float64) {
	h.busy[1] += reads + writes
	if now := int64(at) / loadStep; now > h.step {
		rest := math.Pow(1-1.0/loadSteps, float64(now-h.step))
		h.reads *= rest
		h.writes *= rest
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
	load := min((h.reads+h.writes)/all, 0.95)
	dice := mix(address>>9 ^ 0x2545f491)
	chance, more := float64(dice&(1<<32-1))/(1<<32), float64(dice>>32)/(1<<32)
	wait := float64(d.Queue)*load/(1-load) + float64(d.Turn)*min(h.writes/all, 0.5)*(0.5+more)
	wait -= d.LateShare * float64(d.Late) / 2 // which Latency has in it
	if chance < d.LateShare {
		wait += float64(d.Late) * more
	}
	return wait
}

// fill fetches sectors from DRAM, or finds that the host's copy has left them. It
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
	bytes := float64(bits.OnesCount8(whole)) * float64(h.caches.L2.Sector)
	h.dram += int64(bytes)
	way := float64(d.Latency-h.caches.L2.Latency)/2 + away*float64(h.caches.L2.Far)/4
	h.occupy(at, bytes*h.perByte, 0)
	way += h.wait(line.Address) / 2
	return h.channel(line.Address).take(at+way, bytes*h.perByte) + way, false
}
