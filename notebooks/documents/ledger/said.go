package ledger

import (
	"fmt"
	"math"
)

// Said is what a document says of a quantity: which values it allows. The zero Said
// allows 0 alone.
type Said struct {
	low, high float64
	open      bool   // low and high themselves are not allowed
	text      string // as the document says it
}

// Exactly is one number, to the last digit but rounding.
func Exactly(v float64) Said { return Said{low: v, high: v, text: fmt.Sprint(v)} }

// About is a number that the document rounds or hedges: v ± tolerance.
func About(v, tolerance float64) Said {
	return Said{low: v - tolerance, high: v + tolerance, text: fmt.Sprintf("%v ± %v", v, tolerance)}
}

// Between is a range with its ends.
func Between(low, high float64) Said {
	return Said{low: low, high: high, text: fmt.Sprintf("%v to %v", low, high)}
}

// AtLeast is a bound from below that may be reached.
func AtLeast(v float64) Said {
	return Said{low: v, high: math.Inf(1), text: fmt.Sprintf("at least %v", v)}
}

// AtMost is a bound from above that may be reached.
func AtMost(v float64) Said {
	return Said{low: math.Inf(-1), high: v, text: fmt.Sprintf("at most %v", v)}
}

// MoreThan is a bound from below that must be passed.
func MoreThan(v float64) Said {
	return Said{low: v, high: math.Inf(1), open: true, text: fmt.Sprintf("more than %v", v)}
}

// LessThan is a bound from above that must be passed.
func LessThan(v float64) Said {
	return Said{low: math.Inf(-1), high: v, open: true, text: fmt.Sprintf("less than %v", v)}
}

// Yes is a statement that is true (1) or not (0).
func Yes() Said { return Said{low: 1, high: 1, text: "yes"} }

// Read marks a number that is ours: the document says it in words, "strongly" or "slow".
func (s Said) Read() Said {
	s.text = "read as " + s.String()
	return s
}

// Allows reports whether a number is what is said. Rounding in the last digits decides
// nothing: 2.0000000000000004 is at most 2, and not more than 2.
func (s Said) Allows(v float64) bool {
	rounding := func(end float64) float64 {
		if math.IsInf(end, 0) {
			return 0
		}
		return 1e-9 * math.Abs(end)
	}
	if s.open {
		return v > s.low+rounding(s.low) && v < s.high-rounding(s.high)
	}
	return v >= s.low-rounding(s.low) && v <= s.high+rounding(s.high)
}

// Number writes a number of the claim's quantity: as yes or no where that is what
// is said, else by format.
func (s Said) Number(v float64, format func(float64) string) string {
	switch {
	case s.text != "yes":
		return format(v)
	case v == 1:
		return "yes"
	case v == 0:
		return "no"
	}
	return format(v)
}

// String writes what is said as the document says it: "400 to 800", "at least 10".
func (s Said) String() string {
	if s.text == "" {
		return "0"
	}
	return s.text
}
