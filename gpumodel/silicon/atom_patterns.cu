// atom_patterns.cu: atomic additions to global memory by where a warp's 32 lanes add, and which lines
// share a slice of the L2. pat: cycles of an SM for each access, by what is added (red: nothing comes back, atom: the
// old value does) and a pattern whose name says how it is made below; each warp in 4 KB of its own. pair: all
// SMs add to two lines by turns: cycles of an SM for each packet of all SMs, by the first line and what the
// second's number is xored with.
// nvcc -O3 -arch=sm_90 -std=c++17 atom_patterns.cu -o patterns && ./patterns > atom_patterns.csv
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>
#define CK(x) do { cudaError_t err = (x); if (err) { fprintf(stderr, "%s %d\n", cudaGetErrorString(err), __LINE__); exit(1); } } while (0)
typedef uint32_t u;
__device__ __forceinline__ u clk() { u t; asm volatile("mov.u32 %0,%%clock;" : "=r"(t) :: "memory"); return t; }
template <int K> __device__ __forceinline__ u add(u* p, u v) {
  u r = 0;
  if (K == 0) asm volatile("red.global.add.u32 [%0],%1;" :: "l"(p), "r"(v) : "memory");
  if (K == 3) asm volatile("atom.global.add.u32 %0,[%1],%2;" : "=r"(r) : "l"(p), "r"(v) : "memory");
  return r;
}
// lanes' word offsets below 1024; each warp in 4 KB of its own, one of two by turns.
template <int K> __global__ void go(u* mem, const u* off, int turns, u* out, u* begin, u* end) {
  const u lane = threadIdx.x & 31, warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  u at = off[lane] + warp * 2048, s = 0;
  __syncthreads();
  u t = clk();
#pragma unroll 4
  for (int i = 0; i < turns; i++) { s += add<K>(mem + at, 1); at ^= 1024; }
  u t2 = clk();
  if (lane == 0) { atomicMin(begin + blockIdx.x, t); atomicMax(end + blockIdx.x, t2); }
  if (s == 12345) out[warp] = s;
}
// every warp adds to a line by turns, one of two
template <int K> __global__ void pair(u* mem, u a, u b, int turns, u* out, u* begin, u* end) {
  const u lane = threadIdx.x & 31, warp = threadIdx.x / 32;
  u at = (warp & 1 ? a : b) * 32 + lane, s = 0, x = (a ^ b) * 32;
  __syncthreads();
  u t = clk();
#pragma unroll 4
  for (int i = 0; i < turns; i++) { s += add<K>(mem + at, 1); at ^= x; }
  u t2 = clk();
  if (lane == 0) { atomicMin(begin + blockIdx.x, t); atomicMax(end + blockIdx.x, t2); }
  if (s == 12345) out[warp] = s;
}
u *mem, *off, *out, *beg, *fin;
template <int K> void run(const char* what, std::string name, std::vector<u> o, int sms, int warps) {
  CK(cudaMemcpy(off, o.data(), 128, cudaMemcpyHostToDevice));
  const int turns = 256;
  std::vector<u> b(sms), e(sms);
  for (int l = 0; l < 3; l++) {
    CK(cudaMemset(beg, 255, 4 * sms)); CK(cudaMemset(fin, 0, 4 * sms));
    go<K><<<sms, 32 * warps>>>(mem, off, turns, out, beg, fin);
    CK(cudaDeviceSynchronize());
  }
  CK(cudaMemcpy(b.data(), beg, 4 * sms, cudaMemcpyDeviceToHost)); CK(cudaMemcpy(e.data(), fin, 4 * sms, cudaMemcpyDeviceToHost));
  std::vector<double> c; for (int i = 0; i < sms; i++) c.push_back((e[i] - b[i]) / (double)turns / warps);
  std::sort(c.begin(), c.end());
  printf("pat,%s,%s,sms=%d,warps=%d,cycles=%.3f\n", what, name.c_str(), sms, warps, c[sms / 2]);
}
void each(std::string name, std::vector<u> o) {
  run<0>("red", name, o, 1, 32); run<0>("red", name, o, 132, 8); run<3>("atom", name, o, 1, 32); run<3>("atom", name, o, 132, 32);
}
int main() {
  CK(cudaMalloc(&mem, 1u << 30)); CK(cudaMemset(mem, 0, 1u << 30)); CK(cudaMalloc(&off, 4096)); CK(cudaMalloc(&out, 1 << 20)); CK(cudaMalloc(&beg, 4096)); CK(cudaMalloc(&fin, 4096));
  std::vector<u> base; for (u i = 0; i < 32; i++) base.push_back(i * 32);
  each("lines", base);
  for (u j : {1, 2, 3, 8, 16, 31}) for (u d : {0, 1, 8, 16, 24}) { auto o = base; o[j] = d; each("lane" + std::to_string(j) + "+" + std::to_string(d), o); }
  for (u d : {0, 1, 8, 16, 24}) { auto o = base; for (u i = 0; i < 32; i++) o[i] = (i / 2) * 32 + (i & 1) * d; each("next+" + std::to_string(d), o); for (u i = 0; i < 32; i++) o[i] = (i & 15) * 32 + (i >> 4) * d; each("half+" + std::to_string(d), o); for (u i = 0; i < 32; i++) o[i] = (i & 15) * 32 + (i >> 4 ? d : 3); each("half3+" + std::to_string(d), o);}
  for (u k : {2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32}) { auto o = base; for (u i = 0; i < k; i++) o[i] = i; each("first" + std::to_string(k), o); for (u i = 0; i < k; i++) o[i] = (i * 5 + 3) & 31; each("mixed" + std::to_string(k), o); for (u i = 0; i < k; i++) o[i] = 0; each("same" + std::to_string(k), o); for (u i = 0; i < k; i++) o[i] = (i & 1) * 8; each("two" + std::to_string(k), o); for (u i = 0; i < k; i++) o[i] = (i & 1) * 1; each("twin" + std::to_string(k), o); }
  for (u m : {1, 2, 4, 8}) for (u d : {1, 2, 4, 8, 16, 24}) { auto o = base; for (u i = 0; i < 32; i++) o[i] = i * 32 + (i / m & 1) * d; each("alt" + std::to_string(m) + "+" + std::to_string(d), o); }
  { auto o = base; for (u i = 0; i < 32; i++) o[i] = i * 32 + (i & 3) * 8; each("sector", o); for (u i = 0; i < 32; i++) o[i] = i * 32 + (i & 31); each("diag", o); for (u i = 0; i < 32; i++) o[i] = i * 32 + (i & 7); each("word", o); for (u i = 0; i < 32; i++) o[i] = i * 32 + (i * 7 & 31); each("diag7", o);
    for (u i = 0; i < 32; i++) o[i] = (i * 5 & 31) * 32; each("lines5", o); for (u i = 0; i < 32; i++) o[i] = (i * 5 & 31) * 32 + (i & 3) * 8; each("sector5", o);
    for (u k : {0, 1, 2, 3}) { for (u i = 0; i < 32; i++) o[i] = (i / 2) * 32 + (i & 1) + (i / 2 & 3) * 8 * k; each("pairs" + std::to_string(k), o); for (u i = 0; i < 32; i++) o[i] = (i / 8) * 32 + (i & 7) + (i / 8 & 3) * 8 * k; each("eights" + std::to_string(k), o); for (u i = 0; i < 32; i++) o[i] = (i / 4) * 32 + (i & 3) + (i / 4 & 3) * 8 * k; each("fours" + std::to_string(k), o); } }
  for (u d = 1; d < 4096; d = d < 512 ? d + 1 : d + 37) for (u a : {0u}) {
    std::vector<u> b(132), e(132);
    for (int l = 0; l < 2; l++) { CK(cudaMemset(beg, 255, 528)); CK(cudaMemset(fin, 0, 528)); pair<0><<<132, 256>>>(mem, a, a ^ d, 64, out, beg, fin); CK(cudaDeviceSynchronize()); }
    CK(cudaMemcpy(b.data(), beg, 528, cudaMemcpyDeviceToHost)); CK(cudaMemcpy(e.data(), fin, 528, cudaMemcpyDeviceToHost));
    std::vector<double> c; for (int i = 0; i < 132; i++) c.push_back((e[i] - b[i]) / 64. / 8 / 132);
    std::sort(c.begin(), c.end());
    printf("pair,%u,%u,cycles=%.3f\n", a, d, c[66]);
  }
}
