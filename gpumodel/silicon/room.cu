// How many references an SM's texture unit holds, of lanes here and there: 64 warps ask again and again, each for another place when it has
// the last; where the unit takes none for 60 cycles while some wait, how many have been taken from the oldest on that has no result.
// nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){fprintf(stderr,"%s:%d %s\n",__FILE__,__LINE__,cudaGetErrorString(e)); exit(1);} }while(0)
const int N=1024,TURNS=256,SM=40;
__device__ uint32_t mix(uint32_t q){ q*=2246822519u; q^=q>>15; q*=2654435761u; return q^q>>13; }
__global__ void fill(cudaSurfaceObject_t s){ surf3Dwrite<uint8_t>(0,s,blockIdx.x*blockDim.x+threadIdx.x,blockIdx.y,blockIdx.z); }

// Lane i of so many samples x, y, z + i%wide*d + i/wide*e, the first so many half a texel further along x; the next time so many planes on.
struct Row{ int warps,dram,on,between,wide; float at[3],d[3],e[3]; int step; };
// Of row.warps warps of one SM, of which so many ask for what DRAM has and the others, at 512 texels from all of it, for what the L1 has; busy: the other SMs read DRAM.
__global__ void work(cudaTextureObject_t t,Row r,const uint32_t*memory,int busy,int*count,uint2*out,uint32_t*sink){
  uint32_t sm; asm("mov.u32 %0,%%smid;":"=r"(sm)); int lane=threadIdx.x&31;
  if(sm!=SM){ uint32_t q=blockIdx.x*1024+threadIdx.x; for(int k=0;k<busy;k++) q=mix(q*77+k+memory[mix(q+k*7919)&((1u<<28)-1)]); if(q==12345) *sink=q; return; }
  __shared__ int half; if(threadIdx.x==0){ half=atomicAdd(count,1); for(int k=0;k<100000&&*(volatile int*)count<2;k++); } __syncthreads();
  int w=half*32+threadIdx.x/32; if(half>1||w>=r.warps) return; bool miss=w<r.dram; if((miss||r.dram<62)&&lane>=r.on) return;
  float p[3]={(float)((w&7)*128),(float)((w>>3)*128),miss?0.f:512.f}; if(miss||r.dram<62) for(int a=0;a<3;a++) p[a]+=r.at[a]+lane%r.wide*r.d[a]+lane/r.wide*r.e[a]+(a==0&&lane<r.between?.5f:0); else for(int a=0;a<3;a++) p[a]+=.5f;
  float x=p[0]/N,y=p[1]/N,z=p[2]/N,step=miss?(r.dram<62?7.f:r.step)/N:0; uint2*o=out+w*TURNS; bool first=lane==0;
  #pragma unroll 1
  for(int k=0;k<TURNS;k++){ uint32_t asked,taken,done; float s,s1,s2,s3,a;
    asm volatile("mov.u32 %0,%%clock;":"=r"(asked)::"memory");
    asm volatile("tex.3d.v4.f32.f32 {%0,%1,%2,%3},[%4,{%5,%6,%7,%7}];":"=f"(s),"=f"(s1),"=f"(s2),"=f"(s3):"l"(t),"f"(x),"f"(y),"f"(z):"memory");
    asm volatile("add.f32 %0,%0,%1;":"+f"(z):"f"(step):"memory"); asm volatile("mov.u32 %0,%%clock;":"=r"(taken)::"memory"); // when its coordinates have been read
    asm volatile("mul.f32 %0,%1,0f3BA3D70A;":"=f"(a):"f"(s):"memory"); asm volatile("mov.u32 %0,%%clock;":"=r"(done)::"memory");
    x+=a*1e-30f; if(first) o[k]=make_uint2(asked,(done-asked)<<16|min(taken-asked,65535u)); }
  if(x+z==12345.f) *sink=1; }

struct Ref{ long asked,taken,done; bool hit; };
int at(std::vector<long>&v,double part){ return v.empty()?0:v[(size_t)(part*(v.size()-1))]; }
int main(){
  cudaArray_t arr; cudaChannelFormatDesc cd=cudaCreateChannelDesc<uint8_t>(); CK(cudaMalloc3DArray(&arr,&cd,make_cudaExtent(N,N,N),cudaArraySurfaceLoadStore)); cudaResourceDesc rd={}; rd.resType=cudaResourceTypeArray; rd.res.array.array=arr; cudaSurfaceObject_t su; CK(cudaCreateSurfaceObject(&su,&rd)); fill<<<dim3(N/256,N,N),256>>>(su); CK(cudaDeviceSynchronize());
  cudaTextureDesc td={}; td.filterMode=cudaFilterModeLinear; td.readMode=cudaReadModeNormalizedFloat; td.normalizedCoords=1; for(int i=0;i<3;i++) td.addressMode[i]=cudaAddressModeClamp; cudaTextureObject_t tex; CK(cudaCreateTextureObject(&tex,&rd,&td,0));
  int*count; uint2*out; char*junk; uint32_t*memory,*sink; CK(cudaMalloc(&count,4)); CK(cudaMalloc(&sink,4)); CK(cudaMalloc(&out,64*TURNS*8)); CK(cudaMalloc(&junk,256<<20)); CK(cudaMalloc(&memory,1ull<<30)); CK(cudaMemset(memory,1,1ull<<30)); std::vector<uint2> h(64*TURNS);
  std::vector<Row> rows; auto row=[&](int on,int between,int wide,float x,float y,float z,float dx=0,float dy=0,float dz=0,float ex=0,float ey=0,float ez=0,int step=1){ rows.push_back({64,62,on,between,wide,{x,y,z},{dx,dy,dz},{ex,ey,ez},step}); };
  for(int k:{0,4,8,12,16,20,24,28,32}) row(32,k,32,4.5,.5,8.5);
  for(float y:{1.f,2.f,4.f}) row(32,0,32,4.5,y,8.5); for(float x:{16.f,32.f}) row(32,0,32,x,.5,8.5); row(32,0,32,4.5,.5,9); row(32,0,32,5,1,9);
  for(int on:{28,24,20}) for(int k:{0,32}) row(on,k,32,4.5,.5,8.5); for(int on:{31,28,24,20,16}) row(on,0,4,4.5,.5,8.5,0,0,2);
  for(float s:{.5f,1.f,2.f}){ row(32,0,32,4.8,.8,8.8,s); row(32,0,8,4.8,.8,8.8,s,0,0,0,s,0); row(32,0,8,4.5,.5,8.5,s,0,0,0,s,0); }
  uint32_t seed=7; auto rnd=[&]{ seed=seed*1664525u+1013904223u; return (seed>>8)/(float)(1<<24); };
  for(int i=0;i<60;i++){ float v[6]; for(float&f:v){ float size[]={.2f,.5f,1.f,2.f}; f=(rnd()*2-1)*size[(int)(rnd()*4)]; } int wide=1<<(int)(rnd()*6); float x=64+4*rnd(),y=64+4*rnd(),z=40+4*rnd(); row(32,0,wide,x,y,z,v[0],v[1],v[2]/2,v[3],v[4],v[5]/2,1+(int)(rnd()*2)); }
  int first=rows.size(); for(int i=0;i<first;i++) if(i<16&&i%4==0||i==14||i==15){ rows.push_back(rows[i]); rows.back().dram=3; }
  for(int w:{1,64}){ row(32,0,32,4.5,.5,8.5); rows.back().warps=w; rows.back().dram=0; }
  printf("warps,dram,on,between,wide,x,y,z,dx,dy,dz,ex,ey,ez,step,cycles,pauses,oldest,n5,n50,n95,hit1,hit50,hit95\n");
  for(const Row&r:rows){ CK(cudaMemset(junk,1,256<<20)); CK(cudaMemset(count,0,4)); CK(cudaMemset(out,0,64*TURNS*8)); work<<<264,1024>>>(tex,r,memory,r.dram==3?60:0,count,out,sink); CK(cudaGetLastError()); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(h.data(),out,64*TURNS*8,cudaMemcpyDeviceToHost));
    std::vector<Ref> all; for(int w=0;w<r.warps;w++) for(int k=0;k<TURNS;k++){ uint2 q=h[w*TURNS+k]; if(q.x) all.push_back({(long)q.x,(long)q.x+(q.y&65535)-19,(long)q.x+(q.y>>16),w>=r.dram}); } std::sort(all.begin(),all.end(),[](const Ref&a,const Ref&b){ return a.taken<b.taken; });
    size_t lo=all.size()/5,hi=all.size()*4/5; int pauses=0; std::vector<long> n,hit; for(size_t i=lo;i<hi;i++){ if(all[i].hit) hit.push_back(all[i].done-all[i].taken); if(all[i+1].taken-all[i].taken<60||all[i+1].taken-all[i+1].asked<60) continue; pauses++; size_t o=i>400?i-400:0; while(o<i&&all[o].done<=all[i].taken+25) o++; long late=all[o].done-all[i+1].taken; if(late>=-5&&late<40) n.push_back(i-o+1); } std::sort(n.begin(),n.end()); std::sort(hit.begin(),hit.end());
    printf("%d,%d,%d,%d,%d",r.warps,r.dram,r.on,r.between,r.wide); for(const float*v:{r.at,r.d,r.e}) for(int a=0;a<3;a++) printf(",%.9g",v[a]); printf(",%d,%.1f,%d,%zu,%d,%d,%d,%d,%d,%d\n",r.step,(all[hi].taken-all[lo].taken)/(double)(hi-lo),pauses,n.size(),at(n,.05),at(n,.5),at(n,.95),at(hit,.01),at(hit,.5),at(hit,.95)); }
  return 0; }
