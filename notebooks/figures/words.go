package figures

import "fmt"

// counted writes a number of things: "1 pass", "2 passes".
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func passes(n int) string { return counted(n, "pass", "passes") }
