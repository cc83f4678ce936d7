// How often a reference of a texture looks up its line in an H200's L1, by which line the set gives up afterwards. Seven lines of one set are
// visited: by lane 0, or, where there is a +, by the lanes given, a texel each along x; one after another has come (by chance, 22
// visits), or all at once (0, 1, 2, 3, up to three hits, up to three more lines; visits to other sets before, not printed). there:
// for each of the seven whether it is there in the end, asked in a launch of its own.
// nvcc -O3 -arch=sm_90 -std=c++17 lookups.cu -o lookups && ./lookups > lookups.csv
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x);if(e){fprintf(stderr,"%s:%d %s\n",__FILE__,__LINE__,cudaGetErrorString(e));exit(1);}}while(0)
__device__ __forceinline__ uint32_t clk(){uint32_t t;asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory");return t;}
const int K=22; __constant__ uint32_t list[K]; // line, and 1<<16 with a +
template<int SERIAL> __global__ void visit(cudaTextureObject_t t,uint32_t lanes,float aside,int probe,uint32_t*out){ uint32_t lane=threadIdx.x,a,b; float x[K],y[K],z[K],v[K],s=0; bool on[K];
#pragma unroll
  for(int k=0;k<K;k++){ uint32_t i=list[k]&65535,wide=list[k]>>16; x[k]=(i>>1&1)*32+(i>>6&15)*64+aside+(wide?lane:0); y[k]=(i&1)*4+(i>>10&15)*8+aside; z[k]=(i>>2&15)+.5f; on[k]=wide?lanes>>lane&1:lane==0; v[k]=0; asm volatile(""::"f"(x[k]),"f"(y[k]),"f"(z[k])); }
#pragma unroll
  for(int k=0;k<K;k++){ float v1,v2,v3,xx=x[k]; if(SERIAL) xx+=s*1e-30f; if(on[k]) asm volatile("tex.3d.v4.f32.f32 {%0,%1,%2,%3},[%4,{%5,%6,%7,%7}];":"=f"(v[k]),"=f"(v1),"=f"(v2),"=f"(v3):"l"(t),"f"(xx),"f"(y[k]),"f"(z[k]):"memory"); if(SERIAL){ s+=__shfl_sync(~0u,v[k],0); asm volatile("{.reg .pred p; setp.gt.f32 p,%0,0f7F000000; @p trap;}"::"f"(s):"memory"); } }
  if(!SERIAL){
#pragma unroll
    for(int k=0;k<K;k++) s+=v[k]; s=__shfl_sync(~0u,s,0); }
  asm volatile("{.reg .pred p; setp.gt.f32 p,%0,0f7F000000; @p trap;}"::"f"(s):"memory"); for(int q=0;q<200;q++) asm volatile("nanosleep.u32 1;");
  if(lane==0){ uint32_t i=probe; float xx=(i>>1&1)*32+(i>>6&15)*64+.5f+s*1e-30f,yy=(i&1)*4+(i>>10&15)*8+.5f,zz=(i>>2&15)+.5f; asm volatile(""::"f"(xx),"f"(yy),"f"(zz)); a=clk(); float w=tex3D<float>(t,xx,yy,zz); asm volatile("{.reg .pred p; setp.gt.f32 p,%0,0f7F000000; @p trap;}"::"f"(w):"memory"); b=clk(); out[0]=b-a; } }
__global__ void fill(cudaSurfaceObject_t s){ surf3Dwrite<uint8_t>((uint8_t)1,s,blockIdx.x*blockDim.x+threadIdx.x,blockIdx.y,blockIdx.z); }
const uint64_t masks[9]={0x7b044c,0x67a4bc,0x62053c,0x342218,0x51a82c,0x5b302c,0x55c004,0x5,0x6};
cudaTextureObject_t tex[2]; uint32_t*O; std::vector<uint32_t> of[512];
// lines[i], visits by their indices (+16 with a +), and what to visit before, up to K in all
void ask(int linear,bool serial,uint32_t lanes,const uint32_t*lines,const std::vector<int>&visits,int set){ std::vector<uint32_t> l; for(int i=0;i<K-(int)visits.size();i++) l.push_back(of[(set+11+i*7)%512][3]); for(int v:visits) l.push_back(lines[v&15]|(v&16)<<12); CK(cudaMemcpyToSymbol(list,l.data(),K*4));
  printf("%s,%s,%x,",linear?"linear":"point",serial?"after":"at once",lanes); for(int v:visits) printf("%d%s",v&15,v&16?"+":""); printf(",");
  for(int i=0;i<7;i++){ uint32_t h; for(int q=0;q<2;q++){ if(serial) visit<1><<<1,32>>>(tex[linear],lanes,linear?.75f:.5f,lines[i],O); else visit<0><<<1,32>>>(tex[linear],lanes,linear?.75f:.5f,lines[i],O); CK(cudaDeviceSynchronize()); } CK(cudaMemcpy(&h,O,4,cudaMemcpyDeviceToHost)); printf("%d",h<240); } puts(""); }
int main(){ CK(cudaMalloc(&O,1024)); cudaArray_t arr; cudaChannelFormatDesc cd=cudaCreateChannelDesc<uint8_t>(); CK(cudaMalloc3DArray(&arr,&cd,make_cudaExtent(1024,1024,1024),cudaArraySurfaceLoadStore)); cudaResourceDesc rd={}; rd.resType=cudaResourceTypeArray; rd.res.array.array=arr; cudaSurfaceObject_t su; CK(cudaCreateSurfaceObject(&su,&rd)); fill<<<dim3(4,1024,1024),256>>>(su); CK(cudaDeviceSynchronize());
  cudaTextureDesc td={}; td.readMode=cudaReadModeNormalizedFloat; for(int i=0;i<3;i++)td.addressMode[i]=cudaAddressModeClamp; for(int i=0;i<2;i++){ td.filterMode=i?cudaFilterModeLinear:cudaFilterModePoint; CK(cudaCreateTextureObject(&tex[i],&rd,&td,0)); }
  for(uint32_t i=0;i<16384;i++){ int s=0; for(int b=0;b<9;b++) s|=__builtin_parityll(i&masks[b])<<b; of[s].push_back(i); }
  uint32_t r=5; auto next=[&](int n){ r=r*1664525u+1013904223u; return (int)((r>>8)%n); }; printf("filter,next,lanes,visits,there\n");
  for(int linear=0;linear<2;linear++) for(uint32_t lanes:{0x1u,0x3u,0x9u,0x7u,0xfu,0x11u,0xffu,0x10001u,0xffffffffu}) for(int rep=0;rep<20;rep++){ int s=next(512); uint32_t lines[7]; std::vector<int> v; for(int i=0;i<7;i++) lines[i]=of[s][i*4+next(4)]; for(int k=0;k<K;k++){ int i=next(7); v.push_back(i|next(2)<<4); } ask(linear,true,lanes,lines,v,s); }
  int s=77; for(int n=0;n<4;n++) for(int hits=0;hits<1<<2*n;hits++) for(int more=1;more<4;more++){ s=(s*5+3)%512; uint32_t lines[7]; for(int i=0;i<7;i++) lines[i]=of[s][i*4+1]; std::vector<int> v={0,1,2,3}; for(int i=0;i<n;i++) v.push_back(hits>>2*i&3); for(int i=0;i<more;i++) v.push_back(4+i); ask(0,false,1,lines,v,s); }
  return 0; }
