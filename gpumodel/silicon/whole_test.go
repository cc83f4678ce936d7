package silicon_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

func TestWholeRows(t *testing.T) {
	rows, err := silicon.H200Whole()
	if err != nil || len(rows) != 44 {
		t.Fatalf("%d rows, error %v, want 44", len(rows), err)
	}
	if got, want := rows[6], (silicon.WholeTime{Kernel: "copy", Name: "copy,type=float,n=65536", Element: 4, N: 65536, Microseconds: 6.176, Least: 4.992}); got != want {
		t.Errorf("row 7 is %+v, want %+v", got, want)
	}
	if got, want := rows[22].LDS, gpumodel.Bytes(28<<10); got != want {
		t.Errorf("%s has %d bytes of LDS, want %d", rows[22].Name, got, want)
	}
	for text, want := range map[string]string{
		"whole,empty,blocks=1,threads=256,us=4,min=4\nfull,empty": `line 2, column 1 = "full"`,
		"whole,jump,us=1,min=1":                                   "line 1, column 2",
		"whole":                                                   "line 1, column 2",
		"whole,empty,blocks=1,us=1,min=1":                         "5 columns, want 6",
		"whole,empty,blocks=0,threads=1,us=1,min=1":               `column 3 = "blocks=0", want blocks=a number of 1 or more`,
		"whole,empty,threads=1,blocks=1,us=1,min=1":               `column 3 = "threads=1"`,
		"whole,copy,type=half,n=1,us=1,min=1":                     `column 3 = "type=half", want type=float`,
		"whole,strided,n=1,stride=-1,us=1,min=1":                  `column 4 = "stride=-1"`,
		"whole,empty,blocks=1,threads=1,us=x,min=1":               `column 5 = "us=x"`,
		"whole,empty,blocks=1,threads=1,us=2,min=NaN":             `column 6 = "min=NaN"`,
		"whole,empty,blocks=1,threads=1,us=1,min=2":               "column 5: the median 1 is below the least, 2",
		"whole,naive,type=float,w=8,h=8,us=1,min=1,more=1":        "columns, want 7",
	} {
		if _, err := silicon.ReadWhole(text); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "whole.csv: line") {
			t.Errorf("%q: error %v, want whole.csv, the line, and %q in it", text, err, want)
		}
	}
}

// Every row can be launched, with as many workgroups as whole.cu gives it, and fits on a CU.
func TestWholeLaunches(t *testing.T) {
	rows, err := silicon.H200Whole()
	if err != nil {
		t.Fatal(err)
	}
	device := gpu.H200()
	seen := map[string]bool{}
	for _, row := range rows {
		k, err := row.Launch()
		if err != nil {
			t.Fatal(err)
		}
		if want := workgroups(row); k.Workgroups != want || k.Wavefronts != (k.Need.Lanes+31)/32 {
			t.Errorf("%s: %d workgroups of %d wavefronts for %d lanes, want %d", row.Name, k.Workgroups, k.Wavefronts, k.Need.Lanes, want)
		}
		if o, err := device.Occupancy(k.Need); err != nil || o.Workgroups < 1 {
			t.Errorf("%s: %v, %v", row.Name, o, err)
		}
		lines := row.WholeText(t)
		if name := lines[0] + fmt.Sprint(len(lines), k.Need); !seen[name] {
			seen[name] = true
			n, last := walk(k, 0, 0, func(*gpumodel.Instruction) {})
			t.Logf("%-60s %5d instructions of %3d lines, %d registers, %d bytes of LDS", row.Name, n, len(lines), k.Need.Registers, k.Need.LDS)
			if last != gpumodel.Exit || n != len(lines) && row.Kernel != "flops" && row.Kernel != "saxpy" {
				t.Errorf("%s: %d instructions, the last of kind %d, want the %d of the listing and an exit", row.Name, n, last, len(lines))
			}
		}
	}
}

func workgroups(t silicon.WholeTime) int {
	switch t.Kernel {
	case "copy", "strided":
		return t.N / 256
	case "transpose":
		return t.Width * t.Height / (t.Tile * t.Tile)
	case "naive":
		return t.Width * t.Height / 256
	}
	return t.Workgroups
}

func walk(k silicon.WholeKernel, workgroup, wavefront int, each func(*gpumodel.Instruction)) (instructions int, last gpumodel.Kind) {
	s := k.Stream(workgroup, wavefront)
	var in gpumodel.Instruction
	for s.Next(&in) {
		each(&in)
		instructions++
		last = in.Kind
	}
	return instructions, last
}

// The compiled loop makes 4 multiply-adds for each turn of the source, whatever is left
// over, and of 4096 turns 256 loops of 16.
func TestWholeFlops(t *testing.T) {
	for n := 1; n < 80; n++ {
		row := silicon.WholeTime{Kernel: "flops", N: n, Workgroups: 1, Lanes: 32}
		k, err := row.Launch()
		if err != nil {
			t.Fatal(err)
		}
		lines, fmas := row.WholeText(t), 0
		walk(k, 0, 0, func(in *gpumodel.Instruction) {
			if strings.Contains(lines[in.Line-1], " FFMA") {
				fmas++
			}
		})
		if fmas != 4*n {
			t.Errorf("%d turns: %d multiply-adds, want %d", n, fmas, 4*n)
		}
	}
	k, err := silicon.WholeTime{Kernel: "flops", N: 4096, Workgroups: 1, Lanes: 256}.Launch()
	if err != nil {
		t.Fatal(err)
	}
	jumps := 0
	n, _ := walk(k, 0, 7, func(in *gpumodel.Instruction) {
		if in.Kind == gpumodel.Branch {
			jumps++
		}
	})
	// 27 before the loop, 256 of 68, and after it 3 jumps over with what they test, and 10.
	if want := 27 + 256*68 + 2 + 2 + 2 + 10; n != want || jumps != 255+3 {
		t.Errorf("%d instructions and %d jumps, want %d and %d", n, jumps, want, 255+3)
	}
}

// The turns of saxpy's row: 65536 lanes of the grid have one more than the others.
func TestWholeSaxpyTurns(t *testing.T) {
	row := silicon.WholeTime{Kernel: "saxpy", N: 1 << 26, Workgroups: 1056, Lanes: 128}
	k, err := row.Launch()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ workgroup, wavefront, turns int }{{0, 0, 497}, {511, 3, 497}, {512, 0, 496}, {1055, 3, 496}} {
		var last gpumodel.Bytes
		n, _ := walk(k, c.workgroup, c.wavefront, func(in *gpumodel.Instruction) {
			if in.Kind == gpumodel.Global {
				last = in.Access.Addr[31]
			}
		})
		first := 128*c.workgroup + 32*c.wavefront
		if want := outAt + gpumodel.Bytes(4*(first+31+(c.turns-1)*1056*128)); n != 21+9*c.turns+1 || last != want {
			t.Errorf("wavefront %d of %d: %d instructions, last address %d, want %d turns to %d", c.wavefront, c.workgroup, n, last, c.turns, want)
		}
	}
}

// Registers: words of wide results and carries go by their first one, constants are no
// one's to wait for, and what is overwritten has been waited for.
func TestWholeRegisters(t *testing.T) {
	row := silicon.WholeTime{Kernel: "naive", Element: 8, Width: 32, Height: 8}
	lines := row.WholeText(t)
	all, err := silicon.AssembleWhole(lines...)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int]struct {
		dst gpumodel.Register
		src gpumodel.Sources
	}{
		0:  {},                             // LDC R1
		8:  {4, gpumodel.Sources{3}},       // SHF.R.S32.HI R3, RZ, 0x1f, R2
		10: {9, gpumodel.Sources{5, 3, 4}}, // IMAD.WIDE R8, R4, UR6, R2
		11: {7, gpumodel.Sources{9}},       // LEA R6, P0, R8, UR4, 0x3
		12: {8, gpumodel.Sources{9, 7}},    // LEA.HI.X R7, R8, UR5, R9, 0x3, P0
		14: {7, gpumodel.Sources{7, 8}},    // LDG.E.64 R6, desc[UR4][R6.64]
		20: {0, gpumodel.Sources{5, 6, 7}}, // STG.E.64 desc[UR4][R4.64], R6
	} {
		if all[i].Dst != want.dst || all[i].Src != want.src {
			t.Errorf("%s: %d from %v, want %d from %v", lines[i], all[i].Dst, all[i].Src, want.dst, want.src)
		}
	}
	for text, want := range map[string]string{
		"0000 FROB R1, R2":      `instruction at 0000: "FROB"`,
		"0000 @P0 BRA 0x7000":   "branch to 0x7000",
		"0000 @!P0 FROB R1, R2": `"FROB"`,
	} {
		if _, err := silicon.AssembleWhole(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", text, err, want)
		}
	}
}

func TestWholeRefuses(t *testing.T) {
	for want, row := range map[string]silicon.WholeTime{
		`no kernel "jump"`:                      {Kernel: "jump"},
		"copy: N = 300, want 256 or more and":   {Kernel: "copy", Element: 4, N: 300},
		`no loop "copy,type=float2"`:            {Kernel: "copy", Element: 8, N: 256},
		"Stride = 0":                            {Kernel: "strided", N: 256},
		"saxpy: N = 33":                         {Kernel: "saxpy", N: 33, Workgroups: 1, Lanes: 32},
		"transpose: Tile = 0":                   {Kernel: "transpose"},
		"Height = 40":                           {Kernel: "transpose", Element: 4, Tile: 32, Rows: 8, Width: 32, Height: 40},
		"tile=32,pad=2":                         {Kernel: "transpose", Element: 4, Tile: 32, Rows: 8, Pad: 2, Width: 32, Height: 32},
		"naive: Width = 8, want 32 or more":     {Kernel: "naive", Element: 4, Width: 8, Height: 8},
		"flops: N = 0":                          {Kernel: "flops", Workgroups: 1, Lanes: 1},
		"empty: Workgroups = 0, want 1 or more": {Kernel: "empty", Lanes: 1},
	} {
		if _, err := row.Launch(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q in it", row, err, want)
		}
	}
}

// One launch serves several goroutines, and the model runs it.
func TestWholeRuns(t *testing.T) {
	k, err := silicon.WholeTime{Kernel: "transpose", Element: 8, Tile: 4, Rows: 4, Width: 64, Height: 64}.Launch()
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	cycles := make([]gpumodel.Cycles, 4)
	for i := range cycles {
		all.Go(func() {
			line, err := gpu.H200().Run(gpumodel.Workload{Workgroups: k.Workgroups, Wavefronts: k.Wavefronts, Stream: k.Stream, Record: 1 << 20})
			if err == nil {
				err = line.Check()
			}
			if err != nil {
				t.Error(err)
			}
			cycles[i] = line.Cycles
		})
	}
	all.Wait()
	if cycles[0] < 700 || cycles[0] != cycles[3] {
		t.Errorf("%v cycles, want the same, and more than a load's", cycles)
	}
	s := k.Stream(0, 0)
	var in gpumodel.Instruction
	if n := testing.AllocsPerRun(20, func() { s.Next(&in) }); n != 0 {
		t.Errorf("%v allocations of an instruction, want none", n)
	}
}
