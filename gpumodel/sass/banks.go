package sass

// access is an access to memory that has issued: in its SIMD's queue, and from when its
// registers have been read until a path takes it, at the banks.
type access struct {
	s      *simd
	w      *wave
	p      *step
	passes int64
	at     int64 // from which it may leave the queue, and then when it came to the banks
	age    int64 // when it came, or what it goes with
	place  int   // in what the queue remembers
	issue  int   // in the trace
}

// accesses are some accesses, in the order in which they came.
type accesses struct {
	all     []access
	head, n int
}

// add returns the place of one more.
func (q *accesses) add() *access {
	i := q.head + q.n
	if i >= len(q.all) {
		i -= len(q.all)
	}
	q.n++
	return &q.all[i]
}

func (q *accesses) first() *access { return &q.all[q.head] }

// drop takes the first away. What it was may be read until one more is added.
func (q *accesses) drop() {
	q.n--
	if q.head++; q.head == len(q.all) {
		q.head = 0
	}
}

// access puts the wavefront's step into its SIMD's queue. What comes of it is known when
// accesses before it have been served.
func (r *run) access(s *simd, w *wave, p *step) {
	a := access{s: s, w: w, p: p, passes: p.draw(), at: r.now + r.m.Enter, place: s.queue.head}
	r.result.Busy[p.unit] += a.passes
	if r.trace != nil {
		a.issue = len(r.trace.Issues) - 1
	}
	w.owe(p.control.Write)
	w.owe(p.control.Read)
	s.queue.add(never)
	if r.room > 0 {
		r.leave(&a)
	} else {
		*r.waiting.add() = a
	}
}

// leave takes an access out of its queue when the one before it has left and another access
// of the CU has been served, and brings it to the banks. A load that leaves straight behind
// a store goes with it (pipes.csv, swap; chosen with transpose32_bad of kernels.csv in view).
func (r *run) leave(a *access) {
	s, m := a.s, r.m
	at := max(a.at, s.leave, r.roomFrom())
	r.room--
	s.queue.at[a.place] = at
	s.event = min(s.event, max(r.now+1, s.queue.oldest()))
	for i, bank := range a.p.banks {
		if t := at - m.Early + m.Register*int64(i); t < r.now+ahead {
			s.taken[bank][t%ahead] = t
		}
	}
	s.leave = at + a.p.path
	a.pay(r, a.p.control.Read, s.leave+m.Release)
	a.at, a.age = s.leave, s.leave
	switch {
	case a.p.store:
		s.stored = s.leave
	case at == s.stored:
		a.age = at
	}
	*s.came.add() = *a
	if s.came.n == 1 {
		r.next = min(r.next, max(a.at, s.served, r.pathFrom()))
	}
}

// roomFrom returns from when one more access may be pending: that of so many that the paths
// end last.
func (r *run) roomFrom() int64 {
	if r.room > len(r.paths) {
		return 0
	}
	from := never
	for _, t := range r.paths {
		later := 0
		for _, u := range r.paths {
			if u > t {
				later++
			}
		}
		if later < r.room {
			from = min(from, t)
		}
	}
	return from
}

// pathFrom returns from when a path is free.
func (r *run) pathFrom() int64 {
	from := r.paths[0]
	for _, t := range r.paths[1:] {
		from = min(from, t)
	}
	return from
}

// arbitrate gives the paths that are free at the next turn of the banks what has come by
// then: first what came first (pipes.csv, lats3), of two at once that of the first SIMD. A
// SIMD uses one path at a time.
func (r *run) arbitrate() {
	now := r.next
	for i, free := range r.paths {
		if free > now {
			continue
		}
		var s *simd
		for j := range r.simds {
			t := &r.simds[j]
			if t.came.n > 0 && t.served <= now && t.came.first().at <= now && (s == nil || t.came.first().age < s.came.first().age) {
				s = t
			}
		}
		if s != nil {
			r.take(i, s, now)
		}
	}
	r.next = never
	free := r.pathFrom()
	for i := range r.simds {
		if s := &r.simds[i]; s.came.n > 0 {
			r.next = min(r.next, max(s.came.first().at, s.served, free))
		}
	}
}

// take lets a path serve the SIMD's first access, and another leave its queue.
func (r *run) take(path int, s *simd, now int64) {
	a := s.came.first()
	s.came.drop()
	s.served = now + r.m.Pass*a.passes
	r.paths[path] = s.served
	r.room++
	a.pay(r, a.p.control.Write, s.served+a.p.latency)
	if r.trace != nil {
		r.trace.done(r, s, a.issue, s.served+a.p.latency)
	}
	if r.waiting.n > 0 {
		b := r.waiting.first()
		r.waiting.drop()
		r.leave(b)
	}
}

// owe notes that an access will release a barrier, which is not known when.
func (w *wave) owe(barrier uint8) {
	if barrier < 6 {
		w.owed[barrier]++
	}
}

// pay notes when the access releases a barrier.
func (a *access) pay(r *run, barrier uint8, at int64) {
	if barrier >= 6 {
		return
	}
	w := a.w
	w.owed[barrier]--
	w.release(barrier, at, a.p.why)
	if w.at == never && !w.ended {
		w.wait(&r.steps[w.pc])
		a.s.event = min(a.s.event, max(r.now+1, w.at))
	}
}
