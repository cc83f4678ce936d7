package silicon

import "fmt"

// Measurement is one number that a GPU gave. Nothing outside this package can make
// one, but for the zero Measurement, which a claim's Check refuses, and by package
// unsafe; and this package makes them from its files: what is called measured was.
type Measurement struct {
	value      float64
	unit, gpu  string
	what, file string
}

// Reading reads a measurement from one of this package's files. Its error says which
// row of the embedded file is damaged, or what the file has not.
type Reading func() (Measurement, error)

// Value returns the number, in Unit.
func (m Measurement) Value() float64 { return m.value }

// Unit returns the unit of Value: "cycles".
func (m Measurement) Unit() string { return m.unit }

// Source says what was measured, on which GPU, and which file has it.
func (m Measurement) Source() string { return fmt.Sprintf("%s, %s; %s", m.gpu, m.what, m.file) }

// String writes the number, its unit and its source.
func (m Measurement) String() string {
	return fmt.Sprintf("%.4g %s (%s)", m.value, m.unit, m.Source())
}
