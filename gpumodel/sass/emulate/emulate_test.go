package emulate

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass"
)

// saxpy is y[i] += a·x[i] for i < n: x, y, a, n.
const saxpy = `saxpy:
	0000 S2R R0, SR_CTAID.X
	0010 S2R R3, SR_TID.X
	0020 IMAD R0, R0, c[0x0][0x0], R3
	0030 ISETP.GE.AND P0, PT, R0, c[0x0][0x224], PT
	0040 @P0 EXIT
	0050 ULDC.64 UR4, c[0x0][0x208]
	0060 IMAD.MOV.U32 R7, RZ, RZ, 0x4
	0070 IMAD.WIDE R2, R0, R7, c[0x0][0x210]
	0080 IMAD.WIDE R4, R0, R7, c[0x0][0x218]
	0090 LDG.E R3, desc[UR4][R2.64]
	00a0 LDG.E R6, desc[UR4][R4.64]
	00b0 FFMA R3, R3, c[0x0][0x220], R6
	00c0 STG.E desc[UR4][R4.64], R3
	00d0 EXIT
`

func kernel(t testing.TB, text string) *sass.Kernel {
	t.Helper()
	f, err := sass.Read("test.sass", text)
	if err != nil {
		t.Fatal(err)
	}
	return &f.Kernels[0]
}

func floats(n int, f func(i int) float32) []byte {
	b := make([]byte, 4*n)
	for i := range n {
		binary.LittleEndian.PutUint32(b[4*i:], math.Float32bits(f(i)))
	}
	return b
}

func floatAt(b []byte, i int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
}

// By hand: 1000 lanes of 1024 compute, whatever runs side by side; what is told is the same each time.
func TestTime(t *testing.T) {
	const n = 1000
	var reports []chip.Report
	for _, threads := range []int{1, 2, 3} {
		var m Memory
		x, y := floats(n, func(i int) float32 { return float32(i) }), floats(n, func(int) float32 { return 1 })
		e, err := Launch{
			Kernel: kernel(t, saxpy), Grid: gpumodel.Shape{X: 4}, Workgroup: gpumodel.Shape{X: 256}, Memory: &m,
			Arguments: Arguments(m.Upload("x", x), m.Upload("y", y), float32(2), int32(n)),
		}.Start()
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Time(gpu.H200(), chip.Options{Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if got := floatAt(y, i); got != 2*float32(i)+1 {
				t.Fatalf("%d threads: y[%d] = %v, want %v", threads, i, got, 2*i+1)
			}
		}
		if got := r.Instructions[gpumodel.Global]; got != 3*32 {
			t.Errorf("%d accesses to global memory, want 3 of 32 wavefronts", got)
		}
		reports = append(reports, r)
	}
	for i := range reports[1:] {
		if !reflect.DeepEqual(reports[0], reports[i+1]) {
			t.Errorf("report %d differs from the first", i+1)
		}
	}
}

// What a launch or its run says that is wrong.
func TestFaults(t *testing.T) {
	var m Memory
	x := m.Upload("x", make([]byte, 4096))
	shape := gpumodel.Shape{X: 32}
	for _, c := range []struct {
		name, code string
		l          Launch
		want       string
	}{
		{"no kernel", "", Launch{}, "Kernel has no code"},
		{"grid", saxpy, Launch{Grid: gpumodel.Shape{X: -1}}, "Grid = -1×1, want"},
		{"lanes", saxpy, Launch{Workgroup: gpumodel.Shape{X: 1024, Y: 2}}, "Workgroup = 1024×2, want 1024 lanes at most"},
		{"local", saxpy, Launch{Local: 1 << 20}, "Local = 1048576, want 0 to"},
		{"registers", saxpy, Launch{Registers: 256}, "Registers = 256, want 0 to 255"},
		{"too few registers", saxpy, Launch{Registers: 1, Workgroup: shape}, "at least: so many does the code use"},
		{"arguments", saxpy, Launch{Workgroup: shape, Arguments: Arguments(x, x)}, "constant at 0x224, but the arguments that were given end at 0x220"},
		{"outside", saxpy, Launch{Workgroup: shape, Memory: &m, Arguments: Arguments(x+4096, x, float32(1), int32(32))}, "lane 0: 4 bytes at 0x201000: want it inside of a buffer; the buffer before, x, is from 0x200000 to 0x201000"},
		{"nowhere", saxpy, Launch{Workgroup: shape, Arguments: Arguments(x, x, float32(1), int32(32))}, "there is no buffer"},
		{"unaligned", saxpy, Launch{Workgroup: shape, Memory: &m, Arguments: Arguments(x+2, x, float32(1), int32(32))}, "want a multiple of 4"},
		{"shared", "k:\n\t0000 LDS R0, [R1+0x400]\n\t0010 EXIT\n", Launch{Workgroup: shape}, "which is from 0x400 to 0x400, 0 bytes: want as much"},
		{"opcode", "k:\n\t0000 TEX R0, R4, R8, 0x0, 2D\n\t0010 EXIT\n", Launch{Workgroup: shape}, "not one of those that can be executed"},
		{"end", "k:\n\t0000 NOP\n", Launch{Workgroup: shape}, "the code ends"},
		{"other bank", "k:\n\t0000 MOV R0, c[0x3][0x0]\n\t0010 EXIT\n", Launch{Workgroup: shape}, "not of the kernel's arguments"},
		{"half a barrier", "k:\n\t0000 BAR.SYNC 0x1\n\t0010 EXIT\n", Launch{Workgroup: shape}, "want BAR.SYNC 0x0"},
		{"all lanes are to be there", "k:\n\t0000 S2R R0, SR_TID.X\n\t0010 ISETP.LT.AND P0, PT, R0, 0x4, PT\n\t0020 @P0 BRA 0x40\n\t0030 BRA.DIV ~URZ, 0x50\n\t0040 EXIT\n\t0050 EXIT\n", Launch{Workgroup: shape}, "have parted"},
		{"no place", "k:\n\t0000 MOV R0, 0x8000\n\t0010 RET.REL.NODEC R0 0x0\n", Launch{Workgroup: shape}, "a return to 0x8000"},
	} {
		if c.code != "" {
			c.l.Kernel = kernel(t, c.code)
		}
		e, err := c.l.Start()
		if err == nil {
			_, err = e.Time(gpu.H200(), chip.Options{Threads: 1})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
	e, err := Launch{Kernel: kernel(t, saxpy), Arguments: Arguments(x, x, float32(1), int32(32))}.Start()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Time(gpu.MI300X(), chip.Options{}); err == nil || !strings.Contains(err.Error(), "wavefronts of 64 lanes, want 32") {
		t.Errorf("MI300X: error %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("an int as argument: no panic")
		}
	}()
	Arguments(5)
}

// Lanes that part meet again at BSYNC, also if some leave on the way, and what they did meanwhile is done by them alone.
func TestParting(t *testing.T) {
	const text = `k:
	0000 S2R R0, SR_TID.X
	0010 BSSY B0, 0x80
	0020 ISETP.LT.AND P0, PT, R0, 0x4, PT
	0030 @P0 EXIT
	0040 ISETP.LT.AND P1, PT, R0, 0x10, PT
	0050 @P1 BRA 0x70
	0060 BRA 0x80
	0070 VOTE.ANY R2, PT, PT
	0080 BSYNC B0
	0090 VOTE.ANY R3, PT, PT
	00a0 IMAD.WIDE R4, R0, 0x8, c[0x0][0x210]
	00b0 STG.E.64 desc[UR4][R4.64], R2
	00c0 EXIT
`
	var m Memory
	out := make([]byte, 256)
	e, err := Launch{Kernel: kernel(t, text), Workgroup: gpumodel.Shape{X: 32}, Memory: &m, Arguments: Arguments(m.Upload("out", out))}.Start()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Time(gpu.H200(), chip.Options{}); err != nil {
		t.Fatal(err)
	}
	for lane := range 32 {
		own, all := binary.LittleEndian.Uint32(out[8*lane:]), binary.LittleEndian.Uint32(out[8*lane+4:])
		switch {
		case lane < 4 && (own != 0 || all != 0), lane >= 4 && all != 0xfffffff0, lane >= 4 && lane < 16 && own != 0xfff0, lane >= 16 && own != 0:
			t.Errorf("lane %d: %x and %x", lane, own, all)
		}
	}
}

// A single rounding: the product of 1+2^-12 and 1-2^-12 is 1 − 2^-24, of which a sum rounded twice loses what decides.
func TestFMA(t *testing.T) {
	const e12, e24 = 1.0 / (1 << 12), 1.0 / (1 << 24)
	for _, c := range []struct{ a, b, c, want float32 }{
		{1 + e12, 1 - e12, 0, 1 - e24},
		{1 + e12, 1 - e12, -1, -e24},
		{1 + 2*e24, 1, e24 * (1 + 1.0/(1<<20)), 1 + 4*e24},
		{3, 5, -15, 0},
		{float32(math.Inf(1)), 1, 1, float32(math.Inf(1))},
	} {
		if got := fma(c.a, c.b, c.c); got != c.want {
			t.Errorf("%v·%v + %v = %v, want %v", c.a, c.b, c.c, got, c.want)
		}
	}
}

func FuzzStart(f *testing.F) {
	f.Add("IMAD.WIDE R2, R0, 0x4, c[0x0][0x210]", "DEPBAR.LE SB0, 0x0")
	f.Add("DEPBAR.LE SB0, 0x1", "LDGSTS.E.BYPASS.128 [R1], desc[UR4][R2.64]")
	for line := range strings.Lines(saxpy) {
		if _, text, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			f.Add(text, text)
		}
	}
	for _, text := range []string{"BRA 0x0", "BSSY B0, 0x10", "SHFL.UP P0, R1, R2, 0x1, RZ", "PLOP3.LUT P0, PT, P1, P2, P3, 0x80, 0x8", "P2R R0, PR, RZ, 0x7f", "R2P PR, R0, 0x7f", "F2F.F64.F32 R0, R2",
		"I2F.U16 R0, R1.H1", "RET.REL.NODEC R2 0x0", "CALL.REL.NOINC 0x0", "WARPSYNC R1", "ATOMG.E.CAS.STRONG.GPU PT, R0, [R2], R4, R5", "HFMA2.MMA R0, -RZ, RZ, 1, 0", "MUFU.RCP64H R0, R1", "DADD R0, R2, -R4", "LEA.HI.X R0, R1, R2, R3, 0x2, P0",
		"VOTE.ANY R0, PT, P0", "REDUX.SUM UR4, R0", "LDC.64 R2, c[0x0][R3+0x210]", "LDL R0, [R1]", "BAR.SYNC.DEFER_BLOCKING 0x0", "IDP.4A.S8.U8 R0, R1, R2, R3", "FCHK P0, R1, R2", "BREAK P1, B0", "HMMA.16816.F32 R0, RZ, R8, RZ",
		"IMMA.16832.U8.S8 RZ, R1.ROW, R252.COL, R3", "DMMA.16x8x16 RZ, R1, RZ, R253", "DMMA.8x8x4 R0, R2, R4, RZ", "MOVM.16.MT88 R0, R1", "LDSM.16.MT88.4 R0, [R1+UR4]", "LDGSTS.E.BYPASS.128 [R1], desc[UR4][R2.64]", "LDGDEPBAR", "DEPBAR.LE SB0, 0x1",
		"HFMA2.BF16_V2 R0, |R1|.H0_H0, 1, 0.5, -R2", "HSETP2.GT.AND P0, P1, R0.H1_H1, R1, PT", "HSET2.BF.GEU.AND R0, R1, R2, PT", "VHMNMX R0, R1, -60000, -60000, R2, !PT", "F2FP.F16.F32.PACK_AB R0, RZ, UR4", "HADD2.F32 R0, -RZ, R1.H1_H1", "RET  R1000", "RET R-1 0x0"} {
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, text, next string) {
		if strings.ContainsAny(text+next, "\n\r") {
			return
		}
		file, err := sass.Read("fuzz.sass", fmt.Sprintf("k:\n\t0000 %s\n\t0010 %s\n\t0020 EXIT\n", text, next))
		if err != nil || len(file.Kernels) == 0 {
			return
		}
		var m Memory
		e, err := Launch{Kernel: &file.Kernels[0], Workgroup: gpumodel.Shape{X: 40}, Local: 64, Memory: &m, Arguments: Arguments(m.Upload("x", make([]byte, 64)))}.Start()
		if err != nil {
			return
		}
		streams := e.Streams()
		for w := range e.Wavefronts() {
			s := streams(0, w)
			var in gpumodel.Instruction
			for n := 0; n < 100 && s.Next(&in); n++ {
				if in.Kind >= gpumodel.Kinds {
					t.Fatalf("kind %d", in.Kind)
				}
			}
		}
	})
}

// An instruction of the uniform datapath that a predicate switches off changes nothing.
func TestUniformOff(t *testing.T) {
	const text = `k:
	0000 UMOV UR4, 0x5
	0010 UISETP.EQ.AND UP0, UPT, UR4, 0x5, UPT
	0020 @!UP0 ULDC UR4, c[0x0][0x0]
	0030 @!UP0 UPLOP3.LUT UP0, UPT, UPT, UPT, UPT, 0x0, 0x0
	0040 @!UP0 S2UR UR4, SR_CTAID.X
	0050 @!UP0 UMOV UR4, 0x6
	0060 MOV R0, UR4
	0070 IMAD.MOV.U32 R2, RZ, RZ, c[0x0][0x210]
	0080 IMAD.MOV.U32 R3, RZ, RZ, c[0x0][0x214]
	0090 STG.E desc[UR6][R2.64], R0
	00a0 EXIT
`
	var m Memory
	out := make([]byte, 4)
	e, err := Launch{Kernel: kernel(t, text), Workgroup: gpumodel.Shape{X: 32}, Memory: &m, Arguments: Arguments(m.Upload("out", out))}.Start()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Time(gpu.H200(), chip.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := binary.LittleEndian.Uint32(out); got != 5 {
		t.Errorf("UR4 = %d, want 5", got)
	}
}
