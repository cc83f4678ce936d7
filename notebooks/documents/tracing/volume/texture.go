package volume

import "lanebook/gpumodel"

// Texture is the volume as a GPU holds it: a byte for each voxel, in the order of a
// gpumodel.TextureLayout. No byte is stored; each is computed when it is asked for.
type Texture struct {
	layout  gpumodel.TextureLayout
	to      [3][]uint32     // by axis and coordinate: its bits of the address
	from    [3][1024]uint32 // by each ten bits of the address: their bits of x, y and z, ten each
	squares [3][Side]float64
	waves   [3][Side]float64
}

// NewTexture returns the volume in the given layout. The error says what is wrong
// with it.
func NewTexture(l gpumodel.TextureLayout) (*Texture, error) {
	v, err := l.Volume(0, digits)
	if err != nil {
		return nil, err
	}
	to := v.Bits
	t := &Texture{layout: l, to: to}
	for axis := range 3 {
		for bit := range 10 {
			address := to[axis][1<<bit]
			for part := range 3 {
				for i := range t.from[part] {
					if uint32(i)<<(10*part)&address != 0 {
						t.from[part][i] |= 1 << (10*axis + bit)
					}
				}
			}
		}
		for v := range Side {
			t.squares[axis][v], t.waves[axis][v] = terms(axis, float64(v)+0.5)
		}
	}
	return t, nil
}

// gpumodel.TextureLayout returns the order of the bytes.
func (t *Texture) Layout() gpumodel.TextureLayout { return t.layout }

// Address returns where the byte of the voxel lies that a point is in, or of the
// nearest voxel if it is outside, as a texture unit clamps.
func (t *Texture) Address(x, y, z float32) uint32 {
	return t.to[0][voxel(x)] + t.to[1][voxel(y)] + t.to[2][voxel(z)]
}

// digits are of the volume's sides: Side is two to the power of each.
var digits = [3]int{10, 10, 10}

func voxel(at float32) int { return min(max(int(at), 0), Side-1) }

// Byte returns the byte at an address below Side³: the density at the voxel's centre
// in 255ths, rounded down.
func (t *Texture) Byte(address uint32) uint8 {
	v := t.from[0][address&1023] | t.from[1][address>>10&1023] | t.from[2][address>>20&1023]
	x, y, z := v&1023, v>>10&1023, v>>20
	q := t.squares[0][x] + t.squares[1][y] + t.squares[2][z]
	return uint8(255 * density(q, t.waves[0][x]*t.waves[1][y]*t.waves[2][z]))
}

// Word returns the four bytes from address 4·i on, the lowest first.
func (t *Texture) Word(i int) int32 {
	a := 4 * uint32(i)
	return int32(uint32(t.Byte(a)) | uint32(t.Byte(a+1))<<8 | uint32(t.Byte(a+2))<<16 | uint32(t.Byte(a+3))<<24)
}
