package lds

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/figures"
)

// MI300Strides draws the nineteen strides that an MI300 timed, and the model.
func MI300Strides() (charts.Figure, error) {
	fit, err := silicon.FitMI300(gpu.MI300X())
	if err != nil {
		return charts.Figure{}, err
	}
	model, measured := charts.Bars{Name: "model"}, charts.Bars{Name: "measured", Measured: true}
	f := charts.Figure{
		X: charts.Axis{Label: "stride", Unit: "4-byte words"},
		Y: charts.Axis{Label: "time", Unit: "µs"},
	}
	var slow, fast float64
	for _, r := range fit.Rows {
		f.X.Categories = append(f.X.Categories, fmt.Sprint(r.Stride))
		tip := fmt.Sprintf("stride %d\nmodel %s µs (%s)\nmeasured %s µs", r.Stride, charts.FormatNumber(r.Model), figures.Passes(r.Passes), charts.FormatNumber(r.Microseconds))
		model.Y, model.Tips = append(model.Y, r.Model), append(model.Tips, tip)
		measured.Y, measured.Tips = append(measured.Y, r.Microseconds), append(measured.Tips, tip)
		switch r.Stride {
		case 64:
			slow = r.Microseconds
		case 65:
			fast = r.Microseconds
		}
	}
	f.Title = "An MI300, timed"
	f.Caption = fmt.Sprintf("Sixteen wavefronts read 10,000 times each. The model misses the seventeen that set nothing by %.2f %% on average and %.1f %% at worst (stride 2). From stride 64 to 65 the time falls %.1f times, not 32: the loop does not take less than %.2f cycles a read.",
		100*fit.MeanError, 100*fit.WorstError, slow/fast, fit.FloorCycles)
	f.Alt = "Bars of time for nineteen strides, model beside measurement: short at odd strides, rising with each power of two up to 32, flat to 256, then falling where lanes leave the array."
	f.Note = fmt.Sprintf("Two of the nineteen rows set what no source states: the clock (stride 32: %.3f GHz) and the loop's floor (stride 1: %.2f cycles).", float64(fit.Clock/gpumodel.GHz), fit.FloorCycles)
	f.Series = []charts.Series{model, measured}
	return f, nil
}
