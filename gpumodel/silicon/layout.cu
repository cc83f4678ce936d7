// Where in memory each voxel of a texture of 1024^3 bytes lies: the same memory is mapped as memory and as a
// three-dimensional array, written through the one and read through the other.
// nvcc -O3 -arch=sm_90 -std=c++17 -lcuda
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <random>
#include <cuda.h>
#include <cuda_runtime.h>
#define CHECK(call) do { cudaError_t e = call; if (e) { fprintf(stderr, "%s, line %d\n", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)
#define DRV(call) do { CUresult e = call; if (e) { const char *s = "?"; cuGetErrorString(e, &s); fprintf(stderr, "%s, line %d\n", s, __LINE__); exit(1); } } while (0)

__global__ void fill(cudaSurfaceObject_t s, int byte) {
	uint32_t x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z, v = x | y << 10 | z << 20;
	surf3Dwrite<uint8_t>((uint8_t)(v >> 8 * byte), s, x, y, z);
}
__global__ void peek(const uint8_t *p, const uint32_t *at, uint32_t *out, int n, int byte) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] |= (uint32_t)p[at[i]] << 8 * byte;
}

int n = 1024;

// report tells, for offsets of one bit and others, whose voxel's byte lies there.
void report(cudaArray_t a, const uint8_t *p) {
	cudaResourceDesc rd = {}; rd.resType = cudaResourceTypeArray; rd.res.array.array = a;
	cudaSurfaceObject_t s; CHECK(cudaCreateSurfaceObject(&s, &rd));
	std::vector<uint32_t> at = {0};
	for (int b = 0; b < 30; b++) at.push_back(1u << b);
	std::mt19937 r(1);
	for (int i = 0; i < 20000; i++) at.push_back(r() & ((1u << 30) - 1));
	uint32_t *atD, *outD; CHECK(cudaMalloc(&atD, at.size() * 4)); CHECK(cudaMalloc(&outD, at.size() * 4));
	CHECK(cudaMemcpy(atD, at.data(), at.size() * 4, cudaMemcpyHostToDevice)); CHECK(cudaMemset(outD, 0, at.size() * 4));
	for (int byte = 0; byte < 4; byte++) {
		fill<<<dim3(n / 256, n, n), 256>>>(s, byte); CHECK(cudaDeviceSynchronize());
		peek<<<(at.size() + 255) / 256, 256>>>(p, atD, outD, at.size(), byte); CHECK(cudaDeviceSynchronize());
	}
	std::vector<uint32_t> v(at.size()); CHECK(cudaMemcpy(v.data(), outD, v.size() * 4, cudaMemcpyDeviceToHost));
	auto show = [&](int i) { printf("layout,offset=%u,x=%u,y=%u,z=%u\n", at[i], v[i] & 1023, v[i] >> 10 & 1023, v[i] >> 20); };
	for (int i = 0; i <= 30; i++) show(i);
	int wrong = 0;
	for (size_t i = 31; i < at.size(); i++) {
		uint32_t want = v[0];
		for (int b = 0; b < 30; b++) if (at[i] >> b & 1) want ^= v[1 + b] ^ v[0];
		if (want != v[i] && wrong++ < 20) show(i);
	}
	printf("chance,offsets=%zu,elsewhere=%d\n", at.size() - 31, wrong);
}

int main() {
	DRV(cuInit(0)); CHECK(cudaFree(0));
	CUmemAllocationProp prop = {}; prop.type = CU_MEM_ALLOCATION_TYPE_PINNED; prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
	size_t size = (1ull << 30) + (64 << 20);
	CUmemGenericAllocationHandle h; DRV(cuMemCreate(&h, size, &prop, 0));
	// As memory,
	CUdeviceptr p; DRV(cuMemAddressReserve(&p, size, 0, 0, 0)); DRV(cuMemMap(p, size, 0, h, 0));
	CUmemAccessDesc access = {}; access.location = prop.location; access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE; DRV(cuMemSetAccess(p, size, &access, 1));
	// and as an array.
	int fd; DRV(cuMemExportToShareableHandle(&fd, h, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
	CUDA_EXTERNAL_MEMORY_HANDLE_DESC hd = {}; hd.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD; hd.handle.fd = fd; hd.size = size;
	CUexternalMemory external; DRV(cuImportExternalMemory(&external, &hd));
	CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC md = {}; md.numLevels = 1;
	md.arrayDesc.Width = md.arrayDesc.Height = md.arrayDesc.Depth = n; md.arrayDesc.Format = CU_AD_FORMAT_UNSIGNED_INT8; md.arrayDesc.NumChannels = 1; md.arrayDesc.Flags = CUDA_ARRAY3D_SURFACE_LDST;
	CUmipmappedArray mip; DRV(cuExternalMemoryGetMappedMipmappedArray(&mip, external, &md));
	CUarray array; DRV(cuMipmappedArrayGetLevel(&array, mip, 0));
	report((cudaArray_t)array, (const uint8_t *)p);
}
