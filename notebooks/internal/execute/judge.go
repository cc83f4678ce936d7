package execute

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"lanebook/notebooks/internal/kernel"
)

// judge decides whether cell n succeeded, and if not, why and where. The kernel
// tells it in four ways: compiler errors as HTML, panics and exits on stderr,
// lost outputs and failed commands on stderr with status ok.
func (r *run) judge(n int, reply *kernel.Reply) error {
	var html, stdout, stderr string
	for _, out := range reply.Outputs {
		switch {
		case out.Name == "stderr":
			stderr += out.Text
		case out.Name == "stdout":
			stdout += out.Text
		default:
			text, _ := out.Content("text/html")
			html += text
		}
	}
	stderr = kernel.Plain(stderr)
	if reply.OK {
		return r.judgeOK(n, stderr, reply)
	}
	stderr = r.hideDirs(stderr)
	if kind, message := panicMessage(stderr); kind != "" {
		return r.fail(kind, r.frame(n, message, stderr))
	}
	if strings.HasPrefix(reply.EValue, "exit status") || strings.HasPrefix(reply.EValue, "signal:") {
		message := reply.EValue
		said := traceMark.ReplaceAllString(lastLine(strings.TrimSuffix(strings.TrimSpace(stderr), reply.EValue)), "")
		if said == "" {
			said = lastLine(stdout)
		}
		if said != "" {
			message += ": " + said
		}
		return r.fail(Exited, r.frame(n, message, stderr))
	}
	if faults := compileFaults(n, r.hideDirs(html)); len(faults) > 0 {
		return r.fail(Compile, faults...)
	}
	if message := r.packageFault(html); message != "" {
		return r.fail(Compile, Fault{Cell: n, Message: message})
	}
	return r.fail(BadCommand, Fault{Cell: n, Message: r.hideDirs(kernel.Plain(reply.EValue))})
}

// judgeOK finds the failures that leave a cell's status ok. What the cell itself writes
// to stderr is none, even in the kernel's words.
func (r *run) judgeOK(n int, stderr string, reply *kernel.Reply) error {
	// GoNB's package in the cell's program tells of its end of a pipe, by the name that the kernel made.
	broken := regexp.MustCompile(`(?m)^failed to (?:write to|read from) GoNB pipe "` + regexp.QuoteMeta(r.kernel.Dir()) + `/tmp/gonb_pipe_\d+", pipes closed$`)
	if lost := cmp.Or(broken.FindString(stderr), reply.Lost); lost != "" {
		return r.fail(LostPipe, Fault{Cell: n, Message: "an output was lost: " + r.hideDirs(lost)})
	}
	script := scriptCell.MatchString(r.cells[n-1].Source)
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		switch {
		case !commandFault.MatchString(line):
		case line[0] == '"' || reply.CommandFailed || script && line == lastLine(stderr):
			if at, has := commandLine(r.cells[n-1].Source, line); has {
				return r.fail(BadCommand, Fault{Cell: n, Line: at, Message: line})
			}
		}
	}
	return nil
}

// commandLine finds the line of a command that the kernel complains of: by its
// name, or one that runs a program. Without any, the cell's own Go has written
// that. Line 0 means that it is not clear which of several it is.
func commandLine(source, complaint string) (at int, has bool) {
	for i, line := range strings.Split(source, "\n") {
		line = strings.TrimPrefix(line, "//gonb:")
		name, _, _ := strings.Cut(line, " ")
		runs := strings.HasPrefix(line, "!") || i == 0 && (name == "%%bash" || name == "%%sh" || name == "%%script")
		if complaint[0] == '"' && strings.HasPrefix(complaint, `"`+name+`"`) || complaint[0] != '"' && runs {
			if has {
				return 0, true
			}
			at, has = i+1, true
		}
	}
	return at, has
}

var (
	scriptCell = regexp.MustCompile(`^(?://gonb:)?%%(?:sh|script)\b`) // its command is not for bash
	// "unknown or not implemented yet" is what GoNB says of a command that it does not have.
	commandFault = regexp.MustCompile(`^(exit status \d+|signal: .*|"%.*" unknown or not implemented yet\.)$`)
	compilerLine = regexp.MustCompile(`(?s)<span class="gonb-cell-line-info">Cell(?:\[(\d+)\]:)? Line (\d+)</span> <span class="gonb-err-location">[^<]*</span></span>(.*?)<div class="gonb-err-context">`)
	reportLine   = regexp.MustCompile(`<div style="white-space: pre-wrap;">([^<]+)</div>`)
	panicLine    = regexp.MustCompile(`(?ms)^(?:panic|fatal error): (.*?)(?:\n\n|\z)`)
	traceMark    = regexp.MustCompile(`\s*\[\[ Cell \[\d+\] Line \d+ \]\] \S+main\.go:\d+:?\s*`)
	traceLine    = regexp.MustCompile(`(?:\[\[ Cell \[(\d+)\] Line (\d+) \]\] )?(\S*main\.go):(\d+)`)
)

// hideDirs shortens paths of the kernel's folder to what tells a reader something.
func (r *run) hideDirs(text string) string {
	return strings.ReplaceAll(text, r.kernel.Dir()+"/tmp/", "")
}

// compileFaults finds the compiler's messages in the kernel's HTML report.
func compileFaults(n int, html string) []Fault {
	const most = 10 // as many as the compiler prints
	var faults []Fault
	for _, m := range compilerLine.FindAllStringSubmatch(html, most) {
		f := Fault{Cell: n, Message: strings.TrimSpace(m[3])}
		if m[1] != "" {
			f.Cell, _ = strconv.Atoi(m[1]) // digits: cannot fail
		}
		f.Line, _ = strconv.Atoi(m[2])
		faults = append(faults, f)
	}
	return faults
}

// packageFault is what the compiler says about a package that a cell imports,
// with the names of files as they are in the repository.
func (r *run) packageFault(html string) string {
	var lines []string
	for _, m := range reportLine.FindAllStringSubmatch(html, -1) {
		line := strings.TrimSpace(m[1])
		if path, rest, ok := strings.Cut(line, ".go:"); ok {
			if !filepath.IsAbs(path) { // then it begins in the folder of the cell's program
				path = filepath.Join(r.kernel.Dir(), "tmp", "program", path)
			}
			if inside, err := filepath.Rel(r.Tools.Root, path); err == nil {
				path = inside
			}
			line = path + ".go:" + rest
		} else if name, ok := strings.CutPrefix(line, "# "); ok {
			line = "package " + name + " does not compile:"
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// panicMessage is what a panic said, if there was one.
func panicMessage(stderr string) (Kind, string) {
	m := panicLine.FindStringSubmatch(stderr)
	if m == nil || !strings.Contains(stderr, "goroutine ") {
		return "", ""
	}
	return Panicked, "panic: " + strings.TrimSpace(m[1])
}

// frame places a failure of cell n at the first line of a cell that stderr names.
// In a panic's trace that is the innermost; it may be in a function that an
// earlier cell declares. A package that ends the program can name its caller's
// file and line on stderr: the kernel adds the cell's to it.
func (r *run) frame(n int, message, stderr string) Fault {
	f := Fault{Cell: n, Message: message}
	m := traceLine.FindStringSubmatch(stderr)
	switch {
	case m == nil:
		return f
	case m[1] == "":
		line, _ := strconv.Atoi(m[4]) // digits: cannot fail
		f.Cell, f.Line = r.lookUp(n, m[3], line)
	default:
		f.Cell, _ = strconv.Atoi(m[1])
		f.Line, _ = strconv.Atoi(m[2])
	}
	if f.Cell != n {
		f.Message += fmt.Sprintf(" (called by cell %d)", n)
	}
	return f
}

// lookUp finds the cell and line that a line of cell n's program was made from, by
// its text. The kernel marks such lines itself, but piece by piece as the program
// writes, and misses a place that two pieces share.
func (r *run) lookUp(n int, program string, line int) (cell, cellLine int) {
	source, err := os.ReadFile(filepath.Join(r.kernel.Dir(), "tmp", program))
	lines := strings.Split(string(source), "\n")
	if err != nil || line < 1 || line > len(lines) {
		return n, 0
	}
	text := strings.TrimSpace(lines[line-1])
	for cell := n; cell >= 1; cell-- {
		found := 0
		for i, l := range strings.Split(r.cells[cell-1].Source, "\n") {
			if strings.TrimSpace(l) != text {
				continue
			}
			if found > 0 {
				return n, 0 // not clear which
			}
			found = i + 1
		}
		if found > 0 {
			return cell, found
		}
	}
	return n, 0
}

// lastLine is the last line of text that is not blank.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
