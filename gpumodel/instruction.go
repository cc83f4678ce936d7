package gpumodel

// Register names a register of a wavefront for dependencies: 1 and up. Only
// whether two instructions name the same one matters.
type Register uint16

// NoRegister stands for no destination or no source.
const NoRegister Register = 0

// Sources are registers that an instruction reads: five for a store of four numbers a lane and its address.
type Sources [5]Register

// Kind is what an instruction needs: the unit that executes it, or what it
// waits for.
type Kind uint8

// The kinds of instruction. Every CU has a unit, a latency and an issue
// interval for those it can execute.
const (
	FP32     Kind = iota // 32-bit floating point and integer arithmetic
	FP64                 // 64-bit floating point
	SFU                  // special functions
	Scalar               // GCN's scalar unit; elsewhere executed as FP32
	Branch               // jumps: without a Dst, the wavefront's next instruction waits for the target; with one, compares that feed them
	Local                // LDS (shared memory) load, store, atomic or shuffle: Access holds LDS offsets
	Global               // global memory load, store or atomic: Access holds global addresses
	Texture              // texture fetch
	Barrier              // waits for every wavefront of the workgroup
	Fence                // waits for this wavefront's own memory accesses, but not for textures, which are only read; contradicted for loads of an H100, whose membar.cta does not wait (cures_h100.csv)
	Clock                // reads the CU's cycle counter
	Exit                 // the wavefront ends
	Integer              // whole numbers and logic of machine code, where a unit of its own computes them; a CU without one executes it as FP32
	Matrix               // products of matrices, by units of their own (tensor cores)
	Multiply             // whole-number products of machine code, by the last instance of their unit alone, where Picks is 1; a CU without one executes them as FP32
	Packed               // two numbers of 16 bits a lane at once, by all instances of their unit together; likewise
	Kinds                // how many kinds there are
)

// Instruction is one instruction of one wavefront (warp), as the schedulers of
// a CU see it.
type Instruction struct {
	Kind    Kind     // the unit that it needs, or what it waits for
	Dst     Register // written when it completes; it blocks readers and writers until then
	Src     Sources  // must be complete before it may issue
	Read    Register // of Texture: written when the coordinates have been read, which is when they may be overwritten
	Lanes   LaneMask // active lanes; without any, an access that a predicate has switched off takes its turn all the same
	Access  Access   // of Local and Global; valid until the stream's next call
	Sample  *Samples // of Texture: where its lanes sample; valid until the stream's next call. nil: Access has a texel of each. Without lanes it is a fence of the workgroup's memory
	Into    []Bytes  // of a Global load: for each lane of Access the offset into the LDS at which its bytes are written, a multiple of Width; nil: they go to registers
	Busy    uint8    // cycles that it keeps an instance of its unit, where that is more than CU.Interval says
	Later   uint8    // cycles until Dst may be used, where that is more than CU.Latency says
	Product bool     // of Matrix: the clock is the device's Clocks.Products from the first of a launch to its last
	Stall   uint8    // cycles until the wavefront's next instruction may issue, at least, as a compiler says; 0 is 1
	Line    int32    // source line of the kernel, for stall reasons; 0 if unknown
	Reads   Reads    // of the SIMD's register banks, where CU.Ports is set
}

// fence reports whether the texture unit takes the instruction whatever waits for a place in it.
func (in *Instruction) fence() bool { return in.Kind == Texture && in.Sample != nil && in.Lanes == 0 }

// off reports whether a predicate has switched off an access in all lanes. It issues, and takes the turn of one
// without conflicts; nothing of it is looked at but that it is an access.
func (in *Instruction) off() bool {
	return in.Lanes == 0 && in.Access.Active == 0 && in.Access.Width > 0 && len(in.Access.Addr) > 0 && in.Kind != Texture
}

// Stream yields the instructions of one wavefront in order, one call at a time,
// so that a long kernel is never in memory whole. What follows a Barrier is
// asked for only when all wavefronts of the workgroup have issued theirs.
type Stream interface {
	// Next fills in the next instruction and reports whether there was one.
	// What it fills in may share memory that the next call overwrites.
	Next(*Instruction) bool
}

// DeviceStream is a Stream that was made for one GPU. Run refuses it on another whose
// wavefronts have more lanes, or fewer.
type DeviceStream interface {
	Stream
	Device() *Device
}

// ClockStream is a Stream whose instructions depend on what its clock reads
// return. SetClock tells it the cycle in which the Clock just read has issued,
// before the next call of Next.
type ClockStream interface {
	Stream
	SetClock(Cycles)
}
