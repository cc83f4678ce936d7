// How many lines and sectors a cycle the L2 gives to loads that pass the L1 by. Warps load
// eight times in a row without waiting, lines drawn by chance or one after another, S
// sectors of each, from as many MB.
//
//	nvcc -O3 -arch=sm_90 -std=c++17 rates.cu -o rates && ./rates > rates.csv
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) do { cudaError_t e = call; if (e) { fprintf(stderr, "%s, line %d\n", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)

__device__ __forceinline__ uint32_t clock32() { uint32_t t; asm volatile("mov.u32 %0, %%clock;" : "=r"(t) :: "memory"); return t; }

// Lanes go in groups of S to one line, a sector each.
template <int S, bool CHANCE>
__global__ void __launch_bounds__(1024, 1) probe(const uint32_t *p, uint32_t mask, uint32_t *out, int turns) {
	uint32_t lane = threadIdx.x & 31, warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
	uint32_t warps = gridDim.x * (blockDim.x / 32), group = warp * 32 + lane / S;
	uint32_t r = group * 2654435761u + 12345u, next = warp * (32 / S) + lane / S, sum = 0;
	uint32_t begin = clock32();
	for (int i = 0; i < turns; i++) {
		uint32_t v[8];
		#pragma unroll
		for (int j = 0; j < 8; j++) {
			uint32_t line;
			if (CHANCE) {
				r = r * 1664525u + 1013904223u;
				line = (r >> 7) & mask;
			} else {
				line = next & mask;
				next += warps * (32 / S);
			}
			asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v[j]) : "l"(p + line * 32 + lane % S * 8));
		}
		#pragma unroll
		for (int j = 0; j < 8; j++) sum += v[j];
	}
	uint32_t end = clock32() + (sum == 0x12345);
	if (lane == 0) out[2 * warp] = begin, out[2 * warp + 1] = end;
}

int main() {
	const size_t size = 64 << 20;
	const int turns = 32, most = 132;
	uint32_t *p, *out;
	CHECK(cudaMalloc(&p, size));
	CHECK(cudaMemset(p, 1, size));
	CHECK(cudaMalloc(&out, 8 * most * 32));
	auto run = [&](int sectors, bool chance, int mb, int sms, int warps) {
		uint32_t mask = (uint32_t)((size_t)mb << 20) / 128 - 1;
		double best = 1e18;
		std::vector<uint32_t> at(2 * sms * warps);
		for (int again = 0; again < 6; again++) {
			auto go = [&](auto kernel) { kernel<<<sms, 32 * warps>>>(p, mask, out, turns); };
			if (sectors == 1) chance ? go(probe<1, true>) : go(probe<1, false>);
			if (sectors == 2) chance ? go(probe<2, true>) : go(probe<2, false>);
			if (sectors == 4) chance ? go(probe<4, true>) : go(probe<4, false>);
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
			if (again > 0) best = std::min(best, sum / sms); // the first warms the L2
		}
		double lines = (double)warps * turns * 8 * (32 / sectors) * sms;
		printf("rates,%s,%d,%d,%d,%d,%.2f\n", chance ? "chance" : "order", sectors, mb, sms, warps, lines / best);
	};
	cudaDeviceProp d;
	CHECK(cudaGetDeviceProperties(&d, 0));
	fprintf(stderr, "%s\n", d.name);
	printf("rates,order,sectors,mb,sms,warps,lines_per_cycle\n");
	for (bool chance : {true, false})
		for (int mb : {1, 2, 4, 8, 16, 32})
			for (int sms : {1, 33, 66, 132})
				for (int warps : {8, 32})
					for (int sectors : {1, 2, 4}) run(sectors, chance, mb, sms, warps);
}
