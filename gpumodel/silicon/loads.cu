// Loads one at a time, by every warp: how long each takes with more and more warps on an SM, from DRAM in the order of a stream and from
// the L2; and how long a workgroup takes from its first instruction to its first address. nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdio>
#include <cstdint>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){fprintf(stderr,"%d %s\n",__LINE__,cudaGetErrorString(e)); exit(1);} }while(0)
// Turn t of warp w reads line t*warps + w, or of a few MB again and again; V is what a lane reads.
template<class V> __global__ void loads(const char *p, size_t bytes, int turns, unsigned short *took, int *out) { int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, warps = gridDim.x * blockDim.x >> 5, lane = threadIdx.x & 31; int s = 0;
 for (int t = 0; t < turns; t++) { const V *a = (const V *)(p + ((size_t)t * warps + w) * 32 * sizeof(V) % bytes) + lane; long long x = clock64(); V v = __ldcg(a); s += *(int *)&v; asm volatile("" :: "r"(s) : "memory"); if (s == 0x7fffffff) *out = s; long long y = clock64(); if (lane == 0) took[(size_t)t * warps + w] = (unsigned short)(y - x < 65535 ? y - x : 65535); } }
__global__ void prologue(const float *in, float *o, int n, unsigned *took) { long long a = clock64(); int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { const float *p = in + i; asm volatile("" :: "l"(p) : "memory"); if ((uintptr_t)p == 1) o[0] = 1; long long b = clock64(); if (threadIdx.x % 32 == 0) took[i / 32] = (unsigned)(b - a); } }
__global__ void prologue3(float *o, int w, int h, unsigned *took) { long long a = clock64(); int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y; size_t at = (size_t)y * w + x; float *p = o + at; asm volatile("" :: "l"(p) : "memory"); if ((uintptr_t)p == 1) o[0] = 1; long long b = clock64(); if (threadIdx.x == 0) took[(blockIdx.y * gridDim.x + blockIdx.x) * 8 + threadIdx.y] = (unsigned)(b - a); }
template<class T> void spread(const char *name, std::vector<T> t) { std::sort(t.begin(), t.end()); printf("%s", name); for (int q : {0, 1, 10, 25, 50, 75, 90, 95, 99}) printf(",p%d=%u", q, (unsigned)t[(t.size() - 1) * q / 100]); double s = 0; for (auto v : t) s += v; printf(",mean=%.1f", s / t.size()); }
int main() { size_t N = 8ull << 30; char *p; CK(cudaMalloc(&p, N)); CK(cudaMemset(p, 0, N)); unsigned short *took; size_t room = 64u << 20; CK(cudaMallocManaged(&took, room * 2)); int *out; CK(cudaMalloc(&out, 4));
 cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b);
 for (int place = 0; place < 2; place++) for (int v : {4, 16}) for (int warps : {1, 2, 4, 8, 16, 32, 48, 64}) { size_t bytes = place ? 16u << 20 : N; int threads = std::min(1024, warps * 32), blocks = 132 * (warps > 32 ? warps / 16 : 1); if (warps > 32) threads = 512; int turns = std::min<size_t>(400, room / ((size_t)blocks * threads / 32)); float ms = 0; for (int r = 0; r < 3; r++) { cudaEventRecord(a); if (v == 4) loads<int><<<blocks, threads>>>(p + (place ? 0 : (size_t)r << 29), place ? bytes : N - ((size_t)r << 29), turns, took, out); else loads<int4><<<blocks, threads>>>(p, bytes, turns, took, out); cudaEventRecord(b); CK(cudaEventSynchronize(b)); cudaEventElapsedTime(&ms, a, b); }
  size_t n = (size_t)turns * blocks * threads / 32; std::vector<unsigned short> t(took + n / 4, took + n * 3 / 4); char name[200]; snprintf(name, 200, "loads,%s,width=%d,warps=%d,turns=%d", place ? "l2" : "dram", v, warps, turns); spread(name, t); printf(",us=%.3f,gb_s=%.1f\n", ms * 1000, n * 32. * v / ms / 1e6); }
 unsigned *t2; CK(cudaMallocManaged(&t2, 1 << 24)); for (int r = 0; r < 3; r++) prologue<<<65536 / 8, 256>>>((float *)p, (float *)p, 1 << 30, t2); CK(cudaDeviceSynchronize()); spread("prologue,1d,threads=256", std::vector<unsigned>(t2 + 40000, t2 + 60000)); printf("\n");
 for (int r = 0; r < 3; r++) prologue3<<<dim3(64, 128), dim3(32, 8)>>>((float *)p, 4096, 4096, t2); CK(cudaDeviceSynchronize()); spread("prologue,2d,threads=256", std::vector<unsigned>(t2 + 40000, t2 + 60000)); printf("\n");
}
