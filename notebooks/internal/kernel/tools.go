package kernel

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
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
	gopls     string            // the folder of WithGopls, "" without
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
	return t.programs().keep(func(tmp string) error {
		say(t.buildLine)
		if _, err := goOutput(ctx, t.Root, "build", "-o", tmp+string(filepath.Separator), gonbPackage, goimportsPackage); err != nil {
			return fmt.Errorf("building the kernel: %w", err)
		}
		return nil
	})
}

func (t Tools) programs() programs { return programs{t.Dir, []string{"gonb", "goimports"}} }

// Command is the kernel's command line. Its cells import the packages of the
// module at Root.
func (t Tools) Command(connectionFile string) []string {
	return []string{filepath.Join(t.Dir, "gonb"), "--kernel", connectionFile, "-go_work=" + t.Root}
}

// Env is what a kernel's environment sets, by name: our programs come first in PATH,
// cells are linked without debugging information, which halves the
// time of a cell, and no workspace of the reader's gets in the way.
func (t Tools) Env() map[string]string {
	path := t.Dir + string(os.PathListSeparator) + os.Getenv("PATH")
	if t.gopls != "" {
		path = t.gopls + string(os.PathListSeparator) + path
	}
	return map[string]string{
		"PATH":    path,
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
	return commandOutput(exec.CommandContext(ctx, "go", args...), dir)
}

func commandOutput(cmd *exec.Cmd, dir string) (string, error) {
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if said := strings.TrimSpace(stderr.String()); said != "" {
			err = errors.New(said)
		}
		return "", fmt.Errorf("go %s: %w", cmd.Args[1], err)
	}
	return stdout.String(), nil
}
