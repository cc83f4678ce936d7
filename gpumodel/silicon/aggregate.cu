// Histograms whose warps add equal numbers together first, and fewer SMs. nvcc -O3 -arch=sm_90 -std=c++17
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>
#include <cuda_runtime.h>
__device__ unsigned mix(unsigned x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ x >> 16; }
__global__ void numbers(int *a, int bins) { int i = blockIdx.x * 256 + threadIdx.x; a[i] = bins ? mix(i) % bins : i / 1024 & 255; }
// form 0: each lane adds; 1: the first lane of those with the same number adds for all of them
template <int F> __global__ void hist(const int *in, int *bins, int n) {
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
    int b = in[i];
    if (F) {
      unsigned same = __match_any_sync(~0u, b);
      if ((threadIdx.x & 31) == __ffs(same) - 1) atomicAdd(&bins[b], __popc(same));
    } else atomicAdd(&bins[b], 1);
  }
}
__global__ void histl(const int *in, int *bins, int n, int k) {
  extern __shared__ int mine[];
  for (int i = threadIdx.x; i < k; i += 256) mine[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(&mine[in[i]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < k; i += 256) atomicAdd(&bins[i], mine[i]);
}
// sums of integers, five shuffles or one instruction
template <int F> __global__ void sum(const int *in, int *out, int n) {
  __shared__ int s[8];
  int v = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) v += in[i];
  if (F) v = __reduce_add_sync(~0u, v); else for (int k = 16; k; k /= 2) v += __shfl_down_sync(~0u, v, k);
  if ((threadIdx.x & 31) == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x == 0) { for (int k = 1; k < 8; k++) v += s[k]; atomicAdd(out, v); }
}
int *a, *b;
void T(const char *what, std::function<void()> f) {
  cudaEvent_t p, q; cudaEventCreate(&p); cudaEventCreate(&q);
  std::vector<float> t;
  for (int i = 0; i < 18; i++) { cudaEventRecord(p); f(); cudaEventRecord(q); cudaEventSynchronize(q); float m; cudaEventElapsedTime(&m, p, q); if (i > 2) t.push_back(m * 1000); }
  std::sort(t.begin(), t.end());
  printf("%s,us=%.3f,min=%.3f\n", what, t[7], t[0]);
}
int main() {
  cudaMalloc(&a, 1 << 26); cudaMalloc(&b, 1 << 24);
  char w[128];
  for (int e : {20, 24}) for (int bins : {0, 256, 4096}) {
    int n = 1 << e;
    numbers<<<n / 256, 256>>>(a, bins);
    cudaMemset(b, 0, 1 << 24);
    auto name = [&](const char *f, int blocks) { sprintf(w, "aggregate,%s,n=%d,bins=%d,blocks=%d", f, n, bins, blocks); return w; };
    T(name("hist", n / 256), [=] { hist<0><<<n / 256, 256>>>(a, b, n); });
    T(name("match", n / 256), [=] { hist<1><<<n / 256, 256>>>(a, b, n); });
    for (int g : {33, 66, 132, 264, 528, 1056}) T(name("hist", g), [=] { hist<0><<<g, 256>>>(a, b, n); });
    for (int g : {132, 528, 1056}) T(name("histl", g), [=] { histl<<<g, 256, 4 * (bins ? bins : 256)>>>(a, b, n, bins ? bins : 256); });
    if (bins == 256) for (int g : {132, 528, 1056}) { T(name("shuffles", g), [=] { sum<0><<<g, 256>>>(a, b, n); }); T(name("redux", g), [=] { sum<1><<<g, 256>>>(a, b, n); }); }
  }
  return cudaDeviceSynchronize() || cudaGetLastError();
}
