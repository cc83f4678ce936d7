// Notebooks executes Lanebook's notebooks, checks their claims and publishes
// them as a static site. From anywhere in the repository:
//
//	go run ./notebooks [flags] [notebook ...]
//
// Without flags it executes every notebook whose outputs no longer belong to
// what they were made from, checks every claim, and writes the site to ./site.
// In a fresh clone it first publishes the outputs that were committed, where
// their seals say that this code gave them; then it executes all and says
// whether the outputs are the same.
// Names of notebooks ("01-lds-banks", with or without .ipynb) limit what is
// executed. The first run builds the pinned kernel, GoNB; nothing but the Go
// toolchain is needed.
//
// The flags:
//
//	-fast      end once the outputs whose seals hold are published: only what has none
//	           that holds is executed
//	-serve     afterwards serve the site on this machine, until interrupted
//	-addr      where to serve (default 127.0.0.1:8765, or a free port if taken)
//	-export    afterwards write each notebook's page as one file, site/export/NAME.html:
//	           pictures, live charts and sliders in it, to mail or to keep
//	-pdf       afterwards print the notebooks that are named, or all and the whole book,
//	           into site/export/, with the Chromium of this machine; that folder goes
//	           with the site when another takes its place
//	-figures   only write a sheet of all figures that the notebooks' outputs hold into
//	           this folder, as they are drawn now, pictures beside live charts
//	-status    only say which notebooks are stale, and why
//	-check     execute every notebook and compare with the outputs it has; a
//	           difference is shown and is an error; no file is changed
//	-source    only print the cells of notebooks, given by their paths, without
//	           outputs; git compares those if told so, see .gitattributes
//	-install   install the kernel "Lanebook (Go)" for JupyterLab and VS Code; its
//	           cells import what this folder's module does
//	-new DIR   make the folder DIR, outside this one, for notes of your own
//	-timeout   how long one cell may run (default 5m)
//	-jobs      how many notebooks to execute at once (default: one per CPU)
//
// Machine code of one's own is read with
//
//	go run ./notebooks sass [flags] FILE
//
// which says what each loop of a listing by cuobjdump -sass costs on an H200's SM, or with
// -grid what a launch of one of its kernels takes on the whole GPU.
//
// A failing cell is reported as "01-lds-banks.ipynb cell 7 line 3: message".
// Cells are numbered as the [7] beside them is. Its notebook and the site stay
// as they were, and the exit status is 1.
//
// A folder of one's own notes, made with -new, is a module that requires this one,
// where it is. It is executed and published, without the claims, by the same
// command under its full name, which takes the same flags:
//
//	cd DIR
//	go run lanebook/notebooks
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"time"

	"lanebook/notebooks/internal/pdf"
	"lanebook/notebooks/internal/serve/loopback"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	err := run(ctx, ".", os.Args[1:], os.Stdout, os.Stderr)
	stop()
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
	case errors.Is(err, errUsage):
		if unsaid := (misuse{}); errors.As(err, &unsaid) {
			fmt.Fprintln(os.Stderr, unsaid)
		}
		os.Exit(2)
	default:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// errUsage is for a command line that the flag package has complained about.
var errUsage = errors.New("wrong usage")

// misuse is what else is wrong with a command line, and nobody has said yet.
type misuse struct{ error }

// Is makes it one of errUsage's kind.
func (misuse) Is(target error) bool { return target == errUsage }

// errInterrupted is for work that a signal ended, whatever step of it has failed then.
var errInterrupted = errors.New("interrupted: what was not finished is as it was")

// run is the program, in the working directory dir.
func run(ctx context.Context, dir string, args []string, stdout, stderr io.Writer) (err error) {
	defer func() {
		if err != nil && ctx.Err() != nil {
			err = errInterrupted
		}
	}()
	if len(args) > 0 && args[0] == "sass" {
		return sassCommand(ctx, args[1:], os.Stdin, stdout, stderr)
	}
	began := time.Now()
	o, err := parse(args, stderr)
	switch {
	case err != nil:
		return err
	case o.source:
		return printSource(stdout, o.names)
	case o.notes != "":
		return makeNotes(ctx, dir, o.notes, stdout)
	}
	p, err := openProject(dir, o.names)
	if err != nil {
		return err
	}
	p.began, p.timeout, p.jobs, p.stdout = began, o.timeout, o.jobs, stdout
	defer func() { err = errors.Join(err, p.unsaid) }()
	switch {
	case o.install:
		return p.install(ctx)
	case o.figures != "":
		return p.sheet(o.figures)
	case o.status:
		return p.status(ctx)
	case o.check:
		return p.check(ctx)
	}
	return p.work(ctx, o)
}

// options are what the flags say, and the names after them.
type options struct {
	serve, export, pdf, fast, status, check, source, install bool
	addr, figures, notes                                     string
	timeout                                                  time.Duration
	jobs                                                     int
	names                                                    []string
}

// parse reads the command line. What is wrong with it, or asked about it, is said to stderr.
func parse(args []string, stderr io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("notebooks", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.BoolVar(&o.serve, "serve", false, "afterwards serve the site on this machine, until interrupted")
	flags.StringVar(&o.addr, "addr", "", "loopback `address` to serve on (default 127.0.0.1:8765, or a free port if taken)")
	flags.BoolVar(&o.export, "export", false, "afterwards write each notebook's page as one file, site/export/NAME.html")
	flags.BoolVar(&o.pdf, "pdf", false, "afterwards print the named notebooks, or all and the whole book, as site/export/NAME.pdf")
	flags.StringVar(&o.figures, "figures", "", "only write a sheet of all figures, as they are drawn now, into this `folder`")
	flags.BoolVar(&o.fast, "fast", false, "publish outputs that bear a seal that holds, and do not execute them here")
	flags.BoolVar(&o.status, "status", false, "only say which notebooks are stale, and why")
	flags.BoolVar(&o.check, "check", false, "execute every notebook and compare with the outputs it has; change no file")
	flags.BoolVar(&o.source, "source", false, "only print the cells of the notebooks at these paths, without outputs")
	flags.StringVar(&o.notes, "new", "", "make the `folder`, outside this one, for notes of your own")
	flags.BoolVar(&o.install, "install", false, "install the kernel \"Lanebook (Go)\" for JupyterLab and VS Code")
	flags.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "how many notebooks to execute at once")
	o.timeout = 5 * time.Minute
	flags.Func("timeout", "how `long` one cell may run (default 5m)", func(s string) (err error) {
		o.timeout, err = time.ParseDuration(s)
		if _, bare := strconv.ParseFloat(s, 64); err != nil && bare == nil {
			return fmt.Errorf("want %ss", s)
		} else if err != nil {
			return errors.New("want a time such as 90s or 2m")
		}
		return nil
	})
	flags.Usage = func() {
		fmt.Fprint(stderr, "usage: go run ./notebooks [flags] [notebook ...]\n\n")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return o, err
	} else if err != nil {
		return o, errUsage
	}
	o.names = flags.Args()
	if err := contradiction(flags); err != nil {
		return o, err
	}
	if o.timeout <= 0 || o.jobs < 1 {
		return o, fmt.Errorf("-timeout is %v, -jobs is %d, want both positive", o.timeout, o.jobs)
	}
	return o, nil
}

// work executes what has to be, publishes the site, and does what else is asked for.
func (p *project) work(ctx context.Context, o options) (err error) {
	var printer pdf.Printer
	if o.pdf { // before the work, so that what is missing does not cost it
		if printer, err = pdf.Find(ctx); err != nil {
			return fmt.Errorf("-pdf: %w", err)
		}
	}
	var listener net.Listener
	if o.serve { // before the work, too
		if listener, err = loopback.Listen(o.addr); err != nil {
			return err
		}
		defer listener.Close()
	}
	if err := p.refresh(ctx, o.fast); err != nil {
		return err
	}
	if o.export {
		if err := p.export(ctx); err != nil {
			return err
		}
	}
	if o.pdf {
		if err := p.print(ctx, printer); err != nil {
			return err
		}
	}
	if !o.serve {
		return nil
	}
	return p.serve(ctx, listener)
}

// contradiction is an error if flags were given of which one leaves the other nothing
// to do.
func contradiction(flags *flag.FlagSet) error {
	only := []string{"check", "figures", "install", "new", "source", "status"}
	var given []string
	flags.Visit(func(f *flag.Flag) {
		if slices.Contains(append(only, "export", "fast", "pdf", "serve"), f.Name) && f.Value.String() != "false" {
			given = append(given, f.Name)
		}
	})
	for _, name := range []string{"figures", "new"} {
		if f := flags.Lookup(name); slices.Contains(given, name) && f.Value.String() == "" {
			return fmt.Errorf("-%s is empty, want a folder", name)
		}
	}
	i := slices.IndexFunc(given, func(name string) bool { return slices.Contains(only, name) })
	if i >= 0 && len(given) > 1 {
		return fmt.Errorf("-%s does nothing else: -%s cannot be given with it", given[i], given[(i+1)%len(given)])
	}
	return nil
}
