package gpumodel

import "fmt"

// TextureUnit says how one CU's texture unit takes a wavefront's (warp's)
// references. The zero value says that nothing is known: Texture instructions are refused.
//
// Where Latency is set, package memory serves Samples: the unit takes the lanes two by
// two. What the eight texels around each of the two need is looked up in one pass, unless
// two of its lines lie in one bank of the tags: then in as many passes as the fullest
// bank has lines. A pass takes a cycle, or as many as there are lines that want one bank of the
// data. Of four lanes 0 and 1, 2 and 3 go together, or 0 and 2, 1 and 3 where 0 lies in the plane
// (of z) of 2 and not of 1; or, where that says nothing, nearer to 2 along y, or as near but below
// it. Of three only the planes are asked. References return in order, or, where Overtakes says
// so, most when what they need is there.
//
// Of 10,000 references drawn by chance after the rule was set, an H100 took as long, within a
// twentieth, for 9,999 ([pace_h100.csv]); an H200's counters say the same passes in 221 of 227
// patterns, and are up to a tenth off in the others ([texture_counters.csv]).
//
// Ahead to Overtakes are of use with a Latency only. Without one, Cycles and Together
// say what a reference takes; what it needs passes the texture cache, line by line, and
// references return in order too.
type TextureUnit struct {
	Layout TextureLayout // of a three-dimensional texture of bytes
	Queue  int           // references that it holds, with Overtakes counted as there; further ones wait to issue, or before it

	// Ahead is how many references of each SIMD have issued and wait, their coordinates unread, until the unit takes them, those of all SIMDs in
	// the order in which they issued, and has room for them, 0 to 64; as long as it is not known when the oldest that it holds ends, it
	// takes more than it should. One that waits for room looks up its lines at once, as of when it will be taken. 0: the next one issues
	// when the one before is taken, and, but with Overtakes, there is room for another.
	Ahead int

	QueuePasses int      // of all references that it holds, likewise
	Taken       int      // with Overtakes: of those, how many it has not looked up yet when there is no more room, 0 to 64; 0 is as 1
	Latency     Cycles   // from the last pass to the result, if all was there; 0: not known
	FillCycles  Cycles   // from when sectors have come from the L2 to the result
	MissCycles  float64  // that a line which must come from the L2 takes on its way there
	JoinCycles  float64  // from a line's first pass on, for which what a reference needs of it is asked for together, 0 to 1000; what comes later goes by itself; 0: all together
	TagBanks    TagBanks // whose lines meet
	DataBanks   uint32   // lines meet if their numbers have one parity under this mask, and what is wanted of them one place in them
	BankBytes   Bytes    // that a bank of the data gives in a cycle: a 16th of a line or more, a power of two; 0: a sector
	FourCycles  float64  // that each four lanes take at least
	LeastCycles float64  // that a reference takes at least

	ReadCycles  Cycles  // from when the unit takes a reference until its coordinates have been read
	FenceCycles Cycles  // that a fence of the workgroup's memory takes: a reference of no lanes, which waits until those that the unit has are looked up, but for no place in it
	FencePasses float64 // of the unit's passes that it takes

	// Overtakes: a reference whose lines are there returns before those that wait for theirs, but one of which each two lanes need two
	// passes of the tags or more waits for all before it, and is done its passes later. Source: an H200's references that hit, asked
	// together 60 cycles after one that misses: with one pass all of 22,400 return first, with two none of as many ([two_passes.csv]); all
	// at one place, of those with one pass for one of eight fours of lanes more than four in five do, of those with none 8 to 32 %
	// ([fours.csv]). Here all of the former do, and none of the latter.
	//
	// What returns early keeps its places until all before it have returned: of QueuePasses as many as it has passes, a half for each four
	// lanes of which some are on, and four; of Queue one for each such four, another if one of them lies between texels along x or y, and
	// two. Of 1728 and 1044 that gives how many an H200 holds ([room.csv], whose rows but the rays say what counts how much; where a pass
	// is enough for each two lanes, hits or not), of which it has not looked up some six, with 32 passes some nine.
	//
	// As many cycles as it has passes also part a result from the next. Of those that are ready the chip gives the oldest first, here
	// that comes first of which it is known first.
	Overtakes bool

	Cycles   float64 // for one trilinear reference of a wavefront, 0.001 to 1e6; one of a texel for each lane takes half
	Together int     // consecutive lanes whose samples ask for a sector once, 1 to 32; others ask for it anew
}

// check returns what is wrong with the unit before such caches, joined.
func (t TextureUnit) check(c Caches) error {
	if t == (TextureUnit{}) {
		return nil
	}
	all := []bound{{"Latency", float64(t.Latency), 0, 1 << 16}, {"Queue", float64(t.Queue), 1, 1 << 16}, {"Ahead", float64(t.Ahead), 0, 64}, {"Taken", float64(t.Taken), 0, 64}}
	if t.Latency > 0 {
		all = append(all, bound{"FillCycles", float64(t.FillCycles), 0, 1 << 16}, bound{"MissCycles", float64(t.MissCycles), 0, 1e3}, bound{"JoinCycles", t.JoinCycles, 0, 1e3},
			bound{"ReadCycles", float64(t.ReadCycles), 0, 1 << 16}, bound{"FenceCycles", float64(t.FenceCycles), 0, 1 << 16},
			bound{"FencePasses", float64(t.FencePasses), 0, 1e3}, bound{"QueuePasses", float64(t.QueuePasses), 1, 1 << 30},
			bound{"Cycles", t.Cycles, 0, 1e6}, bound{"FourCycles", t.FourCycles, 0, 1e3}, bound{"LeastCycles", t.LeastCycles, 0, 1e3})
	} else {
		all = append(all, bound{"Cycles", t.Cycles, 1e-3, 1e6}, bound{"Together", float64(t.Together), 1, 32})
	}
	err := within("texture unit: ", all...)
	first := c.Texture.Cache
	if first == (Cache{}) {
		first = c.L1.Cache
	}
	if t.BankBytes != 0 && first != (Cache{}) && !powerOfTwo(t.BankBytes, max(1, first.Line/16), first.Sector) {
		err = fault(err, "texture unit: BankBytes", t.BankBytes, fmt.Sprintf("0 or a power of two from %d, a 16th of a line, to %d, a sector", max(1, first.Line/16), first.Sector))
	}
	if t.Overtakes && t.Latency == 0 {
		err = fault(err, "texture unit: Overtakes", true, "false without a Latency")
	}
	if !t.Overtakes && t.Taken > 0 {
		err = fault(err, "texture unit: Overtakes", false, "true with Taken")
	}
	if t.Ahead != 0 && t.Latency == 0 {
		err = fault(err, "texture unit: Ahead", t.Ahead, "0 without a Latency")
	}
	if t.JoinCycles != 0 && t.Latency == 0 {
		err = fault(err, "texture unit: JoinCycles", t.JoinCycles, "0 without a Latency")
	}
	return err
}

// TextureLayout says where a texel of one byte lies in memory, by the bits of its
// address from the lowest up: "xxxxy" is a tile of 16 × 2 texels. Bits that are not
// named follow in the order x, y, z.
//
//	""           linear: row by row, slice by slice
//	"xxxxyxyyx"  tiles of 16 × 2 in blocks of 64 × 8
type TextureLayout string

// The layouts of interest.
const (
	LinearLayout TextureLayout = ""
	// BlockLinear is a block of 64 × 8 × 1 bytes of 32-byte tiles, 16 blocks deep: the
	// two-dimensional part is what the open driver nouveau documents for Fermi and
	// after; the depth is assumed.
	BlockLinear TextureLayout = "xxxxyxyyxzzzz"
	// HopperBlocks is the same of the H200: lines of 32 × 4 texels, in which tiles one above
	// the other share 64 bytes ([texture.csv], [texture_counters.csv]), and all the rest as an
	// H100 has it in 1024³ bytes ([layout.csv]), where the depth of 16 and the order x, y, z had been assumed.
	HopperBlocks TextureLayout = "xxxxyyxyxzzzz"
)

// Volume is a three-dimensional texture of bytes in memory.
type Volume struct {
	Base Bytes       // its address, a multiple of 256
	Bits [3][]uint32 // by axis and coordinate: its bits of the offset from there
}

// Volume returns a texture in the layout, of 2^digits texels along each axis. The error
// says what is wrong with the layout, or that there are more than 2^32 texels.
func (l TextureLayout) Volume(base Bytes, digits [3]int) (*Volume, error) {
	order, sum := string(l), 0
	for axis, n := range digits {
		if n < 0 || n > 16 {
			return nil, fmt.Errorf("texture: 2^%d texels along %c, want 2^0 to 2^16", n, 'x'+axis)
		}
		sum += n
	}
	if sum > 32 || base < 0 || base&255 != 0 {
		return nil, fmt.Errorf("texture: 2^%d texels at %d, want 2^32 at most, at a multiple of 256", sum, base)
	}
	var used [3]int
	for i, c := range []byte(order) {
		if c < 'x' || c > 'z' {
			return nil, fmt.Errorf("texture: layout %q has %q at %d, want x, y or z", order, c, i)
		}
		if used[c-'x']++; used[c-'x'] > digits[c-'x'] {
			return nil, fmt.Errorf("texture: layout %q has more than %d of %c", order, digits[c-'x'], c)
		}
	}
	t := &Volume{Base: base}
	for axis := range 3 {
		for ; used[axis] < digits[axis]; used[axis]++ {
			order += string(rune('x' + axis))
		}
		t.Bits[axis] = make([]uint32, 1<<digits[axis])
	}
	var next [3]int
	for i, c := range []byte(order) {
		axis := c - 'x'
		for v := range t.Bits[axis] {
			t.Bits[axis][v] |= uint32(v>>next[axis]&1) << i
		}
		next[axis]++
	}
	return t, nil
}

// Samples is where the lanes of a Texture instruction sample a texture, linearly between
// the eight texels around: in texels, the centre of the first is at 0.5. Beyond the
// texture its border is sampled.
type Samples struct {
	Volume *Volume
	At     [64][3]float32 // by lane
}
