package whatif

import (
	"fmt"
	"strconv"
	"strings"

	"lanebook/gpumodel/sass"
)

// mostCode is how many kernels of a listing, or loops of a kernel, can be chosen from.
const mostCode = 100_000

// offeredCode is how many of them a page lists.
const offeredCode = 2000

// listings keep the last listing that a what-if was given, in its parameter "listing".
type listings struct{ last memo[string, *sass.File] }

// read reads the chosen listing, or the sample, or knows it still.
func (l *listings) read(v Values, sample func() string) (*sass.File, error) {
	return l.last.get(v["listing"], func() (*sass.File, error) {
		text, ok := keptText(v["listing"])
		if !ok {
			text = sample()
		}
		f, err := sass.Read("listing", text)
		return &f, err
	})
}

// kernelsOf offers some of a listing's kernels, nothing if it cannot be read.
func kernelsOf(f *sass.File, err error, which func(*sass.Kernel) bool) (all []Choice) {
	if err != nil {
		return nil
	}
	for i := range f.Kernels {
		if k := &f.Kernels[i]; which(k) && len(all) < offeredCode {
			all = append(all, Choice{strconv.Itoa(i + 1), Text{k.Name, k.Name}})
		}
	}
	return all
}

// firstOf says the first of what a listing has that was not read.
func firstOf(left []string) string {
	const most = 3
	said := strings.Join(left[:min(len(left), most)], "; ")
	if len(left) > most {
		said += fmt.Sprintf("; … (%d)", len(left))
	}
	return said
}
