// Peers runs two kernels of the AMD APP SDK on a whole GPU, and prints what it took
// to simulate them: so that .ci/peers can set it beside other simulators.
//
//	go run ./gpumodel/internal/peers matrixtranspose 1024
//	go run ./gpumodel/internal/peers matrixmultiplication 256
//
// It prints one line of names and values:
//
//	seconds, cpu   of the simulation alone: on the wall, and of all processors
//	process        processor seconds of the whole program until the result is there
//	instructions   of all wavefronts
//	gpu            seconds that the kernel takes on the simulated GPU
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"time"

	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/kernel"
)

func main() {
	threads := flag.Int("threads", 1, "goroutines that run CUs")
	flag.Parse()
	if err := run(flag.Args(), *threads); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

// run runs the kernel that the arguments name, in its size, and checks the result.
func run(args []string, threads int) error {
	if len(args) != 2 {
		return fmt.Errorf("arguments %q, want matrixtranspose or matrixmultiplication and a size", args)
	}
	n, err := strconv.Atoi(args[1])
	if err != nil || n < 64 || n > 8192 || n%64 != 0 {
		return fmt.Errorf("size %q, want a multiple of 64 from 64 to 8192", args[1])
	}
	var l kernel.Launch
	var k kernel.Kernel
	var check func() error
	switch args[0] {
	case "matrixtranspose":
		l, k, check = transposition(n)
	case "matrixmultiplication":
		l, k, check = multiplication(n)
	default:
		return fmt.Errorf("kernel %q, want matrixtranspose or matrixmultiplication", args[0])
	}
	began, busy := time.Now(), processor()
	r, err := chip.Time(l, k, chip.Options{Threads: threads})
	if err != nil {
		return err
	}
	seconds, cpu := time.Since(began), processor()-busy
	process := processor()
	if err := check(); err != nil {
		return err
	}
	fmt.Printf("seconds %.4f cpu %.4f process %.4f instructions %d gpu %.3e\n",
		seconds.Seconds(), cpu.Seconds(), process.Seconds(), r.Issued, r.Seconds)
	return nil
}
