package execute

import (
	"cmp"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"

	"lanebook/notebooks/internal/kernel"
	"lanebook/notebooks/internal/kernelspec"
	"lanebook/notebooks/internal/nb"
)

// Normalise takes out of an executed notebook all that differs between runs or
// between the programs that ran it:
//
//   - execution counts are 1, 2, … over the code cells that are not blank;
//   - what a cell wrote to stdout is one output, then comes stderr, then the
//     displays in their order. These three travel through separate pipes, so
//     how they interleave is chance;
//   - terminal colours and the times that front ends note are gone;
//   - the notebook asks for the kernelspec of this project and describes its
//     language as GoNB does, so that saving it in JupyterLab changes nothing. It
//     keeps the version that it has: another Go that gives the same outputs
//     leaves the file as it is.
func Normalise(book *nb.Notebook) error {
	var had struct {
		Language struct{ Version string } `json:"language_info"`
	}
	_ = json.Unmarshal(book.Metadata, &had) // setFields tells what is wrong with it
	metadata, err := setFields(book.Metadata, map[string]any{
		"kernelspec": map[string]string{"name": kernelspec.Name, "display_name": kernelspec.Title, "language": "go"},
		"language_info": map[string]string{
			"name": "go", "version": cmp.Or(had.Language.Version, runtime.Version()), "file_extension": ".go", "mimetype": "text/x-go",
			"codemirror_mode": "", "nbconvert_exporter": "", "pygments_lexer": "",
		},
	})
	if err != nil {
		return fmt.Errorf("metadata: %w", err)
	}
	book.Metadata = metadata
	n := 0
	for i := range book.Cells {
		cell := &book.Cells[i]
		if cell.Type != nb.Code {
			continue
		}
		if cell.Metadata, err = setFields(cell.Metadata, map[string]any{"execution": nil}); err != nil {
			return fmt.Errorf("cells[%d]: metadata: %w", i, err)
		}
		cell.ExecutionCount = 0
		if cell.Runs() {
			n++
			cell.ExecutionCount = n
		}
		cell.Outputs = normalOutputs(cell.Outputs, cell.ExecutionCount)
	}
	return nil
}

// normalOutputs orders and merges the outputs of the cell with this count.
func normalOutputs(outputs []nb.Output, count int) []nb.Output {
	streams := []nb.Output{{Type: nb.Stream, Name: "stdout"}, {Type: nb.Stream, Name: "stderr"}}
	var rest []nb.Output
	for _, out := range outputs {
		switch {
		case out.Type == nb.Stream && out.Name == "stdout":
			streams[0].Text += out.Text
		case out.Type == nb.Stream:
			streams[1].Text += out.Text
		default:
			if out.Type == nb.ExecuteResult {
				out.ExecutionCount = count
			}
			rest = append(rest, out)
		}
	}
	for i := range streams {
		streams[i].Text = kernel.Plain(streams[i].Text)
	}
	streams = slices.DeleteFunc(streams, func(o nb.Output) bool { return o.Text == "" })
	return append(streams, rest...)
}

// setFields sets fields of a JSON object; nil takes a field out.
func setFields(object json.RawMessage, fields map[string]any) (json.RawMessage, error) {
	all := map[string]json.RawMessage{}
	if len(object) > 0 {
		if err := json.Unmarshal(object, &all); err != nil {
			return nil, err
		}
	}
	for name, value := range fields {
		if value == nil {
			delete(all, name)
			continue
		}
		raw, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		all[name] = raw
	}
	return json.Marshal(all)
}
