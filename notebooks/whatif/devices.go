package whatif

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// deviceParam is the choice among some devices, the first the default.
func deviceParam(values ...string) Param {
	p := Param{Name: "device", Label: Text{"GPU", "GPU"}, Default: values[0]}
	for _, value := range values {
		d := device(value)
		label := fmt.Sprintf("%s (%s)", d.Name, d.Architecture)
		p.Choices = append(p.Choices, Choice{value, Text{label, label}})
	}
	return p
}

// device returns the device of a choice.
func device(value string) gpumodel.Device {
	switch value {
	case "gtx480":
		return gpu.GTX480()
	case "tahiti":
		return gpu.Tahiti()
	case "gk110":
		return gpu.GK110()
	case "fiji":
		return gpu.Fiji()
	case "mi300x":
		return gpu.MI300X()
	case "four-banks":
		return gpu.FourBanks()
	case "mi350x":
		return gpu.MI350X()
	}
	return gpu.H200()
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
		p.Choices = append(p.Choices, Choice{fmt.Sprint(v), Text{fmt.Sprintf("%d %s", v, unit.EN), fmt.Sprintf("%d %s", v, unit.In("ja"))}})
	}
	return p
}

var (
	inBytes  = Text{"bytes", "バイト"}
	inCycles = Text{"cycles", "サイクル"}
)
