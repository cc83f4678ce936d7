package whatif

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass"
	"lanebook/gpumodel/sass/emulate"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/figures"
)

// wholeKernel asks how long the reader's machine code takes on a whole GPU.
func wholeKernel() Definition {
	return Definition{
		Name:  "whole-kernel",
		Title: Text{"How long does my kernel take on the whole GPU?", "自分のカーネルは GPU 全体でどれだけかかるのか"},
		Long:  true,
		Params: []Param{
			{Name: "listing", Label: Text{"Listing for sm_90, of cuobjdump -sass or nvdisasm -hex", "sm_90 のリスト（cuobjdump -sass または nvdisasm -hex の出力）"}, File: true, Sample: sampleKernels},
			{Name: "kernel", Label: Text{"Kernel", "カーネル"}, Default: "1", Min: 1, Max: mostCode, Step: 1, Offer: offerAllKernels},
			deviceParam(launchable()...),
			{Name: "caches", Label: Text{"Caches before", "開始時のキャッシュ"}, Default: "cold", Choices: []Choice{
				{"cold", Text{"empty", "空"}},
				{"warm", Text{"as an earlier launch of the same leaves them", "同じカーネルを一度実行した後"}},
			}},
			text("grid", Text{"Grid, in blocks", "グリッド（ブロック数）"}, "32x32", 40, shapeWish, isShape),
			text("block", Text{"Block, in lanes (threads)", "ブロック（スレッド数）"}, "32x8", 40, shapeWish, isShape),
			text("arguments", Text{"Arguments, in their order", "引数（順番どおり）"}, "buffer:4M buffer:4M int:1024 int:1024", 1000,
				Text{"arguments such as buffer:16M, int:5, uint:5, long:5, float:2.5, double:2.5 or null, apart by blanks", "buffer:16M、int:5、uint:5、long:5、float:2.5、double:2.5、null（空白区切り）"},
				func(s string) bool { _, err := argumentsOf(s); return err == nil }),
			text("shared", Text{"Shared memory of a block, all of it", "ブロックのシェアードメモリ（合計）"}, "4224", 20,
				Text{"bytes, such as 4096 or 48K", "4096 や 48K のようなバイト数"}, func(s string) bool { _, err := gpumodel.ParseBytes(s); return err == nil }),
			text("registers", Text{"Registers of a lane; 0: estimated", "レーンあたりのレジスタ数（0：推定）"}, "0", 3,
				Text{"0 to 255", "0〜255"}, func(s string) bool { n, err := strconv.ParseUint(s, 10, 8); return err == nil && n <= 255 }),
		},
		Run: func(v Values, progress Progress) (Result, error) { return runWholeKernel(nil, v, progress, false) },
		Rest: func(stop Stop, v Values, progress Progress) (Result, error) {
			return runWholeKernel(stop, v, progress, true)
		},
	}
}

// launchable are the GPUs that code for sm_90 can be timed on, all of them: not gpu.All's, for pages would load those too.
func launchable() []gpumodel.Device { return []gpumodel.Device{gpu.H200(), gpu.H100()} }

// text is a parameter that is a short text.
func text(name string, label Text, standard string, longest int, wish Text, fits func(string) bool) Param {
	return Param{Name: name, Label: label, Default: standard, Longest: longest, Wish: wish, Fits: fits}
}

var shapeWish = Text{"one to three numbers, such as 256, 32x8 or 8x8x4", "256、32x8、8x8x4 のような 1〜3 個の数"}

func isShape(s string) bool { _, err := gpumodel.ParseShape(s); return err == nil }

// sampleKernels are transposes through a tile, without and with a padded row: those that are launched alike.
func sampleKernels() string {
	_, some, _ := strings.Cut(silicon.TransposeListing(), "\ntranspose,type=float,tile=32")
	some, _, _ = strings.Cut(some, "\ntranspose,type=float2")
	return "transpose,type=float,tile=32" + some + "\n"
}

// launchListing reads the chosen listing, or knows it still.
func launchListing(v Values) (*sass.File, error) {
	return lastLaunched.get(v["listing"], func() (*sass.File, error) {
		listing, ok := keptText(v["listing"])
		if !ok {
			listing = sampleKernels()
		}
		f, err := sass.Read("listing", listing)
		return &f, err
	})
}

var lastLaunched memo[string, *sass.File]

func offerAllKernels(v Values) (all []Choice) {
	f, err := launchListing(v)
	if err != nil {
		return nil
	}
	for i := range f.Kernels[:min(len(f.Kernels), offeredCode)] {
		all = append(all, Choice{strconv.Itoa(i + 1), Text{f.Kernels[i].Name, f.Kernels[i].Name}})
	}
	return all
}

func argumentsOf(s string) (all []emulate.Argument, err error) {
	for _, word := range strings.FieldsFunc(s, separates) {
		a, err := emulate.ParseArgument(word)
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

// trial is a launch, and what it took.
type trial struct {
	what      string // is otherwise than asked for; empty: nothing
	device    gpumodel.Device
	warm      bool
	kernel    *sass.Kernel
	left      []string // what of the listing was not read
	grid      gpumodel.Shape
	block     gpumodel.Shape
	arguments []emulate.Argument
	shared    gpumodel.Bytes
	registers int
	resident  int            // blocks on an SM at most; 0: as many as there is room for
	spared    gpumodel.Bytes // of an SM's shared memory, by blocks that need less
	need      gpumodel.Need
	report    *chip.Report
	assumed   []string
}

// trialOf is the launch that is asked for.
func trialOf(v Values) (t trial, err error) {
	f, err := launchListing(v)
	if err != nil {
		return t, err
	}
	n := v.Int("kernel")
	if n > len(f.Kernels) {
		return t, errors.New("the listing has no kernel")
	}
	t.kernel, t.warm, t.registers = &f.Kernels[n-1], v["caches"] == "warm", v.Int("registers")
	i := slices.IndexFunc(launchable(), func(d gpumodel.Device) bool { return d.ID == v["device"] })
	if i < 0 {
		return t, fmt.Errorf("device %q, want h200 or h100", v["device"])
	}
	t.device = launchable()[i]
	if t.grid, err = gpumodel.ParseShape(v["grid"]); err != nil {
		return t, err
	}
	if t.block, err = gpumodel.ParseShape(v["block"]); err != nil {
		return t, err
	}
	if t.arguments, err = argumentsOf(v["arguments"]); err != nil {
		return t, err
	}
	if t.shared, err = gpumodel.ParseBytes(v["shared"]); err != nil {
		return t, err
	}
	t.left = f.LeftOut()
	return t, t.own(v)
}

// own refuses to launch the reader's kernel as the sample is, which would give a time that means nothing.
func (t *trial) own(v Values) error {
	d := wholeKernel()
	if v["listing"] == "" || slices.ContainsFunc(d.Params, func(p Param) bool { return p.Fits != nil && v[p.Name] != p.Default }) {
		return nil
	}
	return fmt.Errorf("%s is another kernel than the sample's: set its grid, block, arguments and shared memory (one that is launched just as the sample is has a grid of 32x32x1). %s", t.kernel.Name, t.reads())
}

// reads says which bytes of its arguments the code reads.
func (t *trial) reads() string {
	var reads []string
	for _, r := range emulate.Reads(t.kernel) {
		reads = append(reads, fmt.Sprintf("%d at %d", r.Bytes, r.Offset))
	}
	return "Of its arguments the code reads these bytes: " + cmp.Or(strings.Join(reads, ", "), "none") + "."
}

// run times the launch.
func (t *trial) run(stop Stop, progress Progress) error {
	var m emulate.Memory
	var arguments []any
	for i, a := range t.arguments {
		arguments = append(arguments, a.In(&m, fmt.Sprintf("argument %d", i+1)))
	}
	code, err := emulate.Launch{Kernel: t.kernel, Grid: t.grid, Workgroup: t.block, Local: t.shared, Registers: t.registers, Memory: &m, Arguments: emulate.Arguments(arguments...)}.Start()
	if err != nil {
		return t.advise(err)
	}
	o := chip.Options{Resident: t.resident, Stop: stop, Progress: progress}
	if t.what == "" && len(t.kernel.Code) <= mostLines {
		o.Lines = len(t.kernel.Code)
	}
	of := code.Workgroups()
	if t.warm {
		o.Before = of
		if progress != nil {
			before, last := true, 0
			o.Progress = func(done, _ int) {
				before, last = before && done >= last, done
				if !before {
					done += of
				}
				progress(done, 2*of)
			}
		}
	}
	t.need, t.assumed = code.Need(), code.Assumed
	d := t.device.Clone()
	d.Limits.LDS += t.spared
	r, err := code.Time(d, o)
	if err != nil {
		return t.advise(err)
	}
	t.report = &r
	return nil
}

// mostLines is how many instructions a kernel may have of which it is told what each costs: a hundred bytes each, of every SM.
const mostLines = 4096

// advise says what is wrong in NVIDIA's words, and adds what the code shows of its needs.
func (t *trial) advise(err error) error {
	err = worded{err, figures.Worded(t.device, err.Error())}
	switch {
	case errors.Is(err, emulate.ErrLocal):
		return fmt.Errorf("%w: give it more shared memory", err)
	case errors.Is(err, emulate.ErrArguments), errors.Is(err, emulate.ErrMemory):
		return fmt.Errorf("%w. %s", err, t.reads())
	}
	return err
}

// worded is an error in other words.
type worded struct {
	error
	text string
}

func (w worded) Error() string { return w.text }
func (w worded) Unwrap() error { return w.error }

// lastLaunch is the launch that was run last, and lastTrials what was tried beside it.
var (
	lastLaunch memo[string, trial]
	lastTrials memo[string, []trial]
)

func launchKey(v Values) string {
	return strings.Join([]string{v["listing"], v["kernel"], v["device"], v["caches"], v["grid"], v["block"], v["arguments"], v["shared"], v["registers"]}, "\x00")
}

func runWholeKernel(stop Stop, v Values, progress Progress, all bool) (Result, error) {
	t, err := lastLaunch.get(launchKey(v), func() (trial, error) {
		t, err := trialOf(v)
		if err == nil {
			err = t.run(stop, progress)
		}
		return t, err
	})
	if err != nil {
		return Result{}, err
	}
	var others []trial
	if all {
		if others, err = lastTrials.get(launchKey(v), func() ([]trial, error) {
			others := t.others()
			for i := range others {
				if err := others[i].run(stop, progress.part(i, len(others))); err != nil {
					return nil, err
				}
			}
			return others, nil
		}); err != nil {
			return Result{}, err
		}
	}
	shown := []charts.Figure{t.parts()}
	if t.report.Lines != nil {
		shown = append(shown, figures.LaunchListing(t.kernel, t.report))
	}
	return Result{
		Figures:  append(shown, t.table(others), t.argumentTable()),
		Sentence: Text{t.say("en", others), t.say("ja", others)},
		Open:     !all,
	}, nil
}

// others are the launches that the reader would try next.
func (t *trial) others() (all []trial) {
	add := func(what string, change func(*trial)) {
		other := *t
		other.what = what
		change(&other)
		all = append(all, other)
	}
	if t.warm {
		add("empty caches", func(o *trial) { o.warm = false })
	} else {
		add("launched before", func(o *trial) { o.warm = true })
	}
	for _, d := range launchable() {
		if d.ID != t.device.ID {
			add(d.Name, func(o *trial) { o.device = d })
		}
	}
	now := t.blocks()
	if now > 1 {
		add(fmt.Sprintf("%s on an SM, not %d", figures.Counted((now+1)/2, "block", "blocks"), now), func(o *trial) { o.resident = (now + 1) / 2 })
	}
	if now < t.report.Occupancy.Workgroups { // there are no more blocks
		return all
	}
	room := func(need gpumodel.Need) bool {
		more, err := t.device.Occupancy(need)
		return err == nil && more.Workgroups > now
	}
	need := t.need
	for need.Registers--; need.Registers >= 16; need.Registers-- { // the most with which an SM has room for another
		if room(need) {
			n := need.Registers
			add(fmt.Sprintf("%d registers a lane, if the compiler can", n), func(o *trial) { o.registers = n })
			break
		}
	}
	need = t.need
	for need.LDS--; need.LDS >= 0; need.LDS-- {
		if room(need) {
			spared := (t.need.LDS - need.LDS) * gpumodel.Bytes(now+1)
			add(fmt.Sprintf("%d bytes of shared memory a block, if it can do with so little", need.LDS), func(o *trial) { o.spared = spared })
			break
		}
	}
	return all
}

// blocks is how many an SM has at a time, at most.
func (t *trial) blocks() int {
	return min(t.report.Occupancy.Workgroups, (t.grid.Lanes()+t.device.CUs-1)/t.device.CUs)
}

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
		"%s：%s 全体で %.1f µs（%s、うち起動 %.1f µs）。最も使われるのは %s。SM に入るのは %s、%d/%d ワープ。",
	}.In(lang), inOrder(lang, t.kernel.Name, t.microseconds(), t.device.Name, caches.In(lang), 1e6*t.device.Dispatch.Seconds, t.used(), t.room(lang), r.Occupancy.Wavefronts, r.Occupancy.Most)...)
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
	if n := len(t.left); n > 0 {
		left := strings.Join(t.left[:min(n, 3)], "; ")
		said += fmt.Sprintf(Text{" Left out of the listing: %s.", " 読まなかったもの：%s。"}.In(lang), left)
	}
	return said
}

// inOrder gives the sentence's first values in the order of its language.
func inOrder(lang, name string, microseconds float64, device string, rest ...any) []any {
	if lang == "ja" {
		return append([]any{name, device, microseconds}, rest...)
	}
	return append([]any{name, microseconds, device}, rest...)
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
	all, most := r.Issued, gpumodel.Cycles(0)
	for _, n := range r.Stalls {
		all += n
	}
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
	return at, why, float64(most) / float64(max(1, all))
}
