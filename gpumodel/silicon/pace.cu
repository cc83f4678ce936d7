// Cycles that a reference to a 1024³ texture of bytes takes at an SM's full pace, where all that it needs
// is in the L1, by where its lanes sample. 32 warps ask for the same, 64 times; the least of three runs.
// Which lanes sample where follows from a seed, by a generator that pace.go has, too.
// nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){fprintf(stderr,"%s:%d %s\n",__FILE__,__LINE__,cudaGetErrorString(e)); exit(1);} }while(0)
__device__ __forceinline__ uint32_t clk(){ uint32_t t; asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory"); return t; }
const int N=1024,turns=64,each=2000;

// Coordinates are in 256ths of a texel beyond the centre of texel 0; w says whether the lane takes part.
__global__ void __launch_bounds__(1024) pace(cudaTextureObject_t t,const int4*lanes,int patterns,float zero,float*out,float*sink){
  int lane=threadIdx.x&31; float s=0;
  for(int p=blockIdx.x;p<patterns;p+=gridDim.x){ int4 q=lanes[p*32+lane]; float x=q.x/256.f+0.5f,y=q.y/256.f+0.5f,z=q.z/256.f+0.5f; bool on=q.w;
    if(on) s+=tex3D<float>(t,x,y,z); __syncthreads(); uint32_t a=clk();
    if(on) for(int i=0;i<turns;i++){ float v0,v1,v2,v3;
      asm volatile("tex.3d.v4.f32.f32 {%0,%1,%2,%3},[%4,{%5,%6,%7,%7}];":"=f"(v0),"=f"(v1),"=f"(v2),"=f"(v3):"l"(t),"f"(x),"f"(y),"f"(z):"memory");
      s+=v0; x+=zero; y+=zero; z+=zero; } // else the reference would be taken out of the loop
    __syncthreads(); uint32_t b=clk(); if(threadIdx.x==0) out[p]=(b-a)/(32.f*turns); }
  sink[blockIdx.x*blockDim.x+threadIdx.x]=s; }

uint32_t seed; int rnd(int n){ seed=seed*1664525u+1013904223u; return (int)(((uint64_t)(seed>>4)*n)>>28); }
struct place{ int at[3]; };
place base(bool far){ place b={{64,64,64}}; if(far){ b.at[0]=64*(1+rnd(14)); b.at[1]=16*(4+rnd(56)); b.at[2]=16*(4+rnd(56)); } return b; }
int fraction(){ int k=rnd(6); return k==0?0:k==1?1:k==2?255:k==3?128:rnd(256); }
// Four lanes near one another, a quarter beyond centres or by fractions.
void four(bool far,bool fine,place*p){ place b=base(far); for(int j=0;j<4;j++) for(int a=0;a<3;a++){ p[j].at[a]=(b.at[a]+(a==2?4:8)+rnd(a==2?4:6))*256; p[j].at[a]+=fine?fraction():64; } }

int main(int c,char**v){ seed=c>1?atoi(v[1]):1; cudaArray_t arr; cudaChannelFormatDesc cd=cudaCreateChannelDesc<uint8_t>(); CK(cudaMalloc3DArray(&arr,&cd,make_cudaExtent(N,N,N),cudaArraySurfaceLoadStore)); cudaResourceDesc rd={}; rd.resType=cudaResourceTypeArray; rd.res.array.array=arr;
  cudaTextureDesc td={}; td.filterMode=cudaFilterModeLinear; td.readMode=cudaReadModeNormalizedFloat; for(int i=0;i<3;i++)td.addressMode[i]=cudaAddressModeClamp; cudaTextureObject_t raw; CK(cudaCreateTextureObject(&raw,&rd,&td,0));
  std::vector<int4> lanes; std::vector<const char*> kind; auto lane=[&](const place&p,bool on){ lanes.push_back({p.at[0],p.at[1],p.at[2],on}); };
  // pairs: lanes 2k and 2k+1 apart; the next two likewise, 16 planes on.
  for(int i=0;i<each;i++){ place b=base(i&1),p[2]; int span[3]={64,16,8},apart[3]={9,9,5}; for(int a=0;a<3;a++) p[0].at[a]=(b.at[a]+rnd(span[a]))*256+64; for(int a=0;a<3;a++) p[1].at[a]=p[0].at[a]+(rnd(apart[a])-apart[a]/2)*256; for(int k=0;k<32;k++){ place q=p[k&1]; q.at[2]+=k&2?16*256:0; lane(q,true); } kind.push_back("pairs"); }
  // fours: eight times the same four lanes. some: of which some are off. fractions: on centres, just beyond, anywhere.
  for(int i=0;i<each;i++){ place p[4]; four(i&1,false,p); for(int k=0;k<32;k++) lane(p[k&3],true); kind.push_back("fours"); }
  for(int i=0;i<each;i++){ int mask=1+rnd(15); place p[4]; four(i&1,false,p); for(int k=0;k<32;k++) lane(p[k&3],mask>>(k&3)&1); kind.push_back("some"); }
  for(int i=0;i<each;i++){ place p[4]; four(i&1,true,p); for(int k=0;k<32;k++) lane(p[k&3],true); kind.push_back("fractions"); }
  // rays: all lanes, a row of the block so many long, up to two texels from lane to lane along each axis; of one in three the last are off.
  for(int i=0;i<each;i++){ place b=base(i&1); int w=1<<rnd(6),on=rnd(3)?32:1+rnd(32),dx[3],dy[3],at[3]; for(int a=0;a<3;a++){ dx[a]=rnd(1024)-512; dy[a]=rnd(1024)-512; if(rnd(3)==0) dx[a]/=64; if(rnd(3)==0) dy[a]/=64; at[a]=rnd(64*256); } for(int k=0;k<32;k++){ place p; for(int a=0;a<3;a++) p.at[a]=std::max(256,std::min(1000*256,(b.at[a]+64)*256+at[a]+dx[a]*(k%w)+dy[a]*(k/w))); lane(p,k<on); } kind.push_back("rays"); }
  int n=kind.size(); int4*dl; float*out,*sink; CK(cudaMalloc(&dl,lanes.size()*sizeof(int4))); CK(cudaMemcpy(dl,lanes.data(),lanes.size()*sizeof(int4),cudaMemcpyHostToDevice)); CK(cudaMalloc(&out,n*4)); CK(cudaMalloc(&sink,132*1024*4));
  std::vector<float> h(n),least(n,1e9f); for(int rep=0;rep<3;rep++){ pace<<<132,1024>>>(raw,dl,n,0.f,out,sink); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(h.data(),out,n*4,cudaMemcpyDeviceToHost)); for(int i=0;i<n;i++) least[i]=std::min(least[i],h[i]); }
  for(int i=0;i<n;i++) printf("%s,%.2f\n",kind[i],least[i]);
  if(c>2) for(int i=0;i<n;i+=997) { printf("# %d",i); for(int k=0;k<32;k++) printf(" %d,%d,%d,%d",lanes[i*32+k].x,lanes[i*32+k].y,lanes[i*32+k].z,lanes[i*32+k].w); printf("\n"); }
  return 0; }
