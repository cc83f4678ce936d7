package silicon_test

import (
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
)

// By hand from the files: issue.csv's 4338 cycles for 1024 multiply-adds, gemmblock.csv's
// 25.47 for 2x4, and so on.
func TestReadings(t *testing.T) {
	front, second, simple := [3]float64{}, [3]float64{90, -90, 0}, "simple"
	for name, tt := range map[string]struct {
		read  silicon.Reading
		value float64
		text  string
	}{
		"passes":    {silicon.Passes("stride32"), 32, "passes (H200, 4-byte load, stride32, hardware counter; patterns_counters.csv)"},
		"banks":     {silicon.Banks, 32, "banks (H200, smallest stride with 32 passes"},
		"gain":      {silicon.StrideGain(64, 65), 7196.2 / 358.0, "times (MI300, timed loop of reads, stride 64 against 65; mi300_strides.csv)"},
		"fastest":   {silicon.Fastest(gpumodel.FP64), 1.994, "per cycle (H200, FP64"},
		"saturates": {silicon.Saturating(gpumodel.FP32), 16, "warps (H200"},
		"chained":   {silicon.Chained(gpumodel.FP32), 4338.0 / 1024, "cycles (H200, FP32 multiply-adds in one chain, with their loop; issue.csv)"},
		"useful":    {silicon.UsefulShare(80, 96), 100 * 80.0 / 96, "% (H200, useful multiply-adds of 80 threads against 96; issue.csv)"},
		"DRAM":      {silicon.DRAMLatency, 689.7, "cycles (H200, pointer chase through 1024 MB; latency.csv)"},
		"blocking":  {silicon.BlockingRate(2, 4), 25.47, "multiply-adds a cycle (H200, 2 × 4 from the LDS, one CU,"},
		"larger":    {silicon.BlockingRate(4, 4), 39.97, "multiply-adds a cycle (H200, 4 × 4"},
		"fft": {silicon.FFTRatio(silicon.FFTTime{Kernel: "columns", Size: 4096, Together: 1}, silicon.FFTTime{Kernel: "rows", Size: 4096}), 457.536 / 155.584,
			"times (H200, 4096² complex numbers, time of columns, 1 together over rows; fft.csv)"},
		"transpose": {silicon.TransposeRatio("tile32", "tile32pad"), 0.5064 / 0.2860, "times (H200, 8192² floats, time of tile32 over tile32pad; transpose.csv)"},
		"share":     {silicon.VolumeShare(front, simple), 24.08, "% (H200, view (0,0,0), mean of 8 shapes, from 19 to 33; vr.csv)"},
		"frames":    {silicon.VolumeCorrelation(front, "dummy", 1, silicon.Frames), 0.961, "r (H200, view (0,0,0), 8 shapes; vr.csv)"},
		"step":      {silicon.VolumeStep(second, silicon.Frames, "", 2, 4), -26.87, "% (H200, view (90,-90,0), frames from width 2 to 4; vr.csv, vr_counters.csv)"},
		"steps":     {silicon.VolumeStep(second, silicon.Quantity(simple), silicon.Frames, 8, 16), -5.073, "points (H200, view (90,-90,0), simple less frames, from width 8 to 16; vr.csv, vr_counters.csv)"},
		"better":    {silicon.VolumeGain(second, "dummy", silicon.Frames, simple, silicon.Frames), 0.021, "r (H200, view (90,-90,0), dummy with frames less simple with frames; vr.csv, vr_counters.csv)"},
		"nearer":    {silicon.VolumeHits(second, 2, 8, 4), -1.03, "points (H200, view (90,-90,0), hits, from width 2 to 8 less to 4; vr_counters.csv)"},
		"hits":      {silicon.VolumeCorrelation(front, simple, 8, silicon.Hits), -0.160, "r (H200, view (0,0,0), 5 shapes; vr.csv, vr_counters.csv)"},
	} {
		m, err := tt.read()
		if err != nil || math.Abs(m.Value()-tt.value) > 5e-4*math.Abs(tt.value)+5e-4 || !strings.Contains(m.String(), tt.text) {
			t.Errorf("%s: %v, error %v; want %g %s", name, m, err, tt.value, tt.text)
		}
	}
}

// What a file has not is an error, never a 0.
func TestReadingsRefuse(t *testing.T) {
	for want, read := range map[string]silicon.Reading{
		"patterns.csv has no stride99":             silicon.Passes("stride99"),
		"mi300_strides.csv has no stride 64 or 66": silicon.StrideGain(64, 66),
		"issue.csv has no SFU":                     silicon.Fastest(gpumodel.SFU),
		"issue.csv has no local":                   silicon.Saturating(gpumodel.Local),
		"issue.csv has no texture":                 silicon.Chained(gpumodel.Texture),
		"issue.csv has no workgroup of 81 or 96":   silicon.UsefulShare(81, 96),
		"gemmblock.csv has no blocking of 9x9":     silicon.BlockingRate(9, 9),
		"transpose.csv has no tile4 or tile5":      silicon.TransposeRatio("tile4", "tile5"),
		"vr.csv has no magic":                      silicon.VolumeShare([3]float64{}, "magic"),
		"vr.csv has no magic of widths 2 and 4":    silicon.VolumeStep([3]float64{}, "magic", "", 2, 4),
		"vr.csv has no hits of widths 2 and 3":     silicon.VolumeHits([3]float64{}, 2, 4, 3),
		"vr.csv has no three shapes of simple":     silicon.VolumeCorrelation([3]float64{}, "simple", 64, silicon.Hits),
	} {
		if m, err := read(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, error %v; want one that says %q", m, err, want)
		}
	}
}
