package tracing

import (
	"fmt"
	"math"
	"slices"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/ledger"
	"lanebook/notebooks/documents/tracing/volume"
)

// What the document calls a strong correlation, or says of one at all, in Pearson's
// coefficient; it gives none.
const strong, clear = 0.8, 0.5

// Claims returns the claims of the fourth document, on tracing memory references.
func Claims() []ledger.Claim {
	var all []ledger.Claim
	for _, part := range [][]ledger.Claim{timedLoads(), dummyConditions(), timeShares(), front(), turned(), warps(), timestamps(), onSilicon()} {
		all = append(all, part...)
	}
	return all
}

// dummyRun is how the dummy that is run here parts from the paper's listing.
const dummyRun = "The paper's Figure 4 tests the kernel's argument (dummy < 0), and only the body, which is never executed, uses the loaded value. The kernel run here tests the loaded value against the argument."

// timedLoads are the three kernels and the figure that explains them.
func timedLoads() []ledger.Claim {
	return []ledger.Claim{
		{ID: "D4.1", Item: "Figs 1, 2(b)", Kind: ledger.Transcribed, Says: ledger.No(), Compute: encloses(volume.Simple),
			Statement: "the simple method's clock reads enclose the load",
			Remark:    "The model is built so: an instruction that needs no result does not wait for one."},
		{ID: "D4.2", Item: "Figs 2(a), 3", Kind: ledger.Transcribed, Says: ledger.Yes(), Compute: encloses(volume.Fence),
			Statement: "with a fence before the second clock read they do",
			Remark:    "The model's fence is built so. Of a load from global memory. A texture is only read, and a fence does not wait for it: then the simple method's error is back."},
		{ID: "D4.3", Item: "Figs 2(a), 4", Kind: ledger.Derived, Says: ledger.Yes(), Compute: encloses(volume.Dummy),
			Statement: "with a use of the loaded value they do", Remark: dummyRun +
				" The model skips a body that is not taken, so with the paper's own listing the clock reads are 40 cycles apart, and the load takes 509; on hardware a predicated instruction waits."},
		{ID: "D4.52", Item: "section 5.1", Kind: ledger.Derived, Unit: "cycles", Says: ledger.MoreThan(0), Compute: tooLong(volume.Dummy),
			Statement: "the time found with the dummy contains t_d, the dummy's own (how much longer than the load it is)", Remark: "It finds 548 cycles; the fence, which the document takes where it can, finds 514."},
		{ID: "D4.53", Item: "section 5.1", Kind: ledger.Transcribed, Ours: true, Unit: "cycles", Says: ledger.Between(0, 10), Compute: tooLong(volume.Fence),
			Statement: "the fence's time is the load's, to a few cycles", Remark: "The model's fence is built so."},
		{ID: "D4.4", Item: "device memory", Kind: ledger.Transcribed, Unit: "cycles", Says: ledger.Between(400, 600), Compute: deviceMemory,
			Statement: "a reference to device memory takes 400 to 600 cycles", Remark: "The model's DRAM has the middle, 500."},
	}
}

func dummyConditions() []ledger.Claim {
	return []ledger.Claim{
		{ID: "D4.5", Item: "condition C1", Kind: ledger.Derived, Unit: "fetches", Says: ledger.Exactly(0), Compute: dummyWaits,
			Statement: "the dummy uses the loaded value (fetches whose value the clock read does not wait for)", Remark: dummyRun},
		{ID: "D4.6", Item: "condition C2", Kind: ledger.Derived, Unit: "%", Says: ledger.Exactly(100), Compute: dummyReaches,
			Statement: "the dummy reaches the output: were its path taken, all pixels of the volume would change", Remark: dummyRun},
		{ID: "D4.7", Item: "condition C3", Kind: ledger.Derived, Unit: "pixels", Says: ledger.Exactly(0), Compute: dummyChanges,
			Statement: "the dummy leaves the output as it was (pixels that differ)"},
	}
}

// figure5 is why its shares are no test.
const figure5 = "All of Figure 5 was in view when the GTX 480's numbers were chosen."

// timeShares are Figure 5. Each share of the simple method is allowed less than half of
// what lies between the two, so that neither passes for the other; so are the others'.
func timeShares() []ledger.Claim {
	flat, tall := gpumodel.Shape{X: 128, Y: 1}, gpumodel.Shape{X: 1, Y: 128}
	share := func(s gpumodel.Shape, m volume.Method) func() (float64, error) {
		return fromFront(func(points []Point, t Trend) float64 {
			return 100 * points[t.Of(s)].By[m].Share()
		})
	}
	return []ledger.Claim{
		{ID: "D4.8", Item: "Fig 5", Kind: ledger.Fitted, Unit: "%", Says: ledger.About(13, 3), Compute: share(flat, volume.Simple),
			Statement: "the simple method finds 13 % of the time in references at 128×1", Remark: "The time between the clock reads for a lone warp was set from it. " + figure5},
		{ID: "D4.9", Item: "Fig 5", Kind: ledger.Fitted, Unit: "%", Says: ledger.About(20, 3), Compute: share(tall, volume.Simple),
			Statement: "and 20 % at 1×128", Remark: "How many references the texture unit holds was set from it. " + figure5},
		{ID: "D4.10", Item: "Fig 5", Kind: ledger.Fitted, Unit: "%", Says: ledger.About(50, 10), Compute: share(flat, volume.Dummy),
			Apart:     "Arithmetic and transfer function, which are assumed, leave more of a warp's time to its references",
			Statement: "the proposed method finds 50 % at 128×1", Remark: "The paper prints 1×128 twice; 128×1 must be meant. " + figure5},
		{ID: "D4.11", Item: "Fig 5", Kind: ledger.Fitted, Unit: "%", Says: ledger.About(80, 10), Compute: share(tall, volume.Dummy),
			Statement: "and 80 % at 1×128", Remark: figure5},
		{ID: "D4.12", Item: "Fig 5", Kind: ledger.Fitted, Unit: "steps up", Says: ledger.Exactly(3), Compute: func() (float64, error) {
			steps, last := 0.0, 0.0
			for i, c := range []func() (float64, error){share(flat, volume.Simple), share(tall, volume.Simple), share(flat, volume.Dummy), share(tall, volume.Dummy)} {
				v, err := c()
				if err != nil {
					return 0, err
				}
				if i > 0 && v > last {
					steps++
				}
				last = v
			}
			return steps, nil
		}, Statement: "in that order", Remark: figure5},
		{ID: "D4.13", Item: "Fig 5", Kind: ledger.Derived, Unit: "(of 8)", Says: ledger.Exactly(8), Compute: fromFront(func(_ []Point, t Trend) float64 { return rank(t, tall) }),
			Statement: "1×128 is the slow shape: its place by frame rate"},
		{ID: "D4.14", Item: "Fig 5", Kind: ledger.Derived, Unit: "% of the best", Says: ledger.AtLeast(85), Compute: fromFront(func(_ []Point, t Trend) float64 {
			return 100 * t.Rate[t.Of(flat)] / slices.Max(t.Rate)
		}), Statement: "128×1 is a fast one: its frame rate"},
	}
}

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
		c.Kind, c.Unit, c.Compute, c.Silicon = ledger.Derived, "r", with(m, width, q), measured(volume.View{}, m, width, q)
		c.Remark += both(volume.View{}, other, width, q)
		return c
	}
	return []ledger.Claim{
		follows(ledger.Claim{ID: "D4.15", Item: "Fig 6(a)", Says: ledger.AtLeast(strong),
			Statement: "at (0,0,0) the proposed frequency goes strongly with the hit rate (Pearson's coefficient)",
			Remark:    fmt.Sprintf("The document gives no coefficient; %v is taken for strong. ", strong)}, volume.Dummy, 1, silicon.Hits),
		follows(ledger.Claim{ID: "D4.16", Item: "Fig 7(a)", Says: ledger.AtLeast(strong),
			Statement: "and with the frame rate"}, volume.Dummy, 1, silicon.Frames),
		follows(ledger.Claim{ID: "D4.17", Item: "Fig 6(b)", Says: ledger.AtMost(-clear),
			Statement:    "from 8×16 on the simple frequency goes against the hit rate",
			Apart:        "In the model it goes against it, but no more than clearly so: from 8×16 on hits differ little, and what the simple method times there is mostly warps that wait for each other's arithmetic, of which much is assumed",
			Contradicted: "On the H200 it goes neither with the hit rate nor against it",
			Remark:       fmt.Sprintf("From a coefficient of −%v on, one is taken to go against the other. ", clear)}, volume.Simple, 8, silicon.Hits),
		follows(ledger.Claim{ID: "D4.18", Item: "Fig 7(b)", Says: ledger.AtMost(-clear),
			Statement: "and against the frame rate", Remark: "So does the proposed one, on both: this does not tell the methods apart. "}, volume.Simple, 8, silicon.Frames),
		follows(ledger.Claim{ID: "D4.48", Item: "Fig 6(a)", Says: ledger.AtLeast(clear),
			Statement:    "the proposed one goes with the hit rate whatever the shape, so from 8×16 on too",
			Apart:        apartWide,
			Contradicted: "On the H200 it goes neither with the hit rate nor against it"}, volume.Dummy, 8, silicon.Hits),
		follows(ledger.Claim{ID: "D4.49", Item: "Fig 7(a)", Says: ledger.AtLeast(clear),
			Statement:    "and with the frame rate",
			Apart:        apartWide,
			Contradicted: "On the H200 it goes against the frame rate, as the simple one does; but there frames differ by 4 % only",
			Remark:       "The document's sentence on Figure 7 names the hit rate here once more; the frame rate must be meant. "}, volume.Dummy, 8, silicon.Frames),
		{ID: "D4.19", Item: "Fig 6(b)", Kind: ledger.Fitted, Unit: "r", Says: ledger.AtLeast(clear), Compute: fromFront(func(_ []Point, t Trend) float64 {
			hit, _ := t.Between(1, 8).Correlations(volume.Simple)
			return hit
		}), Statement: "up to 8×16 the simple frequency goes with the hit rate", Remark: "That the texture unit is full of references and not of sectors was chosen with this number in view."},
	}
}

// viewChosen is why some findings at the second view are no test.
const viewChosen = "Of two readings of (90,0,90) the one was taken in which frames become slower as workgroups become wider; this follows from it."

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
		c.Silicon = silicon.VolumeStep(angles(moving), q, than, from.X, to.X)
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
			Statement: "at (90,0,90) the simple frequency falls more than the hit rate from 4×32 to 8×16",
			Apart:     "In the model it rises: the texture unit is not full yet, and what the simple method times is warps that wait for each other's arithmetic, which slower references make rarer. How full it is hangs on how the texture lies in memory, which is assumed"}, simply, silicon.Hits, c, d),
		grows(ledger.Claim{ID: "D4.43", Item: "Fig 8(b)", Kind: ledger.Derived, Says: ledger.LessThan(0),
			Statement: "and from 4×32 to 16×8"}, simply, silicon.Hits, c, e),
		grows(ledger.Claim{ID: "D4.44", Item: "Fig 9(b)", Kind: ledger.Fitted, Says: ledger.LessThan(0),
			Apart:     "In the model frames stay as they are: in both shapes the texture unit is busy most of the time, with cycles that are assumed, and sets the pace",
			Statement: "from 2×64 to 4×32 frames become fewer", Remark: viewChosen}, silicon.Frames, "", b, c),
		grows(ledger.Claim{ID: "D4.21", Item: "Fig 9(b)", Kind: ledger.Derived, Says: ledger.MoreThan(0),
			Statement: "while the simple frequency rises"}, simply, "", b, c),
		grows(ledger.Claim{ID: "D4.22", Item: "Fig 9(b)", Kind: ledger.Derived, Says: ledger.LessThan(0),
			Statement: "from 8×16 to 16×8 the simple frequency falls more than the frame rate",
			Remark:    steps(proposed, silicon.Frames, d, e) + " So it tells the methods apart on the H200, and not in the model."}, simply, silicon.Frames, d, e),
		grows(ledger.Claim{ID: "D4.23", Item: "Fig 8(a)", Kind: ledger.Fitted, Says: ledger.MoreThan(0),
			Statement: "from 2×64 to 4×32 hits become more", Remark: quads}, silicon.Hits, "", b, c),
		grows(ledger.Claim{ID: "D4.45", Item: "Fig 8(a)", Kind: ledger.Fitted, Says: ledger.LessThan(0),
			Statement: "while the proposed frequency falls", Remark: viewChosen}, proposed, "", b, c),
		{ID: "D4.24", Item: "Fig 9(a)", Kind: ledger.Derived, Says: ledger.Yes(), Compute: fromTurned(func(_ []Point, t Trend) float64 {
			return one(t.change(silicon.Frames, a, b)*t.change(proposed, a, b) < 0)
		}), Statement: "at the step to 2×64 the frame rate and the proposed frequency go different ways",
			Remark: "The document has it from 128×1 to 2×64, which are not neighbours; 1×128 must be meant. " + steps(silicon.Frames, proposed, a, b)},
		{ID: "D4.25", Item: "Fig 9(a)", Kind: ledger.Derived, Unit: "r", Says: ledger.AtLeast(strong), Compute: fromTurned(func(_ []Point, t Trend) float64 {
			return correlation(t, volume.Dummy, 2, true)
		}), Statement: "elsewhere, from 2×64 on, the proposed frequency goes with the frame rate", Silicon: measured(moving, volume.Dummy, 2, silicon.Frames),
			Remark: both(moving, volume.Simple, 2, silicon.Frames)},
		{ID: "D4.26", Item: "Figs 8(a), 9(a)", Kind: ledger.Derived, Unit: "r", Says: ledger.MoreThan(0), Compute: gain(volume.Dummy, silicon.Frames, volume.Dummy, silicon.Hits),
			Silicon:   silicon.VolumeGain(angles(moving), volume.Dummy.String(), silicon.Frames, volume.Dummy.String(), silicon.Hits),
			Statement: "it goes better with the frame rate than with the hit rate"},
		{ID: "D4.46", Item: "Fig 9", Kind: ledger.Derived, Unit: "r", Says: ledger.MoreThan(0), Compute: gain(volume.Dummy, silicon.Frames, volume.Simple, silicon.Frames),
			Silicon:   silicon.VolumeGain(angles(moving), volume.Dummy.String(), silicon.Frames, volume.Simple.String(), silicon.Frames),
			Statement: "and better than the simple frequency does: proposed against simple at the second view"},
		{ID: "D4.47", Item: "Fig 8", Kind: ledger.Derived, Ours: true, Unit: "r", Says: ledger.LessThan(0), Compute: gain(volume.Dummy, silicon.Hits, volume.Simple, silicon.Hits),
			Silicon:   silicon.VolumeGain(angles(moving), volume.Dummy.String(), silicon.Hits, volume.Simple.String(), silicon.Hits),
			Statement: "with the hit rate it is the simple frequency that goes better"},
		{ID: "D4.27", Item: "Fig 8(a)", Kind: ledger.Fitted, Unit: "points", Says: ledger.LessThan(0), Compute: fromTurned(func(_ []Point, t Trend) float64 {
			square, near := t.Hit[t.Of(d)]-t.Hit[t.Of(b)], t.Hit[t.Of(c)]-t.Hit[t.Of(b)]
			return 100 * (math.Abs(square) - math.Abs(near))
		}), Silicon: silicon.VolumeStep(angles(moving), silicon.Hits, "", b.X, d.X), Remark: quads,
			Statement: "2×64 and 8×16 have about the same hit rate: they differ by less than 2×64 and 4×32, whose does increase (the one difference less the other)"},
		grows(ledger.Claim{ID: "D4.28", Item: "Fig 8(a)", Kind: ledger.Fitted, Says: ledger.LessThan(0),
			Statement: "yet 8×16's references are less frequent", Remark: viewChosen}, proposed, "", b, d),
		{ID: "D4.56", Item: "Fig 9", Kind: ledger.Derived, Ours: true, Unit: "%", Says: ledger.MoreThan(0), Compute: from(func() ([]Point, error) { return WholePicture(fixed) }, func(_ []Point, t Trend) float64 {
			return t.change(silicon.Frames, a, f)
		}), Silicon: silicon.VolumeStep(angles(fixed), silicon.Frames, "", a.X, f.X),
			Statement: "in the other reading of (90,0,90) frames become more from 1×128 to 128×1", Remark: "So the document's second view is not that one."},
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
		text += fmt.Sprintf(", %s by %+.1f %% in the model and %+.1f %% on the H200", name, t.change(q, from, to), m.Value())
	}
	return "From " + from.String() + " to " + to.String() + " change" + text[1:] + "."
}

// borderSet is why the border is no test.
const borderSet = "How long a reference's way through the texture unit is was set from it."

// warps are Figures 10 and 11.
func warps() []ledger.Claim {
	of := func(what func(tall, square OneCU) float64) func() (float64, error) {
		return func() (float64, error) {
			cus, err := oneCU()
			if err != nil {
				return 0, err
			}
			return what(cus[0], cus[1]), nil
		}
	}
	more := func(q silicon.WarpsQuantity) func() (float64, error) {
		return of(func(tall, square OneCU) float64 { return q.Of(square.Means) - q.Of(tall.Means) })
	}
	lowEnds := func(c OneCU) float64 {
		mean, _ := c.Means.Within()
		return one(c.Means.Border() < mean)
	}
	return []ledger.Claim{
		{ID: "D4.29", Item: "Fig 10", Kind: ledger.Fitted, Unit: "cycles", Says: ledger.About(1000, 100), Compute: of(func(tall, _ OneCU) float64 { return tall.Means.Border() }),
			Silicon: silicon.Warps(angles(volume.Moving()), silicon.Border, 2, 0), Kin: true,
			Remark:    borderSet,
			Statement: "at the volume's border a reference takes about 1000 cycles, of 2×64"},
		{ID: "D4.30", Item: "Fig 10", Kind: ledger.Fitted, Unit: "cycles", Says: ledger.About(1000, 100), Compute: of(func(_, square OneCU) float64 { return square.Means.Border() }),
			Silicon: silicon.Warps(angles(volume.Moving()), silicon.Border, 8, 0), Kin: true,
			Remark:    borderSet,
			Statement: "and of 8×16"},
		{ID: "D4.31", Item: "Fig 10", Kind: ledger.Derived, Unit: "shapes", Says: ledger.Exactly(2), Compute: of(func(tall, square OneCU) float64 { return lowEnds(tall) + lowEnds(square) }),
			Statement: "which is less than between, for both shapes"},
		{ID: "D4.32", Item: "Fig 10", Kind: ledger.Fitted, Unit: "cycles", Says: ledger.MoreThan(0), Compute: more(silicon.Between),
			Silicon:   silicon.Warps(angles(volume.Moving()), silicon.Between, 8, 2),
			Statement: "between, references of 8×16 take more time than of 2×64: by so much", Remark: viewChosen},
		{ID: "D4.33", Item: "Fig 10", Kind: ledger.Derived, Unit: "cycles", Says: ledger.MoreThan(0), Compute: more(silicon.Scatter),
			Silicon:      silicon.Warps(angles(volume.Moving()), silicon.Scatter, 8, 2),
			Contradicted: "On one SM of the H200 it is 8×16 whose warps take like times, and 2×64 whose differ",
			Statement:    "and differ more from warp to warp: the standard deviation of their means, by so much"},
		{ID: "D4.34", Item: "Fig 10", Kind: ledger.Derived, Unit: "shapes", Says: ledger.Exactly(2), Compute: of(func(tall, square OneCU) float64 {
			return one(len(tall.Means.Hits()) < len(tall.Means)) + one(len(square.Means.Hits()) < len(square.Means))
		}), Silicon: silicon.Warps(angles(volume.Moving()), silicon.Missing, 2, 0), Statement: "there are warps without a reference"},
		{ID: "D4.50", Item: "Fig 10", Kind: ledger.Derived, Unit: "r", Says: ledger.AtLeast(clear), Compute: of(func(tall, _ OneCU) float64 { return tall.Means.Alike() }),
			Silicon:   silicon.Warps(angles(volume.Moving()), silicon.Alike, 2, 0),
			Statement: "of 2×64, warps of near numbers have like times: a warp's mean with the next one's"},
		{ID: "D4.51", Item: "Fig 10", Kind: ledger.Derived, Unit: "r", Says: ledger.MoreThan(0), Compute: of(func(tall, square OneCU) float64 { return tall.Means.Alike() - square.Means.Alike() }),
			Silicon:      silicon.Warps(angles(volume.Moving()), silicon.Alike, 2, 8),
			Contradicted: "On the H200, too, those of 8×16 are like their neighbours, and more so",
			Apart:        "In the model 8×16's change slowly too, from one part of the volume to the next, over a wider range: their spread is there, and not the scatter",
			Statement:    "more so than of 8×16, whose lie scattered (the one coefficient less the other)"},
		{ID: "D4.35", Item: "Fig 11", Kind: ledger.Derived, Says: ledger.Yes(), Compute: of(func(tall, square OneCU) float64 {
			_, a := tall.Slowest()
			_, b := square.Slowest()
			_, narrow := silicon.Spread(a)
			_, wide := silicon.Spread(b)
			return one(narrow < wide)
		}), Statement: "within one warp, too, references of 8×16 differ more"},
		{ID: "D4.54", Item: "Fig 10", Kind: ledger.Derived, Ours: true, Unit: "%", Says: ledger.LessThan(0), Compute: doubled(func(c OneCU) float64 {
			_, spread := c.Means.Within()
			return spread
		}), Statement: "with twice the ways in the texture cache, the means of 8×16's warps spread less: by so much"},
		{ID: "D4.55", Item: "Fig 11", Kind: ledger.Derived, Ours: true, Unit: "%", Says: ledger.About(0, 10), Compute: doubled(func(c OneCU) float64 {
			_, cycles := c.Slowest()
			_, spread := silicon.Spread(cycles)
			return spread
		}), Statement: "but the references of its slow warp as much as before"},
	}
}

// timestamps are where they go.
func timestamps() []ledger.Claim {
	place := func(stamps int) func() (float64, error) {
		return func() (float64, error) {
			d, err := volume.PlaceTimestamps(gpu.GTX480(), renderer, stamps)
			return one(d.Placement == volume.InLDS), err
		}
	}
	return []ledger.Claim{
		{ID: "D4.36", Item: "timestamps", Kind: ledger.Transcribed, Ours: true, Unit: "bytes", Says: ledger.Exactly(4 * 4 * 2), Compute: func() (float64, error) {
			d, err := volume.PlaceTimestamps(gpu.GTX480(), renderer, 2)
			return float64(d.Bytes), err
		}, Statement: "a warp's timestamp takes one word, as all its lanes store the same: two of each of four warps", Remark: "The model decides by the document's rule."},
		{ID: "D4.37", Item: "timestamps", Kind: ledger.Transcribed, Ours: true, Says: ledger.Yes(), Compute: place(64), Statement: "they go to shared memory"},
		{ID: "D4.38", Item: "timestamps", Kind: ledger.Transcribed, Ours: true, Says: ledger.No(), Compute: place(1000), Statement: "unless that lowers occupancy: then to global memory", Remark: "64 and 1000 timestamps of each warp, blocks of 128 threads with 20 registers."},
	}
}

// onSilicon are what the same experiment found on an H200: our numbers. Its preset and
// the renderer were set from vr.csv, which has them.
func onSilicon() []ledger.Claim {
	front, other := volume.View{}, volume.Moving()
	share := func(m volume.Method) func() (float64, error) {
		return func() (float64, error) { return meanShare(m) }
	}
	return []ledger.Claim{
		{ID: "D4.39", Item: "H200, (0,0,0)", Kind: ledger.Fitted, Ours: true, Unit: "%", Says: ledger.About(24, 3), Compute: share(volume.Simple), Apart: "The model's texture unit lets more references wait inside, where the simple method does not see them", Silicon: silicon.VolumeShare(angles(front), volume.Simple.String()),
			Statement: "the simple method finds a quarter of the time in references, on average over the shapes"},
		{ID: "D4.40", Item: "H200, (0,0,0)", Kind: ledger.Fitted, Ours: true, Unit: "%", Says: ledger.About(88.5, 4), Compute: share(volume.Dummy), Silicon: silicon.VolumeShare(angles(front), volume.Dummy.String()),
			Statement: "the proposed one nearly nine tenths"},
		{ID: "D4.41", Item: "H200, (0,0,0)", Kind: ledger.Measured, Ours: true, Unit: "r", Says: ledger.About(0.96, 0.005), Silicon: measured(front, volume.Dummy, 1, silicon.Frames),
			Statement: "the proposed frequency goes with the frame rate"},
		{ID: "D4.42", Item: "H200, (90,−90,0)", Kind: ledger.Measured, Ours: true, Unit: "r", Says: ledger.About(0.987, 0.005), Silicon: measured(other, volume.Dummy, 1, silicon.Frames),
			Statement: "and at the second view"},
	}
}
