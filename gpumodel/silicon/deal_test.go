package silicon_test

import (
	"slices"
	"strconv"
	"testing"
)

// dealRows are how many SMs of the H200 of deal.csv, of the first 124 in the order in which they are given blocks, have their turn in a row: one TPC,
// of two SMs, of each cluster that has as many. The last eight are in clusters of four.
var dealRows = []int{8, 16, 16, 16, 16, 16, 18, 18}

// deal returns to which SMs so many blocks for each go, from a row on: row by row, two blocks to a TPC. The last eight have their turn first, then
// after five rows and after each six.
func deal(each, from int) (sms []int) {
	var begin [9]int
	for i, n := range dealRows {
		begin[i+1] = begin[i] + n
	}
	had := make([]int, 132)
	give := func(first, end int) {
		for sm := first; sm < end; sm++ {
			if had[sm] < each {
				had[sm]++
				sms = append(sms, sm)
			}
		}
	}
	for row := 0; len(sms) < 132*each; row++ {
		if row == 0 || row%6 == 5 {
			give(124, 132)
		}
		k := (from + row) % 8
		give(begin[k], begin[k+1])
	}
	return sms
}

// TestDeal: oracle, to which SM of an H200 each block of a kernel goes that begins. The rule was read off launches of 128 threads, not kept. With
// which row a launch begins it does not say. It is of as many blocks for each SM; of others only that no SM gets two more than another.
func TestDeal(t *testing.T) {
	type launch struct{ threads, blocks int }
	on := map[launch][]int{}
	for _, row := range table(t, "deal.csv") {
		l := launch{int(number(t, row["threads"])), int(number(t, row["blocks"]))}
		for sms := row["sms"]; sms != ""; sms = sms[2:] {
			sm, err := strconv.ParseUint(sms[:2], 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			on[l] = append(on[l], int(sm))
		}
	}
	name := on[launch{128, 132}] // SMs in the order of the rule, from the eight on
	even, begins := 0, map[int]bool{}
	for l, sms := range on {
		each := min((l.blocks+131)/132, 2048/l.threads)
		var had [132]int
		for _, sm := range sms {
			had[sm]++
		}
		if least, most := slices.Min(had[:]), slices.Max(had[:]); most != each || most-least > 1 {
			t.Errorf("%v: %d to %d blocks on each SM, want %d or one fewer", l, least, most, each)
		}
		if len(sms) != 132*each {
			continue
		}
		even++
		eight := append(slices.Clone(name[8:]), sms[:8]...)
		right := -1
		for from := range 8 {
			if slices.EqualFunc(deal(each, from), sms, func(k, sm int) bool { return eight[k] == sm }) {
				right = from
			}
		}
		if right < 0 {
			t.Errorf("%v: not as the rule deals, whichever row is first", l)
		}
		begins[right] = true
	}
	if even != 26 || len(begins) != 7 {
		t.Errorf("%d launches with as many blocks for each SM, which begin with %d rows; want 26 and 7", even, len(begins))
	}
}
