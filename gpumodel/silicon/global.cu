// Cycles of loops of global loads on one CU of an otherwise idle NVIDIA GPU
// (nvcc -O3 -arch=sm_90 -std=c++17 global.cu); prints CSV rows. See global.go
// beside it.
#include <cstdio>
#include <cstdint>
#include <cuda_runtime.h>

__device__ __forceinline__ uint32_t clk() { uint32_t c; asm volatile("mov.u32 %0,%%clock;" : "=r"(c) :: "memory"); return c; }

// Every wavefront loads four times from memory of its own, always the same: lane i
// of load k from byte 4·words·i + 16384·k of it.
template<bool L1> __device__ __forceinline__ float load(const float *p) {
	float v;
	if (L1) asm volatile("ld.global.ca.f32 %0,[%1];" : "=f"(v) : "l"(p));
	else asm volatile("ld.global.cg.f32 %0,[%1];" : "=f"(v) : "l"(p));
	return v;
}

template<bool L1> __global__ void loop(const float *data, int words, int step, float *out, uint32_t *cycles) {
	const float *p = data + (threadIdx.x / 32) * 16384 + (threadIdx.x % 32) * words;
	float s[4] = {};
	__shared__ uint32_t lo, hi;
	uint32_t t0 = 0, t1 = 0;
	#pragma unroll 1
	for (int rep = 0; rep < 2; rep++) { // the first fills the caches
		__syncthreads();
		t0 = clk();
		#pragma unroll 1
		for (int n = 0; n < 64; n++) {
			float v[4];
			#pragma unroll
			for (int k = 0; k < 4; k++) v[k] = load<L1>(p + 4096 * k);
			#pragma unroll
			for (int k = 0; k < 4; k++) s[k] += v[k];
			p += step; // 0, unknown to the compiler, which would load once
		}
		t1 = clk();
		__syncthreads();
	}
	if (threadIdx.x == 0) { lo = 0xffffffffu; hi = 0; }
	__syncthreads();
	atomicMin(&lo, t0); atomicMax(&hi, t1);
	__syncthreads();
	out[threadIdx.x] = s[0] + s[1] + s[2] + s[3];
	if (threadIdx.x == 0) *cycles = hi - lo;
}

int main() {
	float *data, *out; uint32_t *cycles;
	cudaMalloc(&data, 32 * 65536); cudaMemset(data, 0, 32 * 65536); cudaMalloc(&out, 8192); cudaMalloc(&cycles, 4);
	for (int l1 = 1; l1 >= 0; l1--)
		for (int words : {0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 32, 33})
			for (int w : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32}) {
				if (l1) loop<true><<<1, 32 * w>>>(data, words, 0, out, cycles);
				else loop<false><<<1, 32 * w>>>(data, words, 0, out, cycles);
				uint32_t c;
				cudaMemcpy(&c, cycles, 4, cudaMemcpyDeviceToHost);
				if (cudaError_t e = cudaGetLastError()) { fprintf(stderr, "%s\n", cudaGetErrorString(e)); return 1; }
				printf("global,%s,stride=%d,warps=%d,cycles=%u\n", l1 ? "l1" : "l2", words, w, c);
			}
}
