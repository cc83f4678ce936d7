// Package chromium finds the browser that tests drive and that prints.
package chromium

import (
	"errors"
	"os"
	"os/exec"
)

// Find returns the browser that CHROME names, or what the system calls Chromium. It is
// an error, which says what to do, if there is none.
func Find() (string, error) {
	for _, name := range []string{os.Getenv("CHROME"), "chromium", "chromium-browser", "google-chrome"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no browser: install chromium, or name one in CHROME")
}

// Options are what the browser must be told here: for root it has no sandbox.
func Options() []string {
	if os.Geteuid() == 0 {
		return []string{"--no-sandbox"}
	}
	return nil
}
