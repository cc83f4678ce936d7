//go:build unix

package main

import (
	"syscall"
	"time"
)

// processor returns the time for which this process has kept processors busy.
func processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
