// What the LDS (shared memory) and global loads that hit the L1 cost one another: loops of loads and what products of matrices do besides, each left out in turn. Median and least of 11 launches after 2, by workgroups of 256 lanes an SM. nvcc -O3 -arch=sm_90 -std=c++17
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>
#include <cuda_runtime.h>
typedef unsigned u;
#define KERNEL extern "C" __global__ void
#define LDS(r, p) asm volatile("ld.shared.f32 %0, [%1];" : "=f"(r) : "r"(p));
#define LDS4(a, b, c, d, p) asm volatile("ld.shared.v4.f32 {%0,%1,%2,%3}, [%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "r"(p));
#define STS(p, r) asm volatile("st.shared.f32 [%0], %1;" :: "r"(p), "f"(r));
#define LDG(r, p) asm volatile("ld.global.f32 %0, [%1];" : "=f"(r) : "l"(p));
#define LDG4(a, b, c, d, p) asm volatile("ld.global.v4.f32 {%0,%1,%2,%3}, [%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(p));
#define SYNC asm volatile("bar.sync 0;");
#define SHFL(r, v) asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 31, -1;" : "=f"(r) : "f"(v));
#define BEGIN __shared__ float s[1024]; int t = threadIdx.x; u at = (u)__cvta_generic_to_shared(s) + t % 32 * 4; float v = 0, a[16]; for (int k = t; k < 1024; k += 256) s[k] = k; __syncthreads();
#define TURNS _Pragma("unroll 1") for (int n = 0; n < turns; n++, at += none, in += none)
#define ALL _Pragma("unroll") for (int i = 0; i < 16; i++)
#define FOUR _Pragma("unroll") for (int i = 0; i < 4; i++)
#define ADD ALL v += a[i];
#define END out[blockIdx.x * 256 + t] = v;
// Sixteen loads of shared memory, then their sum.
KERNEL shared1(float *out, const float *in, int turns, int none) { BEGIN TURNS { ALL LDS(a[i], at + i * 64) ADD } END }
// Four of 16 bytes, from one of two places each, as of rows of a tile.
KERNEL shared4(float *out, const float *in, int turns, int none) { BEGIN at += t % 32 / 16 * 64 - t % 32 * 4; TURNS { FOUR LDS4(a[4 * i], a[4 * i + 1], a[4 * i + 2], a[4 * i + 3], at + i * 16) ADD } END }
// As a product of tiles of 16 by 16: both.
#define TILE u column = at + across; ALL LDS(a[i], column + i * 64) FOUR { LDS4(b[0], b[1], b[2], b[3], at + i * 16) for (int k = 0; k < 4; k++) v += b[k] * a[4 * i + k]; }
#define TILES BEGIN u across = t % 16 * 4 + 1024 - t / 16 * 64; float b[4]; at += t / 16 * 64 - t % 32 * 4;
KERNEL tile(float *out, const float *in, int turns, int none) { TILES TURNS { TILE } END }
KERNEL tileWaits(float *out, const float *in, int turns, int none) { TILES TURNS { SYNC TILE SYNC } END }
KERNEL tileStores(float *out, const float *in, int turns, int none) { TILES TURNS { STS(at + t % 16 * 4, v) STS(at + t % 16 * 4 + 1024, v) SYNC TILE SYNC } END }
KERNEL tileLoads(float *out, const float *in, int turns, int none) { TILES in += t / 16 * 512 + t % 16; TURNS { float x, y; LDG(x, in) LDG(y, in + 16) STS(at + t % 16 * 4, x) STS(at + t % 16 * 4 + 1024, y) SYNC TILE SYNC } END }
// Loads of global memory, that the L1 has: one word, rows, words of rows as products of matrices have them, 16 bytes a lane; alone, and each with one of shared memory.
#define GLOBAL(name, place) KERNEL name(float *out, const float *in, int turns, int none) { BEGIN in += place; TURNS { ALL LDG(a[i], in + i * 32) ADD } END } \
  KERNEL name##Shared(float *out, const float *in, int turns, int none) { BEGIN in += place; float b[16]; TURNS { ALL { LDG(a[i], in + i * 32) LDS(b[i], at + i * 64) } ALL v += a[i] * b[i]; } END }
GLOBAL(word, 0)
GLOBAL(line, t % 32)
GLOBAL(rows, t % 32 / 4 * 512 + t % 4)
GLOBAL(pieces, t % 32 / 4 * 512 + t % 4 * 2)
GLOBAL(two, t % 32 / 16 * 512 + t % 16)
GLOBAL(spread, t % 32 * 33)
KERNEL line4(float *out, const float *in, int turns, int none) { BEGIN in += t % 32 * 4; TURNS { FOUR LDG4(a[4 * i], a[4 * i + 1], a[4 * i + 2], a[4 * i + 3], in + i * 128) ADD } END }
KERNEL line4Shared(float *out, const float *in, int turns, int none) { BEGIN in += t % 32 * 4; float b[16]; TURNS { FOUR LDG4(a[4 * i], a[4 * i + 1], a[4 * i + 2], a[4 * i + 3], in + i * 128) ALL LDS(b[i], at + i * 64) ALL v += a[i] * b[i]; } END }
KERNEL stores(float *out, const float *in, int turns, int none) { BEGIN TURNS { ALL STS(at + i * 64, v) } END }
KERNEL storesShared(float *out, const float *in, int turns, int none) { BEGIN TURNS { ALL { STS(at + i * 64, v) LDS(a[i], at + i * 64) } ADD } END }
KERNEL shuffles(float *out, const float *in, int turns, int none) { BEGIN TURNS { ALL SHFL(a[i], v) ADD } END }
KERNEL shufflesShared(float *out, const float *in, int turns, int none) { BEGIN float b[16]; TURNS { ALL { SHFL(a[i], v) LDS(b[i], at + i * 64) } ALL v += a[i] * b[i]; } END }
KERNEL fill(float *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }
bool once; // for counters
void T(const char *name, int blocks, std::function<void()> f) {
  if (once) { f(); return; }
  cudaEvent_t p, q; cudaEventCreate(&p); cudaEventCreate(&q);
  std::vector<float> t;
  for (int i = 0; i < 13; i++) { cudaEventRecord(p); f(); cudaEventRecord(q); cudaEventSynchronize(q); float m; cudaEventElapsedTime(&m, p, q); if (i > 1) t.push_back(m * 1000); }
  std::sort(t.begin(), t.end());
  printf("shared_l1,%s,blocks=%d,us=%.3f,min=%.3f\n", name, blocks, t[5], t[0]);
}
int main(int arguments, char **) {
  once = arguments > 1;
  float *in, *out; cudaMalloc(&in, 1 << 24); cudaMalloc(&out, 1 << 24); fill<<<1 << 14, 256>>>(in);
#define R(k) for (int n : {1, 2, 4, 6}) T(#k, n, [=] { k<<<132 * n, 256>>>(out, in, 256, 0); });
  R(shared1) R(shared4) R(tile) R(tileWaits) R(tileStores) R(tileLoads) R(word) R(wordShared) R(line) R(lineShared) R(rows) R(rowsShared) R(pieces) R(piecesShared) R(two) R(twoShared) R(spread) R(spreadShared) R(line4) R(line4Shared) R(stores) R(storesShared) R(shuffles) R(shufflesShared)
  return cudaDeviceSynchronize() || cudaGetLastError();
}
