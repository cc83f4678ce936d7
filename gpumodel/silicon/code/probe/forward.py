# Results that are read a few cycles after they were asked for, and what wide products keep
# waiting: ../forward.csv, of one wavefront each. Also LEA, VIADDMNMX and DMMA by themselves, for pipes.csv.
from frame import *
from save import save

for l in open('../familiar.sass'):
    t = l.strip().split('\t')
    for name, text in {'WIDEi': 'IMAD.WIDE.U32 R12, R12, -0x326172a9, RZ', 'HIi': 'IMAD.HI.U32 R5, R14, -0x326172a9, RZ', 'MOVi': 'MOV R14, 0xf767814f',
                       'IMAD.MOVi': 'IMAD.MOV.U32 R15, RZ, RZ, 0x14057b7e', 'DMMA': 'DMMA.8x8x4 R12, R10, R20, R4', 'LEA.HI': 'LEA.HI R8, R9, R8, RZ',
                       'LOP3': 'LOP3.LUT R12, R14, R13, R12, 0x96', 'HADD2r': 'HADD2 R4, R0, R4', 'VIADDMNMX': 'VIADDMNMX'}.items():
        if len(t) > 2 and t[1].startswith(text) and name not in OPS:
            OPS[name] = H(t[2])
lo, hi = OPS['IMAD.HI.U32']
OPS['WIDEr'] = lo & ~0xfff | 0x225, hi  # HI's encoding with registers alone, WIDE's number
RZ = 255

def op(name, d=20, **k):
    n, kw = {'WIDE': ('IMAD.WIDE.U32', dict(a=8, b=9, c=10)), 'WIDEi': ('WIDEi', dict(a=8)), 'HI': ('IMAD.HI.U32', dict(a=8, b=9, c=RZ)), 'HIi': ('HIi', dict(a=8)),
             'IMAD': ('IMAD', dict(a=8, b=9, c=10)), 'VIADD': ('VIADD', dict(a=8)), 'IMAD.MOV': ('IMAD.MOVi', {}), 'MOV': ('MOVi', {}), 'FFMA': ('FFMA', dict(a=8, b=9, c=10)),
             'FADD': ('FADD', dict(a=8, b=9)), 'LOP3': ('LOP3', dict(a=8, b=9, c=10)), 'HADD2': ('HADD2r', dict(a=9, b=11)), 'NOP': ('NOP', {})}[name]
    if n != 'NOP':
        kw['d'] = d
    return n, enc(n, **dict(kw, **k))

rounds = lambda *loop: [x for k in range(8) for x in loop]
one = (1,)
test('empty', [])
for x in ('WIDE', 'WIDEi', 'HI', 'HIi'):
    for y in ('IMAD', 'VIADD', 'FFMA', 'LOP3', 'WIDE', 'NOP'):
        for s in range(1, 9):
            test('after %s %s %d' % (x, y, s), rounds(op(x, stall=s), op(y, 24, stall=12)), warps=one)
for x in ('MOV', 'FADD', 'IMAD.MOV', 'HADD2', 'WIDEi'):
    for y in ('MOV', 'FADD', 'IMAD.MOV', 'HADD2'):
        for r in ('LOP3', 'FADD', 'FFMA', 'IMAD'):
            for far in range(5, 10):
                for near in range(4, far):
                    for kind, a, b in (('two', 20, 22), ('other', 8, 10)):
                        reader = op(r, 30, a=a, b=b, stall=14, **({'c': RZ} if r == 'LOP3' else {} if r == 'FADD' else {'c': 9}))
                        test('%s %s %s %s %d %d' % (kind, x, y, r, far, near), rounds(op(x, 20, stall=far - near), op(y, 22, stall=near), reader), warps=one)
for far in range(5, 9):
    for near in range(4, far):
        for banks, (a, b) in {'oo': (21, 23), 'ee': (20, 22), 'eo': (20, 23)}.items():
            test('banks IMAD.MOV MOV LOP3 %s %d %d' % (banks, far, near), rounds(op('IMAD.MOV', a, stall=far - near), op('MOV', b, stall=near), op('LOP3', 30, a=a, b=b, c=RZ, stall=14)), warps=one)
for n in ('WIDE', 'HI'):
    for place in ('a', 'b', 'c', 'chi'):
        for x in ('MOV', 'LOP3', 'FADD', 'IMAD.MOV', 'HADD2', 'WIDEi'):
            for far in range(4, 10):
                for r in {'c': (20,), 'chi': (21,)}.get(place, (20, 21)):
                    kw = dict(a=9, b=11, c=12)
                    kw['c' if place == 'chi' else place] = r - 1 if place == 'chi' else r
                    sources = dict(a=9, b=11, c=RZ) if x == 'LOP3' else {}
                    reader = enc('WIDEr' if n == 'WIDE' else 'IMAD.HI.U32', d=30, stall=14, **kw)
                    test('%s %s R%d %s %s %d' % ('factor' if place in 'ab' else 'addend', x, r, n, place, far), rounds(op(x, r & ~1 if x == 'WIDEi' else r, stall=far, **sources), (n, reader)), warps=one)
many = (1, 4, 8, 16, 32)
for n, kw in {'LEA.HI': dict(a=8, b=9), 'VIADDMNMX': dict(a=8, b=9)}.items():
    test('solo ' + n, [(n, enc(n, d=20 + 2 * (k % 8), stall=1, **kw)) for k in range(32)], warps=many)
for n in (1, 2, 4):
    dmma = lambda i, **k: ('DMMA', enc('DMMA', d=20 + 4 * i, a=8, b=10, c=20 + 4 * i, wb=i, stall=2, **k))
    test('dmma %d' % n, [x for k in range(8 // n) for x in [dmma(i) for i in range(n)] + [op('NOP', mask=(1 << n) - 1, stall=1)]], warps=many)
    test('dmmas %d' % n, [x for k in range(8 // n) for x in [dmma(i, mask=1 << i) for i in range(n)]], warps=many)
save(TESTS, 'forward')
