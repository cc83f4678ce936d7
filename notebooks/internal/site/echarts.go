package site

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// echartsModule holds echarts.min.js as a file of a Go module, so that the
// module proxy and go.sum bring it, pinned, like any other dependency.
const echartsModule = "github.com/xo/echartsgoja"

// ECharts returns echarts.min.js from the module that go.mod names, which is
// downloaded where only programs, not tests, have been built so far. The go
// command must be able to see this module: the working directory lies in it.
func ECharts() ([]byte, error) {
	out, err := exec.Command("go", "mod", "download", "-json", echartsModule).Output()
	var module struct{ Dir, Error string }
	if json.Unmarshal(out, &module) == nil && module.Error != "" { // it says more than the exit status
		return nil, fmt.Errorf("finding echarts.min.js: %s", module.Error)
	}
	if err != nil {
		return nil, fmt.Errorf("finding echarts.min.js in module %s: %w", echartsModule, err)
	}
	return os.ReadFile(filepath.Join(module.Dir, "echarts.min.js"))
}
