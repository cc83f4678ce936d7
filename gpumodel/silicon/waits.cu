// Of references to a 1024³ texture of bytes: how long a wavefront waits until one has issued, until its coordinates
// may be written again, and until its result is there. The patterns are texture.cu's.
// nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <string>
#include <algorithm>
#include <functional>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){fprintf(stderr,"%s:%d %s\n",__FILE__,__LINE__,cudaGetErrorString(e)); exit(1);} }while(0)
__device__ __forceinline__ uint32_t clk(){ uint32_t t; asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory"); return t; }
const int N=1024;
struct Lanes{ float x[32],y[32],z[32]; };
__constant__ Lanes lanes;

__global__ void fillbits(cudaSurfaceObject_t s,int part){ int x=blockIdx.x*blockDim.x+threadIdx.x,y=blockIdx.y,z=blockIdx.z; uint32_t i=x|y<<10|z<<20; surf3Dwrite<uint8_t>((uint8_t)(i>>(8*part)),s,x,y,z); }
cudaArray_t array(bool linear,cudaTextureObject_t*tex,cudaSurfaceObject_t*su){ cudaArray_t arr; cudaChannelFormatDesc cd=cudaCreateChannelDesc<uint8_t>(); CK(cudaMalloc3DArray(&arr,&cd,make_cudaExtent(N,N,N),cudaArraySurfaceLoadStore)); cudaResourceDesc rd={}; rd.resType=cudaResourceTypeArray; rd.res.array.array=arr; if(su)CK(cudaCreateSurfaceObject(su,&rd));
  cudaTextureDesc td={}; td.normalizedCoords=0; td.filterMode=linear?cudaFilterModeLinear:cudaFilterModePoint; td.readMode=linear?cudaReadModeNormalizedFloat:cudaReadModeElementType; for(int i=0;i<3;i++)td.addressMode[i]=cudaAddressModeClamp; if(tex)CK(cudaCreateTextureObject(tex,&rd,&td,0)); return arr; }

typedef std::function<void(int,float&,float&,float&)> Put;
Lanes make(Put f){ Lanes l; for(int i=0;i<32;i++){ float x=0,y=0,z=0; f(i,x,y,z); l.x[i]=x;l.y[i]=y;l.z[i]=z; } return l; }
std::vector<std::pair<std::string,Lanes>> patterns(){ std::vector<std::pair<std::string,Lanes>> all; char s[64]; auto add=[&](Put f){ all.push_back({s,make(f)}); };
  sprintf(s,"same"); add([](int,float&,float&,float&){});
  for(int c=0;c<3;c++) for(float d:{0.25f,0.5f,1.f,2.f,4.f,8.f,16.f,32.f}){ if(c&&d>16) continue; sprintf(s,"%c*%g","xyz"[c],d); add([=](int i,float&x,float&y,float&z){ (c==0?x:c==1?y:z)+=i*d; }); }
  const char*planes[]={"xy","yx","xz","zx","yz","zy"}; for(auto p:planes) for(float d:{0.5f,1.f,2.f,4.f}) for(int wide:{2,4,8,16}){ if(wide!=8&&d!=1.f) continue; sprintf(s,"%s%dx%d*%g",p,wide,32/wide,d); add([=](int i,float&x,float&y,float&z){ float*v[3]={&x,&y,&z}; *v[p[0]-'x']+=i%wide*d; *v[p[1]-'x']+=i/wide*d; }); }
  for(int r:{2,4,8,16,32,64}) for(int seed=0;seed<3;seed++){ srand(100+seed); std::vector<float> q; for(int i=0;i<96;i++) q.push_back((rand()%1024)/1024.f*r); sprintf(s,"random%d.%d",r,seed); add([=](int i,float&x,float&y,float&z){ x=q[3*i];y=q[3*i+1];z=q[3*i+2]; }); }
  for(float d:{0.5f,1.f,2.f}){ sprintf(s,"diagonal*%g",d); add([=](int i,float&x,float&y,float&z){ x=i*d;y=i*d;z=i*d; }); }
  // quads of four lanes at one place each, places far apart; pairs; and single lanes
  for(int g:{1,2,4,8,16}){ sprintf(s,"groups%d",g); add([=](int i,float&x,float&y,float&z){ x=(i/g%4)*64; y=(i/g/4%4)*64; z=(i/g/16)*64; }); }
  for(int g:{2,4,8,16}){ sprintf(s,"spread%d",g); int k=32/g; add([=](int i,float&x,float&y,float&z){ int j=i%k; x=(j%4)*64; y=(j/4%4)*64; z=(j/16)*64; }); }
  // pictures of a tilted plane: W lanes along u, 32/W along v, steps of 0.5 to 1.2 voxels
  for(int k=0;k<40;k++){ srand(1000+k); auto un=[&]{ return rand()/(float)RAND_MAX*2-1; }; float u[3],v[3]; for(int i=0;i<3;i++){u[i]=un();v[i]=un();} float n=0,d=0; for(int i=0;i<3;i++) n+=u[i]*u[i]; for(int i=0;i<3;i++) u[i]/=sqrtf(n); for(int i=0;i<3;i++) d+=u[i]*v[i]; n=0; for(int i=0;i<3;i++){v[i]-=d*u[i]; n+=v[i]*v[i];} float step=0.5f+0.7f*(k%8)/7; for(int i=0;i<3;i++){v[i]*=step/sqrtf(n);u[i]*=step;} int W=1<<(k%6); sprintf(s,"plane%d.%d*%.2f",k,W,step); add([=](int i,float&x,float&y,float&z){ int a=i%W,b=i/W; x=20+a*u[0]+b*v[0]; y=20+a*u[1]+b*v[1]; z=20+a*u[2]+b*v[2]; }); }
  return all; }

// Four clock reads: before a reference, when it has issued, when its coordinates may be written again, when its result is there.
__global__ void __launch_bounds__(128) waits_k(cudaTextureObject_t t,int n,int cube,float bx,uint32_t*out,float*sink){
  __shared__ int dummy; if(n<0) dummy=1; int lane=threadIdx.x&31,w=threadIdx.x/32+blockIdx.x*4; float lx=lanes.x[lane],ly=lanes.y[lane],lz=lanes.z[lane]; uint32_t r=w*2654435761u+12345u,sent=0,took=0,all=0; float s=0; uint32_t b=clk();
  for(int i=0;i<n;i++){ float x=bx+lx,y=bx+ly,z=bx+lz; if(cube){ r=r*1664525u+1013904223u; x+=(float)((r>>2)&(cube-1)&~63); y+=(float)((r>>12)&(cube-1)&~7); z+=(float)((r>>22)&(cube-1)&~3);} float v,v1,v2,v3; uint32_t t1,t2,t3,t4;
    asm volatile("mov.u32 %0,%%clock;":"=r"(t1)::"memory");
    asm volatile("tex.3d.v4.f32.f32 {%0,%1,%2,%3},[%4,{%5,%6,%7,%7}];":"=f"(v),"=f"(v1),"=f"(v2),"=f"(v3):"l"(t),"f"(x),"f"(y),"f"(z):"memory");
    asm volatile("mov.u32 %0,%%clock;":"=r"(t4)::"memory");
    asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(x)::"memory"); asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(y)::"memory"); asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(z)::"memory");
    asm volatile("mov.u32 %0,%%clock;":"=r"(t2)::"memory");
    asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(v)::"memory");
    asm volatile("mov.u32 %0,%%clock;":"=r"(t3)::"memory");
    s+=v+x+y+z; sent+=t4-t1; took+=t2-t1; all+=t3-t1; }
  uint32_t e=clk(); if(lane==0){ out[w*5]=took; out[w*5+1]=all; out[w*5+2]=e-b; uint32_t sm; asm("mov.u32 %0,%%smid;":"=r"(sm)); out[w*5+3]=sm; out[w*5+4]=sent; }
  sink[blockIdx.x*blockDim.x+threadIdx.x]=s; }
cudaTextureObject_t T; uint32_t*O; float*SINK;
void waits(const char*name,const Lanes&l,int blocks,int n,int cube){ CK(cudaMemcpyToSymbol(lanes,&l,sizeof l)); float b=(cube==1024?0.f:256.f)+0.75f; for(int rep=0;rep<2;rep++){ waits_k<<<blocks,128>>>(T,n,cube,b,O,SINK); CK(cudaDeviceSynchronize()); }
  std::vector<uint32_t> h(blocks*20); CK(cudaMemcpy(h.data(),O,h.size()*4,cudaMemcpyDeviceToHost)); double sent=0,took=0,all=0,life=0,on=0,last=0; for(size_t i=0;i<h.size();i+=5){ sent+=h[i+4]; took+=h[i]; all+=h[i+1]; life+=h[i+2]; if(h[i+3]==h[3]){ on++; last=std::max(last,(double)h[i+2]); } } double k=h.size()/5*n;
  printf("waits,lanes=%s,waves_of_cu=%.0f,cube=%d,sent=%.1f,taken=%.1f,done=%.1f,turn=%.1f,last=%.0f\n",name,on,cube,sent/k,took/k,all/k,life/k,last); }
int main(){ cudaSurfaceObject_t su; array(true,&T,&su); fillbits<<<dim3(N/256,N,N),256>>>(su,0); CK(cudaDeviceSynchronize()); CK(cudaMalloc(&O,5*4<<14)); CK(cudaMalloc(&SINK,4<<20)); auto all=patterns();
  for(auto&p:all){ const std::string&q=p.first; bool plane=q.find("plane")==0&&q[5]<'6'; bool some=plane||q=="same"||q=="x*1"||q=="x*16"||q=="y*1"||q=="y*4"||q=="z*1"||q=="z*4"||q=="xy8x4*1"||q=="xz8x4*1"||q=="random8.0"||q=="random64.0"||q=="groups4"||q=="groups8"; if(!some) continue;
    for(int cube:{0,256,1024}) for(int blocks:{132,528,1056,1584,2112}) waits(q.c_str(),p.second,blocks,256,cube); } return 0; }
