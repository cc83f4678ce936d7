// What an instruction costs an SM whose predicate is off in all lanes: four of a kind in a row, and a step of a
// reduction (two loads, an addition, a store, a barrier), by warps of one block. Each line is the cycles of the
// slowest warp for one of them. nvcc -O3 -arch=sm_90 -std=c++17
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#define CK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)
__device__ __forceinline__ uint32_t now() { uint32_t t; asm volatile("mov.u32 %0,%%clock;" : "=r"(t)::"memory"); return t; }

enum { LDS, STS, FFMA, LDG, STG, STEP };
const char *names[] = {"lds", "sts", "ffma", "ldg", "stg", "step"};
const int turns = 32, unrolled = 16;

#define ON "{.reg .pred q; setp.ne.s32 q,%4,0; "
#define OUT : "+f"(a), "+f"(b), "+f"(c), "+f"(d) : "r"(on), "r"(at), "l"(p) : "memory"
template <int K> __global__ void measure(int on, uint32_t *cycles, float *global) {
  __shared__ float s[1024 + 4];
  int t = threadIdx.x;
  s[t] = t; __syncthreads();
  uint32_t at = (uint32_t)__cvta_generic_to_shared(&s[t]);
  float a = 0, b = 1, c = 2, d = 3, *p = global + t;
  uint32_t begin = now();
  for (int i = 0; i < turns; i++) {
#pragma unroll
    for (int u = 0; u < unrolled; u++) {
      if (K == LDS) asm volatile(ON "@q ld.volatile.shared.f32 %0,[%5]; @q ld.volatile.shared.f32 %1,[%5]; @q ld.volatile.shared.f32 %2,[%5]; @q ld.volatile.shared.f32 %3,[%5];}" OUT);
      if (K == STS) asm volatile(ON "@q st.volatile.shared.f32 [%5],%0; @q st.volatile.shared.f32 [%5],%1; @q st.volatile.shared.f32 [%5],%2; @q st.volatile.shared.f32 [%5],%3;}" OUT);
      if (K == FFMA) asm volatile(ON "@q fma.rn.f32 %0,%0,%0,%0; @q fma.rn.f32 %1,%1,%1,%1; @q fma.rn.f32 %2,%2,%2,%2; @q fma.rn.f32 %3,%3,%3,%3;}" OUT);
      if (K == LDG) asm volatile(ON "@q ld.volatile.global.f32 %0,[%6]; @q ld.volatile.global.f32 %1,[%6]; @q ld.volatile.global.f32 %2,[%6]; @q ld.volatile.global.f32 %3,[%6];}" OUT);
      if (K == STG) asm volatile(ON "@q st.volatile.global.f32 [%6],%0; @q st.volatile.global.f32 [%6],%1; @q st.volatile.global.f32 [%6],%2; @q st.volatile.global.f32 [%6],%3;}" OUT);
      if (K == STEP) asm volatile(ON "@q ld.volatile.shared.f32 %0,[%5]; @q ld.volatile.shared.f32 %1,[%5+16]; @q add.f32 %0,%0,%1; @q st.volatile.shared.f32 [%5],%0; bar.sync 0;}" OUT);
    }
  }
  uint32_t end = now();
  s[t] = a + b + c + d;
  if (t % 32 == 0) cycles[t / 32] = end - begin;
  global[1024 + t] = s[t];
}

template <int K> void all(uint32_t *cycles, float *global) {
  for (int on : {0, 1}) for (int warps : {1, 4, 8, 16, 32}) {
    uint32_t c[32];
    for (int i = 0; i < 2; i++) { measure<K><<<1, 32 * warps>>>(on, cycles, global); CK(cudaDeviceSynchronize()); }
    CK(cudaMemcpy(c, cycles, 4 * warps, cudaMemcpyDeviceToHost));
    printf("predicate,%s,on=%d,warps=%d,cycles=%.3f\n", names[K], on, warps, *std::max_element(c, c + warps) / double(turns * unrolled * (K == STEP ? 1 : 4)));
  }
}

int main() {
  uint32_t *cycles; float *global;
  CK(cudaMalloc(&cycles, 128)); CK(cudaMalloc(&global, 1 << 20)); CK(cudaMemset(global, 0, 1 << 20));
  all<LDS>(cycles, global); all<STS>(cycles, global); all<FFMA>(cycles, global); all<LDG>(cycles, global); all<STG>(cycles, global); all<STEP>(cycles, global);
}
