// Whether an H200's L1 gives a set places that others had: lines that fill 420 sets, then lines of the others, then the first again.
// nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <vector>
#include <random>
#include <algorithm>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x);if(e){fprintf(stderr,"%s:%d %s\n",__FILE__,__LINE__,cudaGetErrorString(e));exit(1);}}while(0)
__device__ __forceinline__ uint32_t clk(){uint32_t t;asm volatile("mov.u32 %0,%%clock;":"=r"(t)::"memory");return t;}
__global__ void visit(const char*p,const uint32_t*list,int n,uint32_t*out){ if(threadIdx.x)return; uint32_t w=0,bits=0; for(int j=0;j<n;j++){ uint32_t i; asm volatile("ld.global.cg.u32 %0,[%1];":"=r"(i):"l"(list+j):"memory"); const char*q=p+(size_t)i*128+w; asm volatile(""::"l"(q)); uint32_t a=clk(),u; asm volatile("ld.global.ca.u32 %0,[%1];":"=r"(u):"l"(q):"memory"); w=u; asm volatile("{.reg .pred p; setp.gt.u32 p,%0,5; @p trap;}"::"r"(w)); uint32_t b=clk(); bits|=(uint32_t)(b-a>150)<<(j&31); if((j&31)==31||j==n-1){ asm volatile("st.global.cg.u32 [%0],%1;"::"l"(out+j/32),"r"(bits):"memory"); bits=0; } } }
const uint64_t masks[]={0x00921c,0x014486,0x050468,0x094209,0x604884,0x011d30,0x026960,0x141582,0x221425};
int main(){ char*p; size_t bytes=256<<20; CK(cudaMalloc(&p,bytes)); CK(cudaMemset(p,0,bytes)); auto set=[&](uint64_t i){ uint64_t l=((uint64_t)p>>7)+i; int s=0; for(int b=0;b<9;b++) s|=__builtin_parityll(l&masks[b])<<b; return s; };
  printf("sets,a,b,seed,missed,tenths\n"); for(int sets:{420,400,300,200}) for(int seed=0;seed<4;seed++){ std::mt19937 g(seed); std::vector<std::vector<uint32_t>> of(512); while(true){ uint32_t i=g()%(bytes/128); auto&o=of[set(i)]; if(o.size()<12&&std::find(o.begin(),o.end(),i)==o.end()) o.push_back(i); bool ok=true; for(auto&q:of) ok&=q.size()>=12; if(ok) break; }
    std::vector<int> order(512); for(int i=0;i<512;i++) order[i]=i; std::shuffle(order.begin(),order.end(),g); int each=sets==420?4:sets==400?4:sets==300?4:4;
    std::vector<uint32_t> A,B; for(int i=0;i<sets;i++) for(int k=0;k<each;k++) A.push_back(of[order[i]][k]); for(int i=sets;i<512;i++) for(int k=0;k<4;k++) B.push_back(of[order[i]][k]); std::shuffle(A.begin(),A.end(),g); std::shuffle(B.begin(),B.end(),g);
    std::vector<uint32_t> list; std::vector<std::pair<int,int>> part; auto lap=[&](std::vector<uint32_t>&v,int kind){ part.push_back({kind,(int)list.size()}); for(auto i:v) list.push_back(i); };
    for(int i=0;i<4;i++) lap(A,0); for(int i=0;i<12;i++) lap(B,1); for(int i=0;i<8;i++) lap(A,2); for(int i=0;i<4;i++) lap(B,3); part.push_back({9,(int)list.size()});
    uint32_t*L,*O; CK(cudaMalloc(&L,list.size()*4)); CK(cudaMalloc(&O,list.size()/8+64)); CK(cudaMemcpy(L,list.data(),list.size()*4,cudaMemcpyHostToDevice)); visit<<<1,32>>>(p,L,list.size(),O); CK(cudaDeviceSynchronize()); std::vector<uint32_t> h(list.size()/32+1); CK(cudaMemcpy(h.data(),O,h.size()*4,cudaMemcpyDeviceToHost));
    printf("%d,%zu,%zu,%d,",sets,A.size(),B.size(),seed); for(size_t q=0;q+1<part.size();q++){ int m=0; for(int j=part[q].second;j<part[q+1].second;j++) m+=h[j/32]>>(j&31)&1; printf("%s%c%d",q?" ":"","ABab"[part[q].first],m); } 
    // where the misses of the first lap of A again lie, by tenths of the lap
    int f=-1; for(size_t q=0;q<part.size();q++) if(part[q].first==2){ f=q; break; } printf(","); for(int d=0;d<10;d++){ int m=0,n=A.size(); for(int j=part[f].second+n*d/10;j<part[f].second+n*(d+1)/10;j++) m+=h[j/32]>>(j&31)&1; printf("%s%d",d?"/":"",m); } printf("\n"); cudaFree(L); cudaFree(O); }
  return 0; }
