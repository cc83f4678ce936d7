package silicon

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// ChasePoint is one row of the H200's pointer chase: one lane, one load in each
// line of 128 bytes, in random order, each load's address from the one before.
type ChasePoint struct {
	Size   gpumodel.Bytes // of the data
	L1     float64        // cycles of a load through the L1 (ld.global.ca)
	PastL1 float64        // cycles of a load past it (ld.global.cg), after the other on the same data
}

// BandwidthPoint is one row of the H200's bandwidth by bytes in flight: each of some CUs
// reads its part of 2 GB, each lane with Unroll loads of 16 bytes at a time.
type BandwidthPoint struct {
	CUs            int // that read; the others have nothing to do
	Lanes          int // of each
	Unroll         int
	InFlight       gpumodel.Bytes // of each CU
	BytesPerSecond float64        // of all together
}

//go:embed latency.csv
var latencyCSV string

//go:embed littles.csv
var littlesCSV string

//go:embed littles_few.csv
var littlesFewCSV string

// H200Chase returns the H200's pointer chase, smallest footprint first. The error
// says which row of the embedded file is damaged.
func H200Chase() ([]ChasePoint, error) { return chase("latency.csv", latencyCSV) }

func chase(file, text string) ([]ChasePoint, error) {
	var out []ChasePoint
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if strings.HasPrefix(line, "info,") {
			continue
		}
		p := pairs{file: file, line: i + 1, columns: strings.Split(line, ",")}
		p.head("latency", 4)
		out = append(out, ChasePoint{gpumodel.Bytes(p.float(1, "kb")) << 10, p.float(2, "ca"), p.float(3, "cg")})
		if p.err != nil {
			return nil, p.err
		}
	}
	return out, nil
}

// H200Bandwidth returns the H200's bandwidth by bytes in flight of all its CUs.
func H200Bandwidth() ([]BandwidthPoint, error) {
	return bandwidths("littles.csv", littlesCSV, ofAllCUs)
}

func ofAllCUs(p *pairs) BandwidthPoint {
	return BandwidthPoint{CUs: gpu.H200().CUs, Lanes: int(p.float(1, "threads_per_sm")), Unroll: int(p.float(2, "unroll")),
		InFlight: gpumodel.Bytes(p.float(3, "bytes_in_flight_per_sm"))}
}

// H200BandwidthOfFew returns the same of one of its CUs, and of 33.
func H200BandwidthOfFew() ([]BandwidthPoint, error) {
	return bandwidths("littles_few.csv", littlesFewCSV, ofFewCUs)
}

// The H100's.
func h100Bandwidth() ([]BandwidthPoint, error) {
	return bandwidths("h100_littles.csv", h100LittlesCSV, ofAllCUs)
}

func h100BandwidthOfFew() ([]BandwidthPoint, error) {
	return bandwidths("h100_littles_few.csv", h100LittlesFewCSV, ofFewCUs)
}

func ofFewCUs(p *pairs) BandwidthPoint {
	b := BandwidthPoint{CUs: int(p.float(1, "sms")), Lanes: int(p.float(2, "threads_per_sm")), Unroll: int(p.float(3, "unroll"))}
	b.InFlight = gpumodel.Bytes(16 * b.Lanes * b.Unroll)
	return b
}

func bandwidths(file, text string, read func(*pairs) BandwidthPoint) ([]BandwidthPoint, error) {
	var out []BandwidthPoint
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		p := pairs{file: file, line: i + 1, columns: strings.Split(line, ",")}
		p.head("littles", 5)
		b := read(&p)
		b.BytesPerSecond = p.float(4, "gbps") * 1e9
		if p.err != nil {
			return nil, p.err
		}
		out = append(out, b)
	}
	return out, nil
}

// pairs reads a row of name=number columns, and keeps the first fault.
type pairs struct {
	file    string
	line    int
	columns []string
	err     error
}

func (p *pairs) head(name string, columns int) {
	if len(p.columns) != columns || p.columns[0] != name {
		p.err = fmt.Errorf("silicon: %s: line %d is %q, want %s and %d columns in all", p.file, p.line, p.columns, name, columns)
	}
}

func (p *pairs) float(column int, name string) float64 {
	return p.number(column, name, func(x float64) bool { return x > 0 }, "a number of more than 0")
}

// fromZero reads a number of 0 or more.
func (p *pairs) fromZero(column int, name string) float64 {
	return p.number(column, name, func(x float64) bool { return x >= 0 }, "a number of 0 or more")
}

// number reads one of the numbers that are fine, which the wish names.
func (p *pairs) number(column int, name string, fine func(float64) bool, wish string) float64 {
	if p.err != nil {
		return 0
	}
	key, value, _ := strings.Cut(p.columns[column], "=")
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || key != name || !fine(x) {
		p.err = fmt.Errorf("silicon: %s: line %d, column %d = %q, want %s=%s", p.file, p.line, column+1, p.columns[column], name, wish)
	}
	return x
}
