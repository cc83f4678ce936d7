// To which SM each block goes of a kernel that begins: so many blocks of so many threads, which wait until all that have room are there.
// Two hexadecimal digits for each block, 528 a line.
// nvcc -O3 -arch=sm_90 -std=c++17
#include <algorithm>
#include <cstdio>
#include <cstdint>
#include <vector>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){fprintf(stderr,"%s:%d %s\n",__FILE__,__LINE__,cudaGetErrorString(e)); exit(1);} }while(0)
__global__ void hold(uint32_t*on){ uint32_t sm; asm("mov.u32 %0,%%smid;":"=r"(sm)); if(threadIdx.x==0) on[blockIdx.x]=sm; long c=clock64(); while(clock64()-c<200000); }
int main(){ uint32_t*on; CK(cudaMalloc(&on,1<<20)); std::vector<uint32_t> h(8192); printf("threads,blocks,first,sms\n");
  for(int threads:{128,256,512,1024}) for(int blocks:{100,132,140,200,396,528,1000,1584,2112,8192}){ hold<<<blocks,threads>>>(on); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(h.data(),on,blocks*4,cudaMemcpyDeviceToHost));
    int n=std::min(blocks,132*2048/threads); for(int first=0;first<n;first+=528){ printf("%d,%d,%d,",threads,blocks,first); for(int i=first;i<std::min(n,first+528);i++) printf("%02x",h[i]); puts(""); } }
  return 0; }
