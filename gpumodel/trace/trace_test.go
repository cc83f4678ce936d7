package trace_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/trace"
)

// small is two wavefronts of CU 0 and one of CU 2, states that overlap and touch.
func small() trace.Trace {
	return trace.Trace{
		Clock: 1400 * gpumodel.MHz,
		States: []trace.State{
			{Name: "memory reference", Args: []string{"reference", "address"}},
			{Name: "compute"},
			{Name: `wait: "unit", busy`, Args: []string{"line"}},
		},
		Spans: []trace.Interval{
			{CU: 0, Slot: 0, State: 0, Start: 0, End: 410, Args: [4]int64{0, 1 << 40}},
			{CU: 0, Slot: 0, State: 1, Start: 3, End: 7},
			{CU: 0, Slot: 0, State: 1, Start: 7, End: 8},
			{CU: 0, Slot: 0, State: 0, Start: 10, End: 410, Args: [4]int64{1, -128}},
			{CU: 0, Slot: 23, State: 2, Start: 1, End: 2, Args: [4]int64{77}},
			{CU: 2, Slot: 1, State: 1, Start: 1 << 49, End: 1 << 50},
		},
	}
}

// random returns a valid trace of n spans.
func random(seed uint64, n int) trace.Trace {
	r := rand.New(rand.NewPCG(seed, 1))
	t := small()
	t.Spans = nil
	type line struct{ cu, slot, state int }
	ends := map[line]gpumodel.Cycles{}
	at := gpumodel.Cycles(0)
	for range n {
		l := line{r.IntN(3), r.IntN(24), r.IntN(3)}
		at += gpumodel.Cycles(r.IntN(20))
		s := trace.Interval{CU: l.cu, Slot: l.slot, State: l.state, Start: at, End: max(at+1+gpumodel.Cycles(r.IntN(600)), ends[l])}
		ends[l] = s.End
		for i := range t.States[l.state].Args {
			s.Args[i] = int64(r.Uint64())
		}
		t.Spans = append(t.Spans, s)
	}
	t.Sort()
	return t
}

// plain is a span with its state's name and arguments' names spelt out: what a
// reader must restore, whatever order it finds states in.
type plain struct {
	trace.Interval
	name string
	args string
}

func spelt(t trace.Trace) []plain {
	var out []plain
	for _, s := range t.Spans {
		p := plain{s, t.States[s.State].Name, strings.Join(t.States[s.State].Args, " ")}
		p.State = 0
		out = append(out, p)
	}
	return out
}

type format struct {
	name  string
	write func(io.Writer, trace.Trace) error
	read  func(io.Reader) (trace.Trace, error)
}

var formats = []format{
	{"CSV", trace.WriteCSV, trace.ReadCSV},
	{"CLOG-2", trace.WriteCLOG2, trace.ReadCLOG2},
}

func written(t testing.TB, f format, tr trace.Trace) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.write(&b, tr); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRoundTrip(t *testing.T) {
	for _, f := range formats {
		for _, tr := range []trace.Trace{small(), random(1, 5000), {Clock: 1e3}} {
			file := written(t, f, tr)
			back, err := f.read(bytes.NewReader(file))
			if err != nil {
				t.Fatalf("%s: %v", f.name, err)
			}
			if back.Clock != tr.Clock || !reflect.DeepEqual(spelt(back), spelt(tr)) {
				t.Errorf("%s: %d spans come back as others", f.name, len(tr.Spans))
			}
			if again := written(t, f, tr); !bytes.Equal(again, file) {
				t.Errorf("%s: the same trace gives two files", f.name)
			}
		}
	}
}

func TestCSVText(t *testing.T) {
	want := `# clock_hz=1400000000
cu,slot,state,start_cycle,end_cycle,arguments
0,0,memory reference,0,410,reference=0 address=1099511627776
0,0,compute,3,7,
`
	got := string(written(t, formats[0], small()))
	if !strings.HasPrefix(got, want) {
		t.Errorf("CSV is\n%s\nwant it to begin\n%s", got, want)
	}
}

// TestCLOG2Layout checks the file against the layout's own numbers.
func TestCLOG2Layout(t *testing.T) {
	b := written(t, formats[1], random(2, 3000))
	table := strings.Split(string(b[:1024]), "commtable_fptr=\x00")[1]
	f := strings.Split(table, "\x00")
	hi, _ := strconv.Atoi(f[0])
	lo, _ := strconv.Atoi(f[2])
	if at := hi<<30 + lo; f[1] != "1073741824" || at != len(b)-44 || (at-1024)%65536 != 0 {
		t.Errorf("communicator table at %q, want it 44 bytes before the end at %d, after whole blocks", f[:3], len(b))
	}
	if blocks := (len(b) - 1024) / 65536; blocks != 4 { // 3000 spans: a third of 32 + 32 bytes, two thirds with arguments of 64 + 32: 256 kB
		t.Errorf("%d blocks, want 4 for 3000 spans", blocks)
	}
	if string(b[:10]) != "CLOG-02.44" || !bytes.Contains(b[:200], []byte("is_big_endian=\x00TRUE \x00")) {
		t.Errorf("file begins %q", b[:60])
	}
}

func TestChrome(t *testing.T) {
	var b bytes.Buffer
	if err := trace.WriteChrome(&b, small()); err != nil {
		t.Fatal(err)
	}
	var file struct {
		TraceEvents []struct {
			Ph, Name string
			Pid, Tid int
			Ts, Dur  float64
			Args     map[string]any
		}
	}
	if err := json.Unmarshal(b.Bytes(), &file); err != nil {
		t.Fatalf("%v in\n%s", err, &b)
	}
	if n := len(file.TraceEvents); n != 6+2+3 { // spans, CUs, slots
		t.Fatalf("%d events, want 11", n)
	}
	first := file.TraceEvents[2]
	if first.Ph != "X" || first.Name != "memory reference" || first.Dur != 0.292857 || first.Args["address"] != float64(1<<40) {
		t.Errorf("first span is %+v, want 410 cycles of 1.4 GHz = 0.292857 µs", first)
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(*trace.Trace)
		want string
	}{
		{"clock", func(t *trace.Trace) { t.Clock = 1500 }, "whole number of kHz"},
		{"name", func(t *trace.Trace) { t.States[1].Name = "compute\n" }, "printable ASCII"},
		{"same name", func(t *trace.Trace) { t.States[1].Name = "memory reference" }, "no other state"},
		{"arguments", func(t *trace.Trace) { t.States[0].Args = []string{"a=b"} }, "letters and digits"},
		{"state", func(t *trace.Trace) { t.Spans[0].State = 3 }, "index of the 3 states"},
		{"empty", func(t *trace.Trace) { t.Spans[1].End = 3 }, "more than Start"},
		{"overtakes", func(t *trace.Trace) { t.Spans[3].End = 409 }, "end of an earlier span"},
		{"no such argument", func(t *trace.Trace) { t.Spans[1].Args[0] = 1 }, "no such argument"},
		{"rank", func(t *trace.Trace) { t.Spans[1].CU = -1 }, "CU = -1"},
	} {
		tr := small()
		c.do(&tr)
		err := tr.Validate()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.name, err, c.want)
		}
		for _, f := range formats {
			if err := f.write(io.Discard, tr); err == nil {
				t.Errorf("%s: %s was written", c.name, f.name)
			}
		}
	}
}

// TestFromTimelines runs two wavefronts on a CU and checks that every cycle of
// their lives is in the trace once.
func TestFromTimelines(t *testing.T) {
	d := gpu.GTX480()
	load := gpumodel.Instruction{Kind: gpumodel.Global, Dst: 1, Lanes: gpumodel.AllLanes(32), Access: gpumodel.Stride(4, 32, 0, 4)}
	use := gpumodel.Instruction{Kind: gpumodel.FP32, Dst: 2, Src: gpumodel.Sources{1}, Lanes: gpumodel.AllLanes(32), Line: 9}
	launch := gpumodel.Program{Body: []gpumodel.Instruction{load, use}, Times: 3}.Workload(2, 2)
	launch.Record = 1000
	tl, err := d.Run(launch)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := trace.FromTimelines(tl, tl)
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.Validate(); err != nil {
		t.Fatal(err)
	}
	var life, memory, spans, references gpumodel.Cycles
	for _, w := range tl.Wavefronts {
		life += 2 * (w.End - w.Start)
		memory += 2 * (w.Stalls[gpumodel.StallMemory] + 3) // three loads issue
	}
	for _, s := range tr.Spans {
		spans += s.End - s.Start
		if s.State == 0 {
			references += s.End - s.Start
		}
	}
	if spans != life || references != memory {
		t.Errorf("spans of %d cycles, %d of them memory references, want %d and %d", spans, references, life, memory)
	}
	if _, err := trace.FromTimelines(gpumodel.Timeline{Device: d, Dropped: 1}); err == nil {
		t.Error("a timeline with dropped records gives no error")
	}
}

// TestConverter gives a file to MPE's own tool, when the environment says where
// its jar lies: LANEBOOK_CLOG2=…/clog2TOslog2.jar or …/clog2print.jar.
func TestConverter(t *testing.T) {
	jar := os.Getenv("LANEBOOK_CLOG2")
	if jar == "" {
		t.Skip("LANEBOOK_CLOG2 does not name clog2TOslog2.jar or clog2print.jar: MPE's converter not run")
	}
	tr := random(5, 20000)
	file := filepath.Join(t.TempDir(), "trace.clog2")
	if err := os.WriteFile(file, written(t, formats[1], tr), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("java", "-jar", jar, file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text := string(out)
	if len(text) > 2000 {
		text = text[:1000] + "\n…\n" + text[len(text)-1000:]
	}
	t.Log(text)
	if strings.Contains(jar, "clog2TOslog2") {
		if !regexp.MustCompile(`Number of Drawables\s*=\s*20000\b`).Match(out) || !regexp.MustCompile(`Number of Unmatched Events\s*=\s*0\b`).Match(out) {
			t.Error("want 20000 drawables and no unmatched event")
		}
	} else if n := bytes.Count(out, []byte("RecDefState[")); n != 3 || !bytes.Contains(out, []byte("End Of File")) {
		t.Errorf("%d definitions of states, want 3, and the end of the file", n)
	}
}
