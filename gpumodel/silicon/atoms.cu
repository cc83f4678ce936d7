// atoms.cu: what atomic additions to global memory cost. go: each warp of n SMs adds, turn after turn,
// where lane i's word is said by a pattern:
//   dup k      consecutive words, k lanes in a row name the same one; each warp in lines of its own
//   stride k   words k apart; likewise
//   one k      as dup k, but all warps in the same line
//   chance k   each lane at a word by chance among k, which all warps share
// by what is added: red, redf, red8 (4-byte integer, float, 8-byte integer, nothing comes back), atom,
// atomf (the old value does, and is waited for every four turns), cas, exch. cycles: of a warp's turn on its
// SM, between the first clock read and the last of the SM, the median SM's. alone: one lane or 32, a
// chain of atomics. kernel: whole kernels by events, median and least of 15 launches; hist: histograms
// by adding in global memory, histl: in shared memory, and each block's sums at its end; sum: by shuffles of
// each warp, and of the block's first (blocks add what they have), sumw: each warp adds; scan: each block's
// inclusive scan by shuffles. With an argument only histograms of 256 bins so many words apart, and
// local: a warp's additions to shared memory, of 1 (count) or of another number (add), k lanes to a word: cycles of one SM for each.
// nvcc -O3 -arch=sm_90 -std=c++17 atoms.cu -o atoms && ./atoms && ./atoms apart
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>
#define CK(x) do { cudaError_t err = (x); if (err) { fprintf(stderr, "%s %d\n", cudaGetErrorString(err), __LINE__); exit(1); } } while (0)
typedef uint32_t u;
__device__ __forceinline__ u clk() { u t; asm volatile("mov.u32 %0,%%clock;" : "=r"(t) :: "memory"); return t; }
__host__ __device__ __forceinline__ u mix(u x) { x ^= x >> 16; x *= 0x7feb352d; x ^= x >> 15; x *= 0x846ca68b; return x ^ x >> 16; }

template <int K> __device__ __forceinline__ u add(u* p, u v) {
  u r = 0;
  if (K == 0) asm volatile("red.global.add.u32 [%0],%1;" :: "l"(p), "r"(v) : "memory");
  if (K == 1) asm volatile("red.global.add.f32 [%0],%1;" :: "l"(p), "f"(1.0f) : "memory");
  if (K == 2) asm volatile("red.global.add.u64 [%0],%1;" :: "l"(p), "l"((uint64_t)v) : "memory");
  if (K == 3) asm volatile("atom.global.add.u32 %0,[%1],%2;" : "=r"(r) : "l"(p), "r"(v) : "memory");
  if (K == 4) asm volatile("atom.global.add.f32 %0,[%1],%2;" : "=r"(r) : "l"(p), "f"(1.0f) : "memory");
  if (K == 5) asm volatile("atom.global.cas.b32 %0,[%1],%2,%3;" : "=r"(r) : "l"(p), "r"(v), "r"(v + 1) : "memory");
  if (K == 6) asm volatile("atom.global.exch.b32 %0,[%1],%2;" : "=r"(r) : "l"(p), "r"(v) : "memory");
  return r;
}
// Pattern 0 dup, 1 stride, 2 one, 3 chance; size is words of an element.
template <int K, int P> __global__ void go(u* mem, u k, u region, int turns, u* out, u* begin, u* end, u one) {
  const u lane = threadIdx.x & 31, warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, size = K == 2 ? 2 : 1;
  u at = P == 1 ? lane * k : lane / max(k, 1u), s = 0;
  if (P != 2) at += warp * region;
  at *= size;
  u h = mix(warp * 32 + lane + 1);
  __syncthreads();
  u t = clk();
#pragma unroll 4
  for (int i = 0; i < turns; i++) {
    u* p = mem + at;
    if (P == 3) { h = h * 1664525 + 1013904223; p = mem + (h >> 8) % k * size; }
    s += add<K>(p, one);
    if (P < 2) at ^= (i & 1 ? 3u : 1u) * (region / 4) * size;
  }
  u t2 = clk();
  __threadfence();
  u t3 = clk();
  if (lane == 0) { atomicMin(begin + blockIdx.x, t); atomicMax(end + 2 * blockIdx.x, t2); atomicMax(end + 2 * blockIdx.x + 1, t3); }
  if (s == 12345) out[warp] = s;
}
template <int K> __global__ void chain(u* mem, u stride, u* out, u zero) {
  u* p = mem + threadIdx.x * stride, t = clk();
  for (int i = 0; i < 256; i++) { u r = add<K>(p, 0); p += r & zero; }
  t = clk() - t;
  if (threadIdx.x == 0) out[0] = t / 256;
  out[threadIdx.x + 1] = p - mem;
}
// Each warp adds to words of its own in shared memory, k lanes to each: 1, or a number that the compiler does not know.
template <bool COUNT> __global__ void local(u k, int turns, u* out, u* begin, u* end, u one) {
  __shared__ u s[1024];
  const u at = threadIdx.x / 32 * 32 + (threadIdx.x & 31) / k;
  s[threadIdx.x] = 0;
  __syncthreads();
  u t = clk();
#pragma unroll 4
  for (int i = 0; i < turns; i++) { if (COUNT) atomicAdd(s + at, 1); else atomicAdd(s + at, one); }
  u t2 = clk();
  if ((threadIdx.x & 31) == 0) { atomicMin(begin, t); atomicMax(end, t2); }
  if (s[at] == 12345) out[at] = 1;
}
u *mem, *out, *beg, *fin;
template <bool COUNT> void shared() {
  for (int warps : {1, 32}) for (u k : {1, 2, 4, 8, 16, 32}) {
    u b, e;
    for (int i = 0; i < 3; i++) { CK(cudaMemset(beg, 255, 4)); CK(cudaMemset(fin, 0, 4)); local<COUNT><<<1, 32 * warps>>>(k, 256, out, beg, fin, 1); CK(cudaDeviceSynchronize()); }
    CK(cudaMemcpy(&b, beg, 4, cudaMemcpyDeviceToHost)); CK(cudaMemcpy(&e, fin, 4, cudaMemcpyDeviceToHost));
    printf("local,%s,dup,k=%u,warps=%d,cycles=%.3f\n", COUNT ? "count" : "add", k, warps, (e - b) / 256. / warps);
  }
}
template <int K, int P> void run(const char* what, const char* pattern, u k, int sms, int warps) {
  const int turns = 256;
  // four places a warp visits in turn, each a whole number of lines
  u span = P == 1 ? std::max(32u, 32 * k) : 32, region = 4 * span;
  if (P < 2 && (uint64_t)sms * warps * region * 8 > (24u << 20) && k > 1 && P == 0) return;
  std::vector<u> b(sms), e(2 * sms);
  for (int launch = 0; launch < 3; launch++) {
    CK(cudaMemset(beg, 255, 4 * sms)); CK(cudaMemset(fin, 0, 8 * sms));
    go<K, P><<<sms, 32 * warps>>>(mem, k, region, turns, out, beg, fin, 1);
    CK(cudaDeviceSynchronize());
  }
  CK(cudaMemcpy(b.data(), beg, 4 * sms, cudaMemcpyDeviceToHost)); CK(cudaMemcpy(e.data(), fin, 8 * sms, cudaMemcpyDeviceToHost));
  std::vector<double> c, d;
  for (int i = 0; i < sms; i++) { c.push_back((e[2 * i] - b[i]) / (double)turns / warps); d.push_back((e[2 * i + 1] - b[i]) / (double)turns / warps); }
  std::sort(c.begin(), c.end()); std::sort(d.begin(), d.end());
  printf("go,%s,%s,k=%u,sms=%d,warps=%d,cycles=%.3f,fenced=%.3f\n", what, pattern, k, sms, warps, c[sms / 2], d[sms / 2]);
}
template <int K> void all(const char* what, int sms, int warps) {
  for (u k : {1, 2, 4, 8, 16, 32}) run<K, 0>(what, "dup", k, sms, warps);
  for (u k : {2, 4, 8, 16, 32}) run<K, 1>(what, "stride", k, sms, warps);
  for (u k : {1, 4, 32}) run<K, 2>(what, "one", k, sms, warps);
  for (u k : {32, 256, 4096, 65536, 1048576, 4194304}) run<K, 3>(what, "chance", k, sms, warps);
}
template <int K> void lone(const char* what) {
  for (int lanes : {1, 32}) for (u stride : {0, 1, 8, 32}) {
    if (lanes == 1 && stride) continue;
    u c; for (int i = 0; i < 3; i++) chain<K><<<1, lanes>>>(mem, stride, out, 0);
    CK(cudaMemcpy(&c, out, 4, cudaMemcpyDeviceToHost));
    printf("alone,%s,lanes=%d,stride=%u,cycles=%u\n", what, lanes, stride, c);
  }
}
// Whole kernels.
__global__ void hist(const u* in, u* bins, int n) { int i = blockIdx.x * 256 + threadIdx.x; if (i < n) atomicAdd(&bins[in[i]], 1); }
template <int B> __global__ void histl(const u* in, u* bins, int n) {
  __shared__ u s[B];
  for (int i = threadIdx.x; i < B; i += 256) s[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(&s[in[i]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < B; i += 256) atomicAdd(&bins[i], s[i]);
}
template <int W> __global__ void sum(const float* in, float* out, int n) {
  __shared__ float s[32];
  float v = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) v += in[i];
  for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
  if (W) { if ((threadIdx.x & 31) == 0) atomicAdd(out, v); return; }
  if ((threadIdx.x & 31) == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
    v = threadIdx.x < 8 ? s[threadIdx.x] : 0;
    for (int d = 4; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x == 0) atomicAdd(out, v);
  }
}
__global__ void scan(const float* in, float* out, int n) {
  __shared__ float s[8];
  int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31;
  float v = in[i];
  for (int d = 1; d < 32; d *= 2) { float o = __shfl_up_sync(~0u, v, d); if (lane >= d) v += o; }
  if (lane == 31) s[threadIdx.x / 32] = v;
  __syncthreads();
  float b = 0;
  for (int w = 0; w < 7; w++) if (w < threadIdx.x / 32) b += s[w];
  out[i] = v + b;
}
__global__ void histp(const u* in, u* bins, int n, int apart) { int i = blockIdx.x * 256 + threadIdx.x; if (i < n) atomicAdd(&bins[in[i] * apart], 1); }
__global__ void draw(u* in, int n, u bins) { int i = blockIdx.x * 256 + threadIdx.x; if (i < n) in[i] = mix(i) % bins; }
__global__ void same(u* in, int n) { int i = blockIdx.x * 256 + threadIdx.x; if (i < n) in[i] = i / 1024 & 255; }
void T(std::string name, std::function<void()> f) {
  cudaEvent_t p, q; cudaEventCreate(&p); cudaEventCreate(&q);
  std::vector<float> t;
  for (int i = 0; i < 18; i++) { cudaEventRecord(p); f(); cudaEventRecord(q); CK(cudaEventSynchronize(q)); float m; cudaEventElapsedTime(&m, p, q); if (i > 2) t.push_back(m * 1000); }
  CK(cudaGetLastError());
  std::sort(t.begin(), t.end());
  printf("kernel,%s,us=%.3f,min=%.3f\n", name.c_str(), t[7], t[0]);
}
int main(int argc, char**) {
  cudaDeviceProp d;
  CK(cudaGetDeviceProperties(&d, 0));
  CK(cudaMalloc(&mem, 1u << 30)); CK(cudaMemset(mem, 0, 1u << 30));
  CK(cudaMalloc(&out, 1 << 20)); CK(cudaMalloc(&beg, 4096)); CK(cudaMalloc(&fin, 4096));
  printf("gpu,name=%s,sms=%d\n", d.name, d.multiProcessorCount);
  const int n = d.multiProcessorCount;
  u* in = mem; u* bins = mem + (1 << 26); float* f = (float*)mem; float* o = (float*)bins;
  if (argc > 1) { // shared memory, and bins that lie apart
    shared<true>(); shared<false>();
    for (int m : {1 << 20, 1 << 24}) for (int a : {1, 2, 4, 8, 16, 32, 64, 256}) {
      draw<<<m / 256, 256>>>(in, m, 256);
      T("hist,n=" + std::to_string(m) + ",bins=256,apart=" + std::to_string(a), [&] { histp<<<m / 256, 256>>>(in, bins, m, a); });
    }
    return 0;
  }
  for (int w : {1, 8, 32}) all<0>("red", 1, w);
  all<0>("red", n, 32); all<0>("red", n, 8); all<0>("red", 33, 32);
  all<1>("redf", n, 32); all<1>("redf", 1, 32); all<2>("red8", n, 32); all<2>("red8", 1, 32);
  all<3>("atom", n, 32); all<3>("atom", 1, 32); all<3>("atom", 1, 1); all<4>("atomf", n, 32);
  all<5>("cas", n, 32); all<5>("cas", 1, 32); all<6>("exch", n, 32); all<6>("exch", 1, 32);
  lone<3>("atom"); lone<4>("atomf"); lone<5>("cas"); lone<6>("exch");
  for (int m : {1 << 20, 1 << 24}) {
    for (u b : {64, 256, 4096, 65536, 1 << 20}) {
      draw<<<m / 256, 256>>>(in, m, b);
      T("hist,n=" + std::to_string(m) + ",bins=" + std::to_string(b), [&] { hist<<<m / 256, 256>>>(in, bins, m); });
    }
    for (int g : {132, 528}) {
      draw<<<m / 256, 256>>>(in, m, 256);
      T("histl,n=" + std::to_string(m) + ",bins=256,blocks=" + std::to_string(g), [&] { histl<256><<<g, 256>>>(in, bins, m); });
      draw<<<m / 256, 256>>>(in, m, 4096);
      T("histl,n=" + std::to_string(m) + ",bins=4096,blocks=" + std::to_string(g), [&] { histl<4096><<<g, 256>>>(in, bins, m); });
    }
    same<<<m / 256, 256>>>(in, m);
    T("hist,n=" + std::to_string(m) + ",bins=runs", [&] { hist<<<m / 256, 256>>>(in, bins, m); });
    T("histl,n=" + std::to_string(m) + ",bins=runs,blocks=528", [&] { histl<256><<<528, 256>>>(in, bins, m); });
    CK(cudaMemset(mem, 0, 1u << 28));
    for (int g : {132, 1056, m / 256}) {
      T("sum,n=" + std::to_string(m) + ",blocks=" + std::to_string(g), [&] { sum<0><<<g, 256>>>(f, o, m); });
      T("sumw,n=" + std::to_string(m) + ",blocks=" + std::to_string(g), [&] { sum<1><<<g, 256>>>(f, o, m); });
    }
    T("scan,n=" + std::to_string(m), [&] { scan<<<m / 256, 256>>>(f, o, m); });
  }
  return 0;
}
