// When an H200's texture unit takes the references of frames of probe.cu's renderer, and for which it waits: of two SMs, each reference's
// clock before it, when its coordinates may be written again, and when its result is there.
// nvcc -O3 -arch=sm_90 -std=c++17; window DIR writes these down too, window DIR - reads them again.
#include <cstdio>
#include <cstdint>
#include <cmath>
#include <map>
#include <string>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){fprintf(stderr,"%s:%d %s\n",__FILE__,__LINE__,cudaGetErrorString(e)); exit(1);} }while(0)
__device__ __forceinline__ uint32_t clk(){ uint32_t t; asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory"); return t; }
const int N=1024,TURNS=1536;

__global__ void fill(cudaSurfaceObject_t s){ int x=blockIdx.x*blockDim.x+threadIdx.x,y=blockIdx.y,z=blockIdx.z; float a=x*(2.f/N)-1,b=y*(2.f/N)-1,c=z*(2.f/N)-1,q=a*a+b*b+c*c; surf3Dwrite<uint8_t>(q<1?(uint8_t)(60*(1-q)+30*(1+sinf(20*a)*sinf(17*b)*sinf(23*c))):0,s,x,y,z); }

struct Mat{float m[12];};
__global__ void vr(cudaTextureObject_t tex,uint32_t*img,Mat inv,float step,uint2*out,uint4*heads,int log,int wide){
  int blk=blockIdx.x,bx=blk%wide,by=blk/wide;
  int x=bx*blockDim.x+threadIdx.x,y=by*blockDim.y+threadIdx.y,lin=threadIdx.y*blockDim.x+threadIdx.x,gw=blk*4+lin/32; uint32_t sm; asm("mov.u32 %0,%%smid;":"=r"(sm)); bool timed=log&&(lin&31)==0&&(sm==5||sm==71); uint32_t k=0; uint32_t begun=clk();
  uint2*o2=out+(size_t)gw*TURNS;
  float u=(x/(float)N)*2-1,v=(y/(float)N)*2-1; float3 o={inv.m[3],inv.m[7],inv.m[11]}; float il=rsqrtf(u*u+v*v+4.f),dx=u*il,dy=v*il,dz=-2.f*il;
  float3 d={inv.m[0]*dx+inv.m[1]*dy+inv.m[2]*dz,inv.m[4]*dx+inv.m[5]*dy+inv.m[6]*dz,inv.m[8]*dx+inv.m[9]*dy+inv.m[10]*dz};
  float tn=-1e30f,tf=1e30f,oo[3]={o.x,o.y,o.z},dd[3]={d.x,d.y,d.z}; for(int i=0;i<3;i++){ float a=(-1-oo[i])/dd[i],b=(1-oo[i])/dd[i]; tn=fmaxf(tn,fminf(a,b)); tf=fminf(tf,fmaxf(a,b)); }
  float r=0,al=0,junk=0;
  if(tn<tf){ if(tn<0)tn=0;
    for(float t=tn;t<tf;t+=step){ uint32_t t1,t2; float s,v1,v2,v3,cx=(o.x+d.x*t)*.5f+.5f,cy=(o.y+d.y*t)*.5f+.5f,cz=(o.z+d.z*t)*.5f+.5f;
      asm volatile("mov.u32 %0,%%clock;":"=r"(t1)::"memory");
      asm volatile("tex.3d.v4.f32.f32 {%0,%1,%2,%3},[%4,{%5,%6,%7,%7}];":"=f"(s),"=f"(v1),"=f"(v2),"=f"(v3):"l"(tex),"f"(cx),"f"(cy),"f"(cz):"memory");
      uint32_t t4; asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(cx)::"memory"); asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(cy)::"memory"); asm volatile("add.f32 %0,%0,0f3F800000;":"+f"(cz)::"memory"); asm volatile("mov.u32 %0,%%clock;":"=r"(t4)::"memory"); junk+=cx+cy+cz;
      float a; asm volatile("mul.f32 %0,%1,0f3BA3D70A;":"=f"(a):"f"(s):"memory");
      asm volatile("mov.u32 %0,%%clock;":"=r"(t2)::"memory");
      if(timed&&k<TURNS){ o2[k]=make_uint2(t1,(t2-t1)<<16|min(t4-t1,65535u)); } k++;
      r+=(1-al)*a*s; al+=(1-al)*a; if(al>0.98f)break; } }
  img[y*N+x]=(uint32_t)(r*65535)+(junk==12345.f);
  if((lin&31)==0) heads[gw]=make_uint4(sm,k<TURNS?k:TURNS,begun,clk()); }
Mat rotm(float al,float be,float ga){ auto R=[&](float a){return a*3.14159265f/180;}; float ca=cosf(R(al)),sa=sinf(R(al)),cb=cosf(R(be)),sb=sinf(R(be)),cg=cosf(R(ga)),sg=sinf(R(ga)),X[9]={1,0,0,0,ca,-sa,0,sa,ca},Y[9]={cb,0,sb,0,1,0,-sb,0,cb},Z[9]={cg,-sg,0,sg,cg,0,0,0,1},T[9],M[9]; auto mul=[](float*o,float*a,float*b){for(int i=0;i<3;i++)for(int j=0;j<3;j++){o[i*3+j]=0;for(int k=0;k<3;k++)o[i*3+j]+=a[i*3+k]*b[k*3+j];}}; mul(T,Y,X); mul(M,Z,T); Mat m; for(int i=0;i<3;i++){for(int j=0;j<3;j++)m.m[i*4+j]=M[i*3+j]+(fabsf(M[i*3+j])<1e-6f?1e-6f:0); m.m[i*4+3]=4*M[i*3+2];} return m; }

struct Ref{ int64_t taken,done; };
// Pauses of more than 100 cycles in which nothing is taken, between a fifth and a half of the SM's time; of those that end when the oldest
// reference without a result has one (25 cycles of the way there less, within 12), how many have been taken from that one on.
void pauses(const char*name,std::vector<Ref> r){ std::sort(r.begin(),r.end(),[](const Ref&a,const Ref&b){ return a.taken<b.taken; }); int64_t t0=r[0].taken,t1=0; for(auto&q:r) t1=std::max(t1,q.done); size_t from=0,to=0; while(r[from].taken<t0+(t1-t0)/5) from++; while(r[to].taken<t0+(t1-t0)/2) to++; 
  int all=0; int64_t paused=0; std::vector<int> window,held; for(size_t i=std::max<size_t>(from,400);i<to;i++){ int64_t gap=r[i+1].taken-r[i].taken; if(gap<=100) continue; all++; paused+=gap; size_t oldest=i-400; while(oldest<i&&r[oldest].done<=r[i].taken+30) oldest++; if(llabs(r[oldest].done-r[i+1].taken-25)>12) continue; window.push_back(i-oldest+1); int n=0; for(size_t j=oldest;j<=i;j++) n+=r[j].done>r[i].taken; held.push_back(n); }
  std::sort(window.begin(),window.end()); std::sort(held.begin(),held.end()); auto at=[](std::vector<int>&v,double f){ return v.empty()?0:v[(size_t)(f*(v.size()-1))]; }; printf("%s,%zu,%.1f,%d,%.2f,%zu,%d,%d,%d,%d,%d\n",name,to-from,(r[to].taken-r[from].taken)/(double)(to-from),all,paused/(double)(r[to].taken-r[from].taken),window.size(),at(window,.05),at(window,.25),at(window,.5),at(window,.75),at(held,.5)); }
int main(int argc,char**argv){ struct{float v[3];int tx;} fs[]={{{0,0,0},128},{{90,-90,0},32},{{20,70,10},32},{{0,0,0},32},{{0,0,0},8},{{90,-90,0},8},{{45,30,0},8},{{90,0,90},64},{{90,0,90},8}}; std::vector<uint32_t> words; bool read=argc==3; cudaTextureObject_t tex=0; uint2*out=0; uint4*heads=0; uint32_t*img=0; char*junk=0; std::vector<uint2> h; std::vector<uint4> hd;
  if(!read){ cudaArray_t arr; cudaChannelFormatDesc cd=cudaCreateChannelDesc<uint8_t>(); CK(cudaMalloc3DArray(&arr,&cd,make_cudaExtent(N,N,N),cudaArraySurfaceLoadStore)); cudaResourceDesc rd={}; rd.resType=cudaResourceTypeArray; rd.res.array.array=arr; cudaSurfaceObject_t su; CK(cudaCreateSurfaceObject(&su,&rd)); fill<<<dim3(N/256,N,N),256>>>(su); CK(cudaDeviceSynchronize());
    cudaTextureDesc td={}; td.filterMode=cudaFilterModeLinear; td.readMode=cudaReadModeNormalizedFloat; td.normalizedCoords=1; for(int i=0;i<3;i++)td.addressMode[i]=cudaAddressModeClamp; CK(cudaCreateTextureObject(&tex,&rd,&td,0)); CK(cudaMalloc(&out,32768ull*TURNS*8)); CK(cudaMalloc(&heads,32768*16)); CK(cudaMalloc(&img,N*N*4)); CK(cudaMalloc(&junk,256<<20)); h.resize(32768ull*TURNS); hd.resize(32768); }
  printf("view,tb,references,cycles,pauses,paused,oldest,p5,p25,p50,p75,held\n");
  for(auto&f:fs){ char name[200]; snprintf(name,200,"%s/%g_%g_%g_%d_k0.bin",argc>1?argv[1]:".",f.v[0],f.v[1],f.v[2],f.tx); words.clear();
    if(read){ FILE*in=fopen(name,"rb"); if(!in) continue; uint32_t w; while(fread(&w,4,1,in)==1) words.push_back(w); fclose(in); }
    else { Mat m=rotm(f.v[0],f.v[1],f.v[2]); dim3 bl(f.tx,128/f.tx); for(int rep=0;rep<4;rep++){ CK(cudaMemset(junk,rep,256<<20)); CK(cudaMemset(heads,255,32768*16)); vr<<<8192,bl>>>(tex,img,m,0.002f,out,heads,1,N/f.tx); CK(cudaDeviceSynchronize()); } CK(cudaMemcpy(h.data(),out,h.size()*8,cudaMemcpyDeviceToHost)); CK(cudaMemcpy(hd.data(),heads,hd.size()*16,cudaMemcpyDeviceToHost));
      for(uint32_t w=0;w<32768;w++){ if(hd[w].x!=5&&hd[w].x!=71) continue; words.insert(words.end(),{w,hd[w].x,hd[w].y,hd[w].z,hd[w].w}); for(uint32_t k=0;k<hd[w].y;k++){ uint2 q=h[w*(size_t)TURNS+k]; words.push_back(q.x); words.push_back(q.y); } }
      if(argc==2){ FILE*o=fopen(name,"wb"); fwrite(words.data(),4,words.size(),o); fclose(o); } }
    std::map<uint32_t,std::vector<Ref>> of; for(size_t i=0;i<words.size();){ auto&r=of[words[i+1]]; uint32_t n=words[i+2]; i+=5; for(uint32_t k=0;k<n;k++,i+=2) r.push_back({(int64_t)words[i]+(words[i+1]&65535)-19,(int64_t)words[i]+(words[i+1]>>16)}); }
    for(auto&o:of){ char s[64]; snprintf(s,64,"%g/%g/%g,%dx%d",f.v[0],f.v[1],f.v[2],f.tx,128/f.tx); pauses(s,o.second); } }
  return 0; }
