package sass

import (
	"strconv"
	"strings"
	"sync"
)

// Unit is what executes an instruction.
type Unit uint8

// The units of a SIMD (SM sub-partition), and those that the four of a CU share.
const (
	Nothing   Unit = iota // issues and is done
	FMA                   // either half of the FP32 lanes
	FMAHeavy              // the half that also multiplies integers
	FMABoth               // both halves together
	ALU                   // integers, logic, comparisons, moves
	FP64                  // double precision
	Tensor                // matrix products
	XU                    // special functions and conversions, reached through the memory queue
	LSU                   // loads, stores, shuffles and atomics of shared memory; shared by the CU
	Global                // loads, stores and atomics of global and local memory, and textures; shared by the CU
	Constants             // indexed constants and special registers; shared by the CU
	Uniform               // the uniform datapath
	Barriers              // barriers of the workgroup; shared by the CU
	Branches              // jumps
	Units                 // how many there are
)

// String names the unit as tables do.
func (u Unit) String() string {
	return [...]string{"control", "FMA", "FMA heavy", "FMA both", "ALU", "FP64", "tensor", "XU", "LSU", "global", "constants", "uniform", "barrier", "branch", "unknown"}[min(u, Units)]
}

// Variable reports whether the unit's latency is not the compiler's to know, so that its
// instructions release barriers.
func (u Unit) Variable() bool {
	return u == XU || u == LSU || u == Global || u == Constants
}

// Opcode is what is known of an instruction by its name.
type Opcode struct {
	Name     string // without the modifiers that change nothing
	Unit     Unit
	Interval uint8  // cycles that one keeps its unit from the next; of LSU and Global 0, for that depends on the access
	Latency  uint16 // cycles from issue until the result may be used, at best; of LSU see LDS.Latencies
	Assumed  bool   // no measurement says it: it is as its neighbours are
}

// math reports whether the instruction is arithmetic, of a latency that the compiler knows.
func (o *Opcode) math() bool {
	u := o.Unit
	return u != Nothing && !u.Variable() && u != Barriers && u != Branches
}

// opcodeRows has every opcode of the list that NVIDIA publishes for Hopper ("CUDA Binary
// Utilities", Instruction Set Reference), and what code for it uses beside. A row is a
// unit, an interval, a latency and names; intervals and latencies of what is not assumed
// are from pipes.csv (see package silicon/code) or, of fixed latencies, from the stalls
// that the compiler wrote.
var opcodeRows = [...]row{
	{FMA, 2, 4, false, "FADD FFMA FMUL"},
	{FMA, 2, 4, true, "FADD32I FFMA32I FMUL32I FSWZADD"},
	{FMAHeavy, 2, 4, false, "IMAD IDP VIADD HADD2.F32"},
	{FMAHeavy, 4, 5, false, "IMAD.WIDE IMAD.HI"},
	{FMAHeavy, 2, 4, true, "IMUL IMUL32I IDP4A"},
	{FMABoth, 2, 4, false, "HFMA2 HADD2 HMUL2"},
	{FMABoth, 2, 5, true, "HADD2_32I HFMA2_32I HMUL2_32I"},
	{ALU, 2, 4, false, "IADD3 LOP3 SHF ISETP FSETP MOV SEL FSEL FMNMX VIMNMX PRMT IABS I2FP F2FP VOTE CS2R LEA VIADDMNMX " +
		"VABSDIFF4 VHMNMX VIMNMX3 HMNMX2 HSET2 HSETP2 PLOP3 P2R"},
	{ALU, 2, 4, true, "IADD IADD32I IMNMX ISCADD ISCADD32I LOP LOP32I SHL SHR BMSK SGXT VABSDIFF FSET PSETP R2P MOV32I I2IP F2IP LEPC GETLMEMBASE"},
	{FP64, 2, 8, false, "DADD DFMA DMUL DSETP"},
	{Tensor, 2, 5, false, "HFMA2.MMA"},
	{Tensor, 6, 33, false, "HMMA.16816.F32"},
	{Tensor, 6, 33, false, "HMMA.16816 HMMA.16816.F32.BF16 HMMA.1688.F32.TF32 IMMA.16832"}, // [products.csv] of package silicon; latency as before
	{Tensor, 4, 26, false, "HMMA.1688 HMMA.1684 IMMA.16816"},                               // likewise; latency assumed: 7 less, as chains of them are, 17.3 for 24.4
	{Tensor, 6, 33, true, "HMMA IMMA BMMA"},
	{Tensor, 16, 34, false, "DMMA.16x8x4"}, // [products.csv], as the next
	{Tensor, 32, 50, false, "DMMA.16x8x8"},
	{Tensor, 64, 82, false, "DMMA.16x8x16"},
	{Tensor, 16, 26, false, "DMMA"},                     // of 8×8×4; latency until its barrier is released (dmma)
	{Tensor, 128, 128, true, "BGMMA HGMMA IGMMA QGMMA"}, // of 256 columns; see Instruction.interval
	{XU, 8, 17, false, "MUFU POPC FLO BREV F2I FRND F2F I2F"},
	{XU, 9, 19, false, "F2F.F32.F64 F2I.F64 F2I.S64.F64 I2F.S64 I2F.U64"},
	{XU, 9, 26, false, "FCHK"},
	{XU, 9, 19, true, "F2I.U64.F64"},
	{XU, 8, 17, true, "I2I"},
	{LSU, 0, 23, false, "LDS LDSM STS ATOMS.POPC"},
	{LSU, 0, 24, false, "ATOMS SHFL MOVM"}, // MOVM: [products.csv], and Nsight counts a pass of shared memory for each, mem_shared of [halves_counters.csv]
	{LSU, 0, 28, false, "ATOMS.CAS"},       // matrix_atomic.csv, cas
	{LSU, 0, 28, true, "ATOMS.CAST"},
	{LSU, 0, 23, true, "STSM STAS REDAS SYNCS"},
	{LSU, 0, 370, false, "MATCH"},
	{Global, 0, 0, true, "LD LDG LDGMC LDL ST STG STL LDGSTS ATOM ATOMG RED REDG CCTL CCTLL CCTLT QSPC " +
		"TEX TLD TLD4 TMML TXD TXQ SUATOM SULD SURED SUST"},
	{Constants, 2, 25, false, "LDC"},
	{Constants, 2, 23, false, "S2R"},
	{Constants, 2, 35, false, "S2UR"},
	{Constants, 2, 38, false, "REDUX"},
	{Constants, 2, 25, true, "B2R R2B R2UR BMOV SETCTAID SETLMEMBASE"},
	{Uniform, 2, 10, false, "UIADD3 ULEA ULOP3 UIMAD UISETP USHF"},
	{Uniform, 1, 10, false, "UMOV ULDC"},
	{Uniform, 2, 10, true, "UBMSK UBREV UCLEA UF2FP UFLO ULEPC ULOP ULOP32I UP2UR UPLOP3 UPOPC UPRMT UPSETP UR2UP " +
		"USEL USGXT USHL USHR VOTEU ELECT"},
	{Barriers, 2, 14, false, "BAR"},
	{Barriers, 2, 14, true, "UCGABAR_ARV UCGABAR_WAIT"},
	{Branches, 1, 10, false, "BRA"},
	{Branches, 1, 10, true, "BRX BRXU JMP JMX JMXU CALL RET RTT EXIT KILL BREAK BPT"},
	{Nothing, 1, 1, false, "NOP"},
	{Nothing, 1, 1, true, "BSSY BSYNC WARPSYNC YIELD ENDCOLLECTIVE NANOSLEEP PREEXIT ACQBULK CGAERRBAR RPCMOV USETMAXREG PMTRIG " +
		"DEPBAR LDGDEPBAR MEMBAR ERRBAR FENCE WARPGROUP WARPGROUPSET " +
		"USETSHMSZ UBLKCP UBLKPF UBLKRED UTMACCTL UTMACMDFLUSH UTMALDG UTMAPF UTMAREDG UTMASTG"},
}

type row struct {
	unit     Unit
	interval uint8
	latency  uint16
	assumed  bool
	names    string
}

// byName are the rows' opcodes by their names, made when the first is asked for: a program
// that reads no machine code has none of them.
var byName struct {
	sync.Once
	opcodes map[string]*Opcode
}

func opcodes() map[string]*Opcode {
	byName.Do(func() {
		byName.opcodes = map[string]*Opcode{}
		for _, r := range opcodeRows {
			for name := range strings.FieldsSeq(r.names) {
				o := &Opcode{name, r.unit, r.interval, r.latency, r.assumed}
				o.Name, _, _ = strings.Cut(name, ".16") // shapes have rows, and no names, of their own
				byName.opcodes[name] = o
			}
		}
	})
	return byName.opcodes
}

// opcodeOf returns the opcode of a name with modifiers, nil if Hopper has none: the one
// whose name has most of them.
func opcodeOf(name string) *Opcode {
	for {
		if o := opcodes()[name]; o != nil {
			return o
		}
		i := strings.LastIndexByte(name, '.')
		if i < 0 {
			return nil
		}
		name = name[:i]
	}
}

// interval returns the cycles that the instruction keeps its unit from the next. A product
// of a warpgroup with n columns, HGMMA.64x128x16, takes a SIMD n/2 at the peak that NVIDIA
// gives: 512 multiply-adds of 16 bits a cycle and tensor core, half as many of twice
// the bits [H100]; not measured.
func (in *Instruction) interval() int64 {
	if _, shape, ok := strings.Cut(in.Name, "GMMA.64x"); ok {
		columns, _, _ := strings.Cut(shape, "x")
		if n, err := strconv.Atoi(columns); err == nil && n >= 8 && n <= 256 {
			return int64(n) / 2
		}
	}
	return int64(in.Opcode.Interval)
}

// writes reports whether the instruction's first operand is a destination.
func (in *Instruction) writes() bool {
	switch in.Opcode.Unit {
	case Nothing, Branches, Barriers:
		return false
	}
	switch in.Opcode.Name {
	case "STS", "STSM", "STAS", "ST", "STG", "STL", "RED", "REDG", "REDAS", "SUST", "SURED", "CCTL", "CCTLL", "CCTLT", "LDGSTS", "SETCTAID", "SETLMEMBASE", "R2B":
		return false
	}
	return true
}

// Store reports whether the instruction writes memory and returns nothing.
func (in *Instruction) Store() bool {
	return in.Opcode.Unit >= LSU && in.Opcode.Unit <= Global && !in.writes()
}

// Width returns the bytes of each lane that an access moves: 4 unless its name says
// otherwise.
func (in *Instruction) Width() int {
	for part := range strings.SplitSeq(in.Name, ".") {
		switch part {
		case "U8", "S8":
			return 1
		case "U16", "S16":
			return 2
		case "64":
			return 8
		case "128":
			return 16
		}
	}
	return 4
}
