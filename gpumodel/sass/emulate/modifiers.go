package emulate

import (
	"fmt"
	"slices"
	"strings"

	"lanebook/gpumodel/sass"
)

const (
	comparisons = "F LT EQ LE GT NE GE T AND OR XOR "
	unordered   = comparisons + "LTU EQU LEU GTU NEU GEU NUM NAN "
	roundings   = "RN RM RP RZ "
	scopes      = "E STRONG WEAK CONSTANT PRIVATE CTA SM GPU SYS "
	policies    = "EF EL LU EU NA LTC64B LTC128B LTC256B "
	sizes       = "U8 S8 U16 S16 64 128 "
)

// modifiers are the ones of each name that are executed as they are written or change nothing that is
// computed. Any other may change a result, so that it is refused. An opcode of the uniform datapath goes by
// the name without its U, see decoder.
var modifiers = map[string]string{
	"MOV": "", "MOV32I": "", "IADD3": "X", "VIADD": "", "IADD": "X", "IMAD": "MOV IADD SHL U32 S32 X WIDE HI", "IMUL": "U32 S32 WIDE HI",
	"LEA": "HI X SX32", "LOP3": "LUT PAND", "LOP": "LUT PAND", "SHF": "L R W HI U32 S32 U64 S64", "ISETP": comparisons + "U32 S32 EX",
	"SEL": "", "IMNMX": "U32 S32", "VIMNMX": "U32 S32", "VIADDMNMX": "U32 S32 RELU", "VIMNMX3": "U32 S32", "IABS": "", "PRMT": "", "BMSK": "", "SGXT": "U32",
	"POPC": "", "BREV": "", "VABSDIFF4": "U8", "IDP": "4A U8 S8", "FLO": "U32 S32 SH",
	"FADD": roundings + "FTZ SAT", "FMUL": roundings + "FTZ SAT", "FFMA": roundings + "FTZ SAT", "FSEL": "", "FMNMX": "FTZ", "FSETP": unordered + "FTZ",
	"FCHK": "", "DADD": roundings, "DMUL": roundings, "DFMA": roundings, "DSETP": unordered,
	"I2F": roundings + "F32 F64 F16 BF16 U8 S8 U16 S16 U32 S32 U64 S64", "I2FP": roundings + "F32 U32 S32",
	"F2I": "FTZ F32 F64 U32 S32 U64 S64 TRUNC FLOOR CEIL NTZ RN", "FRND": "FTZ F32 F64 TRUNC FLOOR CEIL RN",
	"VOTE": "ANY ALL EQ", "REDUX": "AND OR XOR SUM MIN MAX S32 U32", "R2UR": "", "PLOP3": "LUT", "P2R": "", "R2P": "", "S2R": "", "S2UR": "", "CS2R": "32 64", "LDC": "64",
	"LDG": scopes + policies + sizes, "STG": scopes + policies + sizes, "LDS": sizes, "STS": sizes, "LDL": policies + sizes, "STL": policies + sizes,
	"LD": scopes + policies + sizes, "ST": scopes + policies + sizes, "LDSM": "16 M88 MT88 2 4", "LDGSTS": scopes + policies + "BYPASS 64 128", "LDGDEPBAR": "",
	"HADD2": "F32 BF16_V2 MMA SAT RELU", "HMUL2": "BF16_V2 MMA SAT RELU", "HFMA2": "BF16_V2 MMA SAT RELU", "HMNMX2": "BF16_V2 NAN", "VHMNMX": "",
	"HSETP2": unordered + "BF16_V2", "HSET2": unordered + "BF16_V2 BF BM", "F2FP": "F16 BF16 F32 PACK_AB RELU RN",
	"HMMA": "16816 1688 1684 F32 F16 BF16 TF32", "IMMA": "16816 16832 S8 U8 SAT", "DMMA": "8x8x4 16x8x4 16x8x8 16x8x16", "MOVM": "16 MT88",
	"SHFL": "IDX UP DOWN BFLY", "BRA": "U DIV", "EXIT": "", "BSSY": "", "BSYNC": "", "BREAK": "", "WARPSYNC": "ALL COLLECTIVE",
	"ATOMS": atomics, "ATOMG": atomics, "ATOM": atomics, "RED": atomics, "REDG": atomics,
}

const atomics = scopes + policies + "ADD MIN MAX AND OR XOR INC DEC EXCH CAS POPC 32 64 U32 S32 U64 S64 F32 F64 FTZ RN"

// ways are modifiers of which an instruction must have exactly one.
var ways = map[string]string{"SHF": "L R", "SHFL": "IDX UP DOWN BFLY", "MUFU": "RCP RSQ SQRT EX2 LG2 SIN COS TANH RCP64H RSQ64H"}

// parts are those of registers that operands may be.
var parts = map[string]string{"HADD2": halfParts, "HMUL2": halfParts, "HFMA2": halfParts, "HMNMX2": halfParts, "VHMNMX": halfParts, "HSETP2": halfParts, "HSET2": halfParts, "IMMA": "ROW COL"}

const halfParts = "H0_H0 H1_H1 H1_H0"

// known says which modifier, or which part of an operand, is not executed.
func (d *decoder) known() error {
	all, listed := modifiers[d.name]
	for _, m := range d.mods {
		if listed && !slices.Contains(strings.Fields(all), m) {
			return fmt.Errorf("modifier .%s, want none but those of %q", m, all)
		}
	}
	if all, ok := ways[d.name]; ok {
		one := func(m string) bool { return slices.Contains(strings.Fields(all), m) }
		if len(d.mods) == 0 || !one(d.mods[0]) || slices.ContainsFunc(d.mods[1:], one) || d.name == "MUFU" && len(d.mods) > 1 {
			return fmt.Errorf("modifiers %q, want one first of %q", d.mods, all)
		}
	}
	_, text, _ := strings.Cut(d.in.String(), d.in.Name)
	if strings.Contains(text, "~") && !has(d.mods, "X") && !slices.Contains([]string{"BRA", "FLO", "POPC", "LOP3"}, d.name) {
		return fmt.Errorf("an operand that is inverted, want one that is not")
	}
	if !listed {
		return nil
	}
	d.parts = d.parts[:0]
	for operand := range strings.SplitSeq(text, ",") {
		m := d.part(strings.TrimLeft(strings.TrimSpace(operand), "-~!|"))
		d.parts = append(d.parts, m)
		if m != "" && !slices.Contains(strings.Fields(parts[d.name]), m) {
			return fmt.Errorf("part .%s of a register, want all of it", m)
		}
	}
	return nil
}

// part returns which part an operand is of a register, if that is not executed.
func (d *decoder) part(operand string) string {
	kind, suffixes, _ := strings.Cut(strings.ReplaceAll(operand, "|", ""), ".")
	if len(kind) < 2 || kind[0] != 'R' && !strings.HasPrefix(kind, "UR") {
		return ""
	}
	for m := range strings.SplitSeq(suffixes, ".") {
		read := strings.HasPrefix(d.name, "I2F") && len(m) == 2 && (m[0] == 'B' && m[1] <= '3' || m[0] == 'H' && m[1] <= '1')
		if m != "" && m != "reuse" && m != "64" && !read {
			return m
		}
	}
	return ""
}

// left says what an instruction's execution would pass over.
func (d *decoder) left() error {
	if _, ok := modifiers[d.name]; !ok || len(d.ops) == 0 {
		return nil
	}
	if d.ops[0].Kind == sass.Special || d.ops[0].Kind == sass.Label {
		return nil
	}
	return fmt.Errorf("%d operands more than are executed, want fewer", len(d.ops))
}
