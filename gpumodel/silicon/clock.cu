// An SM's clock against the GPU's timer while its warps do one thing again and again, for 30 µs after a pause, and for 200 µs behind a kernel that keeps one SM busy: the ratio of a whole launch, of the SMs the least, the median and the most, and of the first block's SM in slices of five samples. hmma10 multiplies matrices in one of ten rounds, hmma100 in one of a hundred, short in the first forty only. nvcc -O3 -arch=sm_90 -std=c++17
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_fp16.h>
typedef unsigned u; typedef unsigned long long ull;
__device__ __forceinline__ ull tick() { ull t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t) :: "memory"); return t; }
__device__ __forceinline__ ull clk() { ull t; asm volatile("mov.u64 %0, %%clock64;" : "=l"(t) :: "memory"); return t; }
enum { SPIN, FFMA, HMMA, HMMA10, HMMA100, IMMA, DFMA, DMMA, LDS, L2, DRAM, BOTH, TF32, INT, SHORT };
// slice rounds, each some work and one sample by the block's first lane
template <int K> __device__ __forceinline__ void work(float &x, u (&a)[4], u (&b)[2], float (&d)[8], double (&e)[4], const float *in, size_t &at, float *s, int r) {
  if (K == FFMA || K == BOTH) {
#pragma unroll
    for (int i = 0; i < 64; i++) d[i % 8] = d[i % 8] * x + 0.5f;
  }
  if (K == HMMA || K == BOTH || (K == HMMA10 && r % 10 == 0) || (K == HMMA100 && r % 100 == 0) || (K == SHORT && r < 40)) {
#pragma unroll
    for (int i = 0; i < 8; i++) asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[i % 2 * 4]), "+f"(d[i % 2 * 4 + 1]), "+f"(d[i % 2 * 4 + 2]), "+f"(d[i % 2 * 4 + 3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  } else if (K == HMMA10 || K == HMMA100 || K == SHORT) {
#pragma unroll
    for (int i = 0; i < 64; i++) d[i % 8] = d[i % 8] * x + 0.5f;
  }
  if (K == TF32) {
#pragma unroll
    for (int i = 0; i < 8; i++) asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[i % 2 * 4]), "+f"(d[i % 2 * 4 + 1]), "+f"(d[i % 2 * 4 + 2]), "+f"(d[i % 2 * 4 + 3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
  if (K == IMMA) {
#pragma unroll
    for (int i = 0; i < 8; i++) asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(a[0]), "+r"(a[1]), "+r"(a[2]), "+r"(a[3]) : "r"(b[0]), "r"(b[1]), "r"(b[0]), "r"(b[1]), "r"(b[0]), "r"(b[1]));
  }
  if (K == DFMA) {
#pragma unroll
    for (int i = 0; i < 16; i++) e[i % 4] = e[i % 4] * e[(i + 1) % 4] + 0.5;
  }
  if (K == DMMA) {
#pragma unroll
    for (int i = 0; i < 8; i++) asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(e[0]), "+d"(e[1]) : "d"(e[2]), "d"(e[3]));
  }
  if (K == LDS) {
#pragma unroll
    for (int i = 0; i < 16; i++) x += ((volatile float *)s)[(threadIdx.x + i * 32) & 4095];
  }
  if (K == L2 || K == DRAM) {
#pragma unroll
    for (int i = 0; i < 8; i++) { x += __ldcg(in + ((at + i * gridDim.x * blockDim.x) & (K == L2 ? (1 << 22) - 1 : (1 << 27) - 1))); }
    at += 8 * gridDim.x * blockDim.x;
  }
  if (K == INT) {
#pragma unroll
    for (int i = 0; i < 64; i++) a[i % 4] = a[i % 4] * 77 + b[i % 2];
  }
  if (K == SPIN) { ull c = clk(); while (clk() - c < 200) {} }
}
template <int K> __global__ void run(const float *in, ull *out, int ns, float x) {
  __shared__ float s[4096]; __shared__ ull at[2][128];
  if (x > 2) s[threadIdx.x] = x;
  u a[4] = {threadIdx.x, 1, 2, 3}, b[2] = {1, 2}; float d[8] = {}; double e[4] = {x, x, x, x}; size_t p = blockIdx.x * blockDim.x + threadIdx.x;
  ull begin = tick(); int n = 0; bool first = threadIdx.x == 0;
  for (int r = 0;; r++) {
    if (r % 8 == 0) { ull t = tick(); if (first && n < 128 && t - begin >= (ull)n * ns / 100) { at[0][n] = tick(); at[1][n] = clk(); n++; } if (t - begin > (ull)ns) break; }
    work<K>(x, a, b, d, e, in, p, s, r);
  }
  for (int i = 0; i < 8; i++) x += d[i]; for (int i = 0; i < 4; i++) x += a[i] + e[i];
  if (x == 12345.678f) out[0] = 1;
  if (first) for (int k = 0; k < 128; k++) { out[(blockIdx.x * 128 + k) * 2] = k < n ? at[0][k] : 0; out[(blockIdx.x * 128 + k) * 2 + 1] = k < n ? at[1][k] : 0; }
}
__global__ void idling(long long n) { long long b = clock64(); while (clock64() - b < n) {} }
float *F; ull *O; std::vector<ull> H(1 << 18);
template <int K> void T(const char *name) {
  for (int ns : {30000, 200000}) for (int blocks : {1, 16, 132}) for (int warps : {1, 8, 16}) {
    if (ns > 30000 && warps == 1) continue;
    idling<<<1, 1>>>(100000); if (ns == 30000) cudaDeviceSynchronize();
    run<K><<<blocks, warps * 32>>>(F, O, ns, 1.0f);
    cudaMemcpy(H.data(), O, blocks * 2048, cudaMemcpyDeviceToHost);
    std::vector<double> g; 
    for (int b = 0; b < blocks; b++) { ull *h = &H[b * 256]; int n = 0; while (n < 128 && h[2 * n]) n++; g.push_back(double(h[2 * n - 1] - h[1]) / (h[2 * n - 2] - h[0])); }
    std::sort(g.begin(), g.end());
    printf("ghz,%s,ns=%d,blocks=%d,warps=%d,least=%.4f,median=%.4f,most=%.4f,slices=", name, ns, blocks, warps, g[0], g[g.size() / 2], g.back());
    for (int k = 0; k + 5 < 128 && H[2 * (k + 5)]; k += 5) printf("%.3f ", double(H[2 * k + 11] - H[2 * k + 1]) / (H[2 * k + 10] - H[2 * k]));
    puts("");
  }
}
int main() {
  cudaMalloc(&F, 1l << 29); cudaMalloc(&O, 1 << 20); cudaMemset(F, 0, 1l << 29);
  idling<<<132, 32>>>(200000000);
  T<SPIN>("spin"); T<FFMA>("ffma"); T<HMMA>("hmma"); T<HMMA10>("hmma10"); T<HMMA100>("hmma100"); T<SHORT>("short"); T<TF32>("tf32"); T<IMMA>("imma"); T<DFMA>("dfma"); T<DMMA>("dmma"); T<LDS>("lds"); T<L2>("l2"); T<DRAM>("dram"); T<BOTH>("both"); T<INT>("int");
  return cudaDeviceSynchronize() || cudaGetLastError();
}
