// What accesses of global memory cost the L1 by which bytes their lanes ask for: one warp, 64 times the same, after which Nsight has counted passes of data and cycles of tags. The argument says which: 0 loads that the L1 has, 1 stores, 2 additions of 4 bytes, 3 copies to shared memory, each waited for, 4 loads that it has not, one megabyte on each time. Prints the launches in their order. nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
typedef unsigned u;
// What each launch does 64 times: loads that the L1 has, stores, additions, copies to shared memory, loads that no L1 has.
enum What { LOAD, STORE, ADD, COPY, MISS };
template <What W, typename V> __global__ void go(char *in, const u *at, u *out, u next) {
  __shared__ __align__(16) char s[512];
  char *p = in + at[threadIdx.x]; u v = 0, x = threadIdx.x, to = (u)__cvta_generic_to_shared(s) + threadIdx.x * sizeof(V);
#pragma unroll 1
  for (int i = 0; i < 64; i++, p += next) {
    if constexpr (W == LOAD || W == MISS) {
      if constexpr (sizeof(V) == 4) { u a; asm volatile("ld.global.u32 %0, [%1];" : "=r"(a) : "l"(p)); v += a; }
      if constexpr (sizeof(V) == 8) { u a, b; asm volatile("ld.global.v2.u32 {%0,%1}, [%2];" : "=r"(a), "=r"(b) : "l"(p)); v += a + b; }
      if constexpr (sizeof(V) == 16) { u a, b, c, d; asm volatile("ld.global.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(p)); v += a + b + c + d; }
    } else if constexpr (W == STORE) {
      if constexpr (sizeof(V) == 4) asm volatile("st.global.u32 [%0], %1;" :: "l"(p), "r"(x));
      if constexpr (sizeof(V) == 8) asm volatile("st.global.v2.u32 [%0], {%1,%1};" :: "l"(p), "r"(x));
      if constexpr (sizeof(V) == 16) asm volatile("st.global.v4.u32 [%0], {%1,%1,%1,%1};" :: "l"(p), "r"(x));
    } else if constexpr (W == ADD) asm volatile("red.global.add.u32 [%0], %1;" :: "l"(p), "r"(x));
    else { asm volatile("cp.async.ca.shared.global [%0], [%1], %2; cp.async.wait_all;" :: "r"(to), "l"(p), "n"(sizeof(V))); }
  }
  out[threadIdx.x] = v;
}
char *in; u *at, *out; What what; u next;
void run(const char *name, int width, const std::vector<u> &o) {
  cudaMemcpy(at, o.data(), 128, cudaMemcpyHostToDevice);
  auto launch = [&](auto k) { k<<<1, 32>>>(in, at, out, next); };
#define BY(W) case W: if (width == 4) launch(go<W, u>); else if (width == 8) launch(go<W, uint2>); else launch(go<W, uint4>); break;
  switch (what) { BY(LOAD) BY(STORE) BY(COPY) BY(MISS) case ADD: if (width > 4) return; launch(go<ADD, u>); }
  cudaDeviceSynchronize();
  printf("%s,%d", name, width); for (u x : o) printf(",%u", x); printf("\n");
}
u seed = 1; u chance() { seed = seed * 1664525 + 1013904223; return seed >> 8; }
int main(int, char **arguments) {
  what = (What)atoi(arguments[1]); next = what == MISS ? 1 << 20 : 0;
  cudaMalloc(&in, 1 << 27); cudaMemset(in, 0, 1 << 27); cudaMalloc(&at, 128); cudaMalloc(&out, 128);
  std::vector<u> o(32);
  char name[64];
  // tags: two lines so far apart, then strides of lines, then lines by chance
  for (int d = 1; d <= 140; d++) { for (int i = 0; i < 32; i++) o[i] = i / 16 * d * 128 + i % 16 * 4 + i / 16 * 64; sprintf(name, "pair %d", d); run(name, 4, o); }
  for (int d : {160, 192, 256, 320, 384, 512, 768, 1024, 1536, 2048, 4096}) { for (int i = 0; i < 32; i++) o[i] = i / 16 * d * 128 + i % 16 * 4 + i / 16 * 64; sprintf(name, "pair %d", d); run(name, 4, o); }
  for (int s = 1; s <= 40; s++) { for (int i = 0; i < 32; i++) o[i] = i * s * 128 + i * 4; sprintf(name, "lines %d", s); run(name, 4, o); }
  for (int k : {4096, 16384, 65536, 1 << 20}) for (int n = 0; n < 12; n++) { for (int i = 0; i < 32; i++) o[i] = chance() % k / 4 * 4; sprintf(name, "chance %d", k); run(name, 4, o); }
  // data: lanes that ask for the same, of each width
  for (int w : {4, 8, 16}) {
    auto by = [&](const char *n, auto f) { for (int i = 0; i < 32; i++) o[i] = f(i) * w; run(n, w, o); };
    by("all one", [](int i) { return 0; });
    by("in order", [](int i) { return i; });
    by("halves", [](int i) { return i / 16; });
    by("eights", [](int i) { return i / 8; });
    by("fours", [](int i) { return i / 4; });
    by("pairs", [](int i) { return i / 2; });
    by("mod 2", [](int i) { return i % 2; });
    by("mod 4", [](int i) { return i % 4; });
    by("mod 8", [](int i) { return i % 8; });
    by("mod 16", [](int i) { return i % 16; });
    by("backwards", [](int i) { return 31 - i; });
    by("every 2nd", [](int i) { return 2 * i; });
    by("every 4th", [](int i) { return 4 * i; });
    by("every 8th", [](int i) { return 8 * i; });
    by("every 32nd", [](int i) { return 32 * i; });
    by("rows of 4", [](int i) { return i / 4 * 512 + i % 4; });
    by("rows of 8", [](int i) { return i / 8 * 512 + i % 8; });
    by("rows of 16", [](int i) { return i / 16 * 512 + i % 16; });
    by("columns of 4", [](int i) { return i % 8 * 512 + i / 8; });
    for (int n = 0; n < 12; n++) by("chance of 64", [](int i) { return (int)(chance() % 64); });
    for (int n = 0; n < 12; n++) by("chance of 8", [](int i) { return (int)(chance() % 8); });
  }
  return cudaDeviceSynchronize() || cudaGetLastError();
}
