package main

import (
	"fmt"
	"testing"

	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/kernel"
)

// The kernels compute what plain Go does, whoever runs them.
func TestKernelsGiveRightResults(t *testing.T) {
	for name, of := range map[string]func(int) (kernel.Launch, kernel.Kernel, func() error){
		"transposition": transposition, "multiplication": multiplication,
	} {
		for _, n := range []int{64, 128} {
			t.Run(fmt.Sprint(name, n), func(t *testing.T) {
				l, k, check := of(n)
				if check() == nil {
					t.Error("the check finds nothing wrong before the kernel has run")
				}
				run, err := l.Run(k)
				if err != nil {
					t.Fatal(err)
				}
				if err := check(); err != nil {
					t.Error(err)
				}
				l, k, check = of(n)
				r, err := chip.Time(l, k, chip.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if err := check(); err != nil {
					t.Errorf("on the whole GPU: %v", err)
				}
				if int(r.Issued) != run.Total() {
					t.Errorf("%d instructions on the whole GPU, %d without time", r.Issued, run.Total())
				}
			})
		}
	}
}

// What is not a kernel, or not a size, is refused with what is wanted.
func TestArgumentsAreRefused(t *testing.T) {
	for _, args := range [][]string{nil, {"matrixtranspose"}, {"matrixtranspose", "100"}, {"matrixtranspose", "many"}, {"matrix", "64"}} {
		if err := run(args, 1); err == nil {
			t.Errorf("%q is accepted", args)
		}
	}
}
