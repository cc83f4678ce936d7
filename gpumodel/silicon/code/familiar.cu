// Inner loops that people know, each 64 turns between two clock reads, on one SM.
// nvcc -O3 -arch=sm_90 -std=c++17 -use_fast_math; prints kernel,warps,cycles, the least and the middle of three launches
#include <cstdio>
#include <cstdint>
#include <algorithm>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
typedef uint32_t u32; typedef unsigned long long u64;
__device__ __forceinline__ u32 now(){u32 t;asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory");return t;}
#define KERNEL(name) \
extern "C" __global__ void __launch_bounds__(1024) name(u32*out,u32*sink,u32 p,float q){ \
 __shared__ __align__(128) u32 s[8192+1024]; const u32 t=threadIdx.x,lane=t&31,warp=t>>5; \
 for(u32 i=t;i<9216;i+=blockDim.x) s[i]=i*2654435761u&0x3fffffff;
#define TURN u32 t0,t1; _Pragma("unroll 1") for(int rep=0;rep<2;rep++){ __syncthreads(); t0=now(); \
  _Pragma("unroll 1") for(int turn=0;turn<64;turn++){
#define DONE } t1=now(); } if(lane==0){out[2*warp]=t0;out[2*warp+1]=t1;}
#define END }
#define F(i) __uint_as_float(sink[t+(i)*1024])
#define U(i) sink[t+(i)*1024]
#define PUTF(x) sink[t]=__float_as_uint(x)
#define PUT(x) sink[t]=(x)
#define EACH4 _Pragma("unroll") for(int k=0;k<4;k++)
#define EACH8 _Pragma("unroll") for(int k=0;k<8;k++)

KERNEL(mandelbrot) float x=0;float y=0;float cx=F(0);float cy=F(1);u32 n=0;
 TURN EACH4{float xx=x*x,yy=y*y; n+=(xx+yy<4.f); y=2*x*y+cy; x=xx-yy+cx;}; DONE PUT(n+__float_as_uint(x)); END
KERNEL(collatz) u32 x=U(0)|1;u32 n=0;
 TURN EACH4{x=x&1?3*x+1:x>>1; n+=x>p;}; DONE PUT(n+x); END
KERNEL(philox) u32 a=U(0);u32 b=U(1);u32 c=U(2);u32 d=U(3);u32 k0=U(4);u32 k1=U(5);
 TURN EACH4{u32 h0=__umulhi(0xD2511F53u,a),l0=0xD2511F53u*a,h1=__umulhi(0xCD9E8D57u,c),l1=0xCD9E8D57u*c;
  a=h1^b^k0;b=l1;c=h0^d^k1;d=l0;k0+=0x9E3779B9u;k1+=0xBB67AE85u;}; DONE PUT(a^b^c^d); END
#define ROT(x,n) __funnelshift_r(x,x,n)
KERNEL(sha256) u32 a=U(0);u32 b=U(1);u32 c=U(2);u32 d=U(3);u32 e=U(4);u32 f=U(5);u32 g=U(6);u32 h=U(7);u32 w=U(8);
 TURN EACH4{u32 S1=ROT(e,6)^ROT(e,11)^ROT(e,25),ch=(e&f)^(~e&g),t1=h+S1+ch+0x428a2f98u+w,S0=ROT(a,2)^ROT(a,13)^ROT(a,22),mj=(a&b)^(a&c)^(b&c),t2=S0+mj;
  h=g;g=f;f=e;e=d+t1;d=c;c=b;b=a;a=t1+t2;w=ROT(w,7)^ROT(w,18)^(w>>3);}; DONE PUT(a^b^c^d^e^f^g^h); END
KERNEL(murmur) u32 h=U(0);u32 x=U(1);
 TURN EACH4{u32 m=x*0xcc9e2d51u;m=__funnelshift_l(m,m,15);m*=0x1b873593u;h^=m;h=__funnelshift_l(h,h,13);h=h*5+0xe6546b64u;x+=h>>16;}; DONE PUT(h); END
KERNEL(bitonic_shfl) u32 x=U(0);
 TURN _Pragma("unroll") for(int k=1;k<32;k*=2){u32 y=__shfl_xor_sync(~0u,x,k); x=((lane&k)==0)==(x<y)?x:y;} x=x*3+1; DONE PUT(x); END
KERNEL(scan_shfl) float x=F(0);
 TURN _Pragma("unroll") for(int k=1;k<32;k*=2){float y=__shfl_up_sync(~0u,x,k); if(lane>=k) x+=y;} x*=.1f; DONE PUTF(x); END
KERNEL(softmax) float m=F(0);float sum=0.f;
 TURN EACH8{float v=__uint_as_float(s[lane+32*(turn+k)])-m; sum+=exp2f(v);} m=fmaxf(m,sum*1e-9f); DONE PUTF(sum+m); END
KERNEL(blackscholes) float S=F(0);float X=F(1);float T=F(2);float acc=0.f;
 TURN float sq=__fsqrt_rn(1.f)*rsqrtf(T)*T; float d1=__fdividef(__logf(__fdividef(S,X))+(.02f+.045f)*T,.3f*sq); float d2=d1-.3f*sq;
 float kk=__fdividef(1.f,1.f+.2316419f*fabsf(d1)); float cn=.39894f*__expf(-.5f*d1*d1)*(kk*(.31938f+kk*(-.35656f+kk*(1.78147f+kk*(-1.82125f+kk*1.33027f))))); cn=d1>0?1.f-cn:cn;
 float k2=__fdividef(1.f,1.f+.2316419f*fabsf(d2)); float c2=.39894f*__expf(-.5f*d2*d2)*(k2*(.31938f+k2*(-.35656f+k2*(1.78147f+k2*(-1.82125f+k2*1.33027f))))); c2=d2>0?1.f-c2:c2;
 acc+=S*cn-X*__expf(-.02f*T)*c2; S+=.001f;; DONE PUTF(acc); END
KERNEL(hamming) u32 x=U(0);u32 n=0;
 TURN EACH8{n+=__popc(x^s[lane+32*(turn+k)]);}; DONE PUT(n); END
KERNEL(dp4a) int n=0;int w=U(0);
 TURN EACH8{n=__dp4a((int)s[lane+32*(turn+k)],w,n);} w+=n&1; DONE PUT(n); END
KERNEL(bytes) u32 x=U(0);u32 y=U(1);
 TURN EACH8{x=__byte_perm(x,y,0x5140+k);y=__byte_perm(y,x,0x6273);}; DONE PUT(x^y); END
KERNEL(fir) float acc=0.f;
 TURN EACH8{acc=fmaf(__uint_as_float(s[t+turn+k]),q,acc);}; DONE PUTF(acc); END
KERNEL(matmul44) float c[4][4]={};const float4*A=(const float4*)s+(lane>>3);const float4*B=(const float4*)s+1024+(lane&7);
 TURN _Pragma("unroll") for(int k=0;k<2;k++){float4 a=A[(turn*2+k)*4],b=B[(turn*2+k)*8]; float av[4]={a.x,a.y,a.z,a.w},bv[4]={b.x,b.y,b.z,b.w};
 _Pragma("unroll") for(int i=0;i<4;i++) _Pragma("unroll") for(int j=0;j<4;j++) c[i][j]=fmaf(av[i],bv[j],c[i][j]);}; DONE float z=0;for(int i=0;i<16;i++) z+=c[i/4][i%4];PUTF(z); END
KERNEL(matmul11) float c=0.f;
 TURN EACH8{c=fmaf(__uint_as_float(s[(warp&31)*32+((turn+k)&31)]),__uint_as_float(s[1024+((turn+k)&31)*32+lane]),c);}; DONE PUTF(c); END
KERNEL(tree) 
 TURN __syncthreads(); s[t]+=s[t+1024]; __syncthreads(); s[t]+=s[t+512]; __syncthreads(); s[t]+=s[t+256]; DONE PUT(s[t]); END
KERNEL(stencil3) float*v=(float*)s+32;float c=q;
 TURN float l=v[t-1],m=v[t],r=v[t+1]; __syncthreads(); v[t]=fmaf(c,l+r,m*(1.f-2*c)); __syncthreads(); DONE PUTF(v[t]); END
KERNEL(crc32) u32 x=t*2654435761u;
 TURN EACH4{x=(x>>8)^s[x&255];} x+=p; DONE PUT(x); END
KERNEL(dhorner) double x=F(0);double y=1.0;
 TURN EACH8{y=fma(y,x,0.5+k);} y=y*x+x; DONE PUTF((float)y); END
KERNEL(widen) double a=0;
 TURN EACH4{a=fma((double)__uint_as_float(s[lane+32*(turn+k)]),(double)q,a);}; DONE PUTF((float)a); END
KERNEL(half_stencil) __half2 a=__float2half2_rn(F(0));__half2 b=__float2half2_rn(F(1));__half2 c=__float2half2_rn(q);
 TURN EACH4{__half2 d=__hadd2(a,b);b=__hmul2(d,c);a=__hfma2(a,c,b);}; DONE sink[t]=*(u32*)&a; END
KERNEL(bf16_fma) __nv_bfloat162 a=__float2bfloat162_rn(F(0));__nv_bfloat162 b=__float2bfloat162_rn(F(1));__nv_bfloat162 c=__float2bfloat162_rn(q);
 TURN EACH8{a=__hfma2(a,c,b);}; DONE sink[t]=*(u32*)&a; END
KERNEL(intdiv) u32 x=U(0);u32 d=U(1)|1;
 TURN x=x/d+p+0x7fff0000u; d+=2;; DONE PUT(x); END
KERNEL(intmod64) u64 x=U(0);u64 m=U(1);
 TURN EACH4{x=x*6364136223846793005ull+1442695040888963407ull;m^=x>>33;}; DONE PUT((u32)(x^m)); END
KERNEL(floatdiv) float x=F(0);float y=F(1);
 TURN EACH4{x=__fdiv_rn(x+1.f,y);}; DONE PUTF(x); END
KERNEL(life) u32 a=U(0);u32 b=U(1);u32 c=U(2);
 TURN EACH4{u32 l=a<<1,r=a>>1,s0=l^r^b,c0=(l&r)|(b&(l^r)),s1=s0^c,c1=s0&c; u32 n=(c0^c1)&~(c0&c1)&(s1|a); c=b;b=a;a=n^p;}; DONE PUT(a^b^c); END
KERNEL(leading) u32 x=U(0);u32 n=0;
 TURN EACH4{n+=__clz(x)+__ffs(x);x=__brev(x)+n;}; DONE PUT(n); END
KERNEL(smem_max) u32 x=U(0);
 TURN EACH4{atomicMax(&s[lane+32*k],x);x+=p;}; DONE PUT(x+s[lane]); END
KERNEL(ballot) u32 x=U(0);u32 n=0;
 TURN EACH4{u32 m=__ballot_sync(~0u,x&1);n+=__popc(m&((1u<<lane)-1));x=(x>>1)+n;}; DONE PUT(n); END
KERNEL(edit) int a=U(0)&255;int b=U(1)&255;int c=U(2)&255;
 TURN EACH8{int d=min(min(a,b)+1,c+(int)(p>k));a=b;b=d;c=max(c,d)-1;}; DONE PUT(a+b+c); END
KERNEL(wave) float x=F(0);float a=0.f;
 TURN EACH4{a+=__sinf(x)*__cosf(x);x+=q;}; DONE PUTF(a); END
KERNEL(quantize) float x=F(0);int n=0;
 TURN EACH4{int v=__float2int_rn(x*q);v=max(-128,min(127,v));n+=v;x=__int2float_rn(v)*0.5f+x;}; DONE PUT(n); END
KERNEL(redux) u32 x=U(0);
 TURN EACH4{x+=__reduce_add_sync(~0u,x);}; DONE PUT(x); END
__constant__ float coef[64];
KERNEL(poly_const) float x=F(0);float y=0.f;
 TURN _Pragma("unroll") for(int k=0;k<4;k++) y=fmaf(y,x,coef[(turn+4*k)&63]); DONE PUTF(y); END
KERNEL(clampsel) float x=F(0);float y=F(1);
 TURN EACH4{float z=x>y?x*q:y+q;y=fminf(fmaxf(z,-1.f),1.f);x=z<0.f?-z:x+.5f;}; DONE PUTF(x+y); END
KERNEL(imma) int c0=0;int c1=0;int c2=0;int c3=0;u32 a=U(0);u32 b=U(1);
 TURN EACH4{asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3},{%4,%5,%4,%5},{%4,%5},{%0,%1,%2,%3};":"+r"(c0),"+r"(c1),"+r"(c2),"+r"(c3):"r"(a),"r"(b));}; DONE PUT(c0+c1+c2+c3); END
KERNEL(tf32) float c0=0;float c1=0;float c2=0;float c3=0;u32 a=U(0);u32 b=U(1);
 TURN EACH4{asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3},{%4,%5,%4,%5},{%4,%5},{%0,%1,%2,%3};":"+f"(c0),"+f"(c1),"+f"(c2),"+f"(c3):"r"(a),"r"(b));}; DONE PUTF(c0+c1+c2+c3); END
KERNEL(dmma) double c0=0;double c1=0;double a=F(0);double b=F(1);
 TURN EACH4{asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};":"+d"(c0),"+d"(c1):"d"(a),"d"(b));}; DONE PUTF((float)(c0+c1)); END
KERNEL(transpose_pad) float v=F(0);
 TURN s[(warp&7)*1056+lane*33]=__float_as_uint(v); __syncwarp(); v+=__uint_as_float(s[(warp&7)*1056+lane]); __syncwarp(); DONE PUTF(v); END
KERNEL(complex_mul) float a=F(0);float b=F(1);
 TURN EACH4{float2 w=((float2*)s)[lane+32*((turn+k)&15)];float r=a*w.x-b*w.y;b=a*w.y+b*w.x;a=r;}; DONE PUTF(a+b); END
KERNEL(rank_count) float x=F(0);u32 n=0;
 TURN EACH8{n+=__uint_as_float(s[turn*8+k])<x;}; DONE PUT(n); END

struct K{const char*name;void(*f)(u32*,u32*,u32,float);};
#define K(n) {#n,n}
K ks[]={K(mandelbrot),K(collatz),K(philox),K(sha256),K(murmur),K(bitonic_shfl),K(scan_shfl),K(softmax),K(blackscholes),K(hamming),K(dp4a),K(bytes),K(fir),K(matmul44),K(matmul11),K(tree),K(stencil3),K(crc32),K(dhorner),K(widen),K(half_stencil),K(bf16_fma),K(intdiv),K(intmod64),K(floatdiv),K(life),K(leading),K(smem_max),K(ballot),K(edit),K(wave),K(quantize),K(redux),K(poly_const),K(clampsel),K(imma),K(tf32),K(dmma),K(transpose_pad),K(complex_mul),K(rank_count)};
int main(){
 u32*out,*sink;cudaMalloc(&out,256);cudaMalloc(&sink,16*4096);
 u32 h[16*1024];for(int i=0;i<16*1024;i++)h[i]=0x3f000000u+(i*2654435761u>>9);
 printf("kernel,warps,cycles,again\n");
 for(auto&k:ks)for(int w=1;w<=32;w*=2){u32 v[3];
  for(int r=0;r<3;r++){cudaMemcpy(sink,h,sizeof h,cudaMemcpyHostToDevice);k.f<<<1,32*w>>>(out,sink,3,.37f);u32 o[64];
   cudaMemcpy(o,out,8*w,cudaMemcpyDeviceToHost);u32 a=o[0],b=o[1];for(int i=1;i<w;i++){if((int)(o[2*i]-a)<0)a=o[2*i];if((int)(o[2*i+1]-b)>0)b=o[2*i+1];}v[r]=b-a;}
  std::sort(v,v+3);printf("%s,%d,%u,%u\n",k.name,w,v[0],v[1]);}
 fprintf(stderr,"%s\n",cudaGetErrorString(cudaDeviceSynchronize()));
}
