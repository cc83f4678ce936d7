// How long reads of DRAM take while all SMs make them: each warp waits for one load at a time, of so many lanes, each a
// sector by chance (or a line with four lanes), of so many MB.
//
//	nvcc -O3 -arch=sm_90 -std=c++17 loaded.cu -o loaded && ./loaded > loaded_h100.csv
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(call) do { cudaError_t e = call; if (e) { fprintf(stderr, "%s, line %d\n", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)
__device__ __forceinline__ uint32_t clock32() { uint32_t t; asm volatile("mov.u32 %0, %%clock;" : "=r"(t) :: "memory"); return t; }
__device__ __forceinline__ uint32_t mix(uint32_t x) { x ^= x >> 16; x *= 0x7feb352d; x ^= x >> 15; x *= 0x846ca68b; return x ^ x >> 16; }
struct Row { uint32_t begin, end, took, most; };
__global__ void __launch_bounds__(1024) probe(const uint32_t *p, uint32_t lines, int lanes, int together, Row *out, int turns, uint32_t seed) {
	uint32_t lane = threadIdx.x & 31, warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, took = 0, most = 0, sum = 0;
	uint32_t who = lane / together, r = mix(mix(warp * 32 + who) + seed);
	uint32_t begin = clock32();
	for (int i = 0; i < turns; i++) {
		r = r * 1664525u + 1013904223u;
		uint32_t m = mix(r), line = (uint64_t)m * lines >> 32, part = together == 4 ? lane % 4 : mix(m) & 3, v = 0;
		uint32_t t = clock32();
		if (lane < lanes) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(p + (size_t)line * 32 + part * 8));
		sum += v + (r & 1);
		asm volatile("" :: "r"(sum) : "memory");
		if (__any_sync(~0u, v == 0x12345)) r++;
		t = clock32() - t; took += t; most = max(most, t);
	}
	uint32_t end = clock32() + (sum == 0x12345);
	if (lane == 0) out[warp] = {begin, end, took, most};
}
int main() {
	cudaDeviceProp d; CHECK(cudaGetDeviceProperties(&d, 0)); int SMS = d.multiProcessorCount;
	uint32_t *p; Row *out; CHECK(cudaMalloc(&p, (size_t)4 << 30)); CHECK(cudaMemset(p, 1, (size_t)4 << 30)); CHECK(cudaMalloc(&out, sizeof(Row) * SMS * 64));
	for (int mb : {16, 512, 1024, 4096}) for (int together : {1, 4}) for (int lanes : {1, 4, 8, 16, 32}) for (int warps : {1, 2, 4, 8, 16, 32, 64}) {
		if (together > lanes) continue;
		int blocks = warps > 32 ? 2 : 1, turns = 200;
		std::vector<double> rate, mean, last;
		std::vector<Row> at(SMS * warps);
		for (int again = 0; again < 4; again++) {
			probe<<<SMS * blocks, 32 * warps / blocks>>>(p, (uint32_t)(mb << 13), lanes, together, out, turns, again * 77777u);
			CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize());
			CHECK(cudaMemcpy(at.data(), out, sizeof(Row) * at.size(), cudaMemcpyDeviceToHost));
			if (!again) continue;
			double sum = 0, longest = 0, all = 0;
			for (auto &r : at) { sum += r.took; all += r.end - r.begin; longest = std::max(longest, (double)(r.end - r.begin)); }
			mean.push_back(sum / turns / at.size()); rate.push_back((double)turns * lanes * at.size() / (all / at.size())); last.push_back((double)turns * lanes * at.size() / longest);
		}
		auto mid = [](std::vector<double> v) { std::sort(v.begin(), v.end()); return v[v.size() / 2]; };
		printf("loaded,mb=%d,together=%d,lanes=%d,warps=%d,cycles=%.0f,sectors_a_cycle=%.2f,to_the_last=%.2f\n", mb, together, lanes, warps, mid(mean), mid(rate), mid(last)); fflush(stdout);
	}
}
