// copies.cu: asynchronous copies of 16 bytes a lane from the L2 to shared memory
// (LDGSTS.E.BYPASS.128), lane i from 16 i bytes on, by where the lanes write: cycles of each
// when wavefronts wait for each of theirs (chained 1), and when none waits before the last.
// nvcc -O3 -arch=sm_90 -std=c++17 copies.cu -o copies && ./copies > copies.csv
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>
#include <algorithm>
#define CK(x) do{cudaError_t e=(x);if(e){fprintf(stderr,"%s %d\n",cudaGetErrorString(e),__LINE__);exit(1);}}while(0)
__device__ __forceinline__ uint32_t clk(){uint32_t t;asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory");return t;}
template<int CHAIN> __global__ void k(const char*g,const uint32_t*target,uint32_t*out,int n){
  extern __shared__ char s[];
  uint32_t to=(uint32_t)__cvta_generic_to_shared(s)+target[threadIdx.x&31]; const char*from=g+16*(threadIdx.x&31);
  asm volatile("cp.async.cg.shared.global [%0],[%1],16;"::"r"(to),"l"(from)); // into the L2
  asm volatile("cp.async.wait_all;":::"memory");
  __syncthreads();
  uint32_t begin=clk();
  for(int i=0;i<n;i++){
    #pragma unroll
    for(int j=0;j<8;j++){ asm volatile("cp.async.cg.shared.global [%0],[%1],16;"::"r"(to),"l"(from));
      if(CHAIN) asm volatile("cp.async.wait_all;":::"memory"); }
  }
  asm volatile("cp.async.wait_all;":::"memory");
  uint32_t end=clk();
  if((threadIdx.x&31)==0){ out[2*(threadIdx.x/32)]=begin; out[2*(threadIdx.x/32)+1]=end; }
}
int main(){
  char*g; uint32_t*target,*out; CK(cudaMalloc(&g,4096)); CK(cudaMemset(g,1,4096)); CK(cudaMalloc(&target,128)); CK(cudaMalloc(&out,4*64));
  CK(cudaFuncSetAttribute(k<0>,cudaFuncAttributeMaxDynamicSharedMemorySize,65536)); CK(cudaFuncSetAttribute(k<1>,cudaFuncAttributeMaxDynamicSharedMemorySize,65536));
  struct P{ std::string name; std::vector<uint32_t> at; }; std::vector<P> ps;
  for(int b:{16,32,48,64,80,96,112,128,144,160,192,256,272,320,384,512,640,1024}){ P p; p.name="stride"+std::to_string(b); for(int l=0;l<32;l++) p.at.push_back(b*l); ps.push_back(p); }
  { P p; p.name="swizzle"; for(int l=0;l<32;l++) p.at.push_back(128*(l/8)+16*((l%8)^(l/8))); ps.push_back(p); } // rows of 128 bytes, their pieces exchanged
  { P p; p.name="padded"; for(int l=0;l<32;l++) p.at.push_back(144*(l/8)+16*(l%8)); ps.push_back(p); } // rows of 128 bytes, 16 apart
  { P p; p.name="column"; for(int l=0;l<32;l++) p.at.push_back(4096*(l/8)+512*(l%8)); ps.push_back(p); }
  srand(7); for(int r=0;r<12;r++){ P p; p.name="random"; for(int l=0;l<32;l++) p.at.push_back(rand()%3072*16); ps.push_back(p); }
  for(int r=0;r<4;r++){ P p; p.name="near"; for(int l=0;l<32;l++) p.at.push_back(rand()%128*16); ps.push_back(p); } // within 2 KiB
  printf("kind,chained,wavefronts,cycles,offsets\n");
  for(auto&p:ps) for(int chain=0;chain<2;chain++) for(int w:{1,8,32}){
    const int n=16; double best=1e9; uint32_t h[64];
    CK(cudaMemcpy(target,p.at.data(),128,cudaMemcpyHostToDevice));
    for(int rep=0;rep<5;rep++){
      if(chain) k<1><<<1,32*w,65536>>>(g,target,out,n); else k<0><<<1,32*w,65536>>>(g,target,out,n);
      CK(cudaGetLastError()); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(h,out,8*w,cudaMemcpyDeviceToHost));
      uint32_t a=h[0],b=h[1]; for(int i=0;i<w;i++){ a=std::min(a,h[2*i]); b=std::max(b,h[2*i+1]); }
      best=std::min(best,(b-a)/(8.0*n*w)); }
    printf("%s,%d,%d,%.3f,",p.name.c_str(),chain,w,best); for(int l=0;l<32;l++) printf("%u%s",p.at[l],l<31?" ":"\n"); }
  return 0; }
