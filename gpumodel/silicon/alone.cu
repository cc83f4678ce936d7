// Has a group of SMs, which reach.cu tells apart, a way to the L2 of its own? As share.cu, but only some SMs ask: words or lines of
// 8 MB by chance. groups.csv: the rows "group,sms=N,..." that reach.cu prints on this GPU.
// nvcc -O3 -arch=sm_90 -std=c++17
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>
#define CK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)
__device__ uint64_t now() { uint64_t t; asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t)); return t; }
__device__ uint32_t sm() { uint32_t s; asm volatile("mov.u32 %0, %smid;" : "=r"(s)); return s; }
__device__ uint32_t mix(uint32_t x) { x ^= x >> 16; x *= 0x7feb352d; x ^= x >> 15; x *= 0x846ca68b; return x ^ x >> 16; }
// kind: 0 a warp reads a line, 1 a sector of 32 lines, 2 a warp writes a line, 3 4 bytes of 32 lines, 4 32 words added to
template <int kind> __global__ void __launch_bounds__(1024) ask(float *m, uint32_t lines, unsigned long long *start, uint32_t *done, const uint8_t *who) {
  if (!who[sm()]) return;
  if (threadIdx.x == 0) atomicCAS(start, 0ull, (unsigned long long)now() + 30000);
  __syncthreads();
  uint64_t from = *(volatile unsigned long long *)start, until = from + 300000;
  while (now() < from) ;
  long long began = clock64();
  constexpr bool line = kind == 0 || kind == 2;
  uint32_t lane = threadIdx.x & 31, x = mix((blockIdx.x * blockDim.x + (line ? threadIdx.x & ~31 : threadIdx.x)) * 2654435761u + 12345), n = 0;
  float s = 0, v[8];
  do {
#pragma unroll
    for (int k = 0; k < 8; k++) {
      x = x * 1664525u + 1013904223u;
      float *p = m + ((uint64_t)mix(x) * lines >> 32) * 32 + (line ? lane : x >> 29 << 2);
      if (kind < 2) v[k] = __ldcg(p); else if (kind < 4) __stcg(p, 1.f); else atomicAdd((int *)p, 1);
    }
    if (kind < 2) {
#pragma unroll
      for (int k = 0; k < 8; k++) s += v[k];
    }
    n += 8;
    if (s == 12345.678f) m[0] = s;
  } while (now() < until);
  if (lane == 0) { atomicAdd(done + 2 * sm(), line ? n : 32 * n); atomicMax(done + 2 * sm() + 1, (uint32_t)(clock64() - began)); }
}

float *M; unsigned long long *start; uint32_t *done; uint8_t *who; int S;
std::vector<std::vector<int>> groups;
template <int kind> void go(const char *what, const std::vector<int> &sms, int threads) {
  std::vector<uint8_t> w(S); for (int s : sms) w[s] = 1;
  CK(cudaMemcpy(who, w.data(), S, cudaMemcpyHostToDevice));
  for (int again = 0; again < 2; again++) {
    CK(cudaMemset(start, 0, 8)); CK(cudaMemset(done, 0, 8 * S));
    ask<kind><<<S, threads>>>(M, 8u << 13, start, done, who);
    CK(cudaDeviceSynchronize());
  }
  std::vector<uint32_t> h(2 * S); CK(cudaMemcpy(h.data(), done, 8 * S, cudaMemcpyDeviceToHost));
  double all = 0; for (int s : sms) all += (double)h[2 * s] / h[2 * s + 1];
  static const char *names[] = {"read lines", "read parts", "write lines", "write parts", "add"};
  printf("alone,%s,%s,warps=%d,sms=%zu,a_cycle=%.3f\n", names[kind], what, threads / 32, sms.size(), all); fflush(stdout);
}
template <int kind> void all() {
  std::vector<int> six, four; for (auto &g : groups) if (g.size() == 6) { if (six.empty()) six = g; } else if (four.empty()) four = g;
  for (int threads : {256, 1024}) {
    go<kind>("one of six", {six[0]}, threads);
    go<kind>("two of one six", {six[0], six[1]}, threads);
    go<kind>("four of one six", {six[0], six[1], six[2], six[3]}, threads);
    go<kind>("a six", six, threads);
    go<kind>("a four", four, threads);
    std::vector<int> apart; for (auto &g : groups) if (g.size() == 6 && apart.size() < 6) apart.push_back(g[0]);
    go<kind>("six of six groups", apart, threads);
    for (int n : {2, 3, 6, 12, 18}) { std::vector<int> m; int k = 0; for (auto &g : groups) if (g.size() == 6 && k++ < n) m.insert(m.end(), g.begin(), g.end()); go<kind>("sixes", m, threads); }
    for (int n : {1, 2, 3, 4}) { std::vector<int> m; for (auto &g : groups) for (int i = 0; i < n && i < (int)g.size(); i++) m.push_back(g[i]); go<kind>("of each group", m, threads); }
    std::vector<int> m; for (auto &g : groups) m.insert(m.end(), g.begin(), g.end()); go<kind>("all", m, threads);
  }
}
int main(int argc, char **argv) {
  cudaDeviceProp q; CK(cudaGetDeviceProperties(&q, 0)); S = q.multiProcessorCount;
  FILE *f = fopen(argv[1], "r"); char line[256];
  while (f && fgets(line, sizeof line, f)) if (!strncmp(line, "group,sms=", 10)) { std::vector<int> g; char *p = strchr(line + 10, ','); p = strtok(p, ",\n"); for (p = strtok(0, ",\n"); p; p = strtok(0, ",\n")) g.push_back(atoi(p)); groups.push_back(g); }
  CK(cudaMalloc(&M, (size_t)64 << 20)); CK(cudaMemset(M, 0, (size_t)64 << 20)); CK(cudaMalloc(&start, 8)); CK(cudaMalloc(&done, 8 * S)); CK(cudaMalloc(&who, S));
  all<1>(); all<0>(); all<3>(); all<2>(); all<4>();
}
