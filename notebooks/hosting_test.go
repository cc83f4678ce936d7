package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestPagesWorkflow: what publishes the site runs the README's two commands and takes
// what they write, with actions whose versions are pinned.
func TestPagesWorkflow(t *testing.T) {
	workflow := read(t, "../.github/workflows/pages.yml")
	commands := regexp.MustCompile("(?m)^```sh\n(.*)\n```$").FindAllStringSubmatch(read(t, "../README.md"), 2)
	if len(commands) != 2 {
		t.Fatalf("README.md has %d commands, want 2", len(commands))
	}
	at := 0
	for _, want := range []string{"run: " + commands[1][1], "url = $url", "run: " + commands[0][1], "path: site", "actions/deploy-pages@"} {
		next := strings.Index(workflow[at:], want)
		if next < 0 {
			t.Fatalf("pages.yml has no %q after the first %d bytes", want, at)
		}
		at += next
	}
	pinned := regexp.MustCompile(`^[a-z-]+/[a-z-]+@(v\d+|[0-9a-f]{40})$`)
	for _, use := range regexp.MustCompile(`uses: (\S+)`).FindAllStringSubmatch(workflow, -1) {
		if !pinned.MatchString(use[1]) {
			t.Errorf("pages.yml uses %s, want a version", use[1])
		}
	}
	if strings.Contains(workflow, "\t") {
		t.Error("pages.yml has a tab, which YAML forbids")
	}
}

// TestDevcontainer: the container has the Go that go.mod asks for, the Jupyter that the
// tests know, and the kernel.
func TestDevcontainer(t *testing.T) {
	var container struct {
		Image  string
		Create string `json:"postCreateCommand"`
	}
	if err := json.Unmarshal([]byte(read(t, "../.devcontainer/devcontainer.json")), &container); err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, "../go.mod"))[1]
	if want := "golang:" + version + "-bookworm"; container.Image != want {
		t.Errorf("the container is %s, and go.mod asks for %s", container.Image, want)
	}
	for _, part := range []string{"-r .ci/requirements.txt ", "go run ./notebooks -install"} {
		if !strings.Contains(container.Create, part) {
			t.Errorf("the container begins with %q, want %q in it", container.Create, part)
		}
	}
	if _, err := os.Stat("../.ci/requirements.txt"); err != nil {
		t.Error(err)
	}
}
