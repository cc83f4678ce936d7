package execute

import (
	"testing"

	"lanebook/notebooks/internal/kernel"
	"lanebook/notebooks/internal/nb"
)

// TestPlaces: a checkout may lie anywhere, also where its path is part of a word.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		root, text string
		found      bool
	}{
		{"/lanebook", "read /lanebook/go.mod", true},
		{"/lanebook", "/lanebook", true},
		{"/lanebook", "\"file:///lanebook/site\"", true},
		{"/lanebook", "GOROOT=/lanebook:/bin", true},
		{"/lanebook", "it lies in /lanebook.", true},
		{"/lanebook", "github.com/me/lanebook/charts", false},
		{"/lanebook", "/lanebooks and /lanebook-2 and /lanebook.old", false},
		{"/lanebook", "../lanebook", false},
		{"/go", "//go:build linux", false},
		{"/go", "https://go.dev/go", false},
		{"/mnt", "png;base64,iVBORw0KGgo+/mnt+/A==", false},
		{"/text", "<svg><text>32</text></svg>", false},
		{"/home/me/lanebook", "/home/me/lanebook/notebooks", true},
		{"/", "a / b, /etc", false},
	} {
		r := &run{Options: Options{Tools: kernel.Tools{Root: c.root}}, kernel: &kernel.Kernel{}, cells: []*nb.Cell{{Source: "x"}}}
		err := r.checkPortable(1, []*nb.Output{{Type: nb.Stream, Text: c.text}})
		if (err != nil) != c.found {
			t.Errorf("a checkout at %s, a cell says %q: error is %v, want one: %v", c.root, c.text, err, c.found)
		}
	}
}

// TestCellsThatLookLikeFailures runs cells that print what the kernel prints when a
// cell fails, or wait for something else than input.
func TestCellsThatLookLikeFailures(t *testing.T) {
	t.Parallel()
	book := notebook(setup,
		"%%\nfmt.Fprintln(os.Stderr, \"exit status 7\")",
		"%%\nfmt.Fprintln(os.Stderr, `\"%nonsense\" unknown or not implemented yet.`)",
		"%%\nfmt.Fprint(os.Stderr, \"panic: not at all\\n\\ngoroutine 1 [running]:\\n\")",
		"%%\nfmt.Fprintln(os.Stderr, \"signal: killed\")",
		"!echo exit status 7",
		"!sleep 2 | cat",
		"%%\nlog.Print(\"GoNB Error: no\")\nfmt.Fprint(os.Stderr, \"GoNB Error:\\nno\\n\")",
		"%%\nlog.Print(\"failed to write to pipe\")\nfmt.Fprintln(os.Stderr, \"failed to write to GoNB pipe \\\"x\\\", pipes closed\")",
		"!echo exit status 7 >&2",
		"!go run /no/such.go || echo signal: killed >&2",
		"%%bash\necho exit status 7 >&2",
		"%%sh\necho exit status 7 >&2\necho done >&2",
		"!true\n%%\nfmt.Fprintln(os.Stderr, \"exit status 7\")",
		"import \"golang.org/x/sys/unix\"\n%%\nr, _, _ := os.Pipe()\nunix.Poll([]unix.PollFd{{Events: unix.POLLIN}, {Fd: int32(r.Fd()), Events: unix.POLLIN}}, 2200)",
		"%%\nunix.Select(0, nil, nil, nil, &unix.Timeval{Sec: 2, Usec: 200_000})",
		"%%\nfmt.Println(`\\ufffd and \uFFFD and \\x00`)")
	if _, err := Run(t.Context(), "x.ipynb", book, options(t)); err != nil {
		t.Error(err)
	}
}
