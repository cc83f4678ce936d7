// Package charts describes Lanebook's figures as plain data.
//
// A Figure says what is shown: its series, axes, words and assumptions. It
// says nothing about how it is drawn. Three packages draw it:
//
//   - charts/static, as a gonum plot: SVG, PNG and PDF;
//   - charts/live, for ECharts: an option, the HTML around it, a go-echarts chart;
//   - charts/show, in a GoNB cell: one output, a picture that comes alive.
//
// What every renderer shares is here: the data itself, its check (Validate),
// its colours and numbers (style.go), its scales (axis.go), the places of its
// parts (layout.go), and its plainest forms: CSV, text and JSON.
package charts

// Figure is one figure: data and words, ready for any renderer.
//
// The zero value is not valid: Name, Title, Alt and at least one series are
// needed. Validate lists everything that is wrong at once.
type Figure struct {
	Name    string   `json:"name"`              // identifier, unique in its notebook: lower-case letters, digits and single hyphens, beginning with a letter
	Number  string   `json:"number,omitempty"`  // as the reader cites it: "8.6", "1a"; may be empty
	After   string   `json:"after,omitempty"`   // the figure of another work that this one redraws: "Fig. 8.6"; may be empty
	Title   string   `json:"title"`             // what is shown, in a few words
	Caption string   `json:"caption,omitempty"` // what to see in it, one to three sentences
	Alt     string   `json:"alt"`               // what a reader who cannot see it needs, in words
	Note    string   `json:"note,omitempty"`    // assumptions and sources that the figure rests on; may be empty
	X       Axis     `json:"x,omitzero"`        // unused by Grid, Flow and Table; time in Spans
	Y       Axis     `json:"y,omitzero"`        // unused by Grid, Spans, Flow and Table
	Series  []Series `json:"series"`
}

// Axis is one axis of a figure with lines or bars.
type Axis struct {
	Label      string    `json:"label,omitempty"`      // quantity, without its unit: "stride"
	Unit       string    `json:"unit,omitempty"`       // "cycles", "bytes"; may be empty
	Scale      Scale     `json:"scale,omitempty"`      // linear unless said otherwise
	Categories []string  `json:"categories,omitempty"` // if any, the axis is categorical: value i stands at category i
	Ticks      []float64 `json:"ticks,omitempty"`      // where to put ticks on a numeric axis, X beginning no later than the first; nil chooses round numbers. Live charts have only those that are multiples of one number, or powers on a logarithmic axis
}

// Scale is how an axis maps numbers to lengths.
type Scale string

// The scales.
const (
	Linear Scale = ""     // equal steps for equal differences
	Log2   Scale = "log2" // equal steps for equal ratios; all values must be > 0
	Log10  Scale = "log10"
)

// Series is one member of the closed family Line, Bars, Grid, Spans, Flow, Table.
//
// Lines and bars may share a figure; a grid, spans, a flow or a table stands alone.
type Series interface{ series() }

// Line is a series of points, joined or not. X and Y have the same length and
// hold finite numbers only.
type Line struct {
	Name     string    `json:"name,omitempty"` // for the legend
	X        []float64 `json:"x"`
	Y        []float64 `json:"y"`
	Style    LineStyle `json:"style,omitempty"`
	Measured bool      `json:"measured,omitempty"` // on silicon: hollow marks; what is computed has bare lines and full marks
	Tips     []string  `json:"tips,omitempty"`     // what hovering over point i says; nil, or as long as X
	Tone     Tone      `json:"tone,omitempty"`     // ToneAuto takes the next colour of the palette
}

// LineStyle is how the points of a Line are joined.
type LineStyle string

// The line styles.
const (
	Joined LineStyle = ""       // straight segments
	Dashed LineStyle = "dashed" // bounds, laws and limits
	Dots   LineStyle = "dots"   // marks only
	Steps  LineStyle = "steps"  // a value that holds until the next
)

// Bars is a series of bars, one for each category of the X axis. Several Bars
// stand side by side, or on top of each other where they share a Stack.
type Bars struct {
	Name     string    `json:"name,omitempty"`
	Y        []float64 `json:"y"`                  // one for each X category, finite
	Stack    string    `json:"stack,omitempty"`    // bars with the same non-empty Stack are piled up
	Measured bool      `json:"measured,omitempty"` // on silicon: drawn hollow
	Tips     []string  `json:"tips,omitempty"`     // nil, or as long as Y
	Tone     Tone      `json:"tone,omitempty"`
}

// Grid is a table of coloured cells: a bank map, or a heat map.
//
// With Keys it is categorical: each Cell's Tone is one of them. Without, it is
// a heat map of each Cell's Value.
type Grid struct {
	Columns []string `json:"columns"`          // column labels, left to right
	Rows    []string `json:"rows"`             // row labels, top to bottom
	Across  string   `json:"across,omitempty"` // what the columns are: "bank"
	Down    string   `json:"down,omitempty"`   // what the rows are: "LDS row"
	Keys    []Key    `json:"keys,omitempty"`   // the legend of a categorical grid
	Unit    string   `json:"unit,omitempty"`   // of Value, for a heat map's scale
	Scale   Scale    `json:"scale,omitempty"`  // of Value, for a heat map's colours
	Cells   []Cell   `json:"cells"`            // in any order, at most one for a place; a place without a cell stays blank
}

// Cell is one cell of a Grid.
type Cell struct {
	Row    int     `json:"row"`    // from 0, at the top
	Column int     `json:"column"` // from 0, at the left
	Tone   Tone    `json:"tone,omitempty"`
	Value  float64 `json:"value,omitempty"` // for a heat map, and for CSV
	Label  string  `json:"label,omitempty"` // short text in the cell; may be empty
	Tip    string  `json:"tip,omitempty"`   // what hovering says; lines are separated by "\n"
}

// Key explains one tone of a categorical Grid, or of Spans.
type Key struct {
	Tone  Tone   `json:"tone"`
	Label string `json:"label"`
}

// Table is rows of text under column heads.
type Table struct {
	Columns []Column   `json:"columns"`
	Rows    [][]string `json:"rows"`           // each as long as Columns
	More    [][]string `json:"more,omitempty"` // rows that Data, WriteCSV and Text have after these, and the picture has not
}

// Column is the head of a Table's column.
//
// With Parts its cells are bars: each holds as many numbers as there are parts, none below
// 0, apart by blanks, or nothing. The longest bar of the column fills its width.
type Column struct {
	Head    string `json:"head"`
	Numeric bool   `json:"numeric,omitempty"` // right-aligned
	Code    bool   `json:"code,omitempty"`    // set in letters of one width, each cell in one line
	Parts   []Key  `json:"parts,omitempty"`
}

// traceOf is a Line as it is, and a Bars as the line of the tops of its bars if they
// stood on the axis; of other series an empty one.
func traceOf(s Series) Line {
	switch s := s.(type) {
	case Line:
		return s
	case Bars:
		l := Line{Name: s.Name, Y: s.Y, Tone: s.Tone}
		for i := range s.Y {
			l.X = append(l.X, float64(i))
		}
		return l
	}
	return Line{}
}

func (Line) series()  {}
func (Bars) series()  {}
func (Grid) series()  {}
func (Table) series() {}
