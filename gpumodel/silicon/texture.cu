// How one H200's texture units take trilinear references to a 1024³ texture of bytes: where
// its bytes lie, how fast references go, how long they take, how many are under way.
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

// near: whether a voxel comes along with another. Each block a place of its own.
__global__ void near_k(cudaTextureObject_t t,const int4*a,const int4*b,int n,uint32_t*out,uint32_t*sink){ int i=blockIdx.x; if(i>=n||threadIdx.x) return; int4 p=a[i],q=b[i]; uint32_t v=tex3D<uint8_t>(t,p.x,p.y,p.z); uint32_t w=v; for(int k=0;k<200;k++) w=w*1664525u+1013904223u; uint32_t t0=clk(); float off=(w==12345u)?1.f:0.f; v+=tex3D<uint8_t>(t,q.x+off,q.y,q.z); asm volatile("{.reg .pred p; setp.eq.u32 p,%0,0xffffffff; @p trap;}"::"r"(v):"memory"); uint32_t t1=clk(); out[i]=t1-t0; sink[i]=v+w; }
void nearby(){ cudaTextureObject_t t; cudaSurfaceObject_t su; cudaArray_t arr=array(false,&t,&su); fillbits<<<dim3(N/256,N,N),256>>>(su,0); CK(cudaDeviceSynchronize());
  const int M=64; std::vector<int4> a,b; srand(7); auto add=[&](int dx,int dy,int dz){ for(int i=0;i<M;i++){ int x=rand()%N,y=rand()%N,z=rand()%N; a.push_back({x,y,z,0}); b.push_back({x^dx,y^dy,z^dz,0}); } };
  std::vector<std::string> name; for(int c=0;c<3;c++) for(int k=0;k<9;k++){ int d[3]={0,0,0}; d[c]=1<<k; add(d[0],d[1],d[2]); char s[32]; sprintf(s,"%c%d","xyz"[c],k); name.push_back(s); }
  int n=a.size(); int4*da,*db; uint32_t*o,*sk; CK(cudaMalloc(&da,n*16)); CK(cudaMalloc(&db,n*16)); CK(cudaMalloc(&o,n*4)); CK(cudaMalloc(&sk,n*4)); CK(cudaMemcpy(da,a.data(),n*16,cudaMemcpyHostToDevice)); CK(cudaMemcpy(db,b.data(),n*16,cudaMemcpyHostToDevice));
  near_k<<<n,32>>>(t,da,db,n,o,sk); CK(cudaDeviceSynchronize()); std::vector<uint32_t> h(n); CK(cudaMemcpy(h.data(),o,n*4,cudaMemcpyDeviceToHost));
  for(size_t g=0;g<name.size();g++){ std::vector<uint32_t> v(h.begin()+g*M,h.begin()+(g+1)*M); std::sort(v.begin(),v.end()); printf("near,bit=%s,p10=%u,p50=%u,p90=%u\n",name[g].c_str(),v[M/10],v[M/2],v[M*9/10]); }
  CK(cudaDestroyTextureObject(t)); CK(cudaDestroySurfaceObject(su)); CK(cudaFreeArray(arr)); }

// pace: W wavefronts of one CU (or all) make references of the same lanes' offsets. Fresh: a place by
// chance in a cube of so many voxels for each; otherwise always the same place.
template<int CHAIN> __global__ void pace_k(cudaTextureObject_t t,int n,int cube,int period,float bx,float by,float bz,uint32_t*cyc,float*sink){
  int lane=threadIdx.x&31,w=threadIdx.x/32+blockIdx.x*(blockDim.x/32); float lx=lanes.x[lane],ly=lanes.y[lane],lz=lanes.z[lane]; uint32_t r=w*2654435761u+12345u; float s=0;
  for(int turn=0;turn<2;turn++){ int todo=turn?n:(n<16?n:16); __syncthreads(); uint32_t t0=clk();
    for(int i=0;i<todo;i+=4){
      #pragma unroll
      for(int j=0;j<4;j++){ float x=bx+lx,y=by+ly,z=bz+lz; if(cube){ r=r*1664525u+1013904223u; uint32_t q=r; bool fresh=period<=1||(w%period)==0; if(fresh){ x+=(float)((q>>2)&(cube-1)&~63); y+=(float)((q>>12)&(cube-1)&~7); z+=(float)((q>>22)&(cube-1)&~3);} }
        if(CHAIN) x+=s*0.f; float v,v1,v2,v3; asm volatile("tex.3d.v4.f32.f32 {%0,%1,%2,%3},[%4,{%5,%6,%7,%7}];":"=f"(v),"=f"(v1),"=f"(v2),"=f"(v3):"l"(t),"f"(x),"f"(y),"f"(z)); s+=v; } }
    asm volatile("":"+f"(s)); uint32_t t1=clk(); if(lane==0) cyc[w]=t1-t0; }
  sink[blockIdx.x*blockDim.x+threadIdx.x]=s; }
cudaTextureObject_t T; uint32_t*CY; float*SINK;
void pace(const char*mode,const char*name,const Lanes&l,int waves,int blocks,int n,int cube,int period,bool chain,float frac=0.25f){
  CK(cudaMemcpyToSymbol(lanes,&l,sizeof l)); int per=std::min(waves,32),bl=blocks*((waves+31)/32); float b=(cube==1024?0.f:256.f)+0.5f+frac;
  for(int rep=0;rep<2;rep++){ if(chain) pace_k<1><<<bl,per*32>>>(T,n,cube,period,b,b,b,CY,SINK); else pace_k<0><<<bl,per*32>>>(T,n,cube,period,b,b,b,CY,SINK); CK(cudaDeviceSynchronize()); }
  std::vector<uint32_t> h(bl*per); CK(cudaMemcpy(h.data(),CY,h.size()*4,cudaMemcpyDeviceToHost)); double hit=0,miss=0; int nh=0,nm=0; uint32_t most=0; for(size_t i=0;i<h.size();i++){ most=std::max(most,h[i]); if(period>1&&i%period==0){miss+=h[i];nm++;} else {hit+=h[i];nh++;} }
  printf("%s,lanes=%s,waves=%d,cus=%d,cube=%d,period=%d,chain=%d,frac=%.2f,cycles_per_wave_ref=%.2f,fresh_per_wave_ref=%.2f,cycles_per_cu_ref=%.3f\n",mode,name,waves,blocks,cube,period,chain,frac,nh?hit/nh/n:0,nm?miss/nm/n:0,(double)most/n/waves); }
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
void paces(){ cudaSurfaceObject_t su; array(true,&T,&su); fillbits<<<dim3(N/256,N,N),256>>>(su,0); CK(cudaDeviceSynchronize()); CK(cudaMalloc(&CY,4<<16)); CK(cudaMalloc(&SINK,4<<20)); auto all=patterns();
  for(auto&p:all){ pace("hit",p.first.c_str(),p.second,32,1,256,0,1,false); pace("hit",p.first.c_str(),p.second,32,132,128,0,1,false); pace("alone",p.first.c_str(),p.second,1,1,64,0,1,true); }
  for(auto&p:all) if(p.first=="same"||p.first=="x*1"||p.first=="xy8x4*1"||p.first=="z*1"||p.first=="random8.0") for(float f:{0.f,0.5f}) pace("hit",p.first.c_str(),p.second,32,1,256,0,1,false,f);
  for(auto&p:all) if(p.first=="same"||p.first=="x*1"||p.first=="xz8x4*1"||p.first=="z*4") for(int w:{1,2,4,8,16,24}) pace("hit",p.first.c_str(),p.second,w,1,256,0,1,false);
  for(auto&p:all){ const std::string&q=p.first; bool plane=q.find("plane")==0; bool some=plane||q=="same"||q=="x*1"||q=="x*4"||q=="x*16"||q=="x*32"||q=="y*1"||q=="y*4"||q=="y*8"||q=="z*1"||q=="z*0.5"||q=="z*4"||q=="xy8x4*1"||q=="xz8x4*1"||q=="zx8x4*1"||q=="yz8x4*1"||q=="random2.0"||q=="random8.0"||q=="random16.0"||q=="random64.0"||q=="groups4"||q=="groups8"||q=="groups1"||q=="groups2"||q=="spread4"||q=="spread8"; if(!some) continue;
    for(int cube:{256,1024}){ pace("fresh",q.c_str(),p.second,1,1,64,cube,1,true); for(int w:{8,32}) pace("fresh",q.c_str(),p.second,w,1,64,cube,1,false); pace("fresh",q.c_str(),p.second,32,132,64,cube,1,false); }
    if(!plane) for(int w:{4,8,16,32}) for(int per:{4,16}) if(w*2>per) pace("mixed",q.c_str(),p.second,w,1,128,256,per,false); } }
// count: each pattern once, for Nsight Compute's counters: a kernel each, in this order
__global__ void count_k(cudaTextureObject_t t,float bx,float by,float bz,float*sink){ int lane=threadIdx.x&31; sink[lane]=tex3D<float>(t,bx+lanes.x[lane],by+lanes.y[lane],bz+lanes.z[lane]); }
void counts(){ cudaSurfaceObject_t su; array(true,&T,&su); CK(cudaMalloc(&SINK,4<<20)); auto all=patterns(); for(auto&p:all) for(float f:{0.25f,0.f,63.75f}){ if(f!=0.25f&&p.first.find("*1")==std::string::npos) continue; CK(cudaMemcpyToSymbol(lanes,&p.second,sizeof(Lanes))); float b=256.5f+f; count_k<<<1,32>>>(T,b,b,b,SINK); CK(cudaDeviceSynchronize()); printf("count,lanes=%s,frac=%.2f\n",p.first.c_str(),f); } }
int main(int c,char**v){ std::string m=v[1]; if(m=="near") nearby(); if(m=="pace") paces(); if(m=="count") counts(); return 0; }
