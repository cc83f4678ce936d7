package gpumodel_test

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	. "lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// What is empty, or would be refused by Validate, has an answer: nothing of it divides
// by zero.
func TestZeroes(t *testing.T) {
	for name, answer := range map[string]func() bool{
		"Array.At":             func() bool { _, _, ok := Array{}.At(0); return !ok },
		"Shape.Wavefronts":     func() bool { return Shape{X: 80}.Wavefronts(0) == 0 && Shape{X: 80}.Wavefronts(-1) == 0 },
		"Shape.TailEfficiency": func() bool { return Shape{X: 80}.TailEfficiency(0) == 0 },
		"Port.Cycles": func() bool {
			return Port{Count: 1}.Cycles(Load, 4, 32) == 0 && Port{Count: 1, Bytes: 4}.Cycles(Load, 4, 32) == 0
		},
		"Device.Occupancy": func() bool {
			for _, d := range []Device{{}, {Limits: Limits{WorkgroupLanes: 64, RegistersPerLane: 8}}} {
				if _, err := d.Occupancy(Need{Lanes: 64, Registers: 8}); err == nil {
					return false
				}
			}
			return true
		},
		"Timeline":   func() bool { return Timeline{}.Check() == nil && Timeline{}.PerCycle() == 0 },
		"Cache.Size": func() bool { return Cache{}.Size() == 0 },
	} {
		func() {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("%s panics: %v", name, p)
				}
			}()
			if !answer() {
				t.Errorf("%s: the answer is not the documented one", name)
			}
		}()
	}
}

// Sizes and rates that would lead out of the numbers' range are refused by name.
func TestExtremesAreRefused(t *testing.T) {
	h200 := func(change func(*Device)) error {
		d := gpu.H200()
		change(&d)
		return d.Validate()
	}
	for want, err := range map[string]error{
		"cu: Memory.BytesPerCycle = 1e-300":                     h200(func(d *Device) { d.CU.Memory.Latency, d.CU.Memory.BytesPerCycle = 600, 1e-300 }),
		"L2.BytesPerCycle = 1e-300":                             h200(func(d *Device) { d.Caches.L2.BytesPerCycle = 1e-300 }),
		"L2.LinesPerTurn = 1e-300":                              h200(func(d *Device) { d.Caches.L2.LinesPerTurn = 1e-300 }),
		"L1.BytesPerCycle = 1e-300":                             h200(func(d *Device) { d.Caches.L1.BytesPerCycle = 1e-300 }),
		"PortBytesPerCycle = 1e-300":                            h200(func(d *Device) { d.Caches.PortBytesPerCycle = 1e-300 }),
		"DRAM.BytesPerCycle = 1e-300":                           h200(func(d *Device) { d.Caches.DRAM.BytesPerCycle = 1e-300 }),
		"L2.FarLines = 1e-300":                                  h200(func(d *Device) { d.Caches.L2.FarLines = 1e-300 }),
		"DRAM.Late = 65536, want so little":                     h200(func(d *Device) { d.Caches.DRAM.LateShare, d.Caches.DRAM.Late = 0.5, 65536 }),
		"DRAM.Copied = -1, want 0 to":                           h200(func(d *Device) { d.Caches.DRAM.Copied = -1 }),
		"lds: Copies.Arrays = -1, want 1 to 65536":              h200(func(d *Device) { d.LDS.Copies = Copies{LineBytes: 3, Arrays: -1} }),
		"lds: Copies.LineBytes = 3, want a power of two":        h200(func(d *Device) { d.LDS.Copies = Copies{LineBytes: 3, Arrays: -1} }),
		"lds: Copies.PieceCycles = NaN":                         h200(func(d *Device) { d.LDS.Copies.PieceCycles = math.NaN() }),
		"lds: Rules[1].Op = 10, want an operation below 10":     h200(func(d *Device) { d.LDS.Rules[1].Op = Ops }),
		"lds: Rules[1].Width = 6, want 4, 8, 12 or 16":          h200(func(d *Device) { d.LDS.Rules[1].Width = 6 }),
		"lds: Rules[1] is another for a 4-byte load":            h200(func(d *Device) { d.LDS.Rules[1].Width = 4 }),
		"lds: Latencies[1].Op = 11, want an operation below 10": h200(func(d *Device) { d.LDS.Latencies[1].Op = 11 }),
		"lds: Latencies[1].Width = 0, want 4, 8, 12 or 16":      h200(func(d *Device) { d.LDS.Latencies[1].Width = 0 }),
		"lds: Latencies[1] is another for a 4-byte load":        h200(func(d *Device) { d.LDS.Latencies[1].Width = 4 }),
		"lds: Latencies[1].LeastCycles = +Inf, want 0 to":       h200(func(d *Device) { d.LDS.Latencies[1].LeastCycles = math.Inf(1) }),
		"lds: Port.StoreAddress = -1, want 0 to":                h200(func(d *Device) { d.LDS.Port = Port{Count: 1, Lanes: 16, Bytes: 64, StoreAddress: -1} }),
		"cu: Memory.Sector = 48, want a power of two":           h200(func(d *Device) { d.CU.Memory.Sector = 48 }),
		"limits: Registers = 0, want 1 to":                      h200(func(d *Device) { d.Limits.Registers = 0 }),
		"limits: ScalarUnit = 0, want 1 or more where":          h200(func(d *Device) { d.Limits.Scalars = 800 }),
		"dispatch: Each = -1, want 0 to":                        h200(func(d *Device) { d.Dispatch.Each = -1 }),
		"dispatch: Seconds = NaN, want 0 to 1":                  h200(func(d *Device) { d.Dispatch.Seconds = math.NaN() }),
		"Clock = 1e-300":                                        h200(func(d *Device) { d.Clock = 1e-300 }),
		"texture unit: BankBytes = 3, want 0 or a power of two": h200(func(d *Device) { d.Texture.BankBytes = 3 }),
		"texture unit: Cycles = 1e+300":                         h200(func(d *Device) { d.Texture = TextureUnit{Cycles: 1e300, Queue: 1, Together: 1} }),
		"Base = 9223372036854775792":                            Array{Rows: 2, Columns: 2, Element: 16, Base: 1<<63 - 16}.Validate(),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
	if a := Gather(16, 1<<63-16).Within(64); a.Active != 0 {
		t.Errorf("lanes %b are within 64 bytes, want none", a.Active)
	}
}

// An operation of which no latency is known is refused, though that of others is.
func TestUnknownLocalLatency(t *testing.T) {
	d := gpu.H200()
	d.CU.Latency[Local] = 0
	if _, err := d.Run(once(Instruction{Kind: Local, Dst: 1, Access: Access{Op: AsyncCopy, Width: 4, Active: 1, Addr: make([]Bytes, 32)}}).Workload(1, 1)); err == nil || !strings.Contains(err.Error(), "want one of them") {
		t.Errorf("error %v, want one that asks for a latency", err)
	}
}

// Each floating-point number of what is known of an H200 that is no number, endless, negative or beyond measure is refused.
func TestNumbersAreBounded(t *testing.T) {
	n := 0
	d := gpu.H200()
	var walk func(name string, v reflect.Value)
	walk = func(name string, v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				walk(name+"."+v.Type().Field(i).Name, v.Field(i))
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				walk(fmt.Sprintf("%s[%d]", name, i), v.Index(i))
			}
		case reflect.Float64:
			was := v.Float()
			for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 1e300} {
				v.SetFloat(x)
				if n++; d.Validate() == nil {
					t.Errorf("%s = %v: no error", name, x)
				}
			}
			if v.SetFloat(1e-300); was >= 1 && d.Validate() == nil && strings.Contains(name, "Bytes") {
				t.Errorf("%s = 1e-300: no error, want one for a pace that never ends", name)
			}
			v.SetFloat(was)
		}
	}
	walk("", reflect.ValueOf(&d).Elem())
	if err := d.Validate(); err != nil || n < 300 {
		t.Errorf("%d numbers tried, error %v in the end, want 300 and none", n, err)
	}
}

// The slowest memory that is accepted still ends, in cycles that can be counted.
func TestSlowestMemory(t *testing.T) {
	d := gpu.H200()
	d.CU.Memory.BytesPerCycle = 1e-3
	tl := mustRun(t, d, once(Instruction{Kind: Global, Dst: 1, Access: Stride(4, 32, 0, 4)}).Workload(1, 1))
	if want := Cycles(128e3) + d.CU.Memory.Latency; tl.Issues[0].Done != want {
		t.Errorf("128 bytes at one in 1000 cycles are there in cycle %d, want %d", tl.Issues[0].Done, want)
	}
}
