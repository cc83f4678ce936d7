# The first loops of pipes.txt.
from frame import *
from save import save
test('empty',[])
ALL=['FFMA','FFMAi','FADD','FMUL','IMAD','IMAD.MOV','IMAD.SHL','IMAD.WIDE.U32','IMAD.HI.U32','VIADD','IADD3','IADD3i','LOP3.LUT','SHF','ISETP.NE.AND','FSETP.GEU.AND','MOVr','SEL','FSEL','FMNMX','VIMNMX.U32','PRMT','IABS','HFMA2','HFMA2.MMA','HADD2','HMUL2','I2FP.F32.U32','F2FP.F16.F32.PACK_AB','IDP.4A.U8.U8','VOTE.ANY','CS2R.32','NOP','UIADD3','ULEA','ULOP3','UMOV','DFMA','DADD','DMUL','DSETP.GEU.AND','HMMA.16816.F32']
VAR=['MUFU.EX2','MUFU.RSQ','MUFU.RCP','POPC','FLO.U32','BREV','F2I.U32.TRUNC.NTZ','FRND','F2F.F32.F64','F2F.F64.F32','LDS','LDS.64','LDS.128','SHFL.BFLY','LDSM.16.M88.4','ATOMS.ADD','ATOMS.POPC.INC.32','MATCH.ANY','LDC','ULDC','S2R','REDUX.SUM','S2UR']
for n in ALL: test('solo '+n,R(n,32))
for n in VAR: test('solo '+n,R(n,24,wb=0,stall=2)+[ins('NOP',mask=1,stall=1)])
for n in VAR+['DSETP.GEU.AND']: test('lat '+n,[x for i in range(8) for x in (ins(n,i,wb=0,stall=2),ins('NOP',mask=1,stall=1))],warps=(1,4,32))
test('solo STS',R('STS',24,stall=1)); test('solo STS rb',R('STS',24,stall=2,rb=0)+[ins('NOP',mask=1)])
for n in('STS','LDS','LDS.128','ATOMS.ADD','SHFL.BFLY','MUFU.EX2'): test('rb '+n,[x for i in range(8) for x in (ins(n,i,rb=0,stall=2),ins('NOP',mask=1,stall=1))],warps=(1,4,32))
# pairs
P=['FFMA','IMAD','VIADD','LOP3.LUT','DFMA','HFMA2','HFMA2.MMA','UIADD3','FADD','MOVr','IMAD.MOV','SHF','FMNMX','ISETP.NE.AND','SEL','CS2R.32','NOP','HMMA.16816.F32','I2FP.F32.U32','IDP.4A.U8.U8','PRMT','F2FP.F16.F32.PACK_AB','IMAD.SHL','IMAD.WIDE.U32','VOTE.ANY','FSEL']
for i,a in enumerate(P):
    for b in P[i+1:]:
        if a in P[:8] or b in P[:8]: test('pair %s %s'%(a,b),[x for k in range(16) for x in (ins(a,k),ins(b,k+1))],warps=(1,32))
# random straight-line
mix=['FFMA','FFMA','FADD','IMAD','LOP3.LUT','IADD3','VIADD','DFMA','MOVr','ISETP.NE.AND','IMAD.MOV','HFMA2','SHF']
for j in range(120):
    sub=random.sample(mix,random.choice([2,3,4,6]))
    st=random.choice([[1],[1,1,2],[1,2,3,4]])
    test('rand%d'%j,[ins(random.choice(sub),k,stall=random.choice(st)) for k in range(random.choice([12,24,40]))],warps=(1,4,8,16,32))
# DFMA gaps
for a in('FFMA','LOP3.LUT','IMAD','DFMA','NOP','VIADD'):
    for g in range(0,5):
        for n in(1,2,3):
            test('dgap DFMA %s s%d n%d'%(a,g,n),[x for k in range(8) for x in [ins('DFMA',k,stall=1+g)]+[ins(a,k+i) for i in range(n)]],warps=(1,32))
# register banks
for nm,(a,b,c) in {'eee':(8,10,12),'eeo':(8,10,13),'eoe':(8,11,12),'oee':(9,10,12),'ooo':(9,11,13),'eoo':(8,11,13),'q4':(8,12,16),'same':(8,8,8),'same2':(8,8,10)}.items():
    for op in('FFMA','IMAD','LOP3.LUT','DFMA','IADD3'):
        if op=='DFMA' and nm not in('eee','same','same2','q4'): continue
        for ru in(0,1,2,4,7): test('bank %s %s reuse%d'%(op,nm,ru),[ins(op,k,a=a,b=b,c=c,reuse=ru) for k in range(32)],warps=(1,32))
# alternating operands: FFMA eee with LOP3 between
test('bank FFMA eee s2',[ins('FFMA',k,a=8,b=10,c=12,stall=2) for k in range(24)],warps=(1,32))
test('bank FFMA/NOP eee',[x for k in range(12) for x in(ins('FFMA',k,a=8,b=10,c=12),ins('NOP'))],warps=(1,32))
test('bank FFMA/LOP3 eee',[x for k in range(12) for x in(ins('FFMA',k,a=8,b=10,c=12),ins('LOP3.LUT',k,a=9,b=11,c=13))],warps=(1,32))
test('bank FFMA/LOP3 eee both',[x for k in range(12) for x in(ins('FFMA',k,a=8,b=10,c=12),ins('LOP3.LUT',k,a=14,b=16,c=18))],warps=(1,32))
# fetch
for pos in range(8):
    for st in(1,2,4): test('fetch pos%d s%d'%(pos,st),[ins('FFMA',k,stall=st) for k in range(20)],pos=pos,warps=(1,4,32))
for n in(60,100,124,128,132,160,200,256,320,400,500,600): test('long%d'%n,[ins('FFMA',k) for k in range(n)],warps=(1,4,8,16,32),turns=8)
for st in range(1,16): # branch stall
    b=[ins('FFMA',k,stall=1) for k in range(4)]
    test('brastall%d'%st,b); T=TESTS[-1]
# barrier then things
for n in('FFMA','LOP3.LUT','DFMA','MUFU.EX2','LDS','STS','BAR.SYNC.DEFER_BLOCKING','NOP','LDC','UIADD3','CS2R.32','SHFL.BFLY','VOTE.ANY','IMAD','ISETP.NE.AND','S2R'):
    for m in(1,8,16):
        test('bar %s %d'%(n,m),[x for k in range(4) for x in [ins('BAR.SYNC.DEFER_BLOCKING',stall=1)]+[ins(n,i) for i in range(m)]],warps=(1,4,8,32))
# MIO mixes
for n in('FFMA','LOP3.LUT','MUFU.EX2','SHFL.BFLY','STS'):
    for m in(1,2,3,4,6,8):
        test('lds1 %s %d'%(n,m),[x for k in range(8) for x in [ins('LDS',k)]+[ins(n,i) for i in range(m)]],warps=(1,4,8,16,32))
for n in('LDS','LDS.64','LDS.128','STS','SHFL.BFLY','ATOMS.ADD','LDSM.16.M88.4','MUFU.EX2','POPC','LDC','F2I.U32.TRUNC.NTZ','F2F.F32.F64'):
    for m in(1,2,3,4,5,6,8,10,12,16,24):
        test('burst %s %d'%(n,m),R(n,m,stall=1)+[ins('NOP',stall=15) for _ in range(16 if m<13 else 30)],warps=(1,4))
    for st in(32,):
        test('burst8 %s stride32'%n,R(n,8,stall=1)+[ins('NOP',stall=15) for _ in range(40)],stride=128,warps=(1,2,4)) if n[:3] in('LDS','STS') else None
test('solo LDS stride32',R('LDS',24),stride=128); test('solo STS stride32',R('STS',24),stride=128)
test('solo LDS stride2',R('LDS',24),stride=8); test('solo STS stride2',R('STS',24),stride=8)
for n in('LDS','LDS.64','LDS.128','STS'):
    for st in(8,16,32,64,128): test('lats %s %d'%(n,st),[x for i in range(8) for x in (ins(n,i,wb=(0 if n!='STS' else 7),rb=(0 if n=='STS' else 7),stall=2),ins('NOP',mask=1,stall=1))],stride=max(st,16 if '128' in n else 8 if '64' in n else 4),warps=(1,4))
for a,b in(('MUFU.EX2','FFMA'),('MUFU.EX2','LOP3.LUT'),('MUFU.EX2','IMAD'),('MUFU.EX2','SHFL.BFLY'),('MUFU.EX2','POPC'),('MUFU.EX2','DFMA'),('POPC','LOP3.LUT')):
    for m in(1,2,4,8,12): test('mix %s %s %d'%(a,b,m),[x for k in range(6) for x in [ins(a,k)]+[ins(b,i) for i in range(m)]],warps=(1,4,8,32))
# policy: long unrolled per-warp code without loop
for n in('FFMA','LOP3.LUT'):
    for st in(1,2,4):
        for y in(0,1): test('policy %s s%d y%d'%(n,st,y),[ins(n,k,stall=st,y=y) for k in range(100)],turns=1,warps=(8,16,32,64) if False else (8,12,16,32))
save(TESTS,'tests')
