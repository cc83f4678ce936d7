package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"lanebook/gpumodel/sass"
)

// sassJSON is the output of -json; sassUsage says what its fields mean.
type sassJSON struct {
	File    string       `json:"file"`
	Skipped []string     `json:"skipped,omitempty"`
	Refused []string     `json:"refused,omitempty"`
	Kernels []kernelJSON `json:"kernels"`
}

type kernelJSON struct {
	Name         string     `json:"name"`
	Instructions int        `json:"instructions"`
	Derived      bool       `json:"derived"`
	Parts        []partJSON `json:"parts"`
}

type partJSON struct {
	From    string            `json:"from"`
	To      string            `json:"to"`
	Loop    bool              `json:"loop"`
	Depth   int               `json:"depth"`
	Problem string            `json:"problem,omitempty"`
	Code    []instructionJSON `json:"code"`
	Reports []reportJSON      `json:"reports"`
}

type instructionJSON struct {
	Address string      `json:"address"`
	Line    int         `json:"line"`
	Text    string      `json:"text"`
	Opcode  string      `json:"opcode"`
	Unit    string      `json:"unit"`
	Assumed bool        `json:"assumed"`
	Control controlJSON `json:"control"`
}

type controlJSON struct {
	Stall int    `json:"stall"`
	Yield bool   `json:"yield"`
	Write *uint8 `json:"write"`
	Read  *uint8 `json:"read"`
	Wait  []int  `json:"wait"`
	Reuse []int  `json:"reuse"`
}

type reportJSON struct {
	Warps   int        `json:"warps"`
	Cycles  float64    `json:"cycles"`
	Issue   float64    `json:"issue"`
	Limit   string     `json:"limit"`
	Units   []unitJSON `json:"units"`
	Lines   []lineJSON `json:"lines"`
	Assumed []string   `json:"assumed"`
}

type unitJSON struct {
	Unit string  `json:"unit"`
	Load float64 `json:"load"`
}

type lineJSON struct {
	Address string             `json:"address"`
	Issued  float64            `json:"issued"`
	Waited  float64            `json:"waited"`
	Stalls  map[string]float64 `json:"stalls"` // by reason, of those that there are
}

// json returns the part as -json writes it.
func (p *sassPart) json(problem error) partJSON {
	k := p.launch.Kernel
	out := partJSON{From: address(k, p.loop.From), To: address(k, p.loop.To), Loop: !p.once, Depth: p.loop.Depth, Reports: []reportJSON{}}
	if problem != nil {
		out.Problem = problem.Error()
	}
	for i := p.loop.From; i <= p.loop.To; i++ {
		in := &k.Code[i]
		out.Code = append(out.Code, instructionJSON{
			Address: address(k, i), Line: in.Line, Text: in.String(), Opcode: in.Opcode.Name, Unit: in.Opcode.Unit.String(), Assumed: in.Opcode.Assumed,
			Control: controlJSON{int(in.Control.Stall), in.Control.Yield, barrier(in.Control.Write), barrier(in.Control.Read), bits(in.Control.Wait), bits(in.Control.Reuse)},
		})
	}
	for i := range p.reports {
		r := &p.reports[i]
		one := reportJSON{Warps: r.Wavefronts, Cycles: round(r.Cycles), Issue: round(r.Issue), Limit: r.Limit, Units: []unitJSON{}, Assumed: append([]string{}, r.Assumed...)}
		for _, u := range r.Loads {
			one.Units = append(one.Units, unitJSON{u.Unit, round(u.Load)})
		}
		for j := range r.Lines {
			cycles, _ := r.Lines[j].Waited()
			line := lineJSON{address(k, p.loop.From+j), round(r.Lines[j].Issued), round(cycles), map[string]float64{}}
			for s, n := range r.Lines[j].Stalls {
				if n = round(n); n > 0 {
					line.Stalls[sass.Stall(s).String()] = n
				}
			}
			one.Lines = append(one.Lines, line)
		}
		out.Reports = append(out.Reports, one)
	}
	return out
}

// encode writes an object as -json does.
func encode(w io.Writer, out any) error {
	coder := json.NewEncoder(w)
	coder.SetIndent("", " ")
	coder.SetEscapeHTML(false)
	return coder.Encode(out)
}

func address(k *sass.Kernel, i int) string { return fmt.Sprintf("0x%04x", k.Code[i].Address) }

// barrier returns the barrier's number, nil for none.
func barrier(b uint8) *uint8 {
	if b >= 6 {
		return nil
	}
	return &b
}

// bits returns the numbers of the bits that are set.
func bits(mask uint8) []int {
	set := []int{}
	for i := range 8 {
		if mask>>i&1 == 1 {
			set = append(set, i)
		}
	}
	return set
}

// round leaves four digits behind the point.
func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }
