// Cycles of loops that mix the units of one CU, on one NVIDIA GPU
// (nvcc -O3 -arch=sm_90 -std=c++17 mix.cu); prints CSV rows. See mix.go beside it.
#include <cstdio>
#include <cstdint>
#include <cuda_runtime.h>

__device__ __forceinline__ uint32_t clk() { uint32_t c; asm volatile("mov.u32 %0,%%clock;" : "=r"(c) :: "memory"); return c; }

// State is what a wavefront's lanes keep in registers.
struct State {
	float x[8], a, b, v[4];
	double d[4], e, f;
	int n[4], k[4], m;
	uint32_t zero; // 0, unknown to the compiler
	uint32_t at; // this lane's address in shared memory
	__device__ __forceinline__ void fma(int i) { asm volatile("fma.rn.f32 %0,%0,%1,%2;" : "+f"(x[i]) : "f"(a), "f"(b)); }
	__device__ __forceinline__ void dfma(int i) { asm volatile("fma.rn.f64 %0,%0,%1,%2;" : "+d"(d[i]) : "d"(e), "d"(f)); }
	__device__ __forceinline__ void ex2(int i) { asm volatile("ex2.approx.ftz.f32 %0,%0;" : "+f"(x[i])); }
	__device__ __forceinline__ void lop(int i, int j) { asm volatile("lop3.b32 %0,%0,%1,%2,0x6a;" : "+r"(n[i]) : "r"(m), "r"(k[j])); }
	__device__ __forceinline__ void add(int i, int j) { asm volatile("sub.s32 %0,%1,%0;" : "+r"(n[i]) : "r"(k[j])); }
	__device__ __forceinline__ void mad(int i) { asm volatile("mad.lo.s32 %0,%0,%1,%1;" : "+r"(n[i]) : "r"(m)); }
	__device__ __forceinline__ void load(int i) { asm volatile("ld.volatile.shared.f32 %0,[%1];" : "=f"(v[i]) : "r"(at + 128 * 33 * i)); }
	__device__ __forceinline__ void store(int i) { asm volatile("st.volatile.shared.f32 [%0],%1;" :: "r"(at), "f"(x[i])); }
	__device__ __forceinline__ void chase8() { uint32_t y; asm volatile("ld.volatile.shared.v2.u32 {%0,%1},[%0];" : "+r"(at), "=r"(y)); }
	__device__ __forceinline__ void chase16() { uint32_t y, z, w; asm volatile("ld.volatile.shared.v4.u32 {%0,%1,%2,%3},[%0];" : "+r"(at), "=r"(y), "=r"(z), "=r"(w)); }
	__device__ __forceinline__ void chase() { asm volatile("ld.volatile.shared.u32 %0,[%0];" : "+r"(at)); }
	__device__ __forceinline__ void use(int i, int j) { asm volatile("fma.rn.f32 %0,%1,%2,%0;" : "+f"(x[i]) : "f"(v[j % 4]), "f"(v[(j + 1) % 4])); }
	__device__ __forceinline__ void barrier() { asm volatile("bar.sync 0;" ::: "memory"); }
};

// BODY defines one step of a loop; S is the State.
#define BODY(name, ...) struct name { static constexpr const char *called = #name; __device__ __forceinline__ static void step(State &S) { __VA_ARGS__ } };
#define EACH(i, n) _Pragma("unroll") for (int i = 0; i < n; i++)
BODY(sfu1, S.ex2(0);)
BODY(sfu2, EACH(i, 2) S.ex2(i);)
BODY(sfu4, EACH(i, 4) S.ex2(i);)
BODY(lop1, EACH(j, 4) S.lop(0, j);)
BODY(lop4, EACH(j, 4) EACH(i, 4) S.lop(i, j);)
BODY(add1, EACH(j, 4) S.add(0, j);)
BODY(add4, EACH(j, 4) EACH(i, 4) S.add(i, j);)
BODY(mad1, S.mad(0);)
BODY(mad4, EACH(i, 4) S.mad(i);)
BODY(barrier, S.barrier();)
BODY(chase, S.chase();)
BODY(chase8, S.chase8();)
BODY(chase16, S.chase16();)
BODY(chase_add, S.chase(); S.at += S.zero;)
BODY(chase_fma8, S.chase(); EACH(i, 8) S.fma(0);)
BODY(load1_fma4, S.load(0); EACH(i, 4) asm volatile("fma.rn.f32 %0,%0,%1,%2;" : "+f"(S.x[0]) : "f"(S.v[0]), "f"(S.b));)
BODY(load4_fma8, EACH(i, 4) S.load(i); EACH(i, 8) S.use(i, i);)
BODY(load4_fma32, EACH(i, 4) S.load(i); EACH(k, 4) EACH(i, 8) S.use(i, i + k);)
BODY(store_fma4, EACH(i, 4) S.fma(i % 2); S.store(0);)
BODY(barrier_fma4, EACH(i, 4) S.fma(i % 2); S.barrier();)
BODY(barrier_fma32, EACH(i, 32) S.fma(i % 4); S.barrier();)
BODY(tile, S.store(0); S.barrier(); S.load(0); asm volatile("add.f32 %0,%0,%1;" : "+f"(S.x[0]) : "f"(S.v[0])); S.barrier();)
BODY(fma4_dfma1, EACH(i, 4) S.fma(i); S.dfma(0);)
BODY(fma2_dfma2, EACH(i, 2) { S.fma(i); S.dfma(i); })
BODY(fma8_sfu1, EACH(i, 8) S.fma(i % 4); S.ex2(4);)
BODY(fma2_sfu2, EACH(i, 2) { S.fma(i); S.ex2(4 + i); })
BODY(fma4_lop4, EACH(i, 4) { S.fma(i); S.lop(i, i); })
BODY(fma4_mad4, EACH(i, 4) { S.fma(i); S.mad(i); })
BODY(everything, S.load(0); EACH(i, 4) S.fma(1 + i); S.dfma(0); S.ex2(5); S.lop(0, 0); S.use(0, 0); S.store(0);)

template<class B> __global__ void loop(float *out, uint32_t *cycles, int words, float a, double e, int m, int zero) {
	extern __shared__ uint32_t lds[];
	State S;
	S.a = a; S.b = a; S.e = e; S.f = e; S.m = m; S.zero = zero;
	for (int i = 0; i < 8; i++) S.x[i] = threadIdx.x + i;
	for (int i = 0; i < 4; i++) { S.v[i] = a; S.d[i] = threadIdx.x; S.n[i] = threadIdx.x; S.k[i] = m * i + zero; }
	uint32_t base = (uint32_t)__cvta_generic_to_shared(lds);
	S.at = base + 4 * words * (threadIdx.x % 32);
	for (int i = threadIdx.x; i < 40960; i += blockDim.x) lds[i] = base + 4 * i; // every word holds its own address
	__shared__ uint32_t lo, hi;
	uint32_t t0 = 0, t1 = 0;
	#pragma unroll 1
	for (int rep = 0; rep < 2; rep++) {
		__syncthreads();
		t0 = clk();
		#pragma unroll 1
		for (int n = 0; n < 64; n++) {
			#pragma unroll
			for (int u = 0; u < 4; u++) B::step(S);
		}
		t1 = clk();
		__syncthreads();
	}
	if (threadIdx.x == 0) { lo = 0xffffffffu; hi = 0; }
	__syncthreads();
	atomicMin(&lo, t0); atomicMax(&hi, t1);
	__syncthreads();
	float s = S.at;
	for (int i = 0; i < 8; i++) s += S.x[i];
	for (int i = 0; i < 4; i++) s += S.v[i] + (float)S.d[i] + S.n[i];
	out[threadIdx.x] = s;
	if (threadIdx.x == 0) *cycles = hi - lo;
}

template<class B> void time(float *out, uint32_t *cycles, std::initializer_list<int> strides = {1}) {
	const int bytes = 40960 * 4;
	cudaFuncSetAttribute(loop<B>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
	for (int words : strides)
		for (int w : {1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32}) {
			loop<B><<<1, 32 * w, bytes>>>(out, cycles, words, 1.0001f, 1.0001, 3, 0);
			uint32_t c;
			cudaMemcpy(&c, cycles, 4, cudaMemcpyDeviceToHost);
			if (cudaError_t e = cudaGetLastError()) { fprintf(stderr, "%s: %s\n", B::called, cudaGetErrorString(e)); return; }
			printf("mix,%s,stride=%d,warps=%d,cycles=%u\n", B::called, words, w, c);
		}
}

int main() {
	float *o; uint32_t *c;
	cudaMalloc(&o, 8192); cudaMalloc(&c, 4);
	time<sfu1>(o, c); time<sfu2>(o, c); time<sfu4>(o, c);
	time<lop1>(o, c); time<lop4>(o, c); time<add1>(o, c); time<add4>(o, c); time<mad1>(o, c); time<mad4>(o, c);
	time<barrier>(o, c);
	time<chase>(o, c, {1, 2, 8, 32}); time<chase8>(o, c, {2, 4, 16}); time<chase16>(o, c, {4, 8, 32}); time<chase_add>(o, c);
	time<chase_fma8>(o, c, {1, 2, 8, 32});
	time<load1_fma4>(o, c, {1, 4, 32}); time<load4_fma8>(o, c, {1, 2, 4, 8}); time<load4_fma32>(o, c, {1, 2, 4, 8});
	time<store_fma4>(o, c, {1, 2, 8});
	time<barrier_fma4>(o, c); time<barrier_fma32>(o, c); time<tile>(o, c, {1, 32, 33});
	time<fma4_dfma1>(o, c); time<fma2_dfma2>(o, c);
	time<fma8_sfu1>(o, c); time<fma2_sfu2>(o, c); time<fma4_lop4>(o, c); time<fma4_mad4>(o, c);
	time<everything>(o, c, {1, 4});
}
