# The frame around a loop, and instructions with registers and control fields of one's choice.
import json,random,re,struct
import encode as E
from encode import enc,imm,bra,ctl,OPS
random.seed(16)
def H(h): h=h.replace(' ','').zfill(32); return int(h[16:],16),int(h[:16],16)&~(((1<<21)-1)<<41)
OPS['MOVr']=H('000fe40000000f00000000ff00037202')
OPS['IADD3i']=H('000fe20007ffe0ff0000000119197810')
OPS['IADD3']=H('000fe20007ffe1ff'+'0000000908047210'); 
# IADD3 R,A,B,C register form: take from loops "IADD3 R18, R6.reuse, -R7, R4"
for l in open('../loops.sass'):
    if 'IADD3 R18, R7, -R6, R18' in l: OPS['IADD3']=H(l.strip().split('\t')[2])
    if 'LDS R' in l and '+' not in l: OPS['LDS']=H(l.strip().split('\t')[2])
    if 'LDS.64 R' in l and '+' not in l: OPS['LDS.64']=H(l.strip().split('\t')[2])
    if re.search(r'STS \[R\d+\],',l): OPS['STS']=H(l.strip().split('\t')[2])
    if re.search(r'LDS.128 R\d+, \[R\d+\+0x2100',l): OPS['LDS.128']=H(l.strip().split('\t')[2])
    if re.search(r'LDC R\d+, c',l): OPS['LDC']=H(l.strip().split('\t')[2])
    if 'IMAD R16, R16, R15, R15' in l: OPS['IMAD']=H(l.strip().split('\t')[2])
    if 'LOP3.LUT R' in l and ', R4, R5, 0x6a' in l: OPS['LOP3.LUT']=H(l.strip().split('\t')[2])
OPS['STS']=(OPS['STS'][0],OPS['STS'][1])
lo,hi=OPS['LDS.128']; OPS['LDS.128']=(lo&~(0xffffff<<40),hi)
for l in open('../kernels.sass'):
    if 'FFMA R24, R21.reuse, -0.5, R5' in l: OPS['FFMAi']=H(l.strip().split('\t')[2])
    if 'SHF.R.U32.HI R2, RZ' in l: OPS['SHF']=H(l.strip().split('\t')[2])
    if 'IMAD.SHL.U32 R3, R4' in l: OPS['IMAD.SHL']=H(l.strip().split('\t')[2])
    if 'ULOP3' in l: OPS['ULOP3']=H(l.strip().split('\t')[2])
OPS['IMAD.MOV']=H('000fce00078e00ff000000ffff067224')
OPS['S2Rl']=OPS['S2R']
# ops: name -> kwargs for registers
def ins(n,k=0,**kw):
    d=20+2*(k%8)
    r=dict(d=d,a=8,b=9,c=10)
    f=n
    if n in('F2FP.F16.F32.PACK_AB','FADD','FMUL','FMNMX','FSEL','SEL','HMUL2','HADD2','VIMNMX.U32'): r=dict(d=d,a=8,b=9)
    elif n=='FADD' : r=dict(d=d,a=8,b=9)
    elif n.startswith('MUFU') or n in('POPC','FLO.U32','BREV','F2I.U32.TRUNC.NTZ','FRND','F2F.F32.F64','F2F.F64.F32','I2FP.F32.U32','IABS'): r=dict(d=d,b=8)
    elif n in('DFMA',): r=dict(d=d,a=8,b=10,c=12)
    elif n in('DADD',): r=dict(d=d,a=8,c=10)
    elif n in('DMUL',): r=dict(d=d,a=8,b=10)
    elif n in('DSETP.GEU.AND',): r=dict(a=8,b=10)
    elif n in('FSETP.GEU.AND',): r=dict(a=8,b=9)
    elif n in('ISETP.NE.AND',): r=dict(a=8)
    elif n in('VIADD','IADD3i','FFMAi'): r=dict(d=d,a=8)
    elif n in('MOVr','IMAD.MOV','NOP','UIADD3','ULEA','ULOP3','UMOV','ULDC','REDUX.SUM','BAR.SYNC.DEFER_BLOCKING','LDC','CS2R.32','S2R','S2UR','VOTE.ANY','HFMA2.MMA'): r={} if n in('NOP','BAR.SYNC.DEFER_BLOCKING') else dict(d=d)
    elif n in('LDS','LDS.64','LDS.128'): r=dict(d=(20 if n=='LDS.128' else d),a=0)
    elif n=='STS': r=dict(a=0,b=9)
    elif n=='LDSM.16.M88.4': r=dict(d=20,a=0,b=0x3f)
    elif n=='ATOMS.ADD': r=dict(d=d,a=0,b=9,c=0x3f)
    elif n=='ATOMS.POPC.INC.32': r=dict(d=255,a=0,c=0x3f)
    elif n=='SHFL.BFLY': r=dict(d=d,a=8,b=9)
    elif n in('MATCH.ANY',): r=dict(d=d,a=8)
    elif n=='SHF': r=dict(d=d,c=9)
    elif n=='IMAD.SHL': r=dict(d=d,a=8)
    elif n=='IMAD.WIDE.U32': r=dict(d=d,a=8,b=9,c=10)
    elif n=='HMMA.16816.F32': r=dict(d=20+4*(k%4),a=8,b=12,c=20+4*(k%4))
    elif n in ('UIADD3','ULEA','ULOP3','UMOV','ULDC'): pass
    if n in ('UIADD3','ULEA','ULOP3','UMOV','ULDC','S2UR','REDUX.SUM'): r=dict(d=10+(k%8))
    r.update(kw)
    e=enc(f,**r)
    return (f,e)
PRO=[]
import subprocess
out=subprocess.run(['cuobjdump','-sass','frame.cubin'],capture_output=True,text=True).stdout
ls=re.findall(r'/\*([0-9a-f]{4})\*/\s+(.*?);\s+/\* 0x([0-9a-f]{16}) \*/\s+/\* 0x([0-9a-f]{16}) \*/',out)
raw=[(t.strip(),int(a,16),int(b,16)) for _,t,a,b in ls]
NT=len(raw)
PRO=[(t,(a,b)) for t,a,b in raw[:12]]
STG=[(t,(a,b)) for t,a,b in raw if t.startswith('STG')][0]
STG=(STG[0],(STG[1][0],STG[1][1]&~(((1<<21)-1)<<41)|ctl(stall=15,mask=63)<<41))
EXIT=[(t,(a,b)) for t,a,b in raw if t.startswith('EXIT')][0]
TESTS=[]
def test(name,body,turns=16,pos=0,warps=(1,4,8,16,32),stride=4,pre=None):
    t=list(PRO)
    t.append(('MOV',enc('MOVr',d=7,stall=15)))
    outer=len(t)
    t.append(('BAR.SYNC',enc('BAR.SYNC.DEFER_BLOCKING',stall=15,mask=63)))
    for _ in range(8): t.append(('NOP',enc('NOP',stall=15)))
    t.append(('MOV R6, RZ',enc('MOVr',d=6,stall=15)))
    while (len(t)+1)%8!=pos: t.append(('NOP',enc('NOP',stall=15)))
    s=len(t)
    t.append(('CS2R.32 R4, SR_CLOCKLO',enc('CS2R.32',d=4,stall=1)))
    loop=len(t)
    t+=body
    t.append(('IADD3 R6, R6, 0x1, RZ',imm(enc('IADD3i',d=6,a=6,stall=5),1)))
    t.append(('ISETP.NE.AND P0, PT, R6, N, PT',imm(enc('ISETP.NE.AND',a=6,stall=13),turns)))
    t.append(('@P0 BRA 0x%x'%(loop*16),bra(len(t)*16,loop*16,stall=6)))
    e=len(t)
    t.append(('CS2R.32 R5, SR_CLOCKLO',enc('CS2R.32',d=5,stall=15)))
    t.append(('LDS',enc('LDS',d=20,a=0,wb=0,stall=2)))
    t.append(('MUFU',enc('MUFU.EX2',d=22,b=8,wb=1,stall=2)))
    t.append(('IADD3',imm(enc('IADD3i',d=7,a=7,stall=15,mask=63),1)))
    t.append(('ISETP',imm(enc('ISETP.NE.AND',a=7,stall=15),3)))
    t.append(('BRA',bra(len(t)*16,outer*16,stall=6)))
    t.append(STG); t.append(EXIT)
    assert len(t)<=NT,(name,len(t))
    while len(t)<NT: t.append(('NOP',enc('NOP',stall=15)))
    lst=[(i*16,x[0],x[1]) for i,x in enumerate(t)][s:e+1]
    TESTS.append(dict(name=name,text=b''.join(struct.pack('<QQ',*x[1]) for x in t),warps=list(warps),stride=stride,turns=turns,list=lst))
R=lambda n,m,**k:[ins(n,i,**k) for i in range(m)]
