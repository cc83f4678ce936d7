package whatif

import "sync"

// memo keeps one result, so that what a slider does not change is not computed
// again at each of its steps.
type memo[K comparable, V any] struct {
	mutex sync.Mutex
	known bool
	key   K
	value V
}

// get returns the result for a key: the last one, or what compute returns. Nothing waits
// while that computes: in a browser, where it may stop in between, nothing could.
func (m *memo[K, V]) get(key K, compute func() (V, error)) (V, error) {
	m.mutex.Lock()
	known, value := m.known && m.key == key, m.value
	m.mutex.Unlock()
	if known {
		return value, nil
	}
	value, err := compute()
	if err == nil {
		m.mutex.Lock()
		m.known, m.key, m.value = true, key, value
		m.mutex.Unlock()
	}
	return value, err
}
