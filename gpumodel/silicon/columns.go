package silicon

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
)

// table reads a CSV file of a fixed number of columns.
func table(file, text string, columns int) ([][]string, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = columns
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("silicon: %s: %w", file, err)
	}
	return rows, nil
}

// fields reads the columns of one row and keeps the first fault.
type fields struct {
	file string
	row  []string
	err  error
}

func (f *fields) fail(column int, wish string) {
	if f.err == nil {
		f.err = fmt.Errorf("silicon: %s: row %q, column %d = %q, want %s", f.file, f.row[0], column, f.row[column], wish)
	}
}

func (f *fields) int(column int) int {
	n, err := strconv.Atoi(f.row[column])
	if err != nil {
		f.fail(column, "a whole number")
	}
	return n
}

func (f *fields) hex(column int) uint64 {
	n, err := strconv.ParseUint(f.row[column], 16, 32)
	if err != nil {
		f.fail(column, "a hexadecimal lane mask")
	}
	return n
}

func (f *fields) float(column int) float64 {
	x, err := strconv.ParseFloat(f.row[column], 64)
	if err != nil {
		f.fail(column, "a number")
	}
	return x
}

// counter reads "name=value".
func (f *fields) counter(column int) int {
	_, value, ok := strings.Cut(f.row[column], "=")
	n, err := strconv.Atoi(value)
	if !ok || err != nil {
		f.fail(column, "name=count")
	}
	return n
}

// named reads columns of the form name=number, and keeps the first fault.
type named struct {
	file    string
	row     int
	columns []string
	err     error
}

func (n *named) int(column int, name string) int {
	key, value, _ := strings.Cut(n.columns[column], "=")
	v, err := strconv.Atoi(value)
	if (err != nil || key != name || v < 1) && n.err == nil {
		n.err = fmt.Errorf("silicon: %s: row %d, column %d = %q, want %s=a number of 1 or more", n.file, n.row, column+1, n.columns[column], name)
	}
	return v
}
