package sass

import "lanebook/gpumodel"

// Strided returns accesses to shared memory of lanes that are so many of their widths
// apart, for Launch.Access: 0 is one address for all, 1 is free of conflicts, and a matrix
// load's or store's width is a row of 16 bytes.
func Strided(words int) func(*Instruction) (gpumodel.Access, bool) {
	return func(in *Instruction) (gpumodel.Access, bool) {
		_, width, _ := in.local()
		return gpumodel.Stride(width, 32, 0, gpumodel.Bytes(words)*width), true
	}
}
