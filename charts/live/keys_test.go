package live

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"testing"
)

// TestKeys: lanebook.js takes the same keys for colours and calls as resolve does.
func TestKeys(t *testing.T) {
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
