// Cycles of an FP64 multiply-add by its operands on one NVIDIA GPU
// (nvcc -O3 -arch=sm_90 -std=c++17 dfma.cu); prints CSV rows. dfma.csv: NVIDIA
// H200, driver 580.159.04, nvcc 13.0.88, 2026-11-21.
#include <cstdio>
#include <cstdint>
#include <cuda_runtime.h>
__device__ __forceinline__ uint32_t clk(){ uint32_t c; asm volatile("mov.u32 %0,%%clock;":"=r"(c)::"memory"); return c; }
// MODE 0: every operand new (a[i]·b[i] + c[i]); 1: a shared (a[0]·b[i] + c[i]); 2: a and b shared.
template<int MODE> __global__ void loop(double*out,const double*in,uint32_t*cyc){ double a[8],b[8],c[8]; for(int i=0;i<8;i++){a[i]=in[i];b[i]=in[8+i];c[i]=in[16+i]+threadIdx.x;}
  __syncthreads(); uint32_t t0=clk();
  #pragma unroll 1
  for(int n=0;n<64;n++){
    #pragma unroll
    for(int k=0;k<16;k++)
      #pragma unroll
      for(int i=0;i<8;i++) c[i]=fma(MODE==0?a[(i+k)%8]:a[0],MODE==2?b[0]:b[i],c[i]); }
  __syncthreads(); uint32_t t1=clk(); double s=0; for(int i=0;i<8;i++)s+=c[i]; out[threadIdx.x]=s; if(threadIdx.x==0)*cyc=t1-t0; }
template<int MODE> void run(const char*name,double*o,double*in,uint32_t*d){ for(int w:{4,8,16}){ uint32_t c; for(int r=0;r<2;r++){loop<MODE><<<1,32*w>>>(o,in,d); cudaMemcpy(&c,d,4,cudaMemcpyDeviceToHost);} printf("dfma,%s,warps=%d,cycles=%u,per_scheduler=%.3f\n",name,w,c,c/(64.0*16*8*w/4)); } }
int main(){ double*o,*in; uint32_t*d; cudaMalloc(&o,8192); cudaMalloc(&in,8192); cudaMemset(in,0,8192); cudaMalloc(&d,4); run<0>("different",o,in,d); run<1>("one shared",o,in,d); run<2>("two shared",o,in,d); }
