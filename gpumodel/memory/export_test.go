package memory

// Store stores whole sectors, from the given cycle on.
func (c *Client) Store(now float64, lines []Line) (accept, done float64) {
	c.begin()
	return c.store(now, lines, 1)
}
