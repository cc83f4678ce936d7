package volume

import "testing"

func TestX(t *testing.T) {
	for _, cus := range []int{2, 4, 8} {
		for _, v := range []View{{}, {90, 0, 90}} {
			for _, part := range []float64{0.05, 0.2} {
				for _, res := range []int{12, 16} {
					g := H200()
					g.Resident = res
					m, _ := g.Render(v, Shape{32, 4}, None, Window{320, 256, 448, 512, cus, part}, -1)
					s, _ := g.Render(v, Shape{32, 4}, Simple, Window{320, 256, 448, 512, cus, part}, -1)
					t.Logf("cus %d %v part %.2f res %d: frame %.3f hit %.2f l2 %.2f cyc/ref %.1f resident %.1f sh %.2f", cus, v, part, res, m.Frame*1e3, m.Hit, m.L2Hit, m.Cycles/float64(m.References)*float64(cus), m.Other*float64(m.References)/m.Cycles/float64(cus), s.Share())
				}
			}
		}
	}
}
