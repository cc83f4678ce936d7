package volume

// event is a wavefront's texture reference ready to issue, or its data back, or the end of
// a workgroup that missed the volume.
type event struct {
	at   float64
	wave int32
	back bool
}

// missed stands for a workgroup on a CU that missed the volume, where an event has its
// wavefront: less than 0. It is its own inverse.
func missed(c int) int32 { return int32(-1 - c) }

func (e event) before(f event) bool {
	return e.at < f.at || e.at == f.at && (e.wave < f.wave || e.wave == f.wave && e.back && !f.back)
}

func (r *render) push(e event) {
	q := append(r.queue, e)
	i := len(q) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !e.before(q[up]) {
			break
		}
		q[i] = q[up]
		i = up
	}
	q[i] = e
	r.queue = q
}

func (r *render) pop() event {
	q := r.queue
	top, e := q[0], q[len(q)-1]
	q = q[:len(q)-1]
	for i := 0; len(q) > 0; {
		down := 2*i + 1
		if down+1 < len(q) && q[down+1].before(q[down]) {
			down++
		}
		if down >= len(q) || !q[down].before(e) {
			q[i] = e
			break
		}
		q[i] = q[down]
		i = down
	}
	r.queue = q
	return top
}
