package volume

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Correlation returns Pearson's coefficient of two series of the same length, −1 to
// 1; 0 where one of them does not vary.
func Correlation(a, b []float64) float64 {
	if r := stat.Correlation(a, b, nil); !math.IsNaN(r) {
		return r
	}
	return 0
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
