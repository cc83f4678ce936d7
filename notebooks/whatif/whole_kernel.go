package whatif

import (
	"strconv"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
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
			{Name: "kernel", Label: Text{"Kernel", "カーネル"}, Default: "1", Min: 1, Max: mostCode, Step: 1, Offer: offerLaunched},
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
			launchRegisters(),
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

// launchRegisters is how many registers a lane has: as many as the chosen kernel's code uses, or more.
func launchRegisters() Param {
	p := number("registers", Text{"Registers of a lane; 0: estimated from the code", "レーンあたりのレジスタ数（0：コードから推定）"}, Text{}, 0, 255, 1, 0)
	p.Take = func(v Values) (string, Text) {
		f, err := launchListing(v)
		n, set := v.Int("kernel"), v.Int("registers")
		if err != nil || set == 0 || n < 1 || n > len(f.Kernels) {
			return v["registers"], Text{}
		}
		return strconv.Itoa(max(set, emulate.Registers(&f.Kernels[n-1]))), Text{"so many does its code use", "コードが使う数"}
	}
	return p
}

// launchListing reads the chosen listing, or knows it still.
func launchListing(v Values) (*sass.File, error) { return lastLaunched.read(v, sampleKernels) }

var lastLaunched listings

func offerLaunched(v Values) []Choice {
	f, err := launchListing(v)
	return kernelsOf(f, err, func(*sass.Kernel) bool { return true })
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

// lastLaunch is the launch that was run last, and lastTrials what was tried beside it.
var (
	lastLaunch memo[string, trial]
	lastTrials memo[string, []trial]
)

func launchKey(v Values) string { return strings.Join(wholeKernel().Settings(v), "\x00") }

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
