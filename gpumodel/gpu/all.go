package gpu

import (
	"fmt"
	"slices"
	"strings"

	"lanebook/gpumodel"
)

// All returns every GPU whose LDS (shared memory) the package describes, about oldest first, but MI300A, whose LDS is
// MI300X's. Of some not all is known: see Complete.
func All() []gpumodel.Device {
	return []gpumodel.Device{
		GTX480(), Tahiti(), GK110(), GK110EightByte(), Fiji(), V100(), A100(), A40(), MI100(), RX6900XT(), MI210(), W7900(),
		H100(), H100PCIe(), GH200(), MI300X(), H200(), B200(), RX9070XT(), MI350X(),
	}
}

// Complete returns those of All of which enough is known to run any kernel on one CU (SM):
// rules for loads and stores of 4, 8 and 16 bytes, every latency, and memory.
func Complete() []gpumodel.Device {
	return slices.DeleteFunc(All(), func(d gpumodel.Device) bool {
		return !HasRules(d, gpumodel.Load) || !HasRules(d, gpumodel.Store) ||
			d.CU.Lacks(gpumodel.FP32, gpumodel.FP64, gpumodel.SFU, gpumodel.Scalar, gpumodel.Branch, gpumodel.Local, gpumodel.Global, gpumodel.Barrier, gpumodel.Clock) != nil
	})
}

// HasRules reports whether it is known how the GPU's LDS (shared memory) serves such accesses
// of 4, 8 and 16 bytes.
func HasRules(d gpumodel.Device, op gpumodel.Op) bool {
	for _, width := range []gpumodel.Bytes{4, 8, 16} {
		if _, ok := d.LDS.Rule(op, width); !ok {
			return false
		}
	}
	return true
}

// ByID returns the GPU whose ID it is: one of All, MI300A or FourBanks. The error of another
// ID lists those that there are.
func ByID(id string) (gpumodel.Device, error) {
	var ids []string
	for _, d := range append(All(), MI300A(), FourBanks()) {
		if d.ID == id {
			return d, nil
		}
		ids = append(ids, d.ID)
	}
	return gpumodel.Device{}, fmt.Errorf("gpu: ID = %q, want one of %s", id, strings.Join(ids, ", "))
}
