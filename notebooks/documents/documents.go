// Package documents holds what the five documents that the notebooks retell say: each
// one's claims, experiments and figures are in a package of its own.
package documents

import (
	"slices"

	"lanebook/notebooks/documents/dgemm"
	"lanebook/notebooks/documents/fft"
	"lanebook/notebooks/documents/issue"
	"lanebook/notebooks/documents/lds"
	"lanebook/notebooks/documents/ledger"
	"lanebook/notebooks/documents/tracing"
)

// Document is one of the documents, with its claims.
type Document struct {
	ID     string // "D1": its claims' IDs begin with it
	Title  string
	Claims func() []ledger.Claim
}

// All returns the documents in order.
func All() []Document {
	return []Document{
		{"D1", "GCN's local data share", lds.Claims},
		{"D2", "Issuing instructions on Kepler", issue.Claims},
		{"D3", "Matrix multiplication on GPUs and GRAPE-DR", dgemm.Claims},
		{"D4", "Tracing memory references in CUDA programs", tracing.Claims},
		{"D5", "FFT, memory stride and bank conflicts", fft.Claims},
	}
}

// Claims returns every claim of every document, in order.
func Claims() []ledger.Claim {
	var all []ledger.Claim
	for _, d := range All() {
		all = slices.Concat(all, d.Claims())
	}
	return all
}
