package silicon

import (
	"sync"
	"testing"
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

var (
	ReadTransposes = transposes
	ReadParts      = parts
	ReadFFT        = fftTimes
)

var ReadBlocking = blocking

var BlockingLoop = blockingLoop
