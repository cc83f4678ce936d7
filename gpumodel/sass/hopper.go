package sass

// Machine is how a CU (SM) issues machine code: the numbers that neither the code nor the
// opcode table has. Cycles, unless said otherwise.
type Machine struct {
	SIMDs      int   // of a CU
	Wavefronts int   // that fit on a SIMD
	Branch     int64 // from a jump that is taken until its target may issue, at least
	Line       int64 // bytes of an instruction line; a jump's target comes with its own
	NextLine   int64 // after the target, until the line behind its own is there
	Ports      int64 // cycles from its issue in which a bank, even or odd, must have read an instruction's registers, one a cycle; as many as it reads if that is more; but see ProductReads

	// ProductReads and ProductMath are gpumodel.Reads.Both and .Math of products of matrices of which one issues every 6 cycles.
	ProductReads, ProductMath uint16

	Forward int64 // cycles from the issue of arithmetic in which its result is read on its way to the bank; an instruction can take one such register of a bank
	Settled int64 // from the issue of the older of two on their way until an instruction that reads both may issue
	Twice   int64 // beyond its stall count that a wide product, IMAD.WIDE or IMAD.HI, holds its wavefront
	Sync    int64 // the same of BSYNC, where lanes that went apart meet

	Queue    int   // accesses of a SIMD that wait for their turn
	Enter    int64 // from issue until an access is at the head of an empty queue
	Register int64 // that reading one register takes the queue; nothing else leaves it then
	Early    int64 // before it leaves the queue it reads its first register, if it has several; the next follow Register cycles apart
	Release  int64 // from there until a barrier that waits for the read is released
	Pending  int   // accesses of the CU that have been read and not served
	Paths    int   // to the banks; each serves one access at a time, and a SIMD has one at most
	Pass     int64 // that one pass through the banks takes a path

	XUEnter int64 // from issue until the XU begins
	XUQueue int64 // that its instruction takes the memory queue
	XURead  int64 // its registers have been read so much before its result is there

	ConstantQueue  int64 // cycles' worth of a SIMD's constants that may wait
	ConstantsQueue int64 // of the CU's

	Parks       int64 // from a barrier of the workgroup until it holds what is no arithmetic
	Barrier     int64 // from the last arrival until the workgroup goes on
	BarrierEach int64 // between two arrivals at the CU's barrier

	GlobalLatency int64 // of loads from global and local memory, which are not simulated: hits of the L1
}

// Holds returns for how many cycles beyond its stall count an instruction holds its wavefront.
func (m *Machine) Holds(in *Instruction) int64 {
	switch {
	case in.wide():
		return m.Twice
	case in.Opcode.Name == "BSYNC":
		return m.Sync
	}
	return 0
}

// Hopper returns the H200's. The source of each number is a family of pipes.csv, or a kind
// of forward.csv (see package silicon/code): loops of a few instructions with control
// fields of our own.
func Hopper() Machine {
	return Machine{
		SIMDs:      4,   // [H100]
		Wavefronts: 16,  // [H100]
		Branch:     10,  // empty
		Line:       128, // fetch: of 8 places in a line only the last one costs
		NextLine:   3,   // fetch
		Ports:      2,   // rand (rand17, rand18 and rand28; bank alone would have 3): after two reads of a bank one more may come at once, two may not

		// HMMA.16816.F32: hmma, hmmas and shmma with one wavefront a SIMD, those of NOP, IMAD.MOV, MOV, FADD, HADD2, FFMA and LOP3: the best
		// of all such masks, not an exact one. Other products, and uniform instructions as arithmetic: assumed.
		ProductReads: 0b111011,
		ProductMath:  0b10_0000_0011,

		Forward: 6, // forward.csv, two: far 6 waits, 7 does not
		Settled: 8, // forward.csv, two
		Twice:   2, // forward.csv, after
		Sync:    8, // sync: with the BSSY before it

		Queue:    8,  // burst LDS, burst STS
		Enter:    3,  // burst LDS, lat LDS
		Register: 2,  // burst LDS (one register, 2 cycles), burst STS (two, 4), same LDSU (none, 1)
		Early:    1,  // stsr
		Release:  4,  // rb STS
		Pending:  20, // lats STS 64 and 128
		Paths:    2,  // lats3 LDS
		Pass:     2,  // lats LDS

		XUEnter: 5, // burst MUFU
		XUQueue: 4, // mix MUFU SHFL
		XURead:  3, // rb MUFU

		ConstantQueue:  3,  // burst2 LDC
		ConstantsQueue: 64, // burst2 LDC against lat LDC, roughly

		Parks:       5,  // barmix; 6 does as well, 4 does not
		Barrier:     14, // barS8
		BarrierEach: 2,  // barS8

		GlobalLatency: 35, // assumed: the L1's of latency.csv
	}
}
