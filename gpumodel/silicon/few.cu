// A few blocks of frames of probe.cu's renderer, so many for each SM, from the picture's middle, and all of them; and in which order
// references come back, of four SMs.
// nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdio>
#include <cstdint>
#include <cmath>
#include <map>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){fprintf(stderr,"%s:%d %s\n",__FILE__,__LINE__,cudaGetErrorString(e)); exit(1);} }while(0)
__device__ __forceinline__ uint32_t clk(){ uint32_t t; asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory"); return t; }
const int N=1024,TURNS=2048;

__global__ void fill(cudaSurfaceObject_t s){ int x=blockIdx.x*blockDim.x+threadIdx.x,y=blockIdx.y,z=blockIdx.z; float a=x*(2.f/N)-1,b=y*(2.f/N)-1,c=z*(2.f/N)-1,q=a*a+b*b+c*c; surf3Dwrite<uint8_t>(q<1?(uint8_t)(60*(1-q)+30*(1+sinf(20*a)*sinf(17*b)*sinf(23*c))):0,s,x,y,z); }

struct Mat{float m[12];};
// LOG: SMs 5, 38, 71 and 104 write down when each reference is asked for, and how long it takes. heads: of each warp its SM and references.
template<int LOG> __global__ void vr(cudaTextureObject_t tex,uint32_t*img,Mat inv,float step,int first,int wide,uint2*out,uint2*heads){
  int b=blockIdx.x+first,x=b%wide*blockDim.x+threadIdx.x,y=b/wide*blockDim.y+threadIdx.y,lin=threadIdx.y*blockDim.x+threadIdx.x,gw=b*4+lin/32; uint32_t sm,k=0; asm("mov.u32 %0,%%smid;":"=r"(sm)); bool logs=LOG&&(lin&31)==0&&sm%33==5;
  float u=(x/(float)N)*2-1,v=(y/(float)N)*2-1; float3 o={inv.m[3],inv.m[7],inv.m[11]}; float il=rsqrtf(u*u+v*v+4.f),dx=u*il,dy=v*il,dz=-2.f*il;
  float3 d={inv.m[0]*dx+inv.m[1]*dy+inv.m[2]*dz,inv.m[4]*dx+inv.m[5]*dy+inv.m[6]*dz,inv.m[8]*dx+inv.m[9]*dy+inv.m[10]*dz};
  float tn=-1e30f,tf=1e30f,oo[3]={o.x,o.y,o.z},dd[3]={d.x,d.y,d.z}; for(int i=0;i<3;i++){ float a=(-1-oo[i])/dd[i],b=(1-oo[i])/dd[i]; tn=fmaxf(tn,fminf(a,b)); tf=fminf(tf,fmaxf(a,b)); }
  float r=0,al=0;
  if(tn<tf){ if(tn<0)tn=0;
    for(float t=tn;t<tf;t+=step,k++){ float s,a,px=(o.x+d.x*t)*.5f+.5f,py=(o.y+d.y*t)*.5f+.5f,pz=(o.z+d.z*t)*.5f+.5f;
      if(LOG){ float v1,v2,v3; uint32_t t1=clk(); asm volatile("tex.3d.v4.f32.f32 {%0,%1,%2,%3},[%4,{%5,%6,%7,%7}];":"=f"(s),"=f"(v1),"=f"(v2),"=f"(v3):"l"(tex),"f"(px),"f"(py),"f"(pz):"memory"); asm volatile("mul.f32 %0,%1,0f3BA3D70A;":"=f"(a):"f"(s):"memory"); uint32_t t2=clk(); if(logs&&k<TURNS) out[(size_t)gw*TURNS+k]=make_uint2(t1,t2); }
      else { s=tex3D<float>(tex,px,py,pz); a=s*0.005f; }
      r+=(1-al)*a*s; al+=(1-al)*a; if(al>0.98f){ k++; break; } } }
  img[y*N+x]=(uint32_t)(r*65535); if((lin&31)==0) heads[gw]=make_uint2(sm,k); }
Mat rotm(float al,float be,float ga){ auto R=[&](float a){return a*3.14159265f/180;}; float ca=cosf(R(al)),sa=sinf(R(al)),cb=cosf(R(be)),sb=sinf(R(be)),cg=cosf(R(ga)),sg=sinf(R(ga)),X[9]={1,0,0,0,ca,-sa,0,sa,ca},Y[9]={cb,0,sb,0,1,0,-sb,0,cb},Z[9]={cg,-sg,0,sg,cg,0,0,0,1},T[9],M[9]; auto mul=[](float*o,float*a,float*b){for(int i=0;i<3;i++)for(int j=0;j<3;j++){o[i*3+j]=0;for(int k=0;k<3;k++)o[i*3+j]+=a[i*3+k]*b[k*3+j];}}; mul(T,Y,X); mul(M,Z,T); Mat m; for(int i=0;i<3;i++){for(int j=0;j<3;j++)m.m[i*4+j]=M[i*3+j]+(fabsf(M[i*3+j])<1e-6f?1e-6f:0); m.m[i*4+3]=4*M[i*3+2];} return m; }

int main(){ cudaArray_t arr; cudaChannelFormatDesc cd=cudaCreateChannelDesc<uint8_t>(); CK(cudaMalloc3DArray(&arr,&cd,make_cudaExtent(N,N,N),cudaArraySurfaceLoadStore)); cudaResourceDesc rd={}; rd.resType=cudaResourceTypeArray; rd.res.array.array=arr; cudaSurfaceObject_t su; CK(cudaCreateSurfaceObject(&su,&rd)); fill<<<dim3(N/256,N,N),256>>>(su); CK(cudaDeviceSynchronize());
  cudaTextureDesc td={}; td.filterMode=cudaFilterModeLinear; td.readMode=cudaReadModeNormalizedFloat; td.normalizedCoords=1; for(int i=0;i<3;i++)td.addressMode[i]=cudaAddressModeClamp; cudaTextureObject_t tex; CK(cudaCreateTextureObject(&tex,&rd,&td,0));
  uint2*out,*heads; uint32_t*img; char*junk; CK(cudaMalloc(&out,32768ull*TURNS*8)); CK(cudaMalloc(&heads,32768*8)); CK(cudaMalloc(&img,N*N*4)); CK(cudaMalloc(&junk,256<<20)); std::vector<uint2> h(32768ull*TURNS),hd(32768);
  cudaEvent_t a,b; cudaEventCreate(&a); cudaEventCreate(&b); float views[5][3]={{0,0,0},{90,0,90},{90,-90,0},{45,30,0},{20,70,10}};
  for(auto&v:views) for(int tx=1;tx<=128;tx*=2) for(int few:{1,2,4,8,12,16,0}){ int wide=N/tx,first=few?4096:0,blocks=few?132*few:8192; Mat m=rotm(v[0],v[1],v[2]); dim3 bl(tx,128/tx); std::vector<float> ms;
    auto once=[&](int log){ CK(cudaMemset(junk,few,256<<20)); CK(cudaMemset(heads,255,32768*8)); float q; cudaEventRecord(a); if(log) vr<1><<<blocks,bl>>>(tex,img,m,0.002f,first,wide,out,heads); else vr<0><<<blocks,bl>>>(tex,img,m,0.002f,first,wide,out,heads); cudaEventRecord(b); CK(cudaEventSynchronize(b)); CK(cudaEventElapsedTime(&q,a,b)); return q; };
    for(int r=0;r<6;r++) { float q=once(0); if(r) ms.push_back(q); } std::sort(ms.begin(),ms.end()); CK(cudaMemcpy(hd.data(),heads,32768*8,cudaMemcpyDeviceToHost)); long refs=0; int longest=0; for(auto&q:hd) if(q.x<132){ refs+=q.y; longest=std::max(longest,(int)q.y); }
    printf("few,%g/%g/%g,%dx%d,%d,%.4f,%.4f,%ld,%d\n",v[0],v[1],v[2],tx,128/tx,few,ms[2],ms[0],refs,longest);
    if(few!=1&&few!=4&&few!=16) continue; double logged=once(1); CK(cudaMemcpy(h.data(),out,h.size()*8,cudaMemcpyDeviceToHost)); CK(cudaMemcpy(hd.data(),heads,32768*8,cudaMemcpyDeviceToHost));
    std::map<int,std::vector<std::pair<uint32_t,uint32_t>>> of; for(int w=0;w<32768;w++) if(hd[w].x<132&&hd[w].x%33==5) for(int k=0;k<std::min<int>(TURNS,hd[w].y);k++){ uint2 q=h[(size_t)w*TURNS+k]; of[hd[w].x].push_back({q.x,q.y-q.x}); }
    long all=0,over=0; std::vector<uint32_t> took; for(auto&o:of){ auto&r=o.second; if(r.size()<2) continue; uint32_t zero=r[0].first; for(auto&q:r) if((int32_t)(q.first-zero)<0) zero=q.first; for(auto&q:r) q.first-=zero; std::sort(r.begin(),r.end()); uint32_t last=0; for(auto&q:r){ uint32_t end=q.first+q.second; all++; over+=end+50<last; last=std::max(last,end); took.push_back(q.second); } }
    if(took.size()<100) continue; std::sort(took.begin(),took.end()); auto p=[&](double f){ return took[(size_t)(f*(took.size()-1))]; }; printf("back,%g/%g/%g,%dx%d,%d,%.4f,%ld,%ld,%u,%u,%u\n",v[0],v[1],v[2],tx,128/tx,few,logged,all,over,p(.1),p(.5),p(.9)); }
  return 0; }
