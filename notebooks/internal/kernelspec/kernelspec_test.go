package kernelspec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"lanebook/notebooks/internal/kernel"
)

func TestInstall(t *testing.T) {
	data := filepath.Join(t.TempDir(), "jupyter")
	t.Setenv("JUPYTER_DATA_DIR", data)
	tools := kernel.Tools{Root: "/home/me/lanebook", Dir: "/cache/tools"}
	for range 2 { // installing again is no error
		dir, err := Install(tools, map[string][]byte{"lanebook.js": []byte("let a")})
		if err != nil {
			t.Fatal(err)
		}
		if want := filepath.Join(data, "kernels", "lanebook"); dir != want {
			t.Errorf("installed in %s, want %s", dir, want)
		}
	}
	var spec struct {
		Argv      []string
		Name      string `json:"display_name"`
		Language  string
		Interrupt string `json:"interrupt_mode"`
		Env       map[string]string
	}
	text, err := os.ReadFile(filepath.Join(data, "kernels", "lanebook", "kernel.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &spec); err != nil {
		t.Fatal(err)
	}
	if want := []string{"/cache/tools/gonb", "--kernel", "{connection_file}", "-go_work=/home/me/lanebook"}; !reflect.DeepEqual(spec.Argv, want) {
		t.Errorf("argv is %q, want %q", spec.Argv, want)
	}
	if spec.Name != Title || spec.Language != "go" || spec.Interrupt != "message" {
		t.Errorf("kernelspec is %+v", spec)
	}
	if !strings.HasPrefix(spec.Env["PATH"], "/cache/tools"+string(os.PathListSeparator)) {
		t.Errorf("PATH is %s, want our goimports first", spec.Env["PATH"])
	}
	if got, err := os.ReadFile(filepath.Join(data, "kernels", "lanebook", "lanebook.js")); err != nil || string(got) != "let a" {
		t.Errorf("lanebook.js is %q, %v", got, err)
	}
}

// TestLogos: the logos are the site's icon: as many dots as their names say, and in the
// middle of each of its squares its colour.
func TestLogos(t *testing.T) {
	t.Setenv("JUPYTER_DATA_DIR", t.TempDir())
	dir, err := Install(kernel.Tools{Root: "/r", Dir: "/d"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	icon, err := os.ReadFile("../site/assets/icon.svg")
	if err != nil {
		t.Fatal(err)
	}
	bright, faint, found := strings.Cut(string(icon), `opacity=".35"`)
	if !found {
		t.Fatalf("the icon has no squares of opacity .35: %s", icon)
	}
	square := regexp.MustCompile(`<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"`)
	for _, size := range []int{32, 64} {
		data, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("logo-%dx%d.png", size, size)))
		if err != nil {
			t.Fatal(err)
		}
		logo, err := png.Decode(bytes.NewReader(data))
		if err != nil || logo.Bounds() != image.Rect(0, 0, size, size) {
			t.Fatalf("a logo of %v, %v, want %d dots a side", logo.Bounds(), err, size)
		}
		for part, want := range map[string]color.NRGBA{bright: {255, 255, 255, 255}, faint: {89, 163, 205, 255}} {
			squares := square.FindAllStringSubmatch(part, -1)
			if len(squares) < 4 {
				t.Fatalf("%d squares in %s", len(squares), part)
			}
			for _, s := range squares {
				var at [3]float64
				for i := range at {
					at[i], _ = strconv.ParseFloat(s[i+1], 64)
				}
				x, y := int((at[0]+at[2]/2)*float64(size)/32), int((at[1]+at[2]/2)*float64(size)/32)
				got := color.NRGBAModel.Convert(logo.At(x, y)).(color.NRGBA)
				if max(got.R, want.R)-min(got.R, want.R) > 3 || max(got.G, want.G)-min(got.G, want.G) > 3 || max(got.B, want.B)-min(got.B, want.B) > 3 || got.A != 255 {
					t.Errorf("%d: %v at %d, %d, want %v", size, got, x, y, want)
				}
			}
		}
		if _, _, _, a := logo.At(0, 0).RGBA(); a > 0x4000 {
			t.Errorf("%d: the corner is not round", size)
		}
	}
}

func TestDataDir(t *testing.T) {
	t.Setenv("HOME", "/home/me")
	t.Setenv("JUPYTER_DATA_DIR", "")
	t.Setenv("XDG_DATA_HOME", "")
	dir, err := dataDir()
	if err != nil || (dir != "/home/me/.local/share/jupyter" && dir != "/home/me/Library/Jupyter") {
		t.Errorf("default is %s, %v", dir, err)
	}
}
