package whatif

import "sync"

// kept are the last texts that Keep was given.
var kept struct {
	sync.Mutex
	names [2]string
	texts [2]string
}

// Keep keeps a text of the reader's under a name, which is then a value of a parameter that
// is a File. A name stands for one text for ever. Of what it was given it keeps the last two.
func Keep(name, text string) {
	kept.Lock()
	defer kept.Unlock()
	if kept.names[0] != name {
		kept.names[1], kept.texts[1] = kept.names[0], kept.texts[0]
		kept.names[0], kept.texts[0] = name, text
	}
}

// keptText returns the text of a name, and whether it is kept.
func keptText(name string) (string, bool) {
	kept.Lock()
	defer kept.Unlock()
	for i, n := range kept.names {
		if n == name && n != "" {
			return kept.texts[i], true
		}
	}
	return "", false
}
