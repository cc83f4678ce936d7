// What the columns of a two-dimensional FFT cost on one GPU: by strided columns, by tiles of neighbouring columns, by two transposes.
// Every line is the median and the least of 15 launches after 3: fft,NAME,parameters,us=T,min=T. nvcc -O3 -arch=sm_90 -std=c++17 -o fft fft.cu
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>
#include <cuda_runtime.h>
#define CK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

void timed(const std::string &name, std::function<void()> f) {
  cudaEvent_t a, b; CK(cudaEventCreate(&a)); CK(cudaEventCreate(&b));
  std::vector<float> t;
  for (int i = 0; i < 18; i++) {
    CK(cudaEventRecord(a)); f(); CK(cudaEventRecord(b)); CK(cudaEventSynchronize(b));
    float ms; CK(cudaEventElapsedTime(&ms, a, b));
    if (i >= 3) t.push_back(ms * 1000);
  }
  CK(cudaGetLastError()); CK(cudaEventDestroy(a)); CK(cudaEventDestroy(b));
  std::sort(t.begin(), t.end());
  printf("fft,%s,us=%.3f,min=%.3f\n", name.c_str(), t[t.size() / 2], t[0]); fflush(stdout);
}

// A block transforms C neighbouring lines of N elements, T threads, radix 2 (Stockham: no bit reversal), in shared memory.
// Thread t does the butterflies j of line t % C. STAGES = false only moves: the same loads and stores, nothing between.
template <int N, int C, int T, bool COLUMNS, bool STAGES> __global__ void __launch_bounds__(T) lines(float2 *out, const float2 *in, const float2 *root) {
  extern __shared__ float2 x[];
  constexpr int B = N * C / 2 / T, STEP = T / C;
  int c = threadIdx.x % C, first = threadIdx.x / C;
  size_t line = (size_t)blockIdx.x * C + c;
  auto at = [&](int i) { return COLUMNS ? (size_t)i * N + line : line * N + i; };
  float2 a[B], b[B];
#pragma unroll
  for (int k = 0; k < B; k++) { int j = first + k * STEP; a[k] = in[at(j)]; b[k] = in[at(j + N / 2)]; }
  if constexpr (STAGES) {
#pragma unroll
    for (int s = 1; s < N; s *= 2) {
      if (s > 1) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < B; k++) { int j = first + k * STEP; a[k] = x[j * C + c]; b[k] = x[(j + N / 2) * C + c]; }
        __syncthreads();
      }
#pragma unroll
      for (int k = 0; k < B; k++) {
        int j = first + k * STEP, q = j & (s - 1), to = 2 * j - q;
        float2 w = root[j - q], sum = make_float2(a[k].x + b[k].x, a[k].y + b[k].y), d = make_float2(a[k].x - b[k].x, a[k].y - b[k].y);
        a[k] = sum; b[k] = make_float2(d.x * w.x - d.y * w.y, d.x * w.y + d.y * w.x);
        if (s < N / 2) { x[to * C + c] = a[k]; x[(to + s) * C + c] = b[k]; }
      }
    }
  }
#pragma unroll
  for (int k = 0; k < B; k++) { int j = first + k * STEP; out[at(j)] = a[k]; out[at(j + N / 2)] = b[k]; }
}

// One stage of every column through global memory: a thread a butterfly, neighbouring threads on neighbouring columns.
__global__ void stage(float2 *out, const float2 *in, const float2 *root, int n, int s) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, q = j & (s - 1), to = 2 * j - q;
  float2 a = in[(size_t)j * n + x], b = in[(size_t)(j + n / 2) * n + x], w = root[j - q], d = make_float2(a.x - b.x, a.y - b.y);
  out[(size_t)to * n + x] = make_float2(a.x + b.x, a.y + b.y);
  out[(size_t)(to + s) * n + x] = make_float2(d.x * w.x - d.y * w.y, d.x * w.y + d.y * w.x);
}

template <int TILE, int PAD, int ROWS> __global__ void transpose(float2 *out, const float2 *in, int n) {
  __shared__ float2 t[TILE][TILE + PAD];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS) t[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x; y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS) out[(size_t)(y + j) * n + x] = t[threadIdx.x][threadIdx.y + j];
}
// The parts of a transpose: the blocks alone, and a copy by the same blocks.
__global__ void empty() {}
template <int TILE> __global__ void copy(float2 *out, const float2 *in, int n) { size_t i = (size_t)(blockIdx.y * TILE + threadIdx.y) * n + blockIdx.x * TILE + threadIdx.x; out[i] = in[i]; }
__global__ void naive(float2 *out, const float2 *in, int n) { int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y; out[(size_t)x * n + y] = in[(size_t)y * n + x]; }

float2 *A, *B, *D, *R;
std::vector<float2> host;

template <int N, int C, bool COLUMNS, bool STAGES = true> void launch(float2 *out, const float2 *in) {
  constexpr int T = std::min(1024, 256 * C), bytes = STAGES ? N * C * 8 : 0;
  auto k = lines<N, C, T, COLUMNS, STAGES>;
  CK(cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  k<<<N / C, T, bytes>>>(out, in, R);
}
template <int TILE, int PAD, int ROWS = TILE> void turn(float2 *out, const float2 *in, int n) { transpose<TILE, PAD, ROWS><<<dim3(n / TILE, n / TILE), dim3(TILE, ROWS)>>>(out, in, n); }

// Columns by stages in global memory: the result lies in out; in stays, tmp is overwritten.
void stages(float2 *out, float2 *tmp, const float2 *in, int n) {
  int log = (int)std::lround(std::log2(n));
  for (int i = 0; i < log; i++) { // so that the last stage writes out
    float2 *to = (log - i) % 2 ? out : tmp;
    stage<<<dim3(n / 256, n / 2), 256>>>(to, i ? (to == out ? tmp : out) : in, R, n, 1 << i);
  }
}

std::vector<float2> fetch(float2 *d, int n) { std::vector<float2> v((size_t)n * n); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(v.data(), d, v.size() * 8, cudaMemcpyDeviceToHost)); return v; }

// Some lines of a result beside the definition, in doubles: the largest difference, of the largest value.
void check(const char *name, float2 *result, int n, bool columns) {
  auto got = fetch(result, n);
  double most = 0, worst = 0;
  for (int line : {0, 1, 5, n / 2 + 3, n - 1})
    for (int u : {0, 1, 2, 3, 7, n / 4, n / 2, n / 2 + 1, n - 1}) {
      std::complex<double> sum = 0;
      for (int i = 0; i < n; i++) {
        float2 v = host[columns ? (size_t)i * n + line : (size_t)line * n + i];
        sum += std::complex<double>(v.x, v.y) * std::polar(1.0, -2 * M_PI * ((long long)u * i % n) / n);
      }
      float2 g = got[columns ? (size_t)u * n + line : (size_t)line * n + u];
      most = std::max(most, std::abs(sum)); worst = std::max(worst, std::abs(sum - std::complex<double>(g.x, g.y)));
    }
  printf("check,%s,n=%d,difference=%.2e,%s\n", name, n, worst / most, worst < 1e-5 * most ? "ok" : "FAIL");
}
// Two results beside each other.
void same(const char *name, const std::vector<float2> &x, const std::vector<float2> &y, int n) {
  double most = 0, worst = 0;
  for (size_t i = 0; i < x.size(); i++) { most = std::max(most, std::hypot((double)x[i].x, (double)x[i].y)); worst = std::max(worst, std::hypot((double)x[i].x - y[i].x, (double)x[i].y - y[i].y)); }
  printf("check,%s,n=%d,difference=%.2e,%s\n", name, n, worst / most, worst <= 1e-5 * most ? "ok" : "FAIL");
}
std::vector<float2> turned(int n) { std::vector<float2> v(host.size()); for (size_t y = 0; y < (size_t)n; y++) for (size_t x = 0; x < (size_t)n; x++) v[x * n + y] = host[y * n + x]; return v; }

void upload(int n) {
  host.resize((size_t)n * n); unsigned seed = 1;
  for (auto &v : host) { seed = seed * 1664525u + 1013904223u; v = make_float2((seed >> 16) / 65536.f, (seed & 0xffff) / 65536.f); }
  CK(cudaMemcpy(A, host.data(), host.size() * 8, cudaMemcpyHostToDevice));
  std::vector<float2> r(n / 2);
  for (int i = 0; i < n / 2; i++) r[i] = make_float2((float)cos(-2 * M_PI * i / n), (float)sin(-2 * M_PI * i / n));
  CK(cudaMemcpy(R, r.data(), r.size() * 8, cudaMemcpyHostToDevice));
}

template <int TILE> void transposes(int n) {
  std::string at = ",tile=" + std::to_string(TILE) + ",n=" + std::to_string(n);
  timed("empty" + at, [&] { empty<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(); });
  timed("copy" + at, [&] { copy<TILE><<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(B, A, n); });
  timed("transpose,pad=0" + at, [&] { turn<TILE, 0>(B, A, n); });
  if (n <= 1024) same("transpose", fetch(B, n), turned(n), n);
  timed("transpose,pad=1" + at, [&] { turn<TILE, 1>(B, A, n); });
  if (n <= 1024) same("transpose,padded", fetch(B, n), turned(n), n);
}
void allTransposes(int n) {
  transposes<4>(n); transposes<8>(n); transposes<16>(n); transposes<32>(n);
  std::string at = ",n=" + std::to_string(n);
  timed("transpose,pad=0,rows=8,tile=32" + at, [&] { turn<32, 0, 8>(B, A, n); });
  timed("transpose,pad=1,rows=8,tile=32" + at, [&] { turn<32, 1, 8>(B, A, n); });
  timed("naive" + at, [&] { naive<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(B, A, n); });
}

template <int N, int C> void columns() {
  std::string at = ",c=" + std::to_string(C) + ",n=" + std::to_string(N);
  timed("columns" + at, [] { launch<N, C, true>(B, A); });
  check("columns", B, N, true);
  timed("movecolumns" + at, [] { launch<N, C, true, false>(B, A); });
  timed("whole,rows and columns" + at, [] { launch<N, 1, false>(B, A); launch<N, C, true>(D, B); });
}
template <int N> void ffts() {
  std::string n = ",n=" + std::to_string(N);
  upload(N);
  timed("rows" + n, [] { launch<N, 1, false>(B, A); });
  check("rows", B, N, false);
  timed("moverows" + n, [] { launch<N, 1, false, false>(B, A); });
  columns<N, 1>(); columns<N, 2>(); columns<N, 4>();
  if constexpr (N <= 2048) columns<N, 8>();
  if constexpr (N <= 1024) columns<N, 16>();
  timed("stages" + n, [] { stages(B, D, A, N); });
  check("stages", B, N, true);
  launch<N, 1, false>(B, A); launch<N, 4, true>(D, B);
  auto want = fetch(D, N);
  auto whole = [](auto t) { launch<N, 1, false>(B, A); t(D, B); launch<N, 1, false>(B, D); t(D, B); };
#define WHOLE(TILE, PAD, ROWS) { auto f = [&] { whole([](float2 *o, float2 *i) { turn<TILE, PAD, ROWS>(o, i, N); }); }; timed("whole,rows and transposes,tile=" #TILE ",pad=" #PAD ",rows=" #ROWS + n, f); same("whole", fetch(D, N), want, N); }
  WHOLE(4, 0, 4) WHOLE(4, 1, 4) WHOLE(16, 1, 16) WHOLE(32, 0, 8) WHOLE(32, 1, 8)
  allTransposes(N);
}

int main() {
  size_t bytes = (size_t)8192 * 8192 * 8;
  CK(cudaMalloc(&A, bytes)); CK(cudaMalloc(&B, bytes)); CK(cudaMalloc(&D, bytes)); CK(cudaMalloc(&R, 65536));
  CK(cudaMemset(A, 0, bytes)); CK(cudaMemset(B, 0, bytes)); CK(cudaMemset(D, 0, bytes));
  cudaDeviceProp p; CK(cudaGetDeviceProperties(&p, 0));
  int driver = 0, runtime = 0; CK(cudaDriverGetVersion(&driver)); CK(cudaRuntimeGetVersion(&runtime));
  printf("info,%s,sm=%d.%d,sms=%d,l2=%d,driver=%d,runtime=%d\n", p.name, p.major, p.minor, p.multiProcessorCount, p.l2CacheSize, driver, runtime);
  ffts<1024>(); ffts<2048>(); ffts<4096>();
  allTransposes(8192);
}
