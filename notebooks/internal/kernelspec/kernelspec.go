// Package kernelspec makes Lanebook's kernel known to Jupyter: JupyterLab, VS
// Code and every other front end read the same folder.
package kernelspec

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"lanebook/notebooks/internal/atomicfile"
	"lanebook/notebooks/internal/kernel"
)

// Name and Title are the kernel's name in a notebook's metadata and on screen.
const (
	Name  = "lanebook"
	Title = "Lanebook (Go)"
)

// logos are the site's icon, as front ends want it that take no SVG.
//
//go:embed logo-32x32.png logo-64x64.png
var logos embed.FS

// Install writes the kernelspec to the user's Jupyter data folder, with files
// that a Jupyter server then serves at kernelspecs/lanebook/, and the kernel's logos. It
// returns the folder it wrote. The kernel starts in the module that pins the tools, so a
// module that has moved must be installed again.
func Install(tools kernel.Tools, files map[string][]byte) (dir string, err error) {
	data, err := dataDir()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(data, "kernels", Name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	spec, err := json.MarshalIndent(map[string]any{
		"argv":           tools.Command("{connection_file}"),
		"display_name":   Title,
		"language":       "go",
		"interrupt_mode": "message",
		"env":            tools.Env(),
	}, "", "  ")
	if err != nil {
		return "", err
	}
	all := map[string][]byte{}
	for _, name := range []string{"logo-32x32.png", "logo-64x64.png"} {
		if all[name], err = logos.ReadFile(name); err != nil {
			return "", err
		}
	}
	maps.Copy(all, files)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if err := atomicfile.Write(filepath.Join(dir, name), all[name]); err != nil {
			return "", err
		}
	}
	return dir, atomicfile.Write(filepath.Join(dir, "kernel.json"), append(spec, '\n'))
}

// dataDir is the folder where Jupyter looks for the user's kernels:
// JUPYTER_DATA_DIR or, without it, the platform's default.
func dataDir() (string, error) {
	if dir := os.Getenv("JUPYTER_DATA_DIR"); dir != "" {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("JUPYTER_DATA_DIR is not set, and the default is unknown: %w", err)
	}
	switch runtime.GOOS {
	case "darwin":
		return filepath.Join(home, "Library", "Jupyter"), nil
	case "windows":
		return "", errors.New("the kernel, GoNB, runs on Linux and macOS only; on Windows, use WSL")
	}
	if data := os.Getenv("XDG_DATA_HOME"); data != "" {
		return filepath.Join(data, "jupyter"), nil
	}
	return filepath.Join(home, ".local", "share", "jupyter"), nil
}
