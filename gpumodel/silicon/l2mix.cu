// Loads beside stores of what the L2 holds: warps on all SMs, 2048 lanes each or 1024 where registers do not suffice, repeat R loads past the L1 (or by it) and S stores of u32, uint2 or uint4, lanes STEP of those apart, within so many bytes of one array, or of two. nvcc -O3 -arch=sm_90 -std=c++17
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
typedef unsigned u;
#define ITERS 64
// words of T a lane; step: lanes' distance in T's. Each SM's warps go through blocks of the array in turn: warp w of W, unit k.
template <typename T> __device__ __forceinline__ u fold(T v);
template <> __device__ __forceinline__ u fold(u v) { return v; }
template <> __device__ __forceinline__ u fold(uint4 v) { return v.x ^ v.y ^ v.z ^ v.w; }
template <> __device__ __forceinline__ u fold(uint2 v) { return v.x ^ v.y; }
template <typename T> __device__ __forceinline__ T make(u v);
template <> __device__ __forceinline__ u make<u>(u v) { return v; }
template <> __device__ __forceinline__ uint2 make<uint2>(u v) { return make_uint2(v, v); }
template <> __device__ __forceinline__ uint4 make<uint4>(u v) { return make_uint4(v, v, v, v); }
template <typename T, int R, int S, int STEP, bool INPLACE, bool L1> __global__ __launch_bounds__(1024) void mix(const T *a, T *b, u mask, long long *when, int iters) {
  u warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31, warps = gridDim.x * blockDim.x >> 5;
  long long t0 = clock64();
  u sum = 0, ra = warp, sa = warp;
  for (int i = 0; i < iters; i++) {
    T v[R > 0 ? R : 1];
    u rb = ra;
#pragma unroll
    for (int k = 0; k < R; k++) { const T *p = a + (((ra * 32 + lane) * STEP) & mask); v[k] = L1 ? __ldg(p) : __ldcg(p); ra += warps; }
    u s = 0;
#pragma unroll
    for (int k = 0; k < R; k++) s ^= fold(v[k]);
    sum ^= s;
#pragma unroll
    for (int k = 0; k < S; k++) { T *p = (INPLACE ? (T *)a + (((rb * 32 + lane) * STEP) & mask) : b + (((sa * 32 + lane) * STEP) & mask)); *p = make<T>(s & 1 | i); sa += warps; rb += warps; }
  }
  if (sum == 0x12345) b[0] = make<T>(sum);
  long long t1 = clock64();
  if (threadIdx.x == 0) { when[blockIdx.x * 2] = t0; when[blockIdx.x * 2 + 1] = t1; }
}
char *A, *B; long long *W;
template <typename T, int R, int S, int STEP, bool INPLACE, bool L1> void run(const char *type, size_t bytes) {
  cudaEvent_t p, q; cudaEventCreate(&p); cudaEventCreate(&q);
  u mask = bytes / sizeof(T) - 1;
  const int blocks = 264;
  int n = 400;
  std::vector<float> t; std::vector<double> c;
  static long long w[2 * 264];
  for (int i = 0; i < 5; i++) {
    cudaEventRecord(p); mix<T, R, S, STEP, INPLACE, L1><<<blocks, 1024>>>((T *)A, (T *)B, mask, W, n); cudaEventRecord(q); cudaEventSynchronize(q);
    float m; cudaEventElapsedTime(&m, p, q); if (i) t.push_back(m * 1000);
    cudaMemcpy(w, W, sizeof w, cudaMemcpyDeviceToHost); double mean = 0; for (int b = 0; b < blocks; b++) mean += (w[2 * b + 1] - w[2 * b]) / (double)blocks; if (i) c.push_back(mean);
  }
  std::sort(t.begin(), t.end()); std::sort(c.begin(), c.end());
  double units = (double)blocks * 32 * n, lines = STEP > 1 ? 32 : sizeof(T) * 32 / 128.0;
  printf("l2mix,%s,R=%d,S=%d,step=%d,inplace=%d,l1=%d,bytes=%zu,us=%.2f,cycles=%.0f,loaded_lines_a_cycle=%.2f,stored=%.2f\n", type, R, S, STEP, INPLACE, L1, bytes, t[1], c[1], units * R * lines / c[1], units * S * lines / c[1]);
}
template <typename T, int STEP, bool L1> void all(const char *type, size_t bytes) {
  run<T, 4, 0, STEP, false, L1>(type, bytes); run<T, 0, 4, STEP, false, L1>(type, bytes); run<T, 1, 1, STEP, false, L1>(type, bytes); run<T, 2, 2, STEP, false, L1>(type, bytes);
  run<T, 2, 1, STEP, false, L1>(type, bytes); run<T, 1, 2, STEP, false, L1>(type, bytes); run<T, 4, 1, STEP, false, L1>(type, bytes); run<T, 8, 1, STEP, false, L1>(type, bytes); run<T, 1, 4, STEP, false, L1>(type, bytes); run<T, 3, 1, STEP, false, L1>(type, bytes);
  run<T, 2, 2, STEP, true, L1>(type, bytes);
}
int main() {
  cudaMalloc(&A, 1 << 28); cudaMalloc(&B, 1 << 28); cudaMalloc(&W, 1 << 16); cudaMemset(A, 0, 1 << 28); cudaMemset(B, 0, 1 << 28);
  for (size_t bytes : {4u << 20, 8u << 20, 16u << 20}) { all<u, 1, false>("u", bytes); all<uint4, 1, false>("uint4", bytes); all<uint2, 1, false>("uint2", bytes); }
  all<uint4, 1, true>("uint4", 16u << 20); all<u, 1, true>("u", 16u << 20);
  all<u, 32, false>("u", 8u << 20); all<u, 32, false>("u", 16u << 20); all<uint4, 8, false>("uint4", 16u << 20); all<uint2, 16, false>("uint2", 16u << 20); all<uint2, 8, false>("uint2", 16u << 20);
  return cudaDeviceSynchronize() || cudaGetLastError();
}
