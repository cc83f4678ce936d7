// What a workgroup's end waits for, empty workgroups by size, stores of a part of a sector, and loads beside stores.
// nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdio>
#include <cstdint>
#include <vector>
#include <algorithm>
#include <functional>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){fprintf(stderr,"%d %s\n",__LINE__,cudaGetErrorString(e)); exit(1);} }while(0)
double timed(std::function<void()> f, int n = 9) { cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b); std::vector<float> t;
 for (int i = 0; i < n + 2; i++) { cudaEventRecord(a); f(); cudaEventRecord(b); CK(cudaEventSynchronize(b)); float ms; cudaEventElapsedTime(&ms, a, b); if (i >= 2) t.push_back(ms * 1000); }
 CK(cudaGetLastError()); std::sort(t.begin(), t.end()); return t[n / 2]; }
__global__ void empty() {}
// END 0: nothing after the chain; 1: one lane stores; 2: every lane stores, near to each other; 3: every lane stores into a line of its own;
// 4: as 2, to where nothing was lately; 5: a fence after 2.
template<int END> __global__ void ends(float *o, int n, size_t span) { float x = threadIdx.x; for (int i = 0; i < n; i++) x = x * 1.0001f + .5f; if (x == 77.123f) o[0] = x; size_t b = blockIdx.x;
 if (END == 1) { if (threadIdx.x == 0) o[b % 4096 * 32] = x; } if (END == 2 || END == 5) o[(b % 4096) * blockDim.x + threadIdx.x] = x; if (END == 3) o[((b % 256) * blockDim.x + threadIdx.x) * 32] = x; if (END == 4) o[(b * blockDim.x + threadIdx.x) % span] = x; if (END == 5) __threadfence(); }
template<int B> struct Part { int v[B / 4]; };
// A warp's store: 32 lanes, B bytes each, STRIDE bytes apart.
template<class T> __global__ void partial(char *p, int stride, size_t bytes, int times) { size_t w = (size_t)blockIdx.x * blockDim.x + threadIdx.x, all = (size_t)gridDim.x * blockDim.x * stride; T v{}; for (int t = 0; t < times; t++) for (size_t i = w * stride; i < bytes; i += all) { *(int *)&v = t; *(T *)(p + i) = v; } }
// As many passes over the same sectors as they have parts: what a transpose by columns does.
template<class T> __global__ void columns(char *p, int stride, size_t bytes, int parts) { size_t w = (size_t)blockIdx.x * blockDim.x + threadIdx.x, all = (size_t)gridDim.x * blockDim.x * stride; T v{}; for (size_t i = w * stride; i < bytes; i += all) for (int k = 0; k < parts; k++) { *(int *)&v = k; *(T *)(p + i + k * sizeof(T)) = v; } }
template<class V> __global__ void mixed(const char *p, char *q, size_t bytes, int turns, int each, unsigned short *took, int *out) { int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, warps = gridDim.x * blockDim.x >> 5, lane = threadIdx.x & 31; int s = 0; size_t at = (size_t)w * 32 * sizeof(V), all = (size_t)warps * 32 * sizeof(V);
 for (int t = 0; t < turns; t++) { const V *a = (const V *)(p + at) + lane; long long x = clock64(); V v = __ldcg(a); s += *(int *)&v; asm volatile("" :: "r"(s) : "memory"); if (s == 0x7fffffff) *out = s; long long y = clock64(); if (t % each == 0) ((V *)(q + at))[lane] = v; if (lane == 0 && (t & 7) == 7) took[(size_t)(t >> 3) * warps + w] = (unsigned short)(y - x < 65535 ? y - x : 65535); at += all; if (at >= bytes) at -= bytes; } }
int main() { size_t N = 4ull << 30; char *p, *q; CK(cudaMalloc(&p, N)); CK(cudaMalloc(&q, N)); CK(cudaMemset(p, 0, N)); CK(cudaMemset(q, 0, N)); float *o = (float *)q; int *out; CK(cudaMalloc(&out, 4));
 for (int th : {32, 64, 128, 256, 512, 1024}) for (int g : {8448, 65536, 262144}) printf("empty,threads=%d,blocks=%d,us=%.3f\n", th, g, timed([&] { empty<<<g, th>>>(); }));
#define E(K) { CK(cudaFuncSetAttribute(ends<K>, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024)); for (int th : {32, 256, 1024}) for (int kb : {200, 100, 25}) for (int body : {64, 1024}) { if (th * (200 / kb) > 2048) continue; int rounds = 48, blocks = 132 * (kb == 200 ? 1 : kb == 100 ? 2 : 8); double r1 = timed([&] { ends<K><<<blocks * 8, th, kb * 1024>>>(o, body, N / 4); }), r2 = timed([&] { ends<K><<<blocks * (8 + rounds), th, kb * 1024>>>(o, body, N / 4); }); printf("ends,end=%d,threads=%d,lds_kb=%d,body=%d,us8=%.3f,us56=%.3f,cycles_per_round=%.1f\n", K, th, kb, body, r1, r2, (r2 - r1) * 1980 / rounds); } }
 E(0) E(1) E(2) E(3) E(4) E(5)
#define P(B, T) for (int stride : {B, 8, 16, 32, 64, 128}) if (stride >= B) for (size_t mb : {16, 2048}) { int times = mb == 16 ? 16 : 1; double us = timed([&] { partial<T><<<264, 1024>>>(q, stride, mb << 20, times); }, 5); printf("partial,bytes=%d,stride=%d,mb=%zu,times=%d,us=%.3f,stores_per_us=%.1f\n", B, stride, mb, times, us, (double)(mb << 20) / stride / 32 * times / us); }
 P(4, int) P(8, int2) P(16, int4)
 for (size_t mb : {16, 64, 1024}) { printf("columns,bytes=4,mb=%zu,us=%.3f\n", mb, timed([&] { columns<int><<<264, 1024>>>(q, 32, mb << 20, 8); }, 5)); printf("columns,bytes=8,mb=%zu,us=%.3f\n", mb, timed([&] { columns<int2><<<264, 1024>>>(q, 32, mb << 20, 4); }, 5)); }
 unsigned short *took; CK(cudaMallocManaged(&took, 64u << 20));
 for (int each : {1, 2, 4, 1000}) for (int v : {4, 16}) for (int warps : {4, 8, 16, 32, 64}) { int threads = std::min(1024, warps * 32), blocks = 132 * (warps > 32 ? warps / 16 : 1), turns = 400; if (warps > 32) threads = 512; float ms = 0; cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b); for (int r = 0; r < 3; r++) { cudaEventRecord(a); if (v == 4) mixed<int><<<blocks, threads>>>(p, q, N, turns, each, took, out); else mixed<int4><<<blocks, threads>>>(p, q, N, turns, each, took, out); cudaEventRecord(b); CK(cudaEventSynchronize(b)); cudaEventElapsedTime(&ms, a, b); }
  size_t n = (size_t)(turns / 8) * blocks * threads / 32; std::vector<unsigned short> t(took + n / 4, took + n * 3 / 4); std::sort(t.begin(), t.end()); double s = 0; for (auto x : t) s += x; printf("mixed,store_each=%d,width=%d,warps=%d,p10=%d,p50=%d,p90=%d,p99=%d,mean=%.1f,us=%.3f,read_gb_s=%.1f\n", each, v, warps, t[t.size() / 10], t[t.size() / 2], t[t.size() * 9 / 10], t[t.size() * 99 / 100], s / t.size(), ms * 1000, (double)turns * blocks * threads * v / ms / 1e6); }
}
