// worker.js runs the program of the what-ifs beside the page, so that a long
// answer never holds up the page. wasm_exec.js stands before it.
(function () {
  "use strict";

  // unpack streams the program, so that it is compiled while it is unpacked.
  async function unpack(base64) {
    const letters = atob(base64), packed = new Uint8Array(letters.length);
    for (let i = 0; i < packed.length; i++) packed[i] = letters.charCodeAt(i);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream, { headers: { "Content-Type": "application/wasm" } });
  }

  async function instance(from, imports) {
    if (from.packed) return WebAssembly.instantiateStreaming(await unpack(from.packed), imports);
    const response = await fetch(from.url);
    if (!response.ok) throw new Error(from.url + ": " + response.status);
    if ((response.headers.get("Content-Type") || "").startsWith("application/wasm")) return WebAssembly.instantiateStreaming(response, imports);
    return WebAssembly.instantiate(await response.arrayBuffer(), imports);
  }

  let end = null; // ends the rest of an answer that is under way
  self.onmessage = async function (event) {
    const ask = event.data;
    try {
      if (ask.start) {
        const go = new Go();
        go.run((await instance(ask.start, go.importObject)).instance);
        self.postMessage({ ready: true });
        return;
      }
      if (ask.keep) {
        self.lanebookKeep(ask.keep, ask.bytes);
        return;
      }
      if (ask.data) {
        self.postMessage({ data: ask.data, of: self.lanebookData(ask.name, ask.settings, ask.figure) });
        return;
      }
      if (end && (ask.end || ask.rest)) { end(); end = null; }
      if (ask.end) return;
      const tell = function (done, all) { self.postMessage({ id: ask.id, done: done, all: all }); };
      if (ask.rest) {
        end = self.lanebookRest(ask.name, ask.lang, ask.settings, tell, function (reply) {
          end = null;
          self.postMessage({ id: ask.id, reply: reply });
          setTimeout(self.lanebookTidy);
        });
        return;
      }
      self.postMessage({ id: ask.id, reply: self.lanebookAnswer(ask.name, ask.lang, ask.settings, tell) });
      self.lanebookTidy();
    } catch (err) {
      self.postMessage({ id: ask.id, data: ask.data, failed: err && err.message || String(err) });
    }
  };
})();
