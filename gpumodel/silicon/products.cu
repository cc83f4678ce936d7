// Cycles of matrix products, of arithmetic in 16 bits and of turning matrices: of chains of each by warps of an SM. nvcc -O3 -arch=sm_90 -std=c++17
#include <cstdio>
#include <cuda_runtime.h>
typedef unsigned u;
#define BEGIN int t = threadIdx.x; long long from = clock64();
__global__ void k0_1(long long *cycles, float *sink, u seed) {
  float d[1][4]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k0_2(long long *cycles, float *sink, u seed) {
  float d[2][4]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k0_4(long long *cycles, float *sink, u seed) {
  float d[4][4]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[2][0]), "+f"(d[2][1]), "+f"(d[2][2]), "+f"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[3][0]), "+f"(d[3][1]), "+f"(d[3][2]), "+f"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k0_8(long long *cycles, float *sink, u seed) {
  float d[8][4]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[2][0]), "+f"(d[2][1]), "+f"(d[2][2]), "+f"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[3][0]), "+f"(d[3][1]), "+f"(d[3][2]), "+f"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[4][0]), "+f"(d[4][1]), "+f"(d[4][2]), "+f"(d[4][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[5][0]), "+f"(d[5][1]), "+f"(d[5][2]), "+f"(d[5][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[6][0]), "+f"(d[6][1]), "+f"(d[6][2]), "+f"(d[6][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[7][0]), "+f"(d[7][1]), "+f"(d[7][2]), "+f"(d[7][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k1_1(long long *cycles, float *sink, u seed) {
  float d[1][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k1_2(long long *cycles, float *sink, u seed) {
  float d[2][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k1_4(long long *cycles, float *sink, u seed) {
  float d[4][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[2][0]), "+f"(d[2][1]), "+f"(d[2][2]), "+f"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[3][0]), "+f"(d[3][1]), "+f"(d[3][2]), "+f"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k1_8(long long *cycles, float *sink, u seed) {
  float d[8][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[2][0]), "+f"(d[2][1]), "+f"(d[2][2]), "+f"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[3][0]), "+f"(d[3][1]), "+f"(d[3][2]), "+f"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[4][0]), "+f"(d[4][1]), "+f"(d[4][2]), "+f"(d[4][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[5][0]), "+f"(d[5][1]), "+f"(d[5][2]), "+f"(d[5][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[6][0]), "+f"(d[6][1]), "+f"(d[6][2]), "+f"(d[6][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[7][0]), "+f"(d[7][1]), "+f"(d[7][2]), "+f"(d[7][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k2_1(long long *cycles, u *sink, u seed) {
  u d[1][2]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 2; i++) for (int c = 0; c < 1; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};" : "+r"(d[0][0]), "+r"(d[0][1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 2; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k2_2(long long *cycles, u *sink, u seed) {
  u d[2][2]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 2; i++) for (int c = 0; c < 2; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};" : "+r"(d[0][0]), "+r"(d[0][1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};" : "+r"(d[1][0]), "+r"(d[1][1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 2; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k2_4(long long *cycles, u *sink, u seed) {
  u d[4][2]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 2; i++) for (int c = 0; c < 4; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};" : "+r"(d[0][0]), "+r"(d[0][1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};" : "+r"(d[1][0]), "+r"(d[1][1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};" : "+r"(d[2][0]), "+r"(d[2][1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};" : "+r"(d[3][0]), "+r"(d[3][1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 2; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k2_8(long long *cycles, u *sink, u seed) {
  u d[8][2]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 2; i++) for (int c = 0; c < 8; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};" : "+r"(d[0][0]), "+r"(d[0][1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};" : "+r"(d[1][0]), "+r"(d[1][1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};" : "+r"(d[2][0]), "+r"(d[2][1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};" : "+r"(d[3][0]), "+r"(d[3][1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};" : "+r"(d[4][0]), "+r"(d[4][1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};" : "+r"(d[5][0]), "+r"(d[5][1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};" : "+r"(d[6][0]), "+r"(d[6][1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};" : "+r"(d[7][0]), "+r"(d[7][1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 2; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k3_1(long long *cycles, u *sink, u seed) {
  u d[1][2]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 2; i++) for (int c = 0; c < 1; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" : "+r"(d[0][0]), "+r"(d[0][1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 2; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k3_2(long long *cycles, u *sink, u seed) {
  u d[2][2]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 2; i++) for (int c = 0; c < 2; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" : "+r"(d[0][0]), "+r"(d[0][1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" : "+r"(d[1][0]), "+r"(d[1][1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 2; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k3_4(long long *cycles, u *sink, u seed) {
  u d[4][2]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 2; i++) for (int c = 0; c < 4; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" : "+r"(d[0][0]), "+r"(d[0][1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" : "+r"(d[1][0]), "+r"(d[1][1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" : "+r"(d[2][0]), "+r"(d[2][1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" : "+r"(d[3][0]), "+r"(d[3][1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 2; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k3_8(long long *cycles, u *sink, u seed) {
  u d[8][2]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 2; i++) for (int c = 0; c < 8; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" : "+r"(d[0][0]), "+r"(d[0][1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" : "+r"(d[1][0]), "+r"(d[1][1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" : "+r"(d[2][0]), "+r"(d[2][1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" : "+r"(d[3][0]), "+r"(d[3][1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" : "+r"(d[4][0]), "+r"(d[4][1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" : "+r"(d[5][0]), "+r"(d[5][1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" : "+r"(d[6][0]), "+r"(d[6][1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" : "+r"(d[7][0]), "+r"(d[7][1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 2; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k4_1(long long *cycles, float *sink, u seed) {
  float d[1][4]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k4_2(long long *cycles, float *sink, u seed) {
  float d[2][4]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k4_4(long long *cycles, float *sink, u seed) {
  float d[4][4]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[2][0]), "+f"(d[2][1]), "+f"(d[2][2]), "+f"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[3][0]), "+f"(d[3][1]), "+f"(d[3][2]), "+f"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k4_8(long long *cycles, float *sink, u seed) {
  float d[8][4]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[2][0]), "+f"(d[2][1]), "+f"(d[2][2]), "+f"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[3][0]), "+f"(d[3][1]), "+f"(d[3][2]), "+f"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[4][0]), "+f"(d[4][1]), "+f"(d[4][2]), "+f"(d[4][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[5][0]), "+f"(d[5][1]), "+f"(d[5][2]), "+f"(d[5][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[6][0]), "+f"(d[6][1]), "+f"(d[6][2]), "+f"(d[6][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[7][0]), "+f"(d[7][1]), "+f"(d[7][2]), "+f"(d[7][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k5_1(long long *cycles, float *sink, u seed) {
  float d[1][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k5_2(long long *cycles, float *sink, u seed) {
  float d[2][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k5_4(long long *cycles, float *sink, u seed) {
  float d[4][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[2][0]), "+f"(d[2][1]), "+f"(d[2][2]), "+f"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[3][0]), "+f"(d[3][1]), "+f"(d[3][2]), "+f"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k5_8(long long *cycles, float *sink, u seed) {
  float d[8][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[2][0]), "+f"(d[2][1]), "+f"(d[2][2]), "+f"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[3][0]), "+f"(d[3][1]), "+f"(d[3][2]), "+f"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[4][0]), "+f"(d[4][1]), "+f"(d[4][2]), "+f"(d[4][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[5][0]), "+f"(d[5][1]), "+f"(d[5][2]), "+f"(d[5][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[6][0]), "+f"(d[6][1]), "+f"(d[6][2]), "+f"(d[6][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[7][0]), "+f"(d[7][1]), "+f"(d[7][2]), "+f"(d[7][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k6_1(long long *cycles, float *sink, u seed) {
  float d[1][4]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k6_2(long long *cycles, float *sink, u seed) {
  float d[2][4]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k6_4(long long *cycles, float *sink, u seed) {
  float d[4][4]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[2][0]), "+f"(d[2][1]), "+f"(d[2][2]), "+f"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[3][0]), "+f"(d[3][1]), "+f"(d[3][2]), "+f"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k6_8(long long *cycles, float *sink, u seed) {
  float d[8][4]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[2][0]), "+f"(d[2][1]), "+f"(d[2][2]), "+f"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[3][0]), "+f"(d[3][1]), "+f"(d[3][2]), "+f"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[4][0]), "+f"(d[4][1]), "+f"(d[4][2]), "+f"(d[4][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[5][0]), "+f"(d[5][1]), "+f"(d[5][2]), "+f"(d[5][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[6][0]), "+f"(d[6][1]), "+f"(d[6][2]), "+f"(d[6][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+f"(d[7][0]), "+f"(d[7][1]), "+f"(d[7][2]), "+f"(d[7][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k7_1(long long *cycles, float *sink, u seed) {
  float d[1][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k7_2(long long *cycles, float *sink, u seed) {
  float d[2][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k7_4(long long *cycles, float *sink, u seed) {
  float d[4][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[2][0]), "+f"(d[2][1]), "+f"(d[2][2]), "+f"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[3][0]), "+f"(d[3][1]), "+f"(d[3][2]), "+f"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k7_8(long long *cycles, float *sink, u seed) {
  float d[8][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) d[c][i] = (float)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[2][0]), "+f"(d[2][1]), "+f"(d[2][2]), "+f"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[3][0]), "+f"(d[3][1]), "+f"(d[3][2]), "+f"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[4][0]), "+f"(d[4][1]), "+f"(d[4][2]), "+f"(d[4][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[5][0]), "+f"(d[5][1]), "+f"(d[5][2]), "+f"(d[5][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[6][0]), "+f"(d[6][1]), "+f"(d[6][2]), "+f"(d[6][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[7][0]), "+f"(d[7][1]), "+f"(d[7][2]), "+f"(d[7][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  float v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k8_1(long long *cycles, u *sink, u seed) {
  u d[1][4]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+r"(d[0][0]), "+r"(d[0][1]), "+r"(d[0][2]), "+r"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k8_2(long long *cycles, u *sink, u seed) {
  u d[2][4]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+r"(d[0][0]), "+r"(d[0][1]), "+r"(d[0][2]), "+r"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+r"(d[1][0]), "+r"(d[1][1]), "+r"(d[1][2]), "+r"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k8_4(long long *cycles, u *sink, u seed) {
  u d[4][4]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+r"(d[0][0]), "+r"(d[0][1]), "+r"(d[0][2]), "+r"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+r"(d[1][0]), "+r"(d[1][1]), "+r"(d[1][2]), "+r"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+r"(d[2][0]), "+r"(d[2][1]), "+r"(d[2][2]), "+r"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+r"(d[3][0]), "+r"(d[3][1]), "+r"(d[3][2]), "+r"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k8_8(long long *cycles, u *sink, u seed) {
  u d[8][4]; u a[2]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+r"(d[0][0]), "+r"(d[0][1]), "+r"(d[0][2]), "+r"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+r"(d[1][0]), "+r"(d[1][1]), "+r"(d[1][2]), "+r"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+r"(d[2][0]), "+r"(d[2][1]), "+r"(d[2][2]), "+r"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+r"(d[3][0]), "+r"(d[3][1]), "+r"(d[3][2]), "+r"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+r"(d[4][0]), "+r"(d[4][1]), "+r"(d[4][2]), "+r"(d[4][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+r"(d[5][0]), "+r"(d[5][1]), "+r"(d[5][2]), "+r"(d[5][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+r"(d[6][0]), "+r"(d[6][1]), "+r"(d[6][2]), "+r"(d[6][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+r"(d[7][0]), "+r"(d[7][1]), "+r"(d[7][2]), "+r"(d[7][3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k9_1(long long *cycles, u *sink, u seed) {
  u d[1][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[0][0]), "+r"(d[0][1]), "+r"(d[0][2]), "+r"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k9_2(long long *cycles, u *sink, u seed) {
  u d[2][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[0][0]), "+r"(d[0][1]), "+r"(d[0][2]), "+r"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[1][0]), "+r"(d[1][1]), "+r"(d[1][2]), "+r"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k9_4(long long *cycles, u *sink, u seed) {
  u d[4][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[0][0]), "+r"(d[0][1]), "+r"(d[0][2]), "+r"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[1][0]), "+r"(d[1][1]), "+r"(d[1][2]), "+r"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[2][0]), "+r"(d[2][1]), "+r"(d[2][2]), "+r"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[3][0]), "+r"(d[3][1]), "+r"(d[3][2]), "+r"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k9_8(long long *cycles, u *sink, u seed) {
  u d[8][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[0][0]), "+r"(d[0][1]), "+r"(d[0][2]), "+r"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[1][0]), "+r"(d[1][1]), "+r"(d[1][2]), "+r"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[2][0]), "+r"(d[2][1]), "+r"(d[2][2]), "+r"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[3][0]), "+r"(d[3][1]), "+r"(d[3][2]), "+r"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[4][0]), "+r"(d[4][1]), "+r"(d[4][2]), "+r"(d[4][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[5][0]), "+r"(d[5][1]), "+r"(d[5][2]), "+r"(d[5][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[6][0]), "+r"(d[6][1]), "+r"(d[6][2]), "+r"(d[6][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[7][0]), "+r"(d[7][1]), "+r"(d[7][2]), "+r"(d[7][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k10_1(long long *cycles, u *sink, u seed) {
  u d[1][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[0][0]), "+r"(d[0][1]), "+r"(d[0][2]), "+r"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k10_2(long long *cycles, u *sink, u seed) {
  u d[2][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[0][0]), "+r"(d[0][1]), "+r"(d[0][2]), "+r"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[1][0]), "+r"(d[1][1]), "+r"(d[1][2]), "+r"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k10_4(long long *cycles, u *sink, u seed) {
  u d[4][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[0][0]), "+r"(d[0][1]), "+r"(d[0][2]), "+r"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[1][0]), "+r"(d[1][1]), "+r"(d[1][2]), "+r"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[2][0]), "+r"(d[2][1]), "+r"(d[2][2]), "+r"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[3][0]), "+r"(d[3][1]), "+r"(d[3][2]), "+r"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k10_8(long long *cycles, u *sink, u seed) {
  u d[8][4]; u a[4]; u b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[0][0]), "+r"(d[0][1]), "+r"(d[0][2]), "+r"(d[0][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[1][0]), "+r"(d[1][1]), "+r"(d[1][2]), "+r"(d[1][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[2][0]), "+r"(d[2][1]), "+r"(d[2][2]), "+r"(d[2][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[3][0]), "+r"(d[3][1]), "+r"(d[3][2]), "+r"(d[3][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[4][0]), "+r"(d[4][1]), "+r"(d[4][2]), "+r"(d[4][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[5][0]), "+r"(d[5][1]), "+r"(d[5][2]), "+r"(d[5][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[6][0]), "+r"(d[6][1]), "+r"(d[6][2]), "+r"(d[6][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+r"(d[7][0]), "+r"(d[7][1]), "+r"(d[7][2]), "+r"(d[7][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k11_1(long long *cycles, double *sink, u seed) {
  double d[1][2]; double a[1]; double b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 2; i++) for (int c = 0; c < 1; c++) d[c][i] = (double)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (double)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (double)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d[0][0]), "+d"(d[0][1]) : "d"(a[0]), "d"(b[0]));
    }
  }
  long long to = clock64();
  double v = 0; for (int i = 0; i < 2; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k11_2(long long *cycles, double *sink, u seed) {
  double d[2][2]; double a[1]; double b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 2; i++) for (int c = 0; c < 2; c++) d[c][i] = (double)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (double)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (double)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d[0][0]), "+d"(d[0][1]) : "d"(a[0]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d[1][0]), "+d"(d[1][1]) : "d"(a[0]), "d"(b[0]));
    }
  }
  long long to = clock64();
  double v = 0; for (int i = 0; i < 2; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k11_4(long long *cycles, double *sink, u seed) {
  double d[4][2]; double a[1]; double b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 2; i++) for (int c = 0; c < 4; c++) d[c][i] = (double)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (double)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (double)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d[0][0]), "+d"(d[0][1]) : "d"(a[0]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d[1][0]), "+d"(d[1][1]) : "d"(a[0]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d[2][0]), "+d"(d[2][1]) : "d"(a[0]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d[3][0]), "+d"(d[3][1]) : "d"(a[0]), "d"(b[0]));
    }
  }
  long long to = clock64();
  double v = 0; for (int i = 0; i < 2; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k11_8(long long *cycles, double *sink, u seed) {
  double d[8][2]; double a[1]; double b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 2; i++) for (int c = 0; c < 8; c++) d[c][i] = (double)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (double)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (double)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d[0][0]), "+d"(d[0][1]) : "d"(a[0]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d[1][0]), "+d"(d[1][1]) : "d"(a[0]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d[2][0]), "+d"(d[2][1]) : "d"(a[0]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d[3][0]), "+d"(d[3][1]) : "d"(a[0]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d[4][0]), "+d"(d[4][1]) : "d"(a[0]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d[5][0]), "+d"(d[5][1]) : "d"(a[0]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d[6][0]), "+d"(d[6][1]) : "d"(a[0]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d[7][0]), "+d"(d[7][1]) : "d"(a[0]), "d"(b[0]));
    }
  }
  long long to = clock64();
  double v = 0; for (int i = 0; i < 2; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k12_1(long long *cycles, double *sink, u seed) {
  double d[1][4]; double a[2]; double b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) d[c][i] = (double)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (double)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (double)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+d"(d[0][0]), "+d"(d[0][1]), "+d"(d[0][2]), "+d"(d[0][3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
    }
  }
  long long to = clock64();
  double v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k12_2(long long *cycles, double *sink, u seed) {
  double d[2][4]; double a[2]; double b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) d[c][i] = (double)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (double)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (double)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+d"(d[0][0]), "+d"(d[0][1]), "+d"(d[0][2]), "+d"(d[0][3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+d"(d[1][0]), "+d"(d[1][1]), "+d"(d[1][2]), "+d"(d[1][3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
    }
  }
  long long to = clock64();
  double v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k12_4(long long *cycles, double *sink, u seed) {
  double d[4][4]; double a[2]; double b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) d[c][i] = (double)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (double)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (double)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+d"(d[0][0]), "+d"(d[0][1]), "+d"(d[0][2]), "+d"(d[0][3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+d"(d[1][0]), "+d"(d[1][1]), "+d"(d[1][2]), "+d"(d[1][3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+d"(d[2][0]), "+d"(d[2][1]), "+d"(d[2][2]), "+d"(d[2][3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+d"(d[3][0]), "+d"(d[3][1]), "+d"(d[3][2]), "+d"(d[3][3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
    }
  }
  long long to = clock64();
  double v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k12_8(long long *cycles, double *sink, u seed) {
  double d[8][4]; double a[2]; double b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) d[c][i] = (double)(s + i + c);
  for (int i = 0; i < 2; i++) a[i] = (double)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (double)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+d"(d[0][0]), "+d"(d[0][1]), "+d"(d[0][2]), "+d"(d[0][3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+d"(d[1][0]), "+d"(d[1][1]), "+d"(d[1][2]), "+d"(d[1][3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+d"(d[2][0]), "+d"(d[2][1]), "+d"(d[2][2]), "+d"(d[2][3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+d"(d[3][0]), "+d"(d[3][1]), "+d"(d[3][2]), "+d"(d[3][3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+d"(d[4][0]), "+d"(d[4][1]), "+d"(d[4][2]), "+d"(d[4][3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+d"(d[5][0]), "+d"(d[5][1]), "+d"(d[5][2]), "+d"(d[5][3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+d"(d[6][0]), "+d"(d[6][1]), "+d"(d[6][2]), "+d"(d[6][3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+d"(d[7][0]), "+d"(d[7][1]), "+d"(d[7][2]), "+d"(d[7][3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
    }
  }
  long long to = clock64();
  double v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k13_1(long long *cycles, double *sink, u seed) {
  double d[1][4]; double a[4]; double b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) d[c][i] = (double)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (double)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (double)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+d"(d[0][0]), "+d"(d[0][1]), "+d"(d[0][2]), "+d"(d[0][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    }
  }
  long long to = clock64();
  double v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k13_2(long long *cycles, double *sink, u seed) {
  double d[2][4]; double a[4]; double b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) d[c][i] = (double)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (double)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (double)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+d"(d[0][0]), "+d"(d[0][1]), "+d"(d[0][2]), "+d"(d[0][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+d"(d[1][0]), "+d"(d[1][1]), "+d"(d[1][2]), "+d"(d[1][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    }
  }
  long long to = clock64();
  double v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k13_4(long long *cycles, double *sink, u seed) {
  double d[4][4]; double a[4]; double b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) d[c][i] = (double)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (double)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (double)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+d"(d[0][0]), "+d"(d[0][1]), "+d"(d[0][2]), "+d"(d[0][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+d"(d[1][0]), "+d"(d[1][1]), "+d"(d[1][2]), "+d"(d[1][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+d"(d[2][0]), "+d"(d[2][1]), "+d"(d[2][2]), "+d"(d[2][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+d"(d[3][0]), "+d"(d[3][1]), "+d"(d[3][2]), "+d"(d[3][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    }
  }
  long long to = clock64();
  double v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k13_8(long long *cycles, double *sink, u seed) {
  double d[8][4]; double a[4]; double b[2]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) d[c][i] = (double)(s + i + c);
  for (int i = 0; i < 4; i++) a[i] = (double)(s * 3 + i); for (int i = 0; i < 2; i++) b[i] = (double)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+d"(d[0][0]), "+d"(d[0][1]), "+d"(d[0][2]), "+d"(d[0][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+d"(d[1][0]), "+d"(d[1][1]), "+d"(d[1][2]), "+d"(d[1][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+d"(d[2][0]), "+d"(d[2][1]), "+d"(d[2][2]), "+d"(d[2][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+d"(d[3][0]), "+d"(d[3][1]), "+d"(d[3][2]), "+d"(d[3][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+d"(d[4][0]), "+d"(d[4][1]), "+d"(d[4][2]), "+d"(d[4][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+d"(d[5][0]), "+d"(d[5][1]), "+d"(d[5][2]), "+d"(d[5][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+d"(d[6][0]), "+d"(d[6][1]), "+d"(d[6][2]), "+d"(d[6][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+d"(d[7][0]), "+d"(d[7][1]), "+d"(d[7][2]), "+d"(d[7][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    }
  }
  long long to = clock64();
  double v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k14_1(long long *cycles, double *sink, u seed) {
  double d[1][4]; double a[8]; double b[4]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) d[c][i] = (double)(s + i + c);
  for (int i = 0; i < 8; i++) a[i] = (double)(s * 3 + i); for (int i = 0; i < 4; i++) b[i] = (double)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};" : "+d"(d[0][0]), "+d"(d[0][1]), "+d"(d[0][2]), "+d"(d[0][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    }
  }
  long long to = clock64();
  double v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k14_2(long long *cycles, double *sink, u seed) {
  double d[2][4]; double a[8]; double b[4]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) d[c][i] = (double)(s + i + c);
  for (int i = 0; i < 8; i++) a[i] = (double)(s * 3 + i); for (int i = 0; i < 4; i++) b[i] = (double)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};" : "+d"(d[0][0]), "+d"(d[0][1]), "+d"(d[0][2]), "+d"(d[0][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};" : "+d"(d[1][0]), "+d"(d[1][1]), "+d"(d[1][2]), "+d"(d[1][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    }
  }
  long long to = clock64();
  double v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k14_4(long long *cycles, double *sink, u seed) {
  double d[4][4]; double a[8]; double b[4]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) d[c][i] = (double)(s + i + c);
  for (int i = 0; i < 8; i++) a[i] = (double)(s * 3 + i); for (int i = 0; i < 4; i++) b[i] = (double)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};" : "+d"(d[0][0]), "+d"(d[0][1]), "+d"(d[0][2]), "+d"(d[0][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};" : "+d"(d[1][0]), "+d"(d[1][1]), "+d"(d[1][2]), "+d"(d[1][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};" : "+d"(d[2][0]), "+d"(d[2][1]), "+d"(d[2][2]), "+d"(d[2][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};" : "+d"(d[3][0]), "+d"(d[3][1]), "+d"(d[3][2]), "+d"(d[3][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    }
  }
  long long to = clock64();
  double v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k14_8(long long *cycles, double *sink, u seed) {
  double d[8][4]; double a[8]; double b[4]; u s = threadIdx.x * seed;
  for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) d[c][i] = (double)(s + i + c);
  for (int i = 0; i < 8; i++) a[i] = (double)(s * 3 + i); for (int i = 0; i < 4; i++) b[i] = (double)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};" : "+d"(d[0][0]), "+d"(d[0][1]), "+d"(d[0][2]), "+d"(d[0][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};" : "+d"(d[1][0]), "+d"(d[1][1]), "+d"(d[1][2]), "+d"(d[1][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};" : "+d"(d[2][0]), "+d"(d[2][1]), "+d"(d[2][2]), "+d"(d[2][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};" : "+d"(d[3][0]), "+d"(d[3][1]), "+d"(d[3][2]), "+d"(d[3][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};" : "+d"(d[4][0]), "+d"(d[4][1]), "+d"(d[4][2]), "+d"(d[4][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};" : "+d"(d[5][0]), "+d"(d[5][1]), "+d"(d[5][2]), "+d"(d[5][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};" : "+d"(d[6][0]), "+d"(d[6][1]), "+d"(d[6][2]), "+d"(d[6][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};" : "+d"(d[7][0]), "+d"(d[7][1]), "+d"(d[7][2]), "+d"(d[7][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    }
  }
  long long to = clock64();
  double v = 0; for (int i = 0; i < 4; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k15_1(long long *cycles, u *sink, u seed) {
  u d[1][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 1; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(d[0][0]) : "r"(a[0]), "r"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k15_2(long long *cycles, u *sink, u seed) {
  u d[2][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 2; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(d[0][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(d[1][0]) : "r"(a[0]), "r"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k15_4(long long *cycles, u *sink, u seed) {
  u d[4][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 4; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(d[0][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(d[1][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(d[2][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(d[3][0]) : "r"(a[0]), "r"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k15_8(long long *cycles, u *sink, u seed) {
  u d[8][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 8; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(d[0][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(d[1][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(d[2][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(d[3][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(d[4][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(d[5][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(d[6][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(d[7][0]) : "r"(a[0]), "r"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k16_1(long long *cycles, u *sink, u seed) {
  u d[1][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 1; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(d[0][0]) : "r"(a[0]), "r"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k16_2(long long *cycles, u *sink, u seed) {
  u d[2][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 2; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(d[0][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(d[1][0]) : "r"(a[0]), "r"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k16_4(long long *cycles, u *sink, u seed) {
  u d[4][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 4; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(d[0][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(d[1][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(d[2][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(d[3][0]) : "r"(a[0]), "r"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k16_8(long long *cycles, u *sink, u seed) {
  u d[8][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 8; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(d[0][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(d[1][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(d[2][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(d[3][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(d[4][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(d[5][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(d[6][0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(d[7][0]) : "r"(a[0]), "r"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k17_1(long long *cycles, u *sink, u seed) {
  u d[1][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 1; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(d[0][0]) : "r"(a[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k17_2(long long *cycles, u *sink, u seed) {
  u d[2][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 2; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(d[0][0]) : "r"(a[0]));
    asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(d[1][0]) : "r"(a[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k17_4(long long *cycles, u *sink, u seed) {
  u d[4][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 4; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(d[0][0]) : "r"(a[0]));
    asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(d[1][0]) : "r"(a[0]));
    asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(d[2][0]) : "r"(a[0]));
    asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(d[3][0]) : "r"(a[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k17_8(long long *cycles, u *sink, u seed) {
  u d[8][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 8; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(d[0][0]) : "r"(a[0]));
    asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(d[1][0]) : "r"(a[0]));
    asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(d[2][0]) : "r"(a[0]));
    asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(d[3][0]) : "r"(a[0]));
    asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(d[4][0]) : "r"(a[0]));
    asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(d[5][0]) : "r"(a[0]));
    asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(d[6][0]) : "r"(a[0]));
    asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(d[7][0]) : "r"(a[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k18_1(long long *cycles, u *sink, u seed) {
  u d[1][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 1; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(d[0][0]) : "r"(a[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k18_2(long long *cycles, u *sink, u seed) {
  u d[2][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 2; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(d[0][0]) : "r"(a[0]));
    asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(d[1][0]) : "r"(a[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k18_4(long long *cycles, u *sink, u seed) {
  u d[4][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 4; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(d[0][0]) : "r"(a[0]));
    asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(d[1][0]) : "r"(a[0]));
    asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(d[2][0]) : "r"(a[0]));
    asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(d[3][0]) : "r"(a[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k18_8(long long *cycles, u *sink, u seed) {
  u d[8][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 8; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(d[0][0]) : "r"(a[0]));
    asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(d[1][0]) : "r"(a[0]));
    asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(d[2][0]) : "r"(a[0]));
    asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(d[3][0]) : "r"(a[0]));
    asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(d[4][0]) : "r"(a[0]));
    asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(d[5][0]) : "r"(a[0]));
    asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(d[6][0]) : "r"(a[0]));
    asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(d[7][0]) : "r"(a[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k19_1(long long *cycles, u *sink, u seed) {
  u d[1][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 1; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("max.f16x2 %0, %0, %1;" : "+r"(d[0][0]) : "r"(a[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k19_2(long long *cycles, u *sink, u seed) {
  u d[2][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 2; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("max.f16x2 %0, %0, %1;" : "+r"(d[0][0]) : "r"(a[0]));
    asm volatile("max.f16x2 %0, %0, %1;" : "+r"(d[1][0]) : "r"(a[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k19_4(long long *cycles, u *sink, u seed) {
  u d[4][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 4; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("max.f16x2 %0, %0, %1;" : "+r"(d[0][0]) : "r"(a[0]));
    asm volatile("max.f16x2 %0, %0, %1;" : "+r"(d[1][0]) : "r"(a[0]));
    asm volatile("max.f16x2 %0, %0, %1;" : "+r"(d[2][0]) : "r"(a[0]));
    asm volatile("max.f16x2 %0, %0, %1;" : "+r"(d[3][0]) : "r"(a[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k19_8(long long *cycles, u *sink, u seed) {
  u d[8][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 8; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("max.f16x2 %0, %0, %1;" : "+r"(d[0][0]) : "r"(a[0]));
    asm volatile("max.f16x2 %0, %0, %1;" : "+r"(d[1][0]) : "r"(a[0]));
    asm volatile("max.f16x2 %0, %0, %1;" : "+r"(d[2][0]) : "r"(a[0]));
    asm volatile("max.f16x2 %0, %0, %1;" : "+r"(d[3][0]) : "r"(a[0]));
    asm volatile("max.f16x2 %0, %0, %1;" : "+r"(d[4][0]) : "r"(a[0]));
    asm volatile("max.f16x2 %0, %0, %1;" : "+r"(d[5][0]) : "r"(a[0]));
    asm volatile("max.f16x2 %0, %0, %1;" : "+r"(d[6][0]) : "r"(a[0]));
    asm volatile("max.f16x2 %0, %0, %1;" : "+r"(d[7][0]) : "r"(a[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k20_1(long long *cycles, u *sink, u seed) {
  u d[1][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 1; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d[0][0]) : );
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k20_2(long long *cycles, u *sink, u seed) {
  u d[2][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 2; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d[0][0]) : );
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d[1][0]) : );
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k20_4(long long *cycles, u *sink, u seed) {
  u d[4][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 4; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d[0][0]) : );
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d[1][0]) : );
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d[2][0]) : );
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d[3][0]) : );
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k20_8(long long *cycles, u *sink, u seed) {
  u d[8][1]; u a[1]; u b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 8; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (u)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (u)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d[0][0]) : );
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d[1][0]) : );
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d[2][0]) : );
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d[3][0]) : );
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d[4][0]) : );
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d[5][0]) : );
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d[6][0]) : );
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d[7][0]) : );
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k21_1(long long *cycles, u *sink, u seed) {
  u d[1][1]; float a[1]; float b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 1; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (float)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (float)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d[0][0]) : "f"(__uint_as_float(d[0][0])), "f"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 1; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k21_2(long long *cycles, u *sink, u seed) {
  u d[2][1]; float a[1]; float b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 2; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (float)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (float)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d[0][0]) : "f"(__uint_as_float(d[0][0])), "f"(b[0]));
    asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d[1][0]) : "f"(__uint_as_float(d[1][0])), "f"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 2; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k21_4(long long *cycles, u *sink, u seed) {
  u d[4][1]; float a[1]; float b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 4; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (float)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (float)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d[0][0]) : "f"(__uint_as_float(d[0][0])), "f"(b[0]));
    asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d[1][0]) : "f"(__uint_as_float(d[1][0])), "f"(b[0]));
    asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d[2][0]) : "f"(__uint_as_float(d[2][0])), "f"(b[0]));
    asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d[3][0]) : "f"(__uint_as_float(d[3][0])), "f"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 4; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
__global__ void k21_8(long long *cycles, u *sink, u seed) {
  u d[8][1]; float a[1]; float b[1]; u s = threadIdx.x * seed;
  for (int i = 0; i < 1; i++) for (int c = 0; c < 8; c++) d[c][i] = (u)(s + i + c);
  for (int i = 0; i < 1; i++) a[i] = (float)(s * 3 + i); for (int i = 0; i < 1; i++) b[i] = (float)(s * 5 + i);
  long long from = 0;
  for (int turn = 0; turn < 33; turn++) {
    if (turn == 1) { __syncthreads(); from = clock64(); }
#pragma unroll
    for (int k = 0; k < 16; k++) {
    asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d[0][0]) : "f"(__uint_as_float(d[0][0])), "f"(b[0]));
    asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d[1][0]) : "f"(__uint_as_float(d[1][0])), "f"(b[0]));
    asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d[2][0]) : "f"(__uint_as_float(d[2][0])), "f"(b[0]));
    asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d[3][0]) : "f"(__uint_as_float(d[3][0])), "f"(b[0]));
    asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d[4][0]) : "f"(__uint_as_float(d[4][0])), "f"(b[0]));
    asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d[5][0]) : "f"(__uint_as_float(d[5][0])), "f"(b[0]));
    asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d[6][0]) : "f"(__uint_as_float(d[6][0])), "f"(b[0]));
    asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d[7][0]) : "f"(__uint_as_float(d[7][0])), "f"(b[0]));
    }
  }
  long long to = clock64();
  u v = 0; for (int i = 0; i < 1; i++) for (int c = 0; c < 8; c++) v += d[c][i];
  if (seed == 12345) sink[threadIdx.x] = v;
  if (threadIdx.x % 32 == 0) { cycles[threadIdx.x / 32 * 2] = from; cycles[threadIdx.x / 32 * 2 + 1] = to; }
}
long long *c; void *s;
void show(const char *name, int warps, int chains) {
  long long h[64]; cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost);
  long long from = h[0], to = h[1]; for (int w = 0; w < warps; w++) { from = min(from, h[2 * w]); to = max(to, h[2 * w + 1]); }
  printf("products,%s,warps=%d,chains=%d,cycles=%.3f\n", name, warps, chains, double(to - from) / (32 * 16 * chains * (warps / 4)));
}
int main() {
  cudaMalloc(&c, 1 << 12); cudaMalloc(&s, 1 << 20);
  for (int warps : {4, 8, 16}) { k0_1<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k8.row.col.f32.f16.f16.f32", warps, 1); }
  for (int warps : {4, 8, 16}) { k0_2<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k8.row.col.f32.f16.f16.f32", warps, 2); }
  for (int warps : {4, 8, 16}) { k0_4<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k8.row.col.f32.f16.f16.f32", warps, 4); }
  for (int warps : {4, 8, 16}) { k0_8<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k8.row.col.f32.f16.f16.f32", warps, 8); }
  for (int warps : {4, 8, 16}) { k1_1<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k16.row.col.f32.f16.f16.f32", warps, 1); }
  for (int warps : {4, 8, 16}) { k1_2<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k16.row.col.f32.f16.f16.f32", warps, 2); }
  for (int warps : {4, 8, 16}) { k1_4<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k16.row.col.f32.f16.f16.f32", warps, 4); }
  for (int warps : {4, 8, 16}) { k1_8<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k16.row.col.f32.f16.f16.f32", warps, 8); }
  for (int warps : {4, 8, 16}) { k2_1<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k8.row.col.f16.f16.f16.f16", warps, 1); }
  for (int warps : {4, 8, 16}) { k2_2<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k8.row.col.f16.f16.f16.f16", warps, 2); }
  for (int warps : {4, 8, 16}) { k2_4<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k8.row.col.f16.f16.f16.f16", warps, 4); }
  for (int warps : {4, 8, 16}) { k2_8<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k8.row.col.f16.f16.f16.f16", warps, 8); }
  for (int warps : {4, 8, 16}) { k3_1<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k16.row.col.f16.f16.f16.f16", warps, 1); }
  for (int warps : {4, 8, 16}) { k3_2<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k16.row.col.f16.f16.f16.f16", warps, 2); }
  for (int warps : {4, 8, 16}) { k3_4<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k16.row.col.f16.f16.f16.f16", warps, 4); }
  for (int warps : {4, 8, 16}) { k3_8<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k16.row.col.f16.f16.f16.f16", warps, 8); }
  for (int warps : {4, 8, 16}) { k4_1<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k8.row.col.f32.bf16.bf16.f32", warps, 1); }
  for (int warps : {4, 8, 16}) { k4_2<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k8.row.col.f32.bf16.bf16.f32", warps, 2); }
  for (int warps : {4, 8, 16}) { k4_4<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k8.row.col.f32.bf16.bf16.f32", warps, 4); }
  for (int warps : {4, 8, 16}) { k4_8<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k8.row.col.f32.bf16.bf16.f32", warps, 8); }
  for (int warps : {4, 8, 16}) { k5_1<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k16.row.col.f32.bf16.bf16.f32", warps, 1); }
  for (int warps : {4, 8, 16}) { k5_2<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k16.row.col.f32.bf16.bf16.f32", warps, 2); }
  for (int warps : {4, 8, 16}) { k5_4<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k16.row.col.f32.bf16.bf16.f32", warps, 4); }
  for (int warps : {4, 8, 16}) { k5_8<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k16.row.col.f32.bf16.bf16.f32", warps, 8); }
  for (int warps : {4, 8, 16}) { k6_1<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k4.row.col.f32.tf32.tf32.f32", warps, 1); }
  for (int warps : {4, 8, 16}) { k6_2<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k4.row.col.f32.tf32.tf32.f32", warps, 2); }
  for (int warps : {4, 8, 16}) { k6_4<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k4.row.col.f32.tf32.tf32.f32", warps, 4); }
  for (int warps : {4, 8, 16}) { k6_8<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k4.row.col.f32.tf32.tf32.f32", warps, 8); }
  for (int warps : {4, 8, 16}) { k7_1<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k8.row.col.f32.tf32.tf32.f32", warps, 1); }
  for (int warps : {4, 8, 16}) { k7_2<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k8.row.col.f32.tf32.tf32.f32", warps, 2); }
  for (int warps : {4, 8, 16}) { k7_4<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k8.row.col.f32.tf32.tf32.f32", warps, 4); }
  for (int warps : {4, 8, 16}) { k7_8<<<1, 32 * warps>>>(c, (float *)s, 0); show("mma.m16n8k8.row.col.f32.tf32.tf32.f32", warps, 8); }
  for (int warps : {4, 8, 16}) { k8_1<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k16.row.col.s32.s8.s8.s32", warps, 1); }
  for (int warps : {4, 8, 16}) { k8_2<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k16.row.col.s32.s8.s8.s32", warps, 2); }
  for (int warps : {4, 8, 16}) { k8_4<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k16.row.col.s32.s8.s8.s32", warps, 4); }
  for (int warps : {4, 8, 16}) { k8_8<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k16.row.col.s32.s8.s8.s32", warps, 8); }
  for (int warps : {4, 8, 16}) { k9_1<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k32.row.col.s32.s8.s8.s32", warps, 1); }
  for (int warps : {4, 8, 16}) { k9_2<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k32.row.col.s32.s8.s8.s32", warps, 2); }
  for (int warps : {4, 8, 16}) { k9_4<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k32.row.col.s32.s8.s8.s32", warps, 4); }
  for (int warps : {4, 8, 16}) { k9_8<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k32.row.col.s32.s8.s8.s32", warps, 8); }
  for (int warps : {4, 8, 16}) { k10_1<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k32.row.col.s32.u8.s8.s32", warps, 1); }
  for (int warps : {4, 8, 16}) { k10_2<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k32.row.col.s32.u8.s8.s32", warps, 2); }
  for (int warps : {4, 8, 16}) { k10_4<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k32.row.col.s32.u8.s8.s32", warps, 4); }
  for (int warps : {4, 8, 16}) { k10_8<<<1, 32 * warps>>>(c, (u *)s, 0); show("mma.m16n8k32.row.col.s32.u8.s8.s32", warps, 8); }
  for (int warps : {4, 8, 16}) { k11_1<<<1, 32 * warps>>>(c, (double *)s, 0); show("mma.m8n8k4.row.col.f64.f64.f64.f64", warps, 1); }
  for (int warps : {4, 8, 16}) { k11_2<<<1, 32 * warps>>>(c, (double *)s, 0); show("mma.m8n8k4.row.col.f64.f64.f64.f64", warps, 2); }
  for (int warps : {4, 8, 16}) { k11_4<<<1, 32 * warps>>>(c, (double *)s, 0); show("mma.m8n8k4.row.col.f64.f64.f64.f64", warps, 4); }
  for (int warps : {4, 8, 16}) { k11_8<<<1, 32 * warps>>>(c, (double *)s, 0); show("mma.m8n8k4.row.col.f64.f64.f64.f64", warps, 8); }
  for (int warps : {4, 8, 16}) { k12_1<<<1, 32 * warps>>>(c, (double *)s, 0); show("mma.m16n8k4.row.col.f64.f64.f64.f64", warps, 1); }
  for (int warps : {4, 8, 16}) { k12_2<<<1, 32 * warps>>>(c, (double *)s, 0); show("mma.m16n8k4.row.col.f64.f64.f64.f64", warps, 2); }
  for (int warps : {4, 8, 16}) { k12_4<<<1, 32 * warps>>>(c, (double *)s, 0); show("mma.m16n8k4.row.col.f64.f64.f64.f64", warps, 4); }
  for (int warps : {4, 8, 16}) { k12_8<<<1, 32 * warps>>>(c, (double *)s, 0); show("mma.m16n8k4.row.col.f64.f64.f64.f64", warps, 8); }
  for (int warps : {4, 8, 16}) { k13_1<<<1, 32 * warps>>>(c, (double *)s, 0); show("mma.m16n8k8.row.col.f64.f64.f64.f64", warps, 1); }
  for (int warps : {4, 8, 16}) { k13_2<<<1, 32 * warps>>>(c, (double *)s, 0); show("mma.m16n8k8.row.col.f64.f64.f64.f64", warps, 2); }
  for (int warps : {4, 8, 16}) { k13_4<<<1, 32 * warps>>>(c, (double *)s, 0); show("mma.m16n8k8.row.col.f64.f64.f64.f64", warps, 4); }
  for (int warps : {4, 8, 16}) { k13_8<<<1, 32 * warps>>>(c, (double *)s, 0); show("mma.m16n8k8.row.col.f64.f64.f64.f64", warps, 8); }
  for (int warps : {4, 8, 16}) { k14_1<<<1, 32 * warps>>>(c, (double *)s, 0); show("mma.m16n8k16.row.col.f64.f64.f64.f64", warps, 1); }
  for (int warps : {4, 8, 16}) { k14_2<<<1, 32 * warps>>>(c, (double *)s, 0); show("mma.m16n8k16.row.col.f64.f64.f64.f64", warps, 2); }
  for (int warps : {4, 8, 16}) { k14_4<<<1, 32 * warps>>>(c, (double *)s, 0); show("mma.m16n8k16.row.col.f64.f64.f64.f64", warps, 4); }
  for (int warps : {4, 8, 16}) { k14_8<<<1, 32 * warps>>>(c, (double *)s, 0); show("mma.m16n8k16.row.col.f64.f64.f64.f64", warps, 8); }
  for (int warps : {4, 8, 16}) { k15_1<<<1, 32 * warps>>>(c, (u *)s, 0); show("fma.rn.f16x2", warps, 1); }
  for (int warps : {4, 8, 16}) { k15_2<<<1, 32 * warps>>>(c, (u *)s, 0); show("fma.rn.f16x2", warps, 2); }
  for (int warps : {4, 8, 16}) { k15_4<<<1, 32 * warps>>>(c, (u *)s, 0); show("fma.rn.f16x2", warps, 4); }
  for (int warps : {4, 8, 16}) { k15_8<<<1, 32 * warps>>>(c, (u *)s, 0); show("fma.rn.f16x2", warps, 8); }
  for (int warps : {4, 8, 16}) { k16_1<<<1, 32 * warps>>>(c, (u *)s, 0); show("fma.rn.bf16x2", warps, 1); }
  for (int warps : {4, 8, 16}) { k16_2<<<1, 32 * warps>>>(c, (u *)s, 0); show("fma.rn.bf16x2", warps, 2); }
  for (int warps : {4, 8, 16}) { k16_4<<<1, 32 * warps>>>(c, (u *)s, 0); show("fma.rn.bf16x2", warps, 4); }
  for (int warps : {4, 8, 16}) { k16_8<<<1, 32 * warps>>>(c, (u *)s, 0); show("fma.rn.bf16x2", warps, 8); }
  for (int warps : {4, 8, 16}) { k17_1<<<1, 32 * warps>>>(c, (u *)s, 0); show("add.rn.f16x2", warps, 1); }
  for (int warps : {4, 8, 16}) { k17_2<<<1, 32 * warps>>>(c, (u *)s, 0); show("add.rn.f16x2", warps, 2); }
  for (int warps : {4, 8, 16}) { k17_4<<<1, 32 * warps>>>(c, (u *)s, 0); show("add.rn.f16x2", warps, 4); }
  for (int warps : {4, 8, 16}) { k17_8<<<1, 32 * warps>>>(c, (u *)s, 0); show("add.rn.f16x2", warps, 8); }
  for (int warps : {4, 8, 16}) { k18_1<<<1, 32 * warps>>>(c, (u *)s, 0); show("mul.rn.f16x2", warps, 1); }
  for (int warps : {4, 8, 16}) { k18_2<<<1, 32 * warps>>>(c, (u *)s, 0); show("mul.rn.f16x2", warps, 2); }
  for (int warps : {4, 8, 16}) { k18_4<<<1, 32 * warps>>>(c, (u *)s, 0); show("mul.rn.f16x2", warps, 4); }
  for (int warps : {4, 8, 16}) { k18_8<<<1, 32 * warps>>>(c, (u *)s, 0); show("mul.rn.f16x2", warps, 8); }
  for (int warps : {4, 8, 16}) { k19_1<<<1, 32 * warps>>>(c, (u *)s, 0); show("max.f16x2", warps, 1); }
  for (int warps : {4, 8, 16}) { k19_2<<<1, 32 * warps>>>(c, (u *)s, 0); show("max.f16x2", warps, 2); }
  for (int warps : {4, 8, 16}) { k19_4<<<1, 32 * warps>>>(c, (u *)s, 0); show("max.f16x2", warps, 4); }
  for (int warps : {4, 8, 16}) { k19_8<<<1, 32 * warps>>>(c, (u *)s, 0); show("max.f16x2", warps, 8); }
  for (int warps : {4, 8, 16}) { k20_1<<<1, 32 * warps>>>(c, (u *)s, 0); show("movmatrix.m8n8.trans.b16", warps, 1); }
  for (int warps : {4, 8, 16}) { k20_2<<<1, 32 * warps>>>(c, (u *)s, 0); show("movmatrix.m8n8.trans.b16", warps, 2); }
  for (int warps : {4, 8, 16}) { k20_4<<<1, 32 * warps>>>(c, (u *)s, 0); show("movmatrix.m8n8.trans.b16", warps, 4); }
  for (int warps : {4, 8, 16}) { k20_8<<<1, 32 * warps>>>(c, (u *)s, 0); show("movmatrix.m8n8.trans.b16", warps, 8); }
  for (int warps : {4, 8, 16}) { k21_1<<<1, 32 * warps>>>(c, (u *)s, 0); show("cvt.rn.f16x2.f32", warps, 1); }
  for (int warps : {4, 8, 16}) { k21_2<<<1, 32 * warps>>>(c, (u *)s, 0); show("cvt.rn.f16x2.f32", warps, 2); }
  for (int warps : {4, 8, 16}) { k21_4<<<1, 32 * warps>>>(c, (u *)s, 0); show("cvt.rn.f16x2.f32", warps, 4); }
  for (int warps : {4, 8, 16}) { k21_8<<<1, 32 * warps>>>(c, (u *)s, 0); show("cvt.rn.f16x2.f32", warps, 8); }
  return cudaDeviceSynchronize() || cudaGetLastError();
}
