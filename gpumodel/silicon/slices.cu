// Which lines of memory does one slice of the L2 add to? All SMs add to a word of one line and to a word of another by turns: if one
// slice has both, that takes nearly twice as long.
// nvcc -O3 -arch=sm_90 -std=c++17
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>
#include <cuda_runtime.h>
#define CK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)
__device__ void red(uint32_t *p, uint32_t v) { asm volatile("red.global.add.u32 [%0], %1;" :: "l"(p), "r"(v) : "memory"); }
__device__ void meet(uint32_t *at, uint32_t target) { // all blocks
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(at, 1);
    while (*(volatile uint32_t *)at < target) ;
    __threadfence();
  }
  __syncthreads();
}
// cycles of SM 0 for each pair (first, second[i]), in sectors of 32 bytes
__global__ void pairs(uint32_t *m, uint32_t first, const uint32_t *second, uint32_t n, uint32_t *cycles, uint32_t *at, uint32_t none) { // none is 0, which the compiler does not know: it would add up the lanes first
  uint32_t target = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t *a = m + 8ull * first + threadIdx.x * none, *b = m + 8ull * second[i] + threadIdx.x * none;
    meet(at, target += gridDim.x);
    long long t = clock64();
    red(a, threadIdx.x); red(b, threadIdx.x); red(a, threadIdx.x); red(b, threadIdx.x);
    __threadfence();
    meet(at, target += gridDim.x);
    if (blockIdx.x == 0 && threadIdx.x == 0) cycles[i] = (uint32_t)(clock64() - t);
  }
}
// cycles of SM 0 in which all SMs add, each lane to a line by chance of n, always to the same word of it
__global__ void many(uint32_t *m, const uint32_t *lines, uint32_t n, uint32_t *cycles, uint32_t *at, uint32_t word) {
  uint32_t x = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345, target = 0;
  for (int again = 0; again < 2; again++) {
    meet(at, target += gridDim.x);
    long long t = clock64();
#pragma unroll 4
    for (int k = 0; k < 16; k++) {
      x = x * 1664525u + 1013904223u;
      uint32_t y = x; y ^= y >> 16; y *= 0x7feb352d; y ^= y >> 15; y *= 0x846ca68b; y ^= y >> 16;
      uint32_t l = __ldg(lines + (uint32_t)((uint64_t)y * n >> 32));
      red(m + 32ull * l + (word ? l / word & 31 : 0), x);
    }
    __threadfence();
    meet(at, target += gridDim.x);
    if (blockIdx.x == 0 && threadIdx.x == 0) *cycles = (uint32_t)(clock64() - t);
  }
}
// the same of a line by chance for each warp: lane i adds to word i % words * apart
__global__ void wide(uint32_t *m, const uint32_t *lines, uint32_t n, uint32_t *cycles, uint32_t *at, uint32_t words, uint32_t apart) {
  uint32_t x = ((blockIdx.x * blockDim.x + threadIdx.x) >> 5) * 2654435761u + 12345, target = 0, lane = threadIdx.x & 31;
  for (int again = 0; again < 2; again++) {
    meet(at, target += gridDim.x);
    long long t = clock64();
#pragma unroll 4
    for (int k = 0; k < 64; k++) {
      x = x * 1664525u + 1013904223u;
      uint32_t y = x; y ^= y >> 16; y *= 0x7feb352d; y ^= y >> 15; y *= 0x846ca68b; y ^= y >> 16;
      uint32_t l = __ldg(lines + (uint32_t)((uint64_t)y * n >> 32));
      red(m + 32ull * l + lane % words * apart, x + lane);
    }
    __threadfence();
    meet(at, target += gridDim.x);
    if (blockIdx.x == 0 && threadIdx.x == 0) *cycles = (uint32_t)(clock64() - t);
  }
}
uint32_t *M, *at, *second, *cycles; int S;
std::vector<uint32_t> times(uint32_t first, std::vector<uint32_t> with) {
  with.insert(with.begin(), 8, first); // are cold
  std::vector<uint32_t> out(with.size());
  CK(cudaMemcpy(second, with.data(), 4 * with.size(), cudaMemcpyHostToDevice));
  CK(cudaMemset(at, 0, 4));
  pairs<<<S, 64>>>(M, first, second, (uint32_t)with.size(), cycles, at, 0);
  CK(cudaDeviceSynchronize());
  CK(cudaMemcpy(out.data(), cycles, 4 * with.size(), cudaMemcpyDeviceToHost));
  out.erase(out.begin(), out.begin() + 8);
  return out;
}
std::vector<uint32_t> reps;
double least = 9, most = 0; // ratios to the time of one slice: least of those taken for it, most of those not
// slices of sectors; -1: none of the known
std::vector<int> place(const std::vector<uint32_t> &sectors, bool more) {
  std::vector<int> of(sectors.size(), -1);
  for (size_t r = 0;; r++) {
    std::vector<uint32_t> left; std::vector<size_t> who;
    for (size_t i = 0; i < sectors.size(); i++) if (of[i] < 0) { left.push_back(sectors[i]); who.push_back(i); }
    if (left.empty()) break;
    if (r == reps.size()) { if (!more) break; reps.push_back(left[0]); }
    auto base = times(reps[r], std::vector<uint32_t>(9, reps[r]));
    std::sort(base.begin(), base.end());
    auto t = times(reps[r], left);
    for (size_t i = 0; i < t.size(); i++) {
      if (t[i] > 0.8 * base[4] && t[i] < 0.95 * base[4] || t[i] > 1.05 * base[4]) { auto u = times(reps[r], std::vector<uint32_t>(9, left[i])); std::sort(u.begin(), u.end()); t[i] = u[4]; }
      double ratio = (double)t[i] / base[4];
      if (ratio > 0.9) { of[who[i]] = (int)r; least = std::min(least, ratio); } else most = std::max(most, ratio);
    }
    if (r % 8 == 0) fprintf(stderr, "rep %zu: one slice %u, left %zu, %.2f %.2f\n", r, base[4], left.size(), least, most);
    if (more && reps.size() > 200) break;
  }
  return of;
}
void print(const char *what, const char *where, const std::vector<int> &of) {
  for (size_t i = 0; i < of.size(); i += 128) {
    printf("slices,%s,%s,from=%zu,of=", what, where, i);
    for (size_t j = i; j < std::min(of.size(), i + 128); j++) of[j] < 0 ? printf("??") : printf("%02x", of[j]);
    printf("\n");
  }
  fflush(stdout);
}
int main(int argc, char **argv) {
  cudaDeviceProp p; CK(cudaGetDeviceProperties(&p, 0)); S = p.multiProcessorCount;
  printf("gpu,name=%s,sms=%d,l2=%d\n", p.name, S, p.l2CacheSize);
  size_t bytes = 1ull << 30; CK(cudaMalloc(&M, bytes)); CK(cudaMemset(M, 0, bytes));
  CK(cudaMalloc(&at, 256)); CK(cudaMalloc(&second, 4 << 20)); CK(cudaMalloc(&cycles, 4 << 20));
  std::vector<uint32_t> lines; for (uint32_t i = 0; i < 16384; i++) lines.push_back(4 * i);
  auto of = place(lines, true);
  printf("found,slices=%zu,least=%.3f,most=%.3f\n", reps.size(), least, most);
  print("page", "0", of);
  std::vector<uint32_t> sectors; for (uint32_t i = 0; i < 256; i++) sectors.push_back(i);
  print("sectors", "0", place(sectors, false));
  // other pages of 2 MB
  std::vector<uint32_t> others; std::vector<int> pages;
  for (int page = 1; page < 512; page = page < 32 ? page + 1 : page + 15) pages.push_back(page);
  for (int page : pages) for (uint32_t i = 0; i < 128; i++) others.push_back((uint32_t)page * 65536 + 8 * i);
  auto rest = place(others, false);
  for (size_t k = 0; k < pages.size(); k++) { char w[16]; snprintf(w, 16, "%d", pages[k]); print("other", w, std::vector<int>(rest.begin() + 128 * k, rest.begin() + 128 * (k + 1))); }
  printf("found,slices=%zu,least=%.3f,most=%.3f\n", reps.size(), least, most);
  // each slice beside each: thousandths of one slice's time
  for (size_t r = 0; r < reps.size(); r++) {
    auto base = times(reps[r], std::vector<uint32_t>(9, reps[r])), a = times(reps[r], reps), b = times(reps[r], reps), c = times(reps[r], reps);
    std::sort(base.begin(), base.end());
    printf("beside,slice=%zu,line=%u", r, reps[r] / 4);
    for (size_t i = 0; i < reps.size(); i++) { uint32_t v[3] = {a[i], b[i], c[i]}; std::sort(v, v + 3); printf(",%.0f", 1000. * v[1] / base[4]); }
    printf("\n");
  }
  std::vector<std::vector<uint32_t>> in(reps.size());
  for (uint32_t i = 0; i < 16384; i++) in[of[i]].push_back(i);
  std::vector<int> twin(reps.size());
  std::vector<double> ratio(reps.size());
  for (size_t r = 0; r < reps.size(); r++) {
    auto base = times(reps[r], std::vector<uint32_t>(9, reps[r])), a = times(reps[r], reps), b = times(reps[r], reps);
    std::sort(base.begin(), base.end());
    for (size_t i = 0; i < reps.size(); i++) if (i != r && std::min(a[i], b[i]) > 0.65 * base[4]) { twin[r] = (int)i; ratio[r] = (double)std::min(a[i], b[i]) / base[4]; }
  }
  std::vector<int> one, other; // of each pair; first those that share less
  for (double limit : {0., 0.82}) for (size_t r = 0; r < reps.size(); r++) if ((int)r < twin[r] && (ratio[r] > 0.82) == (limit > 0.5)) { one.push_back((int)r); other.push_back(twin[r]); }
  struct { const char *name; std::vector<int> s; } sets[] = {
    {"one", {one[0]}}, {"one of the last", {one.back()}}, {"twins", {one[0], other[0]}}, {"the last twins", {one.back(), other.back()}}, {"two", {one[0], one[1]}}, {"8", {one.begin(), one.begin() + 8}}, {"8 of the last", {one.end() - 8, one.end()}}, {"40", one}, {"80", {}}};
  sets[8].s = one; sets[8].s.insert(sets[8].s.end(), other.begin(), other.end());
  std::vector<int> pairs4; for (int i = 0; i < 4; i++) { pairs4.push_back(one[i]); pairs4.push_back(other[i]); }
  std::vector<int> last4; for (int i = 0; i < 4; i++) { last4.push_back(one[39 - i]); last4.push_back(other[39 - i]); }
  auto go = [&](const char *name, const std::vector<int> &s) {
    for (uint32_t k : {1, 2, 4, 16, 64, 192}) for (uint32_t word : {0, 4}) {
      std::vector<uint32_t> lines;
      for (int i : s) lines.insert(lines.end(), in[i].begin(), in[i].begin() + k);
      uint32_t t[3];
      for (auto &v : t) {
        CK(cudaMemcpy(second, lines.data(), 4 * lines.size(), cudaMemcpyHostToDevice)); CK(cudaMemset(at, 0, 4));
        many<<<S, 256>>>(M, second, (uint32_t)lines.size(), cycles, at, word);
        CK(cudaDeviceSynchronize()); CK(cudaMemcpy(&v, cycles, 4, cudaMemcpyDeviceToHost));
      }
      std::sort(t, t + 3);
      printf("many,%s,slices=%zu,lines=%u,words=%s,packets=%d,cycles=%u,each=%.3f\n", name, s.size(), k, word ? "any" : "first", S * 256 * 16, t[1], (double)t[1] * s.size() / (S * 256 * 16));
    }
  };
  auto goWide = [&](const char *name, const std::vector<int> &s) {
    for (uint32_t k : {1, 64}) for (auto w : {std::pair<int, int>{1, 1}, {2, 1}, {8, 1}, {2, 8}, {4, 8}, {8, 4}, {16, 1}, {32, 1}}) {
      std::vector<uint32_t> lines;
      for (int i : s) lines.insert(lines.end(), in[i].begin(), in[i].begin() + k);
      uint32_t t[3];
      for (auto &v : t) {
        CK(cudaMemcpy(second, lines.data(), 4 * lines.size(), cudaMemcpyHostToDevice)); CK(cudaMemset(at, 0, 4));
        wide<<<S, 256>>>(M, second, (uint32_t)lines.size(), cycles, at, w.first, w.second);
        CK(cudaDeviceSynchronize()); CK(cudaMemcpy(&v, cycles, 4, cudaMemcpyDeviceToHost));
      }
      std::sort(t, t + 3);
      int packets = S * 8 * 64 * 32 / w.first, sectors = std::max(1, w.first * w.second / 8);
      printf("wide,%s,slices=%zu,lines=%u,words=%d,sectors=%d,packets=%d,cycles=%u,each=%.3f\n", name, s.size(), k, w.first, sectors, packets, t[1], (double)t[1] * s.size() / packets);
    }
  };
  goWide("one", sets[0].s); goWide("twins", sets[2].s); goWide("the last twins", sets[3].s); goWide("two", sets[4].s); goWide("8", sets[5].s); goWide("8 as twins", pairs4); goWide("40", one); goWide("80", sets[8].s);
  for (auto &set : sets) go(set.name, set.s);
  go("8 as twins", pairs4); go("8 as the last twins", last4);
  // a second whole page
  std::vector<uint32_t> whole; for (uint32_t i = 0; i < 16384; i++) whole.push_back(4 * i + 65536 * 7);
  print("page", "7", place(whole, false));
}
