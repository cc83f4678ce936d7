// Package gpu describes GPUs, one file for each: all that is known of it, as plain
// data of package gpumodel, with its sources.
//
//	d := gpu.H200()        // a fresh copy, to read or to change
//	d, err := gpu.ByID("mi300x")
//	for _, d := range gpu.All() { … }
//
// Cypress, C2050 and GrapeDR are known only as what a matrix product sees of them, and
// CypressSIMD as what is resident on it.
//
// # Sources
//
// Every hardware number carries its source on its line, or the word assumed.
// Assumptions are listed in Device.Assumed too, so that a figure can say what
// it rests on. The short names of sources are:
//
//	[H200]   measured, see package silicon: patterns_counters.csv, patterns_timing.csv, issue.csv
//	[MI300]  measured by the pyhip project: lane groups and nineteen timed strides
//	[APP]    AMD APP SDK OpenCL Optimization Guide, section 6.2
//	[ROCm]   AMD, ROCm documentation: "AMD GPU specifications"; microarchitecture of MI100, MI250, MI300;
//	         "MI300 Series / MI350 Series workload optimization", and a draft of it that has more
//	[RPC]    ROCm Compute Profiler (Omniperf) documentation: "LDS pipeline", "L2 cache", "Speed-of-Light" of CDNA and RDNA 3.5, with its peaks in gfx908 to gfx942
//	[RR]     rocRoller's LDSBankModel and its tests, ROCm/rocm-libraries
//	[CK]     Composable Kernel documentation, "LDS bank conflicts"
//	[HK]     HipKittens, measured phases of gfx950
//	[D1]     the GCN document that notebook 01 retells
//	[D2]     the Kepler document that notebook 02 retells
//	[D3]     the document on matrix products that notebook 03 retells
//	[D5]     the FFT document that notebook 05 retells
//	[PPT]    PPT-GPU's latencies of Kepler (Arafa and others 2019, arXiv:1905.08778)
//	[VOL]    V. Volkov, Understanding latency hiding on GPUs, UCB/EECS-2016-143
//	[CLRX]   CLRX GCN documentation, GcnTimings: delays, rates, occupancy table
//	[LLVM]   LLVM's AMDGPUBaseInfo.cpp, its test occupancy-levels.ll and its user guide for AMDGPU
//	[OCC]    NVIDIA's cuda_occupancy.h, of CUDA 12.9 and, for Fermi, 8, and CUDA Occupancy Calculator
//	[CUDA]   NVIDIA CUDA C Programming Guide 4.2, sections 5.2.3 and F.4.3
//	[H100]   NVIDIA, Hopper Tuning Guide, and its white paper on H100
//	[NVK]    NVIDIA, GTC 2012, Kepler shared memory modes
//	[GPG]    GPGPU-Sim's tested configurations SM2_GTX480 and SM3_KEPLER_TITAN
//	[latency.csv], [littles.csv], [global.csv],
//	[parts.csv], [loads.csv], [ends.csv], [scatter.csv], [whole.csv], [sets.csv], [aside.csv], [tlb.csv],
//	[texture.csv], [texture_counters.csv], [inside.csv], [fence.csv], [rates.csv], [far.csv], [keep.csv], [l2mix.csv], [vr_l2.csv],
//	[vr.csv], [vr_counters.csv]  measured on an H200, see package silicon
//	[steady_h100.csv], [far_h100.csv], [slices_h100.csv]  measured on H100s, likewise
//	[pipes.csv]  too, see package silicon/code
//	[GV100]    NVIDIA, Tesla V100 white paper: its tables, as others quote them
//	[GA100]    NVIDIA, A100 white paper
//	[GA102]    NVIDIA, GA102 white paper, as others quote it
//	[CDNA2]    AMD, CDNA 2 white paper, as Chips and Cheese retells it (Hot Chips 34, 2022)
//	[CDNA3]    AMD, CDNA 3 white paper, as others retell it
//	[RDNA2]    AMD, RDNA white paper and RDNA 2 reference guide, as others retell them
//	[TPU]      TechPowerUp's GPU database, of December 2025
//	[clpeak]   measured by users of clpeak, in its issues
//	[Profiler] NVIDIA's description of Fermi's counters tex0_cache_sector_queries, …_misses
//	[Forum]    NVIDIA staff, forums.developer.nvidia.com 312884: tags of 4 lines and 4 sectors each, a cycle
//	[Merge]    NVIDIA staff, forums.developer.nvidia.com 77228: how 16-byte loads merge, compute capability 7.0 to 7.5
//	[AnandTech] R. Smith, NVIDIA's GeForce GTX 480 and GTX 470, 2010: texture units
//	[chase_latency.csv], [lds_phases.csv], [lds_rdna.csv], [lds_latency_amd.csv], [strides.csv], [gcn_loads.csv],
//	[cache_bandwidth.csv], [gtx480_shared.csv], [l2_stream.csv], [mi300a_kernels.csv]  measured by others, see package silicon
//	[SCHED]    LLVM's SISchedule.td: rates, and latencies by which its compiler schedules RDNA
//	[Guide]    NVIDIA, CUDA C++ Programming Guide, technical specifications and arithmetic throughput by compute capability
//	[D4]       the document on memory tracing that notebook 04 retells
package gpu
