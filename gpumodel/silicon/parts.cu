// The parts of a GPU that kernels of many workgroups share, each alone: turnover of workgroups, lines and sectors read from and
// written to the L2 and to DRAM, by all SMs and by one, and latencies of single loads. nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdio>
#include <cstdint>
#include <vector>
#include <map>
#include <algorithm>
#include <functional>
#include <string>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){fprintf(stderr,"%d %s\n",__LINE__,cudaGetErrorString(e)); exit(1);} }while(0)
__device__ unsigned smid() { unsigned s; asm volatile("mov.u32 %0, %%smid;" : "=r"(s)); return s; }
double timed(std::function<void()> f, int n = 7) { cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b); std::vector<float> t;
 for (int i = 0; i < n + 2; i++) { cudaEventRecord(a); f(); cudaEventRecord(b); CK(cudaEventSynchronize(b)); float ms; cudaEventElapsedTime(&ms, a, b); if (i >= 2) t.push_back(ms * 1000); }
 CK(cudaGetLastError()); std::sort(t.begin(), t.end()); return t[n / 2]; }
struct Life { long long from, to; unsigned sm, gt; };
__global__ void lives(Life *l, float *o, int n) { extern __shared__ float pad[]; long long a = clock64(); float x = threadIdx.x; for (int i = 0; i < n; i++) x = x * 1.0001f + .5f; if (x == 77.123f) o[0] = x; __syncthreads(); if (threadIdx.x == 0) { Life v; v.from = a; v.sm = smid(); v.gt = 0; v.to = clock64(); l[blockIdx.x] = v; } }
// Reads: every warp of the grid takes pieces of S sectors of each of its lines; V bytes a lane, LINES lines a warp's access.
template<int OP> __global__ void lines(char *p, char *q, size_t bytes, int sectors, int times, int *out) {
 // A warp's access: 32/(sectors*8) lines of which so many sectors, 4 bytes a lane.
 int lane = threadIdx.x & 31, per = 32 / (sectors * 8 > 32 ? 32 : sectors * 8); int lanesOfLine = 32 / per; size_t step = (size_t)per * 128; size_t at = ((size_t)(blockIdx.x * blockDim.x + threadIdx.x) >> 5) * step + (size_t)(lane / lanesOfLine) * 128 + (lane % lanesOfLine) * 4;
 size_t all = ((size_t)gridDim.x * blockDim.x >> 5) * step; int s = 0;
 for (int t = 0; t < times; t++) for (size_t i = at; i < bytes; i += all * 4) { int v[4];
#pragma unroll
  for (int k = 0; k < 4; k++) { size_t j = i + k * all; if (j >= bytes) j = at; if (OP == 0) v[k] = __ldcg((int *)(p + j)); else if (OP == 1) { *(int *)(p + j) = t; v[k] = 0; } else { v[k] = __ldcg((int *)(p + j)); } }
#pragma unroll
  for (int k = 0; k < 4; k++) { s += v[k]; if (OP == 2 && k == 3) { size_t j = i; *(int *)(q + j) = v[0] + v[1] + v[2] + v[3]; } if (OP == 3 && (k & 1)) { size_t j = i + k * all; if (j < bytes) *(int *)(q + j) = v[k] + v[k - 1]; } } }
 if (s == 0x7fffffff) *out = s; }
template<int OP, class T> __global__ void oneSM(T *p, int stride, int times, long long *cycles) { size_t i = (size_t)threadIdx.x * stride; T v; *(int *)&v = threadIdx.x; __syncthreads(); long long a = clock64(); int s = 0; size_t span = (size_t)blockDim.x * stride;
 for (int t = 0; t < times; t++) {
#pragma unroll
  for (int k = 0; k < 8; k++) { T *at = p + i + ((t * 8 + k) & 7) * span; if (OP == 1) *(volatile int *)at = t, (void)v; else if (OP == 2) *at = v; else { s += *(int *)at; } } }
 __syncthreads(); long long b = clock64(); if (s == 0x7fffffff) p[0] = v; if (threadIdx.x == 0) *cycles = b - a; }
__global__ void each(const char *p, const unsigned *line, int n, unsigned *took, int times) { unsigned dummy = 0; for (int t = 0; t < times; t++) for (int i = 0; i < n; i++) { const unsigned *a = (const unsigned *)(p + (size_t)line[i] * 128); long long x = clock64(); unsigned v; asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(a) : "memory"); dummy += v; asm volatile("" :: "r"(dummy) : "memory"); if (dummy == 12345) took[0] = 1; long long y = clock64(); took[i] = (unsigned)(y - x); } }
void spread(const char *name, std::vector<unsigned> t) { std::sort(t.begin(), t.end()); printf("latency,%s", name); for (int q : {0, 1, 5, 10, 25, 50, 75, 90, 95, 99}) printf(",p%d=%u", q, t[(t.size() - 1) * q / 100]); double s = 0; for (auto v : t) s += v; printf(",mean=%.1f\n", s / t.size()); }
int main() { int clk; cudaDeviceGetAttribute(&clk, cudaDevAttrClockRate, 0); printf("info,clock_khz=%d\n", clk);
 size_t N = 4ull << 30; char *p, *q; CK(cudaMalloc(&p, N)); CK(cudaMalloc(&q, N)); CK(cudaMemset(p, 0, N)); CK(cudaMemset(q, 0, N)); int *out = (int *)q;
 Life *life; CK(cudaMallocManaged(&life, 200000 * sizeof(Life))); CK(cudaFuncSetAttribute(lives, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024));
 for (int threads : {32, 128, 256, 512, 1024}) for (int kb : {200, 100, 50, 25, 6}) for (int body : {50, 1000}) { int blocks = 132 * 24 * (kb < 50 ? 4 : 1); if (threads * (200 / kb) > 2048 || blocks > 200000) continue; for (int r = 0; r < 2; r++) lives<<<blocks, threads, kb * 1024>>>(life, (float *)q, body); CK(cudaDeviceSynchronize());
  std::map<unsigned, std::vector<Life>> sm; for (int i = 0; i < blocks; i++) sm[life[i].sm].push_back(life[i]); std::vector<double> gaps, lens, starts; int resident = 0; for (auto &e : sm) { auto &v = e.second; std::vector<long long> ends; std::sort(v.begin(), v.end(), [](const Life &a, const Life &b) { return a.from < b.from; }); for (auto &l : v) { ends.push_back(l.to); lens.push_back(l.to - l.from); } std::sort(ends.begin(), ends.end()); int R = 0; for (auto &l : v) if (l.from < ends[0]) R++; resident = std::max(resident, R); for (size_t i = R; i < v.size(); i++) gaps.push_back(v[i].from - ends[i - R]); for (int i = 1; i < R; i++) starts.push_back(v[i].from - v[i - 1].from); }
  std::sort(gaps.begin(), gaps.end()); std::sort(lens.begin(), lens.end()); std::sort(starts.begin(), starts.end()); if (gaps.empty()) continue;
  double us = timed([&] { lives<<<blocks, threads, kb * 1024>>>(life, (float *)q, body); });
  printf("turnover,threads=%d,lds_kb=%d,body=%d,blocks=%d,resident=%d,life=%.0f,gap_p10=%.0f,gap_p50=%.0f,gap_p90=%.0f,first_apart=%.0f,us=%.3f\n", threads, kb, body, blocks, resident, lens[lens.size() / 2], gaps[gaps.size() / 10], gaps[gaps.size() / 2], gaps[gaps.size() * 9 / 10], starts.empty() ? -1. : starts[starts.size() / 2], us); }
 const char *ops[] = {"read", "write", "read4write1", "read2write1"};
 for (int op = 0; op < 4; op++) for (size_t mb : {4, 8, 16, 24, 32, 64, 1024, 4096}) for (int sectors : {1, 2, 4}) { size_t bytes = mb << 20; int times = std::max<size_t>(1, (256 / mb)); auto f = [&] { switch (op) { case 0: lines<0><<<264, 1024>>>(p, q, bytes, sectors, times, out); break; case 1: lines<1><<<264, 1024>>>(p, q, bytes, sectors, times, out); break; case 2: lines<2><<<264, 1024>>>(p, q, bytes, sectors, times, out); break; default: lines<3><<<264, 1024>>>(p, q, bytes, sectors, times, out); } };
  double us = timed(f, 5); double nl = (double)bytes / 128 * times; printf("all,%s,mb=%zu,sectors=%d,times=%d,us=%.3f,lines_per_us=%.1f\n", ops[op], mb, sectors, times, us, nl / us); }
 long long *cy; CK(cudaMallocManaged(&cy, 8));
 for (int op : {0, 1, 2}) for (int threads : {32, 128, 1024}) for (int stride : {1, 2, 4, 8, 16, 32}) { for (int r = 0; r < 3; r++) { if (op == 1) oneSM<1, int><<<1, threads>>>((int *)p, stride, 64, cy); else if (op == 2) { oneSM<2, int2><<<1, threads>>>((int2 *)p, stride, 64, cy); } else oneSM<0, int><<<1, threads>>>((int *)p, stride, 64, cy); CK(cudaDeviceSynchronize()); } printf("one,%s,threads=%d,stride=%d,cycles_per_access=%.3f\n", op == 1 ? "write4" : op == 2 ? "write8" : "read4", threads, stride, (double)*cy / (64. * 8 * (threads / 32))); }
 { unsigned n = 20000, *line, *took; CK(cudaMallocManaged(&line, n * 4)); CK(cudaMallocManaged(&took, n * 4)); uint64_t x = 88172645463325252ull; auto rnd = [&] { x ^= x << 13; x ^= x >> 7; x ^= x << 17; return x; };
  for (size_t mb : {4, 16, 24}) { for (unsigned i = 0; i < n; i++) line[i] = rnd() % (mb * 8192); for (int r = 0; r < 2; r++) { each<<<1, 1>>>(p, line, n, took, 2); CK(cudaDeviceSynchronize()); } spread(("l2_mb" + std::to_string(mb)).c_str(), std::vector<unsigned>(took, took + n)); }
  for (unsigned i = 0; i < n; i++) line[i] = rnd() % (4096ull * 8192); CK(cudaMemset(q, 1, 1 << 30)); each<<<1, 1>>>(p, line, n, took, 1); CK(cudaDeviceSynchronize()); spread("dram", std::vector<unsigned>(took, took + n)); }
}
