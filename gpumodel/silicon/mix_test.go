package silicon

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// Oracle: the H200's clock, for loops of machine code. Each family has a bound of
// its own, so that what the model does well cannot hide what it does badly.
func TestMixes(t *testing.T) {
	points, err := H200Mixes()
	if err != nil {
		t.Fatal(err)
	}
	if len(points) != 572 {
		t.Fatalf("%d points, want 572", len(points))
	}
	integer := slices.DeleteFunc(slices.Clone(points), func(p MixPoint) bool { return !p.Integer() })
	cycles, err := RunMixes(gpu.H200(), integer)
	if err != nil {
		t.Fatal(err)
	}
	fitted, unseen := AgreementOn(t, "loops of machine code").Points, AgreementOn(t, "loops of machine code, unseen").Points
	mean, n := map[string]float64{}, map[string]float64{}
	var loops []string
	for _, p := range points {
		var model float64
		switch {
		case p.Integer():
			model, cycles = float64(cycles[0]), cycles[1:]
		case p.Fitted():
			model, fitted = fitted[0].Model, fitted[1:]
		default:
			model, unseen = unseen[0].Model, unseen[1:]
		}
		if n[p.Loop] == 0 {
			loops = append(loops, p.Loop)
		}
		mean[p.Loop] += math.Abs(model/float64(p.Cycles) - 1)
		n[p.Loop]++
	}
	bound := map[string]float64{
		"barrier": 0.12, "load4_fma8": 0.05, "load4_fma32": 0.06, "store_fma4": 0.06, "fma8_sfu1": 0.16,
		"fma4_dfma1": 0.12, "fma2_dfma2": 0.09, "fma4_lop4": 0.08, "fma4_mad4": 0.12, "everything": 0.15,
		"barrier_fma4": 0.4, "barrier_fma32": 0.35, // an H200 goes on past a barrier with arithmetic
	}
	for _, loop := range loops {
		most, ok := bound[loop]
		switch {
		case (MixPoint{Loop: loop}).Integer():
			most = 0.5
		case !ok:
			most = 0.03
		}
		e := mean[loop] / n[loop]
		t.Logf("%-14s %2.0f points: mean error %5.2f %%", loop, n[loop], 100*e)
		if e > most {
			t.Errorf("%s: mean error %.1f %%, want at most %.0f %%", loop, 100*e, 100*most)
		}
	}
}

// The loop of chained loads, instruction by instruction, as mix.sass has it.
func TestMixLoop(t *testing.T) {
	loop, err := MixLoop("chase16", 8)
	if err != nil {
		t.Fatal(err)
	}
	if len(loop.Before) != 4 || len(loop.Body) != 7 || loop.Times != 64 || len(loop.After) != 1 {
		t.Fatalf("%d, %d × %d and %d instructions, want 4, 7 × 64 and 1", len(loop.Before), len(loop.Body), loop.Times, len(loop.After))
	}
	loads := 0
	var data gpumodel.Register
	for _, in := range loop.Body {
		if in.Kind != gpumodel.Local {
			continue
		}
		if in.Access.Op != gpumodel.Load || in.Access.Width != 16 || in.Access.Addr[1] != 32 || in.Src[0] == 0 || loads > 0 && in.Src[0] != data {
			t.Errorf("load %d: %+v, want 16 bytes of a load, lane 1 at byte 32, from where the load before says", loads, in)
		}
		data = in.Dst
		loads++
	}
	if end := loop.Body[6]; loads != 4 || end.Kind != gpumodel.Branch || end.Dst != 0 || end.Src[0] == 0 {
		t.Errorf("%d loads and then %+v, want 4 and a branch on a predicate", loads, end)
	}
	if _, err := MixLoop("chas", 1); err == nil || !strings.Contains(err.Error(), `no loop "chas"`) {
		t.Errorf("error %v, want one that names the loop", err)
	}
}

func TestMixDamage(t *testing.T) {
	for text, want := range map[string]string{
		"mix,chase,stride=1,warps=1":           "row 1 is",
		"mix,jump,stride=1,warps=1,cycles=9":   `the loop "jump"`,
		"mix,chase,stride=1,warps=0,cycles=9":  `column 4 = "warps=0"`,
		"mix,chase,stride=1,warps=1,cycles=-1": `mix.csv: row 1, column 5 = "cycles=-1"`,
	} {
		if _, err := mixes(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"0010 FROB R1, R2":                  `"FROB"`,
		"0010 FFMA R1, R2, R3, R4":          "no branch",
		"0010 BRA 0x20\n0020 MOV R1, RZ":    "branch at 0010 to 0x20",
		"0010 MOV R1, R2\n0020 BRA 0x10 @P": "branch at 0020",
	} {
		if _, err := disassembled(strings.Split(text, "\n"), 1, strided(1, 0)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", text, err, want)
		}
	}
}
