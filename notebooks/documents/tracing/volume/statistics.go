package volume

import (
	"math"
	"slices"
)

// Correlation returns Pearson's coefficient of two series of the same length, −1 to
// 1; 0 where one of them does not vary.
func Correlation(a, b []float64) float64 {
	n := float64(min(len(a), len(b)))
	var ma, mb float64
	for i := range int(n) {
		ma += a[i] / n
		mb += b[i] / n
	}
	var ab, aa, bb float64
	for i := range int(n) {
		ab += (a[i] - ma) * (b[i] - mb)
		aa += (a[i] - ma) * (a[i] - ma)
		bb += (b[i] - mb) * (b[i] - mb)
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
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
