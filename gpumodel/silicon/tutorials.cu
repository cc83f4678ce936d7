// The tutorials' kernels of package kernels on the whole GPU: median and least of 15 launches after 3. nvcc -O3 -arch=sm_90 -std=c++17
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>
#include <cuda_runtime.h>
template <int O, int P> __global__ void red(const float *in, float *out) {
  __shared__ float s[256];
  int x = threadIdx.x, i = blockIdx.x * 256 * (1 + P) + x;
  float v = in[i];
  if (P) v += in[i + 256];
  s[x] = v;
#pragma unroll
  for (int n = 1; n < 256; n *= 2) {
    __syncthreads();
    if (O == 0) { if ((x & (2 * n - 1)) == 0) s[x] += s[x + n]; }
    else if (O == 1) { if (x < 128 / n) s[x * 2 * n] += s[x * 2 * n + n]; }
    else { if (x < 128 / n) s[x] += s[x + 128 / n]; }
  }
  if (x < 1) out[blockIdx.x] = s[0];
}
template <int L> __global__ void sten(const float *in, float *out) {
  __shared__ float s[272];
  int x = threadIdx.x, i = blockIdx.x * 256 + x;
  float t = 0;
  if (L) {
    s[x] = in[i];
    if (x < 16) s[x + 256] = in[i + 256];
    __syncthreads();
#pragma unroll
    for (int k = 0; k <= 16; k++) t += s[x + k];
  } else {
#pragma unroll
    for (int k = 0; k <= 16; k++) t += in[i + k];
  }
  out[i] = t;
}
template <int L, int N> __global__ void prod(const float *a, const float *b, float *c) {
  __shared__ float A[256], B[256];
  int x = threadIdx.x, y = threadIdx.y, r = (blockIdx.y * 16 + y) * N, q = blockIdx.x * 16 + x;
  float t = 0;
  if (L) for (int f = 0; f < N; f += 16) {
    A[y * 16 + x] = a[r + x + f];
    B[y * 16 + x] = b[(y + f) * N + q];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; k++) t += A[y * 16 + k] * B[k * 16 + x];
    __syncthreads();
  } else for (int k = 0; k < N; k++) t += a[r + k] * b[k * N + q];
  c[r + q] = t;
}
float *a, *b, *c;
void T(const char *name, int n, std::function<void()> f) {
  cudaEvent_t p, q; cudaEventCreate(&p); cudaEventCreate(&q);
  std::vector<float> t;
  for (int i = 0; i < 18; i++) { cudaEventRecord(p); f(); cudaEventRecord(q); cudaEventSynchronize(q); float m; cudaEventElapsedTime(&m, p, q); if (i > 2) t.push_back(m * 1000); }
  std::sort(t.begin(), t.end());
  printf("tutorial,%s,n=%d,us=%.3f,min=%.3f\n", name, n, t[7], t[0]);
}
#define R(N) T("reduction scattered", N, [] { red<0, 0><<<N / 256, 256>>>(a, b); }); T("reduction interleaved", N, [] { red<1, 0><<<N / 256, 256>>>(a, b); }); T("reduction sequential", N, [] { red<2, 0><<<N / 256, 256>>>(a, b); }); T("reduction pairs", N, [] { red<2, 1><<<N / 512, 256>>>(a, b); }); T("stencil", N, [] { sten<0><<<N / 256, 256>>>(a, b); }); T("stencil local", N, [] { sten<1><<<N / 256, 256>>>(a, b); });
#define Q(N) T("product", N, [] { prod<0, N><<<dim3(N / 16, N / 16), dim3(16, 16)>>>(a, b, c); }); T("product local", N, [] { prod<1, N><<<dim3(N / 16, N / 16), dim3(16, 16)>>>(a, b, c); });
int main() {
  cudaMalloc(&a, 1 << 28); cudaMalloc(&b, 1 << 28); cudaMalloc(&c, 1 << 28); cudaMemset(a, 0, 1 << 28); cudaMemset(b, 0, 1 << 28);
  R(262144) R(1048576) R(4194304) R(16777216) Q(192) Q(512) Q(1024)
  return cudaGetLastError();
}
