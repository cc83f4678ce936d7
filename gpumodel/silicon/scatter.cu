// Stores of B bytes a lane, each lane's in a line of its own, by all SMs, to lines of the L2: lines LINE bytes apart; of MERGE warps in a
// row all store to the same lines, one beside the other. nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdio>
#include <cstdint>
#include <vector>
#include <algorithm>
#include <functional>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){fprintf(stderr,"%d %s\n",__LINE__,cudaGetErrorString(e)); exit(1);} }while(0)
double timed(std::function<void()> f, int n = 7) { cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b); std::vector<float> t;
 for (int i = 0; i < n + 2; i++) { cudaEventRecord(a); f(); cudaEventRecord(b); CK(cudaEventSynchronize(b)); float ms; cudaEventElapsedTime(&ms, a, b); if (i >= 2) t.push_back(ms * 1000); }
 CK(cudaGetLastError()); std::sort(t.begin(), t.end()); return t[n / 2]; }
template<class T> __global__ void scatter(char *p, unsigned apart, unsigned merge, unsigned mask, int times) { unsigned w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31, warps = gridDim.x * blockDim.x >> 5; T v{};
 for (int t = 0; t < times; t++) { unsigned at = (w / merge * 32 + lane) * apart & mask; *(int *)&v = t; *(T *)(p + at + (w % merge) * sizeof(T)) = v; w += warps; } }
int main() { char *p; CK(cudaMalloc(&p, 1u << 28)); CK(cudaMemset(p, 0, 1u << 28));
 for (unsigned mb : {16, 32}) for (unsigned apart : {128, 128 * 3, 128 * 33, 128 * 129}) for (unsigned merge : {1, 2, 4, 8}) { unsigned mask = (mb << 20) - 1; int times = 64;
  double n = 264. * 32 * times * 32; double a = timed([&] { scatter<int><<<264, 1024>>>(p, apart, merge, mask & ~127u, times); }); printf("scatter,bytes=4,mb=%u,apart=%u,merge=%u,us=%.3f,lines_per_us=%.1f\n", mb, apart, merge, a, n / a);
  if (merge <= 4) { double b = timed([&] { scatter<int2><<<264, 1024>>>(p, apart, merge, mask & ~127u, times); }); printf("scatter,bytes=8,mb=%u,apart=%u,merge=%u,us=%.3f,lines_per_us=%.1f\n", mb, apart, merge, b, n / b); }
  if (merge == 1) { struct V { int v[8]; }; } }
}
