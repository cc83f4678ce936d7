package whatif

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/sass/emulate"
	"lanebook/notebooks/figures"
)

func (t *trial) parts() charts.Figure {
	f := figures.LaunchParts(t.report)
	f.Note = figures.Note(slices.Concat(t.assumed, t.device.Caches.Assumed))
	return f
}

// microseconds is the time with the launch.
func (t *trial) microseconds() float64 { return 1e6 * t.report.Seconds }

// used names the part that is used most.
func (t *trial) used() string {
	l := t.report.Limits[0]
	return fmt.Sprintf("%s %.0f %%", figures.Worded(t.device, l.Part), 100*l.Used)
}

// table sets what else was tried beside the launch.
func (t *trial) table(others []trial) charts.Figure {
	f := charts.Table{Columns: []charts.Column{{Head: "launch"}, {Head: "time, µs", Numeric: true}, {Head: "used most"}, {Head: "L1 hits, %", Numeric: true}, {Head: "L2 hits, %", Numeric: true}, {Head: "DRAM, MB", Numeric: true}, {Head: "blocks on an SM", Numeric: true}}}
	for _, o := range append([]trial{*t}, others...) {
		r := o.report
		blocks := o.blocks()
		if o.resident > 0 {
			blocks = o.resident
		}
		f.Rows = append(f.Rows, []string{
			cmp.Or(o.what, "as asked for"), fmt.Sprintf("%.1f", o.microseconds()), o.used(), fmt.Sprintf("%.1f", 100*r.L1.HitRate()), fmt.Sprintf("%.1f", 100*r.L2.HitRate()),
			fmt.Sprintf("%.2f", float64(r.Read+r.Written)/1e6), fmt.Sprint(blocks),
		})
	}
	if others == nil {
		f.Rows = append(f.Rows, []string{"…", "…", "…", "…", "…", "…", "…"})
	}
	return charts.Figure{
		Title:   "What else could be",
		Caption: fmt.Sprintf("The same launch with one thing changed, each run. Of each time %.1f µs are the launch. What is written and stays in the L2 is not among the bytes of DRAM.", 1e6*t.device.Dispatch.Seconds),
		Alt:     "Table of launches: time, the part of the GPU that is used most, hits of the caches, bytes of DRAM, and blocks on an SM.",
		Series:  []charts.Series{f},
	}
}

// argumentTable shows what of its arguments the code reads, and what it was given there.
func (t *trial) argumentTable() charts.Figure {
	f := charts.Table{Columns: []charts.Column{{Head: "at byte", Numeric: true}, {Head: "bytes", Numeric: true}, {Head: "first read by", Code: true}, {Head: "given there"}}}
	for _, r := range emulate.Reads(t.kernel) {
		f.Rows = append(f.Rows, []string{fmt.Sprint(r.Offset), fmt.Sprint(r.Bytes), fmt.Sprintf("%04x %v", r.By.Address, r.By), t.given(r)})
	}
	if f.Rows == nil {
		f.Rows = [][]string{{"none", "", "", ""}}
	}
	return charts.Figure{
		Title:   "What the code reads of its arguments",
		Caption: "A pointer has 8 bytes and lies at a multiple of 8. Two numbers of 4 bytes may be read at once.",
		Alt:     "Table of the bytes of its arguments that the code reads, by which instruction, and what was given there.",
		Series:  []charts.Series{f},
	}
}

// given says which arguments lie where the code reads.
func (t *trial) given(r emulate.Read) string {
	var m emulate.Memory
	var before []any
	var said []string
	for _, a := range t.arguments {
		v := a.In(&m, "")
		end := len(emulate.Arguments(append(before, v)...))
		from := end - len(emulate.Arguments(v))
		if before = append(before, v); from < r.Offset+r.Bytes && end > r.Offset {
			said = append(said, a.String())
		}
	}
	return cmp.Or(strings.Join(said, ", "), "nothing")
}

func (t *trial) say(lang string, others []trial) string {
	r := t.report
	caches := Text{"empty caches", "空のキャッシュ"}
	if t.warm {
		caches = Text{"caches as an earlier launch left them", "一度実行した後のキャッシュ"}
	}
	said := fmt.Sprintf(Text{
		"%s: %.1f µs on all of an %s, with %s; %.1f of them are the launch. Used most: %s. An SM has room for %s, %d of %d warps.",
		"%s：%[3]s 全体で %[2].1f µs（%[4]s、うち起動 %[5].1f µs）。最も使われるのは %[6]s。SM に入るのは %[7]s、%[8]d/%[9]d ワープ。",
	}.In(lang), t.kernel.Name, t.microseconds(), t.device.Name, caches.In(lang), 1e6*t.device.Dispatch.Seconds, t.used(), t.room(lang), r.Occupancy.Wavefronts, r.Occupancy.Most)
	if idle := t.device.CUs - t.grid.Lanes(); idle > 0 {
		said += fmt.Sprintf(Text{" Its %[2]d blocks leave %[1]d of %[3]d SMs without work.", " %[2]d ブロックでは SM %[3]d 個のうち %[1]d 個に仕事がない。"}.In(lang), idle, t.grid.Lanes(), t.device.CUs)
	}
	if at, why, share := t.longest(); share >= 0.01 {
		in := &t.kernel.Code[at]
		said += fmt.Sprintf(Text{
			" Besides the beginning of each SM, warps wait longest before %04x %s: %.0f %% of their cycles, mostly for: %s.",
			" 各 SM の開始時を除き、最も長く待つのは %04x %s の前：全サイクルの %.0f %%、主に %s。",
		}.In(lang), in.Address, in.Name, 100*share, figures.Worded(t.device, why.String()))
	}
	for _, o := range others {
		if o.device.ID == t.device.ID && o.warm == t.warm && o.resident == 0 {
			said += fmt.Sprintf(Text{" With %s: %.1f µs.", " %s なら %.1f µs。"}.In(lang), o.what, o.microseconds())
		}
	}
	if len(t.left) > 0 {
		said += fmt.Sprintf(Text{" Left out of the listing: %s.", " 読まなかったもの：%s。"}.In(lang), firstOf(t.left))
	}
	return said
}

func (t *trial) room(lang string) string {
	n := t.report.Occupancy.Workgroups
	if lang == "ja" {
		return fmt.Sprintf("%d ブロック", n)
	}
	return figures.Counted(n, "block", "blocks")
}

// longest finds the instruction before which warps wait longest, mostly for what, and for which part of all their cycles.
func (t *trial) longest() (at int, why gpumodel.Stall, share float64) {
	r := t.report
	if r.Lines == nil {
		return 0, 0, 0
	}
	most := gpumodel.Cycles(0)
	for i := range t.kernel.Code {
		waited := r.Lines[i+1].Waited()
		if i == 0 {
			waited -= r.Lines[1].Stalls[gpumodel.StallBranch] // which is an SM's beginning
		}
		if waited > most {
			at, most = i, waited
		}
	}
	for s, n := range r.Lines[at+1].Stalls {
		if n > r.Lines[at+1].Stalls[why] {
			why = gpumodel.Stall(s)
		}
	}
	return at, why, float64(most) / float64(max(1, r.Totals.Cycles()))
}
