// What launching takes: an empty kernel, and kernels that do nothing but let so many cycles pass, alone (the host records an event, launches, and records another) and queued (another kernel keeps the GPU busy meanwhile). Medians and least of 31.
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
__global__ void empty() {}
__global__ void pass(long long n, float *out) { long long b = clock64(); while (clock64() - b < n) {} if (n < 0) out[threadIdx.x] = 1; }
__global__ void idling(long long n) { long long b = clock64(); while (clock64() - b < n) {} }
float *O;
template <typename F> void T(const char *name, int blocks, long long n, F f) {
  cudaEvent_t p, q; cudaEventCreate(&p); cudaEventCreate(&q);
  float r[2][2];
  for (int k = 0; k < 2; k++) { std::vector<float> t; for (int i = 0; i < 34; i++) { if (k) idling<<<1, 1>>>(100000); cudaEventRecord(p); f(); cudaEventRecord(q); cudaEventSynchronize(q); float m; cudaEventElapsedTime(&m, p, q); if (i > 2) t.push_back(m * 1000); } std::sort(t.begin(), t.end()); r[k][0] = t[15]; r[k][1] = t[0]; }
  printf("launch,%s,blocks=%d,cycles=%lld,alone_us=%.3f,alone_min=%.3f,queued_us=%.3f,queued_min=%.3f\n", name, blocks, n, r[0][0], r[0][1], r[1][0], r[1][1]);
}
int main() {
  cudaMalloc(&O, 1 << 20); idling<<<132, 32>>>(200000000);
  for (int b : {1, 132, 1056}) { T("empty", b, 0, [=] { empty<<<b, 256>>>(); }); for (long long n : {0, 500, 1000, 2000, 4000, 8000, 16000, 64000}) T("pass", b, n, [=] { pass<<<b, 256>>>(n, O); }); }
  return cudaDeviceSynchronize() || cudaGetLastError();
}
