// Whom an overloaded L2 serves. reach.cu says which SMs share a port for translations; here none are needed, or few.
//   share groups.csv   all SMs ask 300 microseconds for lines by chance: how many each got a cycle, by its group's size;
//                      and a copy down columns of float2, fft.cu's movecolumns: how many blocks went to each SM, and how
//                      long after the first of the blocks that write to a sector can the last has done so
//                      and frames of probe.cu's renderer, of the volume of 1024^3 voxels and of one of 128^3 through which
//                      rays run eight times over, in the L2 whole: nanoseconds of a turn of the ray's loop, as order.cu
// groups.csv: the rows "group,sms=N,..." that reach.cu prints on this GPU. A second run under Nsight says what DRAM reads
// and writes for each copy: ncu --clock-control none --cache-control none --kernel-name-base demangled -k regex:move
// --metrics dram__bytes_read.sum,dram__bytes_write.sum ./share groups.csv
// nvcc -O3 -arch=sm_90 -std=c++17
#include <algorithm>
#include <cmath>
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
template <int kind> __global__ void __launch_bounds__(1024) ask(float *m, uint32_t lines, unsigned long long *start, uint32_t *done) {
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
struct Mark { uint64_t read, sent; uint32_t sm, pad; };
template <int N, int C, int T, bool MARK> __global__ void __launch_bounds__(T) move(float2 *out, const float2 *in, Mark *m) {
  constexpr int B = N * C / 2 / T, STEP = T / C;
  int c = threadIdx.x % C, first = threadIdx.x / C;
  size_t line = (size_t)blockIdx.x * C + c;
  auto at = [&](int i) { return (size_t)i * N + line; };
  float2 a[B], b[B];
#pragma unroll
  for (int k = 0; k < B; k++) { int j = first + k * STEP; a[k] = in[at(j)]; b[k] = in[at(j + N / 2)]; }
  uint64_t read = 0;
  if (MARK) {
    float s = 0;
#pragma unroll
    for (int k = 0; k < B; k++) s += a[k].x + b[k].x;
    if (s == 12345.678f) out[0].x = s;
    read = now();
  }
#pragma unroll
  for (int k = 0; k < B; k++) { int j = first + k * STEP; out[at(j)] = a[k]; out[at(j + N / 2)] = b[k]; }
  if (MARK && threadIdx.x == 0) m[blockIdx.x] = {read, now(), sm(), 0};
}
__global__ void fill(cudaSurfaceObject_t s, int n) {
  int x = threadIdx.x, y = blockIdx.y, z = blockIdx.z;
  for (; x < n; x += blockDim.x) { float a = x * (2.f / n) - 1, b = y * (2.f / n) - 1, c = z * (2.f / n) - 1, q = a * a + b * b + c * c; surf3Dwrite<uint8_t>(q < 1 ? (uint8_t)(60 * (1 - q) + 30 * (1 + sinf(20 * a) * sinf(17 * b) * sinf(23 * c))) : 0, s, x, y, z); }
}
struct Mat { float m[12]; };
// order.cu's, but no ray ends early; often: how often one goes through the texture
__global__ void frame(cudaTextureObject_t tex, float often, uint32_t *img, Mat inv, float step, uint32_t *out) {
  const int N = 1024;
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, lin = threadIdx.y * blockDim.x + threadIdx.x, gw = (blockIdx.y * gridDim.x + blockIdx.x) * 4 + lin / 32;
  bool timed = (lin & 31) == 0; uint32_t k = 0, begun = 0, half = 0; if (timed) begun = (uint32_t)now();
  float u = (x / (float)N) * 2 - 1, v = (y / (float)N) * 2 - 1; float3 o = {inv.m[3], inv.m[7], inv.m[11]}; float il = rsqrtf(u * u + v * v + 4.f), dx = u * il, dy = v * il, dz = -2.f * il;
  float3 d = {inv.m[0] * dx + inv.m[1] * dy + inv.m[2] * dz, inv.m[4] * dx + inv.m[5] * dy + inv.m[6] * dz, inv.m[8] * dx + inv.m[9] * dy + inv.m[10] * dz};
  float tn = -1e30f, tf = 1e30f, oo[3] = {o.x, o.y, o.z}, dd[3] = {d.x, d.y, d.z};
  for (int i = 0; i < 3; i++) { float a = (-1 - oo[i]) / dd[i], b = (1 - oo[i]) / dd[i]; tn = fmaxf(tn, fminf(a, b)); tf = fminf(tf, fmaxf(a, b)); }
  float r = 0, al = 0, h = .5f * often;
  if (tn < tf) {
    if (tn < 0) tn = 0;
    for (float t = tn; t < tf; t += step) {
      float s = tex3D<float>(tex, (o.x + d.x * t) * h + h, (o.y + d.y * t) * h + h, (o.z + d.z * t) * h + h); if (timed && ++k == 512) half = (uint32_t)now();
      float a = s * 0.005f; r += (1 - al) * a * s; al += (1 - al) * a;
    }
  }
  img[y * N + x] = (uint32_t)(r * 65535);
  if (timed) { uint32_t *q = out + (size_t)gw * 4; q[0] = sm(); q[1] = k; q[2] = begun; q[3] = half; }
}
Mat rotm(float al, float be, float ga) { auto R = [&](float a) { return a * 3.14159265f / 180; }; float ca = cosf(R(al)), sa = sinf(R(al)), cb = cosf(R(be)), sb = sinf(R(be)), cg = cosf(R(ga)), sg = sinf(R(ga)), X[9] = {1, 0, 0, 0, ca, -sa, 0, sa, ca}, Y[9] = {cb, 0, sb, 0, 1, 0, -sb, 0, cb}, Z[9] = {cg, -sg, 0, sg, cg, 0, 0, 0, 1}, T[9], M[9]; auto mul = [](float *o, float *a, float *b) { for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { o[i * 3 + j] = 0; for (int k = 0; k < 3; k++) o[i * 3 + j] += a[i * 3 + k] * b[k * 3 + j]; } }; mul(T, Y, X); mul(M, Z, T); Mat m; for (int i = 0; i < 3; i++) { for (int j = 0; j < 3; j++) m.m[i * 4 + j] = M[i * 3 + j] + (fabsf(M[i * 3 + j]) < 1e-6f ? 1e-6f : 0); m.m[i * 4 + 3] = 4 * M[i * 3 + 2]; } return m; }
float *M; unsigned long long *start; uint32_t *done; Mark *marks; int S;
std::vector<int> size; // of each SM's group
template <int kind> void go(size_t mb, int per, int threads, int kb) {
  CK(cudaFuncSetAttribute(ask<kind>, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
  for (int again = 0; again < 2; again++) {
    CK(cudaMemset(start, 0, 8)); CK(cudaMemset(done, 0, 8 * S));
    ask<kind><<<per * S, threads, kb / per << 10>>>(M, (uint32_t)(mb << 13), start, done);
    CK(cudaDeviceSynchronize());
  }
  std::vector<uint32_t> h(2 * S); CK(cudaMemcpy(h.data(), done, 8 * S, cudaMemcpyDeviceToHost));
  double sum[7] = {}, all = 0, least4 = 1e9, most6 = 0; int n[7] = {};
  for (int i = 0; i < S; i++) { double r = (double)h[2 * i] / h[2 * i + 1]; all += r; sum[size[i]] += r; n[size[i]]++; if (size[i] == 4) least4 = std::min(least4, r); else most6 = std::max(most6, r); }
  static const char *names[] = {"read lines", "read parts", "write lines", "write parts", "add"};
  printf("share,%s,mb=%zu,warps=%d,lds_kb=%d,a_cycle=%.2f,of_4=%.4f,of_6=%.4f,least_4=%.4f,most_6=%.4f\n", names[kind], mb, per * threads / 32, kb, all, sum[4] / n[4], sum[6] / n[6], least4, most6); fflush(stdout);
}
template <int kind> void all() {
  for (size_t mb : {8, 4096}) for (int kb : {0, 64, 128, 200}) {
    if (mb == 4096 && kb % 200) continue;
    for (int threads : {128, 256, 512, 1024}) go<kind>(mb, 1, threads, kb);
    for (int threads : {768, 1024}) go<kind>(mb, 2, threads, kb);
  }
}
template <int N, int C> void copy() {
  constexpr int T = std::min(1024, 256 * C);
  float2 *in = (float2 *)M, *out = in + (size_t)4096 * 4096;
  cudaEvent_t a, b; CK(cudaEventCreate(&a)); CK(cudaEventCreate(&b));
  std::vector<float> t;
  for (int i = 0; i < 18; i++) {
    CK(cudaEventRecord(a)); move<N, C, T, false><<<N / C, T>>>(out, in, marks); CK(cudaEventRecord(b)); CK(cudaEventSynchronize(b));
    float ms; CK(cudaEventElapsedTime(&ms, a, b)); if (i >= 3) t.push_back(ms * 1000);
  }
  std::sort(t.begin(), t.end());
  for (int i = 0; i < 4; i++) move<N, C, T, true><<<N / C, T>>>(out, in, marks);
  CK(cudaDeviceSynchronize());
  std::vector<Mark> h(N / C); CK(cudaMemcpy(h.data(), marks, h.size() * sizeof(Mark), cudaMemcpyDeviceToHost));
  std::vector<int> blocks(S), apart, alike; for (auto &x : h) blocks[x.sm]++; // alike: of blocks in groups of six alone
  for (int i = 0; i < N / C; i += std::max(1, 4 / C)) {
    uint64_t first = ~0ull, last = 0; bool six = true;
    for (int k = i; k < i + std::max(1, 4 / C); k++) { first = std::min(first, h[k].read); last = std::max(last, h[k].sent); six &= size[h[k].sm] == 6; }
    apart.push_back((int)(last - first)); if (six) alike.push_back((int)(last - first));
  }
  std::sort(apart.begin(), apart.end()); std::sort(alike.begin(), alike.end());
  double sum[7] = {}; int n[7] = {}, least4 = 1 << 30, most6 = 0;
  for (int i = 0; i < S; i++) { sum[size[i]] += blocks[i]; n[size[i]]++; if (size[i] == 4) least4 = std::min(least4, blocks[i]); else most6 = std::max(most6, blocks[i]); }
  printf("copy,n=%d,c=%d,us=%.3f,of_4=%.3f,of_6=%.3f,least_4=%d,most_6=%d,apart_ns=%d,apart_6_ns=%d\n", N, C, t[t.size() / 2], sum[4] / n[4], sum[6] / n[6], least4, most6, apart[apart.size() / 2], alike.empty() ? 0 : alike[alike.size() / 2]); fflush(stdout);
}
void frames(int n) {
  cudaArray_t arr; cudaChannelFormatDesc cd = cudaCreateChannelDesc<uint8_t>(); CK(cudaMalloc3DArray(&arr, &cd, make_cudaExtent(n, n, n), cudaArraySurfaceLoadStore));
  cudaResourceDesc rd = {}; rd.resType = cudaResourceTypeArray; rd.res.array.array = arr; cudaSurfaceObject_t su; CK(cudaCreateSurfaceObject(&su, &rd)); fill<<<dim3(1, n, n), 128>>>(su, n); CK(cudaDeviceSynchronize());
  cudaTextureDesc td = {}; td.filterMode = cudaFilterModeLinear; td.readMode = cudaReadModeNormalizedFloat; for (int i = 0; i < 3; i++) td.addressMode[i] = cudaAddressModeWrap; td.normalizedCoords = 1; cudaTextureObject_t tex; CK(cudaCreateTextureObject(&tex, &rd, &td, 0));
  uint32_t *img = (uint32_t *)M, *out = img + (1 << 20); std::vector<uint32_t> h(32768 * 4);
  float views[5][3] = {{0, 0, 0}, {90, 0, 90}, {90, -90, 0}, {45, 30, 0}, {20, 70, 10}};
  for (auto &v : views) for (int tx = 1; tx <= 128; tx *= 2) {
    cudaEvent_t a, b; CK(cudaEventCreate(&a)); CK(cudaEventCreate(&b));
    std::vector<double> of[5]; // of each launch: ms, ns_4, ns_6, most_4, least_6. The global timer jumps now and then.
    for (int rep = 0; rep < 8; rep++) {
      float ms; CK(cudaEventRecord(a)); frame<<<dim3(1024 / tx, 8 * tx), dim3(tx, 128 / tx)>>>(tex, 1024.f / n, img, rotm(v[0], v[1], v[2]), 0.002f, out); CK(cudaEventRecord(b)); CK(cudaEventSynchronize(b)); CK(cudaEventElapsedTime(&ms, a, b));
      if (rep < 3) continue;
      CK(cudaMemcpy(h.data(), out, h.size() * 4, cudaMemcpyDeviceToHost));
      uint32_t from = ~0u; for (int i = 0; i < 32768; i++) from = std::min(from, h[4 * i + 2]);
      std::vector<double> sum(S), by[7]; std::vector<int> count(S);
      for (int i = 0; i < 32768; i++) { uint32_t *q = &h[4 * i]; if (q[1] < 900 || q[2] - from > ms * 1e6 * 0.03) continue; sum[q[0]] += q[3] - q[2]; count[q[0]]++; }
      for (int i = 0; i < S; i++) if (count[i]) by[size[i]].push_back(sum[i] / count[i] / 512);
      for (auto &x : by) std::sort(x.begin(), x.end());
      if (by[4].empty() || by[6].empty()) continue;
      double row[5] = {ms, by[4][by[4].size() / 2], by[6][by[6].size() / 2], by[4].back(), by[6][0]};
      for (int i = 0; i < 5; i++) of[i].push_back(row[i]);
    }
    if (of[0].empty()) continue;
    for (auto &x : of) std::sort(x.begin(), x.end());
    size_t m = of[0].size() / 2;
    printf("frame,view=%g/%g/%g,tb=%dx%d,voxels=%d,ms=%.3f,ns_4=%.0f,ns_6=%.0f,most_4=%.0f,least_6=%.0f\n", v[0], v[1], v[2], tx, 128 / tx, n, of[0][m], of[1][m], of[2][m], of[3][m], of[4][m]); fflush(stdout);
  }
}
int main(int argc, char **argv) {
  cudaDeviceProp q; CK(cudaGetDeviceProperties(&q, 0)); S = q.multiProcessorCount; size.assign(S, 6);
  FILE *f = fopen(argv[1], "r"); char line[256];
  while (f && fgets(line, sizeof line, f)) if (!strncmp(line, "group,sms=4,", 12)) { char *p = strchr(line + 12, ','); for (p = strtok(p, ",\n"); p; p = strtok(0, ",\n")) size[atoi(p)] = 4; }
  CK(cudaMalloc(&M, (size_t)4 << 30)); CK(cudaMemset(M, 0, (size_t)4 << 30)); CK(cudaMalloc(&start, 8)); CK(cudaMalloc(&done, 8 * S)); CK(cudaMalloc(&marks, 4096 * sizeof(Mark)));
  all<0>(); all<1>(); all<2>(); all<3>(); all<4>();
  copy<1024, 1>(); copy<1024, 2>(); copy<1024, 4>(); copy<2048, 1>(); copy<2048, 2>(); copy<2048, 4>(); copy<4096, 1>(); copy<4096, 2>(); copy<4096, 4>();
  frames(1024); frames(128);
}
