package silicon

import (
	"sync"
	"testing"

	"lanebook/gpumodel"
)

var allAgreements = sync.OnceValues(Agreements)

// AllAgreements gives what Agreements does: all tests share one, which takes seconds.
func AllAgreements(t testing.TB) []Agreement {
	t.Helper()
	all, err := allAgreements()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// AgreementOn gives the agreement of that subject.
func AgreementOn(t testing.TB, subject string) Agreement {
	t.Helper()
	for _, a := range AllAgreements(t) {
		if a.Subject == subject {
			return a
		}
	}
	t.Fatalf("there is no agreement on %q", subject)
	return Agreement{}
}

// ParseIssue reads the text of issue.csv.
var ParseIssue = issue

// Preset returns the GPU that is meant by a file's name for it.
var Preset = preset

// Line returns the straight line through points.
var Line = line

func ReadTransposes(text string) ([]TransposeTime, error) { return transposes("transpose.csv", text) }

func ReadFFT(text string) ([]FFTTime, error) { return fftTimes("fft.csv", text) }

var ReadBlocking = blocking

var BlockingLoop = blockingLoop

func ReadWhole(text string) ([]WholeTime, error) { return wholeTimes("whole.csv", text) }

// WholeText returns the machine code of the kernel, an instruction a line.
func (t WholeTime) WholeText(tb testing.TB) []string {
	tb.Helper()
	p, err := wholePlans[t.Kernel](t)
	if err != nil {
		tb.Fatal(err)
	}
	lines, err := listing("whole.sass and transposes.sass", wholeSASS+transposesSASS, p.code)
	if err != nil {
		tb.Fatal(err)
	}
	return lines
}

// AssembleWhole reads machine code.
func AssembleWhole(lines ...string) ([]gpumodel.Instruction, error) {
	c, err := assemble(lines)
	var all []gpumodel.Instruction
	for _, s := range c.steps {
		all = append(all, s.in)
	}
	return all, err
}
