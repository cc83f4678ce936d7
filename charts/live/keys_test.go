package live

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"testing"
)

// TestInkKeys: lanebook.js takes the same keys for colours as Resolve.
func TestInkKeys(t *testing.T) {
	list := regexp.MustCompile(`inkKeys = new Set\((\[.*?\])\)`).FindSubmatch(Loader)
	var got []string
	if list == nil || json.Unmarshal(list[1], &got) != nil {
		t.Fatal("lanebook.js has no list of keys")
	}
	slices.Sort(got)
	if want := slices.Sorted(maps.Keys(inkKeys)); !slices.Equal(got, want) {
		t.Errorf("lanebook.js resolves %q, want %q", got, want)
	}
}
