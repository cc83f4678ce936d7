package gpumodel_test

import (
	"reflect"
	"testing"

	"lanebook/gpumodel/gpu"
)

// TestClone changes every element of every slice that a clone holds, at any depth, and
// finds the original as it was.
func TestClone(t *testing.T) {
	for i, d := range gpu.All() {
		want := gpu.All()[i]
		c := d.Clone()
		if !reflect.DeepEqual(c, d) {
			t.Errorf("%s: the clone differs", d.Name)
		}
		if n := spoil(reflect.ValueOf(&c).Elem(), false); n < 20 {
			t.Errorf("%s: only %d values in slices, want 20 or more", d.Name, n)
		}
		if !reflect.DeepEqual(d, want) {
			t.Errorf("%s: changing a clone has changed the original", d.Name)
		}
	}
}

// spoil changes what lies in slices under v, and returns how many values it changed.
func spoil(v reflect.Value, inSlice bool) (n int) {
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			n += spoil(v.Index(i), inSlice || v.Kind() == reflect.Slice)
		}
		return n
	case reflect.Struct:
		for i := range v.NumField() {
			n += spoil(v.Field(i), inSlice)
		}
		return n
	}
	if !inSlice {
		return 0
	}
	switch {
	case v.CanInt():
		v.SetInt(v.Int() + 1)
	case v.CanUint():
		v.SetUint(v.Uint() ^ 1)
	case v.CanFloat():
		v.SetFloat(v.Float() + 1)
	case v.Kind() == reflect.Bool:
		v.SetBool(!v.Bool())
	case v.Kind() == reflect.String:
		v.SetString(v.String() + "?")
	default:
		panic("a device holds a " + v.Kind().String())
	}
	return 1
}
