package tracing

import (
	"slices"

	"lanebook/gpumodel"
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
const dummyRun = "The paper's Fig. 4 tests the kernel's argument (dummy < 0), and only the body, which is never executed, uses the loaded value. The kernel run here tests the loaded value against the argument."

// timedLoads are the three kernels and the figure that explains them. The paper says of
// CUDA what they do, so that an H100 is none of their kin.
func timedLoads() []ledger.Claim {
	return []ledger.Claim{
		{ID: "D4.1", Item: "Figs 1, 2(b)", Kind: ledger.Transcribed, Unit: "of the load", Says: ledger.LessThan(1), Compute: covers(volume.Simple),
			Statement: "the simple method's clock reads do not enclose the load: their distance over its time",
			Silicon:   silicon.Cured("simple"),
			Remark:    "The model is built so: an instruction that needs no result does not wait for one."},
		{ID: "D4.2", Item: "Figs 2(a), 3", Kind: ledger.Transcribed, Unit: "of the load", Says: ledger.AtLeast(1), Compute: covers(volume.Fence),
			Statement: "with a fence before the second clock read they do",
			Silicon:   silicon.Cured("fence"), Contradicted: "A fence of the block, which is the paper's, does not wait for a load on an H100; of a GTX 480 nothing is known",
			Remark: "The model's fence waits, for the paper says so. Of a load from global memory. A texture is only read, and a fence does not wait for it: then the simple method's error is back."},
		{ID: "D4.3", Item: "Figs 2(a), 4", Kind: ledger.Transcribed, Unit: "of the load", Says: ledger.AtLeast(1), Compute: covers(volume.Dummy),
			Statement: "with a use of the loaded value they do", Silicon: silicon.Cured("dummy"), Remark: "The model is built so: an instruction waits for what it reads. " + dummyRun +
				" The model skips a body that is not taken, so with the paper's own listing the clock reads are 40 cycles apart, and the load takes 509. On an H100 the listing waits as well, all but 2 cycles of the load's 715: the body is executed under a predicate."},
		{ID: "D4.52", Item: "§ 5.1", Kind: ledger.Transcribed, Unit: "cycles", Says: ledger.MoreThan(0), Compute: tooLong(volume.Dummy),
			Statement: "the time found with the dummy contains t_d, the dummy's own (how much longer than the load it is)", Remark: "The model's branch is built so: 572 cycles, the fence 538."},
		{ID: "D4.53", Item: "§ 5.1", Kind: ledger.Transcribed, Ours: true, Unit: "cycles", Says: ledger.Between(0, 10), Compute: tooLong(volume.Fence),
			Statement: "the fence's time is the load's, to a few cycles", Remark: "The model's fence is built so; an H100's is not (D4.2)."},
		{ID: "D4.4", Item: "device memory", Kind: ledger.Transcribed, Unit: "cycles", Says: ledger.Between(400, 600), Compute: deviceMemory,
			Statement: "a reference to device memory takes 400 to 600 cycles", Remark: "The model's DRAM has the middle, 500."},
	}
}

func dummyConditions() []ledger.Claim {
	return []ledger.Claim{
		{ID: "D4.5", Item: "condition C1", Kind: ledger.Transcribed, Unit: "fetches", Says: ledger.Exactly(0), Compute: dummyWaits,
			Statement: "the dummy uses the loaded value (fetches whose value the clock read does not wait for)", Remark: "The model is built so. " + dummyRun},
		{ID: "D4.6", Item: "condition C2", Kind: ledger.Derived, Unit: "%", Says: ledger.MoreThan(0), Compute: dummyReaches,
			Statement: "the dummy reaches the output: were its path taken, so many pixels of the volume would change", Remark: dummyRun},
		{ID: "D4.7", Item: "condition C3", Kind: ledger.Derived, Unit: "pixels", Says: ledger.Exactly(0), Compute: dummyChanges,
			Statement: "the dummy leaves the output as it was (pixels that differ)"},
	}
}

// figure5 is why its shares are no test.
const figure5 = "All of Fig. 5 was in view when the GTX 480's numbers were chosen."

// timeShares are Figure 5. Each share of the simple method is allowed less than half of
// what lies between the two, so that neither passes for the other; so are the others'.
func timeShares() []ledger.Claim {
	flat, tall := gpumodel.Shape{X: 128, Y: 1}, gpumodel.Shape{X: 1, Y: 128}
	share := func(s gpumodel.Shape, m volume.Method) func() (float64, error) {
		return fromFront(func(points []Point, t Trend) float64 {
			return 100 * points[t.Of(s)].By[m].Share()
		})
	}
	// change is a claim of how much of what a step of the ray takes more in the slow shape a method
	// finds in references.
	change := func(c ledger.Claim, m volume.Method) ledger.Claim {
		c.Item, c.Kind, c.Unit, c.Remark = "Fig 5", ledger.Fitted, "%", figure5
		c.Compute = fromFront(func(points []Point, t Trend) float64 {
			fast, slow := points[t.Of(flat)].By[m], points[t.Of(tall)].By[m]
			in := slow.Reference - fast.Reference
			return 100 * in / (in + slow.Other - fast.Other)
		})
		c.Silicon, c.Kin = silicon.VolumeGrowth(angles(volume.View{}), m.String(), flat.X, tall.X), true
		return c
	}
	return []ledger.Claim{
		{ID: "D4.8", Item: "Fig 5", Kind: ledger.Fitted, Unit: "%", Says: ledger.About(13, 3), Compute: share(flat, volume.Simple),
			Statement: "the simple method finds 13 % of the time in references at 128×1", Remark: "The time between the clock reads for a lone warp was set from it. " + figure5},
		{ID: "D4.9", Item: "Fig 5", Kind: ledger.Fitted, Unit: "%", Says: ledger.About(20, 3), Compute: share(tall, volume.Simple),
			Statement: "and 20 % at 1×128", Remark: "How many references the texture unit holds was set from it. " + figure5},
		{ID: "D4.10", Item: "Fig 5", Kind: ledger.Fitted, Unit: "%", Says: ledger.About(50, 10), Compute: share(flat, volume.Dummy),
			Statement: "the proposed method finds 50 % at 128×1", Remark: "The paper prints 1×128 twice; 128×1 must be meant. " + figure5},
		{ID: "D4.11", Item: "Fig 5", Kind: ledger.Fitted, Unit: "%", Says: ledger.About(80, 10), Compute: share(tall, volume.Dummy),
			Apart:     "In the model a warp waits for its reference to the transfer function too, in the same texture unit; it is not timed, and counts as elsewhere. The paper does not say whether it timed both",
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
		change(ledger.Claim{ID: "D4.57", Says: ledger.LessThan(50).Read(),
			Statement: "of what a step of the ray takes longer at 1×128 than at 128×1, the simple method finds most elsewhere than in references: in them so much"}, volume.Simple),
		change(ledger.Claim{ID: "D4.58", Ours: true, Says: ledger.MoreThan(50),
			Statement: "the proposed method finds most of that in references"}, volume.Dummy),
		{ID: "D4.13", Item: "§ 6.2", Kind: ledger.Derived, Unit: "(of 8)", Says: ledger.Exactly(8).Read(), Compute: fromFront(func(_ []Point, t Trend) float64 { return rank(t, tall) }),
			Statement: "1×128 is the slow shape: its place by frame rate"},
		{ID: "D4.14", Item: "§ 6.2", Kind: ledger.Derived, Unit: "% of the best", Says: ledger.AtLeast(85).Read(), Compute: fromFront(func(_ []Point, t Trend) float64 {
			return 100 * t.Rate[t.Of(flat)] / slices.Max(t.Rate)
		}), Statement: "128×1 is a fast one: its frame rate"},
	}
}
