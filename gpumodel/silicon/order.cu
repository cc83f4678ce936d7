// Whether references to a 1024³ texture of bytes overtake one another on an SM, and how even the pace
// of an H200's SMs is in frames of probe.cu's renderer.
// nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdio>
#include <cstdint>
#include <cmath>
#include <vector>
#include <map>
#include <algorithm>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){fprintf(stderr,"%s:%d %s\n",__FILE__,__LINE__,cudaGetErrorString(e)); exit(1);} }while(0)
__device__ __forceinline__ uint32_t clk(){ uint32_t t; asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory"); return t; }
__device__ __forceinline__ uint32_t nanoseconds(){ unsigned long long t; asm volatile("mov.u64 %0,%%globaltimer;":"=l"(t)); return (uint32_t)t; }
const int N=1024;

__global__ void fill(cudaSurfaceObject_t s){ int x=blockIdx.x*blockDim.x+threadIdx.x,y=blockIdx.y,z=blockIdx.z; float a=x*(2.f/N)-1,b=y*(2.f/N)-1,c=z*(2.f/N)-1,q=a*a+b*b+c*c; surf3Dwrite<uint8_t>(q<1?(uint8_t)(60*(1-q)+30*(1+sinf(20*a)*sinf(17*b)*sinf(23*c))):0,s,x,y,z); }

// What a warp asks for: a place of its own that the L1 has; by chance one that the L2 has, of 16 MB, one
// for all lanes or one for each; by chance one of 1 GB, likewise.
enum { HIT,L2,L2x32,DRAM,DRAMx32 };
const char*kinds[]={"hit","l2","l2x32","dram","dramx32"};
__device__ void place(int kind,uint32_t r,int w,int lane,float&x,float&y,float&z){
  uint32_t q=r*2246822519u^(r>>15); if(kind==L2x32||kind==DRAMx32){ q^=lane*0x9e3779b9u; q*=2654435761u; q^=q>>13; }
  x=100.5f+64*(w&3); y=100.5f+8*w; z=100.5f;
  if(kind==L2||kind==L2x32){ x=(q>>2&255&~31)+512.5f; y=(q>>12&255&~7)+512.5f; z=(q>>22&255)+512.5f; }
  if(kind==DRAM||kind==DRAMx32){ x=(q>>2&1023&~31)+0.5f; y=(q>>12&1023&~7)+0.5f; z=(q>>22&1023)+0.5f; } }

// All of the 16 MB, into the L2, from both of its halves.
__global__ void warm(cudaTextureObject_t t,float*sink){ int g=blockIdx.x*blockDim.x+threadIdx.x; float s=0; for(int i=g%(N*32);i<64*1024;i+=N*32) s+=tex3D<float>(t,(i&7)*32+512.5f,(i>>3&31)*8+512.5f,(i>>8)+512.5f); sink[g]=s; }

// Eight warps of an SM, two of each scheduler: the first asks, the others so much later, one after another.
__global__ void order(cudaTextureObject_t t,int first,int then,int delay,int apart,int trials,uint32_t seed,uint32_t*out,float*sink){
  int w=threadIdx.x/32,lane=threadIdx.x&31; uint32_t r=seed+w*7919u,sum=0; float s=0,x,y,z; place(HIT,0,w,lane,x,y,z); s+=tex3D<float>(t,x,y,z);
  for(int i=0;i<trials;i++){ r=r*1664525u+1013904223u; place(w?then:first,r,w,lane,x,y,z); __syncthreads(); uint32_t begin=clk(); int wait=w?delay+apart*(w-1):0; while((int)(clk()-begin)<wait); uint32_t t1,t2; float v,v1,v2,v3;
    asm volatile("mov.u32 %0,%%clock;":"=r"(t1)::"memory");
    asm volatile("tex.3d.v4.f32.f32 {%0,%1,%2,%3},[%4,{%5,%6,%7,%7}];":"=f"(v),"=f"(v1),"=f"(v2),"=f"(v3):"l"(t),"f"(x),"f"(y),"f"(z):"memory");
    asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(v)::"memory");
    asm volatile("mov.u32 %0,%%clock;":"=r"(t2)::"memory"); s+=v; sum+=t2-t1; }
  if(lane==0) out[w]=sum; sink[threadIdx.x]=s; }

// probe.cu's renderer, of each warp's first lane: its SM, references, when it began, had 512 of them, ended.
struct Mat{float m[12];};
template<int TIMED> __global__ void vr(cudaTextureObject_t tex,uint32_t*img,Mat inv,float step,uint32_t*out){
  int x=blockIdx.x*blockDim.x+threadIdx.x,y=blockIdx.y*blockDim.y+threadIdx.y,lin=threadIdx.y*blockDim.x+threadIdx.x,gw=(blockIdx.y*gridDim.x+blockIdx.x)*4+lin/32; bool timed=TIMED&&(lin&31)==0; uint32_t k=0,begun=0,half=0; if(timed) begun=nanoseconds();
  float u=(x/(float)N)*2-1,v=(y/(float)N)*2-1; float3 o={inv.m[3],inv.m[7],inv.m[11]}; float il=rsqrtf(u*u+v*v+4.f),dx=u*il,dy=v*il,dz=-2.f*il;
  float3 d={inv.m[0]*dx+inv.m[1]*dy+inv.m[2]*dz,inv.m[4]*dx+inv.m[5]*dy+inv.m[6]*dz,inv.m[8]*dx+inv.m[9]*dy+inv.m[10]*dz};
  float tn=-1e30f,tf=1e30f,oo[3]={o.x,o.y,o.z},dd[3]={d.x,d.y,d.z}; for(int i=0;i<3;i++){ float a=(-1-oo[i])/dd[i],b=(1-oo[i])/dd[i]; tn=fmaxf(tn,fminf(a,b)); tf=fminf(tf,fmaxf(a,b)); }
  float r=0,al=0;
  if(tn<tf){ if(tn<0)tn=0;
    for(float t=tn;t<tf;t+=step){ float s=tex3D<float>(tex,(o.x+d.x*t)*.5f+.5f,(o.y+d.y*t)*.5f+.5f,(o.z+d.z*t)*.5f+.5f); if(timed&&++k==512) half=nanoseconds();
      float a=s*0.005f; r+=(1-al)*a*s; al+=(1-al)*a; if(al>0.98f)break; } }
  img[y*N+x]=(uint32_t)(r*65535);
  if(timed){ uint32_t sm; asm("mov.u32 %0,%%smid;":"=r"(sm)); uint32_t*q=out+(size_t)gw*8; q[0]=sm; q[1]=k; q[2]=begun; q[3]=half; q[4]=nanoseconds(); } }
Mat rotm(float al,float be,float ga){ auto R=[&](float a){return a*3.14159265f/180;}; float ca=cosf(R(al)),sa=sinf(R(al)),cb=cosf(R(be)),sb=sinf(R(be)),cg=cosf(R(ga)),sg=sinf(R(ga)),X[9]={1,0,0,0,ca,-sa,0,sa,ca},Y[9]={cb,0,sb,0,1,0,-sb,0,cb},Z[9]={cg,-sg,0,sg,cg,0,0,0,1},T[9],M[9]; auto mul=[](float*o,float*a,float*b){for(int i=0;i<3;i++)for(int j=0;j<3;j++){o[i*3+j]=0;for(int k=0;k<3;k++)o[i*3+j]+=a[i*3+k]*b[k*3+j];}}; mul(T,Y,X); mul(M,Z,T); Mat m; for(int i=0;i<3;i++){for(int j=0;j<3;j++)m.m[i*4+j]=M[i*3+j]+(fabsf(M[i*3+j])<1e-6f?1e-6f:0); m.m[i*4+3]=4*M[i*3+2];} return m; }

int main(){ cudaArray_t arr; cudaChannelFormatDesc cd=cudaCreateChannelDesc<uint8_t>(); CK(cudaMalloc3DArray(&arr,&cd,make_cudaExtent(N,N,N),cudaArraySurfaceLoadStore)); cudaResourceDesc rd={}; rd.resType=cudaResourceTypeArray; rd.res.array.array=arr; cudaSurfaceObject_t su; CK(cudaCreateSurfaceObject(&su,&rd)); fill<<<dim3(N/256,N,N),256>>>(su); CK(cudaDeviceSynchronize());
  cudaTextureDesc td={}; td.filterMode=cudaFilterModeLinear; td.readMode=cudaReadModeNormalizedFloat; for(int i=0;i<3;i++)td.addressMode[i]=cudaAddressModeClamp; cudaTextureObject_t raw,tex; CK(cudaCreateTextureObject(&raw,&rd,&td,0)); td.normalizedCoords=1; CK(cudaCreateTextureObject(&tex,&rd,&td,0));
  uint32_t*out,*img; float*sink; CK(cudaMalloc(&out,32768*32)); CK(cudaMalloc(&img,N*N*4)); CK(cudaMalloc(&sink,1<<20)); std::vector<uint32_t> h(32768*8);
  for(int first:{HIT,L2,DRAM,DRAMx32}) for(int then:{HIT,L2,L2x32,DRAM}) for(int delay:{60,150}) for(int apart:{0,40}){ double all[8]={}; int reps=40,trials=10; for(int rep=0;rep<reps;rep++){ warm<<<264,256>>>(raw,sink); order<<<1,256>>>(raw,first,then,delay,apart,trials,1000u*rep+17u*first+31u*then+delay+apart,out,sink); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(h.data(),out,32,cudaMemcpyDeviceToHost)); for(int i=0;i<8;i++) all[i]+=h[i]/(double)(reps*trials); }
    printf("order,first=%s,then=%s,delay=%d,apart=%d,first_cycles=%.0f,same_scheduler=%.0f,others=%.0f\n",kinds[first],kinds[then],delay,apart,all[0],all[4],(all[1]+all[2]+all[3]+all[5]+all[6]+all[7])/6); }
  cudaEvent_t a,b; cudaEventCreate(&a); cudaEventCreate(&b); float views[5][3]={{0,0,0},{90,0,90},{90,-90,0},{45,30,0},{20,70,10}};
  for(auto&v:views) for(int tx=1;tx<=128;tx*=2){ Mat m=rotm(v[0],v[1],v[2]); dim3 g(N/tx,N*tx/128),bl(tx,128/tx); float ms[2]; for(int k=0;k<2;k++) for(int rep=0;rep<3;rep++){ cudaEventRecord(a); if(k) vr<1><<<g,bl>>>(tex,img,m,0.002f,out); else vr<0><<<g,bl>>>(tex,img,m,0.002f,out); cudaEventRecord(b); CK(cudaEventSynchronize(b)); CK(cudaEventElapsedTime(&ms[k],a,b)); }
    CK(cudaMemcpy(h.data(),out,h.size()*4,cudaMemcpyDeviceToHost)); uint32_t from=~0u,end=0; for(int i=0;i<32768;i++) from=std::min(from,h[8*i+2]); for(int i=0;i<32768;i++) end=std::max(end,h[8*i+4]-from);
    std::map<int,std::pair<double,int>> by; std::vector<double> at,pace; for(int i=0;i<32768;i++){ uint32_t*q=&h[8*i]; if(q[1]<900||q[2]-from>end*0.03) continue; auto&s=by[q[0]]; s.first+=q[3]-q[2]; s.second++; at.push_back((q[3]-q[2])/1e3); } for(auto&s:by) pace.push_back(s.second.first/s.second.second/512); std::sort(pace.begin(),pace.end()); std::sort(at.begin(),at.end());
    auto p=[](std::vector<double>&x,double f){ return x.empty()?0:x[(size_t)(f*(x.size()-1))]; };
    printf("pace,view=%g/%g/%g,tb=%dx%d,ms=%.3f,timed_ms=%.3f,warps=%zu,sms=%zu,sm_ns_min=%.0f,sm_ns_p10=%.0f,sm_ns_p50=%.0f,sm_ns_p90=%.0f,sm_ns_max=%.0f,us_p1=%.0f,us_p10=%.0f,us_p50=%.0f,us_p90=%.0f,us_p99=%.0f\n",v[0],v[1],v[2],tx,128/tx,ms[0],ms[1],at.size(),pace.size(),p(pace,0),p(pace,.1),p(pace,.5),p(pace,.9),p(pace,1),p(at,.01),p(at,.1),p(at,.5),p(at,.9),p(at,.99));
    printf("fast,view=%g/%g/%g,tb=%dx%d,sms",v[0],v[1],v[2],tx,128/tx); for(auto&s:by) if(s.second.first/s.second.second/512<0.85*p(pace,.5)) printf(",%d",s.first); printf("\n"); }
  return 0; }
