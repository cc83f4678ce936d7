package labtest

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"
)

// pageConfig keeps JupyterLab from asking the network for news.
const pageConfig = `{"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": true}}`

// server is a JupyterLab of its own: nothing that the user has configured,
// installed or trusted reaches it.
type server struct {
	url   string // without a final slash
	root  string // the folder whose notebooks it opens
	trust string // option that says where it keeps which notebooks are trusted
}

// startLab installs the kernel as the README says and starts JupyterLab. Both
// end with the test.
func startLab(t *testing.T, python string) server {
	t.Helper()
	home := t.TempDir()
	for name, folder := range map[string]string{
		"JUPYTER_DATA_DIR": "data", "JUPYTER_CONFIG_DIR": "config", "JUPYTER_RUNTIME_DIR": "runtime", "IPYTHONDIR": "ipython",
	} {
		t.Setenv(name, filepath.Join(home, folder))
	}
	t.Setenv("JUPYTER_PATH", "")
	if said, err := exec.Command("go", "run", "lanebook/notebooks", "-install").CombinedOutput(); err != nil {
		t.Fatalf("go run ./notebooks -install: %v\n%s", err, said)
	}
	s := server{root: filepath.Join(home, "notebooks")}
	config, data := filepath.Join(home, "config", "labconfig"), filepath.Join(home, "data")
	for _, folder := range []string{s.root, config, data} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(config, "page_config.json"), []byte(pageConfig), 0o644); err != nil {
		t.Fatal(err)
	}
	// Two servers would each make one, and keep their own.
	if err := os.WriteFile(filepath.Join(data, "notebook_secret"), []byte("a secret of this test"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.start(t, python, freePort(t))
	return s
}

// start starts JupyterLab on a port, with settings of its own, and waits until it answers.
func (s *server) start(t *testing.T, python string, port int) {
	t.Helper()
	s.url = fmt.Sprintf("http://127.0.0.1:%d", port)
	s.trust = "--NotebookNotary.db_file=" + filepath.Join(t.TempDir(), "trusted.db")
	cmd := exec.Command(python, "-m", "jupyterlab", "--no-browser", "--allow-root", "--expose-app-in-browser",
		"--ServerApp.ip=127.0.0.1", fmt.Sprintf("--ServerApp.port=%d", port), "--ServerApp.port_retries=0",
		"--ServerApp.root_dir="+s.root, "--IdentityProvider.token=", "--ServerApp.password=", s.trust)
	cmd.Dir = s.root
	cmd.Env = append(cmd.Environ(), "JUPYTERLAB_SETTINGS_DIR="+t.TempDir(), "JUPYTERLAB_WORKSPACES_DIR="+t.TempDir())
	said := &transcript{}
	cmd.Stdout, cmd.Stderr = said, said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt of the test reaches it as a request to end
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM) // it then ends its kernels
		select {
		case <-ended:
		case <-time.After(30 * time.Second):
			cmd.Process.Kill()
			t.Error("JupyterLab did not end within 30 s of SIGTERM")
		}
		if t.Failed() {
			t.Logf("JupyterLab said:\n%s", said)
		}
	})
	for end := time.Now().Add(60 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		reply, err := http.Get(s.url + "/api/status")
		if err == nil {
			reply.Body.Close()
			if reply.StatusCode == http.StatusOK {
				return
			}
			err = errors.New(reply.Status)
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("JupyterLab ended: %v", err)
		default:
		}
		if time.Now().After(end) {
			t.Fatalf("JupyterLab did not start within 60 s: %v", err)
		}
	}
}

// freePort finds a TCP port of this machine that nobody listens on.
func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

// transcript is what a process writes, safe to read while it does.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *transcript) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *transcript) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
