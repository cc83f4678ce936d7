// Bandwidth by bytes in flight of few SMs: probe.cu's mode bw with fewer blocks. nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){fprintf(stderr,"%d %s\n",__LINE__,cudaGetErrorString(e)); exit(1);} }while(0)
template<int U> __global__ void stream(const float4*p,size_t n,float*o){
  size_t i=(size_t)blockIdx.x*blockDim.x+threadIdx.x, st=(size_t)gridDim.x*blockDim.x; float s=0;
  for(;i+(U-1)*st<n;i+=U*st){ float4 v[U];
    #pragma unroll
    for(int k=0;k<U;k++) asm volatile("ld.global.cg.v4.f32 {%0,%1,%2,%3},[%4];":"=f"(v[k].x),"=f"(v[k].y),"=f"(v[k].z),"=f"(v[k].w):"l"(p+i+k*st));
    #pragma unroll
    for(int k=0;k<U;k++) s+=v[k].x+v[k].y+v[k].z+v[k].w; }
  if(s==1.2345f) *o=s; }
int main(){ size_t n=(size_t)1<<27; float4*p; float*o; CK(cudaMalloc(&p,n*16)); CK(cudaMemset(p,0,n*16)); CK(cudaMalloc(&o,4)); cudaEvent_t a,b; cudaEventCreate(&a); cudaEventCreate(&b);
  for(int sms:{1,33,132}) for(int u:{1,2,4}) for(int t:{32,64,96,128,192,256,384,512,768,1024}){ size_t use=n/(t*u<512?8:1); float ms;
    for(int r=0;r<2;r++){ cudaEventRecord(a); if(u==1)stream<1><<<sms,t>>>(p,use,o); if(u==2)stream<2><<<sms,t>>>(p,use,o); if(u==4)stream<4><<<sms,t>>>(p,use,o); cudaEventRecord(b); CK(cudaEventSynchronize(b)); cudaEventElapsedTime(&ms,a,b);}
    printf("littles,sms=%d,threads_per_sm=%d,unroll=%d,gbps=%.2f\n",sms,t,u,use*16/ms/1e6); } }
