// The first steps of a launch, by clock reads of each warp: its first after the SM's first, then its number, its block's, an argument, and loads of its own line, the 128 kB behind it, far away and behind that, and its own once more, each stored in shared memory before the clock is read; median of the warps and the least. before: 0 behind a kernel on one SM, 1 behind four of its own, 2 behind one that writes all there is, 3 alone. Then 64 times 128 multiply-adds in a row, twice. nvcc -O3 -arch=sm_90 -std=c++17
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
typedef unsigned u;
#define KERNEL extern "C" __global__ void
__device__ __forceinline__ u now() { u t; asm volatile("mov.u32 %0, %%clock;" : "=r"(t) :: "memory"); return t; }
__device__ __forceinline__ float get(const float *p) { float v; asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(p) : "memory"); return v; }
#define KEEP(v) asm volatile("st.volatile.shared.f32 [%0], %1;" :: "r"(place), "f"(v) : "memory")
// Own, next and far lines of each warp, then the own once more; far is another page.
KERNEL steps(const float *in, u *out, int apart, long far) {
  __shared__ float s[1024];
  u t[10];
  t[0] = now();
  u i = threadIdx.x, place = (u)__cvta_generic_to_shared(s + i);
  KEEP((float)i); t[1] = now();
  u b = blockIdx.x; KEEP((float)b); t[2] = now();
  const float *p = in + (size_t)(b * blockDim.x + i) * apart;
  KEEP(__int_as_float(apart)); t[3] = now();
  float v = get(p); KEEP(v); t[4] = now();
  v = get(p + 32 * 1024); KEEP(v); t[5] = now();
  v = get(p + far); KEEP(v); t[6] = now();
  v = get(p + far + 32 * 1024); KEEP(v); t[7] = now();
  v = get(p); KEEP(v); t[8] = now();
  u w = b * (blockDim.x / 32) + i / 32;
  if (i % 32 == 0) { 
#pragma unroll
    for (int k = 0; k < 9; k++) out[w * 16 + k] = t[k]; 
#ifndef MODEL
    u m; asm volatile("mov.u32 %0, %%smid;" : "=r"(m)); out[w * 16 + 15] = m;
#endif
  }
}
// Instructions that come once: 64 times 128 of them, and once more.
KERNEL code(float *x, u *out) {
  __shared__ u c[2][65];
  float a = x[threadIdx.x], b = a + 1;
  for (int r = 0; r < 2; r++) {
#define C16(k) a = a * b + 1.5f; b = b * a + 0.5f; a = a * b + 1.5f; b = b * a + 0.5f; a = a * b + 1.5f; b = b * a + 0.5f; a = a * b + 1.5f; b = b * a + 0.5f; a = a * b + 1.5f; b = b * a + 0.5f; a = a * b + 1.5f; b = b * a + 0.5f; a = a * b + 1.5f; b = b * a + 0.5f; a = a * b + 1.5f; b = b * a + 0.5f;
#define C128(k) { u t = now(); if (threadIdx.x == 0) *(volatile u *)&c[r][k] = t; } C16(0) C16(0) C16(0) C16(0) C16(0) C16(0) C16(0) C16(0)
#define C8(k) C128(k) C128(k + 1) C128(k + 2) C128(k + 3) C128(k + 4) C128(k + 5) C128(k + 6) C128(k + 7)
    C8(0) C8(8) C8(16) C8(24) C8(32) C8(40) C8(48) C8(56)
    u t = now(); if (threadIdx.x == 0) *(volatile u *)&c[r][64] = t;
  }
  x[threadIdx.x] = a + b;
  __syncthreads();
  if (threadIdx.x == 0) for (int k = 0; k < 130; k++) out[blockIdx.x * 160 + k] = c[k / 65][k % 65];
}
KERNEL idling(long long n) { long long b = clock64(); while (clock64() - b < n) {} }
KERNEL fill(float *p, float v) { p[blockIdx.x * blockDim.x + threadIdx.x] = v; }
float *F; u *O; std::vector<u> H(1 << 22);
// before: 0 idling of one SM, 1 the same kernel behind that, 2 fill of all that is read behind that, 3 the host waits in between
void steps1(int blocks, int threads, int before, long far) {
  int warps = threads / 32; std::vector<u> d[9], m[9], off;
  for (int round = 0; round < 12; round++) {
    if (before != 3) idling<<<1, 1>>>(100000);
    if (before == 1) for (int k = 0; k < 4; k++) steps<<<blocks, threads>>>(F, O, 1, far);
    if (before == 2) fill<<<1 << 18, 256>>>(F, 1);
    steps<<<blocks, threads>>>(F, O, 1, far);
    cudaMemcpy(H.data(), O, blocks * warps * 64, cudaMemcpyDeviceToHost);
    if (round < 2) continue;
    std::vector<u> q[9]; u first[256]; for (u &f : first) f = 0; bool had[256] = {};
    for (int w = 0; w < blocks * warps; w++) { u *h = &H[w * 16], s = h[15]; if (!had[s] || (int)(h[0] - first[s]) < 0) had[s] = true, first[s] = h[0]; }
    for (int w = 0; w < blocks * warps; w++) { u *h = &H[w * 16]; q[0].push_back(h[0] - first[h[15]]); for (int k = 1; k < 9; k++) q[k].push_back(h[k] - h[k - 1]); }
    for (int k = 0; k < 9; k++) { std::sort(q[k].begin(), q[k].end()); d[k].push_back(q[k][q[k].size() / 2]); m[k].push_back(q[k][0]); }
  }
  printf("begin,steps,blocks=%d,threads=%d,before=%d,far=%ld", blocks, threads, before, far);
  for (int k = 0; k < 9; k++) { std::sort(d[k].begin(), d[k].end()); std::sort(m[k].begin(), m[k].end()); printf(",t%d=%u,min%d=%u", k, d[k][5], k, m[k][5]); }
  puts("");
}
void code1(int blocks, int threads, int before) {
  std::vector<u> all[130];
  for (int round = 0; round < 12; round++) {
    if (before != 3) idling<<<1, 1>>>(100000);
    if (before == 1) for (int k = 0; k < 4; k++) code<<<blocks, threads>>>(F + (1 << 26), O);
    code<<<blocks, threads>>>(F + (1 << 26), O);
    cudaMemcpy(H.data(), O, blocks * 640, cudaMemcpyDeviceToHost);
    if (round < 2) continue;
    for (int r = 0; r < 2; r++) for (int k = 0; k < 64; k++) { std::vector<u> q; for (int b = 0; b < blocks; b++) q.push_back(H[b * 160 + 65 * r + k + 1] - H[b * 160 + 65 * r + k]); std::sort(q.begin(), q.end()); all[r * 64 + k].push_back(q[q.size() / 2]); }
  }
  for (int r = 0; r < 2; r++) { printf("begin,code,blocks=%d,threads=%d,before=%d,round=%d,cycles=", blocks, threads, before, r); for (int k = 0; k < 64; k++) { auto &q = all[r * 64 + k]; std::sort(q.begin(), q.end()); printf("%u ", q[5]); } puts(""); }
}
int main() {
  cudaMalloc(&F, 1l << 29); cudaMalloc(&O, 1 << 26); fill<<<1 << 19, 256>>>(F, 1); cudaMemset(F, 0, 1l << 29);
  idling<<<132, 32>>>(200000000);
  for (int before : {0, 1, 2, 3}) for (long far : {1l << 16, 1l << 22, 1l << 25}) for (int threads : {32, 256, 1024}) for (int blocks : {1, 132, 264, 1056}) steps1(blocks, threads, before, far);
  for (int before : {0, 1, 3}) for (int threads : {32, 256}) for (int blocks : {1, 132}) code1(blocks, threads, before);
  return cudaDeviceSynchronize() || cudaGetLastError();
}
