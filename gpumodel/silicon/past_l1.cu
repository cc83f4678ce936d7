// What accesses past the L1 and the LDS (shared memory) cost one another: loops of 16 loads of shared memory a turn, of 1024 bytes that a warp loads from the L2 or stores, and of both; then loops of shared memory alone, by width. One workgroup of 1024 lanes on one SM or on each; all go round one megabyte, so that no L1 has it. Median and least of 11 launches after 2; with an argument each is launched once, for counters. Before each launch another kernel keeps the GPU busy for so many cycles, so that nothing waits for the host. nvcc -O3 -arch=sm_90 -std=c++17
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>
#include <cuda_runtime.h>
typedef unsigned u;
#define KERNEL extern "C" __global__ void __launch_bounds__(1024)
#define LDS(r, p) asm volatile("ld.shared.f32 %0, [%1];" : "=f"(r) : "r"(p));
#define LDS2(a, b, p) asm volatile("ld.shared.v2.f32 {%0,%1}, [%2];" : "=f"(a), "=f"(b) : "r"(p));
#define LDS4(a, b, c, d, p) asm volatile("ld.shared.v4.f32 {%0,%1,%2,%3}, [%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "r"(p));
#define STS(p, r) asm volatile("st.shared.f32 [%0], %1;" :: "r"(p), "f"(r));
#define STS2(p, r, s) asm volatile("st.shared.v2.f32 [%0], {%1,%2};" :: "r"(p), "f"(r), "f"(s));
#define STS4(p, r, s) asm volatile("st.shared.v4.f32 [%0], {%1,%2,%1,%2};" :: "r"(p), "f"(r), "f"(s));
#define LDG(r, p) asm volatile("ld.global.f32 %0, [%1];" : "=f"(r) : "l"(p));
#define LDG2(a, b, p) asm volatile("ld.global.v2.f32 {%0,%1}, [%2];" : "=f"(a), "=f"(b) : "l"(p));
#define LDG4(a, b, c, d, p) asm volatile("ld.global.v4.f32 {%0,%1,%2,%3}, [%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(p));
#define STG(p, r) asm volatile("st.global.f32 [%0], %1;" :: "l"(p), "f"(r));
#define STG2(p, r, s) asm volatile("st.global.v2.f32 [%0], {%1,%2};" :: "l"(p), "f"(r), "f"(s));
#define STG4(p, r, s) asm volatile("st.global.v4.f32 [%0], {%1,%2,%1,%2};" :: "l"(p), "f"(r), "f"(s));
#define BEGIN __shared__ float s[8192]; int t = threadIdx.x; u at = (u)__cvta_generic_to_shared(s) + t % 32 * 4; float v = 0, x = t, a[16], b[8]; for (int k = t; k < 8192; k += 1024) s[k] = k; for (int i = 0; i < 8; i++) b[i] = 0; __syncthreads(); u o = t / 32 * 8192 + blockIdx.x * 2048;
#define TURNS _Pragma("unroll 1") for (int n = 0; n < turns; n++, at += none, o = (o + 256) & 262143)
#define SHARED _Pragma("unroll") for (int i = 0; i < 16; i++) LDS(a[i], at + i * 128)
#define ADD _Pragma("unroll") for (int i = 0; i < 16; i++) v += a[i];
#define ADDB _Pragma("unroll") for (int i = 0; i < 8; i++) v += b[i];
#define N(k) _Pragma("unroll") for (int i = 0; i < k; i++)
#define END if (v == 12345) out[t] = v;
#define ARGS (float *out, float *in, int turns, int none)
#define TWO(name, lane, what) KERNEL name ARGS { BEGIN o += lane; TURNS { float *p = in + o; what ADDB } END } \
  KERNEL name##Shared ARGS { BEGIN o += lane; TURNS { float *p = in + o; what SHARED ADD ADDB } END }
KERNEL shared ARGS { BEGIN TURNS { SHARED ADD } END }
TWO(load, t % 32, N(8) LDG(b[i], p + i * 32))
TWO(load2, t % 32 * 2, N(4) LDG2(b[2 * i], b[2 * i + 1], p + i * 64))
TWO(load4, t % 32 * 4, N(2) LDG4(b[4 * i], b[4 * i + 1], b[4 * i + 2], b[4 * i + 3], p + i * 128))
TWO(parts, t % 32 / 8 * 32 + t % 8, N(8) LDG(b[i], p + i % 4 * 8 + i / 4 * 128))
TWO(parts2, t % 32 / 4 * 32 + t % 4 * 2, N(4) LDG2(b[2 * i], b[2 * i + 1], p + i * 8))
TWO(store, t % 32, N(8) STG(p + i * 32, x))
TWO(store2, t % 32 * 2, N(4) STG2(p + i * 64, x, x))
TWO(store4, t % 32 * 4, N(2) STG4(p + i * 128, x, x))
TWO(storeParts, t % 32 / 8 * 32 + t % 8, N(8) STG(p + i % 4 * 8 + i / 4 * 128, x))
TWO(storeParts2, t % 32 / 4 * 32 + t % 4 * 2, N(4) STG2(p + i * 8, x, x))
TWO(copy2, t % 32 * 2, N(4) LDG2(b[2 * i], b[2 * i + 1], p + i * 64) N(4) STG2(p + i * 64 + 262144, x, x))
// Loads and stores of shared memory by width, 16 words of a lane each.
#define INSIDE(name, lane, what) KERNEL name ARGS { BEGIN at += lane; TURNS { what ADD } END }
#define ZERO N(16) a[i] = 0;
INSIDE(lds2, t % 32 * 4, N(8) LDS2(a[2 * i], a[2 * i + 1], at + i * 256))
INSIDE(lds4, t % 32 * 12, N(4) LDS4(a[4 * i], a[4 * i + 1], a[4 * i + 2], a[4 * i + 3], at + i * 512))
INSIDE(sts, 0, ZERO N(16) STS(at + i * 128, x))
INSIDE(sts2, t % 32 * 4, ZERO N(8) STS2(at + i * 256, x, x))
INSIDE(sts4, t % 32 * 12, ZERO N(4) STS4(at + i * 512, x, x))
INSIDE(exchange, 0, N(16) STS(at + i * 128, x) SHARED)
INSIDE(exchange2, t % 32 * 4, N(8) STS2(at + i * 256, x, x) N(8) LDS2(a[2 * i], a[2 * i + 1], at + i * 256))
INSIDE(exchange4, t % 32 * 12, N(4) STS4(at + i * 512, x, x) N(4) LDS4(a[4 * i], a[4 * i + 1], a[4 * i + 2], a[4 * i + 3], at + i * 512))
INSIDE(passes2, t % 32 * 4, N(8) STS2(at + i * 256, x, x) asm volatile("bar.sync 0;"); N(8) LDS2(a[2 * i], a[2 * i + 1], at + i * 256) asm volatile("bar.sync 0;");)
__global__ void idling(long long cycles) { long long begin = clock64(); while (clock64() - begin < cycles) {} }
bool once; // for counters
void T(const char *name, int blocks, std::function<void()> f) {
  if (once) { f(); return; }
  cudaEvent_t p, q; cudaEventCreate(&p); cudaEventCreate(&q);
  std::vector<float> t;
  for (int i = 0; i < 13; i++) { idling<<<1, 1>>>(100000); cudaEventRecord(p); f(); cudaEventRecord(q); cudaEventSynchronize(q); float m; cudaEventElapsedTime(&m, p, q); if (i > 1) t.push_back(m * 1000); }
  std::sort(t.begin(), t.end());
  printf("past_l1,%s,sms=%d,us=%.3f,min=%.3f\n", name, blocks, t[5], t[0]);
}
int main(int arguments, char **) {
  once = arguments > 1;
  float *in, *out; cudaMalloc(&in, 1 << 24); cudaMalloc(&out, 1 << 24); cudaMemset(in, 0, 1 << 24);
#define R(k) for (int n : {1, 132}) T(#k, n, [=] { k<<<n, 1024>>>(out, in, 256, 0); });
#define R2(k) R(k) R(k##Shared)
  R(shared) R2(load) R2(load2) R2(load4) R2(parts) R2(parts2) R2(store) R2(store2) R2(store4) R2(storeParts) R2(storeParts2) R2(copy2)
  R(lds2) R(lds4) R(sts) R(sts2) R(sts4) R(exchange) R(exchange2) R(exchange4) R(passes2)
  return cudaDeviceSynchronize() || cudaGetLastError();
}
