# Loops that would decide what the model still misses: loads and stores that share a path to
# the banks, accesses before barriers as a compiler writes them, products of matrices beside
# other arithmetic, registers that accesses read beside arithmetic's.
from frame import *
from save import save

for l in open('../kernels.sass'):
    t = l.strip().split('\t')
    if len(t) > 2 and t[1] == 'LDS.128 R4, [UR6]':
        OPS['LDSU128'] = H(t[2])
lo, hi = OPS['LDSU128']
OPS['LDSU'] = lo, hi & ~0xf00 | 0x800  # 4 bytes
lo, hi = PRO[3][1]
PRO.append(('UMOV UR6, 0x400', (lo & ~(0xff << 16) | 6 << 16, hi)))
PRO.append(('NOP', enc('NOP', stall=15)))
_ins = ins
def ins(n, k=0, **kw):
    if n in ('LDSU', 'LDSU128'):
        return n, enc(n, **dict(dict(d=20), **kw))
    return _ins(n, k, **kw)
nop = lambda **k: ins('NOP', **k)
few = (1, 2, 3, 4, 5, 6, 8, 16)
test('empty', [])
# a store with conflicts, then a load of one pass that is waited for, as in a transpose
for stride in (8, 16, 32, 64, 128):
    for gap in (1, 4, 12):
        test('swap %d g%d' % (stride, gap), [x for k in range(4) for x in (ins('STS', stall=gap), ins('LDSU', wb=0, stall=2), nop(mask=1, stall=1))], warps=few, stride=stride)
    test('swap2 %d' % stride, [x for k in range(4) for x in (ins('STS', stall=2), ins('STS', stall=2), ins('LDSU', wb=0, stall=2), nop(mask=1, stall=1))], warps=few, stride=stride)
    test('both %d' % stride, [x for k in range(4) for x in (ins('STS', stall=2), ins('LDS', wb=0, stall=2), nop(mask=1, stall=1))], warps=few, stride=stride)
    test('lats3 LDS %d' % stride, [x for k in range(8) for x in (ins('LDS', k, wb=0, stall=2), nop(mask=1, stall=1))], warps=few, stride=stride)
    test('lead %d' % stride, [x for k in range(4) for x in (ins('LDS', k, wb=0, stall=2), ins('LDS', k + 1, wb=1, stall=2), ins('LDS', k + 2, wb=2, stall=2), nop(mask=1, stall=4), nop(mask=2, stall=4), nop(mask=4, stall=4))], warps=few, stride=stride)
# barriers as compiled: what waits before them
for n in ('STS', 'LDS', 'SHFL.BFLY', 'MUFU.EX2'):
    for m in (1, 3, 6):
        for stride in ((4, 16, 64) if n in ('STS', 'LDS') else (4,)):
            test('barin %s %d %d' % (n, m, stride), [x for k in range(4) for x in [ins(n, i, stall=4) for i in range(m)] + [ins('BAR.SYNC.DEFER_BLOCKING', stall=6)]], warps=(1, 2, 4, 8, 16, 32), stride=stride)
# matrices beside arithmetic
M = lambda k=0, **kw: ins('HMMA.16816.F32', k, **kw)
A = {'FFMA': {}, 'FFMAo': dict(a=9, b=11, c=13), 'FFMAe': dict(a=8, b=10, c=12), 'FFMAk': dict(reuse=7), 'FADD': {}, 'MOVr': {}, 'IMAD.MOV': {}, 'NOP': {}, 'LOP3.LUT': {}, 'HADD2': {}, 'LDS': {}}
for a, kw in A.items():
    f = {'FFMAo': 'FFMA', 'FFMAe': 'FFMA', 'FFMAk': 'FFMA'}.get(a, a)
    for n, m in ((1, 1), (1, 2), (1, 4), (2, 1), (4, 1)):
        test('hmma %s %d to %d' % (a, n, m), [x for k in range(8) for x in [M(k + i) for i in range(n)] + [ins(f, i, **kw) for i in range(m)]], warps=(1, 4, 8, 16, 32))
    for s in (2, 4, 6, 8):
        test('hmmas %s %d' % (a, s), [x for k in range(8) for x in (M(k, stall=s), ins(f, k, **kw))], warps=(1, 8, 32))
        test('shmma %s %d' % (a, s), [x for k in range(8) for x in (M(k), ins(f, k, stall=s, **kw))], warps=(1, 8, 32))
# what an access reads beside arithmetic
for data in (9, 10):
    for n in range(1, 7):
        for nm, kw in {'o': dict(a=19, b=16, c=16, reuse=6), 'e': dict(a=18, b=16, c=16, reuse=6), 'i': None, 'add': 'FADD'}.items():
            f = [ins('FFMAi', i) for i in range(n)] if kw is None else [ins('FADD', i) for i in range(n)] if kw == 'FADD' else [ins('FFMA', i, **kw) for i in range(n)]
            test('stsr R%d %s %d' % (data, nm, n), [x for k in range(12) for x in [ins('STS', b=data)] + f], warps=(1, 4, 8, 32))
            if data == 9:
                test('ldsr %s %d' % (nm, n), [x for k in range(12) for x in [ins('LDS', k)] + f], warps=(1, 4, 8, 32))
# loads of one address for all, as n-body's, and what follows
for n in ('LDSU', 'LDSU128'):
    for m in (1, 2, 4):
        test('same %s %d' % (n, m), [x for k in range(3) for x in [ins(n, wb=i, stall=4, d=20 + 4 * i) for i in range(m)] + [y for i in range(m) for y in [ins('FFMAi', 0, d=40, a=20 + 4 * i, mask=1 << i), ins('FADD', 1, d=42, a=21 + 4 * i), ins('FMUL', 2, d=44, a=22 + 4 * i)]]], warps=(1, 2, 4, 8, 16))
save(TESTS, 'tests3')
