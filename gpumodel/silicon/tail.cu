// How a frame ends. Rays of probe.cu's renderer, none of which ends early, through 1024^3 voxels, or eight times over
// through 128^3, which the L2 has: when each workgroup ended, and how long the SMs were all at work.
//   tail         a line for each frame, medians of five launches; and of 1024^3 voxels by how many lanes a workgroup has
//   tail sizes   the same of volumes of 32^3 to 1024^3 voxels, through which rays go so many times over that each has as many turns
//   tail count   each frame of 128^3 voxels once, then references by chance in 256^3, for Nsight: ncu --clock-control none
//                --cache-control none --csv --page raw --metrics sm__cycles_elapsed.max,lts__t_requests_srcunit_tex.sum,
//                lts__t_sectors_srcunit_tex.sum -k regex:frame|chance ./tail count
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
__global__ void fill(cudaSurfaceObject_t s, int n) {
  int x = threadIdx.x, y = blockIdx.y, z = blockIdx.z;
  for (; x < n; x += blockDim.x) { float a = x * (2.f / n) - 1, b = y * (2.f / n) - 1, c = z * (2.f / n) - 1, q = a * a + b * b + c * c; surf3Dwrite<uint8_t>(q < 1 ? (uint8_t)(60 * (1 - q) + 30 * (1 + sinf(20 * a) * sinf(17 * b) * sinf(23 * c))) : 0, s, x, y, z); }
}
struct Mat { float m[12]; };
// often: how often a ray goes through the texture
__global__ void frame(cudaTextureObject_t tex, float often, uint32_t *img, Mat inv, float step, uint32_t *out) {
  const int N = 1024;
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, lin = threadIdx.y * blockDim.x + threadIdx.x, gw = (blockIdx.y * gridDim.x + blockIdx.x) * (blockDim.x * blockDim.y / 32) + lin / 32;
  bool timed = (lin & 31) == 0; uint32_t k = 0, begun = 0; if (timed) begun = (uint32_t)now();
  float u = (x / (float)N) * 2 - 1, v = (y / (float)N) * 2 - 1; float3 o = {inv.m[3], inv.m[7], inv.m[11]}; float il = rsqrtf(u * u + v * v + 4.f), dx = u * il, dy = v * il, dz = -2.f * il;
  float3 d = {inv.m[0] * dx + inv.m[1] * dy + inv.m[2] * dz, inv.m[4] * dx + inv.m[5] * dy + inv.m[6] * dz, inv.m[8] * dx + inv.m[9] * dy + inv.m[10] * dz};
  float tn = -1e30f, tf = 1e30f, oo[3] = {o.x, o.y, o.z}, dd[3] = {d.x, d.y, d.z};
  for (int i = 0; i < 3; i++) { float a = (-1 - oo[i]) / dd[i], b = (1 - oo[i]) / dd[i]; tn = fmaxf(tn, fminf(a, b)); tf = fminf(tf, fmaxf(a, b)); }
  float r = 0, al = 0, h = .5f * often;
  if (tn < tf) {
    if (tn < 0) tn = 0;
    for (float t = tn; t < tf; t += step) {
      float s = tex3D<float>(tex, (o.x + d.x * t) * h + h, (o.y + d.y * t) * h + h, (o.z + d.z * t) * h + h); k++;
      float a = s * 0.005f; r += (1 - al) * a * s; al += (1 - al) * a;
    }
  }
  img[y * N + x] = (uint32_t)(r * 65535);
  __syncwarp();
  if (timed) { uint32_t *q = out + (size_t)gw * 4; q[0] = sm(); q[1] = k; q[2] = begun; q[3] = (uint32_t)now(); }
}
Mat rotm(float al, float be, float ga) { auto R = [&](float a) { return a * 3.14159265f / 180; }; float ca = cosf(R(al)), sa = sinf(R(al)), cb = cosf(R(be)), sb = sinf(R(be)), cg = cosf(R(ga)), sg = sinf(R(ga)), X[9] = {1, 0, 0, 0, ca, -sa, 0, sa, ca}, Y[9] = {cb, 0, sb, 0, 1, 0, -sb, 0, cb}, Z[9] = {cg, -sg, 0, sg, cg, 0, 0, 0, 1}, T[9], M[9]; auto mul = [](float *o, float *a, float *b) { for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { o[i * 3 + j] = 0; for (int k = 0; k < 3; k++) o[i * 3 + j] += a[i * 3 + k] * b[k * 3 + j]; } }; mul(T, Y, X); mul(M, Z, T); Mat m; for (int i = 0; i < 3; i++) { for (int j = 0; j < 3; j++) m.m[i * 4 + j] = M[i * 3 + j] + (fabsf(M[i * 3 + j]) < 1e-6f ? 1e-6f : 0); m.m[i * 4 + 3] = 4 * M[i * 3 + 2]; } return m; }

// References by chance: 0 to one texel, 1 anywhere, and in one plane, where a line's sectors meet: 2 in two of them, 3 in four
template <int where> __global__ void chance(cudaTextureObject_t tex, int n, float *out) {
  uint32_t x = mix((blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345); float s = 0, v[8], h = n / 65536.f;
  for (int i = 0; i < 512; i++) {
#pragma unroll
    for (int k = 0; k < 8; k++) {
      x = x * 1664525u + 1013904223u; uint32_t a = mix(x), b = mix(a);
      float px = (a & 0xffff) * h, py = (a >> 16) * h, pz = (b & 0xffff) * h;
      if (where > 1) { py = floorf(py / 4) * 4 + 2; pz = floorf(pz) + .5f; px = where == 2 ? floorf(px / 16) * 16 + 8 : floorf(px / 32) * 32 + 16; }
      v[k] = tex3D<float>(tex, px / n, py / n, pz / n);
    }
#pragma unroll
    for (int k = 0; k < 8; k++) s += v[k];
  }
  if (s == 12345.678f) *out = s;
}
int S; uint32_t *img, *out;
cudaTextureObject_t texture(int n, bool linear) {
  cudaArray_t arr; cudaChannelFormatDesc cd = cudaCreateChannelDesc<uint8_t>(); CK(cudaMalloc3DArray(&arr, &cd, make_cudaExtent(n, n, n), cudaArraySurfaceLoadStore));
  cudaResourceDesc rd = {}; rd.resType = cudaResourceTypeArray; rd.res.array.array = arr; cudaSurfaceObject_t su; CK(cudaCreateSurfaceObject(&su, &rd)); fill<<<dim3(1, n, n), 128>>>(su, n); CK(cudaDeviceSynchronize());
  cudaTextureDesc td = {}; td.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint; td.readMode = cudaReadModeNormalizedFloat; for (int i = 0; i < 3; i++) td.addressMode[i] = cudaAddressModeWrap; td.normalizedCoords = 1;
  cudaTextureObject_t tex; CK(cudaCreateTextureObject(&tex, &rd, &td, 0)); return tex;
}
double median(std::vector<double> v) { std::sort(v.begin(), v.end()); return v[v.size() / 2]; }
void frames(int n, bool count, std::vector<std::pair<int, int>> shapes) {
  cudaTextureObject_t tex = texture(n, true);
  std::vector<uint32_t> h(32768 * 4);
  float views[5][3] = {{0, 0, 0}, {90, 0, 90}, {90, -90, 0}, {45, 30, 0}, {20, 70, 10}};
  for (auto &v : views) for (auto [tx, ty] : shapes) {
    int blocks = (1 << 20) / (tx * ty), warps = tx * ty / 32;
    cudaEvent_t a, b; CK(cudaEventCreate(&a)); CK(cudaEventCreate(&b));
    std::vector<double> all[8];
    for (int rep = 0; rep < 8; rep++) {
      float ms; CK(cudaEventRecord(a)); frame<<<dim3(1024 / tx, 1024 / ty), dim3(tx, ty)>>>(tex, 1024.f / n, img, rotm(v[0], v[1], v[2]), 0.002f, out); CK(cudaEventRecord(b)); CK(cudaEventSynchronize(b)); CK(cudaEventElapsedTime(&ms, a, b));
      if (count) break;
      if (rep < 3) continue;
      CK(cudaMemcpy(h.data(), out, h.size() * 4, cudaMemcpyDeviceToHost));
      uint32_t from = ~0u, to = 0; for (int i = 0; i < 32768; i++) from = std::min(from, h[4 * i + 2]);
      std::vector<double> last(S, -1), ends(blocks); double middle = 0, total = 0;
      for (int i = 0; i < 32768; i++) { uint32_t e = h[4 * i + 3] - from; to = std::max(to, e); ends[i / warps] = std::max(ends[i / warps], (double)e); last[h[4 * i]] = std::max(last[h[4 * i]], (double)e); }
      std::sort(ends.begin(), ends.end());
      for (int i = 0; i < 32768; i++) { uint32_t *q = &h[4 * i]; double b0 = q[2] - from, e0 = q[3] - from, in = std::min(0.6 * to, e0) - std::max(0.1 * to, b0); total += q[1]; if (in > 0) middle += q[1] * in / (e0 - b0); }
      double first = to; for (double l : last) if (l >= 0) first = std::min(first, l);
      double row[8] = {ms, to / 1e3, 1 - first / to, ends[blocks / 4 - 1] / to, ends[blocks / 2 - 1] / to, ends[blocks * 3 / 4 - 1] / to, ends[blocks * 9 / 10] / to, middle / total / 0.5};
      for (int i = 0; i < 8; i++) all[i].push_back(row[i]);
    }
    if (count) continue;
    printf("tail,view=%g/%g/%g,tb=%dx%d,voxels=%d,ms=%.3f,span_us=%.1f,tail=%.4f,quarter=%.4f,half=%.4f,three=%.4f,nine=%.4f,middle=%.4f\n", v[0], v[1], v[2], tx, ty, n, median(all[0]), median(all[1]), median(all[2]), median(all[3]), median(all[4]), median(all[5]), median(all[6]), median(all[7])); fflush(stdout);
  }
}
int main(int argc, char **argv) {
  cudaDeviceProp q; CK(cudaGetDeviceProperties(&q, 0)); S = q.multiProcessorCount;
  CK(cudaMalloc(&img, 4 << 20)); CK(cudaMalloc(&out, 4 << 20));
  std::vector<std::pair<int, int>> eight, sizes;
  for (int tx = 1; tx <= 128; tx *= 2) eight.push_back({tx, 128 / tx});
  for (int tx : {8, 32}) for (int lanes : {64, 256, 512, 1024}) sizes.push_back({tx, lanes / tx});
  if (argc < 2) { frames(1024, false, eight); frames(128, false, eight); frames(1024, false, sizes); return 0; }
  if (!strcmp(argv[1], "sizes")) { for (int n : {32, 64, 128, 256, 512, 1024}) frames(n, false, eight); return 0; }
  frames(128, true, eight);
  cudaTextureObject_t point = texture(256, false), linear = texture(256, true);
  chance<0><<<S * 8, 256>>>(point, 256, (float *)img); chance<1><<<S * 8, 256>>>(linear, 256, (float *)img);
  chance<2><<<S * 8, 256>>>(linear, 256, (float *)img); chance<3><<<S * 8, 256>>>(linear, 256, (float *)img); CK(cudaDeviceSynchronize());
}
