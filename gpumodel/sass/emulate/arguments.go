package emulate

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/sass"
)

// Arguments returns a kernel's arguments as a launch passes them: each at a multiple of its
// size, in their order. They are a Pointer or a number of a fixed size: int8 to int64, uint8
// to uint64, float32, float64; anything else panics.
func Arguments(all ...any) []byte {
	var b []byte
	for _, a := range all {
		bits, size := bitsOf(a)
		for len(b)%size != 0 {
			b = append(b, 0)
		}
		for i := range size {
			b = append(b, byte(bits>>(8*i)))
		}
	}
	return b
}

// bitsOf returns the bits of a number, and how many bytes they are.
func bitsOf(a any) (bits uint64, size int) {
	switch v := reflect.ValueOf(a); v.Kind() { // not package binary, which pages would have to load
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return uint64(v.Int()), int(v.Type().Size())
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return v.Uint(), int(v.Type().Size())
	case reflect.Float32:
		return uint64(math.Float32bits(float32(v.Float()))), 4
	case reflect.Float64:
		return math.Float64bits(v.Float()), 8
	}
	panic(fmt.Sprintf("emulate: an argument of type %T, want a Pointer or a number of a fixed size", a))
}

// Argument is an argument of a kernel as text says it, see ParseArgument.
type Argument struct {
	text string
	in   func(m *Memory, name string) any
}

// String returns the text.
func (a Argument) String() string { return a.text }

// In returns what Arguments takes: a number, or the pointer to a buffer that it puts into memory, where
// messages speak of it by that name and its text.
func (a Argument) In(m *Memory, name string) any { return a.in(m, name+", "+a.text) }

// ParseArgument reads an argument:
//
//	buffer:16M           global memory that is 0; sizes as gpumodel.ParseBytes reads them
//	buffer:16M=iota      32-bit words 0, 1, 2, …
//	buffer:16M=random:9  32-bit whole numbers below 9 by chance, always the same
//	buffer:16M=float:1.5 floats, all the same
//	int:5, uint:5        32 bits; 0x10 is hexadecimal
//	long:5               64 bits
//	float:2.5            32 bits
//	double:2.5           64 bits
//	null                 a pointer to nothing
//
// What is written to a buffer is forgotten. The error says what is wanted, and repeats nothing.
func ParseArgument(text string) (Argument, error) {
	kind, value, given := strings.Cut(text, ":")
	var v any
	var err error
	want := "a whole number"
	switch kind {
	case "null":
		if given {
			return Argument{}, errors.New("want null alone")
		}
		v = Pointer(0)
	case "buffer":
		in, err := parseBuffer(value)
		return Argument{text, in}, err
	case "int":
		var n int64
		n, err = strconv.ParseInt(value, base(value), 32)
		v, want = int32(n), "a whole number from -2147483648 to 2147483647"
	case "uint":
		var n uint64
		n, err = strconv.ParseUint(value, base(value), 32)
		v, want = uint32(n), "a whole number from 0 to 4294967295"
	case "long":
		v, err = strconv.ParseInt(value, base(value), 64)
		want = "a whole number of 64 bits"
	case "float":
		var x float64
		x, err = strconv.ParseFloat(value, 32)
		v, want = float32(x), "a number that 32 bits can hold"
	case "double":
		v, err = strconv.ParseFloat(value, 64)
		want = "a number that 64 bits can hold"
	default:
		return Argument{}, errors.New("want buffer:16M, int:5, uint:5, long:5, float:2.5, double:2.5 or null")
	}
	if err != nil {
		return Argument{}, fmt.Errorf("want %s: and %s", kind, want)
	}
	return Argument{text, func(*Memory, string) any { return v }}, nil
}

// base is what strconv is to take a whole number for: 0, which finds out, of 0x10, else 10, so that 010 is ten.
func base(number string) int {
	if strings.HasPrefix(strings.TrimLeft(number, "+-"), "0x") {
		return 0
	}
	return 10
}

// parseBuffer reads 16M, 16M=iota, 16M=random:1000 or 16M=float:1.5.
func parseBuffer(value string) (func(m *Memory, name string) any, error) {
	size, holds, filled := strings.Cut(value, "=")
	bytes, err := gpumodel.ParseBytes(size)
	if err != nil || bytes == 0 {
		return nil, errors.New("want a buffer of 1 to 1024G bytes, such as buffer:4096, buffer:64K, buffer:16M or buffer:1G")
	}
	word := func(int) uint32 { return 0 }
	if filled {
		if word, err = fill(holds); err != nil {
			return nil, err
		}
	}
	return func(m *Memory, name string) any { return m.Function(name, bytes, word) }, nil
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
		if n, err := strconv.ParseUint(number, base(number), 64); err == nil && n >= 1 && n <= 1<<32 {
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

// Read is a part of its arguments that a kernel's code reads at once.
type Read struct {
	Offset, Bytes int               // from the first argument on
	By            *sass.Instruction // the first that does
}

// Reads returns what of its arguments a kernel's code reads, in order: who has only a listing sees how many there
// are. Two words of which the second is added or compared with the first one's carry are one read of 8 bytes, others that
// are read apart, as by two moves, are two. What is read at an address that the code computes is not among them.
func Reads(k *sass.Kernel) (all []Read) {
	carry := map[int]bool{} // offsets that are read as upper words
	for i := range k.Code {
		in := &k.Code[i]
		for place, o := range in.Operands {
			if !named(in, o) {
				continue
			}
			r := Read{int(o.Offset) - constantArguments, constantBytes(in, place), in}
			carry[r.Offset] = carry[r.Offset] || strings.HasSuffix(in.Name, ".X") || strings.Contains(in.Name, ".X.") || strings.HasSuffix(in.Name, ".EX")
			at, found := slices.BinarySearchFunc(all, r, func(a, b Read) int { return cmp.Compare(a.Offset, b.Offset) })
			switch {
			case !found:
				all = slices.Insert(all, at, r)
			case all[at].Bytes < r.Bytes:
				all[at].Bytes = r.Bytes
			}
		}
	}
	for i := 0; i+1 < len(all); {
		a, b := &all[i], &all[i+1]
		switch {
		case b.Offset < a.Offset+a.Bytes: // within it
			a.Bytes = max(a.Bytes, b.Offset+b.Bytes-a.Offset)
		case a.Offset%8 == 0 && a.Bytes == 4 && b.Offset == a.Offset+4 && carry[b.Offset]:
			a.Bytes = 8
		default:
			i++
			continue
		}
		all = slices.Delete(all, i+1, i+2)
	}
	return all
}

// named reports whether an operand is an argument, or a part of one, whose place the listing shows.
func named(in *sass.Instruction, o sass.Operand) bool {
	return o.Kind == sass.Constant && o.Base == sass.Zero && o.Uniform == sass.Zero && o.Offset >= constantArguments && strings.Contains(in.String(), "c[0x0][")
}

// constantBytes is how much of the constants an operand stands for.
func constantBytes(in *sass.Instruction, place int) int {
	switch name := in.Opcode.Name; {
	case strings.HasSuffix(in.Name, ".U8"), strings.HasSuffix(in.Name, ".S8"):
		return 1
	case strings.HasSuffix(in.Name, ".U16"), strings.HasSuffix(in.Name, ".S16"):
		return 2
	case strings.HasSuffix(in.Name, ".64"), in.Opcode.Unit == sass.FP64, strings.HasSuffix(in.Name, "64") && in.Opcode.Unit == sass.XU: // of a conversion what it is from
		return 8
	case strings.HasSuffix(in.Name, ".128"):
		return 16
	case strings.HasSuffix(name, ".WIDE") && place == len(in.Operands)-1:
		return 8
	}
	return 4
}
