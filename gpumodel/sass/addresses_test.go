package sass

import (
	"strings"
	"testing"

	"lanebook/gpumodel/gpu"
)

// Passes of one load by what its lanes ask for, by hand; other loads are as they were.
func TestAddresses(t *testing.T) {
	k := coded(t, "LDS R4, [R2]", "LDS.64 R6, [R2]", "FADD R1, R1, R2")
	passes := func(entry string) int64 {
		table := Addresses{}
		if err := table.Read(strings.NewReader("# a comment\n\n" + entry + "\n")); err != nil {
			t.Fatal(err)
		}
		l := Launch{Device: gpu.H200(), Kernel: k, Wavefronts: 64, Turns: 1, Access: Strided(1)}
		if err := table.Into(&l); err != nil {
			t.Fatal(err)
		}
		r, err := Hopper().Run(l)
		if err != nil {
			t.Fatal(err)
		}
		return r.Busy[LSU]
	}
	for entry, want := range map[string]int64{ // the second load takes 2 passes
		"0x0=stride:1":                     64 * (1 + 2),
		"0x0=stride:4":                     64 * (4 + 2),
		"0=broadcast":                      64 * (1 + 2),
		"0x0=list:0,128,256,4":             64 * (3 + 2),
		"0x0=list:0x0, 0x80":               64 * (2 + 2),
		"0x10=stride:0":                    64 * (1 + 1),
		"0x10=stride:32\n0x0000=stride:32": 64 * (32 + 32),
	} {
		if got := passes(entry); got != want {
			t.Errorf("%s: %d passes, want %d", entry, got, want)
		}
	}
	// 32 lanes in 32 banks at random: the fullest bank has 3.5 on average.
	if got := passes("0x0=random:1"); got < 64*5 || got > 64*6 || got != passes("0x0=random:1") || got == passes("0x0=random:2") {
		t.Errorf("%d passes of random lanes, want 64·(3.5 + 2), the same again, and others with another seed", got)
	}
	for entry, want := range map[string]string{
		"stride:4":         "want an instruction's address",
		"0x0":              "want stride:N, broadcast, list",
		"0x0=stride":       "want stride:N with N",
		"0x0=stride:-1":    "want stride:N with N",
		"0x0=list:":        "want list: and 1 to 32",
		"0x0=random:x":     "want random:SEED",
		"0x20=broadcast":   "kernel k has FADD R1, R1, R2 at 0x20, want an access to shared memory",
		"0x30=broadcast":   "kernel k has no instruction at 0x30",
		"\n\n0x0=banana:7": "line 5: addresses: \"0x0=banana:7\"",
	} {
		table := Addresses{}
		err := table.Read(strings.NewReader("\n\n" + entry))
		if err == nil {
			err = table.Into(&Launch{Kernel: k})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", entry, err, want)
		}
	}
}

// Straight code, once: by hand, two additions of which one waits for the other.
func TestOnce(t *testing.T) {
	k := coded(t, "S4 FADD R1, R1, R2", "S1 FADD R1, R1, R2", "NOP")
	r, err := Hopper().Once(Launch{Device: gpu.H200(), Kernel: k}, 1)
	if err != nil || r.Cycles != 6 || r.Issue != 3.0/6 || r.Lines[1].Stalls[StallFixed] != 3 || r.Lines[2].Issued != 1 {
		t.Errorf("%+v, %v, want 6 cycles: issues in the first, fifth and sixth", r, err)
	}
	part, err := Hopper().Once(Launch{Device: gpu.H200(), Kernel: k, From: 1, To: 2}, 1)
	if err != nil || part.Cycles != 1 || part.Issue != 1 {
		t.Errorf("%+v, %v, want one cycle", part, err)
	}
	if _, err := Hopper().Once(Launch{Device: gpu.H200(), Kernel: k}, 17); err == nil || !strings.Contains(err.Error(), "want 1 to 16") {
		t.Errorf("17 wavefronts: %v", err)
	}
}
