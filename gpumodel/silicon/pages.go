package silicon

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"lanebook/gpumodel"
)

// PageRead is how many lines a cycle an H100 read that its L2 has, by where in memory they lie: each lane, each
// time, one by chance of the first Lines of one of Spots that are Apart.
type PageRead struct {
	What    string // was asked: see pages.cu's last lines
	Texture bool   // through a texture, by the L1; otherwise by loads that pass it by
	Spots   int
	Apart   gpumodel.Bytes // from the first line of one spot to that of the next
	Lines   int            // of a spot
	Own     int            // every so many SMs have spots of their own; 0: all have the same
	Lanes   int            // lanes so far apart are a pair, which reads one spot; 0: there are no pairs
	Bytes   gpumodel.Bytes // from the line of one of a pair to the other's

	All float64         // lines a cycle of all SMs
	By  map[int]float64 // of an SM, on average, by how many share its port
}

//go:embed pages.csv
var pagesCSV string

// H100Pages returns the rows of pages.csv, and among how many groups the GPU's SMs are. The error says
// which line of the embedded file is damaged.
func H100Pages() (rows []PageRead, groups int, err error) {
	for i, line := range strings.Split(strings.TrimSpace(pagesCSV), "\n") {
		p := pairs{file: "pages.csv", line: i + 1, columns: strings.Split(line, ",")}
		if p.columns[0] == "gpu" {
			if p.head("gpu", 4); p.err == nil {
				groups = int(p.float(3, "groups"))
			}
		} else if p.head(p.columns[0], 11); p.err == nil {
			any := func(name string, at int) int { return int(p.fromZero(at, name)) }
			rows = append(rows, PageRead{
				What: p.columns[0], Texture: p.columns[1] == "by=texture", Spots: any("spots", 2), Apart: gpumodel.Bytes(any("apart_mb", 3)) << 20,
				Lines: any("lines", 4), Own: any("own", 5), Lanes: any("lanes", 6), Bytes: gpumodel.Bytes(any("bytes", 7)),
				All: p.float(8, "all"), By: map[int]float64{4: p.float(9, "of_4"), 6: p.float(10, "of_6")},
			})
		}
		if p.err != nil {
			return nil, 0, p.err
		}
	}
	return rows, groups, nil
}

// TranslationVariant returns a GPU of the H200's kind whose addresses are translated as [pages.csv] says: the
// size of a page, what a TLB reaches, that each SM has its own, and what goes together are read off it, by
// loads. How many lines wait and when a page comes were set from the rows of "chance" and "pair" by loads, and
// the rest of the form was chosen with them in view. The miss is [tlb.csv]'s; the groups, those of one H200, and
// a turn a cycle are [reach.csv]'s. Stores are taken to be translated like loads.
func TranslationVariant(d gpumodel.Device) gpumodel.Device {
	d.Caches.Translation = gpumodel.Translation{
		TLB:      gpumodel.TLB{Page: 16 << 20, Reach: 256 << 20, Miss: 10},
		Together: 32 << 10, Waiting: 16, Comes: 5, Groups: 23, TurnsPerCycle: 1,
	}
	return d
}

// PageReadRow is a row with what the model gives, of a group of six SMs alone. Nothing is from the rows by textures,
// which the model reads by loads of the same lines.
type PageReadRow struct {
	PageRead
	Measured, Model float64 // lines a cycle of the group
	Set             bool    // two numbers, and the form, were chosen with it in view
	Read            bool    // the size of a page, the reach or what goes together was read off such rows
}

//go:embed pages_model.csv
var pagesModelCSV string

// ComparePageReads returns the rows for which the model is run. What it gives is kept in pages_model.csv; a
// test runs some of it anew.
func ComparePageReads() ([]PageReadRow, error) {
	rows, _, err := H100Pages()
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(r PageRead) bool { return !r.modelled() })
	model, err := kept("pages_model.csv", pagesModelCSV, "model", names(rows, PageRead.name))
	if err != nil {
		return nil, err
	}
	var out []PageReadRow
	for i, r := range rows {
		by := r.Waits() && !r.Texture
		set := by && (r.What == "chance" || r.What == "pair")
		out = append(out, PageReadRow{PageRead: r, Measured: r.OfSix(), Model: model[i], Set: set, Read: by && !set})
	}
	return out, nil
}

// OfSix is the lines a cycle of a group of six SMs.
func (r PageRead) OfSix() float64 { return 6 * r.By[6] }

// Waits reports whether lines surely wait for translation on the chip: a group of six gets less than 2.5 a cycle,
// where the L2 gives it 2.6 to 3.5. Some wait that get more.
func (r PageRead) Waits() bool { return r.OfSix() < 2.5 }

// Error is how far the model is off, as a fraction.
func (r PageReadRow) Error() float64 { return r.Model/r.Measured - 1 }

// modelled reports whether the model is run for the row: of those of "spots" some are, for they are many.
func (r PageRead) modelled() bool {
	return r.What != "spots" || r.Apart >= 8<<20 && r.Apart <= 64<<20 && (r.Spots == 24 || r.Spots == 48 || r.Spots == 96)
}

func (r PageRead) name() string {
	by := "load"
	if r.Texture {
		by = "texture"
	}
	return fmt.Sprintf("%s,by=%s,spots=%d,apart_mb=%d,own=%d,lanes=%d,bytes=%d", r.What, by, r.Spots, r.Apart>>20, r.Own, r.Lanes, r.Bytes)
}
