// Package show puts figures into the output of a GoNB cell: the one package that
// imports GoNB.
//
// A figure is one output in several forms: HTML with a picture, which comes alive in a
// browser that runs scripts, text, and the figure's data. Outside a notebook the text
// goes to standard output.
package show

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"lanebook/charts"
	"lanebook/charts/live"
	"lanebook/charts/static"
)

// Figure shows a figure. If it is invalid, or does not reach the kernel, the cell
// fails: the reason goes to standard error and the program exits with status 1.
//
// A figure without a name is named after its number: "8.5" makes fig-8-5.
func Figure(f charts.Figure) { Figures(f) }

// Figures shows figures one below the other. It fails as Figure does, and shows
// none if one of them is invalid.
func Figures(fs ...charts.Figure) {
	if err := figures(fs); err != nil {
		fail(err)
	}
}

// Forms shows one output in several forms, by media type. It fails as Figure does, and where there is an error, with that.
// Outside a notebook it prints the plain text.
func Forms(forms map[string]string, err error) {
	if err == nil {
		err = sendForms(forms)
	}
	if err != nil {
		fail(err)
	}
}

func sendForms(forms map[string]string) error {
	if !gonbui.IsNotebook {
		fmt.Println(forms["text/plain"])
		return nil
	}
	data := map[protocol.MIMEType]any{}
	for mime, form := range forms {
		data[protocol.MIMEType(mime)] = form
	}
	return send(data)
}

// fail ends the program, and with it the cell, with the reason and the line of
// the first caller outside the packages that show.
func fail(err error) {
	where := ""
	for skip := 2; ; skip++ {
		_, file, line, ok := runtime.Caller(skip)
		if !ok {
			break
		}
		if !strings.Contains(file, "charts/show/") && !strings.Contains(file, "whatif/show/") {
			where = fmt.Sprintf("%s:%d: ", file, line)
			break
		}
	}
	fmt.Fprintf(os.Stderr, "%sshow: %v\n", where, err)
	os.Exit(1)
}

func figures(fs []charts.Figure) error {
	fs = slices.Clone(fs)
	for i, f := range fs {
		if f.Name == "" && f.Number != "" {
			fs[i].Name = "fig-" + strings.ToLower(strings.ReplaceAll(f.Number, ".", "-"))
		}
	}
	var bundles []map[protocol.MIMEType]any
	var faults []error
	for _, f := range fs {
		if gonbui.IsNotebook {
			data, err := bundle(f)
			bundles, faults = append(bundles, data), append(faults, err)
			continue
		}
		err := f.Validate()
		if faults = append(faults, err); err == nil {
			fmt.Println(charts.Text(f))
		}
	}
	if err := errors.Join(faults...); err != nil || !gonbui.IsNotebook {
		return err
	}
	return send(bundles...)
}

// bundle returns a figure in every form that a notebook may want.
func bundle(f charts.Figure) (map[protocol.MIMEType]any, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	var svg []byte
	if _, table := f.Series[0].(charts.Table); !table {
		var err error
		if svg, err = static.SVG(f); err != nil {
			return nil, err
		}
		svg = static.Image(svg)
	}
	html, err := live.HTML(f, svg)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	packed := charts.Pack(data)
	return map[protocol.MIMEType]any{
		protocol.MIMETextHTML:  string(html),
		protocol.MIMETextPlain: charts.Text(f),
		charts.MIME:            []string(packed),
	}, nil
}

// longLine is base64 that no reader of the notebook's file wants in one line. Where HTML
// may hold base64, in data URIs and scripts, line breaks do not count.
var longLine = regexp.MustCompile(`[A-Za-z0-9+/]{1000}`)

// patience is how long the kernel may take to say that it has everything.
const patience = 30 * time.Second

// send hands bundles to the kernel and waits until it has them. GoNB reports a
// broken pipe through gonbui.Error only, and its Sync would then wait forever.
func send(bundles ...map[protocol.MIMEType]any) error {
	for _, data := range bundles {
		if html, ok := data[protocol.MIMETextHTML].(string); ok {
			data[protocol.MIMETextHTML] = longLine.ReplaceAllString(html, "$0\n")
		}
		gonbui.SendData(&protocol.DisplayData{Data: data})
		if err := gonbui.Error(); err != nil {
			return fmt.Errorf("the output did not reach the notebook: %w", err)
		}
	}
	done := make(chan struct{})
	go func() {
		gonbui.Sync()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(patience):
		return fmt.Errorf("the notebook's kernel has not confirmed the output within %v", patience)
	}
	if err := gonbui.Error(); err != nil {
		return fmt.Errorf("the output did not reach the notebook: %w", err)
	}
	return nil
}
