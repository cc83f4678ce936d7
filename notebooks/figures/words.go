package figures

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lanebook/gpumodel"
)

// Counted writes a number of things: "1 pass", "2 passes".
func Counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Passes writes a number of passes through the banks.
func Passes(n int) string { return Counted(n, "pass", "passes") }

// Signed writes a number with its sign and so many decimals, one that rounds to zero without:
// "+5", "-0.3", "0".
func Signed(x float64, decimals int) string {
	s := fmt.Sprintf("%+.*f", decimals, x)
	if strings.Trim(s, "+-0.") == "" {
		return s[1:]
	}
	return s
}

// nvidia are the words of NVIDIA for the model's, which are AMD's.
var nvidia = [...][2]string{
	{"CUDA", "CUDA"}, // which has a CU in it
	{"Wavefront", "Warp"}, {"wavefront", "warp"}, {"ウェーブフロント", "ワープ"},
	{"Workgroup", "Block"}, {"workgroup", "block"}, {"a CU", "an SM"}, {"CU", "SM"}, {"SIMD", "scheduler"}, {"LDS", "shared memory"},
}

// Worded returns a text in the words of the device's vendor: for an NVIDIA GPU with warp,
// block, SM, scheduler and shared memory in place of wavefront, workgroup, CU, SIMD and LDS.
func Worded(d gpumodel.Device, text string) string {
	if !slices.Contains([]string{"Fermi", "Kepler", "Volta", "Ampere", "Ada", "Hopper", "Blackwell"}, d.Architecture) {
		return text
	}
	var out []byte
	for len(text) > 0 {
		i := slices.IndexFunc(nvidia[:], func(w [2]string) bool { return strings.HasPrefix(text, w[0]) })
		if i < 0 {
			out, text = append(out, text[0]), text[1:]
			continue
		}
		out, text = append(out, nvidia[i][1]...), text[len(nvidia[i][0]):]
	}
	return string(out)
}

// Numbers returns "0" to n−1, as columns of a grid are labelled.
func Numbers(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = strconv.Itoa(i)
	}
	return out
}

// Note writes assumptions, each said once, as a figure's note; empty where there
// are none.
func Note(all []string) string {
	var once []string
	for _, a := range all {
		if a != "" && !slices.Contains(once, a) {
			once = append(once, a)
		}
	}
	if len(once) == 0 {
		return ""
	}
	return "Assumed: " + strings.Join(once, "; ") + "."
}

// BanksNote writes, as a figure's note, what the devices' banks and their rules
// for the accesses in question have no source for.
func BanksNote(accesses []gpumodel.Access, devices ...gpumodel.Device) string {
	var all []string
	for _, d := range devices {
		all = append(all, d.LDS.Assumed)
		for _, a := range accesses {
			r, _ := d.LDS.Rule(a.Op, a.Width)
			all = append(all, r.Assumed)
		}
	}
	return Note(all)
}

// oneLine writes an error as a table's cell may have it.
func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }
