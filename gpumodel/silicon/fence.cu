// fence.cu: what a fence of the workgroup (membar.cta) costs between two clock reads, by
// warps of an SM, alone and after a load from a resident line.
// nvcc -O3 -arch=sm_90 -std=c++17 fence.cu -o fence && ./fence > fence.csv
#include <cstdio>
#include <cstdint>
#include <vector>
#include <algorithm>
#define CK(x) do{cudaError_t e=(x);if(e){fprintf(stderr,"%s %d\n",cudaGetErrorString(e),__LINE__);return 1;}}while(0)
__device__ __forceinline__ uint32_t clk(){uint32_t t;asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory");return t;}
template<int M> __global__ void k(cudaTextureObject_t tex,uint32_t*sum,float*out,int n,float z){
  uint32_t s=0; float a=0;
  for(int i=0;i<n;i++){
    float x=(threadIdx.x&3)+0.5f+z*i; 
    uint32_t t1=clk(); float v=0;
    if(M&2) v=tex3D<float>(tex,x,0.5f,0.5f);
    if(M&1) asm volatile("membar.cta;":::"memory");
    uint32_t t2=clk(); s+=t2-t1; a+=v;
  }
  if((threadIdx.x&31)==0) sum[blockIdx.x*(blockDim.x/32)+threadIdx.x/32]=s;
  out[threadIdx.x]=a;
}
int main(){ cudaArray_t arr; cudaChannelFormatDesc cd=cudaCreateChannelDesc<uint8_t>(); CK(cudaMalloc3DArray(&arr,&cd,make_cudaExtent(64,64,64),0)); cudaResourceDesc rd={}; rd.resType=cudaResourceTypeArray; rd.res.array.array=arr;
 cudaTextureDesc td={}; td.filterMode=cudaFilterModeLinear; td.readMode=cudaReadModeNormalizedFloat; cudaTextureObject_t tex; CK(cudaCreateTextureObject(&tex,&rd,&td,0));
 uint32_t*d; float*o; CK(cudaMalloc(&d,4*64*132)); CK(cudaMalloc(&o,4096*4)); const int n=512;
 const char*names[]={"none","fence","texture","texture fence"};
 for(int m=0;m<4;m++) for(int w: {1,2,4,8,16,32}) { std::vector<uint32_t> h(w*132);
  for(int rep=0;rep<3;rep++){ if(m==0)k<0><<<132,32*w>>>(tex,d,o,n,0);if(m==1)k<1><<<132,32*w>>>(tex,d,o,n,0);if(m==2)k<2><<<132,32*w>>>(tex,d,o,n,0);if(m==3)k<3><<<132,32*w>>>(tex,d,o,n,0); CK(cudaDeviceSynchronize()); }
  CK(cudaMemcpy(h.data(),d,4*w*132,cudaMemcpyDeviceToHost)); double s=0; for(auto x:h) s+=x; printf("fence,what=%s,warps=%d,cycles=%.2f\n",names[m],w,s/n/h.size()); }
 return 0; }
