// Eight kernels of everyday on the whole GPU, or with 2 or 3 eight others: median and least of 15 launches after 3. nvcc -O3 -arch=sm_90 -std=c++17 -use_fast_math
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>
#include <cuda_runtime.h>
// A matrix times a vector, a warp to a row, or a thread to a column of the transposed.
__global__ void rows(const float *a, const float *x, float *y, int n) {
  int lane = threadIdx.x & 31, r = blockIdx.x * 8 + threadIdx.x / 32;
  float t = 0;
#pragma unroll 4
  for (int c = lane; c < n; c += 32) t += a[(size_t)r * n + c] * x[c];
  for (int k = 16; k; k /= 2) t += __shfl_xor_sync(~0u, t, k);
  if (lane == 0) y[r] = t;
}
__global__ void columns(const float *a, const float *x, float *y, int n) {
  int c = blockIdx.x * 256 + threadIdx.x;
  float t = 0;
#pragma unroll 4
  for (int r = 0; r < n; r++) t += a[(size_t)r * n + c] * x[r];
  y[c] = t;
}
// 5 by 5 taps of a picture.
__global__ void blur(const float *in, const float *taps, float *out, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  float t = 0;
#pragma unroll
  for (int j = 0; j < 5; j++)
#pragma unroll
    for (int i = 0; i < 5; i++) t += in[(y + j) * (n + 4) + x + i] * taps[5 * j + i];
  out[y * n + x] = t;
}
// Prices of options (Black and Scholes).
__device__ float cnd(float d) {
  float k = 1 / (1 + 0.2316419f * fabsf(d));
  float c = 0.39894228f * expf(-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1 - c : c;
}
__global__ void options(const float *price, const float *strike, const float *years, float *call, float *put) {
  const float R = 0.02f, V = 0.3f;
  int i = blockIdx.x * 256 + threadIdx.x;
  float s = price[i], x = strike[i], t = years[i], q = sqrtf(t);
  float d1 = (logf(s / x) + (R + 0.5f * V * V) * t) / (V * q), d2 = d1 - V * q, a = cnd(d1), b = cnd(d2), e = x * expf(-R * t);
  call[i] = s * a - e * b;
  put[i] = e * (1 - b) - s * (1 - a);
}
// Forces of all bodies on each.
__global__ void bodies(const float4 *at, float4 *force, int n) {
  __shared__ float4 tile[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  float4 me = at[i];
  float fx = 0, fy = 0, fz = 0;
  for (int j = 0; j < n; j += 256) {
    tile[threadIdx.x] = at[j + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < 256; k++) {
      float4 o = tile[k];
      float x = o.x - me.x, y = o.y - me.y, z = o.z - me.z, r = rsqrtf(x * x + y * y + z * z + 0.01f), w = o.w * r * r * r;
      fx += x * w; fy += y * w; fz += z * w;
    }
    __syncthreads();
  }
  force[i] = make_float4(fx, fy, fz, 0);
}
// Softmax of rows of 1024, a block to a row.
__device__ float all(float v, float *s, bool most) {
  for (int k = 16; k; k /= 2) { float o = __shfl_xor_sync(~0u, v, k); v = most ? fmaxf(v, o) : v + o; }
  if ((threadIdx.x & 31) == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  v = s[0];
#pragma unroll
  for (int k = 1; k < 8; k++) v = most ? fmaxf(v, s[k]) : v + s[k];
  __syncthreads();
  return v;
}
__global__ void softmax(const float *in, float *out) {
  __shared__ float s[8];
  size_t i = blockIdx.x * 1024 + threadIdx.x;
  float v[4], most = -INFINITY, sum = 0;
#pragma unroll
  for (int k = 0; k < 4; k++) v[k] = in[i + 256 * k];
#pragma unroll
  for (int k = 0; k < 4; k++) most = fmaxf(most, v[k]);
  most = all(most, s, true);
#pragma unroll
  for (int k = 0; k < 4; k++) sum += v[k] = expf(v[k] - most);
  sum = 1 / all(sum, s, false);
#pragma unroll
  for (int k = 0; k < 4; k++) out[i + 256 * k] = v[k] * sum;
}
// A step of a bitonic sort, in place: partners j apart, ascending where bit 20 is clear.
__global__ void bitonic(int *a, int j) {
  int i = blockIdx.x * 256 + threadIdx.x, o = i ^ j;
  if (o > i) {
    int p = a[i], q = a[o];
    bool up = (i & 1 << 19) == 0;
    a[i] = up ? min(p, q) : max(p, q);
    a[o] = up ? max(p, q) : min(p, q);
  }
}
// A sparse matrix of 16 elements a row, by columns (ELL), times a vector.
__global__ void sparse(const int *column, const float *value, const float *x, float *y, int n) {
  int r = blockIdx.x * 256 + threadIdx.x;
  float t = 0;
#pragma unroll
  for (int k = 0; k < 16; k++) t += value[k * n + r] * x[column[k * n + r]];
  y[r] = t;
}
// The second eight. What is before each number added up, in blocks of 512, by a tree.
__global__ void scan(const float *in, float *out) {
  __shared__ float s[512];
  int t = threadIdx.x, apart = 1;
  size_t i = blockIdx.x * 512 + t;
  s[t] = in[i];
  s[t + 256] = in[i + 256];
  for (int d = 256; d; d /= 2, apart *= 2) {
    __syncthreads();
    if (t < d) { int p = apart * (2 * t + 1) - 1, q = p + apart; s[q] += s[p]; }
  }
  if (t == 0) s[511] = 0;
  for (int d = 1; d < 512; d *= 2) {
    apart /= 2;
    __syncthreads();
    if (t < d) { int p = apart * (2 * t + 1) - 1, q = p + apart; float v = s[p]; s[p] = s[q]; s[q] += v; }
  }
  __syncthreads();
  out[i] = s[t];
  out[i + 256] = s[t + 256];
}
// For each pixel how long a number stays small.
__global__ void julia(int *out, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, k = 0;
  float u = x * (3.0f / n) - 1.5f, v = y * (2.0f / n) - 1, p = u * u, q = v * v;
#pragma unroll 1
  while (p + q < 4 && k < 64) { v = (u + u) * v + 0.6f; u = p - q - 0.4f; p = u * u; q = v * v; k++; }
  out[y * n + x] = k;
}
// A step of a plate's temperature.
__global__ void heat(const float *in, float *out, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  const float *p = in + y * (n + 2) + x;
  float c = p[n + 3];
  out[y * n + x] = c + 0.1f * (p[1] + p[2 * n + 5] + p[n + 2] + p[n + 4] - 4 * c);
}
// Four fields of eight.
struct Body { float x, y, z, vx, vy, vz, mass, other; };
__global__ void structs(const Body *in, float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float x = in[i].vx, y = in[i].vy, z = in[i].vz;
  out[i] = in[i].mass * (x * x + y * y + z * z);
}
// A polynomial of degree 24.
__global__ void horner(const double *in, double *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  double x = in[i], p = 1;
#pragma unroll
  for (int k = 0; k < 24; k++) p = p * x + 1.0 / (k + 2);
  out[i] = p;
}
// A step of shortest ways.
__global__ void floyd(float *d, int n) {
  int j = blockIdx.x * 256 + threadIdx.x, i = blockIdx.y;
  d[i * n + j] = fminf(d[i * n + j], d[i * n + 7] + d[7 * n + j]);
}
// Rows of 128 numbers by chance.
__global__ void embed(const int *id, const float4 *table, float4 *out) {
  int r = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x & 31;
  out[r * 32 + lane] = table[id[r] * 32 + lane];
}
// A dot product.
__global__ void dot(const float *a, const float *b, float *sum, int n) {
  __shared__ float part[8];
  float t = 0;
#pragma unroll 1
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * 1056) t += a[i] * b[i];
  for (int k = 16; k; k /= 2) t += __shfl_xor_sync(~0u, t, k);
  if ((threadIdx.x & 31) == 0) part[threadIdx.x / 32] = t;
  __syncthreads();
  if (threadIdx.x == 0) {
    t = part[0];
#pragma unroll
    for (int k = 1; k < 8; k++) t += part[k];
    atomicAdd(sum, t);
  }
}
// The third eight. A product by tiles of 64, of which each thread has 4 by 4.
__global__ void tiles(const float *a, const float *b, float *c, int n) {
  __shared__ __align__(16) float p[16][64], q[16][64];
  int x = threadIdx.x % 16, y = threadIdx.x / 16, row = blockIdx.y * 64, column = blockIdx.x * 64;
  float s[4][4] = {};
  for (int k = 0; k < n; k += 16) {
#pragma unroll
    for (int i = 0; i < 4; i++) p[x][y + 16 * i] = a[(row + y + 16 * i) * n + k + x];
#pragma unroll
    for (int i = 0; i < 4; i++) q[y][x + 16 * i] = b[(k + y) * n + column + x + 16 * i];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; j++) {
      float4 u = *(float4 *)&p[j][4 * y], v = *(float4 *)&q[j][4 * x];
      s[0][0] += u.x * v.x; s[0][1] += u.x * v.y; s[0][2] += u.x * v.z; s[0][3] += u.x * v.w;
      s[1][0] += u.y * v.x; s[1][1] += u.y * v.y; s[1][2] += u.y * v.z; s[1][3] += u.y * v.w;
      s[2][0] += u.z * v.x; s[2][1] += u.z * v.y; s[2][2] += u.z * v.z; s[2][3] += u.z * v.w;
      s[3][0] += u.w * v.x; s[3][1] += u.w * v.y; s[3][2] += u.w * v.z; s[3][3] += u.w * v.w;
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; i++) *(float4 *)&c[(row + 4 * y + i) * n + column + 4 * x] = make_float4(s[i][0], s[i][1], s[i][2], s[i][3]);
}
// How often each of 256 values comes, counted in shared memory.
__global__ void bins(const int *in, int *out, int n) {
  __shared__ int h[256];
  h[threadIdx.x] = 0;
  __syncthreads();
#pragma unroll 1
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * 1056) atomicAdd(&h[in[i] & 255], 1);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], h[threadIdx.x]);
}
// Blocks of 512 sorted in shared memory (bitonic).
__global__ void sorts(const int *in, int *out) {
  __shared__ int s[512];
  int t = threadIdx.x;
  size_t at = blockIdx.x * 512 + t;
  s[t] = in[at];
  s[t + 256] = in[at + 256];
#pragma unroll 1
  for (int k = 2; k <= 512; k *= 2)
#pragma unroll 1
    for (int j = k / 2; j; j /= 2) {
      __syncthreads();
      int i = 2 * t - (t & (j - 1)), p = s[i], q = s[i + j];
      bool up = (i & k) == 0;
      s[i] = up ? min(p, q) : max(p, q);
      s[i + j] = up ? max(p, q) : min(p, q);
    }
  __syncthreads();
  out[at] = s[t];
  out[at + 256] = s[t + 256];
}
// A step of a fluid on a lattice of nine velocities.
__global__ void lattice(const float *in, float *out, int n) {
  const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, plane = (n + 2) * (n + 2), at = (y + 1) * (n + 2) + x + 1;
  float f[9], rho = 0, u = 0, v = 0;
#pragma unroll
  for (int k = 0; k < 9; k++) { f[k] = in[k * plane + at - ey[k] * (n + 2) - ex[k]]; rho += f[k]; u += ex[k] * f[k]; v += ey[k] * f[k]; }
  float over = 1 / rho;
  u *= over;
  v *= over;
  float square = 1 - 1.5f * (u * u + v * v);
#pragma unroll
  for (int k = 0; k < 9; k++) {
    float e = 3 * (ex[k] * u + ey[k] * v), w = (k == 0 ? 4 / 9.0f : k < 5 ? 1 / 9.0f : 1 / 36.0f) * rho;
    out[k * plane + at] = f[k] + 0.6f * (w * (square + e + 0.5f * e * e) - f[k]);
  }
}
// Darts at a quarter of a circle: 64 for each thread.
__global__ void darts(int *out) {
  int i = blockIdx.x * 256 + threadIdx.x, hits = 0;
  unsigned s = i * 2654435761u + 1;
#pragma unroll 1
  for (int k = 0; k < 64; k++) {
    s ^= s << 13; s ^= s >> 17; s ^= s << 5;
    float x = (s & 65535) * (1 / 65536.0f), y = (s >> 16) * (1 / 65536.0f);
    hits += x * x + y * y < 1;
  }
  out[i] = hits;
}
// Sums over eight neighbours by chance.
__global__ void around(const int4 *next, const float *x, float *y) {
  int i = blockIdx.x * 256 + threadIdx.x;
  int4 a = next[2 * i], b = next[2 * i + 1];
  y[i] = x[a.x] + x[a.y] + x[a.z] + x[a.w] + x[b.x] + x[b.y] + x[b.z] + x[b.w];
}
// A point and six neighbours; a thread goes through 32 planes.
__global__ void seven(const float *in, float *out, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, w = n + 2, plane = w * w, at = plane + (y + 1) * w + x + 1;
  float below = in[at - plane], c = in[at];
#pragma unroll 1
  for (int z = 0; z < 32; z++, at += plane) {
    float above = in[at + plane];
    out[at] = c + 0.1f * (below + above + in[at - w] + in[at + w] + in[at - 1] + in[at + 1] - 6 * c);
    below = c;
    c = above;
  }
}
// Running sums of rows of 1024, a warp to a row, by shuffles.
__global__ void running(const float *in, float *out) {
  int lane = threadIdx.x & 31;
  size_t at = (size_t)(blockIdx.x * 8 + threadIdx.x / 32) * 1024 + lane;
  float carry = 0;
#pragma unroll 1
  for (int k = 0; k < 32; k++, at += 32) {
    float v = in[at];
#pragma unroll
    for (int d = 1; d < 32; d *= 2) { float o = __shfl_up_sync(~0u, v, d); if (lane >= d) v += o; }
    v += carry;
    out[at] = v;
    carry = __shfl_sync(~0u, v, 31);
  }
}
__device__ __host__ unsigned mixed(unsigned x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ x >> 16; }
__global__ void draw(int *column, int n) { int i = blockIdx.x * 256 + threadIdx.x; column[i] = mixed(i) & (n - 1); }
__global__ void number(int *a) { int i = blockIdx.x * 256 + threadIdx.x; a[i] = mixed(i) >> 1; }
float *a, *b, *c, *d, *e;
void T(const char *name, int n, std::function<void()> f) {
  cudaEvent_t p, q; cudaEventCreate(&p); cudaEventCreate(&q);
  std::vector<float> t;
  for (int i = 0; i < 18; i++) { cudaEventRecord(p); f(); cudaEventRecord(q); cudaEventSynchronize(q); float m; cudaEventElapsedTime(&m, p, q); if (i > 2) t.push_back(m * 1000); }
  std::sort(t.begin(), t.end());
  printf("everyday,%s,n=%d,us=%.3f,min=%.3f\n", name, n, t[7], t[0]);
}
int later() {
  for (int n : {1 << 18, 1 << 20, 1 << 22}) {
    T("scan", n, [=] { scan<<<n / 512, 256>>>(a, b); });
    T("structs", n, [=] { structs<<<n / 256, 256>>>((Body *)a, b); });
    T("horner", n, [=] { horner<<<n / 256, 256>>>((double *)a, (double *)b); });
  }
  for (int n : {256, 512, 1024}) T("julia", n, [=] { julia<<<dim3(n / 32, n / 8), dim3(32, 8)>>>((int *)a, n); });
  cudaMemset(a, 0, 1 << 28);
  for (int n : {1024, 2048, 4096}) {
    T("heat", n, [=] { heat<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(a, b, n); });
    T("floyd", n, [=] { floyd<<<dim3(n / 256, n), 256>>>(a, n); });
  }
  for (int n : {1 << 14, 1 << 16, 1 << 18}) {
    draw<<<n / 256, 256>>>((int *)d, 1 << 18);
    T("embed", n, [=] { embed<<<n / 8, 256>>>((int *)d, (float4 *)a, (float4 *)b); });
  }
  for (int n : {1 << 20, 1 << 22, 1 << 24}) T("dot", n, [=] { dot<<<1056, 256>>>(a, b, c, n); });
  return cudaDeviceSynchronize() || cudaGetLastError();
}
int third() {
  for (int n : {256, 512, 1024}) {
    T("tiles", n, [=] { tiles<<<dim3(n / 64, n / 64), 256>>>(a, b, c, n); });
    T("lattice", n, [=] { lattice<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(a, b, n); });
    T("seven", n, [=] { seven<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(a, b, n); });
  }
  for (int n : {1 << 16, 1 << 18, 1 << 20}) T("darts", n, [=] { darts<<<n / 256, 256>>>((int *)a); });
  number<<<(1 << 24) / 256, 256>>>((int *)a);
  for (int n : {1 << 18, 1 << 20, 1 << 22}) T("sorts", n, [=] { sorts<<<n / 512, 256>>>((int *)a, (int *)b); });
  for (int n : {1 << 20, 1 << 22, 1 << 24}) T("bins", n, [=] { bins<<<1056, 256>>>((int *)a, (int *)c, n); });
  cudaMemset(a, 0, 1 << 28);
  for (int n : {1 << 16, 1 << 18, 1 << 20}) {
    draw<<<n / 32, 256>>>((int *)d, n);
    T("around", n, [=] { around<<<n / 256, 256>>>((int4 *)d, b, c); });
  }
  for (int n : {1024, 4096, 16384}) T("running", n, [=] { running<<<n / 8, 256>>>(a, b); });
  return cudaDeviceSynchronize() || cudaGetLastError();
}
int main(int arguments, char **argument) {
  for (float **p : {&a, &b, &c, &d, &e}) { cudaMalloc(p, 1 << 28); cudaMemset(*p, 0, 1 << 28); }
  if (arguments > 1) return argument[1][0] == '3' ? third() : later();
  for (int n : {1024, 2048, 4096}) {
    T("rows", n, [=] { rows<<<n / 8, 256>>>(a, b, c, n); });
    T("columns", n, [=] { columns<<<n / 256, 256>>>(a, b, c, n); });
    T("blur", n, [=] { blur<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(a, b, c, n); });
  }
  for (int n : {1 << 18, 1 << 20, 1 << 22}) T("options", n, [=] { options<<<n / 256, 256>>>(a, b, c, d, e); });
  for (int n : {2048, 4096, 8192}) T("bodies", n, [=] { bodies<<<n / 256, 256>>>((float4 *)a, (float4 *)b, n); });
  for (int n : {256, 1024, 8192}) T("softmax", n, [=] { softmax<<<n, 256>>>(a, b); });
  number<<<(1 << 20) / 256, 256>>>((int *)a);
  for (int j : {1, 32, 1 << 12, 1 << 18}) { char name[32]; sprintf(name, "bitonic %d", j); T(name, 1 << 20, [=] { bitonic<<<(1 << 20) / 256, 256>>>((int *)a, j); }); }
  cudaMemset(a, 0, 1 << 28);
  for (int n : {1 << 16, 1 << 18, 1 << 20}) {
    draw<<<n / 16, 256>>>((int *)d, n);
    T("sparse", n, [=] { sparse<<<n / 256, 256>>>((int *)d, a, b, c, n); });
  }
  return cudaDeviceSynchronize() || cudaGetLastError();
}
