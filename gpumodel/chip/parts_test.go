package chip_test

import (
	"math"
	"os"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
)

// lines is the instructions of a wavefront of parts.cu's kernel lines: op 0 reads, 1
// writes, 2 writes once in four reads, 3 twice.
type lines struct {
	op, sectors       int
	bytes, at, all, i gpumodel.Bytes
	times, k          int
	addr              [32]gpumodel.Bytes
}

func (s *lines) Next(in *gpumodel.Instruction) bool {
	for s.i >= s.bytes {
		s.i = s.at
		if s.times--; s.times <= 0 {
			return false
		}
	}
	if s.times <= 0 {
		return false
	}
	per := 32 / min(32, s.sectors*8)
	of := 32 / per
	put := func(base gpumodel.Bytes) []gpumodel.Bytes {
		for l := range s.addr {
			s.addr[l] = base + gpumodel.Bytes(l/of)*128 + gpumodel.Bytes(l%of)*4
		}
		return s.addr[:]
	}
	*in = gpumodel.Instruction{Lanes: gpumodel.AllLanes(32)}
	switch {
	case s.k < 4:
		j := s.i + gpumodel.Bytes(s.k)*s.all
		if j >= s.bytes {
			j = s.at
		}
		in.Kind = gpumodel.Global
		in.Access = gpumodel.Access{Width: 4, Active: gpumodel.AllLanes(32), Addr: put(j)}
		if s.op == 1 {
			in.Access.Op = gpumodel.Store
		} else {
			in.Dst = gpumodel.Register(1 + s.k)
		}
	case s.k < 8:
		in.Kind = gpumodel.FP32
		in.Dst = 10
		in.Src[0] = gpumodel.Register(1 + s.k - 4)
	case s.k == 8:
		in.Kind = gpumodel.FP32
		if s.op == 2 || s.op == 3 {
			in.Kind = gpumodel.Global
			in.Access = gpumodel.Access{Op: gpumodel.Store, Width: 4, Active: gpumodel.AllLanes(32), Addr: put(s.i + 1<<33)}
			in.Src[0] = 10
		}
	case s.k == 9:
		in.Kind = gpumodel.FP32
		if s.op == 3 {
			in.Kind = gpumodel.Global
			in.Access = gpumodel.Access{Op: gpumodel.Store, Width: 4, Active: gpumodel.AllLanes(32), Addr: put(min(s.i+s.all, s.bytes-4096) + 1<<33)}
			in.Src[0] = 10
		}
	default:
		in.Kind = gpumodel.Branch
	}
	if s.k++; s.k == 11 {
		s.k = 0
		s.i += 4 * s.all
	}
	return true
}

// What the L2 and DRAM can deliver was set from parts.csv, whose loops this runs: the
// chip gives what it was told, within a sixth. Above 128 MB the rest is taken to go on
// as it began. Two rows are off by more.
func TestPartsOfTheChip(t *testing.T) {
	full := os.Getenv("LANEBOOK_FULL")
	if full == "" {
		t.Skip("takes half a minute: a third of the rows with LANEBOOK_FULL, all with LANEBOOK_FULL=1")
	}
	for i, c := range []struct {
		op, mb, sectors, times int
		us                     float64 // parts.csv
	}{
		{0, 16, 1, 16, 22.208}, {0, 16, 2, 16, 26.944},
		{1, 16, 1, 16, 29.152}, {1, 16, 2, 16, 39.872}, {1, 16, 4, 16, 79.040},
		{0, 1024, 1, 1, 138.368}, {0, 1024, 4, 1, 249.088},
		{1, 1024, 1, 1, 193.312}, {1, 1024, 2, 1, 207.392}, {1, 1024, 4, 1, 284.928},
		{2, 1024, 4, 1, 333.856}, {3, 1024, 4, 1, 408.896},
	} {
		if full != "1" && i%3 != 1 { // the two that are off by more are among those left
			continue
		}
		us := c.us
		if most := 128; c.mb > most {
			us = (us-launchAndCold)*float64(most)/float64(c.mb) + launchAndCold
			c.mb = most
		}
		l := chip.Launch{Device: gpu.H200(), Workgroups: 264, Wavefronts: 32, PastL1: true, Streams: func(int) func(int, int) gpumodel.Stream {
			return func(g, w int) gpumodel.Stream {
				s := &lines{op: c.op, sectors: c.sectors, bytes: gpumodel.Bytes(c.mb) << 20, times: c.times}
				step := gpumodel.Bytes(32/min(32, c.sectors*8)) * 128
				s.at = gpumodel.Bytes(g*32+w) * step
				s.i, s.all = s.at, 264*32*step
				return s
			}
		}}
		r, err := chip.Run(l, chip.Options{Before: 264})
		if err != nil {
			t.Fatal(err)
		}
		off := r.Seconds*1e6/us - 1
		t.Logf("op %d, %d MB, %d sectors: %.1f µs, measured %.1f: %+.1f %%, %v", c.op, c.mb, c.sectors, r.Seconds*1e6, us, 100*off, r.Limits[0])
		bar := 1.0 / 6
		switch {
		case c.op == 0 && c.mb == 16 && c.sectors == 2:
			bar = 0.235 // half lines come at 3200 bytes a cycle, whole ones at 4700: the model has the one pace
		case c.op == 1 && c.mb == 16 && c.sectors == 4:
			bar = 0.21 // whole lines go at 15 a cycle here, at 18.0 by l2mix.cu and 18.8 by keep.cu, which the preset has; why is not known
		}
		if math.Abs(off) > bar {
			t.Errorf("op %d, %d MB, %d sectors: %+.1f %% off what was measured", c.op, c.mb, c.sectors, 100*off)
		}
	}
}

// launchAndCold is what a kernel takes besides its work, in microseconds.
const launchAndCold = 5.8
