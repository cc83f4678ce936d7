package site

import (
	"fmt"
	"strings"
	"testing"

	"lanebook/charts/browsertest"
	"lanebook/gpumodel/sass"
	"lanebook/gpumodel/silicon/code"
)

// codeBlock is the what-if that reads machine code.
const codeBlock = `document.querySelector("[data-lbw=machine-code]")`

// give hands the what-if a text: pasted, as the browser does it, or as a chosen or dropped file.
func (p *tab) give(how, text string) {
	p.t.Helper()
	before := map[string]string{
		"paste": `const area = b.querySelector("textarea"), data = new DataTransfer();
			data.setData("text/plain", text);
			if (area.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}))) {
				area.value = text; // what the browser does unless the page has
				area.dispatchEvent(new Event("input", {bubbles: true}));
			}`,
		"choose": `const data = new DataTransfer(), pick = b.querySelector("input[type=file]");
			data.items.add(new File([text], "mine.sass"));
			pick.files = data.files;
			pick.dispatchEvent(new Event("change", {bubbles: true}));`,
		"drop": `const data = new DataTransfer();
			data.items.add(new File([text], "mine.sass"));
			b.querySelector("[data-lbw-file]").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));`,
	}[how]
	p.do(`(function () { const b = %s, text = %s; %s })()`, codeBlock, quoted(text), before)
}

func (p *tab) offered(control string) []string {
	p.t.Helper()
	return value[[]string](p, fmt.Sprintf(codeBlock+`.querySelector("[name=%s]") && Array.from(`+codeBlock+`.querySelector("[name=%[1]s]").options).map(o => o.textContent)`, control))
}

// TestWhatIfMachineCode: a listing that the reader pastes, chooses or drops is read in the page;
// kernel and loop are offered, bars stand beside the lines, and what cannot be read is said
// with its line. Nothing leaves the page, which every test holds.
func TestWhatIfMachineCode(t *testing.T) {
	dir := publishWhatIfs(t)
	kernels, err := code.KernelCode("xorshift", "half2_fma")
	if err != nil {
		t.Fatal(err)
	}
	mine := sass.Listing(kernels...)
	ctx := browsertest.Shared(t)
	for way, root := range map[string]string{"http": serve(t, dir), "one file": "file://" + single(t, dir, "07-bench")} {
		t.Run(way, func(t *testing.T) {
			p := open(t, ctx, root+"/07-bench.html", 1280)
			p.do(codeBlock + `.scrollIntoView({behavior: "instant"})`)
			if got := p.offered("kernel"); strings.Join(got, " ") != "horner warp_sum transpose32_bad ldsm_mma" {
				t.Errorf("at first the kernels are %q", got)
			}
			before := p.sentence("machine-code")
			p.give("paste", mine)
			if s := p.moved("machine-code", before); !strings.HasPrefix(s, "xorshift: with 4 warps on each scheduler a turn takes ") {
				t.Errorf("pasted: %q", s)
			}
			if got := strings.Join(p.offered("kernel"), " "); got != "xorshift half2_fma" {
				t.Errorf("of the pasted listing the kernels are %q", got)
			}
			if got := p.offered("loop"); len(got) != 1 || got[0] != "0330–04d0, 27 instructions" {
				t.Errorf("its loops are %q", got)
			}
			before = p.sentence("machine-code")
			p.turn("machine-code", "kernel", "2")
			if s := p.moved("machine-code", before); !strings.HasPrefix(s, "half2_fma: ") {
				t.Errorf("the second kernel: %q", s)
			}
			p.until(`!` + codeBlock + `.hasAttribute("data-lbw-open")`)
			lines := value[[]string](p, `Array.from(`+codeBlock+`.querySelectorAll("table tbody tr")).map(r => r.textContent)`)
			if len(lines) != 19 || !strings.Contains(lines[0], "0300HFMA2 R3, R3, R2.reuse.H0_H0, R2.reuse.H0_H0") || !strings.Contains(lines[0], "FMA both") {
				t.Errorf("the listing is %q", lines)
			}
			if bars := value[[]string](p, `Array.from(`+codeBlock+`.querySelectorAll("table [role=img]")).map(b => b.getAttribute("aria-label"))`); len(bars) == 0 || !strings.Contains(bars[0], "stall count ") {
				t.Errorf("the bars say %q", bars)
			}
			if in := value[string](p, `location.search`); strings.Contains(in, "listing") || strings.Contains(in, "kernel") {
				t.Errorf("the address %q speaks of a listing that it cannot hold", in)
			}
			p.give("paste", strings.Replace(mine, "LOP3.LUT", "FROB", 1))
			p.until(codeBlock + `.querySelector(".lbw-sentence").textContent.includes('Left out: listing:11: kernel xorshift: instruction at 0x0350: opcode "FROB", want one of Hopper\'s (sm_90)')`)
			p.give("choose", "not a listing")
			p.until(codeBlock + `.querySelector(".lbw-sentence").textContent.includes("listing:1: no kernel, want the output of cuobjdump -sass")`)
			p.give("drop", mine)
			p.until(codeBlock + `.querySelector(".lbw-sentence").textContent.startsWith("xorshift: ")`)
			if which := value[string](p, codeBlock+`.querySelector(".lbw-which").textContent`); which != "mine.sass, 0.0 MB" {
				t.Errorf("of the file it says %q", which)
			}
			p.do(codeBlock + `.querySelector("[data-lbw-reset]").click()`)
			p.until(codeBlock + `.querySelector(".lbw-sentence").textContent.startsWith("horner: ")`)
			if area := value[string](p, codeBlock+`.querySelector("textarea").value`); !strings.Contains(area, "Function : horner") {
				t.Errorf("after a reset the listing begins %.80q", area)
			}
		})
	}
}

// TestWhatIfLargeListing: a listing of 30 MB is read while the page stays awake, pasted or of
// a file; of a larger one the page says how much it reads.
func TestWhatIfLargeListing(t *testing.T) {
	kernels, err := code.KernelCode("xorshift", "histogram")
	if err != nil {
		t.Fatal(err)
	}
	one := sass.Listing(kernels...)
	p := open(t, browsertest.Shared(t), serve(t, publishWhatIfs(t))+"/07-bench.html", 1280)
	before := p.sentence("machine-code")
	p.turn("machine-code", "wavefronts", "2") // loads the program
	p.moved("machine-code", before)
	for _, how := range []string{"paste", "choose"} {
		took := value[[]float64](p, fmt.Sprintf(`new Promise(async function (resolve) {
			const b = %s, text = %s.repeat(%d), data = new DataTransfer();
			if (%q === "choose") data.items.add(new File([text], "large.sass")); else data.setData("text/plain", text);
			await new Promise(function (r) { setTimeout(r, 500); });
			const from = performance.now();
			let last = from, longest = 0;
			(function count() {
				const now = performance.now();
				longest = Math.max(longest, now - last);
				last = now;
				if (b.querySelector("[name=kernel]").options.length > 1000) resolve([now - from, longest, text.length]);
				else requestAnimationFrame(count);
			})();
			if (%[4]q === "choose") {
				b.querySelector("input[type=file]").files = data.files;
				b.querySelector("input[type=file]").dispatchEvent(new Event("change", {bubbles: true}));
			} else {
				b.querySelector("textarea").dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
			}
		})`, codeBlock, quoted(one), 30_000_000/len(one), how))
		if took[1] > 1000 {
			t.Errorf("%s: the page stands still for %.0f ms", how, took[1])
		}
		t.Logf("%s: %.0f MB are read after %.0f ms; the longest frame meanwhile %.0f ms", how, took[2]/1e6, took[0], took[1])
		p.do(codeBlock + `.querySelector("[data-lbw-reset]").click()`)
		p.until(codeBlock + `.querySelector("[name=kernel]").options.length === 4`)
	}
	before = p.sentence("machine-code")
	p.do(`(function () {
		const b = %s, data = new DataTransfer();
		data.items.add(new File([new Uint8Array(34e6)], "huge.sass"));
		b.querySelector("[data-lbw-file]").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
	})()`, codeBlock)
	p.until(codeBlock + `.querySelector(".lbw-which").textContent === "huge.sass has 32.4 MB; up to 32.0 MB are read here. “go run ./notebooks sass FILE” reads more."`)
	if s := p.sentence("machine-code"); s != before {
		t.Errorf("a file that is too large changes the answer: %q", s)
	}
}
