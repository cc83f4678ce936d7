import re,struct
OPS={}
def addop(name,lo,hi):
    hi&=~(((1<<21)-1)<<41)
    OPS.setdefault(name,(lo,hi))
def collect():
    # local listing of ops.sass
    cur=None
    for l in open('ops.sass'):
        m=re.match(r'\s+/\*([0-9a-f]{4})\*/\s+(.*?)\s*;\s+/\* 0x([0-9a-f]{16}) \*/',l)
        if m: cur=(m[2],int(m[3],16)); continue
        m=re.match(r'\s+/\* 0x([0-9a-f]{16}) \*/',l)
        if m and cur:
            t,lo=cur; hi=int(m[1],16); cur=None
            p=t.split()
            if p[0][0]=='@': continue
            n=p[0]
            addop(n,lo,hi)
    for f in ('loops.sass','kernels.sass'):
        for l in open('../'+f):
            if l[0]!='\t': continue
            a,t,h=l.strip().split('\t'); h=h.replace(' ','').zfill(32)
            p=t.split()
            if p[0][0]=='@': 
                if p[1]!='BRA': continue
                p=p[1:]
            addop(p[0],int(h[16:],16),int(h[:16],16))
collect()
RZ=255
def ctl(stall=1,y=1,wb=7,rb=7,mask=0,reuse=0):
    if stall>11: y=0
    return stall|y<<4|wb<<5|rb<<8|mask<<11|reuse<<17
def enc(name,d=None,a=None,b=None,c=None,pred=None,**k):
    lo,hi=OPS[name]
    if d is not None: lo=lo&~(0xff<<16)|d<<16
    if a is not None: lo=lo&~(0xff<<24)|a<<24
    if b is not None: lo=lo&~(0xff<<32)|b<<32
    if c is not None: hi=hi&~0xff|c
    if pred is not None: lo=lo&~(0xf<<12)|pred<<12
    return lo,hi|ctl(**k)<<41
def imm(i,v): # immediate in bits 32..63
    return (i[0]&0xffffffff)|(v&0xffffffff)<<32,i[1]
def bra(addr,target,pred=0,**k):
    lo,hi=OPS['BRA']
    off=((target-addr-16)>>2)
    lo=lo&~(0xff<<16)&~(0xf<<12)|(off&0xff)<<16|pred<<12
    lo=lo&((1<<34)-1)|((off>>8)&((1<<30)-1))<<34
    h18=(off>>38)&0x3ffff
    hi=hi&~0x3ffff|h18
    return lo,hi|ctl(**k)<<41
if __name__=='__main__':
    print(sorted(OPS))
    print(hex(OPS['BRA'][0]),hex(OPS['BRA'][1]), [hex(x) for x in bra(0x410,0x2f0,stall=6)])
