//go:build !linux && !darwin

package site

import "errors"

func exchange(_, _ string) error { return errors.ErrUnsupported }
