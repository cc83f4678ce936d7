package emulate

import (
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
)

// chain is 200 turns of eight dependent multiply-adds.
const chain = `chain:
	0000 S2R R0, SR_TID.X
	0010 I2FP.F32.S32 R1, R0
	0020 IMAD.MOV.U32 R2, RZ, RZ, RZ
	0030 FFMA R1, R1, R1, 1
	0040 FFMA R1, R1, R1, 1
	0050 FFMA R1, R1, R1, 1
	0060 FFMA R1, R1, R1, 1
	0070 FFMA R1, R1, R1, 1
	0080 FFMA R1, R1, R1, 1
	0090 FFMA R1, R1, R1, 1
	00a0 FFMA R1, R1, R1, 1
	00b0 IADD3 R2, R2, 0x1, RZ
	00c0 ISETP.LT.AND P0, PT, R2, 0xc8, PT
	00d0 @P0 BRA 0x30
	00e0 IMAD.WIDE R4, R0, 0x4, c[0x0][0x210]
	00f0 STG.E desc[UR4][R4.64], R1
	0100 EXIT
`

// BenchmarkTime is how many wavefront-instructions a second are executed and timed, by one goroutine.
func BenchmarkTime(b *testing.B) {
	for _, c := range []struct {
		name, code string
		grid       int
	}{{"chain", chain, 264}, {"saxpy", saxpy, 4096}} {
		b.Run(c.name, func(b *testing.B) {
			var m Memory
			x := m.Function("x", 4<<20, nil)
			e, err := Launch{Kernel: kernel(b, c.code), Grid: gpumodel.Shape{X: c.grid}, Workgroup: gpumodel.Shape{X: 256}, Memory: &m, Arguments: Arguments(x, x, float32(2), int32(1<<20))}.Start()
			if err != nil {
				b.Fatal(err)
			}
			n := int64(0)
			for range b.N {
				r, err := e.Time(gpu.H200(), chip.Options{Threads: 1})
				if err != nil {
					b.Fatal(err)
				}
				for _, i := range r.Instructions {
					n += i
				}
			}
			b.ReportMetric(float64(n)/1e6/b.Elapsed().Seconds(), "M/s")
		})
	}
}
