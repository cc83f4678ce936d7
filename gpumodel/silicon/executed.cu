// What machine code computes: kernels of one block of 256, whose words are printed. nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdio>
#include <cstdint>
#include <cuda_runtime.h>
typedef unsigned u; typedef unsigned long long ull;
__device__ u mixed(u x) { x ^= x >> 16; x *= 0x7feb352d; x ^= x >> 15; x *= 0x846ca68b; return x ^ x >> 16; }
#define K(name) extern "C" __global__ void name(const u *in, u *out)
#define T const u t = threadIdx.x; u a = in[t], b = in[256 + t], c = in[512 + t]; u r[8] = {}
#define P for (int k = 0; k < 8; k++) out[256 * k + t] = r[k]
K(divide) { T; int x = a, y = b | 1; r[0] = x / y; r[1] = x % y; r[2] = a / (b | 1); r[3] = a % (b >> 7 | 1); r[4] = a / 7; r[5] = x / 10; r[6] = x % 1000; r[7] = (a >> 3) / (c >> 20 | 1); P; }
K(divide64) { T; long long x = (long long)((ull)a << 32 | b), y = (long long)((ull)(c >> 9) << 32 | a) | 1; ull q = (ull)(x / y), m = (ull)x % (ull)y; r[0] = q; r[1] = q >> 32; r[2] = m; r[3] = m >> 32; ull z = (ull)x / (c | 1); r[4] = z; r[5] = z >> 32; P; }
K(shifts) { T; ull v = (ull)a << 32 | b; u n = c & 63; r[0] = v << n; r[1] = (v << n) >> 32; r[2] = v >> n; r[3] = (ull)((long long)v >> n) >> 32; r[4] = __funnelshift_l(a, b, c); r[5] = __funnelshift_rc(a, b, c & 127); r[6] = (int)a >> (c & 31); r[7] = a << (c & 31) | b >> (32 - (c & 31) & 31); P; }
K(bits) { T; r[0] = __popc(a); r[1] = __clz(a >> (c & 31)); r[2] = __brev(a); r[3] = __ffs(a << (c & 31)); r[4] = __byte_perm(a, b, c); r[5] = __vabsdiffu4(a, b) ; r[6] = (a & b) | (~a & c); r[7] = (a ^ b ^ c) + __popcll((ull)a << 32 | b); P; }
K(extremes) { T; r[0] = min((int)a, (int)b); r[1] = max(a, b); r[2] = min((int)a + 7, (int)c); r[3] = max(min((int)a, 1000), -1000); r[4] = abs((int)a); r[5] = a > b ? c : a; r[6] = ((int)a < (int)b) + 2 * (a < b) + 4 * (a == c) + 8 * ((int)c >= 0); r[7] = __mulhi((int)a, (int)b) + __umulhi(b, c); P; }
K(long_arithmetic) { T; ull v = (ull)a << 32 | b, w = (ull)b << 32 | c; ull s = v + w, d = v - w, p = v * w; r[0] = s; r[1] = s >> 32; r[2] = d; r[3] = d >> 32; r[4] = p; r[5] = p >> 32; r[6] = (v < w) + 2 * ((long long)v < (long long)w) + 4 * (v >= w); r[7] = __umul64hi(v, w); P; }
K(small) { T; r[0] = (int)(signed char)a; r[1] = (a >> 8) & 255; r[2] = (int)(short)b; r[3] = b >> 16; r[4] = (c >> 5) & 1023; r[5] = (int)(c << 3) >> 20; r[6] = (float)(a & 255) * 2.0f; r[7] = __float_as_uint((float)(short)(b >> 16)); P; }
#define F(x) __uint_as_float(0x3f000000 | ((x) & 0x80ffffff))
#define B(x) __float_as_uint(x)
K(floats) { T; float x = F(a), y = F(b), z = F(c); r[0] = B(x + y); r[1] = B(x * y); r[2] = B(__fmaf_rn(x, y, z)); r[3] = B(fminf(x, y)); r[4] = B(fmaxf(x, -fabsf(z))); r[5] = B(x - y * z); r[6] = (x < y) + 2 * (y >= z) + 4 * (x != x) + 8 * (x == y); r[7] = B(x > 0 ? y : z); P; }
K(quotients) { T; float x = F(a), y = F(b), w = __uint_as_float(c & 0xff7fffff); r[0] = B(x / y); r[1] = B(1 / y); r[2] = B(sqrtf(fabsf(x))); r[3] = B(w / x); r[4] = B(x / w); r[5] = B(floorf(x * 37)); r[6] = B(rintf(y * 100)); r[7] = B(truncf(x * 1000) + ceilf(y * 10)); P; }
K(conversions) { T; float x = F(a) * 1e6f; r[0] = (int)x; r[1] = (u)fabsf(x); r[2] = B((float)(int)a); r[3] = B((float)b); long long v = (long long)((ull)a << 32 | b); r[4] = B((float)v); r[5] = (u)(long long)(x * 1e6f); r[6] = __float2int_rn(F(b) * 10); r[7] = B(__uint2float_rn(c >> 3)); P; }
#define D(x, y) __longlong_as_double((ull)(0x3fe00000 | ((x) & 0x801fffff)) << 32 | (y))
K(doubles) { T; double x = D(a, b), y = D(b, c); ull s = __double_as_longlong(x + y), p = __double_as_longlong(x * y), f = __double_as_longlong(fma(x, y, x)); r[0] = s; r[1] = s >> 32; r[2] = p; r[3] = p >> 32; r[4] = f; r[5] = f >> 32; r[6] = (x < y) + 2 * (x >= y); r[7] = B((float)(x * y)); P; }
K(doubles2) { T; double x = D(a, b), y = D(b, c); ull q = __double_as_longlong(x / y), s = __double_as_longlong(sqrt(fabs(x))), w = __double_as_longlong((double)(int)a * 0.5 + (double)F(c)); r[0] = q; r[1] = q >> 32; r[2] = s; r[3] = s >> 32; r[4] = w; r[5] = w >> 32; r[6] = (int)(x * 1000); r[7] = (u)(long long)(y * 1e12); P; }
K(shuffles) { T; r[0] = __shfl_sync(~0u, a, b & 31); r[1] = __shfl_up_sync(~0u, a, 3); r[2] = __shfl_down_sync(~0u, b, 5, 16); r[3] = __shfl_xor_sync(~0u, c, 17); r[4] = __shfl_sync(~0u, b, c, 8); r[5] = __shfl_up_sync(~0u, c, b & 7, 8); r[6] = __shfl_xor_sync(~0u, a, 6, 4); r[7] = __shfl_down_sync(~0u, a, 1); P; }
K(votes) { T; r[0] = __ballot_sync(~0u, a & 1); r[1] = __any_sync(~0u, (a & 31) == 7); r[2] = __all_sync(~0u, (a | b | c) & 0xf0); r[3] = __activemask(); r[4] = __reduce_add_sync(~0u, a & 1023); r[5] = __reduce_max_sync(~0u, (int)b); r[6] = __reduce_xor_sync(~0u, c); r[7] = __reduce_min_sync(~0u, a); P; }
K(branches) { T; u x = a; for (u i = 0; i < (b & 15); i++) { if (x & 1) { x = 3 * x + 1; for (u k = 0; k < (c >> i & 3); k++) x ^= x >> 7; } else if (x & 2) x = x / 2 + i; else { x += mixed(x); if (x % 5 == 0) break; } } r[0] = x; u n = 0, y = a >> 16 | 1; while (y != 1 && n < 200) { y = y & 1 ? 3 * y + 1 : y / 2; n++; } r[1] = n; r[2] = y; if (t & 8) { r[3] = __popc(__activemask()); } r[4] = t < 40 ? __ballot_sync(__activemask(), c & 1) : 0; P; }
K(returns) { T; if ((a & 7) == 3) { out[t] = 77; return; } r[0] = 1; __syncwarp(); r[1] = __popc(__activemask()); for (int i = 0; i < 10; i++) { if ((b >> i & 1) && i > 5) { out[t] = i; return; } r[2] += i; } r[3] = mixed(a); P; }
K(shared) { __shared__ u s[256]; __shared__ u n[16]; T; s[t] = a; if (t < 16) n[t] = t; __syncthreads(); r[0] = s[255 - t]; r[1] = s[b & 255]; atomicAdd(&n[a & 7], b & 15); atomicMax((int *)&n[8], (int)(c & 65535)); atomicXor(&n[9], a); atomicMin(&n[10], 0u); atomicAdd(&n[11], 1); __syncthreads(); r[2] = n[t & 15]; if (t < 128) s[t] += s[t + 128]; __syncthreads(); if (t < 64) s[t] += s[t + 64]; __syncthreads(); if (t < 32) { u v = s[t] + s[t + 32]; for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d); if (t == 0) s[0] = v; } __syncthreads(); r[3] = s[0]; uint4 *q = (uint4 *)s; uint4 v = q[t & 63]; r[4] = v.x + 3 * v.y; r[5] = v.z ^ v.w; r[6] = ((unsigned char *)s)[t]; r[7] = ((short *)s)[t]; P; }
K(own) { T; u s[16]; for (int i = 0; i < 16; i++) s[i] = mixed(a + i); for (int i = 0; i < 16; i++) s[(b >> i) & 15] += s[(c >> i) & 15]; for (int i = 0; i < 8; i++) r[i] = s[i] ^ s[15 - i]; P; }
__device__ __noinline__ u called(u x, u y) { return x % (y | 1) + mixed(y); }
K(calls) { T; r[0] = called(a, b); r[1] = called(b, c); if (t & 1) r[2] = called(r[0], r[1]); else r[3] = called(c, a); r[4] = called(r[2], r[3]) / (called(a, c) | 1); P; }
K(atomics) { T; u *z = out + 2048; atomicAdd(z + (a & 3), b & 255); atomicMax(z + 4, c); atomicMin((int *)z + 5, (int)a); atomicOr(z + 6, a & b & c); atomicAnd(z + 7, a | b | c); atomicXor(z + 8, a); atomicAdd((ull *)(z + 10), (ull)a << 20); atomicInc(z + 12, 99); if (t == 5) { r[0] = atomicExch(z + 13, a); r[1] = atomicCAS(z + 14, 0, b); r[2] = atomicCAS(z + 14, 1, c); } P; }
K(choices) { T; switch (a & 7) { case 0: r[0] = b + c; break; case 1: r[0] = b * c; break; case 2: r[0] = b ^ c; break; case 3: r[0] = b - c; break; case 4: r[0] = b & c; break; case 5: r[0] = mixed(b); break; case 6: r[0] = b >> (c & 31); break; default: r[0] = b % (c | 1); } P; }
K(wide) { T; const uint4 *p = (const uint4 *)in; uint4 v = p[t & 127]; uint2 w = ((const uint2 *)in)[t]; r[0] = v.x; r[1] = v.y + v.w; r[2] = v.z; r[3] = w.x ^ w.y; r[4] = ((const unsigned char *)in)[t]; r[5] = ((const signed char *)in)[t]; r[6] = ((const short *)in)[t]; r[7] = ((const unsigned short *)in)[t]; P; ((unsigned char *)(out + 2048))[t] = a; ((short *)(out + 2048 + 64))[t] = b; ((uint4 *)(out + 2304))[t & 31] = make_uint4(t & 31, 2, 3, 4); }
#undef K
int main() {
  static u in[768], out[4096]; u *i, *o;
  for (u k = 0; k < 768; k++) { u x = k + 1; x ^= x >> 16; x *= 0x7feb352d; x ^= x >> 15; x *= 0x846ca68b; in[k] = x ^ x >> 16; }
  cudaMalloc(&i, sizeof in); cudaMalloc(&o, sizeof out); cudaMemcpy(i, in, sizeof in, cudaMemcpyHostToDevice);
#define R(k) cudaMemset(o, 0, sizeof out); k<<<1, 256>>>(i, o); cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost); printf(#k); for (u w : out) printf(",%x", w); printf("\n");
  R(divide) R(divide64) R(shifts) R(bits) R(extremes) R(long_arithmetic) R(small) R(floats) R(quotients) R(conversions) R(doubles) R(doubles2) R(shuffles) R(votes) R(branches) R(returns) R(shared) R(own) R(calls) R(atomics) R(choices) R(wide)
  return cudaDeviceSynchronize() || cudaGetLastError();
}
