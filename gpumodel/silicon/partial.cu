// What becomes of sectors that are written in parts, if the parts come late: all SMs write so many bytes of each
// sector of a chunk of memory, then the next so many of each, until the chunk is whole, and go on to the next chunk;
// and what of whole sectors that are written several times. Nsight counts what DRAM reads and writes meanwhile:
// ncu --clock-control none --cache-control none --metrics dram__bytes_read.sum,dram__bytes_write.sum
// nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#define CK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)
namespace cg = cooperative_groups;
// words of 4 bytes a visit
template <int W> __global__ void parts(uint32_t *to, size_t all, size_t chunk, int wait) {
  cg::grid_group g = cg::this_grid();
  size_t lanes = (size_t)gridDim.x * blockDim.x, lane = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  for (size_t from = 0; from < all; from += chunk) {
    for (int v = 0; v < 8 / W; v++) {
      for (size_t s = lane; s < chunk / 32; s += lanes) {
        uint32_t *p = to + (from / 4 + s * 8 + v * W);
        if (W == 1) *p = v; else if (W == 2) *(uint2 *)p = make_uint2(v, v); else if (W == 4) *(uint4 *)p = make_uint4(v, v, v, v); else { ((uint4 *)p)[0] = make_uint4(v, v, v, v); ((uint4 *)p)[1] = make_uint4(v, v, v, v); }
      }
      if (wait) { long long t = clock64(); while (clock64() - t < wait); }
      g.sync();
    }
  }
}
// All of each sector, so many times.
__global__ void rewrite(uint32_t *to, size_t all, size_t chunk, int times) {
  cg::grid_group g = cg::this_grid();
  size_t lanes = (size_t)gridDim.x * blockDim.x, lane = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  for (size_t from = 0; from < all; from += chunk)
    for (int v = 0; v < times; v++) {
      for (size_t s = lane; s < chunk / 16; s += lanes) ((uint4 *)(to + from / 4))[s] = make_uint4(v, v, v, v);
      g.sync();
    }
}
template <int W> void go(uint32_t *to, size_t chunk, int blocks, int wait) {
  size_t all = ((size_t)256 << 20) / chunk * chunk;
  void *args[] = {&to, &all, &chunk, &wait};
  cudaEvent_t a, b; CK(cudaEventCreate(&a)); CK(cudaEventCreate(&b));
  CK(cudaEventRecord(a)); CK(cudaLaunchCooperativeKernel((void *)parts<W>, blocks, 1024, args, 0, 0)); CK(cudaEventRecord(b)); CK(cudaEventSynchronize(b));
  float ms; CK(cudaEventElapsedTime(&ms, a, b));
  printf("partial,bytes=%d,chunk_kb=%d,blocks=%d,wait=%d,mb=%d,us=%.1f\n", 4 * W, (int)(chunk >> 10), blocks, wait, (int)(all >> 20), 1e3 * ms); fflush(stdout);
}
void again(uint32_t *to, size_t chunk, int times) {
  size_t all = ((size_t)256 << 20) / chunk * chunk;
  void *args[] = {&to, &all, &chunk, &times};
  CK(cudaLaunchCooperativeKernel((void *)rewrite, 264, 1024, args, 0, 0)); CK(cudaDeviceSynchronize());
  printf("rewritten,times=%d,chunk_kb=%d,mb=%d\n", times, (int)(chunk >> 10), (int)(all >> 20)); fflush(stdout);
}
int main() {
  uint32_t *to; CK(cudaMalloc(&to, (size_t)256 << 20)); CK(cudaMemset(to, 0, (size_t)256 << 20));
  for (size_t mb : {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 64}) { go<1>(to, mb << 20, 264, 0); go<2>(to, mb << 20, 264, 0); go<4>(to, mb << 20, 264, 0); again(to, mb << 20, 4); }
  for (size_t mb : {4, 8, 16}) { go<2>(to, mb << 20, 66, 0); go<2>(to, mb << 20, 8, 0); go<2>(to, mb << 20, 264, 20000); go<2>(to, mb << 20, 264, 200000); }
}
