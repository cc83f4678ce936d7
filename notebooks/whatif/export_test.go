package whatif

// States and Full are for the tests outside, which compare the program with this package.
var (
	States = states
	Full   = full
)
