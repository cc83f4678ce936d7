package sass

import (
	"fmt"
	"strings"
)

// Listing writes kernels as cuobjdump -sass prints them, with the encodings where they
// have them; Read reads it back.
func Listing(kernels ...*Kernel) string {
	var b strings.Builder
	b.WriteString("\tcode for sm_90\n")
	for _, k := range kernels {
		fmt.Fprintf(&b, "\t\tFunction : %s\n", k.Name)
		for i := range k.Code {
			in := &k.Code[i]
			if k.Derived {
				fmt.Fprintf(&b, "        /*%04x*/  %s ;\n", in.Address, in)
				continue
			}
			fmt.Fprintf(&b, "        /*%04x*/  %-44s /* 0x%016x */\n%60s /* 0x%016x */\n", in.Address, in.String()+" ;", in.Words[0], "", in.Words[1])
		}
	}
	return b.String()
}
