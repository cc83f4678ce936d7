// How many references an SM's texture unit takes behind one that waits for DRAM: of others that hit, or have their lines from the L2 or DRAM.
// nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdio>
#include <cstdint>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){fprintf(stderr,"%s:%d %s\n",__FILE__,__LINE__,cudaGetErrorString(e)); exit(1);} }while(0)
__device__ __forceinline__ uint32_t clk(){ uint32_t t; asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory"); return t; }
const int N=1024,WARPS=64,EACH=16;

__global__ void fill(cudaSurfaceObject_t s){ int x=blockIdx.x*blockDim.x+threadIdx.x,y=blockIdx.y,z=blockIdx.z; surf3Dwrite<uint8_t>((uint8_t)(x^y^z),s,x,y,z); }
// Brings the planes 0 to 31 into the L2.
__global__ void bring(cudaTextureObject_t t,float*sink){ float s=0; for(int i=blockIdx.x*blockDim.x+threadIdx.x;i<32*256*32;i+=gridDim.x*blockDim.x) for(int q=0;q<4;q++) s+=tex3D<float>(t,(i&31)*32+4.5f+8*q,(i>>5&255)*4+.5f,(i>>13)+.5f)+tex3D<float>(t,(i&31)*32+4.5f+8*q,(i>>5&255)*4+2.5f,(i>>13)+.5f); sink[blockIdx.x*blockDim.x+threadIdx.x]=s; }
__device__ uint32_t mix(uint32_t q){ q*=2246822519u; q^=q>>15; q*=2654435761u; return q^q>>13; }
// 63 warps ask for 16 references, one after another, of lanes of which so many are on, at one place, or of the first so many each four in planes
// 0, 2, 4 and 6; 3000 cycles after them one asks for 32 lines far apart by chance. where: 0 what the L1 has, 1 lines of the L2, 2 of DRAM.
__device__ uint32_t here;
__global__ void __launch_bounds__(1024,2) ring(cudaTextureObject_t t,int on,int twos,int where,uint32_t seed,uint32_t*out,float*sink){
  uint32_t sm; asm("mov.u32 %0,%%smid;":"=r"(sm)); if(sm) return; __shared__ uint32_t half; if(threadIdx.x==0) half=atomicAdd(&here,1); __syncthreads(); if(half>1) return; int w=threadIdx.x/32+32*half,lane=threadIdx.x&31; float s=0,hx=36.5f,hy=1.5f,hz=900.5f,dz=lane<twos?2*(lane%4):0; s+=tex3D<float>(t,hx,hy,hz+dz); __syncthreads(); s+=tex3D<float>(t,hx,hy,hz+dz);
  float v[1]; __shared__ uint32_t all[32*EACH*3]; uint32_t*log=all-32*half*EACH*3;
  uint32_t q=mix(seed*33+lane+7); float fx=(q&31)*32+4.5f,fy=(q>>5&255)*4+.5f,fz=(q>>13&255)+300.5f;
  __syncthreads(); if(threadIdx.x==0) for(int i=0;i<10000000&&((volatile uint32_t*)&here)[0]<2;i++); __syncthreads(); uint32_t begin=clk()&~2047u; while(clk()-begin<4096);
  begin+=4096;   if(w==0){ while(clk()-begin<3000); float v1,v2,v3; uint32_t t1=clk(),t2,t3; asm volatile("tex.3d.v4.f32.f32 {%0,%1,%2,%3},[%4,{%5,%6,%7,%7}];":"=f"(v[0]),"=f"(v1),"=f"(v2),"=f"(v3):"l"(t),"f"(fx),"f"(fy),"f"(fz):"memory"); asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(fx)::"memory"); asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(fy)::"memory"); asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(fz)::"memory"); t2=clk(); asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(v[0])::"memory"); t3=clk(); s+=v[0]+fx+fy+fz; if(lane==0){ log[0]=t1-begin; log[1]=t2-begin; log[2]=t3-begin; } }
  else if(lane<on){ 
    #pragma unroll 1
    for(int i=0;i<EACH;i++){ float v0,v1,v2,v3; uint32_t q=mix(seed+w*EACH+i); float x=(q&31)*32+4.5f,y=(q>>5&255)*4+.5f,z=(q>>13&15)+.5f+dz; if(where==0){ x=hx; y=hy; z=hz+dz; } if(where==2) z+=300+16*(q>>17&31);
      uint32_t t1=clk(); asm volatile("tex.3d.v4.f32.f32 {%0,%1,%2,%3},[%4,{%5,%6,%7,%7}];":"=f"(v0),"=f"(v1),"=f"(v2),"=f"(v3):"l"(t),"f"(x),"f"(y),"f"(z):"memory"); asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(x)::"memory"); asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(y)::"memory"); asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(z)::"memory"); uint32_t t2=clk(); asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(v0)::"memory"); uint32_t t3=clk(); s+=v0+x+y+z; if(lane==0){ log[(w*EACH+i)*3]=t1-begin; log[(w*EACH+i)*3+1]=t2-begin; log[(w*EACH+i)*3+2]=t3-begin; } } }
  __syncthreads(); for(int i=threadIdx.x;i<32*EACH*3;i+=1024) out[i+32*half*EACH*3]=all[i];
  sink[threadIdx.x]=s; }
int main(int argc,char**argv){ cudaArray_t arr; cudaChannelFormatDesc cd=cudaCreateChannelDesc<uint8_t>(); CK(cudaMalloc3DArray(&arr,&cd,make_cudaExtent(N,N,N),cudaArraySurfaceLoadStore)); cudaResourceDesc rd={}; rd.resType=cudaResourceTypeArray; rd.res.array.array=arr; cudaSurfaceObject_t su; CK(cudaCreateSurfaceObject(&su,&rd)); fill<<<dim3(N/256,N,N),256>>>(su); CK(cudaDeviceSynchronize());
  cudaTextureDesc td={}; td.filterMode=cudaFilterModeLinear; td.readMode=cudaReadModeNormalizedFloat; for(int i=0;i<3;i++)td.addressMode[i]=cudaAddressModeClamp; cudaTextureObject_t tex; CK(cudaCreateTextureObject(&tex,&rd,&td,0));
  uint32_t*out; float*sink; const int n=WARPS*EACH; CK(cudaMalloc(&out,n*12)); CK(cudaMalloc(&sink,132*1024*4)); std::vector<uint32_t> h(n*3); char*junk; CK(cudaMalloc(&junk,256<<20)); FILE*raw=fopen(argv[1],"w"); fprintf(raw,"where,on,twos,trial,warp,i,asked,taken,done\n");
  printf("where,on,twos,first,within\n");
  for(int where:{0,1,2}) for(int on:{32,24,16,8,4,2}) for(int twos:{0,4,8,16,24,28,32}){ if(twos>on) continue; std::vector<int> c; double took=0; int trials=9; for(int i=0;i<trials;i++){ CK(cudaMemset(junk,i,256<<20)); bring<<<132,1024>>>(tex,sink); uint32_t zero=0; CK(cudaMemcpyToSymbol(here,&zero,4)); ring<<<8000,1024>>>(tex,on,twos,where,1000003u*i+77u*on+13u*twos+where,out,sink); CK(cudaGetLastError()); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(h.data(),out,n*12,cudaMemcpyDeviceToHost)); int within=0; for(int k=EACH;k<n;k++) within+=h[3*k+1]>h[1]&&h[3*k+1]-19<h[2]-25; c.push_back(within); took+=h[2]-h[0];
      if(i<3) for(int k=0;k<n;k++) if(k==0||k>=EACH) fprintf(raw,"%d,%d,%d,%d,%d,%d,%u,%u,%u\n",where,on,twos,i,k/EACH,k%EACH,h[3*k],h[3*k+1],h[3*k+2]); }
    std::sort(c.begin(),c.end()); printf("%d,%d,%d,%.0f,",where,on,twos,took/trials); for(size_t i=0;i<c.size();i++) printf("%s%d",i?"/":"",c[i]); printf("\n"); }
  return 0; }
