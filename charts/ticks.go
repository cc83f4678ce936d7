package charts

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Labels are the words at the axis's ticks, or its categories. Ticks that are
// close together have as many digits as it takes to tell them apart; round ones of a
// logarithmic axis are short: 64 KB, 1 Tflops, 10k, 16Ki.
func (r Range) Labels(a Axis) []string {
	if len(a.Categories) > 0 {
		return a.Categories
	}
	write := FormatNumber
	if n := len(r.Ticks); r.Scale != Linear {
		write = r.prefixed(a.Unit)
	} else if n > 1 {
		step := (r.Ticks[n-1] - r.Ticks[0]) / float64(n-1)
		if math.Max(math.Abs(r.Ticks[0]), math.Abs(r.Ticks[n-1])) > 1000*step {
			digits := int(math.Max(0, math.Ceil(-math.Log10(step)-1e-9)))
			write = func(v float64) string { return strconv.FormatFloat(v, 'f', digits, 64) }
		}
	}
	labels := make([]string, len(r.Ticks))
	for i, v := range r.Ticks {
		labels[i] = write(v)
	}
	return labels
}

// prefixed returns how the ticks of a logarithmic axis are written: with a prefix where
// that is exact. Of a unit that takes prefixes such a label names the unit, so that the
// axis's title stays true of the others: 512, 1 KB; 100, 1 Tflops. Numbers of anything
// else have one where some are long, of 1024 where they are powers of two.
func (r Range) prefixed(unit string) func(v float64) string {
	step, prefixes, of := 1000.0, []string{"k", "M", "G", "T", "P"}, ""
	base := strings.TrimLeft(unit, "kMGT")
	switch {
	case unit == "bytes" || unit == "B": // a KB is 1024 of them, as GPUs count
		step, prefixes, of = 1024, []string{" K", " M", " G", " T", " P"}, "B"
	case len(base) == len(unit)-1 && slices.Contains([]string{"flops", "B/s", "bytes/s", "Hz"}, base):
		prefixes, of = []string{" k", " M", " G", " T", " P"}, base
		prefixes = prefixes[1+slices.Index(prefixes, " "+unit[:1]):]
	case len(r.Ticks) == 0 || r.Ticks[len(r.Ticks)-1] < 10000:
		return FormatNumber
	case r.Scale == Log2:
		step, prefixes = 1024, []string{"Ki", "Mi", "Gi", "Ti", "Pi"}
	}
	return func(v float64) string {
		prefix := ""
		for i := 0; i < len(prefixes) && v >= step && math.Mod(v, step) == 0; i++ {
			v, prefix = v/step, prefixes[i]+of
		}
		return FormatNumber(v) + prefix
	}
}

// Step is the number of which the ticks of a linear axis are multiples, but for those
// at its ends. It is 0, and ECharts chooses ticks, where there are far more multiples.
func (r Range) Step() float64 {
	step := 0.0
	for _, v := range r.Ticks {
		if v == r.Min || v == r.Max {
			continue
		}
		for step, v = math.Abs(v), step; v > 1e-6*(r.Max-r.Min); { // Euclid
			step, v = v, math.Abs(math.Remainder(step, v))
		}
	}
	if step == 0 {
		return r.Max - r.Min
	}
	if (r.Max-r.Min)/step > float64(10*len(r.Ticks)) {
		return 0
	}
	digits := math.Pow(10, 6-math.Floor(math.Log10(step)))
	return math.Round(step*digits) / digits
}

// LogBase is the number whose powers the ticks are, or else the scale's own base.
// ECharts has no interval on a logarithmic axis; it marks the base's powers.
func (r Range) LogBase() float64 {
	base := 2.0
	if r.Scale == Log10 {
		base = 10
	}
	n := len(r.Ticks)
	if n < 2 {
		return base
	}
	ratio := r.Ticks[n-1] / r.Ticks[n-2]
	for _, v := range r.Ticks {
		if power := math.Log(v) / math.Log(ratio); math.Abs(power-math.Round(power)) > 1e-6 {
			return base
		}
	}
	if whole := math.Round(ratio); whole >= 2 && math.Abs(ratio-whole) < 1e-6 {
		return whole
	}
	return base
}
