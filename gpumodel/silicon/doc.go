// Package silicon holds what real GPUs measured, for the model to be held to.
//
//	points, err := silicon.H200Mixes()                   // what was measured
//	cycles, err := silicon.RunMixes(gpu.H200(), points)  // what the model gives for it
//	all, err := silicon.Agreements()                     // everything, and how near
//
// H200…, H100… and MI300… read measurements; Run… and Compare… set the model beside them and
// change no number of it. FitMI300 and FitStreams alone fit, and say what. Which numbers of
// a preset were set from a measurement stands on their lines in package gpu, and in
// Agreement.From.
//
// # An H200: accesses, loops and whole kernels
//
// H200: one NVIDIA H200 SXM (132 SMs). probe.cu made the files,
// "nvcc -O3 -arch=sm_90 -std=c++17 probe.cu"; cycles are SM clocks, read in the
// kernel; passes are Nsight Compute's counters, one launch of one warp and one
// access for each pattern.
//
//	patterns.csv           the accesses: id, kind, op, width, active lanes, 32 byte offsets
//	patterns_counters.csv  bank conflicts and wavefronts (passes) by Nsight Compute
//	patterns_timing.csv    cycles of an access in a dependent chain of one warp,
//	                       and of each access when 32 warps make them
//	issue.csv              cycles of a loop of FFMA or DFMA by warps and chains, and by block size
//	latency.csv            a pointer chase: cycles of a load by footprint, through the L1 and past it
//	littles.csv            bandwidth of DRAM by bytes in flight of an SM; littles_few.csv: of one SM
//	                       alone, and of 33, littles.cu of nvcc 13.0.88, driver 580.159.04, 2026-11-23, a second run
//	                       within 1 %; littles.sass: the loop's machine code;
//	                       littles_model.csv: what the model gives, of both GPUs, in MB/s
//	transpose.csv          8192² floats transposed in nine ways; tiles.csv: their
//	                       launch and copy alone, of which nothing reads more than the clock
//	gemmblock.csv          double-precision multiply-adds a cycle by register block, fed from the LDS;
//	                       dfma.csv: by operands read anew; gemmblock_order.csv: the order of its machine code
//	vr.csv, vr_counters.csv  the volume renderer of document 4: times and shares, hits in the caches;
//	                       view (90,-90,0) on 2026-11-22 of nvcc 13.0.88, driver 580.159.04,
//	                       a second run within 5 % of frames and 9 % of cycles a reference
//	vr_warps.csv           mean reference of each warp of SM 5 with the dummy, in both of these runs
//
// unseen.csv, unseen_counters.csv and unseen_timing.csv are the same for 564
// more accesses, drawn at random after the bank rule was written, to catch a rule
// that only fits what it was made from (the law of latency was written anew later,
// from mix.csv): pairs of lanes that agree but for one,
// or by different partners; lanes switched off; wrapped strides; swizzles. One
// NVIDIA H200, driver 580.159.04, 2026-11-21: "probe once" under
// "ncu --clock-control none --cache-control none", and "probe pat".
//
// mix.cu times loops that keep one unit of a CU busy, or several, "nvcc -O3
// -arch=sm_90 -std=c++17 mix.cu" of nvcc 13.0.88, driver 580.159.04, 2026-11-21:
//
//	mix.csv   cycles of each loop by warps, and by words between the lanes' addresses
//	mix.sass  the machine code between the clock reads, "cuobjdump -sass", without
//	          the hints of which registers are read again
//
// global.cu times global loads of one CU on an otherwise idle GPU, in the same way:
//
//	global.csv   cycles of the loop by cache, words between the lanes' addresses, and warps
//	global.sass  its machine code
//
// fft.cu times the FFT of every row and column of a complex picture, by columns alone
// and together, transposes, and the whole in several ways, "nvcc -O3 -arch=sm_90
// -std=c++17 fft.cu" of nvcc 13.0.88, driver 580.159.04, 2026-11-22:
//
//	fft.csv           median and least of 15 launches, and its checks of the results
//	fft_second.csv    the same once more: 2.8 % apart on average; from 2048² on 1.3, 8.2 at most
//	fft_counters.csv  of the line kernels: registers by the compiler (-Xptxas -v), sectors and
//	                  passes by Nsight Compute, one launch; empty where it was not run
//	fft_model.csv     not measured: what the model gives for the line kernels and the
//	                  transposes, see FFTResult and TransposeResult
//	fft.sass          machine code of the line kernels that transform, "cuobjdump -sass", by size and lines
//	                  together. That constants in addresses are no instructions, and that roots are loaded
//	                  ahead, is from it, looked up when two Go functions were 15 and 13 % off
//	fft_code_model.csv  what the model gives for that: no number of it is from these times, which had been
//	                  read long before
//
// whole.cu times whole kernels on the whole GPU by events, in the same way; two runs
// of one day differ by 1.4 % on average, 11 % at worst, of two days by 3.4 and 20:
//
//	whole.csv   median and least of 15 launches, in microseconds; whole_again.csv: on 2026-11-23,
//	            nothing is set from it, notebook 06 says how far off the model is on it
//	whole.sass       the machine code of each kernel but the transposes, without the hints of which
//	                 registers are read again, what fills it up, and the jump to itself at its end
//	transposes.sass  the same of the transposes; of those with a lane for each element that
//	                 through tiles of 16, for others differ in constants alone
//	whole_model.csv  not measured: what the model gives for each, see WholeResult
//
// parts.cu, loads.cu, ends.cu and scatter.cu time alone what the workgroups of a whole kernel share,
// "nvcc -O3 -arch=sm_90 -std=c++17" of nvcc 13.0.88, driver 580.159.04, clocks at 1980 MHz,
// 2026-11-23; us is microseconds by events, the median, or of loads and mixed the last of
// three launches. The preset's Dispatch, L2 and DRAM were set from them, see package gpu;
// from whole.csv only the time of a launch and the dispatcher's interval, by empty kernels:
//
//	parts.csv  turnover: cycles of a workgroup of so many lanes (life), from its end to the
//	           next one's start in its place (gap), between the first of an SM (first_apart):
//	           Dispatch.Cold, Fill, Each, Turnover
//	           all: lines that all SMs read and write, by footprint and by sectors of each:
//	           Caches.Even, StoreLineCycles, StoreSectorCycles; DRAM.Atom, WriteLine, WriteSector.
//	           Of whole lines keep.csv has it: the L2 takes a quarter more of them there, and a fifth more in l2mix.csv, than here
//	           one: stores of one SM by words between the lanes: StoreBytesPerCycle, MaskCycles.
//	           Not to be used: read4, whose loads the compiler took out of the loop, and
//	           write8, of whose stores it left a quarter, of 4 bytes each
//	           latency: cycles of single loads at random places
//	loads.csv  loads: cycles of a load by warps of an SM, one load at a time of each, of lines
//	           in order from DRAM, and of 16 MB from the L2: L2.Home; DRAM.LateShare, Late, Queue
//	           prologue: cycles from the first instruction to the first address: Latency of Scalar
//	ends.csv   empty: workgroups by their size; ends: cycles of a round of workgroups that end
//	           in stores, or in none: no number is from these
//	           partial: stores of a part of a sector; columns: the same sectors again, part
//	           by part: no number is from these
//	           mixed: loads beside a store for every so many: DRAM.Turn
//	scatter.csv  stores of parts of sectors, each lane's in a line of its own:
//	           L2.StoreMaskCycles. Made when the naive transposes had come out a quarter too
//	           slow with ends.csv's partial, in which half of the lanes had nothing to do
//
// rates.cu and far.cu count how many lines a cycle all SMs read past their L1s, by clock reads inside, so
// that no launch is in it; one build and day for both GPUs (driver 580.159.04, clocks at 1980 MHz,
// 2026-11-23). rates.cu keeps the best of five runs, far.cu the median of four. Another run, which was not
// kept, was 0.3 % apart on average in rates.csv, 3.4 at worst. See L2Rate. L2.FarTurns, FarLines and
// DRAM.RowCycles are from far.csv; what they are of was chosen with the rows of the H100 at hand too:
//
//	rates.csv, rates_h100.csv  1 to 32 MB, lines in order or by chance, by SMs and warps
//	far.csv, far_h100.csv      16 MB to 4 GB by chance, alone, by four or eight side by side
//	rates_model.csv            not measured: what the model gives for 36 rows of each GPU
//
// # Textures, atomics and reach
//
// texture.cu and inside.cu sample a texture of 1024³ bytes, trilinearly, at patterns of lanes
// (texture_lanes.csv, in texels, to be added to 256.5 and a fraction); "nvcc -O3 -arch=sm_90
// -std=c++17" of nvcc 13.0.88, driver 580.159.04, 2026-11-23:
//
//	texture.csv           near: cycles of a texel whose neighbour, one bit of a coordinate away, was
//	                      read before: TextureLayout HopperBlocks
//	                      hit: cycles of a CU for each reference, 32 warps at one place: no number is from these
//	                      alone: of a chain: TextureUnit.Latency
//	                      fresh: each reference at a place by chance in a cube of so many texels, one
//	                      reference at a time of each warp: FillCycles (one warp), MissCycles
//	texture_counters.csv  Nsight Compute's sectors and wavefronts of tags and data for each pattern
//	                      alone, caches empty: HopperBlocks, TagBanks, DataBanks; requests to the L2: JoinCycles
//	inside.csv            three clock reads: before a reference, when its coordinates could be
//	                      written again, when its result was there: Queue, QueuePasses, ReadCycles
//	                      ends: cycles of each warp of an SM, by its own clock, in the order of blocks: with
//	                      hits the older half ends first, elsewhere the older sooner. Ahead of QueueVariant is from
//	                      three of these six rows, and of presets nothing
//
//	fence.csv             fence.cu: two clock reads around a fence of the workgroup, a reference,
//	                      both, or nothing, by warps of an SM: FenceCycles, FencePasses
//
// waits.cu is inside.cu with a clock read more, right behind the reference, and 256 references of each warp, on an
// H100 80GB HBM3 (nvcc 13.0, 2026-11-27; one run). No number is from it. Ahead of QueueVariant is held to it, whose
// number is older; that coordinates of a line are unread was put into the model with these rows in view:
//
//	waits_h100.csv        cycles of a reference until it had issued, its coordinates could be written again and
//	                      its result was there, by pattern, warps of an SM and cube; last: of one SM's last warp
//	waits_model.csv       not measured: what the model gives for 18 rows
//
// pace.cu asks an H100 80GB HBM3 (same compiler and driver, 2026-11-26) what references take that find all in
// the L1, by where their lanes sample. BankBytes, FourCycles, LeastCycles and which two lanes of four go
// together are from 37,500 that other seeds drew and that are not kept:
//
//	pace_h100.csv         10,000 references of a seed that was first used when the rule was set
//
// cures.cu asks which cures of document 4 wait for a load from global memory, on an H100 80GB HBM3 (same
// compiler and driver, 2026-11-26; a second run within 2 %). No number is from it:
//
//	cures_h100.csv        cycles between the clock reads by where the line is, cure, and warps of an SM
//
// atoms.cu times atomic additions: accesses alone, and whole kernels that count or add up (same compiler and driver,
// 2026-11-26; a second run of each was 0.6 % apart on average). The H100 is an H100 80GB HBM3:
//
//	atoms.csv, atoms_h100.csv  go: cycles of an SM for each access, by pattern, SMs and warps: Atomics of the H200, see
//	                      AtomicRate; alone: a chain of one warp, no number is from it; kernel: microseconds,
//	                      median and least of 15, no number is from them, see AtomicTime. Histograms whose bins
//	                      lie apart are from a later run, on an H100, those of 2^20 after the model had said their
//	                      times; local: additions to shared memory, from a run after that
//	atoms_model.csv, atoms_h100_model.csv, atoms_rates_model.csv  not measured: what the model gives for kernels, and for
//	                      go's rows of 32 warps
//	atom_patterns.csv     another H100, another program: an atomic of one SM, or of all, by where its 32 lanes add, in
//	                      words; and cycles of an SM for each packet if all add to two lines by turns, whose
//	                      numbers are given by the first, and what it is xored with: Atomics.Ways
//	slices_h100.csv       slices.cu, another H100: which lines, or sectors, of pages of 2 MB are in one slice of the L2
//	                      (of: two digits each, a name of our own); beside: thousandths of one slice's time that
//	                      adding to lines of two slices takes; many, wide: cycles in which so many packets are
//	                      added, of one word by chance of so many lines of each slice, or of more words:
//	                      Atomics.Slice and PairOut. Three more runs, on this or other H100s, had every line in
//	                      the same slices (not kept)
//
// order.cu asks whether references overtake one another on an SM, and how even the pace of SMs is in
// frames of probe.cu's renderer (same compiler and driver, 2026-11-24; a second run, which was not kept,
// was 0.2 % apart on average in the references, 0.9 in the median SM of a frame). No number is from either but
// that L2.FarTurns may be one or more:
//
//	order.csv, order_h100.csv  order: the first reference's cycles and those that begin later; pace: nanoseconds of
//	                      a turn by SM, and when so many warps had made 512 references; fast: which SMs
//	vr_l2.csv             Nsight Compute's counts of order.cu's frames without clock reads, GPU clocks not locked
//	                      (ncu --clock-control none; a second run: 1 % apart on average, hits over the fabric 5):
//	                      gpu__time_duration, lts__t_requests, lts__t_sectors and hits of srcunit_tex and of
//	                      srcunit_ltcfabric, lts__t_tag_requests, dram__bytes_read
//	vr_unit.csv           19 such frames, 2026-11-30, by Nsight in the SMs, see FrameTexture: gpu__time_duration,
//	                      sm__cycles_active (Cycles), of l1tex texin_sm2tex_req_cycles_active (Fours, one a cycle),
//	                      t_output_wavefronts and data_pipe_tex_wavefronts (Passes), f_cycles_active, t_sectors and hits;
//	                      smsp__warps_active, inst_executed, warps_issue_stalled_long_scoreboard (Waits) and _tex_throttle
//	                      (Queues), these from a second go, its times 1.5 % apart on average, 5 at worst. No number is from any
//
// few.cu runs so many blocks of such frames for each SM, and all, and writes down each reference of SMs 5, 38, 71 and 104;
// two_passes.cu asks which references overtake which (an H200, nvcc 13.5, driver 580.159, 2026-11-30). From them is for which
// references TextureUnit.Overtakes holds:
//
//	vr_few.csv            milliseconds of a part, the median of five launches and the least (another run 2 % apart on
//	                      average), references that a warp's first lane has a part in (up to 9 % fewer than warps make), of
//	                      all warps and of the one with the most; blocks 0: all
//	vr_back.csv           of each such reference the clock before it and when its result was there: how many come back more
//	                      than 50 cycles before one that was asked for earlier; cycles that a tenth, half, nine tenths take at most
//	two_passes.csv        eight warps: the first asks for what the L1 has (hit) or not (dram: mostly lines that the L2 has by
//	                      then), the seven others later for what it has; lanes at one place, in planes one (z1) or two (z2) apart, in rows 8
//	                      apart (y8): two passes for each two lanes at z2 and y8. later: the part that is there after the first
//
// fours.cu, room.cu, window.cu and lines.cu ask for how long a reference holds its places of the texture unit and how many there are, and
// for how long a line holds one of the L1 (H200s, nvcc 13.5, driver 580.159, 2026-11-30). With Overtakes, Queue, QueuePasses and what counts
// how much are from rows like room.csv's, not kept, before its 60 rays were drawn (x of 64 and more); Taken is from its hit1, where a
// reference takes 16 passes; Cache.Moves was from visits of the day before, not kept, whose lines lay in other sets than thought, and
// lines.csv (2026-12-01) contradicts its one pool, and that what comes is the latest:
//
//	fours.csv             as two_passes.csv, all at one place: of the first so many fours of lanes each two need two passes; cycles
//	                      without (alone) and behind the first; between: of eight texels for each lane, else of one
//	room.csv              so many warps of one SM, of which so many (dram) ask DRAM, each turn so many planes on (step; 7 where dram
//	                      is 3 and the other SMs keep DRAM busy), the others the L1: lane i of so many (on) at x, y, z + i%wide·d +
//	                      i/wide·e texels of its warp's part of the volume, those below between half a texel further along x; where
//	                      dram is 62 those that hit have all lanes in one voxel's centre. Of the middle three fifths: cycles for each
//	                      reference, pauses of 60 cycles and more in which none is taken while some wait, and how many end with the
//	                      oldest; n: how many references had been taken from that one on (5, 50, 95 %); hit: cycles from when one that
//	                      hits is taken until its result is there (1, 50, 95 %). 17 cycles where 16 are enough: likely for their own stores
//	vr_window.csv         whole frames, two SMs each, between a fifth and a half of their time: references, cycles for each, pauses of
//	                      more than 100 cycles in which none is taken, their part of the time; of the pauses that end within 12 cycles of when
//	                      the oldest reference without a result has one: how many there are, how many references have been taken from that
//	                      one on (5, 25, 50, 75 %), and how many of them wait (50 %)
//	lines.csv             lines.cu, by which no number is set: visits of one lane to lines of 2 MB, by chance to so many (many) of each of 512
//	                      sets, or to so many in all, lap after lap (laps), from a seed; a bit for each visit that missed. A set counts its
//	                      hits: what comes counts as used between its second and third latest. The L1's places, 1728 by sets.csv, are in
//	                      four pools, of the sets of one bank of the tags each (here they keep 1736 lines lap after lap, so at least 434 to
//	                      a pool, where the rule has 432 and misses 6 % more: a known miss); when one has no place left its sets give up
//	                      their least recently used in turn, those of loads in an order that was read off others of them
//	lookups.csv           lookups.cu, likewise (2026-12-01): each four lanes of a reference look up a line and hit it, or, between
//	                      texels, each two; so do hits of what has not come yet; and what has not come can be given up
//
// deal.cu asks to which SM each block of a kernel goes that begins (H200, nvcc 13.5, driver 580.159, 2026-12-01), by which no number is set:
//
//	deal.csv              by threads of a block and blocks. Two to a TPC, row by row: one TPC of each cluster that has as many; eight SMs,
//	                      in clusters of four, sooner than others, but none has more than its share. Chips have other clusters. The model
//	                      deals one after another; by it sixteen blocks for each SM of the frame (90,-90,0) 32 x 4 take 26 % too little, with the
//	                      chip's order 9 (vr_few.csv; by hand, not kept)
//
// reach.cu reads lines that the L2 has and that lie far apart (same compiler and driver, 2026-11-24; a second
// run gave the same groups, and lines 0.1 % apart on average). The H100 of reach_h100.csv is that of order_h100.csv; the
// H200s of the other two are two cards. From it is how many groups TranslationVariant has:
//
//	reach.csv, reach_h100.csv  group: SMs that share a port to what translates; reach: lines a cycle of 4 MB of them,
//	                      one sector or all four, by the memory they are spread over, and of an SM by its group
//
// pages.cu reads such lines by chance of so many pages, layout.cu writes a texture's bytes through it and reads them as
// memory, one H100, SXM with 80 GB (same compiler and driver, 2026-11-25):
//
//	pages.csv        lines a cycle by pages, how far they are apart, whether SMs have their own, and which lanes go
//	                 together, see PageRead. Two numbers of TranslationVariant are from the rows of chance
//	                 and pair by loads, its page, reach and what goes together are from the others by loads
//	pages_model.csv  not measured: what the model of an H200 gives for some of the rows
//	layout.csv       where each bit of an offset lies in a texture of 1024³ bytes, and that 20000 others are sums
//	                 of those: TextureLayout HopperBlocks, which had been assumed beyond a line
//
// # Frames, the L1 and TLBs
//
// volume.sass is the machine code of probe.cu's mode vr, without clock reads and by each
// method, vr_more_views.csv its frames at two more views, vr_more_counters.csv what was counted
// there in one more run of each (driver 580.159.04, 2026-11-23), vr_again.csv all 40 frames
// in one more run that day. No number is from any of them. vr_new_views.csv (2026-11-27) are the frames of a table
// with four other views, and those of vr_more_views.csv once more, vr_new_counters.csv is what was counted there: the
// L1 as in vr_more_counters.csv, the L2 what textures asked of the near half, and had there. No model had been run
// on them when they were measured.
//
// What an L1 keeps, 2026-11-23, same compiler and driver:
//
//	sets.csv   sets.cu: one warp's visits to lines, by loads and by textures, see Kept.
//	           Of the H200's L1 the masks of SetBits are from an earlier draw of same, and lines
//	           from chance; drawn decided that sets take places as they need them
//	aside.csv  aside.cu under Nsight Compute: launch__shared_mem_config_size, what the driver sets
//	           aside of the L1 for the LDS, by workgroup and what a workgroup declares of it
//
// tlb.cu times loads of one lane that are spread over up to 96 GB, "nvcc -O3 -arch=sm_90 -std=c++17"
// of nvcc 13.0.88, driver 580.159.04, 2026-11-23, see PageChase and ComparePages:
//
//	tlb.csv       an H200. Hopper's TLBs in package gpu's Ladders are from its rows of page_kb=2048;
//	              no number is from the rest. One of these rows, of 16 lines and 2715 pages, took
//	              45 cycles more than its neighbours, though 98 % of its loads took what theirs did
//	tlb_h100.csv  an H100 of 80 GB, SXM. No number is from these
//
// tutorials.cu times the kernels that tutorials begin with, "nvcc -O3 -arch=sm_90 -std=c++17"
// of nvcc 13.0.88, driver 580.159.04, 2026-11-23:
//
//	tutorials.csv  medians of 15 launches, by two runs: us and again. No number is from these
//	tutorials.sass their machine code, of the product with 192² elements, without encodings. How far ahead a product loads, how many elements at once, constants in addresses (but of
//	               a product's columns), what is a predicate and how many registers a lane has is as there in the kernels that the model runs, looked up after misses had been seen
//
// # An H100
//
// H100: one NVIDIA H100 SXM with 80 GB (132 SMs, 1980 MHz, memory at 2619 MHz, 50 MB of L2),
// driver 580.159.04, 2026-11-23, by the programs and compilers above. No number of the model is from any of these: the
// preset, from data sheets and the H200's, was committed before them, see Twins:
//
//	h100_whole.csv, h100_transpose.csv, h100_tutorials.csv (of one run), h100_fft.csv,
//	h100_latency.csv, h100_littles.csv, h100_littles_few.csv, h100_vr.csv  as the H200's files without h100_
//	h100_whole_second.csv  whole.csv's kernels once more: 3.3 % apart on average, 16 at worst
//	h100_fft_second.csv    fft.csv's kernels on another H100, 2026-11-26: line kernels 4 % apart on average. With 2048² numbers, a
//	                       little more than the L2 holds, three of them take 12 to 32 % less than in h100_fft.csv, and so
//	                       they did in a third run, on the second GPU
//	h100_model.csv  not measured: what the model gives for whole kernels, line kernels of FFTs,
//	                transposes of complex numbers, and tutorials' kernels, see H100Results
//
// An H200, 2026-11-28, nvcc 13.0.88, driver 580.159.04:
//
//	executed.csv       executed.cu, of which executed.sass is the machine code: all words that its kernels wrote, one
//	                   kernel a line, in hexadecimal. No number is from them
//	listed_h200.csv    listed.cu, of which listed.sass is the machine code: medians and least of 15 launches, and in
//	                   listed_h200_second.csv the medians of a second run. listed_told.csv is not measured: what the model
//	                   gave before, for the machine code of nvcc 13.5.37, which has other registers in one instruction of
//	                   addtransposed and other control fields in product, before and counts; listed_model.csv: what it
//	                   gives now. No number is from them
//	listed_waits_h200.csv  the same kernels launched once each with empty caches, 2026-11-29: samples of all warps by Nsight
//	                   (--section SourceCounters, every 32 cycles), by reason over four runs, and by the instruction that a
//	                   warp issues next, in two runs and in two more. listed_waits_told.csv is not measured: what the
//	                   model gave before, a barrier's waits at the barrier and not before the next instruction, as in
//	                   the samples and in listed_waits_model.csv: what it gives now. Package emulate's policy and queues were
//	                   chosen with these and listed_h200.csv in view. transposes_waits_h200.csv: two transposes of
//	                   whole.cu, a run and another; of prose alone
//	listed_executed.csv  from the same: how often each instruction was issued, and with how many lanes on, of the least sizes
//	listed_counters.csv  the same kernels launched once each, by Nsight: smsp__inst_executed, its _pipe_alu, _fma, _xu,
//	                   _lsu and _fp64, l1tex__data_pipe_lsu_wavefronts_mem_shared, l1tex__t_requests and _t_sectors of
//	                   global loads, _t_sectors of global stores; in a second go sectors of global loads that missed the
//	                   L1, l1tex__m_xbar2l1tex_read_sectors and lts__t_sectors_srcunit_tex_op_read; sm__cycles_elapsed.max
//
// Another H200, 2026-11-29, nvcc 13.0.88, driver 580.159.04:
//
//	halves_h200.csv    halves.cu and, from line 34 on, fed.cu, of which halves.sass is the machine code: medians and least of 15
//	                   launches; halves_h200_second.csv: the medians of a second run; halves_told.csv is not measured:
//	                   what the model gave before each of the two ran, of fed.cu with what copies cost, which the
//	                   others had led to; halves_model.csv: what it gives now, MOVM among shared memory's
//	                   instructions. In now16 the compiler has taken matrix loads out of their loop. No number is from them
//	halves.csv         the first words that those kernels wrote, but now16, and six of one block, launched small: one kernel a
//	                   line, in hexadecimal
//	halves_counters.csv  the same by Nsight: smsp__inst_executed, its _pipe_alu, _xu and _tensor, _op_ldsm and _op_ldgsts,
//	                   l1tex__t_sectors of global loads and stores, l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld,
//	                   and the same without _op_ld, of which 1 to 3 of a warp are of no access of its code: direct16 has
//	                   one more for each MOVM, none of which is in _tensor
//	products.csv       products.cu: cycles of a scheduler for each product of matrices, and others, by warps of one SM and
//	                   chains of each; a second run within 1 % but where registers did not suffice. Intervals of package sass
//
//	shared_l1.csv      shared_l1.cu, of which shared_l1.sass is the machine code, on all SMs with 8, 16, 32 and 48 warps on each:
//	                   medians of 11 launches in two runs, and by Nsight l1tex__data_pipe_lsu_wavefronts, the same with
//	                   _mem_shared, l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_ld and l1tex__lsuin_requests.
//	                   shared_l1_model.csv is what the model gives with 48. No number is from them; that shared memory and
//	                   the L1's loads have one path of data between them is
//	both_h200.csv      both.cu, of which both.sass is the machine code: medians and least of 15 launches; both_h200_second.csv:
//	                   a second run. Not measured are both_told.csv, what the model with that path gave (us) and the one
//	                   before it (before), committed before either run, of empty caches, which was a mistake;
//	                   both_before.csv, what the model before it gives of launches with caches as an earlier one left
//	                   them, computed after; and both_model.csv, what the model gives of those now
//	l1_passes.csv      l1_passes.cu 0: one warp's loads of 4, 8 and 16 bytes a lane that the L1 has, 64 times each, and one load
//	                   before; by Nsight l1tex__data_pipe_lsu_wavefronts and _t_output_wavefronts_pipe_lsu_mem_global_op_ld;
//	                   then the lanes' places. The H200's L1.TagBanks, and that its lanes are not joined, are from it
//	past_passes.csv    l1_passes.cu 4, 1, 2 and 3, the same patterns in the same order: loads that the L1 has not (miss), stores,
//	                   additions, of 4 bytes only, and copies to shared memory, each waited for; l1tex__data_pipe_lsu_wavefronts,
//	                   3 of which are of other accesses. That loads that miss take their passes turn by turn of the tags
//	                   is from it; of stores of 8 turns and more it is assumed, whose rule was not found. What additions and
//	                   copies take is not used
//	past_l1.csv        past_l1.cu, of which past_l1.sass is the machine code without the kernel that keeps the GPU busy before each
//	                   launch, on one SM: medians of 11 launches in two runs, and by Nsight l1tex__data_pipe_lsu_wavefronts and
//	                   the same with _mem_shared. past_l1_model.csv is what the model gives. No number is from them. (Not
//	                   kept: on all SMs, which go round the same megabyte, loads of 16 bytes took half of what the model's
//	                   L2 needs for them. What SMs ask for together must come to them together, which the model has not)
//	queued_h200.csv    kernels of six programs that are here, launched behind one that keeps the GPU busy for 100,000 cycles (us)
//	                   and for 200,000 (second), and one by one (alone), in one session: medians of 15. See QueuedSets
//	launch.csv         launch.cu: empty kernels, and those that let cycles pass, one by one and queued in this way, twice. Queued's
//	                   Seconds and Cold are from it. That a dispatcher takes notice of the last ends too was inferred from it;
//	                   starts as far apart would look the same, but first_apart of parts.csv speaks against those
//	queued_model.csv   not measured: what the model of Queued gives for those of queued_h200.csv that took up to 40 microseconds
//	keep.csv           keep.cu, of which keep.sass is the machine code: kernels launched again and again, by how much they touch:
//	                   median, least and most of the last eight of twelve, and in a second go by Nsight, of the tenth, bytes
//	                   from and to DRAM, and sectors of the L2 that were read, found and written. What a whole stored line
//	                   takes of the L2 and of DRAM is from its writes, DRAM.WriteTurn from its two largest copies; that a store
//	                   leaves a copy in the half that it came by, and ends the other's, was inferred from what Nsight counted; that sets
//	                   share neighbouring lines evenly, from how softly the model's reads began to miss before. See KeptLaunches
//	keep_model.csv     not measured: what the model of Queued gives for those of up to 128 MB
//	l2mix.csv          l2mix.cu: loads beside stores that the L2 holds, by lines of each; the second of four times. That what
//	                   leaves a slice has a path of its own is from it, and StoreMaskCycles, from one line. See SliceMixes
//	both.csv           the words that kernel corners of both.cu wrote, in hexadecimal
//
// Another H200, 2026-11-30, likewise:
//
//	clock.csv          clock.cu: each SM's clock against the GPU's timer while its warps do one thing again and again; a second run
//	                   (not kept) within 0.14 % on average, 1.4 at worst, where products of matrices come now and then. The H200's Clocks, but
//	                   Wake, are from the launches of 200 µs. See H200Clocks
//	wake.csv           wake.cu: bursts of products at intervals, and the SMs that they slow down: 12 of one SM's warp, 48 of eight
//	                   SMs'; a load that begins on more and more SMs. Clocks.Wake, and the cube of the SMs' share, are from it
//	around.csv         around.cu, of which around.sass is the machine code with -DMODEL: launches behind another kernel, and how long
//	                   their SMs were at work. Queued's Drain is from it
//	begin.csv          begin.cu: a warp's first steps by its clock. One warp on each SM has its lane's number 53 cycles after its first
//	                   clock read, with a conversion and a store among them, its block's 52 later, and an argument 115 after that
//	                   (64 once others have asked: some 160 cycles pass before the first constant is there); first loads, which the L2
//	                   has, take 276 to 374, no more than later ones. 4,096 instructions in a row wait for none, of 8,192 the
//	                   second half does. No number is from it
//
// Other H100s of this kind, 2026-11-26, nvcc 13.0.88, driver 580.159.04:
//
//	everyday_h100.csv  everyday.cu: medians and least of 15 launches; a second run in the same minute is 3 %
//	                   apart on average, 13 at worst; everyday_h100_second.csv: the same on another, whose empty
//	                   kernels took 6.5 to 7.5 microseconds. Of the second eight, from line 26 on, 2026-11-28: a second run is
//	                   3 % apart on average, 10 at worst; the other machine, perhaps the same card, takes 0.5 to 1.2
//	                   microseconds longer. everyday_h200.csv: these on an H200, measured before. The third eight, from line
//	                   50 on, on a third machine, and a second run there: 2 % apart on average, running of 4096 rows 18
//	everyday_counters.csv  the scan of everyday.cu, 4 M numbers, by Nsight: l1tex__data_pipe_lsu_wavefronts_mem_shared,
//	                   smsp__inst_executed_op_shared_ld and _st, sass__inst_executed_shared_loads and _stores (with some lane
//	                   on), and sm__cycles_active.avg. Below it darts, 2^20 lanes, on another H100: smsp__inst_executed,
//	                   _pipe_alu and _pipe_xu; and the blur of 4096²: l1tex__data_pipe_lsu_wavefronts, lsuin_requests,
//	                   t_requests, t_set_conflicts and sectors that missed of global loads. No number is from it. The machine
//	                   code of all is in everyday.sass, by nvcc 13.0.88 as everyday.cu says; everyday_code_model.csv is
//	                   not measured: what the model gives for it, of an H100, see EverydayCode
//	aggregate_h100.csv aggregate.cu: histograms whose warps add up equal numbers first or not, by blocks, bins = 0: 1024
//	                   equal ones in a row; and sums of integers by shuffles or in one instruction. Of prose alone
//	partial_h100.csv   partial.cu: chunks of memory written by parts of sectors, or several times whole, with what DRAM
//	                   read and wrote of 240 to 256 MB, counted in a second run by Nsight. Of prose alone
//	share_h100.csv     share.cu. group: reach.cu's, on this GPU; share: lines a cycle of an SM by its group's size, where
//	                   all ask for more or less than an L2, or DRAM, has, by the shared memory that blocks ask for (48
//	                   and 64 warps are two blocks, each with half of it); copy: copies down columns, with what DRAM
//	                   read and wrote, counted in a third run by Nsight (10 to 30 MB less of 4096² where clocks are
//	                   read); frame: medians of five launches, of 1 GB and of a volume that the L2 holds. A second run
//	                   was 0.3 % apart on average in means of lines, 0.8 in the frames, 6 at worst. Two other H100s
//	                   also have 24 SMs that get half as much again, and in copies run as many blocks. No number is
//	                   from it
//	alone_h100.csv     alone.cu: words and lines a cycle of some SMs of a GPU that reach.cu had told the groups of, of 8 MB,
//	                   while the others ask for nothing; a second run was 0.1 % apart on average, 1.6 at worst. No number is
//	                   from it
//	tail_h100.csv      tail.cu: how frames end, medians of five launches (span_us: from the first workgroup's begin to the
//	                   last one's end; tail to nine in parts of it), requests and sectors by Nsight's
//	                   lts__t_requests_srcunit_tex and lts__t_sectors_srcunit_tex over sm__cycles_elapsed.max, GPU clocks not
//	                   locked; references by chance likewise. A second run: 1 % apart in the frames' times on average, 9 at
//	                   worst, 1.5 and 7 in requests, and tails by a hundredth. No number is from it
//	sizes_h100.csv     tail.cu, sizes: the same frames by the size of the volume, in columns as in tail_h100.csv without what
//	                   Nsight counted; its rows of 128³ and 1024³ are 1.3 % off those there on average, 4.7 at worst. No number is from it
//	steady_h100.csv    steady.cu: lines a cycle of the L2 by what a load asks for, by the SMs' mean time and until the last
//	                   has ended, medians of five, rounds of 256 turns (loads kept in the L1, ca, or not, cg). The one over
//	                   the other, 1.055 and 1.066, is taken off rates.csv: L2.LinesPerTurn and BytesPerCycle
//	loaded_h100.csv    loaded.cu: cycles of one load at a time of each warp, by lanes, warps of all SMs and footprint, medians
//	                   of three; together=4: whole lines. That what waits behind the rows that a channel opens waits as
//	                   long as what waits behind its bytes was seen here (Hierarchy's load of DRAM). No number is from it
//	predicate_h100.csv predicate.cu: cycles of one instruction whose predicate is on or off in all lanes, and of a
//	                   step of a reduction. That off takes as long as on was read off them; no number is from them
//	everyday_told.csv  not measured: what the model gave before any of them was; everyday_model.csv: what it gives
//	                   now, see EverydayResults; everyday_h200_model.csv: of an H200
//
// # Others: latency, bandwidth and kernels
//
// Figures that others published of GPUs that we have not got; figures alone, none of their
// code. kb are 1024 bytes, GBps 10^9 bytes a second; an empty column is one that the source
// has not. What the columns say, and doubts:
//
//	GB25, GB23  te42kyfo/gpu-benches 23e586d (2025-10-24) and 1c36d50 (2024-06-21), GPL-3.0
//	AIK         markdewing/AI_kernels d916a39 (2026-01-07), MIT
//
//	chase_latency.csv     one lane's pointer chase: source, gpu, clock in MHz, footprint, cycles (GB25: median;
//	                      GB23 and AIK: mean). AIK's first level is 4 to 8 cycles above GB's of the same GPU,
//	                      likely for an index that is added; its chain goes through 87 to 97 % of the buffer.
//	                      RX 6900 XT's memory had not clocked up: 2000 cycles are not its latency. RTX2000 is the
//	                      source's name of a card of 6 GB, here taken for an RTX A2000
//	stream_occupancy.csv  GB: streams of double precision, an element of each lane, at most one or two workgroups
//	                      on a CU: bandwidth by occupancy. The elements are 2^28 (2^29 of A100-40, 2^27 of the rows of
//	                      2023); triad has three loads and a store (of 2023 and 2024 two). A100-40 has no block sizes
//	cache_bandwidth.csv   GB: reads summed over all CUs. gpu-cache: a workgroup on each CU, all of which read one set
//	                      over and over; gpu-l2-cache: many workgroups go through sets that together make set_kb
//	l2_stream.csv         GB, 2025-02: the streams around a small array. Its size is that of two
//	roofline.csv          GB, 2024-03 (MI300X 2025-02): single-precision streams with a growing chain of
//	                      multiply-adds: bandwidth, flops, clock, power
//	mi300a_kernels.csv    MGPUSim, sarchlab/mgpusim d01e70d (2026-03-14, data 2026-03-04; MIT), gpu_perf_scripts: times
//	                      of HIP programs on an MI300A by events, 51 launches (stated_cus 240) or 5 (120) after one
//	                      that is not counted; of 22 programs six are here. The GPU has 228 CUs. Up to 256 MB
//	                      least times of the two files are within 12 % but for small kernels (transforms of 2048 to
//	                      16384 elements: 7 µs in 240, 11 in 120); beyond, large transposes differ by 7 times: memory was
//	                      given elsewhere. The product's workgroups all write to one tile
//	mi300a_model.csv      not measured: what the model gives for each, see MI300AResult
//
// Package gpu's Ladders were set from chase_latency.csv, see ChaseRun; the law of streams from
// stream_occupancy.csv and from them, see StreamFit; a limit of AMD's from l2_stream.csv, see
// CompareCached. From roofline.csv: see CompareRoofline. From cache_bandwidth.csv and l2_stream.csv:
// what MI300A's and MI300X's L2, and MI300A's Infinity Cache and DRAM deliver, and how fast it starts
// wavefronts.
//
// MI300: mi300_strides.csv, measured by the pyhip project on an Instinct MI300:
// one work-group of 16 wavefronts on one CU, 10,000 reads each of 4 bytes at
// lane·stride·4, in a 64 KB array.
//
// # Others: the LDS, strides and loads
//
// Figures that others published; no code of theirs and no sentence is here. Each file's
// columns are as its source printed them, but those called derived. OtherAgreements sets
// the presets beside them, and says which numbers were set from which.
//
//	lds_cdna3_mi300x_counters.csv, lds_cdna4_mi350x.csv, lds_rdna.csv
//	    amd-shark-ai (nod-ai, efa471a, Apache-2.0 with LLVM exceptions, data of 2026-06 and -07): a
//	    wavefront's loads at a stride, 64 of them; conflicts by MI300X's counter, cycles, or
//	    ticks on gfx1100. Two to five workgroups share the CU: no latency of a load. The
//	    counter of gfx1201 is known to read 0 always
//	lds_phases.csv
//	    which lanes are served together: by amd-shark-ai (time); by HipKittens (HazyResearch,
//	    f09e968, MIT, 2025-10: the conflict counter over all pairs of lanes); by pyhip (tingqli,
//	    649e124, time). MI350X's 4-byte loads are disputed: amd-shark-ai lists 64 lanes on 64 banks
//	    without a measurement, rocRoller keeps 32
//	lds_latency_amd.csv
//	    pyhip: a lone wavefront on MI308X. The 120 cycles at a stride of 8 words are doubtful: above
//	    a full conflict, and first published as those of another load
//	strides.csv
//	    gpu-benches (te42kyfo, 23e586d, GPL-3.0, 2024-04): a block's loads from the L1 by stride, with
//	    counters on NVIDIA. RDNA2 is not named further
//	gcn_loads.csv
//	    perftest (sebbbi, d75b3af, MIT, 2018-11 and 2019-07): loads from the L1. Cycles are derived from
//	    times: 16 are those of a random Buffer<R32f> of the same GPU. A Kepler's rows are not used: neither
//	    board nor clock is named
//	gtx480_shared.csv, gtx480_cache.csv
//	    gpumembench (ekondis, 838a4fc, GPL-2.0), shader clock 1550 MHz: swaps of shared memory, loads and
//	    stores together; loads of 4 bytes by footprint, each address waiting for the load before: see
//	    CompareFermi. No number is from these. Loads of constants are not used: there is no such cache
package silicon
