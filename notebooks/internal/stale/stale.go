// Package stale decides whether a notebook's outputs still belong to what they
// were made from, and says why not.
//
// A notebook is made from its code cells; from the source of every package of
// this module that they import, directly or not, with the files that it embeds;
// from the versions of the other modules in use; from the versions of Go and of
// the kernel; and from the data files that its metadata declares:
//
//	"metadata": {"lanebook": {"data": ["../gpumodel/silicon/patterns.csv"]}}
//
// What a "!" line of a cell runs is not known, and not counted. Prose is not
// either: it changes the page and no output.
package stale

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lanebook/notebooks/internal/atomicfile"
	"lanebook/notebooks/internal/nb"
)

// Parts are what a notebook is made from: the name of each part, as a reader
// knows it ("cell 3", "gpumodel/lds.go", "go"), and its hash or version.
type Parts map[string]string

// Record is what is kept of a notebook's last execution here.
type Record struct {
	Parts   Parts    `json:"parts"`
	Outputs string   `json:"outputs"` // their hash
	Imports []string `json:"imports"` // of the programs that ran
}

// Load reads the record of a notebook from the folder of records. There may be
// none: then it is nil. A damaged one counts as none.
func Load(folder, notebook string) (*Record, error) {
	data, err := os.ReadFile(recordPath(folder, notebook))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var r Record
	if json.Unmarshal(data, &r) != nil {
		return nil, nil
	}
	return &r, nil
}

// Save keeps the record of a notebook in the folder of records.
func (r *Record) Save(folder, notebook string) error {
	data, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return atomicfile.Write(recordPath(folder, notebook), append(data, '\n'))
}

func recordPath(folder, notebook string) string {
	return filepath.Join(folder, filepath.Base(notebook)+".json")
}

// Why says why the notebook must be executed again, given what it is made from
// now; nothing when its outputs are up to date. A nil record means that it has
// never been executed here.
func (r *Record) Why(now Parts, book *nb.Notebook) []string {
	if r == nil {
		return []string{"never executed here"}
	}
	var why []string
	names := maps.Clone(r.Parts)
	maps.Copy(names, now)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		old, had := r.Parts[name]
		new, has := now[name]
		switch {
		case had && !has:
			why = append(why, name+" is gone")
		case !had:
			why = append(why, name+" is new")
		case old != new && isVersion(old) && isVersion(new):
			why = append(why, fmt.Sprintf("%s changed from %s to %s", name, version(old), version(new)))
		case old != new:
			why = append(why, name+" changed")
		}
	}
	if r.Outputs != HashOutputs(book) {
		why = append(why, "its outputs were edited")
	}
	return why
}

// Versions are kept as they are, everything else as a hash.
func isVersion(part string) bool {
	return strings.HasPrefix(part, "v") || strings.HasPrefix(part, "go")
}
func version(part string) string { v, _, _ := strings.Cut(part, " "); return v }

// HashOutputs is a hash of all outputs and execution counts of a notebook.
func HashOutputs(book *nb.Notebook) string {
	bare := nb.Notebook{Metadata: json.RawMessage("{}")}
	for _, cell := range book.Cells {
		if cell.Type == nb.Code {
			bare.Cells = append(bare.Cells, nb.Cell{Type: nb.Code, ExecutionCount: cell.ExecutionCount, Outputs: cell.Outputs})
		}
	}
	data, err := bare.Bytes()
	if err != nil { // an output that is no JSON is in no notebook that was read
		return "unreadable: " + err.Error()
	}
	return hash(data)
}

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
