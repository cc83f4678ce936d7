package kernel

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Gopls, the language server, is what GoNB asks how a name goes on and what it means. It
// is pinned in a module of its own: no output depends on it, and on go.sum all do.
var (
	//go:embed gopls.mod
	goplsMod string
	//go:embed gopls.sum
	goplsSum string
)

// WithGopls returns tools whose kernel also completes names and tells what they mean, for
// a reader who types; a kernel that only executes has no use for it. When it has to build
// gopls, which takes a minute or two, it says so first.
func (t Tools) WithGopls(ctx context.Context, say func(string)) (Tools, error) {
	kept := t.goplsPrograms()
	err := kept.keep(func(tmp string) error {
		say("building gopls, for completion and help in JupyterLab and VS Code")
		err := errors.Join(
			os.WriteFile(filepath.Join(tmp, "go.mod"), []byte(goplsMod), 0o644),
			os.WriteFile(filepath.Join(tmp, "go.sum"), []byte(goplsSum), 0o644))
		if err != nil {
			return err
		}
		cmd := exec.CommandContext(ctx, "go", "build", "-o", filepath.Join(tmp, "gopls"), "golang.org/x/tools/gopls")
		cmd.Env = append(cmd.Environ(), "GOWORK=off", "GOFLAGS="+t.goflags)
		_, err = commandOutput(cmd, tmp)
		return err
	})
	if err != nil {
		return t, fmt.Errorf("building gopls: %w", err)
	}
	t.gopls = kept.dir
	return t, nil
}

// goplsPrograms is gopls alone, in a folder of its own: the kernel starts what it finds.
func (t Tools) goplsPrograms() programs {
	sum := sha256.Sum256(fmt.Appendln(nil, goplsSum, t.Versions["go"], runtime.GOOS, runtime.GOARCH))
	return programs{filepath.Join(filepath.Dir(t.Dir), "gopls-"+hex.EncodeToString(sum[:6])), []string{"gopls"}}
}
