// Which references to a 1024³ texture of bytes overtake which on an SM: one place for all lanes, planes one or two apart for each lane.
// nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdio>
#include <cstdint>
#include <vector>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){fprintf(stderr,"%s:%d %s\n",__FILE__,__LINE__,cudaGetErrorString(e)); exit(1);} }while(0)
__device__ __forceinline__ uint32_t clk(){ uint32_t t; asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory"); return t; }
const int N=1024;

__global__ void fill(cudaSurfaceObject_t s){ int x=blockIdx.x*blockDim.x+threadIdx.x,y=blockIdx.y,z=blockIdx.z; float a=x*(2.f/N)-1,b=y*(2.f/N)-1,c=z*(2.f/N)-1,q=a*a+b*b+c*c; surf3Dwrite<uint8_t>(q<1?(uint8_t)(60*(1-q)+30*(1+sinf(20*a)*sinf(17*b)*sinf(23*c))):0,s,x,y,z); }

enum { HIT,DRAM }; enum { SAME,Z1,Z2,Y8 }; const char*kinds[]={"hit","dram"},*shapes[]={"same","z1","z2","y8"};
// Of warp w: a place of its own that the L1 has, or one by chance; lanes at the same place, in planes one or two apart, or rows 8 apart.
__device__ void place(int kind,int shape,uint32_t r,int w,int lane,float&x,float&y,float&z){
  uint32_t q=r*2246822519u^(r>>15); q*=2654435761u; q^=q>>13; x=32*w+4.5f; y=0.5f; z=0.5f;
  if(kind==DRAM){ x=(q>>2&1023&~31)+4.5f; y=(q>>12&511&~3)+256.5f; z=(q>>22&1023&~127)+0.5f; }
  if(shape==Z1) z+=lane; if(shape==Z2) z+=2*lane; if(shape==Y8) y+=8*lane; }
// Eight warps of an SM, two of each scheduler: the first asks, the others so much later, one after another.
__global__ void order(cudaTextureObject_t t,int first,int fs,int ts,int delay,int apart,int trials,uint32_t seed,uint32_t*out,float*sink){
  int w=threadIdx.x/32,lane=threadIdx.x&31; uint32_t r=seed+w*7919u,sum=0,after=0; float s=0,x,y,z; __shared__ uint32_t end0;
  for(int i=0;i<trials;i++){ place(HIT,w?ts:fs,0,w,lane,x,y,z); s+=tex3D<float>(t,x,y,z); __syncthreads(); s+=tex3D<float>(t,x,y,z); r=r*1664525u+1013904223u; if(!w) place(first,fs,r,w,lane,x,y,z); __syncthreads(); uint32_t begin=clk(); int wait=w?delay+apart*(w-1):0; while((int)(clk()-begin)<wait); uint32_t t1,t2; float v,v1,v2,v3;
    asm volatile("mov.u32 %0,%%clock;":"=r"(t1)::"memory");
    asm volatile("tex.3d.v4.f32.f32 {%0,%1,%2,%3},[%4,{%5,%6,%7,%7}];":"=f"(v),"=f"(v1),"=f"(v2),"=f"(v3):"l"(t),"f"(x),"f"(y),"f"(z):"memory");
    asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(v)::"memory");
    asm volatile("mov.u32 %0,%%clock;":"=r"(t2)::"memory"); s+=v; sum+=t2-t1; if(!w&&!lane) end0=t2; __syncthreads(); after+=(int)(t2-end0)>0; }
  if(lane==0){ out[2*w]=sum; out[2*w+1]=after; } sink[threadIdx.x]=s; }
int main(){ cudaArray_t arr; cudaChannelFormatDesc cd=cudaCreateChannelDesc<uint8_t>(); CK(cudaMalloc3DArray(&arr,&cd,make_cudaExtent(N,N,N),cudaArraySurfaceLoadStore)); cudaResourceDesc rd={}; rd.resType=cudaResourceTypeArray; rd.res.array.array=arr; cudaSurfaceObject_t su; CK(cudaCreateSurfaceObject(&su,&rd)); fill<<<dim3(N/256,N,N),256>>>(su); CK(cudaDeviceSynchronize());
  cudaTextureDesc td={}; td.filterMode=cudaFilterModeLinear; td.readMode=cudaReadModeNormalizedFloat; for(int i=0;i<3;i++)td.addressMode[i]=cudaAddressModeClamp; cudaTextureObject_t raw; CK(cudaCreateTextureObject(&raw,&rd,&td,0));
  uint32_t*out,h[16]; float*sink; CK(cudaMalloc(&out,64)); CK(cudaMalloc(&sink,4096));
  for(int first:{HIT,DRAM}) for(int fs:{SAME,Z1,Z2,Y8}) for(int ts:{SAME,Z1,Z2,Y8}) for(int delay:{60,150}) for(int apart:{0,60}){ double all[8]={},after=0; int reps=20,trials=20; for(int rep=0;rep<reps;rep++){ order<<<1,256>>>(raw,first,fs,ts,delay,apart,trials,1000u*rep+17u*first+31u*fs+delay,out,sink); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(h,out,64,cudaMemcpyDeviceToHost)); for(int i=0;i<8;i++){ all[i]+=h[2*i]/(double)(reps*trials); if(i) after+=h[2*i+1]/(7.0*reps*trials); } }
    printf("keep,first=%s,lanes=%s,then=%s,delay=%d,apart=%d,first_cycles=%.0f,same_scheduler=%.0f,next=%.0f,last=%.0f,later=%.3f\n",kinds[first],shapes[fs],shapes[ts],delay,apart,all[0],all[4],all[1],all[7],after); }
  return 0; }
