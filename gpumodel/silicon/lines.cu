// Which line an H200's L1 gives up. One lane visits lines of 2 MB, by loads or as a texture of bytes, by what comes of a seed:
//   chance  each visit to one by chance, of so many lines of each of 512 sets
//   laps    so many lines, 1 of each set, then 2, and so on, in an order by chance, four times over, but no more than 7680
// Sets are known but for what the place of the 2 MB in memory adds to their numbers. What is visited comes from constant memory, and
// whether it missed stays in registers until the end, so that neither takes a place of the L1. A bit for each visit, the first the
// lowest of the last digit of a word of 32.
// nvcc -O3 -arch=sm_90 -std=c++17 lines.cu -o lines && ./lines > lines.csv
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <vector>
#include <utility>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x);if(e){fprintf(stderr,"%s:%d %s\n",__FILE__,__LINE__,cudaGetErrorString(e));exit(1);}}while(0)
__device__ __forceinline__ uint32_t clk(){uint32_t t;asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory");return t;}
__constant__ uint32_t list[8192];
template<int TEX> __global__ void visit(const char*p,cudaTextureObject_t t,int n,uint32_t*out){ uint32_t lane=threadIdx.x,dep=0,keep[8]; float v=0;
#pragma unroll
  for(int c=0;c<8;c++){ keep[c]=0; for(int k=0;k<1024;k++){ int j=c*1024+k; if(j>=n) break; uint32_t i=list[j],slow=0;
      if(lane==0){ uint32_t a,b; if(TEX){ // bits of an offset: xxxxyyxyxzzzzxxxxyyyyyyy..., from the lowest
          float x=(i>>1&1)*32+(i>>6&15)*64+.5f,y=(i&1)*4+(i>>10&15)*8+.5f,z=(i>>2&15)+.5f; x+=v*1e-30f; asm volatile(""::"f"(x),"f"(y),"f"(z)); a=clk(); v+=tex3D<float>(t,x,y,z); asm volatile("{.reg .pred p; setp.gt.f32 p,%0,0f7F000000; @p trap;}"::"f"(v)); b=clk(); slow=b-a>260;
        } else { const char*q=p+(size_t)i*128+dep; asm volatile(""::"l"(q)); uint32_t u; a=clk(); asm volatile("ld.global.ca.u32 %0,[%1];":"=r"(u):"l"(q):"memory"); dep=u; asm volatile("{.reg .pred p; setp.gt.u32 p,%0,5; @p trap;}"::"r"(dep)); b=clk(); slow=b-a>150; } }
      slow=__shfl_sync(~0u,slow,0); if(lane==((k>>5)&31)) keep[c]|=slow<<(k&31); } }
#pragma unroll
  for(int c=0;c<8;c++) out[c*32+lane]=keep[c]; }
__global__ void fill(cudaSurfaceObject_t s){ surf3Dwrite<uint8_t>((uint8_t)1,s,blockIdx.x*blockDim.x+threadIdx.x,blockIdx.y,blockIdx.z); }
const uint64_t masks[]={0x00921c,0x014486,0x050468,0x094209,0x604884,0x011d30,0x026960,0x141582,0x221425};
int main(){ char*p; uint32_t*O; CK(cudaMalloc(&p,256<<20)); CK(cudaMemset(p,0,256<<20)); p=(char*)(((size_t)p+(64<<20)-1)&~(size_t)((2<<20)-1)); CK(cudaMalloc(&O,1024));
  cudaArray_t arr; cudaChannelFormatDesc cd=cudaCreateChannelDesc<uint8_t>(); CK(cudaMalloc3DArray(&arr,&cd,make_cudaExtent(1024,1024,1024),cudaArraySurfaceLoadStore)); cudaResourceDesc rd={}; rd.resType=cudaResourceTypeArray; rd.res.array.array=arr; cudaSurfaceObject_t su; CK(cudaCreateSurfaceObject(&su,&rd)); fill<<<dim3(4,1024,1024),256>>>(su); CK(cudaDeviceSynchronize());
  cudaTextureObject_t t; cudaTextureDesc td={}; td.normalizedCoords=0; td.filterMode=cudaFilterModePoint; td.readMode=cudaReadModeNormalizedFloat; for(int i=0;i<3;i++)td.addressMode[i]=cudaAddressModeClamp; CK(cudaCreateTextureObject(&t,&rd,&td,0));
  std::vector<uint32_t> of[512]; for(uint32_t i=0;i<16384;i++){ int s=0; for(int b=0;b<9;b++) s|=__builtin_parityll(i&masks[b])<<b; of[s].push_back(i); }
  printf("what,by,many,seed,visits,missed,bits\n"); for(int tex=0;tex<2;tex++) for(int kind=0;kind<2;kind++) for(uint32_t many:{4u,5u,6u,8u}) for(uint32_t seed=1;seed<=2;seed++){ uint32_t seeded=(tex*2+kind)*1000+many*10+seed,r=seeded; auto next=[&](){ r=r*1664525u+1013904223u; return r>>8; }; uint32_t lines=!kind?many:many==4?1736:many==5?1800:many==6?1900:2040;
      std::vector<uint32_t> v; if(!kind) for(int j=0;j<6144;j++) v.push_back(next()%(512*many)); else { for(uint32_t j=0;j<lines;j++) v.push_back(j); for(uint32_t j=lines-1;j>0;j--) std::swap(v[j],v[next()%(j+1)]); for(uint32_t j=0;j<3*lines;j++) v.push_back(v[j]); }
      std::vector<uint32_t> l; for(uint32_t x:v) if(l.size()<7680) l.push_back(of[x%512][x/512]); CK(cudaMemcpyToSymbol(list,l.data(),l.size()*4)); if(tex) visit<1><<<1,32>>>(p,t,l.size(),O); else visit<0><<<1,32>>>(p,t,l.size(),O); CK(cudaDeviceSynchronize()); uint32_t h[256]; CK(cudaMemcpy(h,O,1024,cudaMemcpyDeviceToHost));
      int m=0; for(size_t j=0;j<l.size();j++) m+=h[j/32]>>(j&31)&1; printf("%s,%s,%u,%u,%zu,%d,",kind?"laps":"chance",tex?"texture":"load",lines,seeded,l.size(),m); for(size_t j=0;j<(l.size()+31)/32;j++) printf("%08x",h[j]); printf("\n"); }
  return 0; }
