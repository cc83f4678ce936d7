package volume

import (
	"math"
	"slices"
)

// Correlation returns Pearson's coefficient of two series of the same length, −1 to
// 1; 0 where one of them does not vary. A test holds it to Gonum's, which would bring
// linear algebra into what a first run has to compile.
func Correlation(a, b []float64) float64 {
	n, meanA, meanB := float64(len(a)), mean(a), mean(b)
	var aa, bb, ab, restA, restB float64 // the rests would be 0 if the means were exact
	for i := range a {
		da, db := a[i]-meanA, b[i]-meanB
		aa, bb, ab = aa+da*da, bb+db*db, ab+da*db
		restA, restB = restA+da, restB+db
	}
	aa, bb, ab = aa-restA*restA/n, bb-restB*restB/n, ab-restA*restB/n
	if r := ab / math.Sqrt(aa*bb); !math.IsNaN(r) && !math.IsInf(r, 0) {
		return r
	}
	return 0
}

func mean(a []float64) float64 {
	sum := 0.0
	for _, x := range a {
		sum += x
	}
	return sum / float64(len(a))
}

// RankCorrelation returns Spearman's coefficient: that of the ranks. Equal values
// share their mean rank.
func RankCorrelation(a, b []float64) float64 { return Correlation(ranks(a), ranks(b)) }

func ranks(a []float64) []float64 {
	sorted := slices.Sorted(slices.Values(a))
	out := make([]float64, len(a))
	for i, x := range a {
		first, _ := slices.BinarySearch(sorted, x)
		last := first
		for last+1 < len(sorted) && sorted[last+1] == x {
			last++
		}
		out[i] = float64(first+last) / 2
	}
	return out
}
