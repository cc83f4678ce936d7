package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progress shows how far the notebooks are: a bar for each on a terminal, a
// line at the beginning and the end of each elsewhere.
type progress struct {
	books []*book
	bars  []*mpb.Bar // nil where out is not a terminal
	all   *mpb.Progress
	mu    sync.Mutex  // guards what follows
	start []time.Time // of each; zero while it waits for its turn
	shown []string    // of each: what the cell under way says of its progress
	out   io.Writer   // which the lines share
}

func newProgress(out io.Writer, books []*book) *progress {
	p := &progress{books: books, start: make([]time.Time, len(books)), shown: make([]string, len(books)), out: out}
	if !isTerminal(out) {
		return p
	}
	width := 0
	for _, b := range books {
		width = max(width, len(b.name()))
	}
	p.all = mpb.New(mpb.WithOutput(out), mpb.WithWidth(80))
	for i, b := range books {
		bar := p.all.AddBar(0, // a bar with a total would be complete before the outputs are kept
			mpb.PrependDecorators(decor.Name(fmt.Sprintf("%-*s ", width, b.name()))),
			mpb.AppendDecorators(
				decor.CountersNoUnit(" %d/%d cells "),
				decor.Any(func(s decor.Statistics) string { return p.state(i, s.Completed, s.Aborted) })))
		bar.SetTotal(int64(len(b.nb.Running())), false)
		p.bars = append(p.bars, bar)
	}
	return p
}

// state is what a bar says of notebook i.
func (p *progress) state(i int, completed, aborted bool) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch waiting := p.start[i].IsZero(); {
	case completed:
		return "done, " + p.books[i].news()
	case aborted && waiting:
		return "not executed"
	case aborted:
		return "FAILED"
	case waiting:
		return "waiting"
	}
	return strings.TrimRight(time.Since(p.start[i]).Truncate(time.Second).String()+" "+p.shown[i], " ")
}

func isTerminal(out io.Writer) bool {
	file, ok := out.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// at says that notebook i has done some of its cells.
func (p *progress) at(i, done, cells int) {
	p.says(i, "")
	if done == 0 {
		p.mu.Lock()
		p.start[i] = time.Now()
		p.mu.Unlock()
	}
	if p.bars != nil {
		p.bars[i].SetCurrent(int64(done))
	} else if done == 0 {
		p.line("%s: executing %d cells (%s)", p.books[i].name(), cells, reason(p.books[i].why))
	}
}

// says notes what the cell under way in notebook i says of its progress: a line that is short.
func (p *progress) says(i int, text string) {
	if len(text) > 40 || strings.Contains(text, "\n") {
		text = ""
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown[i] = text
}

// news says of a notebook that was executed whether it is as it was.
func (b *book) news() string {
	if b.same {
		return "outputs as before"
	}
	return "new outputs"
}

// as notes whether notebook i has the outputs that it had.
func (p *progress) as(i int, same bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.books[i].same = same
}

// end says that notebook i is finished. What went wrong is told later, after
// the bars.
func (p *progress) end(i int, err error) {
	switch {
	case p.bars != nil && err != nil:
		p.bars[i].Abort(false)
	case p.bars != nil:
		p.bars[i].SetTotal(-1, true) // complete, also when it has no cells
	case err != nil:
		p.line("%s: FAILED", p.books[i].name())
	default:
		p.line("%s: done in %.1f s, %s", p.books[i].name(), time.Since(p.start[i]).Seconds(), p.books[i].news())
	}
}

func (p *progress) line(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(p.out, format+"\n", args...)
}

// wait lets the bars draw their last state.
func (p *progress) wait() {
	if p.all == nil {
		return
	}
	for _, bar := range p.bars { // those that never began would be waited for
		bar.Abort(false)
	}
	p.all.Wait()
}

// reason names a few of the reasons why a notebook is stale.
func reason(why []string) string {
	const most = 3
	if len(why) > most+1 {
		return fmt.Sprintf("%s and %d more", strings.Join(why[:most], ", "), len(why)-most)
	}
	return strings.Join(why, ", ")
}
