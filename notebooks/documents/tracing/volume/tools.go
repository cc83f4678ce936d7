package volume

// ToolRow is a question about a kernel, whether a tool of the paper's time could
// answer it, as the paper says, and what of this model does.
type ToolRow struct {
	Tool     string
	Question string
	Answers  bool     // the tool does
	Paper    string   // what the paper says of it
	Here     []string // Go identifiers of this module: package.Name, package.Type.Field or .Method
	How      string   // what they give
}

// RelatedTools returns the rows, tool by tool: the Compute Visual Profiler, the
// instrumentation of PTX by Farooqui et al., TAU with CUDA by Malony et al., and the
// paper's own method.
func RelatedTools() []ToolRow {
	const (
		profiler = "Compute Visual Profiler"
		ptx      = "PTX instrumentation"
		tau      = "TAU"
		paper    = "the paper's method"
	)
	return []ToolRow{
		{profiler, "How many instructions were executed?", true, "statistics such as the instructions that the GPU executed",
			[]string{"kernel.Result.Instructions", "gpumodel.Timeline.Instructions"}, "by kind, of a run and of a timed CU"},
		{profiler, "How much data was referenced?", true, "statistics such as the amount of data referenced",
			[]string{"kernel.Site.Sectors", "kernel.Site.Lines", "memory.Hierarchy.Read"}, "by line of source, and what DRAM delivered"},
		{profiler, "How often does a cache have the data?", true, "not said, but its counters are the likely source of the paper's texture cache hit rates",
			[]string{"volume.Measured.Hit", "volume.Measured.L2Hit", "memory.Hierarchy.Counts", "memory.Counts.HitRate"}, "for each level of the hierarchy"},
		{profiler, "What does the time inside a kernel consist of?", false, "no history of the execution, so no breakdown of a kernel's time",
			[]string{"gpumodel.Timeline.Stalled", "gpumodel.Life.Stalls", "gpumodel.Stall"}, "every cycle of every wavefront: issued, or one of a closed set of reasons not to"},
		{ptx, "Is the load balanced among the processors?", true, "analyses how load is balanced among the GPU's processors",
			[]string{"volume.WavefrontMean.CU", "gpumodel.Life.SIMD", "gpumodel.Life.End"}, "where each wavefront ran, and until when"},
		{ptx, "What is executed most often?", true, "analyses which parts of a program are executed frequently",
			[]string{"kernel.Site.Accesses", "gpumodel.Issue.Line"}, "by line of the kernel's source"},
		{ptx, "How long does a memory reference take?", false, "not meant to measure or to analyse memory references",
			[]string{"gpumodel.Issue.Cycle", "gpumodel.Issue.Done", "tracing.TimeLoad"}, "from its issue to its data, without a clock read to disturb it"},
		{tau, "How do CPU threads and several GPUs work together?", true, "shows CPU threads and the performance of several GPUs side by side",
			nil, "nothing: the model has no host, and one GPU"},
		{tau, "What happened inside the GPU, and when?", false, "as the profiler: no history of the execution on a GPU",
			[]string{"gpumodel.Timeline", "trace.FromTimelines", "trace.WriteCLOG2", "trace.WriteCSV", "trace.WriteChrome"}, "a timeline of every wavefront, as files for Jumpshot, tables and Perfetto"},
		{paper, "Which share of the time is memory references?", true, "clock reads around each reference, the second after its data",
			[]string{"volume.Measured.Share", "volume.Method", "tracing.VolumeRendering"}, "by each method, on the same rays"},
		{paper, "Why is a reference slow at the same hit rate?", false, "the cause of the larger spread was not found",
			[]string{"volume.Measured.Series", "volume.Measured.L2Hit", "memory.Hierarchy.Read"}, "reference by reference, with what each level was asked"},
	}
}
