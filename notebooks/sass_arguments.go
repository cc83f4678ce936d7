package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/sass/emulate"
)

// parseArgument reads what -arg gives a kernel: buffer:16M=iota, int:5, float:2.5, null.
func parseArgument(text string) (argument, error) {
	kind, value, given := strings.Cut(text, ":")
	var v any
	var err error
	want := "a whole number"
	switch kind {
	case "null":
		if given {
			return nil, errors.New("want null alone")
		}
		v = emulate.Pointer(0)
	case "buffer":
		return parseBuffer(text, value)
	case "int":
		var n int64
		n, err = strconv.ParseInt(value, 0, 32)
		v, want = int32(n), "a whole number from -2147483648 to 2147483647"
	case "uint":
		var n uint64
		n, err = strconv.ParseUint(value, 0, 32)
		v, want = uint32(n), "a whole number from 0 to 4294967295"
	case "long":
		v, err = strconv.ParseInt(value, 0, 64)
		want = "a whole number of 64 bits"
	case "float":
		var x float64
		x, err = strconv.ParseFloat(value, 32)
		v, want = float32(x), "a number that 32 bits can hold"
	case "double":
		v, err = strconv.ParseFloat(value, 64)
		want = "a number that 64 bits can hold"
	default:
		return nil, errors.New("want buffer:16M, int:5, uint:5, long:5, float:2.5, double:2.5 or null")
	}
	if err != nil {
		return nil, fmt.Errorf("want %s: and %s", kind, want)
	}
	return func(*emulate.Memory, int) any { return v }, nil
}

// parseBuffer reads 16M, 16M=iota, 16M=random:1000 or 16M=float:1.5.
func parseBuffer(text, value string) (argument, error) {
	size, holds, filled := strings.Cut(value, "=")
	bytes, err := parseBytes(size)
	if err != nil || bytes == 0 {
		return nil, errors.New("want a buffer of 1 to 1024G bytes, such as buffer:4096, buffer:64K, buffer:16M or buffer:1G")
	}
	word := func(int) uint32 { return 0 }
	if filled {
		if word, err = fill(holds); err != nil {
			return nil, err
		}
	}
	return func(m *emulate.Memory, n int) any {
		return m.Function(fmt.Sprintf("-arg %d, %s", n, text), bytes, word)
	}, nil
}

// fill returns what word i of a buffer is that holds iota, random:1000 or float:1.5.
func fill(holds string) (func(i int) uint32, error) {
	kind, number, _ := strings.Cut(holds, ":")
	switch kind {
	case "iota":
		if holds == kind {
			return func(i int) uint32 { return uint32(i) }, nil
		}
	case "random":
		if n, err := strconv.ParseUint(number, 0, 64); err == nil && n >= 1 && n <= 1<<32 {
			return func(i int) uint32 { return uint32(scatter(uint64(i)) >> 32 * n >> 32) }, nil
		}
	case "float":
		if x, err := strconv.ParseFloat(number, 32); err == nil {
			return func(int) uint32 { return math.Float32bits(float32(x)) }, nil
		}
	}
	return nil, errors.New("want after a buffer's size nothing, =iota, =random:N with N from 1 to 4294967296, or =float:1.5")
}

// scatter is a hash: the numbers of SplitMix64 (Steele, Lea and Flood 2014) in their order.
func scatter(x uint64) uint64 {
	x = (x + 1) * 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// parseBytes reads 4096, 64K, 16M or 1G, up to 1024G.
func parseBytes(text string) (gpumodel.Bytes, error) {
	const most = 1 << 40
	digits, shift := text, 0
	if i := strings.IndexByte("KMG", (text + " ")[max(0, len(text)-1)]); i >= 0 {
		digits, shift = text[:len(text)-1], 10*(i+1)
	}
	n, err := strconv.ParseUint(digits, 10, 41)
	if err != nil || n > most>>shift {
		return 0, errors.New("want bytes, such as 4096, 64K, 16M or 1G, 1024G at most")
	}
	return gpumodel.Bytes(n) << shift, nil
}
