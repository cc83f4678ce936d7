// What a tiled transpose is made of, each part timed alone on one NVIDIA GPU
// (nvcc -O3 -arch=sm_90 -std=c++17 tiles.cu); prints CSV rows, name and
// name=value columns. Matrices are 8192² floats, one element a thread, blocks of
// N×N threads; the least of seven runs counts. tiles.csv: NVIDIA H200, driver
// 580.159.04, nvcc 13.0.88, 2026-11-21.
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <algorithm>
#include <vector>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){fprintf(stderr,"%s:%d %s\n",__FILE__,__LINE__,cudaGetErrorString(e)); exit(1);} }while(0)
const int W=8192;
__device__ __forceinline__ uint32_t clk(){ uint32_t c; asm volatile("mov.u32 %0,%%clock;":"=r"(c)::"memory"); return c; }
__device__ __forceinline__ uint64_t nanoseconds(){ uint64_t c; asm volatile("mov.u64 %0,%%globaltimer;":"=l"(c)); return c; }

__global__ void empty(){}
template<int N> __global__ void copy(const float*in,float*out){ size_t i=(size_t)(blockIdx.y*N+threadIdx.y)*W+blockIdx.x*N+threadIdx.x; out[i]=in[i]; }
template<int N> __global__ void read(const float*in,float*out){ size_t i=(size_t)(blockIdx.y*N+threadIdx.y)*W+blockIdx.x*N+threadIdx.x; float v=in[i]; if(v==12345.f) out[i]=v; }
template<int N> __global__ void write(float*out){ size_t i=(size_t)(blockIdx.y*N+threadIdx.y)*W+blockIdx.x*N+threadIdx.x; out[i]=1; }
__global__ void scatter(float*out){ size_t i=(size_t)(blockIdx.x*32+threadIdx.x)*W+blockIdx.y*32+threadIdx.y; out[i]=1; }  // lanes down a column
__global__ void gather(const float*in,float*out){ size_t i=(size_t)(blockIdx.x*32+threadIdx.x)*W+blockIdx.y*32+threadIdx.y; float v=in[i]; if(v==12345.f) out[i]=v; }
__global__ void pace(uint64_t*o){ uint64_t n0=nanoseconds(); uint32_t c0=clk(); while(nanoseconds()-n0<2000000){} o[0]=nanoseconds()-n0; o[1]=clk()-c0; }

cudaEvent_t a,b;
template<class F> float best(F f){ float m=1e9; for(int r=0;r<7;r++){ CK(cudaEventRecord(a)); f(); CK(cudaEventRecord(b)); CK(cudaEventSynchronize(b)); float ms; CK(cudaEventElapsedTime(&ms,a,b)); m=std::min(m,ms);} CK(cudaGetLastError()); return m; }
template<int N> void tiles(float*i,float*o){ dim3 g(W/N,W/N),t(N,N); size_t n=(size_t)W/N*(W/N);
  printf("launch,tile=%d,blocks=%zu,ms=%.4f\n",N,n,best([&]{empty<<<g,t>>>();}));
  printf("copy,tile=%d,blocks=%zu,ms=%.4f\n",N,n,best([&]{copy<N><<<g,t>>>(i,o);}));
  printf("read,tile=%d,blocks=%zu,ms=%.4f\n",N,n,best([&]{read<N><<<g,t>>>(i,o);}));
  printf("write,tile=%d,blocks=%zu,ms=%.4f\n",N,n,best([&]{write<N><<<g,t>>>(o);})); }
int main(){ float*i,*o; CK(cudaMalloc(&i,(size_t)W*W*4)); CK(cudaMalloc(&o,(size_t)W*W*4)); CK(cudaMemset(i,0,(size_t)W*W*4)); CK(cudaEventCreate(&a)); CK(cudaEventCreate(&b));
  cudaDeviceProp p; CK(cudaGetDeviceProperties(&p,0)); int drv; CK(cudaDriverGetVersion(&drv)); printf("info,%s,sms=%d,driver=%d\n",p.name,p.multiProcessorCount,drv);
  tiles<4>(i,o); tiles<8>(i,o); tiles<16>(i,o); tiles<32>(i,o);
  dim3 g(W/32,W/32),t(32,32);
  printf("scatter,tile=32,blocks=65536,ms=%.4f\n",best([&]{scatter<<<g,t>>>(o);}));
  printf("gather,tile=32,blocks=65536,ms=%.4f\n",best([&]{gather<<<g,t>>>(i,o);}));
  uint64_t*q,h[2]; CK(cudaMalloc(&q,16)); pace<<<1,1>>>(q); CK(cudaMemcpy(h,q,16,cudaMemcpyDeviceToHost)); printf("clock,alone,mhz=%.0f\n",h[1]*1e3/h[0]);
  for(int r=0;r<40;r++) copy<16><<<dim3(W/16,W/16),dim3(16,16)>>>(i,o); pace<<<1,1>>>(q); CK(cudaMemcpy(h,q,16,cudaMemcpyDeviceToHost)); printf("clock,after copies,mhz=%.0f\n",h[1]*1e3/h[0]); }
