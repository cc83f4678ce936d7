// aside.cu: how much of the L1 an H200's driver sets aside for the shared memory, by workgroup, registers and what the kernel declares.
// ncu --csv --metrics launch__shared_mem_config_size,launch__registers_per_thread,launch__occupancy_limit_blocks,launch__occupancy_limit_registers,launch__occupancy_limit_shared_mem,launch__occupancy_limit_warps ./aside
#include <cstdio>
#include <cuda_runtime.h>
template<int R> __global__ void __launch_bounds__(1024,R) k(float*o,int n){ extern __shared__ float s[]; float a[8]; for(int i=0;i<8;i++)a[i]=threadIdx.x*i; for(int j=0;j<n;j++) for(int i=0;i<8;i++)a[i]=a[i]*a[(i+1)&7]+j; float t=0; for(int i=0;i<8;i++)t+=a[i]; if(n>1000000){ s[threadIdx.x]=t; o[threadIdx.x]=s[n&31]; } }
int main(){ float*o; cudaMalloc(&o,1<<20); cudaFuncSetAttribute(k<1>,cudaFuncAttributeMaxDynamicSharedMemorySize,227*1024);
  for(int threads:{32,64,96,128,160,192,256,320,384,512,640,768,1024}) for(int bytes:{0,128,1024,2048,4096,8192,16384,32768,65536,102400,163840,232448}) { k<1><<<264,threads,bytes>>>(o,1); cudaError_t e=cudaDeviceSynchronize(); printf("launched,%d,%d,%s\n",threads,bytes,cudaGetErrorString(e)); }
  return 0; }
