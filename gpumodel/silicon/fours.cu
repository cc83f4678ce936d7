// Which references to a 1024³ texture of bytes, of whose fours of lanes some need two passes for each two, overtake one that misses on an SM.
// nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdio>
#include <cstdint>
#include <vector>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){fprintf(stderr,"%s:%d %s\n",__FILE__,__LINE__,cudaGetErrorString(e)); exit(1);} }while(0)
__device__ __forceinline__ uint32_t clk(){ uint32_t t; asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory"); return t; }
const int N=1024;
__global__ void fill(cudaSurfaceObject_t s){ int x=blockIdx.x*blockDim.x+threadIdx.x,y=blockIdx.y,z=blockIdx.z; float a=x*(2.f/N)-1,b=y*(2.f/N)-1,c=z*(2.f/N)-1,q=a*a+b*b+c*c; surf3Dwrite<uint8_t>(q<1?(uint8_t)(60*(1-q)+30*(1+sinf(20*a)*sinf(17*b)*sinf(23*c))):0,s,x,y,z); }
struct Lanes{ float x[32],y[32],z[32]; uint32_t on; };
// Eight warps of an SM: the first asks for a place by chance that is not there, the others 60 cycles later for a pattern's that are there.
__global__ void order(cudaTextureObject_t t,Lanes p,int miss,int delay,int trials,uint32_t seed,uint32_t*out,float*sink){
  int w=threadIdx.x/32,lane=threadIdx.x&31; uint32_t r=seed,sum=0,after=0; float s=0; __shared__ uint32_t end0; bool on=w==0||(p.on>>lane&1);
  for(int i=0;i<trials;i++){ float x=p.x[lane],y=p.y[lane],z=p.z[lane]; if(w==0){ x=4.5f;y=.5f;z=.5f; } if(on) s+=tex3D<float>(t,x,y,z); __syncthreads(); if(on) s+=tex3D<float>(t,x,y,z); r=r*1664525u+1013904223u;
    if(!w&&miss){ uint32_t q=r*2246822519u^(r>>15); q*=2654435761u; q^=q>>13; x=(q>>2&1023&~31)+4.5f; y=(q>>12&511&~3)+256.5f; z=(q>>22&1023&~127)+256.5f; }
    __syncthreads(); uint32_t begin=clk(); int wait=w?delay:0; while((int)(clk()-begin)<wait); uint32_t t1=0,t2=0; float v=0,v1,v2,v3;
    if(on){ asm volatile("mov.u32 %0,%%clock;":"=r"(t1)::"memory");
    asm volatile("tex.3d.v4.f32.f32 {%0,%1,%2,%3},[%4,{%5,%6,%7,%7}];":"=f"(v),"=f"(v1),"=f"(v2),"=f"(v3):"l"(t),"f"(x),"f"(y),"f"(z):"memory");
    asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(v)::"memory");
    asm volatile("mov.u32 %0,%%clock;":"=r"(t2)::"memory"); } s+=v; sum+=t2-t1; if(!w&&!lane) end0=t2; __syncthreads(); if(on) after+=(int)(t2-end0)>0; }
  int lead=w?__ffs(p.on)-1:0; if(lane==lead){ out[2*w]=sum; out[2*w+1]=after; } sink[threadIdx.x]=s; }
cudaTextureObject_t tex; uint32_t*out; float*sink;
void ask(const char*name,int a,int b,const Lanes&p){ uint32_t h[16]; double mean[2]={},late=0,first=0; int trials=20,reps=10;
  for(int miss:{0,1}) for(int rep=0;rep<reps;rep++){ order<<<1,256>>>(tex,p,miss,60,trials,1000u*rep+17u*a+31u*b+7u,out,sink); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(h,out,64,cudaMemcpyDeviceToHost)); for(int i=1;i<8;i++){ mean[miss]+=h[2*i]/(7.0*reps*trials); if(miss) late+=h[2*i+1]/(7.0*reps*trials); } if(miss) first+=h[0]/(double)(reps*trials); }
  printf("%s,%d,%.0f,%.0f,%.0f,%.3f\n",name,a,first,mean[0],mean[1],late); }
int main(){ cudaArray_t arr; cudaChannelFormatDesc cd=cudaCreateChannelDesc<uint8_t>(); CK(cudaMalloc3DArray(&arr,&cd,make_cudaExtent(N,N,N),cudaArraySurfaceLoadStore)); cudaResourceDesc rd={}; rd.resType=cudaResourceTypeArray; rd.res.array.array=arr; cudaSurfaceObject_t su; CK(cudaCreateSurfaceObject(&su,&rd)); fill<<<dim3(N/256,N,N),256>>>(su); CK(cudaDeviceSynchronize());
  cudaTextureDesc td={}; td.filterMode=cudaFilterModeLinear; td.readMode=cudaReadModeNormalizedFloat; for(int i=0;i<3;i++)td.addressMode[i]=cudaAddressModeClamp; CK(cudaCreateTextureObject(&tex,&rd,&td,0));
  CK(cudaMalloc(&out,64)); CK(cudaMalloc(&sink,4096)); printf("lanes,fours,first,alone,behind,later\n");
  Lanes p; auto same=[&](float f){ for(int l=0;l<32;l++){ p.x[l]=36.5f+f; p.y[l]=1.5f+f; p.z[l]=4.5f+f; } p.on=~0u; };
  // of the first k fours each two lanes need two passes: planes two apart, or rows 8 apart; between texels: half a texel along each axis
  for(float f:{0.f,.5f}) for(int rows:{0,1}) for(int k=0;k<=8;k++){ same(f); for(int q=0;q<k;q++) for(int i=0;i<4;i++){ if(rows) p.y[4*q+i]+=8*i; else p.z[4*q+i]+=2*i; } char name[32]; sprintf(name,"%s%s",rows?"rows":"planes",f?"_between":""); ask(name,k,0,p); }
  return 0; }
