// Package memory simulates what lies between the CUs (SMs) of a GPU and its DRAM:
// coalescers, caches with sectors and merging misses, and DRAM channels, each
// level a latency and a server of limited bandwidth.
//
//	h, err := memory.New(gpu.H200(), 1) // one CU in detail, its share of the rest
//	work.Memory = h.CU(0)               // serves the CU scheduler's Global and Texture
//
// Of all CUs at work, package chip asks it span by span of time: Share, Exchange, Answer.
//
// What it simulates is data of the device, gpumodel.Caches. What it leaves out: the translation
// of addresses, but for devices that say how (Caches.Translation); copies in one half of an
// L2 of what is written in the other; the order in which a DRAM controller serves what waits
// for it, of which there is the mean.
package memory
