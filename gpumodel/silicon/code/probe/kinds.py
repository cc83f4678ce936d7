# Opcodes that were taken for their neighbours: conversions, packed halves, predicates; XU and doubles beside others; what BSSY and
# BSYNC take. Encodings are from the listings of package silicon.
from frame import *
from save import save
import glob

WANT = {'I2F.F64.U32 ': 'b', 'I2F.F64 ': 'b', 'I2F.U32.RP ': 'b', 'I2F.RP ': 'b', 'I2F.S64 ': 'b', 'I2F.U64.RP ': 'b', 'I2F.U8 ': 'b', 'I2F.S16 ': 'b', 'I2F.U16 ': 'b', 'FCHK ': 'ab',
        'HADD2.F32 ': 'h', 'PLOP3.LUT ': '', 'VIMNMX3.U32 ': 'abc', 'VHMNMX ': 'abc', 'HMNMX2 ': 'ab', 'HSET2.GT.AND ': 'ab', 'HSETP2.GEU.AND ': 'ab', 'P2R ': 'x', 'VABSDIFF4.U8 ': 'abc',
        'UIMAD ': 'x', 'UISETP.GE.AND ': 'x', 'USHF.L.U32 ': 'x', 'MUFU.TANH ': 'b', 'MUFU.RCP64H ': 'b', 'MUFU.RSQ64H ': 'b', 'MUFU.SQRT ': 'b', 'MUFU.LG2 ': 'b', 'F2I.F64.TRUNC ': 'b', 'F2I.U64.TRUNC ': 'b',
        'F2I.S64.F64.TRUNC ': 'b', 'F2I.NTZ ': 'b', 'F2I.TRUNC.NTZ ': 'b', 'SHF.R.U64 ': 'x', 'LEA.HI.X ': 'x', 'IADD3.X ': 'x', 'IMAD.X ': 'x', 'SHF.L.U64.HI ': 'x', 'ISETP.GE.U32.AND.EX ': 'x', 'R2UR ': 'x',
        'HFMA2.BF16_V2 ': 'abc', 'HFMA2.MMA.BF16_V2 ': 'x', 'F2FP.BF16.F32.PACK_AB ': 'ab', 'VIADDMNMX ': 'x', 'LEA.HI.SX32 ': 'x', 'IMAD.IADD ': 'x', 'IMAD.HI ': 'x', 'I2FP.F32.S32 ': 'b', 'FADD.FTZ ': 'ab', 'WARPSYNC.ALL': 'n', 'DEPBAR.LE': 'n', 'NOP': 'n'}
text = {}
for f in sorted(glob.glob('../../*.sass')):
    for l in open(f):
        t = re.sub(r'^\t([0-9a-f]{4,5}) ', r'\t\1\t', l.rstrip('\n')).split('\t')
        if len(t) < 4 or t[2].startswith('@'): continue
        for n in WANT:
            if (t[2] + ' ').startswith(n) and n not in text:
                text[n] = t[2]; OPS[n.strip() + '#'] = H(t[3])
for n in WANT:
    if n not in text: print('none', n)
    else: print(n, '|', text[n])
def op(n, k=0, **kw):
    how = WANT[n]; d = 20 + 2 * (k % 8)
    r = {}
    if how not in ('n',): 
        if 'SETP' in n or n in ('PLOP3.LUT ', 'FCHK '): r = {}
        elif n[0] == 'U' or n == 'R2UR ': r = dict(d=10 + 2 * (k % 4))
        else: r = dict(d=d)
    if how == 'b': r.update(b=8)
    if how in ('ab', 'abc'):
        r.update(a=8)
        if re.search(r', R\d+.*, R\d+', text[n]): r.update(b=9)
    if how == 'abc' and re.search(r', R\d+.*, R\d+.*, R\d+', text[n]): r.update(c=10)
    if how == 'h': r.update(b=8)
    r.update(kw)
    return n.strip(), enc(n.strip() + '#', **r)
XU = [n for n in WANT if n in text and re.match('I2F\\.|FCHK|MUFU|F2I', n)]
MISC = ['R2UR ']
for n in WANT:
    if n not in text: continue
    if n in XU or n in MISC:
        test('solo ' + n.strip(), [op(n, i, wb=0, stall=2) for i in range(24)] + [ins('NOP', mask=1, stall=1)])
        test('lat ' + n.strip(), [x for i in range(8) for x in (op(n, i, wb=0, stall=2), ins('NOP', mask=1, stall=1))], warps=(1, 4, 32))
    else:
        test('solo ' + n.strip(), [op(n, i) for i in range(32)])
        for o in ('FFMA', 'IMAD', 'LOP3.LUT', 'HFMA2', 'FADD'):
            if n[0] not in 'UPR': test('pair %s %s' % (n.strip(), o), [x for k in range(16) for x in (op(n, k), ins(o, k + 1))], warps=(1, 32))
for n in ('I2F.F64.U32 ', 'F2I.F64.TRUNC ', 'MUFU.TANH '):
    for b in ('FFMA', 'LOP3.LUT', 'IMAD', 'DFMA', 'DMUL', 'MUFU.EX2', 'F2F.F32.F64', 'LDS', 'SHFL.BFLY'):
        for m in (1, 2, 4, 8, 12):
            test('mix %s %s %d' % (n.strip(), b, m), [x for k in range(6) for x in [op(n, k)] + [ins(b, i) for i in range(m)]], warps=(1, 4, 8, 32))
for b in ('DFMA', 'DMUL', 'DADD'):
    for a in ('MUFU.EX2', 'F2F.F32.F64', 'LOP3.LUT', 'IMAD.SHL', 'SHF', 'LDS', 'I2FP.F32.U32'):
        for m in (1, 2, 3, 4, 6):
            test('fp64 %s %s %d' % (b, a, m), [x for k in range(6) for x in [ins(a, k)] + [ins(b, i) for i in range(m)]], warps=(1, 4, 8, 32))
# what divergence takes: BSSY, BSYNC
bs = {}
for f in sorted(glob.glob('../../*.sass')):
    for l in open(f):
        t = re.sub(r'^\t([0-9a-f]{4,5}) ', r'\t\1\t', l.rstrip('\n')).split('\t')
        if len(t) < 4: continue
        m = re.match(r'BSSY B(\d), 0x([0-9a-f]+)', t[2])
        if m:
            n = (int(m[2], 16) - int(t[1], 16)) // 16
            if 2 <= n <= 40: bs.setdefault((m[1], n), H(t[3]))
        m = re.match(r'BSYNC B(\d)', t[2])
        if m: OPS['BSYNC' + m[1]] = H(t[3])
print(sorted(bs))
c = lambda e, **k: (e[0], e[1] | ctl(**k) << 41)
for (b, n), e in sorted(bs.items())[:8]:
    for s in (1, 2, 4):
        test('bssy B%s %d S%d' % (b, n, s), [y for _ in range(3) for y in [('BSSY B' + b, c(e, stall=s))] + [ins('FFMA', k) for k in range(n - 1)] + [('BSYNC B' + b, c(OPS['BSYNC' + b], stall=5))]])
        test('none B%s %d S%d' % (b, n, s), [y for _ in range(3) for y in [ins('NOP', stall=s)] + [ins('FFMA', k) for k in range(n - 1)] + [ins('NOP', stall=5)]])
save(TESTS, 'kinds')
