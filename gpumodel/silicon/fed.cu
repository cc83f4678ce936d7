// The product ahead16 of halves.cu with parts of rows not xored (plain16), and without tiles ahead (now16): told from listings, then timed; with an argument what they compute of a small launch. nvcc -O3 -arch=sm_90 -std=c++17 -use_fast_math
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
typedef unsigned u;
#define KERNEL extern "C" __global__ void
__device__ u mixed(u x) { x ^= x >> 16; x *= 0x7feb352d; x ^= x >> 15; x *= 0x846ca68b; return x ^ x >> 16; }
#define I (blockIdx.x * blockDim.x + threadIdx.x)
__device__ __forceinline__ u place(const void *p) { return (u)__cvta_generic_to_shared(p); }
template <bool turned, int stages> __device__ __forceinline__ void fed(const half *a, const half *b, float *c, int n) {
  extern __shared__ uint4 s[]; // of each stage 128 rows of 4 parts of a, and 32 rows of 16 parts of b
  int t = threadIdx.x, lane = t % 32, w = t / 32, row = blockIdx.y * 128, column = blockIdx.x * 128;
  auto copy = [&](int stage, int k) {
    uint4 *p = s + stage * 1024, *q = p + 512;
#pragma unroll
    for (int i = t; i < 512; i += 256) {
      __pipeline_memcpy_async(&p[i / 4 * 4 + ((i % 4) ^ (turned ? i / 8 % 4 : 0))], &a[(row + i / 4) * n + k + i % 4 * 8], 16);
      __pipeline_memcpy_async(&q[i / 16 * 16 + ((i % 16) ^ (turned ? i / 16 % 8 : 0))], &b[(k + i / 16) * n + column + i % 16 * 8], 16);
    }
    __pipeline_commit();
  };
  float d[4][4][4] = {};
  if (stages > 1) { copy(0, 0); copy(1, 32); }
  for (int k = 0, stage = 0; k < n; k += 32, stage = stage == stages - 1 ? 0 : stage + 1) {
    if (stages == 1) { __syncthreads(); copy(0, k); }
    __pipeline_wait_prior(stages > 1 ? 1 : 0);
    __syncthreads();
    if (stages > 1) { if (k + 64 < n) copy(stage == 0 ? 2 : stage - 1, k + 64); else __pipeline_commit(); }
    const uint4 *p = s + stage * 1024, *q = p + 512;
#pragma unroll
    for (int h = 0; h < 2; h++) {
      u f[4][4], g[4][2];
#pragma unroll
      for (int i = 0; i < 4; i++) { int r = w / 4 * 64 + i * 16 + lane % 16, at = h * 2 + lane / 16; asm("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(f[i][0]), "=r"(f[i][1]), "=r"(f[i][2]), "=r"(f[i][3]) : "r"(place(&p[r * 4 + (at ^ (turned ? r / 2 % 4 : 0))]))); }
#pragma unroll
      for (int i = 0; i < 2; i++) { int r = h * 16 + lane % 16, at = w % 4 * 4 + i * 2 + lane / 16; asm("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(g[2 * i][0]), "=r"(g[2 * i][1]), "=r"(g[2 * i + 1][0]), "=r"(g[2 * i + 1][1]) : "r"(place(&q[r * 16 + (at ^ (turned ? r % 8 : 0))]))); }
#pragma unroll
      for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[i][j][0]), "+f"(d[i][j][1]), "+f"(d[i][j][2]), "+f"(d[i][j][3]) : "r"(f[i][0]), "r"(f[i][1]), "r"(f[i][2]), "r"(f[i][3]), "r"(g[j][0]), "r"(g[j][1]));
    }
  }
#pragma unroll
  for (int i = 0; i < 16; i++) {
    float *o = c + (row + w / 4 * 64 + i / 4 * 16 + lane / 4) * n + column + w % 4 * 32 + i % 4 * 8 + lane % 4 * 2, *v = d[i / 4][i % 4];
    *(float2 *)o = make_float2(v[0], v[1]); *(float2 *)(o + 8 * n) = make_float2(v[2], v[3]);
  }
}
KERNEL plain16(const half *a, const half *b, float *c, int n) { fed<false, 3>(a, b, c, n); }
extern "C" __global__ void __launch_bounds__(256, 2) now16(const half *a, const half *b, float *c, int n) { fed<true, 1>(a, b, c, n); }
KERNEL fill(u *p) { u v = mixed(I); float x = (int)(v & 1023) - 512, y = (int)(v >> 16 & 1023) - 512; half2 h = __floats2half2_rn((int)x / 128, (int)y / 128); p[I] = *(u *)&h; }
bool once; // what is computed, and counters
void *result; int words = 512;
void T(const char *name, int n, std::function<void()> f) {
  if (once) {
    cudaMemset(result, 0, 4 * words); f();
    std::vector<u> r(words); cudaMemcpy(r.data(), result, 4 * words, cudaMemcpyDeviceToHost);
    printf("%s", name); for (u w : r) printf(",%x", w); printf("\n"); return;
  }
  cudaEvent_t p, q; cudaEventCreate(&p); cudaEventCreate(&q);
  std::vector<float> t;
  for (int i = 0; i < 18; i++) { cudaEventRecord(p); f(); cudaEventRecord(q); cudaEventSynchronize(q); float m; cudaEventElapsedTime(&m, p, q); if (i > 2) t.push_back(m * 1000); }
  std::sort(t.begin(), t.end());
  printf("fed,%s,n=%d,us=%.3f,min=%.3f\n", name, n, t[7], t[0]);
}
#define SIZES(small, ...) once ? std::vector<int>{small} : std::vector<int>{__VA_ARGS__}
int main(int arguments, char **) {
  once = arguments > 1;
  u *e; void *o;
  for (void **p : {(void **)&e, &o}) cudaMalloc(p, 1 << 27);
  fill<<<1 << 17, 256>>>(e);
  result = o;
  for (int n : SIZES(128, 512, 1024, 2048)) T("plain16", n, [=] { plain16<<<dim3(n / 128, n / 128), 256, 49152>>>((half *)e, (half *)e, (float *)o, n); });
  for (int n : SIZES(128, 512, 1024, 2048)) T("now16", n, [=] { now16<<<dim3(n / 128, n / 128), 256, 16384>>>((half *)e, (half *)e, (float *)o, n); });
  return cudaDeviceSynchronize() || cudaGetLastError();
}
