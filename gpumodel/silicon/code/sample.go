package code

import (
	"fmt"
	"slices"

	"lanebook/gpumodel/sass"
)

// KernelCode reads the machine code of some of the kernels, in the order of their names here.
func KernelCode(names ...string) ([]*sass.Kernel, error) {
	f, err := sass.Read("kernels.sass", kernelsSASS)
	if err != nil {
		return nil, err
	}
	var all []*sass.Kernel
	for _, name := range names {
		i := slices.IndexFunc(f.Kernels, func(k sass.Kernel) bool { return k.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("silicon: kernels.sass: no kernel %q, want one of its %d", name, len(f.Kernels))
		}
		all = append(all, &f.Kernels[i])
	}
	return all, nil
}
