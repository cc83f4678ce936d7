package gpu

import (
	"fmt"
	"strings"

	"lanebook/gpumodel"
)

// All returns every GPU that the package describes, oldest first.
func All() []gpumodel.Device {
	return []gpumodel.Device{GTX480(), Tahiti(), GK110(), GK110EightByte(), Fiji(), MI300X(), H200(), MI350X()}
}

// ByID returns the GPU whose ID it is: one of All, or FourBanks. The error of another
// ID lists those that there are.
func ByID(id string) (gpumodel.Device, error) {
	var ids []string
	for _, d := range append(All(), FourBanks()) {
		if d.ID == id {
			return d, nil
		}
		ids = append(ids, d.ID)
	}
	return gpumodel.Device{}, fmt.Errorf("gpu: ID = %q, want one of %s", id, strings.Join(ids, ", "))
}
