package whatif

// States and Longest are for the tests outside, which compare the program with this package.
var (
	States  = states
	Longest = longest
)
