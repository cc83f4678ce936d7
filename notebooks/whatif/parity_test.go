package whatif_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"lanebook/notebooks/whatif"
	"lanebook/notebooks/whatif/block"
)

// node runs the program as a page opened from a folder does: the worker's script
// and the packed program. It answers a question a line with a line.
const node = `
const fs = require("fs"), path = require("path"), dir = process.argv[2], given = {};
globalThis.lanebookWhatif = { give(key, content) { given[key] = content; } };
const end = process.argv[3] ? "-" + process.argv[3] : "";
for (const name of ["whatif-worker.js", "whatif" + end + "-packed.js"]) (0, eval)(fs.readFileSync(path.join(dir, name), "utf8"));
globalThis.self = globalThis;
globalThis.postMessage = async function (m) {
	if (!m.ready) { console.error(m.failed || m); process.exit(1); }
	const lines = fs.readFileSync(path.join(dir, "questions" + end), "utf8").trimEnd().split("\n");
	for (const line of lines) {
		const q = JSON.parse(line);
		const tell = function () {};
		const reply = q.Rest ? await new Promise(function (done) { lanebookRest(q.Name, q.Lang, q.Settings, tell, done); }) : lanebookAnswer(q.Name, q.Lang, q.Settings, tell);
		fs.writeSync(1, reply + "\n");
	}
	process.exit(0);
};
(0, eval)(given.worker);
self.onmessage({ data: { start: { packed: given["packed" + end] } } });
`

// TestSameAsWebAssembly asks every definition, over its grid, natively and as
// WebAssembly: the replies are the same to the last byte, pictures and all. Unless
// LANEBOOK_FULL is 1 every sixth state is asked for, or 24th where an answer takes long.
func TestSameAsWebAssembly(t *testing.T) {
	path, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("LANEBOOK_NODE") == "required" {
			t.Fatal("no node: install Node.js")
		}
		t.Skip("THE WEBASSEMBLY PROGRAM IS NOT COMPARED: install Node.js")
	}
	files, err := block.Program()
	if err != nil {
		t.Fatal(err)
	}
	equal := map[string]int{}
	left := 0
	for program, set := range map[string]whatif.Set{"": whatif.Most(), "trace": whatif.Traces(), "count": whatif.Counts(), "launch": whatif.Launches()} {
		left += compare(t, files, path, program, set, equal)
	}
	t.Logf("%d states more are asked for with LANEBOOK_FULL=1", left)
	for _, d := range whatif.All() {
		t.Logf("%s: %d states are the same, natively and as WebAssembly", d.Name, equal[d.Name])
	}
}

// compare asks one program what its definitions answer, and counts what is equal; it returns
// how many states it left out.
func compare(t *testing.T, files map[string][]byte, path, program string, set whatif.Set, equal map[string]int) (left int) {
	type question struct {
		Name, Lang string
		Settings   []string
		Rest       bool
	}
	var questions []question
	for _, d := range set {
		if d.Program != program {
			t.Errorf("%s: program %q, want %q", d.Name, d.Program, program)
		}
		for i, s := range whatif.States(d) {
			if !whatif.Longest && (i%6 != 0 || d.Long && i%24 != 0) {
				left++
				continue
			}
			questions = append(questions, question{d.Name, []string{"en", "ja"}[len(questions)%2], append([]string{}, s...), false})
		}
		for _, s := range map[string][][]string{"transpose": {{"device=gtx480", "tile=16"}, {"tile=4", "element=4"}}, "machine-code": {{"kernel=3", "stride=32"}, {"wavefronts=7"}}}[d.Name] {
			questions = append(questions, question{d.Name, []string{"en", "ja"}[len(questions)%2], s, true})
		}
	}
	var lines bytes.Buffer
	for _, q := range questions {
		line, _ := json.Marshal(q)
		lines.Write(append(line, '\n'))
	}
	end := ""
	if program != "" {
		end = "-" + program
	}
	files["questions"+end], files["run.cjs"] = lines.Bytes(), []byte(node)
	dir := t.TempDir()
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(path, filepath.Join(dir, "run.cjs"), dir, program)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	replies := bufio.NewScanner(bytes.NewReader(out))
	replies.Buffer(nil, 1<<24)
	for i, q := range questions {
		if !replies.Scan() {
			t.Fatalf("%d replies for %d questions", i, len(questions))
		}
		want := whatif.Answer(q.Name, q.Lang, q.Settings...).JSON()
		if q.Rest {
			want = whatif.Watch(nil, nil, q.Name, q.Lang, q.Settings...).JSON()
		}
		if replies.Text() != want {
			t.Errorf("%+v:\nWebAssembly %.300s\nnatively    %.300s", q, replies.Text(), want)
			continue
		}
		equal[q.Name]++
	}
	return left
}
