# The other loops of pipes.txt.
from frame import *
from save import save

import sys
for l in open('../kernels.sass'):
    t=l.strip().split('\t')
    if len(t)<3: continue
    if t[1].startswith('SHFL.BFLY PT, R4, R5, 0x10'): OPS['SHFLi']=H(t[2])
    if t[1]=='LDS.128 R4, [UR6]': OPS['LDSU']=H(t[2])
    if t[1].startswith('FFMA R7, R2.reuse, R7, 0.5'): OPS['FFMAc']=H(t[2])
for l in open('../loops.sass'):
    t=l.strip().split('\t')
    if len(t)<3: continue
    if t[1].startswith('LDC.64 R4, c[0x0][0x230]'): OPS['LDC.64']=H(t[2])
_ins=ins
def ins(n,k=0,**kw):
    if n=='SHFLi': return (n,enc(n,**dict(dict(d=20+2*(k%8),a=8),**kw)))
    if n=='LDSU': return (n,enc(n,**dict(dict(d=20),**kw)))
    if n=='LDC.64': return (n,enc(n,**dict(dict(d=20+2*(k%8)),**kw)))
    if n=='FFMAc': return (n,enc(n,**dict(dict(d=20+2*(k%8),a=8,b=9),**kw)))
    return _ins(n,k,**kw)
R=lambda n,m,**k:[ins(n,i,**k) for i in range(m)]
lo,hi=PRO[3][1]; PRO.append(('UMOV UR6, 0x400',(lo&~(0xff<<16)|6<<16,hi)))
PRO.append(('NOP',enc('NOP',stall=15)))
def ld(n,w): # LDSU of width
    lo,hi=OPS['LDSU']; return lo,hi
WC={'LDS':0x8,'LDS.64':0xa,'LDS.128':0xc}
test('empty',[])
for n in('SHFLi','LDC','LDC.64','LDSU','LDS','LDS.64','LDS.128','LDSM.16.M88.4','ATOMS.ADD'):
    for st in((16,0) if n[:3] in('LDS','ATO') else (16,)):
        test('lat2 %s st%d'%(n,st),[x for i in range(8) for x in (ins(n,i,wb=0,stall=2),ins('NOP',mask=1,stall=1))],warps=(1,4,32),stride=st)
        test('lat2s1 %s st%d'%(n,st),[x for i in range(8) for x in (ins(n,i,wb=0,stall=1),ins('NOP',mask=1,stall=1))],warps=(1,),stride=st)
        for m in(8,12,16,24): test('burst2 %s %d st%d'%(n,m,st),[ins(n,i,stall=1) for i in range(m)]+[ins('NOP',stall=15) for _ in range(40)],warps=(1,4),stride=st)
        test('solo2 %s st%d'%(n,st),[ins(n,i,stall=1) for i in range(24)],warps=(1,4,8,32),stride=st)
# stores beside arithmetic: do their reads share the register ports?
for m in(1,2,3,4):
    for a,b,c,ru,nm in((19,16,16,6,'o'),(18,16,16,6,'e'),(18,17,17,6,'eo'),(18,16,14,0,'eee'),(19,17,15,0,'ooo')):
        for ra in(6,):
            test('sts FFMA %d %s'%(m,nm),[x for k in range(12) for x in [ins('STS',k,a=0,b=9 if k%2 else 9)]+[ins('FFMA',i,a=a,b=b,c=c,reuse=ru) for i in range(m)]]+[ins('NOP',rb=7,stall=1)],warps=(1,4,32))
    test('sts NOP %d'%m,[x for k in range(12) for x in [ins('STS',k)]+[ins('NOP') for i in range(m)]],warps=(1,4,32))
    test('sts LOP3 %d'%m,[x for k in range(12) for x in [ins('STS',k)]+[ins('LOP3.LUT',i) for i in range(m)]],warps=(1,4,32))
    test('lds FADD %d'%m,[x for k in range(12) for x in [ins('LDS',k)]+[ins('FADD',i) for i in range(m)]],warps=(1,4,32))
    test('sts IMAD.MOV %d'%m,[x for k in range(12) for x in [ins('STS',k)]+[ins('IMAD.MOV',i) for i in range(m)]],warps=(1,4,32))
# double precision as compiled
def D(k,ru=6,**kw): return ins('DFMA',k,d=20,a=20,b=12,c=12,reuse=ru,**kw)
def F(r,ru=6,**kw): return ins('FFMA',0,d=r,a=r,b=17,c=17,reuse=ru,**kw)
def G(r,ru=6,**kw): return ins('FFMA',0,d=r,a=r,b=16,c=16,reuse=ru,**kw)
for m in range(0,9):
    test('dF %d'%m,[x for k in range(6) for x in [D(k)]+[F(30+2*(i%3)) for i in range(m)]],warps=(1,8,16,32))
    test('dFodd %d'%m,[x for k in range(6) for x in [D(k)]+[F(31+2*(i%3)) for i in range(m)]],warps=(1,32))
    test('dG %d'%m,[x for k in range(6) for x in [D(k)]+[G(31+2*(i%3)) for i in range(m)]],warps=(1,32))
    test('dnr F %d'%m,[x for k in range(6) for x in [D(k,ru=0)]+[F(30+2*(i%3),ru=0) for i in range(m)]],warps=(1,32))
for y in (0,1):
    test('dL y%d'%y,[x for k in range(6) for x in [D(k,ru=0),ins('LOP3.LUT',k,d=31,a=31,b=16,c=16,stall=4,y=y)]],warps=(1,8,16,32))
# yields and policy at several warps of a scheduler, dependent chains
for st in(4,5,6):
    for n in('LOP3.LUT','IMAD','FADD'):
        for y in(0,1): test('chain %s s%d y%d'%(n,st,y),[ins(n,k,stall=st,y=y) for k in range(32)],warps=(1,8,16,32))
# clocks side by side: who is next
for n in(4,8): test('who %d'%n,[ins('CS2R.32',i,d=20,stall=n,y=(1 if n<12 else 0)) for i in range(20)],warps=(8,16,32),turns=1)
# barriers as compiled
for m in(1,4,8): test('barS8 %d'%m,[ins('BAR.SYNC.DEFER_BLOCKING',stall=8) for _ in range(m)],warps=(1,2,4,8,16,32))
for n in('LDS','STS','FFMA','MUFU.EX2'):
    test('barmix %s'%n,[x for k in range(4) for x in [ins('BAR.SYNC.DEFER_BLOCKING',stall=2)]+[ins(n,i,stall=2) for i in range(4)]+[ins('BAR.SYNC.DEFER_BLOCKING',stall=8)]],warps=(1,2,4,8,16,32))
save(TESTS,'tests2')
