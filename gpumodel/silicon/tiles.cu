// What a tiled transpose is made of, each part timed alone on one NVIDIA GPU
// (nvcc -O3 -arch=sm_90 -std=c++17 tiles.cu); prints CSV rows, name and
// name=value columns. Matrices are 8192² floats, one element a thread, blocks of
// N×N threads; the least of seven runs counts.
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
__global__ void naive(const float*in,float*out){ int x=blockIdx.x*32+threadIdx.x,y=blockIdx.y*32+threadIdx.y; out[(size_t)x*W+y]=in[(size_t)y*W+x]; }
template<int N,int PAD> __global__ void tr(const float*in,float*out){ __shared__ float t[N*(N+PAD)]; int x=blockIdx.x*N+threadIdx.x,y=blockIdx.y*N+threadIdx.y; t[threadIdx.y*(N+PAD)+threadIdx.x]=in[(size_t)y*W+x]; __syncthreads(); x=blockIdx.y*N+threadIdx.x; y=blockIdx.x*N+threadIdx.y; out[(size_t)y*W+x]=t[threadIdx.x*(N+PAD)+threadIdx.y]; }
// The same with clock reads, of warp 0: start, loaded, past the barrier, stored.
template<int N,int PAD> __global__ void stages(const float*in,float*out,uint32_t*sum){ __shared__ float t[N*(N+PAD)]; uint32_t c0=clk(); int x=blockIdx.x*N+threadIdx.x,y=blockIdx.y*N+threadIdx.y; float v=in[(size_t)y*W+x]; t[threadIdx.y*(N+PAD)+threadIdx.x]=v; uint32_t c1=clk()+(v==12345.f); __syncthreads(); uint32_t c2=clk(); x=blockIdx.y*N+threadIdx.x; y=blockIdx.x*N+threadIdx.y; float u=t[threadIdx.x*(N+PAD)+threadIdx.y]; uint32_t c3=clk()+(u==12345.f); out[(size_t)y*W+x]=u; uint32_t c4=clk();
  if(threadIdx.x==0&&threadIdx.y==0&&blockIdx.x%16==5&&blockIdx.y%16==7){ atomicAdd(sum,c1-c0); atomicAdd(sum+1,c2-c1); atomicAdd(sum+2,c3-c2); atomicAdd(sum+3,c4-c3); atomicAdd(sum+4,1); } }
__global__ void pace(uint64_t*o){ uint64_t n0=nanoseconds(); uint32_t c0=clk(); while(nanoseconds()-n0<2000000){} o[0]=nanoseconds()-n0; o[1]=clk()-c0; }

cudaEvent_t a,b;
template<class F> float best(F f){ float m=1e9; for(int r=0;r<7;r++){ CK(cudaEventRecord(a)); f(); CK(cudaEventRecord(b)); CK(cudaEventSynchronize(b)); float ms; CK(cudaEventElapsedTime(&ms,a,b)); m=std::min(m,ms);} CK(cudaGetLastError()); return m; }
template<int N> void tiles(float*i,float*o){ dim3 g(W/N,W/N),t(N,N); size_t n=(size_t)W/N*(W/N);
  printf("launch,tile=%d,blocks=%zu,ms=%.4f\n",N,n,best([&]{empty<<<g,t>>>();}));
  printf("copy,tile=%d,blocks=%zu,ms=%.4f\n",N,n,best([&]{copy<N><<<g,t>>>(i,o);}));
  printf("read,tile=%d,blocks=%zu,ms=%.4f\n",N,n,best([&]{read<N><<<g,t>>>(i,o);}));
  printf("write,tile=%d,blocks=%zu,ms=%.4f\n",N,n,best([&]{write<N><<<g,t>>>(o);}));
  printf("transpose,tile=%d,blocks=%zu,ms=%.4f\n",N,n,best([&]{tr<N,0><<<g,t>>>(i,o);}));
  printf("transposepad,tile=%d,blocks=%zu,ms=%.4f\n",N,n,best([&]{tr<N,1><<<g,t>>>(i,o);}));
  uint32_t*d,h[5]; CK(cudaMalloc(&d,20));
  for(int pad=0;pad<2;pad++){ CK(cudaMemset(d,0,20)); if(pad) stages<N,1><<<g,t>>>(i,o,d); else stages<N,0><<<g,t>>>(i,o,d); CK(cudaMemcpy(h,d,20,cudaMemcpyDeviceToHost)); double c=h[4];
    printf("stages,tile=%d,pad=%d,load=%.0f,barrier=%.0f,lds=%.0f,store=%.0f\n",N,pad,h[0]/c,h[1]/c,h[2]/c,h[3]/c); } }
int main(){ float*i,*o; CK(cudaMalloc(&i,(size_t)W*W*4)); CK(cudaMalloc(&o,(size_t)W*W*4)); CK(cudaMemset(i,0,(size_t)W*W*4)); CK(cudaEventCreate(&a)); CK(cudaEventCreate(&b));
  cudaDeviceProp p; CK(cudaGetDeviceProperties(&p,0)); int drv; CK(cudaDriverGetVersion(&drv)); printf("info,%s,sms=%d,driver=%d\n",p.name,p.multiProcessorCount,drv);
  tiles<4>(i,o); tiles<8>(i,o); tiles<16>(i,o); tiles<32>(i,o);
  dim3 g(W/32,W/32),t(32,32);
  printf("scatter,tile=32,blocks=65536,ms=%.4f\n",best([&]{scatter<<<g,t>>>(o);}));
  printf("gather,tile=32,blocks=65536,ms=%.4f\n",best([&]{gather<<<g,t>>>(i,o);}));
  printf("naive,tile=32,blocks=65536,ms=%.4f\n",best([&]{naive<<<g,t>>>(i,o);}));
  uint64_t*q,h[2]; CK(cudaMalloc(&q,16)); pace<<<1,1>>>(q); CK(cudaMemcpy(h,q,16,cudaMemcpyDeviceToHost)); printf("clock,alone,mhz=%.0f\n",h[1]*1e3/h[0]);
  for(int r=0;r<40;r++) tr<16,1><<<dim3(W/16,W/16),dim3(16,16)>>>(i,o); pace<<<1,1>>>(q); CK(cudaMemcpy(h,q,16,cudaMemcpyDeviceToHost)); printf("clock,after transposes,mhz=%.0f\n",h[1]*1e3/h[0]); }
