// Transposes without a tile, and their halves, by size, type and block, and by the distance of rows. Median of 15 launches after 3.
// nvcc -O3 -arch=sm_90 -std=c++17
#include <algorithm>
#include <cstdio>
enum { both, gather, write, read };
template <class T> __device__ T some(int i) { T v; float *f = (float *)&v; for (int k = 0; k < sizeof(T) / 4; k++) f[k] = i; return v; }
template <class T, int mode> __global__ void go(T *out, const T *in, int n, int p, int never) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (mode == both) out[x * p + y] = in[y * p + x];
  if (mode == gather) out[y * p + x] = in[x * p + y];
  if (mode == write) out[x * p + y] = some<T>(x + y);
  if (mode == read) { T v = in[x * p + y]; if (*(int *)&v == never) out[y * p + x] = v; }
}
template <class T, int mode> void sizes(const char *type, const char *name, char *a, char *b) {
  cudaEvent_t e0, e1; cudaEventCreate(&e0); cudaEventCreate(&e1);
  for (int n = 512; n <= 8192; n *= 2)
    for (int shape = 0; shape < 3; shape++) {
      dim3 block[] = {{32, 8}, {16, 16}, {32, 32}}; dim3 d = block[shape], g(n / d.x, n / d.y);
      float us[15];
      for (int i = -3; i < 15; i++) {
        cudaEventRecord(e0); go<T, mode><<<g, d>>>((T *)a, (T *)b, n, n, 0x7eadbeef); cudaEventRecord(e1); cudaEventSynchronize(e1);
        float ms; cudaEventElapsedTime(&ms, e0, e1); if (i >= 0) us[i] = ms * 1000;
      }
      std::sort(us, us + 15);
      printf("naive,%s,type=%s,block=%dx%d,n=%d,us=%.3f,min=%.3f\n", name, type, d.x, d.y, n, us[7], us[0]);
    }
}
template <class T, int mode> void pitches(const char *type, const char *name, char *a, char *b, int runs) {
  cudaEvent_t e0, e1; cudaEventCreate(&e0); cudaEventCreate(&e1);
  int ps[] = {4096, 4128, 4160, 4352, 4608, 4097 + 15};
  for (int p : ps)
    for (int shape = 0; shape < 2; shape++) {
      if (runs == 1 && (p > 4128 || shape)) continue;
      int n = 4096; dim3 block[] = {{32, 8}, {16, 16}}; dim3 d = block[shape], g(n / d.x, n / d.y);
      float us[15];
      for (int i = runs == 1 ? 0 : -3; i < runs; i++) {
        cudaEventRecord(e0); go<T, mode><<<g, d>>>((T *)a, (T *)b, n, p, 0x7eadbeef); cudaEventRecord(e1); cudaEventSynchronize(e1);
        float ms; cudaEventElapsedTime(&ms, e0, e1); if (i >= 0) us[i] = ms * 1000;
      }
      std::sort(us, us + runs);
      printf("pitch,%s,type=%s,block=%dx%d,p=%d,us=%.3f,min=%.3f\n", name, type, d.x, d.y, p, us[runs / 2], us[0]);
    }
}
template <class T> void all(const char *type, char *a, char *b, int runs) {
  if (!runs) {
    sizes<T, both>(type, "scatter", a, b); sizes<T, gather>(type, "gather", a, b); sizes<T, write>(type, "write", a, b); sizes<T, read>(type, "read", a, b);
  } else {
    pitches<T, both>(type, "scatter", a, b, runs); pitches<T, gather>(type, "gather", a, b, runs); pitches<T, write>(type, "write", a, b, runs);
  }
}
int main(int c, char **v) { // nothing; "pitch"; "pitch once", under ncu
  int runs = c < 2 ? 0 : c < 3 ? 15 : 1;
  char *a, *b; size_t s = 8192ull * 8192 * 16; cudaMalloc(&a, s); cudaMalloc(&b, s); cudaMemset(a, 1, s); cudaMemset(b, 1, s);
  all<float>("float", a, b, runs); all<float2>("float2", a, b, runs); all<float4>("float4", a, b, runs);
  fprintf(stderr, "%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
