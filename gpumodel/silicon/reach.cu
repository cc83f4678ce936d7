// How many lines of the L2 a cycle all SMs read at places by chance, by how much memory the places are
// spread over, and which SMs share what slows them beyond 256 MB.
// nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#define CHECK(call) do { cudaError_t e = call; if (e) { fprintf(stderr, "%s, line %d\n", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)

__device__ __forceinline__ uint32_t clock32() { uint32_t t; asm volatile("mov.u32 %0, %%clock;" : "=r"(t) :: "memory"); return t; }
extern __shared__ uint32_t alone[]; // so much that a block has an SM for itself

// Warps of the SMs that are on read until the time is up, eight loads at a time before they wait. Lanes go in
// groups of S to one line of 128 bytes, a sector each; lines are drawn from 4 MB of them, apart from one another.
template <int S> __global__ void __launch_bounds__(1024, 1) rate(const uint32_t *p, uint32_t mask, uint32_t apart, const uint8_t *on, uint32_t cycles, uint32_t *count, uint32_t *sink) {
	uint32_t sm; asm("mov.u32 %0, %%smid;" : "=r"(sm));
	if (!on[sm]) return;
	uint32_t lane = threadIdx.x & 31, r = ((blockIdx.x * 32 + threadIdx.x / 32) * 32 + lane / S) * 2654435761u + 12345u, sum = 0, n = 0;
	if (cycles == 1) alone[0] = 1;
	__syncthreads();
	uint32_t begin = clock32();
	while (clock32() - begin < cycles) {
		uint32_t v[8];
		#pragma unroll
		for (int j = 0; j < 8; j++) {
			r = r * 1664525u + 1013904223u;
			uint32_t line = (r >> 7) & mask;
			asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v[j]) : "l"(p + (size_t)line * apart * 32 + lane % S * 8));
		}
		#pragma unroll
		for (int j = 0; j < 8; j++) sum += v[j];
		n++;
	}
	uint32_t took = clock32() - begin;
	if (lane == 0) { atomicAdd(count + 2 * sm, n); atomicMax(count + 2 * sm + 1, took); }
	if (sum == 0x12345) sink[0] = sum;
}

uint32_t *mem, *count, *sink;
uint8_t *onD;
int SMS;

// run returns the lines a cycle of each SM.
std::vector<double> run(int S, uint32_t apart, uint32_t cycles, const std::vector<int> &sms) {
	std::vector<uint8_t> on(256, 0);
	for (int s : sms) on[s] = 1;
	CHECK(cudaMemcpy(onD, on.data(), 256, cudaMemcpyHostToDevice));
	CHECK(cudaMemset(count, 0, 2048));
	auto go = [&](auto k) { k<<<SMS, 1024, 200 << 10>>>(mem, 4 * 8192 - 1, apart, onD, cycles, count, sink); };
	if (S == 1) go(rate<1>); else go(rate<4>);
	CHECK(cudaDeviceSynchronize());
	std::vector<uint32_t> h(512);
	CHECK(cudaMemcpy(h.data(), count, 2048, cudaMemcpyDeviceToHost));
	std::vector<double> r(256, 0);
	for (int s : sms) r[s] = h[2 * s] * 8.0 * (32 / S) / h[2 * s + 1];
	return r;
}

int main() {
	cudaDeviceProp d;
	CHECK(cudaGetDeviceProperties(&d, 0));
	SMS = d.multiProcessorCount;
	CHECK(cudaMalloc(&mem, 1ull << 32));
	CHECK(cudaMemset(mem, 0, 1ull << 32));
	CHECK(cudaMalloc(&count, 4096));
	CHECK(cudaMalloc(&sink, 64));
	CHECK(cudaMalloc(&onD, 256));
	for (auto k : {(const void *)rate<1>, (const void *)rate<4>}) CHECK(cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
	// SMs come in pairs. Two pairs that get less together than each alone, from lines far apart, share something.
	int pairs = SMS / 2;
	std::vector<int> group(pairs, -1);
	std::vector<double> single(pairs);
	std::vector<int> all;
	for (int s = 0; s < SMS; s++) all.push_back(s);
	for (int again = 0; again < 5; again++) run(1, 1024, 1000000, all); // into the L2, and clocks up
	for (int a = 0; a < pairs; a++) { auto r = run(1, 1024, 40000, {2 * a, 2 * a + 1}); single[a] = r[2 * a] + r[2 * a + 1]; }
	std::vector<std::vector<int>> groups;
	for (int a = 0; a < pairs; a++) {
		if (group[a] >= 0) continue;
		group[a] = groups.size();
		groups.push_back({a});
		for (int b = a + 1; b < pairs; b++) {
			auto r = run(1, 1024, 40000, {2 * a, 2 * a + 1, 2 * b, 2 * b + 1});
			if (r[2 * a] + r[2 * a + 1] < 0.75 * single[a]) { group[b] = group[a]; groups.back().push_back(b); }
		}
	}
	std::vector<int> size(SMS);
	for (auto &g : groups) {
		printf("group,sms=%zu,alone=%.3f", 2 * g.size(), single[g[0]]);
		for (int a : g) { printf(",%d,%d", 2 * a, 2 * a + 1); size[2 * a] = size[2 * a + 1] = 2 * g.size(); }
		printf("\n");
	}
	for (int S : {1, 4})
		for (uint32_t apart : {1, 16, 32, 48, 52, 56, 60, 64, 68, 72, 80, 96, 128, 192, 256, 512, 1024}) {
			run(S, apart, 300000, all);
			auto r = run(S, apart, 300000, all);
			double sum = 0, of[16] = {};
			int n[16] = {};
			for (int s : all) { sum += r[s]; of[size[s] & 15] += r[s]; n[size[s] & 15]++; }
			printf("reach,sectors=%d,mb=4,over_mb=%u,lines=%.2f", S, 4 * apart, sum);
			for (int k = 1; k < 16; k++) if (n[k]) printf(",of_%d=%.4f", k, of[k] / n[k]);
			printf("\n");
		}
}
