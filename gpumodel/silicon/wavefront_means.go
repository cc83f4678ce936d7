package silicon

import "math"

// WavefrontMeans are the mean cycles of a reference by wavefront (warp), in their order;
// 0: the wavefront made none. Document 4's Figure 10 shows such means of one CU.
type WavefrontMeans []float64

// Hits returns the means of the wavefronts that made references, in order.
func (m WavefrontMeans) Hits() []float64 {
	var out []float64
	for _, mean := range m {
		if mean > 0 {
			out = append(out, mean)
		}
	}
	return out
}

// Border returns the mean of the first and the last fiftieth of Hits.
func (m WavefrontMeans) Border() float64 {
	first, last := m.ends()
	mean, _ := Spread(append(first, last...))
	return mean
}

// Ends returns the means of the first fiftieth of Hits and of the last.
func (m WavefrontMeans) Ends() (first, last float64) {
	a, b := m.ends()
	first, _ = Spread(a)
	last, _ = Spread(b)
	return first, last
}

func (m WavefrontMeans) ends() (first, last []float64) {
	hits := m.Hits()
	n := len(hits) / 50
	return hits[:n:n], hits[len(hits)-n:]
}

// Within returns the mean and the standard deviation of the others.
func (m WavefrontMeans) Within() (mean, deviation float64) { return Spread(m.within()) }

// Alike returns how the others go with the next: Pearson's coefficient, 1 if they change
// slowly, about 0 if they lie anyhow.
func (m WavefrontMeans) Alike() float64 {
	within := m.within()
	return pearson(within[:len(within)-1], within[1:])
}

func (m WavefrontMeans) within() []float64 {
	hits := m.Hits()
	n := len(hits) / 50
	return hits[n : len(hits)-n]
}

// Spread returns the mean and the standard deviation.
func Spread(a []float64) (mean, deviation float64) {
	if len(a) == 0 {
		return 0, 0
	}
	for _, x := range a {
		mean += x / float64(len(a))
	}
	for _, x := range a {
		deviation += (x - mean) * (x - mean) / float64(len(a))
	}
	return mean, math.Sqrt(deviation)
}
