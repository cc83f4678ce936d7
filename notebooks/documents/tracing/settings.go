package tracing

import (
	"fmt"

	"lanebook/notebooks/documents/tracing/volume"
)

// Setting is something of the GTX 480's model, or of the experiment, that was set with
// the document's own numbers in view.
type Setting struct {
	What   string
	Value  string
	From   []string // claims, which therefore are Fitted and no test
	Source string   // what else speaks for it
}

// SetFromDocument returns all of them. What no setting names is found by the model.
func SetFromDocument() []Setting {
	g := volume.OnGTX480()
	t, c := g.Device.Texture, g.Device.Caches.Texture
	figure5 := []string{"D4.8", "D4.9", "D4.10", "D4.11", "D4.12", "D4.57", "D4.58"}
	return []Setting{
		{"what fills the texture unit", "references of warps", []string{"D4.19"}, "sectors fill the H200's; with them 2×64 was the simple method's best shape by far"},
		{"references that it holds", fmt.Sprint(t.Queue), []string{"D4.9"}, "none"},
		{"lanes that ask for a sector once", fmt.Sprint(t.Together), []string{"D4.23", "D4.27"}, "four texture units, each of which takes one lane's address a clock"},
		{"a texture hit", fmt.Sprintf("%d cycles", c.Latency), []string{"D4.29", "D4.30"}, "none; 200 was assumed"},
		{"of which a miss passes too", fmt.Sprintf("%d cycles", c.Pipeline), []string{"D4.29", "D4.30"}, "none"},
		{"between the clock reads of a lone warp", fmt.Sprintf("%d cycles", g.Between()), []string{"D4.8"}, "ten dependent instructions of 18 cycles"},
		{"instructions of a step of the ray", fmt.Sprint(g.Instructions), figure5, "the renderer's source"},
		{"the second view, of two readings of (90,0,90)", fmt.Sprint(volume.Moving()), []string{"D4.28", "D4.32", "D4.44", "D4.45", "D4.59"}, "the plain sense of the document's words; and the H200, where its findings are so in this reading only"},
	}
}
