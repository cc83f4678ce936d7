package diff

import (
	"fmt"
	"strings"
)

// lines compares texts line by line: "-" was there, "+" is there now, with the
// number of the line. Equal lines are left out.
func lines(old, now string) []string {
	a, b := strings.Split(old, "\n"), strings.Split(now, "\n")
	start := 0 // what is equal at both ends needs no comparison
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	for len(a) > start && len(b) > start && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	a, b = a[start:], b[start:]
	const largest = 2000 // beyond it, comparing each with each takes too long to be worth it
	if len(a) > largest || len(b) > largest {
		return []string{fmt.Sprintf("%d lines from line %d on, was %d", len(b), start+1, len(a))}
	}
	common := commonLengths(a, b)
	var all []string
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			all = append(all, fmt.Sprintf("line %d: - %s", start+i+1, shorten(a[i])))
			i++
		default:
			all = append(all, fmt.Sprintf("line %d: + %s", start+j+1, shorten(b[j])))
			j++
		}
	}
	return cut(all)
}

// shorten cuts a line that no reader would read to its end.
func shorten(line string) string {
	const longest = 160
	if r := []rune(line); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return line
}

// commonLengths gives, for each i and j, how many lines the longest common
// subsequence of a[i:] and b[j:] has.
func commonLengths(a, b []string) [][]int {
	c := make([][]int, len(a)+1)
	for i := range c {
		c[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				c[i][j] = c[i+1][j+1] + 1
			} else {
				c[i][j] = max(c[i+1][j], c[i][j+1])
			}
		}
	}
	return c
}
