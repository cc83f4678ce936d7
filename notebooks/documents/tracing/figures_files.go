package tracing

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strings"

	"lanebook/gpumodel/trace"
)

// TraceFiles returns a trace as three files to download, in one output of a cell: links
// that hold the files themselves, so that they work in a notebook and in a page that is
// opened from a folder. All but the table are compressed: CLOG-2 comes in blocks of
// 64 KB, mostly empty here, and viewers of the trace event format read it as it is.
func TraceFiles(name string, t trace.Trace) (map[string]string, error) {
	var page, text strings.Builder
	page.WriteString("<ul>\n")
	for _, f := range []struct {
		suffix, mime, what string
		write              func(io.Writer, trace.Trace) error
	}{
		{".csv", "text/csv", "for a spreadsheet or a data frame", trace.WriteCSV},
		{".clog2.gz", "application/gzip", "CLOG-2 for MPE and Jumpshot, after gunzip and clog2TOslog2", compressed(trace.WriteCLOG2)},
		{".json.gz", "application/gzip", "for ui.perfetto.dev or chrome://tracing, as it is", compressed(trace.WriteChrome)},
	} {
		var b bytes.Buffer
		if err := f.write(&b, t); err != nil {
			return nil, fmt.Errorf("%s%s: %w", name, f.suffix, err)
		}
		file := html.EscapeString(name + f.suffix)
		size := fmt.Sprintf("%.1f KB", float64(b.Len())/1000)
		fmt.Fprintf(&page, "<li><a download=%q href=\"data:%s;base64,%s\">%s</a> %s (%s)</li>\n", file, f.mime, base64.StdEncoding.EncodeToString(b.Bytes()), file, f.what, size)
		fmt.Fprintf(&text, "%s%s  %s (%s)\n", name, f.suffix, f.what, size)
	}
	page.WriteString("</ul>")
	return map[string]string{"text/html": page.String(), "text/plain": text.String()}, nil
}

func compressed(write func(io.Writer, trace.Trace) error) func(io.Writer, trace.Trace) error {
	return func(w io.Writer, t trace.Trace) error {
		z := gzip.NewWriter(w)
		if err := write(z, t); err != nil {
			return err
		}
		return z.Close()
	}
}
