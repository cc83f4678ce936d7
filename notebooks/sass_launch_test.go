package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lanebook/gpumodel"
)

// saxpyArguments are those of 16384 numbers.
var saxpyArguments = []string{"-kernel", "saxpy", "-arg", "buffer:64K", "-arg", "buffer:64K=iota", "-arg", "float:2", "-arg", "int:16384", "-"}

// wholeListing returns the kernels of whole.cu.
func wholeListing(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "gpumodel", "silicon", "whole.sass"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// With -lines every instruction says how often it issued, with how many lanes, and for what warps waited before it.
func TestSassLaunchLines(t *testing.T) {
	args := append([]string{"-grid", "64", "-lines"}, saxpyArguments...)
	text, err := sassRun(t, wholeListing(t), args...)
	if want := "  01e0  EXIT                                     issued 512, lanes 32"; err != nil || !strings.Contains(text, want) {
		t.Errorf("%v, wrote\n%s\nwant in it\n%s", err, text, want)
	}
	coded, err := sassRun(t, wholeListing(t), append(args, "-json")...)
	if err != nil {
		t.Fatal(err)
	}
	var out launchJSON
	if err := json.Unmarshal([]byte(coded), &out); err != nil {
		t.Fatal(err)
	}
	issued, stalled, kinds := int64(0), 0.0, int64(0)
	for _, l := range out.Lines {
		issued += l.Issued
		for _, s := range l.Stalls {
			stalled += s.Share
		}
	}
	for _, k := range out.Kinds {
		kinds += k.Issued
	}
	if len(out.Lines) != out.Code || issued != kinds || math.Abs(stalled+out.Issue-1) > 0.02 { // shares are rounded
		t.Errorf("%d lines issue %d and wait for %.3f of the time, want %d, %d and %.3f", len(out.Lines), issued, stalled, out.Code, kinds, 1-out.Issue)
	}
}

// A kernel is launched on a whole GPU, and what it took is said in words and as JSON.
func TestSassLaunch(t *testing.T) {
	listing := wholeListing(t)
	args := append([]string{"-grid", "64"}, saxpyArguments...)
	text, err := sassRun(t, listing, args...)
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "sass_launch.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || text != string(want) {
		t.Errorf("%v, wrote\n%s\nwant\n%s", err, text, want)
	}
	coded, err := sassRun(t, listing, append(args, "-json")...)
	if err != nil {
		t.Fatal(err)
	}
	var out launchJSON
	if err := json.Unmarshal([]byte(coded), &out); err != nil {
		t.Fatal(err)
	}
	if out.Lines != nil {
		t.Errorf("%d lines, which nobody has asked for", len(out.Lines))
	}
	if out.Read != 2*64<<10 || out.Launch != 4.88e-6 || math.Abs(out.Seconds-out.Launch-float64(out.Cycles)/out.Clock) > 1e-12 {
		t.Errorf("%+v, want 128 KB read, and the launch's time beside the cycles'", out)
	}
	share := out.Issue
	for _, s := range out.Stalls {
		share += s.Share
	}
	if math.Abs(share-1) > 1e-3 {
		t.Errorf("warps issue and wait in %v of their cycles, want 1", share)
	}
	for _, want := range []string{
		fmt.Sprintf("time           %.2f µs, ", 1e6*out.Seconds), fmt.Sprintf("cycles         %d at %.0f MHz; uneven end %d,", out.Cycles, out.Clock/1e6, out.Tail),
		fmt.Sprintf("used most      %s %.0f %%,", out.Limits[0].Part, 100*out.Limits[0].Used), fmt.Sprintf("wait for %s %.1f %%,", out.Stalls[0].Reason, 100*out.Stalls[0].Share),
		fmt.Sprintf("%d blocks, %d of %d warps, limited by %s", out.Occupancy.Blocks, out.Occupancy.Warps, out.Occupancy.Most, out.Occupancy.Limiters[0]),
		fmt.Sprintf("instructions   %s %d,", out.Kinds[0].Kind, out.Kinds[0].Issued), fmt.Sprintf("L2             %d sectors", out.L2.Sectors),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for name := range jsonKeys(t, coded) {
		if name != strings.ToLower(name) || !strings.Contains(sassUsage, name) {
			t.Errorf("-h does not explain %q", name)
		}
	}
}

// What the flags ask for comes into the launch: the shapes, registers, shared memory, the GPU, an
// earlier launch.
func TestSassLaunchAsked(t *testing.T) {
	listing := wholeListing(t)
	for _, c := range []struct {
		flags []string
		want  []string
	}{
		{[]string{"-grid", "4x4x4", "-block", "128x2"}, []string{"grid           4×4×4 blocks of 128×2 lanes"}},
		{[]string{"-grid", "64", "-registers", "64"}, []string{"64 registers a lane; 0 bytes", "4 blocks, 32 of 64 warps, limited by registers"}},
		{[]string{"-grid", "64", "-shared", "50K"}, []string{"51200 bytes of shared memory a block", "limited by shared memory"}},
		{[]string{"-grid", "64", "-gpu", "h100"}, []string{"on all of an H100, with empty caches", "assumed: H100: no address translation"}},
		{[]string{"-grid", "64", "-warm"}, []string{"as an earlier one has left them", "100.0 % hits", "DRAM           0 MB read"}},
	} {
		text, err := sassRun(t, listing, append(c.flags, saxpyArguments...)...)
		for _, want := range c.want {
			if err != nil || !strings.Contains(text, want) {
				t.Errorf("%v: %v, no %q in\n%s", c.flags, err, want, text)
			}
		}
	}
	odd := listing + "odd:\n\t0000\tFROB R1\n"
	if text, err := sassRun(t, odd, append([]string{"-grid", "1"}, saxpyArguments...)...); err != nil || !strings.Contains(text, "left out: ") {
		t.Errorf("%v, wrote\n%s\nwant the launch, and that another kernel is left out", err, text)
	}
}

// Conflicts of the banks are counted: without padding, a warp's lanes store or load a column.
func TestSassLaunchConflicts(t *testing.T) {
	file := filepath.Join("..", "gpumodel", "silicon", "transposes.sass")
	var conflicts [2]int64
	for pad := range conflicts {
		coded, err := sassRun(t, "", "-json", "-grid", "4x4", "-block", "32x8", "-shared", "5K", "-kernel", fmt.Sprintf("transpose,type=float,tile=32,pad=%d,rows=8", pad),
			"-arg", "buffer:64K", "-arg", "buffer:64K", "-arg", "int:128", "-arg", "int:128", file)
		if err != nil {
			t.Fatal(err)
		}
		var out launchJSON
		if err := json.Unmarshal([]byte(coded), &out); err != nil {
			t.Fatal(err)
		}
		conflicts[pad] = out.Conflicts
	}
	if conflicts != [2]int64{16 * 32 * 31, 0} {
		t.Errorf("%d conflicts without and with padding, want 31 of each of 16·32 accesses, and none", conflicts)
	}
}

func TestSassLaunchMistakes(t *testing.T) {
	listing := wholeListing(t)
	run := func(args ...string) (string, error) {
		var out, complaints bytes.Buffer
		err := sassCommand(context.Background(), append(args, "-"), strings.NewReader(listing), &out, &complaints)
		if err != nil && !errors.Is(err, errUsage) && complaints.Len() > 0 {
			t.Errorf("%v: complaints: %s", args, complaints.String())
		}
		said, _, _ := strings.Cut(complaints.String(), "\nusage:")
		return said, err
	}
	for _, c := range []struct {
		args, want string
	}{ // of the command line
		{"-grid 0", `invalid value "0" for flag -grid: want one to three numbers, such as 256, 32x8 or 8x8x4, of 1 to 2147483647, 65535 and 65535`},
		{"-grid 1x65536", `invalid value "1x65536" for flag -grid`},
		{"-grid 1x1x1x1", `invalid value "1x1x1x1" for flag -grid`},
		{"-grid 4*4", `invalid value "4*4" for flag -grid`},
		{"-grid 1 -block 2048", `invalid value "2048" for flag -block: want one to three numbers, such as 256, 32x8 or 8x8x4, of 1 to 1024, 1024 and 64`},
		{"-grid 1 -block 64x32", "-block is 64×32, want 1024 lanes at most"},
		{"-grid 1 -shared 4T", `invalid value "4T" for flag -shared: want bytes, such as 4096, 64K, 16M or 1G`},
		{"-grid 1 -shared 228K", "-shared is 233472, want 232448 bytes at most"},
		{"-grid 1 -registers 256", "-registers is 256, want 255 registers at most"},
		{"-grid 1 -registers -1", "-registers is -1, want 1 to 255"},
		{"-grid 1 -gpu a100", `invalid value "a100" for flag -gpu: want one of h200, h100`},
		{"-grid 1 -arg 5", `invalid value "5" for flag -arg: want buffer:16M, int:5,`},
		{"-grid 1 -arg int:5.5", `invalid value "int:5.5" for flag -arg: want int: and a whole number from -2147483648`},
		{"-grid 1 -arg uint:-1", `want uint: and a whole number from 0`},
		{"-grid 1 -arg float:x", `want float: and a number`},
		{"-grid 1 -arg null:0", `want null alone`},
		{"-grid 1 -arg buffer:0", `invalid value "buffer:0" for flag -arg: want a buffer of 1 to 1024G bytes`},
		{"-grid 1 -arg buffer:1025G", `want a buffer of 1 to 1024G bytes`},
		{"-grid 1 -arg buffer:4K=", `want after a buffer's size nothing, =iota,`},
		{"-grid 1 -arg buffer:4K=iota:1", `want after a buffer's size nothing, =iota,`},
		{"-grid 1 -arg buffer:4K=random:0", `=random:N with N from 1 to 4294967296`},
		{"-grid 1 -arg buffer:4K=float:", `want after a buffer's size nothing, =iota,`},
		{"-arg int:5", "-arg is of a launch, want -grid with it"},
		{"-warm -shared 4K", "-shared is of a launch, want -grid with it\n-warm is of a launch, want -grid with it"},
		{"-grid 1 -from 0x0", "-grid launches all of a kernel, which computes its own addresses: -from cannot be given with it"},
		{"-grid 1 -warps 4", "-warps cannot be given with it"},
		{"-grid 1 -inner 4", "-inner cannot be given with it"},
		{"-grid 1 -stride 4", "-stride cannot be given with it"},
		{"-grid 1 -to 0x0 -address 0x0=stride:1", "-address cannot be given with it\n"},
	} {
		said, err := run(strings.Fields(c.args)...)
		if err == nil || !errors.Is(err, errUsage) || !strings.Contains(said+err.Error(), c.want) {
			t.Errorf("%s: %v, said %q, want %q", c.args, err, said, c.want)
		}
	}
	for _, c := range []struct {
		args, want string
	}{ // of the listing, or of what the kernel does
		{"-grid 1", "standard input: -grid launches one kernel, want -kernel with one of these 6: empty, copy,type=float, "},
		{"-grid 1 -kernel saxpy", "the arguments that were given end at 0x210: want all of the kernel's arguments\n-arg gives one, in the kernel's order"},
		{"-grid 1 -kernel saxpy -arg buffer:4 -arg buffer:4K -arg float:2 -arg int:256", "the buffer before, -arg 1, buffer:4, is from 0x200000 to 0x200004\n-arg buffer:BYTES says how large one is"},
		{"-grid 1 -kernel saxpy -arg null -arg null -arg float:2 -arg int:-1", "0 bytes: want as much shared memory as the kernel uses\n-shared says how many bytes of shared memory a block has"},
	} {
		said, err := run(strings.Fields(c.args)...)
		if err == nil || errors.Is(err, errUsage) || !strings.Contains(err.Error(), c.want) || said != "" {
			t.Errorf("%s: %v, said %q, want %q", c.args, err, said, c.want)
		}
	}
}

// A signal ends a launch, and one that takes long says how far it is.
func TestSassLaunchStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	began := time.Now()
	var out bytes.Buffer
	args := []string{"-grid", "1000000", "-kernel", "saxpy", "-arg", "buffer:4G", "-arg", "buffer:4G", "-arg", "float:2", "-arg", "int:1000000000", "-"}
	if err := sassCommand(ctx, args, strings.NewReader(wholeListing(t)), &out, &out); !errors.Is(err, context.Canceled) || time.Since(began) > 5*time.Second || out.Len() > 0 {
		t.Errorf("%v after %v, want the signal's error at once; wrote %q", err, time.Since(began), out.String())
	}
}

// What takes long says how far it is, of the launch before too, but not often.
func TestSassLaunchProgress(t *testing.T) {
	var out bytes.Buffer
	p := launchProgress{to: &out, next: time.Now().Add(time.Hour), before: true}
	p.at(1, 9) // too early
	for _, blocks := range []int{8, 2, 7} {
		p.next = time.Time{}
		p.at(blocks, 9)
	}
	p.at(8, 9) // too soon
	p.end()
	if want := "8 of 9 blocks of the launch before\n2 of 9 blocks\n7 of 9 blocks\n"; out.String() != want {
		t.Errorf("said %q, want %q", out.String(), want)
	}
}

// Without -block and -gpu it is 256 lanes on an H200.
func TestSassLaunchDefaults(t *testing.T) {
	f, err := parseSass([]string{"-grid", "1", "-"}, io.Discard)
	if err != nil || f.launch.block != (gpumodel.Shape{X: 256}) || f.launch.device.ID != "h200" {
		t.Errorf("%v, %v lanes on %s, want 256 on h200", err, f.launch.block, f.launch.device.ID)
	}
}

// The exit status says whose fault it is, and what is wrong is said once.
func TestSassExit(t *testing.T) {
	for _, c := range []struct {
		args string
		exit int
		said string
	}{
		{"-grid 1 -warps 4", 2, "-grid launches all of a kernel, which computes its own addresses: -warps cannot be given with it\n"},
		{"-inner 0", 2, "-inner is 0, -stride is 1, want 1 to 1024 and 0 to 64\n"},
		{"-grid 1 -kernel copy,type=float4", 1, "no kernel's name has"},
		{"-grid 1 -kernel odd", 0, ""},
	} {
		cmd := command(".", append([]string{"sass", "-"}, strings.Fields(c.args)...)...)
		cmd.Stdin = strings.NewReader("odd:\n\t0000\tEXIT\n")
		var said strings.Builder
		cmd.Stderr = &said
		cmd.Run()
		if got := cmd.ProcessState.ExitCode(); got != c.exit || !strings.Contains(said.String(), c.said) || strings.Count(said.String(), "\n") > 1 {
			t.Errorf("%s: exit status %d, %q; want %d, %q", c.args, got, said.String(), c.exit, c.said)
		}
	}
}
