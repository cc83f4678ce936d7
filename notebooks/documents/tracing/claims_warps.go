package tracing

import (
	"fmt"

	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/ledger"
	"lanebook/notebooks/documents/tracing/volume"
)

// borderSet is why the border is no test.
const borderSet = "How long a reference's way through the texture unit is was set from it."

// warps are Figures 10 and 11.
func warps() []ledger.Claim {
	const start = 20 // references of a warp, in which its neighbours fill the machine
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
			Silicon: silicon.Warps(angles(volume.Moving()), silicon.Between, 8, 2), Kin: true,
			Statement: "between, references of 8×16 take more time than of 2×64: by so much", Remark: viewChosen},
		{ID: "D4.33", Item: "Fig 10", Kind: ledger.Derived, Unit: "cycles", Says: ledger.MoreThan(0), Compute: more(silicon.Scatter),
			Silicon: silicon.Warps(angles(volume.Moving()), silicon.Scatter, 8, 2), Kin: true,
			Remark:    "On one SM of the H200 it is 8×16 whose warps take like times, and 2×64 whose differ.",
			Statement: "and differ more from warp to warp: the standard deviation of their means, by so much"},
		{ID: "D4.34", Item: "Fig 10", Kind: ledger.Derived, Unit: "shapes", Says: ledger.Exactly(2), Compute: of(func(tall, square OneCU) float64 {
			return one(len(tall.Means.Hits()) < len(tall.Means)) + one(len(square.Means.Hits()) < len(square.Means))
		}), Silicon: silicon.Warps(angles(volume.Moving()), silicon.Missing, 2, 0), Kin: true, Statement: "there are warps without a reference"},
		{ID: "D4.50", Item: "Fig 10", Kind: ledger.Derived, Unit: "r", Says: ledger.AtLeast(clear).Read(), Compute: of(func(tall, _ OneCU) float64 { return tall.Means.Alike() }),
			Silicon: silicon.Warps(angles(volume.Moving()), silicon.Alike, 2, 0), Kin: true,
			Statement: "of 2×64, warps of near numbers have like times: a warp's mean with the next one's"},
		{ID: "D4.51", Item: "Fig 10", Kind: ledger.Derived, Unit: "r", Says: ledger.MoreThan(0), Compute: of(func(tall, square OneCU) float64 { return tall.Means.Alike() - square.Means.Alike() }),
			Silicon: silicon.Warps(angles(volume.Moving()), silicon.Alike, 2, 8), Kin: true,
			Remark:    "On the H200, too, those of 8×16 are like their neighbours, and more so.",
			Apart:     "In the model 8×16's change slowly too, from one part of the volume to the next, over a wider range: their spread is there, and not the scatter",
			Statement: "more so than of 8×16, whose lie scattered (the one coefficient less the other)"},
		{ID: "D4.35", Item: "Fig 11", Kind: ledger.Derived, Unit: "times", Says: ledger.AtLeast(1.1).Read(), Compute: of(func(tall, square OneCU) float64 {
			_, a := tall.Slowest()
			_, b := square.Slowest()
			_, narrow := silicon.Spread(a[start:])
			_, wide := silicon.Spread(b[start:])
			return wide / narrow
		}), Statement: "within one warp, too, references of 8×16 differ more: their standard deviation over that of 2×64's",
			Apart:  "In the model the two warps drawn differ alike, and by less of their mean at 8×16",
			Remark: fmt.Sprintf("Without each warp's first %d references, which in the model alone make the difference.", start)},
		{ID: "D4.54", Item: "Fig 10", Kind: ledger.Derived, Ours: true, Unit: "%", Says: ledger.LessThan(0), Compute: doubled(func(c OneCU) float64 {
			_, spread := c.Means.Within()
			return spread
		}), Apart: "In the model they spread a little more. Its scheduler stays with the oldest warp, so that warps do not go in step; which warps' means this moves apart has not been found out",
			Statement: "with twice the ways in the texture cache, the means of 8×16's warps spread less: by so much"},
		{ID: "D4.55", Item: "Fig 11", Kind: ledger.Derived, Ours: true, Unit: "%", Says: ledger.About(0, 10), Compute: doubled(func(c OneCU) float64 {
			_, cycles := c.Slowest()
			_, spread := silicon.Spread(cycles)
			return spread
		}), Statement: "but the references of its slow warp as much as before"},
	}
}

// timestamps are where they go.
func timestamps() []ledger.Claim {
	place := func(stamps int, at volume.Placement) func() (float64, error) {
		return func() (float64, error) {
			d, err := volume.PlaceTimestamps(gpu.GTX480(), renderer, stamps)
			return one(d.Placement == at), err
		}
	}
	return []ledger.Claim{
		{ID: "D4.36", Item: "timestamps", Kind: ledger.Transcribed, Ours: true, Unit: "bytes", Says: ledger.Exactly(4 * 4 * 2), Compute: func() (float64, error) {
			d, err := volume.PlaceTimestamps(gpu.GTX480(), renderer, 2)
			return float64(d.Bytes), err
		}, Statement: "a warp's timestamp takes one word, as all its lanes store the same: two of each of four warps", Remark: "The model decides by the document's rule."},
		{ID: "D4.37", Item: "timestamps", Kind: ledger.Transcribed, Says: ledger.Yes(), Compute: place(64, volume.InLDS), Statement: "they go to shared memory"},
		{ID: "D4.38", Item: "timestamps", Kind: ledger.Transcribed, Says: ledger.Yes(), Compute: place(1000, volume.InGlobal), Statement: "unless that lowers occupancy: then to global memory", Remark: "64 and 1000 timestamps of each warp, blocks of 128 threads with 20 registers."},
	}
}

// onSilicon are what the same experiment found on an H200: our numbers. No number of the
// model was set from vr.csv, which has them.
func onSilicon() []ledger.Claim {
	front, other := volume.View{}, volume.Moving()
	share := func(m volume.Method) func() (float64, error) {
		return func() (float64, error) { return meanShare(m) }
	}
	return []ledger.Claim{
		{ID: "D4.39", Item: "H200, (0,0,0)", Kind: ledger.Derived, Ours: true, Unit: "%", Says: ledger.About(24, 3), Compute: share(volume.Simple), Apart: "On the chip warps wait longer for a place in the texture unit: which of them goes first is not as in the model", Silicon: silicon.VolumeShare(angles(front), volume.Simple.String()),
			Statement: "the simple method finds a quarter of the time in references, on average over the shapes"},
		{ID: "D4.40", Item: "H200, (0,0,0)", Kind: ledger.Derived, Ours: true, Unit: "%", Says: ledger.About(88.5, 4), Compute: share(volume.Dummy), Apart: "What a step of the ray does besides takes the model's warps 90 to 118 cycles, by the shape, the chip's 144 to 282: likely, for its predicates wait longer before a branch, and constants are read in the loop", Silicon: silicon.VolumeShare(angles(front), volume.Dummy.String()),
			Statement: "the proposed one nearly nine tenths"},
		{ID: "D4.41", Item: "H200, (0,0,0)", Kind: ledger.Measured, Ours: true, Unit: "r", Says: ledger.About(0.96, 0.005), Silicon: measured(front, volume.Dummy, 1, silicon.Frames),
			Statement: "the proposed frequency goes with the frame rate"},
		{ID: "D4.42", Item: "H200, (90,−90,0)", Kind: ledger.Measured, Ours: true, Unit: "r", Says: ledger.About(0.987, 0.005), Silicon: measured(other, volume.Dummy, 1, silicon.Frames),
			Statement: "and at the second view"},
	}
}
