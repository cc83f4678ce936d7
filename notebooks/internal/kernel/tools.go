package kernel

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"lanebook/notebooks/internal/atomicfile"
)

// The two programs, pinned as tools in go.mod, that a kernel needs.
const (
	gonbPackage      = "github.com/janpfeifer/gonb"
	gonbModule       = "github.com/janpfeifer/gonb"
	goimportsPackage = "golang.org/x/tools/cmd/goimports"
	goimportsModule  = "golang.org/x/tools"
)

// Tools are the programs that a kernel needs, built or about to be.
type Tools struct {
	Root      string            // the module that pins them
	Dir       string            // holds gonb and goimports; its name follows from what they are built from
	Versions  map[string]string // "go", "gonb" and "goimports"
	goflags   string            // GOFLAGS for the kernel and the cells it builds
	buildLine string            // what Build says while it builds
}

// FindTools says which versions the module at root pins and where they are kept,
// without building them.
func FindTools(ctx context.Context, root string) (Tools, error) {
	if strings.Contains(root, ",") {
		return Tools{}, fmt.Errorf("the folder %s has a comma in its path, where the kernel would cut it in two: move or rename it", root)
	}
	env, err := goOutput(ctx, root, "env", "GOVERSION", "GOFLAGS")
	if err != nil {
		return Tools{}, err
	}
	version, goflags, _ := strings.Cut(env, "\n")
	list, err := goOutput(ctx, root, "list", "-m", "-f", "{{.Version}}", gonbModule, goimportsModule)
	if err != nil {
		return Tools{}, fmt.Errorf("go.mod: the kernel's tools are not pinned: %w", err)
	}
	gonb, goimports, _ := strings.Cut(strings.TrimSpace(list), "\n")
	cache, err := os.UserCacheDir()
	if err != nil {
		return Tools{}, fmt.Errorf("no folder to keep the kernel in: %w", err)
	}
	built := strings.Join([]string{version, runtime.GOOS, runtime.GOARCH, gonb, goimports}, " ")
	sum := sha256.Sum256([]byte(built))
	return Tools{
		Root:      root,
		Dir:       filepath.Join(cache, "lanebook", "tools-"+hex.EncodeToString(sum[:6])),
		Versions:  map[string]string{"go": version, "gonb": gonb, "goimports": goimports},
		goflags:   cellFlags(goflags),
		buildLine: fmt.Sprintf("building the kernel: gonb %s, goimports %s", gonb, goimports),
	}, nil
}

// Build makes sure that both programs are there and whole. When it has to build
// them, which takes seconds, it says so first.
func (t Tools) Build(ctx context.Context, say func(string)) error {
	if t.whole() {
		return nil
	}
	say(t.buildLine)
	parent := filepath.Dir(t.Dir)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	tmp, release, err := atomicfile.TempDir(parent, "building-")
	if err != nil {
		return err
	}
	defer release()
	if _, err := goOutput(ctx, t.Root, "build", "-o", tmp+string(filepath.Separator), gonbPackage, goimportsPackage); err != nil {
		return fmt.Errorf("building the kernel: %w", err)
	}
	if err := os.MkdirAll(t.Dir, 0o755); err != nil {
		return err
	}
	for _, name := range []string{"gonb", "goimports"} {
		sum, err := hashFile(filepath.Join(tmp, name))
		if err != nil {
			return err
		}
		if err := os.Rename(filepath.Join(tmp, name), filepath.Join(t.Dir, name)); err != nil {
			return err
		}
		if err := atomicfile.Write(t.sumFile(name), sum); err != nil {
			return err
		}
	}
	return t.check()
}

// sumFile keeps the hash of a program as it was built: a machine that loses power may
// keep a part of what was written.
func (t Tools) sumFile(name string) string { return filepath.Join(t.Dir, name+".sha256") }

// whole reports whether both programs are as they were built.
func (t Tools) whole() bool {
	for _, name := range []string{"gonb", "goimports"} {
		want, err := os.ReadFile(t.sumFile(name))
		if err != nil {
			return false
		}
		got, err := hashFile(filepath.Join(t.Dir, name))
		if err != nil || !bytes.Equal(got, want) {
			return false
		}
	}
	return t.check() == nil
}

func hashFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	return hex.AppendEncode(nil, sum.Sum(nil)), err
}

// Command is the kernel's command line. Its cells import the packages of the
// module at Root.
func (t Tools) Command(connectionFile string) []string {
	return []string{filepath.Join(t.Dir, "gonb"), "--kernel", connectionFile, "-go_work=" + t.Root}
}

// check names the first program that is missing.
func (t Tools) check() error {
	for _, name := range []string{"gonb", "goimports"} {
		info, err := os.Stat(filepath.Join(t.Dir, name))
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode()&0o111 == 0 {
			return fmt.Errorf("%s is missing: there is no such program in %s", name, t.Dir)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// Env is what a kernel's environment sets, by name: our goimports comes first
// in PATH, cells are linked without debugging information, which halves the
// time of a cell, and no workspace of the reader's gets in the way.
func (t Tools) Env() map[string]string {
	return map[string]string{
		"PATH":    t.Dir + string(os.PathListSeparator) + os.Getenv("PATH"),
		"GOFLAGS": t.goflags,
		"GOWORK":  "",
	}
}

// goflag is one entry of GOFLAGS, which may be quoted.
var goflag = regexp.MustCompile(`'[^']*'|"[^"]*"|\S+`)

// cellFlags makes GOFLAGS fit for building cells: -mod and -modfile do not go
// together with the workspace that a kernel works in.
func cellFlags(goflags string) string {
	var keep []string
	for _, flag := range goflag.FindAllString(goflags, -1) {
		name, _, _ := strings.Cut(strings.TrimLeft(flag, `'"-`), "=")
		if name != "mod" && name != "modfile" && name != "ldflags" {
			keep = append(keep, flag)
		}
	}
	return strings.Join(append(keep, "-ldflags=-s"), " ")
}

// goOutput runs the go command in dir. Its error is what the command said.
func goOutput(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if said := strings.TrimSpace(stderr.String()); said != "" {
			err = errors.New(said)
		}
		return "", fmt.Errorf("go %s: %w", args[0], err)
	}
	return stdout.String(), nil
}
