package stale

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"lanebook/notebooks/internal/nb"
)

// Seal is what the parts and the outputs of a notebook come to. The runner that gets
// these outputs from these parts writes it into the notebook's metadata:
//
//	"metadata": {"lanebook": {"seal": "6d1f…"}}
//
// In another checkout it then tells, before anything is executed, that the committed
// outputs are what the committed code gave. The version of Go is not covered: with
// another one the outputs are the same, and executing them there shows that.
func Seal(parts Parts, book *nb.Notebook) string {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		if name != goVersion {
			fmt.Fprintf(sum, "%q %q\n", name, parts[name])
		}
	}
	fmt.Fprintln(sum, HashOutputs(book))
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// goVersion is what the part is called that is Go's version.
const goVersion = "go"

// SealOf is the seal that the notebook bears, "" for none.
func SealOf(book *nb.Notebook) string {
	var meta struct {
		Lanebook struct {
			Seal string `json:"seal"`
		} `json:"lanebook"`
	}
	_ = json.Unmarshal(book.Metadata, &meta) // what is no seal is none
	return meta.Lanebook.Seal
}

// SetSeal gives the notebook the seal instead of the one that it has; "" is none. It is
// an error if the notebook's metadata.lanebook is no object.
func SetSeal(book *nb.Notebook, seal string) error {
	meta, ours := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if err := json.Unmarshal(book.Metadata, &meta); err != nil {
		return fmt.Errorf("metadata: %w", err)
	}
	if own, has := meta["lanebook"]; has && string(own) != "null" {
		if err := json.Unmarshal(own, &ours); err != nil {
			return fmt.Errorf("metadata.lanebook: %w", err)
		}
	}
	delete(ours, "seal")
	if seal != "" {
		ours["seal"], _ = json.Marshal(seal) // a string always can be
	}
	var err error
	if meta["lanebook"], err = json.Marshal(ours); err != nil {
		return err
	}
	if len(ours) == 0 {
		delete(meta, "lanebook")
	}
	book.Metadata, err = json.Marshal(meta)
	return err
}
