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

// listings are the listings that a what-if is given, in its parameter "listing".
type listings struct {
	sample func() string
	last   memo[string, *sass.File]
}

// read reads the chosen listing, or the sample, or knows it still.
func (l *listings) read(v Values) (*sass.File, error) {
	return l.last.get(v["listing"], func() (*sass.File, error) {
		text, ok := keptText(v["listing"])
		if !ok {
			text = l.sample()
		}
		f, err := sass.Read("listing", text)
		return &f, err
	})
}

// offer offers some of the kernels, nothing if the listing cannot be read.
func (l *listings) offer(v Values, which func(*sass.Kernel) bool) (all []Choice) {
	f, err := l.read(v)
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
