// Lines a cycle that the L2 gives to loads of all SMs, by what a warp's load asks for, of lines by chance or in order:
// by the mean of the SMs' own times, as rates.cu has it, and until the last SM has ended.
//
//	nvcc -O3 -arch=sm_90 -std=c++17 steady.cu -o steady && ./steady > steady.csv
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(call) do { cudaError_t e = call; if (e) { fprintf(stderr, "%s, line %d\n", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)
__device__ __forceinline__ uint32_t clock32() { uint32_t t; asm volatile("mov.u32 %0, %%clock;" : "=r"(t) :: "memory"); return t; }
__device__ __forceinline__ uint64_t now() { uint64_t t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t) :: "memory"); return t; }
__device__ __forceinline__ uint32_t mix(uint32_t x) { x ^= x >> 16; x *= 0x7feb352d; x ^= x >> 15; x *= 0x846ca68b; return x ^ x >> 16; }
struct Row { uint64_t from, to; uint32_t begin, end; };
// L lines of a warp's load; lanes of a line W words each, P words apart
template <int L, int W, bool CHANCE, bool KEEP>
__global__ void __launch_bounds__(1024, 1) probe(const uint32_t *p, uint32_t mask, Row *out, int turns) {
	constexpr int OF = 32 / L, P = 32 / OF;
	uint32_t lane = threadIdx.x & 31, warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, warps = gridDim.x * (blockDim.x / 32);
	uint32_t r = mix((warp * 32 + lane / OF) * 2654435761u + 12345u), next = warp * L + lane / OF, sum = 0;
	uint64_t from = now(); uint32_t begin = clock32();
	for (int i = 0; i < turns; i++) {
		uint32_t v[8][W];
		#pragma unroll
		for (int j = 0; j < 8; j++) {
			uint32_t line;
			if (CHANCE) r = r * 1664525u + 1013904223u, line = (r >> 7) & mask;
			else line = next & mask, next += warps * L;
			const uint32_t *a = p + line * 32 + lane % OF * P;
			if (W == 1 && KEEP) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v[j][0]) : "l"(a));
			if (W == 1 && !KEEP) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v[j][0]) : "l"(a));
			if (W == 4 && KEEP) asm volatile("ld.global.ca.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v[j][0]), "=r"(v[j][1 % W]), "=r"(v[j][2 % W]), "=r"(v[j][3 % W]) : "l"(a));
			if (W == 4 && !KEEP) asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v[j][0]), "=r"(v[j][1 % W]), "=r"(v[j][2 % W]), "=r"(v[j][3 % W]) : "l"(a));
		}
		#pragma unroll
		for (int j = 0; j < 8; j++)
			#pragma unroll
			for (int k = 0; k < W; k++) sum += v[j][k];
	}
	uint32_t end = clock32() + (sum == 0x12345); uint64_t to = now();
	if (lane == 0) out[warp] = {from, to, begin, end};
}
uint32_t *p; Row *out; int SMS;
template <int L, int W, bool CHANCE, bool KEEP> void run(const char *what, int mb, int warps) {
	const int turns = 256;
	uint32_t mask = (uint32_t)((size_t)mb << 20) / 128 - 1;
	std::vector<Row> at(SMS * warps);
	std::vector<double> mean, last, span;
	for (int again = 0; again < 6; again++) {
		probe<L, W, CHANCE, KEEP><<<SMS, 32 * warps>>>(p, mask, out);
		CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize());
		CHECK(cudaMemcpy(at.data(), out, sizeof(Row) * at.size(), cudaMemcpyDeviceToHost));
		if (!again) continue;
		double sum = 0, most = 0; uint64_t from = ~0ull, to = 0;
		for (int sm = 0; sm < SMS; sm++) {
			Row *r = &at[sm * warps]; uint32_t b = r[0].begin, e = 0;
			for (int i = 0; i < warps; i++) { if ((int32_t)(r[i].begin - b) < 0) b = r[i].begin; from = std::min(from, r[i].from); to = std::max(to, r[i].to); }
			for (int i = 0; i < warps; i++) e = std::max(e, r[i].end - b);
			sum += e; most = std::max(most, (double)e);
		}
		mean.push_back(sum / SMS); last.push_back(most); span.push_back((to - from) / 1000.);
	}
	auto mid = [](std::vector<double> v) { std::sort(v.begin(), v.end()); return v[v.size() / 2]; };
	double lines = (double)warps * turns * 8 * L * SMS;
	printf("steady,%s,%s,%s,mb=%d,warps=%d,by_mean=%.2f,by_last=%.2f,us=%.1f\n", what, CHANCE ? "chance" : "order", KEEP ? "ca" : "cg", mb, warps, lines / mid(mean), lines / mid(last), mid(span)); fflush(stdout);
}
template <int L, int W> void both(const char *what) {
	for (int mb : {4, 16}) for (int warps : {8, 16, 32}) {
		run<L, W, true, false>(what, mb, warps); run<L, W, true, true>(what, mb, warps);
		run<L, W, false, false>(what, mb, warps); run<L, W, false, true>(what, mb, warps);
	}
}
int main() {
	cudaDeviceProp d; CHECK(cudaGetDeviceProperties(&d, 0)); SMS = d.multiProcessorCount;
	CHECK(cudaMalloc(&p, 64 << 20)); CHECK(cudaMemset(p, 1, 64 << 20)); CHECK(cudaMalloc(&out, sizeof(Row) * SMS * 32));
	both<32, 1>("32 lines a word"); both<16, 1>("16 lines 2 words"); both<8, 1>("8 lines 4 words"); both<4, 4>("4 lines whole"); both<1, 1>("1 line whole");
}
