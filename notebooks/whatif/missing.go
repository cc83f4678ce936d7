//go:build !js

package whatif

import (
	"fmt"
	"slices"
	"strings"

	"lanebook/gpumodel/gpu"
)

// unknown is what an answer needs that is not known of the GPUs that a what-if lacks.
var unknown = map[string]Text{
	"lds-layout":     {"which lanes their local memory serves together", "同時に処理されるレーンの組"},
	"latency-hiding": {"how long their memory takes", "メモリのレイテンシ"},
	"transpose":      {"how long their memories take", "メモリの時間"},
	"histogram":      {"what atomics cost them", "アトミック演算の時間"},
	"whole-kernel":   {"how they would run code for Hopper", "Hopper 用の機械語の動作"},
	"memory-trace":   {"how their texture caches serve a volume", "テクスチャキャッシュの動作"},
}

// Missing says which GPUs the what-if does not offer, and why; nothing where it offers all
// or asks for none. A page says it below the choice; the program of the sliders has no need of it.
func (d Definition) Missing() Text {
	const named = 4
	i := slices.IndexFunc(d.Params, func(p Param) bool { return p.Name == "device" })
	if i < 0 {
		return Text{}
	}
	var names []string
	for _, g := range gpu.All() {
		if !slices.ContainsFunc(d.Params[i].Choices, func(c Choice) bool { return c.Value == g.ID }) {
			names = append(names, g.Name)
		}
	}
	if len(names) == 0 {
		return Text{}
	}
	list := Text{strings.Join(names, ", "), strings.Join(names, "、")}
	if len(names) > named {
		list = Text{fmt.Sprintf("%d other GPUs", len(names)), fmt.Sprintf("他の GPU %d 種", len(names))}
	}
	return Text{
		fmt.Sprintf("Without %s: %s is not known.", list.EN, unknown[d.Name].EN),
		fmt.Sprintf("%sは%sが不明なため選べません。", list.JA, unknown[d.Name].JA),
	}
}
