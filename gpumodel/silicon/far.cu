// How many lines and sectors a cycle come to loads by chance that pass the L1 by, from footprints
// within the near half of the L2, within both, and beyond. Runs of lines side by side are drawn.
//
//	nvcc -O3 -arch=sm_90 -std=c++17 far.cu -o far && ./far > far.csv
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) do { cudaError_t e = call; if (e) { fprintf(stderr, "%s, line %d\n", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)

__device__ __forceinline__ uint32_t clock32() { uint32_t t; asm volatile("mov.u32 %0, %%clock;" : "=r"(t) :: "memory"); return t; }

// Lanes go in groups of S to one line, a sector each; groups of R such groups to R lines side by side.
template <int S, int R>
__global__ void __launch_bounds__(1024, 1) probe(const uint32_t *p, uint32_t lines, uint32_t *out, int turns, uint32_t seed) {
	uint32_t lane = threadIdx.x & 31, warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
	uint32_t r = (warp * 32 + lane / (S * R)) * 2654435761u + seed, sum = 0;
	uint32_t begin = clock32();
	for (int i = 0; i < turns; i++) {
		uint32_t v[8];
		#pragma unroll
		for (int j = 0; j < 8; j++) {
			r = r * 1664525u + 1013904223u;
			uint32_t x = r ^ r >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
			uint32_t line = (uint32_t)((uint64_t)x * (lines / R) >> 32) * R + lane / S % R;
			asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v[j]) : "l"(p + (size_t)line * 32 + lane % S * 8));
		}
		#pragma unroll
		for (int j = 0; j < 8; j++) sum += v[j];
	}
	uint32_t end = clock32() + (sum == 0x12345);
	if (lane == 0) out[2 * warp] = begin, out[2 * warp + 1] = end;
}

int main() {
	const size_t size = (size_t)4096 << 20;
	const int most = 132;
	uint32_t *p, *out;
	CHECK(cudaMalloc(&p, size));
	CHECK(cudaMemset(p, 1, size));
	CHECK(cudaMalloc(&out, 8 * most * 32));
	auto run = [&](int sectors, int side, int mb, int sms, int warps) {
		uint32_t lines = ((size_t)mb << 20) / 128;
		const int turns = 64;
		std::vector<double> all;
		std::vector<uint32_t> at(2 * sms * warps);
		for (int again = 0; again < 5; again++) {
			auto go = [&](auto kernel) { kernel<<<sms, 32 * warps>>>(p, lines, out, turns, 12345u + 77777u * again); };
			if (side == 1) { if (sectors == 1) go(probe<1, 1>); if (sectors == 2) go(probe<2, 1>); if (sectors == 4) go(probe<4, 1>); }
			if (side == 4) { if (sectors == 1) go(probe<1, 4>); if (sectors == 2) go(probe<2, 4>); if (sectors == 4) go(probe<4, 4>); }
			if (side == 8) { if (sectors == 1) go(probe<1, 8>); if (sectors == 2) go(probe<2, 8>); if (sectors == 4) go(probe<4, 8>); }
			CHECK(cudaGetLastError());
			CHECK(cudaDeviceSynchronize());
			CHECK(cudaMemcpy(at.data(), out, 8 * sms * warps, cudaMemcpyDeviceToHost));
			double sum = 0; // of each SM's cycles, from its first warp's start to its last one's end
			for (int sm = 0; sm < sms; sm++) {
				uint32_t from = at[2 * sm * warps], to = 0;
				for (int i = 0; i < warps; i++) from = (int32_t)(at[2 * (sm * warps + i)] - from) < 0 ? at[2 * (sm * warps + i)] : from;
				for (int i = 0; i < warps; i++) to = std::max(to, at[2 * (sm * warps + i) + 1] - from);
				sum += to;
			}
			if (again > 0) all.push_back(sum / sms); // the first warms the L2
		}
		std::sort(all.begin(), all.end());
		double lines_read = (double)warps * turns * 8 * (32 / sectors) * sms;
		printf("far,sectors=%d,side=%d,mb=%d,sms=%d,warps=%d,lines_per_cycle=%.2f\n", sectors, side, mb, sms, warps, lines_read / all[all.size() / 2]);
	};
	cudaDeviceProp d;
	CHECK(cudaGetDeviceProperties(&d, 0));
	fprintf(stderr, "%s\n", d.name);
	for (int mb : {16, 24, 28, 32, 36, 40, 48, 56, 64, 80, 96, 128, 192, 256, 512, 1024, 4096})
		for (int side : {1, 4, 8})
			for (int sectors : {1, 2, 4}) run(sectors, side, mb, 132, 32);
	for (int mb : {48, 1024})
		for (int sms : {1, 33, 66})
			for (int sectors : {1, 2, 4}) run(sectors, 1, mb, sms, 32);
	for (int mb : {48, 1024})
		for (int warps : {2, 4, 8, 16})
			for (int sectors : {1, 2, 4}) run(sectors, 1, mb, 132, warps);
}
