// How the clock follows the tensor cores: bursts of eight products by one warp of one SM every so many ns (windows of 2 µs, GHz), products on 1, 2 and 8 SMs while all read their clocks (GHz by number of the SM, and which multiply), and loads that begin at once on so many SMs (kind 0 multiply-adds, 1 shared memory, 2 clock reads alone; windows of 1 µs, mean of the SMs). nvcc -O3 -arch=sm_90 -std=c++17
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
typedef unsigned u; typedef unsigned long long ull;
__device__ __forceinline__ ull tick() { ull t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t) :: "memory"); return t; }
__device__ __forceinline__ ull clk() { ull t; asm volatile("mov.u64 %0, %%clock64;" : "=l"(t) :: "memory"); return t; }
struct Tile { float d[8]; u a[4], b[2]; };
__device__ __forceinline__ void products(Tile &t) {
#pragma unroll
  for (int i = 0; i < 8; i++) asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(t.d[i % 2 * 4]), "+f"(t.d[i % 2 * 4 + 1]), "+f"(t.d[i % 2 * 4 + 2]), "+f"(t.d[i % 2 * 4 + 3]) : "r"(t.a[0]), "r"(t.a[1]), "r"(t.a[2]), "r"(t.a[3]), "r"(t.b[0]), "r"(t.b[1]));
}
// Samples of timer and clock by lane 0 of an SM's only warp; products from 10 us to 10 us + lasts (ns; 1: a single burst); every so many ns if that is more than 0. Only blocks < busy multiply.
__global__ void wake(ull *out, int busy, int from, int lasts, int every, int whole, int samples, u *sm) {
  extern __shared__ ull s[];
  Tile t = {}; t.a[0] = threadIdx.x;
  ull begin = tick(); int n = 0, next = from;
  u id; asm volatile("mov.u32 %0, %%smid;" : "=r"(id)); if (threadIdx.x == 0) sm[blockIdx.x] = id;
  for (;;) {
    ull now = tick(), c = clk(); int at = (int)(now - begin);
    if (at >= whole) break;
    if (threadIdx.x == 0 && n < samples && at >= n * (whole / samples)) { s[2 * n] = at; s[2 * n + 1] = c; n++; }
    if ((int)blockIdx.x < busy && at >= next && at < from + lasts) { products(t); next = every ? next + every : next; if (lasts == 1) next = whole; }
  }
  float x = 0; for (int i = 0; i < 8; i++) x += t.d[i]; if (x == 12345.678f) out[0] = 1;
  __syncwarp(); n = __shfl_sync(~0u, n, 0);
  for (int k = threadIdx.x; k < 2 * samples; k += 32) out[(size_t)blockIdx.x * 2 * samples + k] = k < 2 * n ? s[k] : 0;
}
__global__ void idling(long long n) { long long b = clock64(); while (clock64() - b < n) {} }
// All SMs at once, a load of one kind: 0 FFMA, 1 shared memory, 2 spin
__global__ void step(ull *out, int kind, int whole, int samples, float x) {
  extern __shared__ ull s[]; __shared__ volatile float f[1024];
  if (x > 2) f[threadIdx.x] = x;
  __shared__ int count; float d[8] = {}; ull begin = tick(); int n = 0;
  for (;;) {
    ull now = tick(), c = clk(); int at = (int)(now - begin);
    if (at >= whole) break;
    if (threadIdx.x == 0 && n < samples && at >= n * (whole / samples)) { s[2 * n] = at; s[2 * n + 1] = c; n++; }
    if (kind == 0) {
#pragma unroll
      for (int i = 0; i < 128; i++) d[i % 8] = d[i % 8] * x + 0.5f;
    }
    if (kind == 1) {
#pragma unroll
      for (int i = 0; i < 16; i++) d[i % 8] += f[(threadIdx.x + 32 * i) & 1023];
    }
  }
  for (int i = 0; i < 8; i++) x += d[i]; if (x == 12345.678f) out[0] = 1;
  if (threadIdx.x == 0) count = n; __syncthreads(); n = count;
  for (int k = threadIdx.x; k < 2 * samples; k += blockDim.x) out[(size_t)blockIdx.x * 2 * samples + k] = k < 2 * n ? s[k] : 0;
}
ull *O; u *SM; std::vector<ull> H(1 << 20); std::vector<u> S(132);
// Clock in GHz in windows, averaged over repeats: lines through the samples of a window.
void rates(const char *head, int blocks, int samples, int whole, int windows, std::vector<std::vector<double>> &sum, int only) {
  printf("%s", head);
  for (int w = 0; w < windows; w++) { double s = 0; int n = 0; for (auto &v : sum) if (v.size() > (size_t)w && v[w] > 0) s += v[w], n++; printf("%.3f ", n ? s / n : 0); }
  puts("");
}
void slope(ull *h, int samples, int whole, int windows, std::vector<double> &g) {
  g.assign(windows, 0);
  for (int w = 0; w < windows; w++) {
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, y0 = 0;
    for (int k = 0; k < samples; k++) { if (k && !h[2 * k + 1]) break; double x = h[2 * k]; if (x < (double)whole / windows * w || x >= (double)whole / windows * (w + 1)) continue; if (!n) y0 = h[2 * k + 1]; double y = h[2 * k + 1] - y0; n++; sx += x; sy += y; sxx += x * x; sxy += x * y; }
    if (n > 2) g[w] = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  }
}
void W(const char *what, int blocks, int busy, int lasts, int every, int whole, int windows) {
  const int samples = 2000; std::vector<std::vector<double>> all; std::vector<double> idle; char head[200]; double mean = 0; int n = 0;
  std::vector<double> others(132, 0);
  for (int i = 0; i < 60; i++) {
    idling<<<1, 1>>>(30000);
    wake<<<blocks, 32, samples * 16>>>(O, busy, 10000, lasts, every, whole, samples, SM);
    cudaMemcpy(H.data(), O, (size_t)blocks * samples * 16, cudaMemcpyDeviceToHost); cudaMemcpy(S.data(), SM, blocks * 4, cudaMemcpyDeviceToHost);
    if (i < 4) continue;
    std::vector<double> g; slope(H.data(), samples, whole, windows, g); all.push_back(g);
    for (int k = 0; k < windows; k++) if ((k + 0.5) * whole / windows > 14000 && (k + 0.5) * whole / windows < 10000 + lasts) mean += g[k], n++;
    if (blocks > 1) for (int b = 0; b < blocks; b++) { ull *h = &H[(size_t)b * samples * 2], *first = 0, *last = 0; for (int k = 0; k < samples; k++) { if (h[2 * k] > 14000 && !first) first = h + 2 * k; if (h[2 * k] > 14000 && h[2 * k] < 10000u + lasts) last = h + 2 * k; } if (first && last && last > first) others[S[b]] += double(last[1] - first[1]) / (last[0] - first[0]) / 56; }
  }
  snprintf(head, sizeof head, "wake,%s,blocks=%d,busy=%d,lasts=%d,every=%d,window=%d,mean=%.4f,ghz=", what, blocks, busy, lasts, every, whole / windows, n ? mean / n : 0);
  if (blocks == 1) rates(head, 1, samples, whole, windows, all, 0);
  else { printf("%s", head); for (int k = 0; k < 132; k++) printf("%.3f ", others[k]); printf("sm="); for (int b = 0; b < busy && b < 8; b++) printf("%u ", S[b]); puts(""); }
}
void L(int kind, int blocks, int warps) {
  const int samples = 600, whole = 60000, windows = 60; std::vector<std::vector<double>> all; char head[200];
  for (int i = 0; i < 14; i++) {
    idling<<<1, 1>>>(100000);
    step<<<blocks, warps * 32, samples * 16>>>(O, kind, whole, samples, 1.0f);
    cudaMemcpy(H.data(), O, (size_t)blocks * samples * 16, cudaMemcpyDeviceToHost);
    if (i < 2) continue;
    for (int b = 0; b < blocks; b++) { std::vector<double> g; slope(&H[(size_t)b * samples * 2], samples, whole, windows, g); all.push_back(g); }
  }
  snprintf(head, sizeof head, "step,kind=%d,blocks=%d,warps=%d,window=%d,ghz=", kind, blocks, warps, whole / windows);
  rates(head, blocks, samples, whole, windows, all, -1);
}
int main() {
  cudaMalloc(&O, 1 << 24); cudaMalloc(&SM, 1024); cudaFuncSetAttribute(wake, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  idling<<<132, 32>>>(200000000);
  for (int every : {200, 300, 400, 500, 600, 800, 1000, 1200, 1500, 2000, 2500, 3000, 4000, 5000, 7000, 10000, 15000}) W("bursts", 1, 1, 90000, every, 104000, 52);
  for (int busy : {1, 2, 8}) W("others", 132, busy, 30000, 0, 50000, 50);
  for (int kind : {0, 1, 2}) for (int warps : {4, 16}) if (kind || warps == 4) for (int blocks : {16, 33, 66, 99, 132}) L(kind, blocks, warps);
  return cudaDeviceSynchronize() || cudaGetLastError();
}
