package whatif

import (
	"encoding/json"
	"fmt"
	"regexp"
	"testing"

	"lanebook/charts"
	"lanebook/charts/live"
)

func TestZZ(t *testing.T) {
	data := regexp.MustCompile(`"data":\[\{.*?\}\],"|"data":\["[^\]]*\]`)
	for _, d := range All() {
		v, _ := d.Values()
		fs, _, _ := d.Figures(v, nil)
		for i, f := range fs {
			kinds := ""
			for _, s := range f.Series {
				kinds += fmt.Sprintf(" %T", s)
				if l, ok := s.(charts.Line); ok {
					kinds += fmt.Sprint(l.Style, l.Measured, l.Tips != nil, len(l.X))
				}
				if g, ok := s.(charts.Grid); ok {
					kinds += fmt.Sprint(len(g.Keys))
				}
			}
			fmt.Println("==", d.Name, i, kinds, f.X.Scale, f.Y.Scale, len(f.X.Categories), len(f.Y.Categories))
			o, _ := live.Option(f)
			var x any
			json.Unmarshal(o, &x)
			o, _ = json.Marshal(x)
			fmt.Println(data.ReplaceAllString(string(o), `"data":[],"`))
		}
	}
}
