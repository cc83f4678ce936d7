package tracing

import (
	"fmt"
	"math"

	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/ledger"
	"lanebook/notebooks/documents/tracing/volume"
	"lanebook/notebooks/figures"
)

// apartWide is why the proposed method fails from 8×16 on.
const apartWide = "In the model workgroups of 128×1 end raggedly and leave places empty, so that frames become fewer while the references of those that remain are fast; which workgroup follows on which CU is assumed"

// front are Figures 6 and 7.
func front() []ledger.Claim {
	with := func(m volume.Method, width int, q silicon.Quantity) func() (float64, error) {
		return fromFront(func(_ []Point, t Trend) float64 { return correlation(t, m, width, q == silicon.Frames) })
	}
	follows := func(c ledger.Claim, m volume.Method, width int, q silicon.Quantity) ledger.Claim {
		other := volume.Simple
		if m == volume.Simple {
			other = volume.Dummy
		}
		c.Kind, c.Unit, c.Compute, c.Silicon, c.Kin = ledger.Derived, "r", with(m, width, q), measured(volume.View{}, m, width, q), true
		c.Remark += both(volume.View{}, other, width, q)
		return c
	}
	return []ledger.Claim{
		follows(ledger.Claim{ID: "D4.15", Item: "Fig 6(a)", Says: ledger.AtLeast(strong).Read(),
			Statement: "at (0,0,0) the proposed frequency goes strongly with the hit rate (Pearson's coefficient)"}, volume.Dummy, 1, silicon.Hits),
		follows(ledger.Claim{ID: "D4.16", Item: "Fig 7(a)", Says: ledger.AtLeast(strong).Read(),
			Statement: "and with the frame rate"}, volume.Dummy, 1, silicon.Frames),
		follows(ledger.Claim{ID: "D4.17", Item: "Fig 6(b)", Says: ledger.AtMost(-clear).Read(),
			Statement: "from 8×16 on the simple frequency goes against the hit rate",
			Apart:     "In the model it goes neither with it nor against it: from 8×16 on hits differ little, and what the simple method times there is mostly warps that wait for each other's arithmetic and for a place in the texture unit, of which much is assumed",
		}, volume.Simple, 8, silicon.Hits),
		follows(ledger.Claim{ID: "D4.18", Item: "Fig 7(b)", Says: ledger.AtMost(-clear).Read(),
			Statement: "and against the frame rate", Remark: "So does the proposed one, on both: this does not tell the methods apart. "}, volume.Simple, 8, silicon.Frames),
		follows(ledger.Claim{ID: "D4.48", Item: "Fig 6(a)", Says: ledger.AtLeast(clear).Read(),
			Statement: "the proposed one by and large goes with the hit rate whatever the shape; so, we read, from 8×16 on too",
			Apart:     apartWide,
			Remark:    "The document hedges further on: with the hit rate it need not always. "}, volume.Dummy, 8, silicon.Hits),
		follows(ledger.Claim{ID: "D4.49", Item: "Fig 7(a)", Says: ledger.AtLeast(clear).Read(),
			Statement: "and with the frame rate",
			Apart:     apartWide,
			Remark:    "On the H200 it goes against the frame rate, as the simple one does; but there frames differ by 4 % only. The document's sentence on Fig. 7 names the hit rate here once more; the frame rate must be meant. "}, volume.Dummy, 8, silicon.Frames),
		{ID: "D4.19", Item: "Fig 6(b)", Kind: ledger.Fitted, Unit: "r", Says: ledger.AtLeast(clear).Read(), Compute: fromFront(func(_ []Point, t Trend) float64 {
			hit, _ := t.Between(1, 4).Correlations(volume.Simple)
			return hit
		}), Statement: "below 8×16, it implies, the simple frequency goes with the hit rate", Remark: "That the texture unit is full of references and not of sectors was chosen with this number in view."},
	}
}

// viewChosen is why some findings at the second view are no test.
const viewChosen = "Of two readings of (90,0,90) the one was taken in which frames become slower as workgroups become wider, the plain one of a volume that is turned; this follows from it."

// turned are Figures 8 and 9. How the second view is turned was chosen by its result, see
// volume.Moving: what follows from that alone is Fitted, what is found besides is not.
// The H200 ran the same view.
func turned() []ledger.Claim {
	a, b, c, d, e := gpumodel.Shape{X: 1, Y: 128}, gpumodel.Shape{X: 2, Y: 64}, gpumodel.Shape{X: 4, Y: 32}, gpumodel.Shape{X: 8, Y: 16}, gpumodel.Shape{X: 16, Y: 8}
	f := gpumodel.Shape{X: 128, Y: 1}
	moving, fixed := volume.Moving(), volume.View{Alpha: 90, Gamma: 90}
	// grows is a claim of a quantity's change from one shape to another, in per cent, or
	// less another's, in points.
	grows := func(c ledger.Claim, q, than silicon.Quantity, from, to gpumodel.Shape) ledger.Claim {
		c.Compute = fromTurned(func(_ []Point, t Trend) float64 {
			if than == "" {
				return t.change(q, from, to)
			}
			return t.change(q, from, to) - t.change(than, from, to)
		})
		c.Silicon, c.Kin = silicon.VolumeStep(angles(moving), q, than, from.X, to.X), true
		if c.Unit = "points"; than == "" {
			c.Unit = "%"
		}
		return c
	}
	gain := func(m volume.Method, with silicon.Quantity, over volume.Method, overWith silicon.Quantity) func() (float64, error) {
		return fromTurned(func(_ []Point, t Trend) float64 {
			return correlation(t, m, 1, with == silicon.Frames) - correlation(t, over, 1, overWith == silicon.Frames)
		})
	}
	return []ledger.Claim{
		grows(ledger.Claim{ID: "D4.20", Item: "Fig 8(b)", Kind: ledger.Derived, Says: ledger.LessThan(0),
			Statement: "at (90,0,90) the simple frequency falls more than the hit rate from 4×32 to 8×16"}, simply, silicon.Hits, c, d),
		grows(ledger.Claim{ID: "D4.43", Item: "Fig 8(b)", Kind: ledger.Derived, Says: ledger.LessThan(0),
			Statement: "and from 4×32 to 16×8"}, simply, silicon.Hits, c, e),
		grows(ledger.Claim{ID: "D4.44", Item: "Fig 9(b)", Kind: ledger.Fitted, Says: ledger.LessThan(0),
			Statement: "from 2×64 to 4×32 frames become fewer", Remark: viewChosen}, silicon.Frames, "", b, c),
		grows(ledger.Claim{ID: "D4.21", Item: "Fig 9(b)", Kind: ledger.Derived, Says: ledger.MoreThan(0),
			Statement: "while the simple frequency rises",
			Apart:     "In the model it falls, as the proposed one does: it times waits for a place in the texture unit, which the transfer function's references wait for too"}, simply, "", b, c),
		grows(ledger.Claim{ID: "D4.22", Item: "Fig 9(b)", Kind: ledger.Derived, Says: ledger.LessThan(0),
			Statement: "from 8×16 to 16×8 the simple frequency falls more than the frame rate",
			Remark:    steps(proposed, silicon.Frames, d, e) + " So it tells the methods apart on the H200, and not in the model."}, simply, silicon.Frames, d, e),
		grows(ledger.Claim{ID: "D4.23", Item: "Fig 8(a)", Kind: ledger.Fitted, Says: ledger.MoreThan(0),
			Statement: "from 2×64 to 4×32 hits become more", Remark: quads}, silicon.Hits, "", b, c),
		grows(ledger.Claim{ID: "D4.45", Item: "Fig 8(a)", Kind: ledger.Fitted, Says: ledger.LessThan(0),
			Statement: "while the proposed frequency falls", Remark: viewChosen}, proposed, "", b, c),
		{ID: "D4.24", Item: "Fig 9(a)", Kind: ledger.Derived, Unit: "%", Says: ledger.MoreThan(0), Compute: fromTurned(func(_ []Point, t Trend) float64 {
			frames, references := t.change(silicon.Frames, a, b), t.change(proposed, a, b)
			return math.Copysign(references, -frames*references)
		}), Statement: "at the step to 2×64 the proposed frequency goes against the frame rate: by so much",
			Silicon: silicon.VolumeAgainst(angles(moving), proposed, silicon.Frames, a.X, b.X), Kin: true,
			Remark: "The document has it from 128×1 to 2×64, which are no neighbours; 1×128 or 64×2 may be meant. " + steps(silicon.Frames, proposed, a, b)},
		{ID: "D4.25", Item: "Fig 9(a)", Kind: ledger.Derived, Unit: "r", Says: ledger.AtLeast(strong).Read(), Compute: fromTurned(func(_ []Point, t Trend) float64 {
			return correlation(t, volume.Dummy, 2, true)
		}), Statement: "elsewhere, from 2×64 on, the proposed frequency by and large goes with the frame rate", Silicon: measured(moving, volume.Dummy, 2, silicon.Frames), Kin: true,
			Remark: both(moving, volume.Simple, 2, silicon.Frames)},
		{ID: "D4.26", Item: "Figs 8(a), 9(a)", Kind: ledger.Derived, Unit: "r", Says: ledger.MoreThan(0), Compute: gain(volume.Dummy, silicon.Frames, volume.Dummy, silicon.Hits),
			Silicon: silicon.VolumeGain(angles(moving), volume.Dummy.String(), silicon.Frames, volume.Dummy.String(), silicon.Hits), Kin: true,
			Statement: "it goes better with the frame rate than with the hit rate"},
		grows(ledger.Claim{ID: "D4.59", Item: "Fig 8(a)", Kind: ledger.Fitted, Says: ledger.LessThan(0),
			Statement: "taken as a whole it cannot necessarily be said to go with the hit rate: both fall to 16×8, and the gap stays (its fall from 2×64 less that of hits)", Remark: viewChosen}, proposed, silicon.Hits, b, e),
		{ID: "D4.60", Item: "Fig 8(a)", Kind: ledger.Derived, Ours: true, Unit: "r", Says: ledger.LessThan(strong), Compute: fromTurned(func(_ []Point, t Trend) float64 {
			return correlation(t, volume.Dummy, 1, false)
		}), Silicon: measured(moving, volume.Dummy, 1, silicon.Hits), Kin: true,
			Statement: "nor by a coefficient over all shapes",
			Apart:     "By that it does: where frames differ fourfold, whatever has to do with memory goes with them"},
		{ID: "D4.46", Item: "Fig 9", Kind: ledger.Derived, Unit: "r", Says: ledger.MoreThan(0), Compute: gain(volume.Dummy, silicon.Frames, volume.Simple, silicon.Frames),
			Silicon: silicon.VolumeGain(angles(moving), volume.Dummy.String(), silicon.Frames, volume.Simple.String(), silicon.Frames), Kin: true,
			Statement: "and better than the simple frequency does: proposed against simple at the second view"},
		{ID: "D4.47", Item: "Fig 8", Kind: ledger.Derived, Ours: true, Unit: "r", Says: ledger.LessThan(0), Compute: gain(volume.Dummy, silicon.Hits, volume.Simple, silicon.Hits),
			Silicon: silicon.VolumeGain(angles(moving), volume.Dummy.String(), silicon.Hits, volume.Simple.String(), silicon.Hits), Kin: true,
			Apart:     "In the model the proposed one does, by little: in all shapes both wait for the same texture unit",
			Statement: "with the hit rate it is the simple frequency that goes better"},
		{ID: "D4.27", Item: "Fig 8(a)", Kind: ledger.Fitted, Unit: "points", Says: ledger.LessThan(0), Compute: fromTurned(func(_ []Point, t Trend) float64 {
			square, near := t.Hit[t.Of(d)]-t.Hit[t.Of(b)], t.Hit[t.Of(c)]-t.Hit[t.Of(b)]
			return 100 * (math.Abs(square) - math.Abs(near))
		}), Silicon: silicon.VolumeHits(angles(moving), b.X, d.X, c.X), Kin: true, Remark: quads,
			Statement: "2×64 and 8×16 have about the same hit rate: they differ by less than 2×64 and 4×32, whose does increase (the one difference less the other)"},
		grows(ledger.Claim{ID: "D4.28", Item: "Fig 8(a)", Kind: ledger.Fitted, Says: ledger.LessThan(0),
			Statement: "yet 8×16's references are less frequent", Remark: viewChosen}, proposed, "", b, d),
		{ID: "D4.56", Item: "Fig 9", Kind: ledger.Derived, Ours: true, Unit: "%", Says: ledger.MoreThan(0), Compute: from(func() ([]Point, error) { return WholePicture(fixed) }, func(_ []Point, t Trend) float64 {
			return t.change(silicon.Frames, a, f)
		}), Silicon: silicon.VolumeStep(angles(fixed), silicon.Frames, "", a.X, f.X), Kin: true,
			Statement: "in the other reading of (90,0,90), the first turn carrying the other axes along, frames become more from 1×128 to 128×1", Remark: "So the document's second view is not that one, nor do its words say so."},
	}
}

// quads is why hits at the second view are no test.
const quads = "That each four lanes ask for a sector once, and not each two, was chosen with this number in view."

// steps says by how much two quantities change at the second view.
func steps(one, other silicon.Quantity, from, to gpumodel.Shape) string {
	points, err := turnedPoints()
	if err != nil {
		return err.Error()
	}
	t := TrendOf(points)
	text := ""
	for _, q := range []silicon.Quantity{one, other} {
		m, err := silicon.VolumeStep(angles(volume.Moving()), q, "", from.X, to.X)()
		if err != nil {
			return err.Error()
		}
		name := "frames"
		if q == proposed {
			name = "the proposed frequency"
		}
		text += fmt.Sprintf(", %s by %s %% in the model and %s %% on the H200", name, figures.Signed(t.change(q, from, to), 1), figures.Signed(m.Value(), 1))
	}
	return "From " + from.String() + " to " + to.String() + " change" + text[1:] + "."
}
