package whatif

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// deviceParam is the choice among some GPUs, by their IDs; the first is the default.
func deviceParam(devices ...gpumodel.Device) Param {
	p := Param{Name: "device", Label: Text{"GPU", "GPU"}, Default: devices[0].ID}
	for _, d := range devices {
		label := fmt.Sprintf("%s (%s)", d.Name, d.Architecture)
		p.Choices = append(p.Choices, Choice{d.ID, Text{label, label}})
	}
	return p
}

// deviceAmong is the choice among the first GPUs and then, in gpu.All's order, all others
// that can answer; Missing says what is not known of the rest.
func deviceAmong(can func(gpumodel.Device) bool, first ...gpumodel.Device) Param {
	for _, d := range gpu.All() {
		if can(d) && !slices.ContainsFunc(first, func(f gpumodel.Device) bool { return f.ID == d.ID }) {
			first = append(first, d)
		}
	}
	return deviceParam(first...)
}

// knows says whether a CU's times for the kinds of instruction are known.
func knows(kinds ...gpumodel.Kind) func(gpumodel.Device) bool {
	return func(d gpumodel.Device) bool { return d.CU.Lacks(kinds...) == nil }
}

// ofDevice is a number of which the chosen GPU allows so much at most.
func ofDevice(p Param, most func(gpumodel.Device) int) Param {
	return atMost(p, func(v Values) (int, Text) {
		d, _ := gpu.ByID(v["device"])
		return most(d), Text{"the most of " + d.Name, d.Name + " の上限"}
	})
}

// resident is how many wavefronts a CU holds.
func resident(d gpumodel.Device) int { return d.SIMDs * d.Wavefronts }

// atMost is a number, or a choice among numbers, that the other settings limit; the
// limit must be possible itself.
func atMost(p Param, most func(Values) (int, Text)) Param {
	p.Take = func(v Values) (string, Text) {
		n, why := most(v)
		return strconv.Itoa(min(v.Int(p.Name), n)), why
	}
	return p
}

// number is a parameter that is a whole number.
func number(name string, label, unit Text, least, most, step, standard int) Param {
	return Param{Name: name, Label: label, Unit: unit, Min: least, Max: most, Step: step, Default: fmt.Sprint(standard)}
}

// only shows a parameter while another has certain values.
func only(when string, p Param) Param {
	p.When = when
	return p
}

// numbers is a choice among numbers, in one unit.
func numbers(name string, label, unit Text, standard int, values ...int) Param {
	p := Param{Name: name, Label: label, Default: fmt.Sprint(standard)}
	for _, v := range values {
		en := unit.EN
		if v == 1 {
			en = strings.TrimSuffix(en, "s")
		}
		p.Choices = append(p.Choices, Choice{fmt.Sprint(v), Text{strings.TrimSpace(fmt.Sprintf("%d %s", v, en)), strings.TrimSpace(fmt.Sprintf("%d %s", v, unit.In("ja")))}})
	}
	return p
}

var (
	inBytes  = Text{"bytes", "バイト"}
	inCycles = Text{"cycles", "サイクル"}
)
