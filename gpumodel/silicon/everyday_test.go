package silicon

import (
	"testing"

	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
)

// What everyday_model.csv has is what the model gives. Quick runs try a few kernels of a second,
// LANEBOOK_FULL=1 more, and -update writes all.
func TestEverydayModel(t *testing.T) {
	var all []chipRun
	for _, k := range everyday() {
		all = append(all, chipRun{k.name(), func() (chip.Report, error) { return runEveryday(k) }})
	}
	quick := []string{"columns,n=1024", "options,n=262144", "softmax,n=256", "sparse,n=65536"}
	long := []string{"rows,n=1024", "blur,n=1024", "bodies,n=2048", "bitonic 32,n=1048576"}
	holdResults(t, "everyday_model.csv", everydayModelCSV, all, quick, long)
}

func runEveryday(k EverydayTime) (chip.Report, error) {
	l, body, err := k.Launch(gpu.H100())
	if err != nil {
		return chip.Report{}, err
	}
	return chip.Time(l, body, chip.Options{Before: l.Grid.Lanes()})
}
