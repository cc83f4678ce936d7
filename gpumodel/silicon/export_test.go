package silicon

// ParseIssue reads the text of issue.csv.
var ParseIssue = issue

var (
	ReadTransposes = transposes
	ReadParts      = parts
	ReadFFT        = fftTimes
)

var ReadBlocking = blocking

var BlockingLoop = blockingLoop
