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

// get returns the result for a key: the last one, or what compute returns.
func (m *memo[K, V]) get(key K, compute func() (V, error)) (V, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.known && m.key == key {
		return m.value, nil
	}
	value, err := compute()
	if err == nil {
		m.known, m.key, m.value = true, key, value
	}
	return value, err
}
