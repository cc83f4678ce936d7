// What translating addresses costs: how many lines a cycle all SMs read that the L2 has, by how many pages
// they lie in, how far apart those are, whether SMs have pages of their own, and which lanes go together.
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

// What each lane reads: a line by chance of the first `lines` of a spot by chance. With `far`, lanes so many
// apart are a pair: the same spot, and lines `bytes` apart. With `own`, every so many SMs have spots of their own.
struct Draw { uint32_t spots, lines, far, bytes, own; uint64_t apart; };

// Warps of the SMs that are on read until the time is up, eight times before they wait.
template <bool TEXTURE> __global__ void __launch_bounds__(1024, 1) rate(const char *p, cudaTextureObject_t tex, Draw d, const uint8_t *on, uint32_t cycles, uint32_t *count, uint32_t *sink) {
	uint32_t sm; asm("mov.u32 %0, %%smid;" : "=r"(sm));
	if (!on[sm]) return;
	uint32_t lane = threadIdx.x & 31, second = d.far ? lane / d.far & 1 : 0, pair = d.far ? lane & ~d.far : lane;
	uint32_t r = ((blockIdx.x * 32 + threadIdx.x / 32) * 32 + pair) * 2654435761u + 12345u, sum = 0, n = 0, base = d.own ? sm / d.own * d.spots : 0;
	if (cycles == 1) alone[0] = 1;
	__syncthreads();
	uint32_t begin = clock32();
	while (clock32() - begin < cycles) {
		uint32_t v[8];
		#pragma unroll
		for (int j = 0; j < 8; j++) {
			r = r * 1664525u + 1013904223u;
			uint32_t h = r ^ r >> 16; h *= 0x7feb352du; h ^= h >> 15; h *= 0x846ca68bu; h ^= h >> 16;
			uint32_t spot = (uint32_t)((uint64_t)(h >> 12) * d.spots >> 20) + base, line = h & (d.lines - 1), low = d.bytes / 128 - 1;
			uint64_t at = spot * d.apart + (d.far ? (line & low | (uint64_t)(line & ~low) << 1) * 128 + (second ? d.bytes : 0) : line * 128);
			if (TEXTURE) { // 1024^3 bytes: the bits of an offset are x0-3 y0 y1 x4 y2 x5 z0-3 x6-9 y3-9 z4-9
				uint32_t o = (uint32_t)at, x = o & 15 | o >> 2 & 16 | o >> 3 & 32 | o >> 7 & 0x3c0, y = o >> 4 & 3 | o >> 5 & 4 | o >> 14 & 0x3f8, z = o >> 9 & 15 | o >> 20 & 0x3f0;
				v[j] = tex3D<uint8_t>(tex, x + 0.5f, y + 0.5f, z + 0.5f);
			} else asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v[j]) : "l"(p + at));
		}
		#pragma unroll
		for (int j = 0; j < 8; j++) sum += v[j];
		n++;
	}
	uint32_t took = clock32() - begin;
	if (lane == 0) { atomicAdd(count + 2 * sm, n); atomicMax(count + 2 * sm + 1, took); }
	if (sum == 0x12345) sink[0] = sum;
}

char *mem;
uint32_t *count, *sink;
uint8_t *onD;
cudaTextureObject_t tex;
int SMS;

// run returns the lines a cycle of each SM.
std::vector<double> run(bool texture, Draw d, uint32_t cycles, const std::vector<int> &sms) {
	std::vector<uint8_t> on(256, 0);
	for (int s : sms) on[s] = 1;
	CHECK(cudaMemcpy(onD, on.data(), 256, cudaMemcpyHostToDevice));
	CHECK(cudaMemset(count, 0, 2048));
	if (texture) rate<true><<<SMS, 1024, 200 << 10>>>(mem, tex, d, onD, cycles, count, sink);
	else rate<false><<<SMS, 1024, 200 << 10>>>(mem, tex, d, onD, cycles, count, sink);
	CHECK(cudaDeviceSynchronize());
	std::vector<uint32_t> h(512);
	CHECK(cudaMemcpy(h.data(), count, 2048, cudaMemcpyDeviceToHost));
	std::vector<double> r(256, 0);
	for (int s : sms) r[s] = h[2 * s] * 8.0 * 32 / h[2 * s + 1];
	return r;
}

int main() {
	cudaDeviceProp d;
	CHECK(cudaGetDeviceProperties(&d, 0));
	SMS = d.multiProcessorCount;
	const uint64_t MB = 1 << 20, all_bytes = 56ull << 30;
	CHECK(cudaMalloc(&mem, all_bytes));
	CHECK(cudaMemset(mem, 0, all_bytes));
	CHECK(cudaMalloc(&count, 4096));
	CHECK(cudaMalloc(&sink, 64));
	CHECK(cudaMalloc(&onD, 256));
	cudaArray_t array; cudaChannelFormatDesc cd = cudaCreateChannelDesc<uint8_t>();
	CHECK(cudaMalloc3DArray(&array, &cd, make_cudaExtent(1024, 1024, 1024), cudaArraySurfaceLoadStore));
	cudaResourceDesc rd = {}; rd.resType = cudaResourceTypeArray; rd.res.array.array = array;
	cudaTextureDesc td = {}; td.readMode = cudaReadModeElementType; td.filterMode = cudaFilterModePoint;
	CHECK(cudaCreateTextureObject(&tex, &rd, &td, 0));
	for (auto k : {(const void *)rate<false>, (const void *)rate<true>}) CHECK(cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));

	// Which SMs share a port: two pairs of them that get less together than each alone.
	int pairs = SMS / 2;
	std::vector<int> all, group(pairs, -1), size(SMS);
	std::vector<double> single(pairs);
	for (int s = 0; s < SMS; s++) all.push_back(s);
	Draw wide = {1024, 32, 0, 0, 0, 16 * MB};
	for (int again = 0; again < 5; again++) run(false, wide, 1000000, all);
	for (int a = 0; a < pairs; a++) { auto r = run(false, wide, 40000, {2 * a, 2 * a + 1}); single[a] = r[2 * a] + r[2 * a + 1]; }
	std::vector<std::vector<int>> groups;
	for (int a = 0; a < pairs; a++) {
		if (group[a] >= 0) continue;
		group[a] = groups.size();
		groups.push_back({a});
		for (int b = a + 1; b < pairs; b++) {
			if (group[b] >= 0) continue;
			auto r = run(false, wide, 40000, {2 * a, 2 * a + 1, 2 * b, 2 * b + 1});
			if (r[2 * a] + r[2 * a + 1] < 0.75 * single[a]) { group[b] = group[a]; groups.back().push_back(b); }
		}
	}
	printf("gpu,name=%s,sms=%d,groups=%zu\n", d.name, SMS, groups.size());
	for (auto &g : groups) for (int a : g) size[2 * a] = size[2 * a + 1] = 2 * g.size();
	auto row = [&](const char *what, bool texture, Draw w) {
		if ((w.own ? SMS / w.own : 1) * w.spots * w.apart > (texture ? 1024 * MB : all_bytes)) return;
		run(texture, w, 300000, all);
		auto r = run(texture, w, 300000, all);
		double sum = 0, of[16] = {};
		int n[16] = {};
		for (int s : all) { sum += r[s]; of[size[s] & 15] += r[s]; n[size[s] & 15]++; }
		printf("%s,by=%s,spots=%u,apart_mb=%llu,lines=%u,own=%u,lanes=%u,bytes=%u,all=%.2f", what, texture ? "texture" : "load", w.spots, (unsigned long long)(w.apart >> 20), w.lines, w.own, w.far, w.bytes, sum);
		for (int k = 4; k < 8; k += 2) printf(",of_%d=%.4f", k, n[k] ? of[k] / n[k] : 0);
		printf("\n");
	};
	for (uint64_t apart : {4 * MB, 8 * MB, 16 * MB, 64 * MB, 512 * MB})
		for (uint32_t spots : {8, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 80, 96, 128})
			row("spots", false, {spots, 2048, 0, 0, 0, apart});
	for (uint32_t own : {1, 2}) for (uint32_t spots : {4, 8, 12, 16, 20, 24}) row("own", false, {spots, 64, 0, 0, own, 16 * MB});
	for (uint32_t spots : {16, 20, 24, 28, 32, 40, 48, 64, 96, 128, 256, 512}) row("chance", false, {spots, 64, 0, 0, 0, 16 * MB});
	for (uint32_t spots : {16, 20, 24, 28, 32, 40, 48, 64, 96, 128, 256, 512}) for (uint32_t bytes : {4096u, 65536u}) row("pair", false, {spots, 64, 1, bytes, 0, 16 * MB});
	for (uint32_t bytes = 128; bytes <= 8 * MB; bytes *= 2) row("bytes", false, {256, 64, 1, bytes, 0, 16 * MB});
	for (uint32_t far : {2, 4, 8, 16}) for (uint32_t bytes : {512u, 16384u, 32768u}) row("lanes", false, {256, 64, far, bytes, 0, 16 * MB});
	for (uint32_t spots : {8, 16, 20, 24, 32, 48, 64}) row("chance", true, {spots, 1024, 0, 0, 0, 16 * MB});
	for (uint32_t spots : {16, 24, 32, 48, 64}) for (uint32_t bytes : {4096u, 16384u, 32768u, 65536u}) row("pair", true, {spots, 1024, 1, bytes, 0, 16 * MB});
}
