package show_test

import (
	"bytes"
	"encoding/base64"
	"encoding/gob"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"lanebook/charts"
	"lanebook/charts/internal/sample"
	"lanebook/charts/show"
)

// TestMain lets the test's program be a cell's program: GoNB's package decides at
// its start whether it runs in a notebook.
func TestMain(m *testing.M) {
	invalid := sample.Wave()
	invalid.Alt = ""
	switch os.Getenv("SHOW_CELL") {
	case "":
		os.Exit(m.Run())
	case "figures":
		show.Figures(sample.BankMap(), sample.Table())
	case "japanese":
		f := sample.Wave()
		f.X.Label = "ずれ"
		show.Figure(f)
	case "hostile":
		show.Figures(sample.Hostile()...)
	case "invalid":
		show.Figures(sample.Table(), invalid)
	case "forms":
		show.Forms(map[string]string{"text/markdown": "**words**", "text/plain": "words"}, nil)
	}
}

// cell runs this program as a cell's, and returns what it prints.
func cell(t *testing.T, what string, env ...string) (stdout, stderr string, err error) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, "GONB_") }), env...)
	cmd.Env = append(cmd.Env, "SHOW_CELL="+what)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	return out.String(), errs.String(), err
}

func TestOutsideNotebook(t *testing.T) {
	out, errs, err := cell(t, "figures")
	if want := charts.Text(sample.BankMap()) + "\n" + charts.Text(sample.Table()) + "\n"; err != nil || out != want || errs != "" {
		t.Errorf("%v %s\n%s\nwant\n%s", err, errs, out, want)
	}
	if out, _, err := cell(t, "forms"); err != nil || out != "words\n" {
		t.Errorf("Forms: %v, %q", err, out)
	}
	if _, errs, err := cell(t, "invalid"); err == nil || !strings.Contains(errs, `show: figure "wave": Alt is empty`) {
		t.Errorf("an invalid figure: %v, %q", err, errs)
	}
}

// kernel plays GoNB's part: it reads what a cell's program sends through one pipe
// and confirms through another.
func kernel(t *testing.T) (env []string, received chan []protocol.DisplayData) {
	t.Helper()
	dir := t.TempDir()
	there, back := filepath.Join(dir, "there"), filepath.Join(dir, "back")
	for _, p := range []string{there, back} {
		if err := syscall.Mkfifo(p, 0o600); err != nil {
			t.Skip("no named pipes here: ", err)
		}
	}
	received = make(chan []protocol.DisplayData, 1)
	go func() {
		var all []protocol.DisplayData
		defer func() { received <- all }()
		in, err := os.Open(there)
		if err != nil {
			return
		}
		defer in.Close()
		out, err := os.OpenFile(back, os.O_WRONLY, 0)
		if err != nil {
			return
		}
		defer out.Close()
		d, e := gob.NewDecoder(in), gob.NewEncoder(out)
		for {
			var data protocol.DisplayData
			if err := d.Decode(&data); err == io.EOF {
				return
			} else if err != nil {
				t.Errorf("the kernel cannot read what it gets: %v", err)
				return
			}
			if v, ok := data.Data[protocol.MIMECommValue]; ok {
				sync := v.(protocol.CommValue)
				if err := e.Encode(protocol.CommValue{Address: protocol.GonbuiSyncAckAddress, Value: sync.Value}); err != nil {
					t.Errorf("the kernel cannot confirm: %v", err)
				}
				continue
			}
			all = append(all, data)
		}
	}()
	return []string{protocol.GONB_PIPE_ENV + "=" + there, protocol.GONB_PIPE_BACK_ENV + "=" + back}, received
}

// TestInNotebook: each figure arrives as one output in all its forms.
func TestInNotebook(t *testing.T) {
	env, received := kernel(t)
	out, errs, err := cell(t, "figures", env...)
	if err != nil || out != "" || errs != "" {
		t.Fatalf("%v\n%s%s", err, out, errs)
	}
	outputs := <-received
	if len(outputs) != 2 {
		t.Fatalf("%d outputs, want 2", len(outputs))
	}
	for i, f := range []charts.Figure{sample.BankMap(), sample.Table()} {
		data := outputs[i].Data
		if len(data) != 3 || len(outputs[i].Metadata) != 0 {
			t.Errorf("%s: %d forms and metadata %v, want 3 and none", f.Name, len(data), outputs[i].Metadata)
		}
		for mime, begin := range map[protocol.MIMEType]string{
			protocol.MIMETextHTML: `<figure data-lb-figure="` + f.Name, protocol.MIMETextPlain: charts.Text(f),
		} {
			if s, _ := data[mime].(string); !strings.HasPrefix(s, begin) {
				t.Errorf("%s: %s begins %.60q, want %.60q", f.Name, mime, s, begin)
			}
		}
		for line := range strings.Lines(data[protocol.MIMETextHTML].(string)) {
			if len(line) > 2000 {
				t.Errorf("%s: a line of %d bytes: %.60s…", f.Name, len(line), line)
			}
		}
		packed, _ := data[charts.MIME].([]string)
		text, err := charts.Packed(packed).JSON()
		if err != nil {
			t.Fatal(err)
		}
		var back charts.Figure
		if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(back, f) {
			t.Errorf("%s: its data give another figure (%v)", f.Name, err)
		}
	}
}

// TestPicture: the page holds the picture that package static draws, in lines.
func TestPicture(t *testing.T) {
	env, received := kernel(t)
	if _, errs, err := cell(t, "japanese", env...); err != nil {
		t.Fatal(err, errs)
	}
	html, _ := (<-received)[0].Data[protocol.MIMETextHTML].(string)
	_, after, _ := strings.Cut(html, `src="data:image/svg+xml;base64,`)
	data, _, _ := strings.Cut(after, `"`)
	svg, err := base64.StdEncoding.DecodeString(data)
	if err != nil || !strings.HasPrefix(string(svg), "<svg ") || !strings.Contains(string(svg), "ずれ") || !strings.Contains(data, "\n") {
		t.Errorf("%v; the page is %.300s", err, html)
	}
}

func TestFormsInNotebook(t *testing.T) {
	env, received := kernel(t)
	if _, errs, err := cell(t, "forms", env...); err != nil {
		t.Fatal(err, errs)
	}
	if outputs := <-received; len(outputs) != 1 || outputs[0].Data[protocol.MIMETextMarkdown] != "**words**" {
		t.Errorf("outputs %v", outputs)
	}
}

// TestCellFails: no figure is lost without the cell failing.
func TestCellFails(t *testing.T) {
	if _, errs, err := cell(t, "hostile", protocol.GONB_PIPE_ENV+"=/nowhere/pipe", protocol.GONB_PIPE_BACK_ENV+"=/nowhere/pipe"); err == nil ||
		!strings.Contains(errs, "show: the output did not reach the notebook") {
		t.Errorf("no pipe: %v\n%s", err, errs)
	}
	if _, errs, err := cell(t, "invalid", protocol.GONB_PIPE_ENV+"=/nowhere/pipe"); err == nil || !strings.Contains(errs, `show: figure "wave": Alt is empty`) {
		t.Errorf("an invalid figure: %v\n%s", err, errs)
	}
}
