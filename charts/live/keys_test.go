package live

import (
	"encoding/json"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"lanebook/charts"
	"lanebook/charts/internal/sample"
)

// TestResolvedKeys: lanebook.js takes the same keys for colours and calls as resolve
// does.
func TestResolvedKeys(t *testing.T) {
	for name, keys := range map[string]map[string]bool{"inkKeys": inkKeys, "callKeys": callKeys} {
		list := regexp.MustCompile(name + ` = new Set\((\[.*?\])\)`).FindSubmatch(Loader)
		var got []string
		if list == nil || json.Unmarshal(list[1], &got) != nil {
			t.Fatal("lanebook.js has no list of " + name)
		}
		if want := slices.Sorted(maps.Keys(keys)); !slices.Equal(got, want) {
			t.Errorf("lanebook.js resolves %q, want %q", got, want)
		}
	}
}

// TestLacking: go-echarts still has no field for what lacking.go adds.
func TestLacking(t *testing.T) {
	for kind, keys := range map[reflect.Type]string{
		reflect.TypeFor[echarts.BaseConfiguration](): "textStyle media",
		reflect.TypeFor[opts.Legend]():               "itemGap",
		reflect.TypeFor[opts.Tooltip]():              "confine extraCssText textStyle",
		reflect.TypeFor[opts.XAxis]():                "interval logBase nameTextStyle",
		reflect.TypeFor[opts.YAxis]():                "interval logBase nameTextStyle axisTick",
		reflect.TypeFor[opts.DataZoom]():             "zoomOnMouseWheel moveOnMouseMove",
		reflect.TypeFor[opts.VisualMap]():            "itemWidth itemHeight",
	} {
		for i := range kind.NumField() {
			key, _, _ := strings.Cut(kind.Field(i).Tag.Get("json"), ",")
			if slices.Contains(strings.Fields(keys), key) {
				t.Errorf("%v has %q now: set it there, and take it out of lacking.go", kind, key)
			}
		}
	}
}

// TestChartHoldsOption: nothing is lost when an option becomes a go-echarts chart.
func TestChartHoldsOption(t *testing.T) {
	for _, f := range append(sample.All(), sample.Hostile()...) {
		c, err := Chart(f, charts.Light)
		if err != nil {
			t.Fatal(err)
		}
		if c == nil {
			continue
		}
		option, _ := Option(f)
		want := plain(resolve(plain(json.RawMessage(option)), charts.Light, "")).(object)
		c.Validate()
		got := withoutNull(plain(c.JSON())).(object)
		delete(got, "title")   // which go-echarts always writes,
		delete(got, "toolbox") // empty
		delete(got, "backgroundColor")
		for key := range want {
			if !reflect.DeepEqual(got[key], want[key]) {
				t.Errorf("%s: %s\n%v, want\n%v", f.Name, key, got[key], want[key])
			}
			delete(got, key)
		}
		for key := range got {
			t.Errorf("%s: %s was not in the figure's option", f.Name, key)
		}
	}
}

// withoutNull takes out what go-echarts writes as null, which is nothing to ECharts.
func withoutNull(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			if v[key] = withoutNull(e); e == nil {
				delete(v, key)
			}
		}
	case []any:
		for i, e := range v {
			v[i] = withoutNull(e)
		}
	}
	return v
}
