package gpumodel_test

import (
	"strconv"
	"testing"

	. "lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// BenchmarkRun times an ALU and LDS kernel: in each turn of its loop eight
// arithmetic instructions, and a store and a load of the LDS without conflicts,
// at the same addresses in every turn or at others.
func BenchmarkRun(b *testing.B) {
	for _, d := range []Device{gpu.H200(), gpu.GK110(), gpu.Fiji()} {
		for _, rows := range []int{1, 97} {
			b.Run(d.Architecture+"/rows="+strconv.Itoa(rows), func(b *testing.B) {
				p := Program{Body: aluAndLDS(d.Lanes, rows), Times: 1000 / rows}
				l := p.Workload(1, d.SIMDs*8)
				n := int64(0)
				b.ReportAllocs()
				for b.Loop() {
					tl, err := d.Run(l)
					if err != nil {
						b.Fatal(err)
					}
					n += tl.Issued()
				}
				b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Minstr/s")
			})
		}
	}
}

func aluAndLDS(lanes, rows int) []Instruction {
	var body []Instruction
	for row := range rows {
		load := Stride(4, lanes, Bytes(row*4*lanes), 4)
		store := load
		store.Op = Store
		turn := append(chain(FP32, 8, 4),
			Instruction{Kind: Local, Src: Sources{1}, Access: store},
			Instruction{Kind: Local, Dst: 9, Access: load})
		turn[0].Src[1] = 9
		body = append(body, turn...)
	}
	return body
}
