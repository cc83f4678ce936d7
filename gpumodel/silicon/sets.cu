// Which lines an H200's L1 keeps. What one warp finds that visits lines of memory (ld.ca), or of a texture of bytes:
//   chance  lines by chance, by how much of the L1 is set aside for the shared memory: hits times lines is what is kept
//   turn    lines in turn that lie side by side: how many miss
//   drawn   lines in turn that were drawn by chance from 16 MB
//   same    of 2^20 lines drawn from 1 GB, those that share a set with the first: four lines that drive it out were found
//           by leaving out others; with three of them and the first one, all five miss in turn
// nvcc -O3 -arch=sm_90 -std=c++17 sets.cu -o sets && ./sets > sets.csv
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <vector>
#include <random>
#include <algorithm>
#include <numeric>
#define CK(x) do{cudaError_t e=(x);if(e){fprintf(stderr,"%d %s\n",__LINE__,cudaGetErrorString(e));exit(1);}}while(0)
__device__ __forceinline__ uint32_t clk(){uint32_t t;asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory");return t;}
struct From{ cudaTextureObject_t t; const uint32_t*p; };
// Whether line i missed: cycles from before the load until its value could be tested. A texture's line is 32 x 4 x 1 bytes.
template<int TEX> __device__ __forceinline__ uint32_t missed(From f,uint32_t i,float&v,uint32_t&w){ uint32_t a,b;
  if(TEX){ float x=(i&31)*32+.5f,y=(i>>5&255)*4+.5f,z=(i>>13)+.5f; x+=v*1e-30f; asm volatile(""::"f"(x),"f"(y),"f"(z)); a=clk(); v+=tex3D<float>(f.t,x,y,z); asm volatile("{.reg .pred p; setp.gt.f32 p,%0,0f7F000000; @p trap;}"::"f"(v)); b=clk(); return b-a>260; }
  const uint32_t*q=f.p+(size_t)i*32+w; asm volatile(""::"l"(q)); a=clk(); uint32_t u; asm volatile("ld.global.ca.u32 %0,[%1];":"=r"(u):"l"(q):"memory"); w=u; asm volatile("{.reg .pred p; setp.gt.u32 p,%0,5; @p trap;}"::"r"(w)); b=clk(); return b-a>150; }
__device__ __forceinline__ uint32_t at(const uint32_t*list,int j){ uint32_t i; asm volatile("ld.global.cg.u32 %0,[%1];":"=r"(i):"l"(list+j):"memory"); return i; }
template<int TEX> __global__ void laps(From f,const uint32_t*list,int n,int laps,int chance,uint32_t*out){ if(threadIdx.x>=32)return; float v=0; uint32_t w=0,slow=0,all=0,r=12345;
  for(int lap=0;lap<laps;lap++) for(int j=0;j<n;j++){ int k=j; if(chance){ r=r*1664525u+1013904223u; k=(uint64_t)(r^(r>>16))*n>>32; } uint32_t m=missed<TEX>(f,at(list,k),v,w); if(lap>=laps/2){ all++; slow+=m; } }
  if(threadIdx.x==0){ out[0]=slow; out[1]=all; } }
template<int TEX> __global__ void evicts(From f,uint32_t x,const uint32_t*list,int n,uint32_t*out){ if(threadIdx.x>=32)return; float v=0; uint32_t w=0;
  for(int r=0;r<2;r++){ missed<TEX>(f,x,v,w); for(int j=0;j<n;j++) missed<TEX>(f,at(list,j),v,w); }
  uint32_t s=missed<TEX>(f,x,v,w); if(threadIdx.x==0)*out=s; }
template<int TEX> __global__ void same(From f,uint32_t x,uint32_t e1,uint32_t e2,uint32_t e3,const uint32_t*list,int n,uint8_t*out){ if(threadIdx.x>=32)return; float v=0; uint32_t w=0;
  for(int j=blockIdx.x;j<n;j+=gridDim.x){ uint32_t y=at(list,j),s=0; for(int r=0;r<4;r++) s=missed<TEX>(f,x,v,w)+missed<TEX>(f,e1,v,w)+missed<TEX>(f,e2,v,w)+missed<TEX>(f,e3,v,w)+missed<TEX>(f,y,v,w); if(threadIdx.x==0)out[j]=s; } }
__global__ void fill(cudaSurfaceObject_t s){ surf3Dwrite<uint8_t>((uint8_t)1,s,blockIdx.x*blockDim.x+threadIdx.x,blockIdx.y,blockIdx.z); }
uint32_t*O,*L; From F; const int TESTED=1<<20;
void carve(int c){ CK(cudaFuncSetAttribute(laps<0>,cudaFuncAttributePreferredSharedMemoryCarveout,c)); CK(cudaFuncSetAttribute(laps<1>,cudaFuncAttributePreferredSharedMemoryCarveout,c)); }
double part(int tex,const std::vector<uint32_t>&l,int threads,int n,int chance){ CK(cudaMemcpy(L,l.data(),l.size()*4,cudaMemcpyHostToDevice)); if(tex)laps<1><<<1,threads>>>(F,L,l.size(),n,chance,O); else laps<0><<<1,threads>>>(F,L,l.size(),n,chance,O); CK(cudaDeviceSynchronize()); return (double)O[0]/O[1]; }
int main(){ uint32_t*p; uint8_t*flag; CK(cudaMallocManaged(&O,64)); CK(cudaMalloc(&L,TESTED*4)); CK(cudaMalloc(&flag,TESTED)); CK(cudaMalloc(&p,2ull<<30)); CK(cudaMemset(p,0,2ull<<30)); F.p=(uint32_t*)(((size_t)p+(1ull<<30)-1)&~((1ull<<30)-1));
  cudaArray_t arr; cudaChannelFormatDesc cd=cudaCreateChannelDesc<uint8_t>(); CK(cudaMalloc3DArray(&arr,&cd,make_cudaExtent(1024,1024,1024),cudaArraySurfaceLoadStore)); cudaResourceDesc rd={}; rd.resType=cudaResourceTypeArray; rd.res.array.array=arr; cudaSurfaceObject_t su; CK(cudaCreateSurfaceObject(&su,&rd)); fill<<<dim3(4,1024,1024),256>>>(su); CK(cudaDeviceSynchronize());
  cudaTextureDesc td={}; td.normalizedCoords=0; td.filterMode=cudaFilterModePoint; td.readMode=cudaReadModeNormalizedFloat; for(int i=0;i<3;i++)td.addressMode[i]=cudaAddressModeClamp; CK(cudaCreateTextureObject(&F.t,&rd,&td,0));
  std::mt19937 g(7); const char*by[]={"load","texture"}; const int percent[]={-1,0,7,14,28,50,100};
  for(int tex=0;tex<2;tex++) for(int c:percent) for(int threads:{32,128,1024}) for(int n:{3000,4096}){ carve(c); std::vector<uint32_t> l(n); std::iota(l.begin(),l.end(),0); double m=part(tex,l,threads,24,1); printf("chance,by=%s,carveout=%d,threads=%d,lines=%d,missed=%.4f\n",by[tex],c,threads,n,m); }
  for(int tex=0;tex<2;tex++) for(int c:{0,14}) for(int n:{1600,1664,1728,1792,1856,1920,1984,2048,2112,2240,2400,2560}){ carve(c); std::vector<uint32_t> l(n); int s=n/3+1; while(std::gcd(n,s)!=1)s++; for(int i=0;i<n;i++)l[i]=(uint32_t)((uint64_t)i*s%n); printf("turn,by=%s,carveout=%d,threads=1024,lines=%d,missed=%.4f\n",by[tex],c,n,part(tex,l,1024,10,0)); }
  for(int tex=0;tex<2;tex++) for(int c:{0,14}) for(int n:{200,400,600,800,1000,1200,1400,1600,1728,1800,1920,2000,2200,2400,2600,3000,4000}){ carve(c); double sum=0; for(int d=0;d<4;d++){ std::vector<uint32_t> all(131072); std::iota(all.begin(),all.end(),0); std::shuffle(all.begin(),all.end(),g); all.resize(n); sum+=part(tex,all,1024,10,0); } printf("drawn,by=%s,carveout=%d,threads=1024,lines=%d,missed=%.4f\n",by[tex],c,n,sum/4); }
  for(int tex=0;tex<2;tex++){
    auto out=[&](const std::vector<uint32_t>&l){ CK(cudaMemcpy(L,l.data(),l.size()*4,cudaMemcpyHostToDevice)); int yes=0; for(int r=0;r<3;r++){ if(tex)evicts<1><<<1,1024>>>(F,0,L,l.size(),O); else evicts<0><<<1,1024>>>(F,0,L,l.size(),O); CK(cudaDeviceSynchronize()); yes+=O[0]; } return yes>=2; };
    std::vector<uint32_t> l; do{ l.clear(); for(int i=0;i<1400;i++)l.push_back(1+g()%((1<<23)-1)); }while(!out(l));
    for(bool less=true;l.size()>4&&less;){ less=false; int parts=std::min<int>(5,l.size()); for(int c=0;c<parts&&!less;c++){ std::vector<uint32_t> m; for(size_t i=0;i<l.size();i++) if((int)(i*parts/l.size())!=c)m.push_back(l[i]); if(out(m)){l=m;less=true;} } }
    if(l.size()!=4){ fprintf(stderr,"%zu lines drive one out\n",l.size()); return 1; }
    std::vector<uint32_t> y(TESTED); for(auto&v:y)v=g()&((1<<23)-1); CK(cudaMemcpy(L,y.data(),TESTED*4,cudaMemcpyHostToDevice)); std::vector<uint8_t> h(TESTED);
    if(tex)same<1><<<132,1024>>>(F,0,l[0],l[1],l[2],L,TESTED,flag); else same<0><<<132,1024>>>(F,0,l[0],l[1],l[2],L,TESTED,flag); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(h.data(),flag,TESTED,cudaMemcpyDeviceToHost));
    printf("same,by=%s,tested=%d,lines=",by[tex],TESTED); bool first=true; for(int i=0;i<TESTED;i++) if(h[i]>=3){ printf(first?"%u":" %u",y[i]); first=false; } printf("\n"); }
  return 0; }
