// cures.cu: what a load from global memory takes by the cures of the fourth document. Two clock
// reads have it between them, and behind it nothing (simple), a fence of the workgroup
// (membar.cta, __threadfence_block), one of the GPU (membar.gl), a branch on the loaded value
// that is never taken (dummy), one on an argument whose body would use the value (listing, the
// document's Fig. 4), or an instruction with the value and a clock as operands (use). By where the line
// is and by warps of an SM, on all SMs; of three launches the last.
// nvcc -O3 -arch=sm_90 -std=c++17 cures.cu -o cures && ./cures > cures.csv
#include <cstdint>
#include <cstdio>
#include <vector>
#define CK(x) do { cudaError_t e = (x); if (e) { fprintf(stderr, "%s %d\n", cudaGetErrorString(e), __LINE__); return 1; } } while (0)

__device__ __forceinline__ uint32_t clk() { uint32_t t; asm volatile("mov.u32 %0,%%clock;" : "=r"(t) :: "memory"); return t; }

// Each warp loads a line of its own n times, a step further each time.
template <int M, bool L1> __global__ void k(const uint32_t* p, uint64_t each, uint64_t step, uint32_t* sum, uint32_t* out, int n, int arg, uint32_t key) {
  const int warps = blockDim.x / 32, warp = threadIdx.x / 32, lane = threadIdx.x & 31;
  p += (uint64_t)(blockIdx.x * warps + warp) * each + lane;
  uint32_t s = 0, a = 0;
  for (int i = 0; i < n; i++, p += step) {
    uint32_t v, t1 = clk();
    if (L1) asm volatile("ld.global.ca.u32 %0,[%1];" : "=r"(v) : "l"(p) : "memory");
    else asm volatile("ld.global.cg.u32 %0,[%1];" : "=r"(v) : "l"(p) : "memory");
    if (M == 1) asm volatile("membar.cta;" ::: "memory");
    if (M == 2) asm volatile("membar.gl;" ::: "memory");
    if (M == 3) { if (v == key) out[i] = v; }
    if (M == 4) { if (arg < 0) out[i] = v; }
    if (M == 5) { uint32_t t, x; asm volatile("mov.u32 %0,%%clock;" : "=r"(t) : "r"(v) : "memory"); asm volatile("xor.b32 %0,%1,%2;" : "=r"(x) : "r"(v), "r"(t) : "memory"); a += x; }
    s += clk() - t1;
    a += v;
  }
  if (lane == 0) sum[blockIdx.x * warps + warp] = s;
  out[threadIdx.x] = a;
}

int main() {
  const uint64_t bytes = 2ull << 30, line = 32; // words
  const int n = 256;
  uint32_t *p, *sum, *out;
  cudaDeviceProp d;
  CK(cudaGetDeviceProperties(&d, 0));
  const int sms = d.multiProcessorCount;
  CK(cudaMalloc(&p, bytes)); CK(cudaMemset(p, 0, bytes));
  CK(cudaMalloc(&sum, 4 * 32 * sms)); CK(cudaMalloc(&out, 4 * 4096));
  printf("gpu,name=%s,sms=%d\n", d.name, sms);
  const char *how[] = {"simple", "fence", "fence of the gpu", "dummy", "listing", "use"}, *where[] = {"l1", "l2", "dram"};
  for (int at = 0; at < 3; at++)
    for (int m = 0; m < 6; m++)
      for (int w : {1, 4, 16, 32}) {
        std::vector<uint32_t> h(w * sms);
        for (int launch = 0; launch < 3; launch++) {
          // dram: lines that no launch has read before; else one line of each warp.
          const uint64_t each = at == 2 ? n * line : line, step = at == 2 ? line : 0;
          const uint32_t* q = p + (at == 2 ? launch * sms * w * each : 0);
          if ((uint64_t)(q - p + sms * w * each) * 4 > bytes) return 2;
#define RUN(M) if (m == M) { if (at == 0) k<M, true><<<sms, 32 * w>>>(q, each, step, sum, out, n, 1, 7); else k<M, false><<<sms, 32 * w>>>(q, each, step, sum, out, n, 1, 7); }
          RUN(0) RUN(1) RUN(2) RUN(3) RUN(4) RUN(5)
          CK(cudaDeviceSynchronize());
        }
        CK(cudaMemcpy(h.data(), sum, 4 * w * sms, cudaMemcpyDeviceToHost));
        double s = 0;
        for (auto x : h) s += x;
        printf("cure,where=%s,how=%s,warps=%d,cycles=%.2f\n", where[at], how[m], w, s / n / h.size());
      }
  return 0;
}
