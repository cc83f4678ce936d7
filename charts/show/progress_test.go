package show_test

import (
	"os"
	"testing"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"lanebook/charts/show"
)

func init() {
	if os.Getenv("SHOW_CELL") == "progress" {
		done := show.Progress("parts")
		for i := range 3 {
			done(1+i, 3)
		}
		if gonbui.IsNotebook {
			gonbui.Sync()
		}
	}
}

// TestProgress: one output, replaced twice, empty at the end; nothing outside a
// notebook.
func TestProgress(t *testing.T) {
	if out, errs, err := cell(t, "progress"); err != nil || out+errs != "" {
		t.Errorf("outside a notebook: %v, %q, %q", err, out, errs)
	}
	env, received := kernel(t)
	if _, errs, err := cell(t, "progress", env...); err != nil {
		t.Fatalf("%v\n%s", err, errs)
	}
	outputs := <-received
	if len(outputs) != 3 {
		t.Fatalf("%d messages, want 3", len(outputs))
	}
	for i, want := range []string{"1 of 3 parts", "2 of 3 parts", ""} {
		if got := outputs[i].Data[protocol.MIMETextPlain]; got != want || outputs[i].DisplayID == "" || outputs[i].DisplayID != outputs[0].DisplayID {
			t.Errorf("message %d: %q for display %q, want %q for the same", i, got, outputs[i].DisplayID, want)
		}
	}
}
