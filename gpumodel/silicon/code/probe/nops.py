# ../nops.csv: loops of ../familiar.sass with one instruction at a time replaced by a NOP that has
# its control fields. Not the loop's counter, and where there are accesses nothing that makes
# addresses. "nvcc -cubin ... ../familiar.cu", then python3 nops.py on the machine with the GPU.
import ctypes,re,os,struct
OUT=os.environ.get('OUT','.')
cu=ctypes.CDLL('libcuda.so.1')
def ck(r,w=''):
    if r: raise SystemExit('%s: error %d'%(w,r))
ck(cu.cuInit(0)); dev=ctypes.c_int(); ck(cu.cuDeviceGet(ctypes.byref(dev),0)); ctx=ctypes.c_void_p(); ck(cu.cuDevicePrimaryCtxRetain(ctypes.byref(ctx),dev)); ck(cu.cuCtxSetCurrent(ctx))
base=open('familiar.cubin', 'rb').read()
ks={};cur=None
for l in open('../familiar.sass'):
    if l[0]!='\t': cur=l.strip()[:-1]; ks[cur]=[]
    else:
        a,t,h=l.strip().split('\t'); h=h.replace(' ','').zfill(32); ks[cur].append((int(a,16),t,int(h[16:],16),int(h[:16],16)))
out=ctypes.c_uint64(); sink=ctypes.c_uint64(); ck(cu.cuMemAlloc_v2(ctypes.byref(out),4096)); ck(cu.cuMemAlloc_v2(ctypes.byref(sink),16*4096))
init=(ctypes.c_uint32*(16*1024))(*[0x3f000000+((i*2654435761)%2**32>>9) for i in range(16*1024)])
host=(ctypes.c_uint32*64)()
CTL=((1<<21)-1)<<41
NOP=(0x0000000000007918,0x000fc00000000000&~CTL)
def measure(cubin,name,warps):
    mod=ctypes.c_void_p(); r=cu.cuModuleLoadData(ctypes.byref(mod),cubin)
    if r: return ['load%d'%r]*len(warps)
    fn=ctypes.c_void_p(); ck(cu.cuModuleGetFunction(ctypes.byref(fn),mod,name.encode()),'fn')
    res=[]
    for w in warps:
        best=1<<40
        for rep in range(3):
            cu.cuMemcpyHtoD_v2(sink,init,16*4096)
            a0=ctypes.c_uint64(out.value); a1=ctypes.c_uint64(sink.value); a2=ctypes.c_uint32(3); a3=ctypes.c_float(.37)
            args=(ctypes.c_void_p*4)(*[ctypes.cast(ctypes.pointer(a),ctypes.c_void_p) for a in (a0,a1,a2,a3)])
            r=cu.cuLaunchKernel(fn,1,1,1,32*w,1,1,0,None,args,None) or cu.cuCtxSynchronize()
            if r: print('FAIL',name,w,r); raise SystemExit
            cu.cuMemcpyDtoH_v2(host,out,8*w)
            a=min(host[2*i] for i in range(w)); b=max(host[2*i+1] for i in range(w)); best=min(best,b-a)
        res.append(best)
    cu.cuModuleUnload(mod); return res
arith='philox sha256 murmur intmod64 life intdiv half_stencil clampsel edit imma tf32 dmma bf16_fma collatz mandelbrot ballot blackscholes scan_shfl quantize leading'.split()
mem='matmul44 complex_mul fir matmul11 softmax hamming widen poly_const smem_max'.split()
free={'FFMA','FADD','FMUL','LDS','HFMA2','POPC','IDP','F2F','DFMA','MUFU','LDC','ATOMS'}
warps=(1,8,16,32)
f=open(OUT+'/nops.csv','w'); 
for name in arith+mem:
    code=ks[name]
    blob=b''.join(struct.pack('<QQ',c[2],c[3]) for c in code)
    at=base.find(blob); assert at>=0 and base.find(blob,at+1)<0,name
    f.write('%s,-,%s\n'%(name,','.join(map(str,measure(base,name,warps)))))
    last=[i for i,c in enumerate(code) if 'BRA' in c[1]][-1]
    first=[i for i,c in enumerate(code) if c[0]==int(code[last][1].split('0x')[-1],16)][0]
    pred=code[last][1].split()[0].lstrip('@!')
    cmps=[c for c in code[first:last] if 'SETP' in c[1] and (' '+pred+',') in c[1]]
    keep=set(re.findall(r'\bU?R\d+\b',' '.join(c[1] for c in cmps)))
    for i in range(first,last):
        t=code[i][1]; op=t.split()[1] if t[0]=='@' else t.split()[0]
        ops=t[t.index(op)+len(op):]
        dest=re.findall(r'\b(U?R\d+|P\d)\b',ops)
        if code[i] in cmps or (dest and dest[0] in keep) or pred in dest[:2] and 'SETP' in op: continue
        if name in mem and op.split('.')[0] not in free: continue
        b=bytearray(base); struct.pack_into('<QQ',b,at+16*i,NOP[0],NOP[1]|code[i][3]&CTL)
        f.write('%s,%04x,%s\n'%(name,code[i][0],','.join(map(str,measure(bytes(b),name,warps)))))
    f.flush()
