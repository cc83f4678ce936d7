// What a load takes by how much memory the loads before it were spread over: translation of addresses. One lane's chase
// past the L1 (ld.cg), in an order by chance, over and over; the loads timed one by one:
//   tlb   of each page_kb so many lines, anywhere in it: so few that they stay in the L2. Of more than 60000 lines the
//         chase is timed before it has gone round: what it meets first it fetches
//   cold  lines anywhere in one buffer, that are not in the L2 and are visited once
// cycles are means, some 50 more than of a chase without clock reads between the loads; hist says which part of the loads
// took so many cycles or up to 31 more, where 2 % or more did.
// nvcc -O3 -arch=sm_90 -std=c++17 tlb.cu -o tlb && ./tlb > tlb.csv
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){fprintf(stderr,"%d %s\n",__LINE__,cudaGetErrorString(e)); exit(1);} }while(0)
__device__ __forceinline__ uint32_t clk(){ uint32_t t; asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory"); return t; }
__device__ __forceinline__ uint64_t ld(const uint64_t*p){ uint64_t v; asm volatile("ld.global.cg.u64 %0,[%1];":"=l"(v):"l"(p):"memory"); return v; }
__global__ void link(char*base,const uint64_t*from,const uint64_t*to,size_t n){ size_t i=blockIdx.x*(size_t)blockDim.x+threadIdx.x; if(i<n) *(uint64_t*)(base+from[i])=(uint64_t)(base+to[i]); }
__global__ void chase(const uint64_t*start,int laps,int steps,uint64_t*out,uint32_t*hist){
  const uint64_t*p=start; for(int i=0;i<laps;i++) p=(const uint64_t*)ld(p);
  uint32_t t0=clk(); uint64_t sum=0; uint32_t before=t0; for(int i=0;i<steps;i++){ p=(const uint64_t*)ld(p); if(((uint64_t)p)==1) break; uint32_t t=clk(); sum+=t-before; uint32_t k=(t-before)/32; if(hist) hist[k<63?k:63]++; before=clk(); }
  out[0]=sum; out[1]=(uint64_t)p; }
int main(){ size_t freeb,total; CK(cudaMemGetInfo(&freeb,&total)); size_t size=std::min<size_t>(freeb-(2ull<<30),120ull<<30)&~((2ull<<20)-1); char*base; CK(cudaMalloc(&base,size)); printf("size,%zu,base_mod_2M,%zu\n",size>>20,(size_t)base&((2<<20)-1));
  uint64_t*out; uint32_t*hist; CK(cudaMalloc(&out,16)); CK(cudaMallocManaged(&hist,256)); srand(7);
  for(int lines:{1,16}) for(size_t page:{(size_t)2<<20,(size_t)64<<10}) for(size_t n=1;n*page<=size;n=n<8?n+1:(n*5/4)){ if(n*lines>400000) break;
    std::vector<uint64_t> at; for(size_t i=0;i<n;i++) for(int j=0;j<lines;j++) at.push_back(i*page+((uint64_t)(rand()%(page/128))*128));
    std::sort(at.begin(),at.end()); at.erase(std::unique(at.begin(),at.end()),at.end()); for(size_t i=at.size();i>1;i--) std::swap(at[i-1],at[((uint64_t)rand()*32768+rand())%i]);
    size_t m=at.size(); std::vector<uint64_t> to(m); for(size_t i=0;i<m;i++) to[i]=at[(i+1)%m];
    uint64_t*f,*t; CK(cudaMalloc(&f,8*m)); CK(cudaMalloc(&t,8*m)); CK(cudaMemcpy(f,at.data(),8*m,cudaMemcpyHostToDevice)); CK(cudaMemcpy(t,to.data(),8*m,cudaMemcpyHostToDevice));
    link<<<(m+255)/256,256>>>(base,f,t,m); CK(cudaDeviceSynchronize()); CK(cudaFree(f)); CK(cudaFree(t));
    int laps=std::min<size_t>(2*m,60000),steps=std::min<size_t>(std::max<size_t>(m,256),20000); for(int i=0;i<64;i++)hist[i]=0;
    chase<<<1,1>>>((uint64_t*)(base+at[0]),laps,steps,out,hist); CK(cudaDeviceSynchronize()); uint64_t h[2]; CK(cudaMemcpy(h,out,16,cudaMemcpyDeviceToHost));
    printf("tlb,page_kb=%zu,lines=%d,pages=%zu,mb=%zu,cycles=%.1f,hist",page>>10,lines,n,(n*page)>>20,(double)h[0]/steps); for(int i=0;i<64;i++) if(hist[i]*50u>(unsigned)steps) printf(",%d:%.2f",i*32,hist[i]/(double)steps); printf("\n"); fflush(stdout); }
  for(size_t mb=128;mb<=(size>>20);mb*=2){ size_t n=std::min<size_t>(300000,mb*8192/2); std::vector<uint64_t> at; for(size_t i=0;i<n;i++) at.push_back((((uint64_t)rand()*2147483648ull+rand())%((mb<<20)/128))*128);
    std::sort(at.begin(),at.end()); at.erase(std::unique(at.begin(),at.end()),at.end()); for(size_t i=at.size();i>1;i--) std::swap(at[i-1],at[((uint64_t)rand()*2147483648ull+rand())%i]);
    size_t m=at.size(); std::vector<uint64_t> to(m); for(size_t i=0;i<m;i++) to[i]=at[(i+1)%m];
    uint64_t*f,*t; CK(cudaMalloc(&f,8*m)); CK(cudaMalloc(&t,8*m)); CK(cudaMemcpy(f,at.data(),8*m,cudaMemcpyHostToDevice)); CK(cudaMemcpy(t,to.data(),8*m,cudaMemcpyHostToDevice));
    link<<<(m+255)/256,256>>>(base,f,t,m); CK(cudaDeviceSynchronize()); CK(cudaFree(f)); CK(cudaFree(t));
    char*z; CK(cudaMalloc(&z,256<<20)); CK(cudaMemset(z,1,256<<20)); CK(cudaDeviceSynchronize()); CK(cudaFree(z));
    for(int i=0;i<64;i++)hist[i]=0;
    chase<<<1,1>>>((uint64_t*)(base+at[0]),1000,20000,out,hist); CK(cudaDeviceSynchronize()); uint64_t h[2]; CK(cudaMemcpy(h,out,16,cudaMemcpyDeviceToHost));
    printf("cold,mb=%zu,lines=%zu,cycles=%.1f,hist",mb,m,(double)h[0]/20000); for(int i=0;i<64;i++) if(hist[i]*50u>20000u) printf(",%d:%.2f",i*32,hist[i]/20000.); printf("\n"); fflush(stdout); }
  return 0; }
