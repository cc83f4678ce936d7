// What a launch behind another takes beside what its SMs are at work: the time by events, and of each SM from the first clock read of a warp to the last; the median and the most of the SMs, the mean of the warps; medians of 31. rest is the time less the most at 1.98 GHz. nvcc -O3 -arch=sm_90 -std=c++17
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>
#include <cuda_runtime.h>
typedef unsigned u;
__device__ __forceinline__ u now() { u t; asm volatile("mov.u32 %0, %%clock;" : "=r"(t) :: "memory"); return t; }
struct Span { u *r, b; __device__ __forceinline__ Span(u *r) : r(r) { b = now(); }
  __device__ __forceinline__ ~Span() { u e = now(), m = 0;
#ifndef MODEL
    asm volatile("mov.u32 %0, %%smid;" : "=r"(m));
#endif
    if (threadIdx.x % 32 == 0) { u *q = r + (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 4; q[0] = b; q[1] = e; q[2] = m; q[3] = 1; } } };
__global__ void number(u *r, float *out) { Span s(r); out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }
__global__ void copy(u *r, const float *in, float *out) { Span s(r); int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i]; }
__global__ void chain(u *r, float *out, int n, float a) { Span s(r); float x = threadIdx.x; 
#pragma unroll 16
  for (int k = 0; k < n; k++) x = x * a + 0.5f; out[blockIdx.x * blockDim.x + threadIdx.x] = x; }
__global__ void turn(u *r, const float *in, float *out, int n) { Span s(r); __shared__ float t[1024]; int i = blockIdx.x * blockDim.x + threadIdx.x; float x = in[i]; for (int k = 0; k < n; k++) { t[threadIdx.x] = x; __syncthreads(); x += t[(threadIdx.x + 33) % blockDim.x]; __syncthreads(); } out[i] = x; }
__global__ void follow(u *r, const int *in, int *out, int n) { Span s(r); int x = blockIdx.x * blockDim.x + threadIdx.x, i = x; for (int k = 0; k < n; k++) x = in[x & ((1 << 20) - 1)] + 64 * k + x; out[i] = x; }
__global__ void idling(long long n) { long long b = clock64(); while (clock64() - b < n) {} }
u *R; float *F, *O; std::vector<u> H(1 << 20);
void T(const char *name, int blocks, int threads, int n, std::function<void()> f) {
  cudaEvent_t p, q; cudaEventCreate(&p); cudaEventCreate(&q); std::vector<float> t, sp, sx, mean; 
  for (int i = 0; i < 35; i++) {
    f(); idling<<<1, 1>>>(100000); cudaEventRecord(p); f(); cudaEventRecord(q); cudaEventSynchronize(q); if (i < 4) continue; float m; cudaEventElapsedTime(&m, p, q); t.push_back(m * 1000);
    int warps = blocks * threads / 32; cudaMemcpy(H.data(), R, warps * 16, cudaMemcpyDeviceToHost);
    std::vector<u> first(256), last(256); std::vector<bool> had(256); double d = 0;
    for (int w = 0; w < warps; w++) { u b = H[w * 4], e = H[w * 4 + 1], s = H[w * 4 + 2]; d += u(e - b); if (!had[s]) had[s] = true, first[s] = b, last[s] = e; if ((int)(b - first[s]) < 0) first[s] = b; if ((int)(e - last[s]) > 0) last[s] = e; }
    std::vector<float> s; for (int k = 0; k < 256; k++) if (had[k]) s.push_back(last[k] - first[k]); std::sort(s.begin(), s.end()); sp.push_back(s[s.size() / 2]); sx.push_back(s.back()); mean.push_back(d / warps);
  }
  for (auto *v : {&t, &sp, &sx, &mean}) std::sort(v->begin(), v->end());
  int k = t.size() / 2; printf("around,%s,blocks=%d,threads=%d,n=%d,us=%.3f,sm=%.0f,most=%.0f,mean=%.0f,rest=%.3f\n", name, blocks, threads, n, t[k], sp[k], sx[k], mean[k], t[k] - sx[k] / 1980);
}
int main() {
  cudaMalloc(&R, 1 << 24); cudaMalloc(&F, 1 << 26); cudaMalloc(&O, 1 << 26); cudaMemset(F, 0, 1 << 26); idling<<<132, 32>>>(200000000);
  struct { int b, t; } grids[] = {{1, 32}, {66, 256}, {132, 32}, {132, 256}, {132, 1024}, {264, 1024}, {528, 256}, {1056, 256}, {2112, 256}, {2112, 64}};
  for (auto g : grids) {
    T("number", g.b, g.t, 0, [=] { number<<<g.b, g.t>>>(R, O); }); T("copy", g.b, g.t, 0, [=] { copy<<<g.b, g.t>>>(R, F, O); });
    for (int n : {64, 512, 2048}) T("chain", g.b, g.t, n, [=] { chain<<<g.b, g.t>>>(R, O, n, 0.5f); });
    for (int n : {4, 32}) T("turn", g.b, g.t, n, [=] { turn<<<g.b, g.t>>>(R, F, O, n); });
    for (int n : {2, 8}) T("follow", g.b, g.t, n, [=] { follow<<<g.b, g.t>>>(R, (int *)F, (int *)O, n); });
  }
  return cudaDeviceSynchronize() || cudaGetLastError();
}
