package whatif

// States is for the tests outside, which compare the program with this package.
var States = states
