// whatif.js gives the what-ifs of a page or a notebook their sliders. The answers
// come from package whatif, compiled to WebAssembly; nothing is computed here. With
// the first answer the pictures become live charts, of lanebook.js.
//
// Beside this script lie (or its data-worker, data-wasm and data-packed, and of
// lanebook.js data-charts of <html>, say where)
//
//   whatif-worker.js   wasm_exec.js of the toolchain and worker.js, as a string
//   whatif.wasm        the program, for pages that come from a server
//   whatif-packed.js   the same, packed into a script, for pages from a folder
//   whatif-trace.wasm, whatif-trace-packed.js
//                      the program of blocks with data-lbw-program="trace"; others alike
//   lanebook.js        the loader of charts, which finds ECharts
//
// They are loaded when the reader first touches a what-if, or scrolls to one.
//
//   data-lbw-state     on the block: "waiting", "loading", "ready", or "failed"
//                      (the pictures stay; the reason is shown)
//   data-lbw-open      on the block, while the rest of its answer is still to come; it is
//                      ended when the reader asks for something else
//   lanebookWhatif.scan()   looks for new blocks now
(function () {
  "use strict";
  if (window.lanebookWhatif) { window.lanebookWhatif.scan(); return; }
  const script = document.currentScript;
  const beside = script ? script.src : document.baseURI;
  const where = function (key, name) {
    const named = script && script.dataset[key];
    return named ? new URL(named, document.baseURI).href : new URL(name, beside).href;
  };
  const patience = 2000; // milliseconds that an answer may take which gives no sign of progress
  const silence = 20000; // and one that does, from one sign to the next: the machine may be slow, or busy
  const long = 60000; // and that it may take to read a text
  const moment = 50; // and what an answer may take without a sign
  const still = 300; // that a slider has not moved before the rest of its answer is asked for
  const words = {
    en: { copied: "Copied.", local: "Copied, without your own text.", copy: "Copy this:", slow: "This setting takes more than two seconds: it was cancelled.",
      mute: "This setting has not gone on for 20 seconds: it was cancelled.",
      lost: "The sliders are not available here: ", fell: "The program failed on this setting: ",
      table: "Data table", data: "Data of the figure", pasted: "The pasted text", hidden: ", too long to be shown",
      more: "The address has MORE more such faults.", unlike: "LABEL: the address has “VALUE”; wanted is WISH. Shown is GIVEN.",
      stray: "The address sets NAME to “VALUE”, which this what-if does not have; it has WISH.",
      absent: "The address is about the what-if “NAME”, which is not in this page. Here are WISH.",
      to: "LEAST to MOST", steps: " in steps of STEP", oneOf: "one of ", list: "up to MOST letters of numbers, apart by commas or blanks",
      large: "NAME has SIZE; up to MOST are read here. “go run ./notebooks sass FILE” reads more." },
    ja: { copied: "コピーしました。", local: "コピーしました（自分のテキストは含まれません）。", copy: "コピーしてください：", slow: "この設定は 2 秒を超えるため中止しました。",
      mute: "この設定は 20 秒間進まなかったため中止しました。",
      lost: "ここではスライダーを使えません：", fell: "この設定でプログラムが失敗しました：",
      table: "データ表", data: "図のデータ", pasted: "貼り付けたテキスト", hidden: "（長いため表示しません）",
      more: "アドレスにはこのような誤りがほかに MORE 個あります。", unlike: "LABEL：アドレスの値「VALUE」は使えません（WISH）。GIVEN を表示しています。",
      stray: "アドレスの NAME（値「VALUE」）はこの what-if にありません。設定できるのは WISH です。",
      absent: "アドレスの what-if「NAME」はこのページにありません。あるのは WISH です。",
      to: "LEAST〜MOST", steps: "、STEP 刻み", oneOf: "次のいずれか：", list: "カンマか空白で区切った数、MOST 文字まで",
      large: "NAME は SIZE あります。ここで読めるのは MOST までです。「go run ./notebooks sass FILE」ならもっと読めます。" },
  };

  const given = new Map(); // name -> {promise, resolve}, of what scripts bring

  // part loads a script, which hands its content to lanebookWhatif.give.
  function part(key, named, name) {
    if (!given.has(key)) {
      const g = {};
      g.promise = new Promise(function (resolve, reject) {
        g.resolve = resolve;
        const s = document.createElement("script");
        s.src = where(named, name);
        s.onerror = function () { given.delete(key); reject(new Error("cannot load " + name)); };
        document.head.appendChild(s);
      });
      given.set(key, g);
    }
    return given.get(key).promise;
  }

  // charts promises lanebook.js, which the page may be loading.
  let loading = null;
  function charts() {
    if (window.lanebook && window.lanebook.scan) return Promise.resolve();
    if (!loading) {
      const named = document.documentElement.dataset.charts;
      const url = named ? new URL(named, document.baseURI).href : new URL("lanebook.js", beside).href;
      loading = new Promise(function (resolve, reject) {
        let s = Array.from(document.scripts).find(function (s) { return s.src === url; });
        if (!s) {
          s = document.createElement("script");
          s.src = url;
          document.head.appendChild(s);
        }
        s.addEventListener("load", resolve);
        s.addEventListener("error", function () { loading = null; reject(new Error("cannot load lanebook.js")); });
      });
    }
    return loading;
  }

  // A Program answers some of the what-ifs: one worker for all their blocks, and what it is
  // asked next. Its name is "", or ends the names of its files: whatif-trace.wasm.
  const programs = new Map(); // name -> Program
  function programOf(name) {
    if (!programs.has(name)) programs.set(name, new Program(name));
    return programs.get(name);
  }

  function Program(name) {
    const self = this, end = name ? "-" + name : "", key = name ? name[0].toUpperCase() + name.slice(1) : "";
    let worker = null, starting = null, busy = null, serial = 0;
    let resting = null; // the rest of an answer that is under way
    let knows = new Set(); // the names of texts that the worker has
    const mine = function () { return Array.from(blocks.values()).filter(function (b) { return b.program === self; }); };

    function start() {
      if (!starting) {
        starting = boot();
        starting.catch(function () { starting = null; });
      }
      return starting;
    }

    async function boot() {
      const local = !/^https?:$/.test(beside.split(":")[0] + ":"); // where fetch fails: in a folder, or all in one file
      const got = await Promise.all([part("worker", "worker", "whatif-worker.js"), local ? part("packed" + end, "packed" + key, "whatif" + end + "-packed.js") : null]);
      const url = URL.createObjectURL(new Blob([got[0]], { type: "text/javascript" }));
      const w = new Worker(url);
      URL.revokeObjectURL(url);
      await new Promise(function (resolve, reject) {
        w.onmessage = function (e) { if (e.data.ready) resolve(); else reject(new Error(e.data.failed)); };
        w.onerror = function (e) { reject(new Error(e.message || "the worker does not start")); };
        w.postMessage({ start: local ? { packed: got[1] } : { url: where("wasm" + key, "whatif" + end + ".wasm") } });
      });
      w.onmessage = function (e) { if (e.data.data) deliver(e.data); else take(e.data); };
      w.onerror = function (e) { take({ id: (busy || resting || {}).id, failed: e.message || "the worker stopped" }); };
      worker = w;
    }

    function stop() {
      if (worker) worker.terminate();
      worker = starting = null;
      knows = new Set();
      if (resting) {
        const again = resting;
        cut();
        again.block.await(again.settings);
      }
      for (const key of orders.keys()) deliver({ data: key });
    }

    // dataOf promises the data of figure i of the answer that a block shows.
    const orders = new Map(); // number -> the function that takes the data, or nothing
    async function dataOf(block, i) {
      await start();
      const key = ++serial;
      return new Promise(function (resolve) {
        orders.set(key, resolve);
        teach(block, block.shown);
        worker.postMessage({ data: key, name: block.name, settings: block.shown, figure: i });
      });
    }

    function deliver(answer) {
      const take = orders.get(answer.data);
      orders.delete(answer.data);
      if (take) take(answer.of);
    }

    // next asks for the newest state of a block that wants an answer.
    function next() {
      if (busy || !worker) return;
      for (const block of mine()) {
        if (!block.wanted) continue;
        rehearsals = [];
        send(block, block.wanted);
        busy.sign = setTimeout(function () { block.progress(true); }, moment);
        block.wanted = null;
        return;
      }
    }

    function send(block, settings) {
      const more = teach(block, settings);
      const alive = block.root.hasAttribute("data-lbw-long");
      busy = { id: ++serial, block: block, timer: setTimeout(late, more ? long : alive ? silence : patience, alive ? "mute" : "slow") };
      worker.postMessage({ id: busy.id, name: block.name, lang: block.lang, settings: settings });
    }

    // teach gives the worker the texts among the settings that it does not have, and says
    // whether there were any.
    function teach(block, settings) {
      let more = false;
      for (const [value, bytes] of block.texts) {
        if (knows.has(value) || !settings.some(function (s) { return s.endsWith("=" + value); })) continue;
        knows.add(value);
        worker.postMessage({ keep: value, bytes: bytes });
        more = true;
      }
      return more;
    }

    // rest asks for the rest of an answer, which takes seconds, beside whatever else is asked.
    function rest() {
      if (resting || busy || !worker) return;
      for (const block of mine()) {
        if (!block.open) continue;
        const early = block.since + still - performance.now();
        if (early > 0) { setTimeout(rest, early); continue; }
        resting = { id: ++serial, block: block, settings: block.open };
        teach(block, block.open);
        block.progress(true);
        wait();
        worker.postMessage({ id: resting.id, rest: true, name: block.name, lang: block.lang, settings: resting.settings });
        return;
      }
    }

    function wait() {
      clearTimeout(resting.timer);
      resting.timer = setTimeout(function () {
        const block = resting.block;
        cut();
        stop();
        block.fail(block.words.mute);
        resume();
      }, silence);
    }

    // cut ends it.
    function cut() {
      clearTimeout(resting.timer);
      resting.block.progress(false);
      resting.block.await(null);
      resting = null;
      if (worker) worker.postMessage({ end: true });
    }

    function takeRest(answer) {
      wait();
      if (answer.all) { resting.block.progressTo(answer.done, answer.all); return; }
      const block = resting.block;
      cut();
      if (answer.reply === undefined) { stop(); block.fail(block.words.fell + answer.failed); } else block.paint(JSON.parse(answer.reply));
      resume();
    }

    // rehearse answers unseen, until the reader asks, what a block shows and what
    // its sliders would at every fourth of their way: browsers run a program faster
    // when it has run before.
    let rehearsals = []; // settings of a block that are still to be answered so
    function rehearse(block) {
      if (block.root.hasAttribute("data-lbw-long")) return;
      const shown = block.settings(), sliders = block.controls().filter(function (c) { return c.type === "range"; });
      rehearsals = [{ block: block, settings: shown }];
      for (const part of [1, 0.5, 0.25, 0.75]) {
        for (const c of sliders) {
          const value = Number(c.min) + Math.round((c.max - c.min) * part / c.step) * c.step;
          rehearsals.push({ block: block, settings: shown.concat(c.name + "=" + value) });
        }
      }
      rehearseNext();
    }

    function rehearseNext() {
      if (busy || !worker || !rehearsals.length) return;
      const r = rehearsals.shift();
      send(r.block, r.settings);
      busy.unseen = true;
    }

    function late(word) {
      const unseen = busy.unseen, block = idle();
      stop();
      if (!unseen) block.fail(block.words[word]);
      resume();
    }

    // idle ends the question and returns its block.
    function idle() {
      const block = busy.block;
      clearTimeout(busy.timer);
      clearTimeout(busy.sign);
      block.progress(false);
      busy = null;
      return block;
    }

    function take(answer) {
      if (resting && answer.id === resting.id) { takeRest(answer); return; }
      if (!busy || answer.id !== busy.id) return;
      if (answer.all) {
        clearTimeout(busy.timer);
        busy.timer = setTimeout(late, silence, "mute");
        busy.block.progressTo(answer.done, answer.all);
        return;
      }
      const unseen = busy.unseen, block = idle();
      if (unseen) {
        if (answer.reply === undefined) stop();
      } else if (answer.reply === undefined) {
        stop();
        block.fail(block.words.fell + answer.failed);
      } else if (!block.wanted) {
        const reply = JSON.parse(answer.reply);
        block.show(reply);
        if (reply.open) block.await(block.settings());
      } else {
        block.paint(JSON.parse(answer.reply));
      }
      resume();
    }

    // resume goes on with the questions that are open, with a new worker if need be.
    function resume() {
      if (worker) { next(); rehearseNext(); rest(); return; }
      for (const block of blocks.values()) if (block.wanted || block.open) { run(block); return; }
    }

    async function run(block) {
      if (!worker) block.state("loading");
      try {
        await start();
        for (const b of mine()) if (b.root.dataset.lbwState === "loading") b.state("ready");
        block.state("ready");
        next();
        rest();
      } catch (err) {
        block.state("failed");
        block.wanted = null;
        block.fail(block.words.lost + (err && err.message || err));
      }
    }

    // change ends a long answer to a block that wants another by now. One is asked for when a
    // slider has stopped, as the program has to start anew.
    let changing = 0;
    function change(block) {
      clearTimeout(changing);
      changing = setTimeout(function () {
        if (!busy || busy.block !== block || !block.wanted) return;
        idle();
        stop();
        resume();
      }, still);
    }

    // ask asks for the newest state of a block, leave ends the rest of its last answer.
    this.ask = function (block) {
      if (busy && busy.block === block && block.root.hasAttribute("data-lbw-long")) change(block);
      if (worker) next(); else run(block);
    };
    this.leave = function (block) { if (resting && resting.block === block) cut(); };
    this.start = start;
    this.rehearse = rehearse;
    this.dataOf = dataOf;
  }

  // A block is one what-if in the page.
  const blocks = new Map(); // element -> Block
  let count = 0;

  function Block(root) {
    this.root = root;
    this.name = root.dataset.lbw;
    this.program = programOf(root.dataset.lbwProgram || "");
    this.lang = root.lang === "ja" ? "ja" : "en";
    this.words = words[this.lang];
    const packed = root.querySelector("[data-lbw-controls]"); // where a front end that runs no scripts should show none
    if (packed) {
      packed.insertAdjacentHTML("beforebegin", packed.textContent);
      packed.remove();
      root.querySelector(".lbw-still").remove();
    }
    this.form = root.querySelector(".lbw-controls");
    this.linked = root.hasAttribute("data-lbw-linked");
    this.number = ++count;
    this.wanted = null; // settings that wait for the program
    this.open = null; // those whose answer's rest is to come
    this.texts = new Map(); // of a file: its value -> its bytes
    this.rests = new Map(); // name of a chart -> the timer that gives it its words
    this.first = this.values();
    this.shown = this.settings(); // of the answer in the page
  }

  Block.prototype.controls = function () { return Array.from(this.form.elements).filter(function (c) { return c.name; }); };
  Block.prototype.values = function () { return this.controls().map(function (c) { return [c.name, c.value]; }); };
  Block.prototype.state = function (s) { this.root.dataset.lbwState = s; };

  Block.prototype.wake = function () {
    const block = this, form = this.form;
    form.hidden = false;
    this.dress();
    this.state("waiting");
    form.addEventListener("submit", function (e) { e.preventDefault(); });
    for (const box of form.querySelectorAll("[data-lbw-file]")) this.file(box);
    form.addEventListener("input", function (e) {
      if (!e.target.name) return; // of a file
      block.follow(e.target);
      block.tell(e.target);
      block.dress();
      block.ask(block.values());
    });
    let touched = false;
    const touch = function () {
      if (touched) return;
      touched = true;
      block.program.start().then(function () { block.program.rehearse(block); }, function () { touched = false; /* asking says why */ });
      charts().catch(function () { /* the first answer says so */ });
    };
    for (const move of ["pointerenter", "pointerdown", "focusin"]) this.root.addEventListener(move, touch, { passive: true });
    form.querySelector("[data-lbw-reset]").addEventListener("click", function () { block.set(block.first); block.ask(block.first); });
    form.querySelector("[data-lbw-code]").addEventListener("click", function () { block.copy(block.root.querySelector(".lbw-call code").textContent); });
    if (!this.linked) return;
    form.querySelector("[data-lbw-link]").addEventListener("click", function () { block.copy(block.address(block.values())); });
    this.from = this.fromAddress();
    if (this.from.length) this.ask(block.first.concat(this.from));
  };

  // follow keeps in sight, in a page, the slider or choice that was moved last, while it moves
  // pictures further down.
  Block.prototype.follow = function (control) {
    const block = this, label = control.matches("input[type=range], select") ? control.closest("label") : null;
    if (!this.linked || !label) return;
    const first = !this.last;
    if (!first) this.last.classList.remove("lbw-last");
    this.last = label;
    label.classList.add("lbw-last");
    if (!first) return;
    let due = false;
    window.addEventListener("scroll", function () {
      if (due) return;
      due = true;
      requestAnimationFrame(function () {
        due = false;
        const away = block.form.getBoundingClientRect().bottom < 80 && block.root.getBoundingClientRect().bottom > 240 && !document.documentElement.classList.contains("slides");
        if (away === block.root.classList.contains("lbw-away")) return;
        block.form.style.minHeight = away ? block.form.offsetHeight + "px" : ""; // nothing moves
        block.root.classList.toggle("lbw-away", away);
      });
    }, { passive: true });
  };

  // tell says a number with its unit, to the eye and to a screen reader.
  Block.prototype.tell = function (control) {
    if (control.type !== "range") return;
    const said = this.said(control);
    control.setAttribute("aria-valuetext", said);
    control.closest("label").querySelector("output").textContent = said;
  };

  // dress shows the controls that matter with the others as they are.
  Block.prototype.dress = function () {
    for (const label of this.form.querySelectorAll("[data-when]")) {
      const when = label.dataset.when.split("=");
      label.hidden = !when[1].split("|").includes(this.form.elements.namedItem(when[0]).value);
    }
  };

  Block.prototype.set = function (values) {
    for (const v of values) {
      const control = this.form.elements.namedItem(v[0]);
      if (!control || control.value === v[1]) continue;
      control.value = v[1];
      if (control.type === "hidden") this.fresh(control.closest("[data-lbw-file]"));
      this.tell(control);
    }
    this.dress();
  };

  // A file is a text that the reader pastes, chooses or drops. Its bytes are kept here, and
  // by the worker, under a name, which is the value of its control; a long one is not shown.
  const longest = 32 * 1024 * 1024, shownText = 400000; // bytes that are read, letters that are shown
  let texts = 0;
  Block.prototype.file = function (box) {
    const block = this, area = box.querySelector("textarea"), pick = box.querySelector("input[type=file]"), which = box.querySelector(".lbw-which");
    const size = function (bytes) { return (bytes / 1024 / 1024).toFixed(1) + " MB"; };
    which.dataset.first = which.textContent;
    const take = function (text, bytes, name) {
      const value = text !== null && (text === area.defaultValue || !text.trim()) ? "" : "own-" + ++texts;
      block.texts.clear();
      if (value) block.texts.set(value, bytes || new TextEncoder().encode(text));
      which.textContent = value ? name : which.dataset.first;
      box.querySelector("input[type=hidden]").value = value;
      for (const c of block.form.querySelectorAll("[data-lbw-offered]")) c.replaceChildren(); // they come with the answer
      block.ask(block.values());
    };
    const open = async function (file) {
      if (file.size > longest) {
        which.textContent = block.words.large.replace("NAME", file.name).replace("SIZE", size(file.size)).replace("MOST", size(longest));
        return;
      }
      const bytes = new Uint8Array(await file.arrayBuffer()), shown = file.size <= shownText;
      area.value = shown ? new TextDecoder().decode(bytes) : "";
      take(null, bytes, file.name + ", " + size(file.size) + (shown ? "" : block.words.hidden));
    };
    let due = 0;
    area.addEventListener("input", function () {
      clearTimeout(due);
      due = setTimeout(function () { take(area.value, null, ""); }, 250);
    });
    area.addEventListener("paste", function (e) { // browsers take long to show a long text
      const text = e.clipboardData && e.clipboardData.getData("text/plain");
      if (!text || text.length <= shownText) return;
      e.preventDefault();
      open(new File([text], block.words.pasted));
    });
    pick.addEventListener("change", function () { if (pick.files.length) open(pick.files[0]); });
    for (const drag of ["dragover", "dragleave", "drop"]) {
      box.addEventListener(drag, function (e) {
        if (!e.dataTransfer || !e.dataTransfer.types.includes("Files")) return;
        e.preventDefault();
        box.classList.toggle("lbw-over", drag === "dragover");
        if (drag === "drop" && e.dataTransfer.files.length) open(e.dataTransfer.files[0]);
      });
    }
  };

  // fresh shows the sample again, unless a text is chosen.
  Block.prototype.fresh = function (box) {
    if (box.querySelector("input[type=hidden]").value) return;
    const area = box.querySelector("textarea"), which = box.querySelector(".lbw-which");
    area.value = area.defaultValue;
    box.querySelector("input[type=file]").value = "";
    which.textContent = which.dataset.first;
  };

  // offer puts into a choice what an answer says there is.
  Block.prototype.offer = function (offered) {
    for (const name in offered) {
      const control = this.form.elements.namedItem(name), list = JSON.stringify(offered[name]);
      if (control.dataset.list === list && control.options.length) continue;
      const value = control.value;
      control.dataset.list = list;
      control.replaceChildren.apply(control, offered[name].map(function (c) { return new Option(c[1], c[0], false, c[0] === value); }));
    }
  };

  Block.prototype.settings = function () { return this.values().map(function (v) { return v[0] + "=" + v[1]; }); };

  Block.prototype.await = function (settings) {
    this.open = settings;
    this.since = performance.now();
    this.root.toggleAttribute("data-lbw-open", !!settings);
  };

  Block.prototype.ask = function (values) {
    this.program.leave(this);
    this.await(null);
    this.wanted = values.map(function (v) { return v[0] + "=" + v[1]; });
    this.program.ask(this);
  };

  // paint shows an answer while the reader goes on moving, show the last one.
  Block.prototype.paint = function (reply) {
    const sentence = this.root.querySelector(".lbw-sentence");
    this.root.classList.toggle("lbw-none", reply.failed);
    this.root.querySelector(".lbw-call code").textContent = reply.call;
    if (!reply.failed) {
      this.print();
      this.shown = Object.entries(reply.values).map(function (v) { return v[0] + "=" + v[1]; });
      this.old(false);
      this.pictures(reply.pictures, reply.options);
    }
    if (sentence.textContent !== reply.sentence) sentence.textContent = reply.sentence;
  };

  // show is paint of a first answer: its notes stand while its rest comes, which is of settings put right.
  Block.prototype.show = function (reply) {
    this.offer(reply.offered);
    this.set(Object.entries(reply.values));
    const faults = this.faults(reply.values);
    this.note(faults.length < reply.notes.length ? faults.concat(reply.notes) : faults);
    this.paint(reply);
    this.keep();
  };

  // print says on paper, which has no sliders, of which settings the answer is.
  Block.prototype.print = function () {
    const block = this, still = this.root.querySelector(".lbw-still span");
    const set = this.controls().filter(function (c) { return c.type !== "hidden" && !c.closest("label").hidden; });
    if (still) still.textContent = set.map(function (c) { return block.label(c) + ": " + block.said(c); }).join("; ") + ".";
  };

  Block.prototype.note = function (list) {
    const notes = this.root.querySelector(".lbw-notes");
    notes.textContent = list.join(" ");
    notes.hidden = !list.length;
  };

  // faults are what the answer has taken otherwise than the address says, in words: what is
  // there, and what is wanted. Whether a value will do is for the program to say.
  Block.prototype.faults = function (taken) {
    const block = this, all = [], most = 3;
    const from = new Map(this.from && this.from.length <= 32 ? this.from : []); // of more, none is read
    if (this.absent) all.push(this.absent);
    this.from = this.absent = null;
    for (const [name, value] of from) {
      const control = block.form.elements.namedItem(name), known = Object.hasOwn(taken, name), parts = { NAME: cut(name), VALUE: cut(value) };
      if (!known) {
        parts.WISH = block.controls().map(function (c) { return c.name; }).join(", ");
        all.push(say(block.words.stray, parts));
      } else if (control.type !== "hidden" && taken[name] !== value.trim() && !(value && Number(taken[name]) === Number(value))) {
        Object.assign(parts, { LABEL: block.label(control), GIVEN: block.said(control), WISH: block.wish(control) });
        all.push(say(block.words.unlike, parts));
      }
    }
    return all.length > most ? all.slice(0, most).concat(say(block.words.more, { MORE: all.length - most })) : all;
  };
  function say(text, parts) { return text.replace(/[A-Z]{4,}/g, function (part) { return part in parts ? parts[part] : part; }); }
  function cut(text) { return text.length > 40 ? text.slice(0, 40) + "…" : text; }

  Block.prototype.label = function (control) { return control.closest("label").querySelector("span").textContent; };
  // said is what a control is set to, wish what it may be, in words.
  Block.prototype.said = function (control) {
    const unit = control.dataset.unit && control.value === "1" ? control.dataset.unit.replace(/s$/, "") : control.dataset.unit;
    return control.options ? control.selectedOptions.length ? control.selectedOptions[0].textContent : "" : cut(control.value) + (unit ? " " + unit : "");
  };
  Block.prototype.wish = function (control) {
    const w = this.words;
    if (control.options) return w.oneOf + Array.from(control.options, function (o) { return o.value; }).join(", ");
    if (control.dataset.wish) return control.dataset.wish;
    if (control.type !== "range") return say(w.list, { MOST: control.maxLength });
    return say(w.to + (control.step === "1" ? "" : w.steps), { LEAST: control.min, MOST: control.max, STEP: control.step });
  };

  // progress shows that an answer is under way, progressTo how far it is.
  // The answer that stands there meanwhile may be of other settings.
  Block.prototype.progress = function (on) {
    const bar = this.root.querySelector(".lbw-progress");
    bar.classList.toggle("lbw-on", on);
    this.old(on && this.settings().sort().join() !== this.shown.slice().sort().join());
    if (!on) bar.removeAttribute("value");
  };
  Block.prototype.old = function (old) {
    this.root.classList.toggle("lbw-old", old);
    this.root.setAttribute("aria-busy", String(old));
  };
  Block.prototype.progressTo = function (done, all) {
    const bar = this.root.querySelector(".lbw-progress");
    bar.max = all;
    bar.value = done;
  };

  Block.prototype.fail = function (why) {
    this.root.classList.add("lbw-none");
    this.root.querySelector(".lbw-sentence").textContent = why;
  };

  // The address holds what differs from the start: ?lds-layout.rows=64
  Block.prototype.fromAddress = function () {
    const prefix = this.name + ".";
    return Array.from(new URLSearchParams(location.search)).filter(function (p) { return p[0].startsWith(prefix); })
      .map(function (p) { return [p[0].slice(prefix.length), p[1]]; });
  };

  Block.prototype.address = function (values) {
    const url = new URL(location.href), prefix = this.name + ".";
    for (const key of Array.from(url.searchParams.keys())) if (key.startsWith(prefix)) url.searchParams.delete(key);
    const first = new Map(this.first), form = this.form;
    const own = Array.from(form.querySelectorAll("[data-lbw-local]")).some(function (c) { return c.value; });
    const stays = function (name) { // what a link to the reader's own text cannot hold
      const c = form.elements.namedItem(name);
      return !c.hasAttribute("data-lbw-local") && !(own && c.hasAttribute("data-lbw-offered"));
    };
    for (const v of values) if (stays(v[0]) && first.get(v[0]) !== v[1]) url.searchParams.set(prefix + v[0], v[1]);
    url.hash = this.root.id;
    return url.href;
  };

  Block.prototype.keep = function () {
    if (!this.linked) return;
    const block = this;
    clearTimeout(this.keeping); // browsers limit how often an address may change
    this.keeping = setTimeout(function () {
      const url = new URL(block.address(block.values()));
      url.hash = location.hash;
      try { history.replaceState(history.state, "", url.href); } catch (e) { /* "Copy link" still has it */ }
    }, 200);
  };

  Block.prototype.copy = async function (text) {
    const said = this.root.querySelector(".lbw-said"), call = this.root.querySelector(".lbw-call");
    try {
      await navigator.clipboard.writeText(text);
      const own = Array.from(this.root.querySelectorAll("[data-lbw-local]")).some(function (c) { return c.value; });
      said.textContent = (own ? this.words.local : this.words.copied) + " " + text;
    } catch (e) {
      said.textContent = this.words.copy + " " + text;
      const range = document.createRange();
      range.selectNodeContents(said);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
    }
    call.hidden = true;
  };

  // pictures puts the answer's charts and tables in the place of the old ones.
  Block.prototype.pictures = function (list, options) {
    const block = this, box = this.root.querySelector(".lbw-pictures"), across = box.clientWidth;
    while (box.children.length > list.length) box.lastElementChild.remove();
    list.forEach(function (p, i) {
      p.option = options[i];
      let figure = box.children[i] || box.appendChild(empty());
      if (figure.querySelector(p.option ? ".lbw-body > table" : "[data-lb-plot]")) { // was of the other kind
        const fresh = empty();
        figure.replaceWith(fresh);
        figure = fresh;
      }
      const caption = figure.querySelector("figcaption");
      figure.querySelector(".lbw-head").textContent = p.title;
      if (p.option) block.chart(figure, p, across); else tabulate(figure.querySelector(".lbw-body"), p);
      caption.replaceChildren();
      for (const [text, name] of [[p.caption, ""], [p.note, "note"]]) {
        if (!text) continue;
        const e = document.createElement("p");
        if (name) e.className = name;
        e.textContent = text;
        caption.appendChild(e);
      }
      block.tools(figure, p, i);
    });
  };

  function empty() {
    const figure = document.createElement("figure");
    figure.className = "lbw-picture";
    figure.innerHTML = '<p class="lbw-head"></p><div class="lbw-body"></div><figcaption></figcaption>';
    return figure;
  }

  // light is an option without what takes most of the time in a chart of many cells:
  // their words, how they look under the pointer, and the layouts for narrower pages.
  // While a slider moves nobody looks at those; they come when it rests. Of a small
  // chart there is none.
  function light(option) {
    const cells = option.series.reduce(function (n, s) { return n + (s.type === "heatmap" ? s.data.length : 0); }, 0);
    if (cells < 200) return null;
    const series = option.series.map(function (s) { return { ...s, label: { show: false }, emphasis: { disabled: true } }; });
    return { ...option, media: null, series: series };
  }

  // chart hands a chart to lanebook.js. It moves at once: the reader moves it.
  Block.prototype.chart = function (figure, p, across) {
    const block = this, name = "whatif-" + this.number + "-" + p.name;
    let plot = figure.querySelector("[data-lb-plot]");
    if (!plot) {
      plot = document.createElement("div");
      plot.setAttribute("data-lb-plot", "");
      figure.querySelector(".lbw-body").replaceChildren(plot);
    }
    plot.dataset.lbRenderer = "canvas"; // a thousand elements a step are too many for the page
    plot.dataset.lbSize = p.size;
    plot.style.setProperty("--lb-min", p.least + "px");
    p.option.animation = false;
    let quick = null;
    if (across >= parseInt(p.size)) { // words fit; to look where they overlap takes a third of the time
      for (const s of p.option.series) delete s.labelLayout;
      quick = light(p.option);
    }
    charts().then(function () {
      clearTimeout(block.rests.get(name)); // only now: those before may have waited for ECharts, too
      window.lanebook.option(name, quick || p.option);
      if (quick) block.rests.set(name, setTimeout(function () { window.lanebook.option(name, p.option); }, 150));
      if (figure.dataset.lbFigure === name) return;
      figure.dataset.lbFigure = name;
      window.lanebook.scan();
    }, function (err) { block.fail(block.words.lost + err.message); });
  };

  // tools are a figure's buttons: its data as a table and as files, and its picture,
  // each of what is shown now.
  Block.prototype.tools = function (figure, p, i) {
    const block = this;
    if (figure.lbwRefresh) { figure.lbwRefresh(); return; }
    const box = document.createElement("div");
    box.className = "lbw-get";
    const button = function (text, click) {
      const b = box.appendChild(document.createElement("button"));
      b.type = "button";
      b.textContent = text;
      b.addEventListener("click", click);
      return b;
    };
    const csv = async function () {
      const data = await block.program.dataOf(block, i);
      if (data) save(new Blob([data.csv], { type: "text/csv" }), block.fileName(p.name) + ".csv");
    };
    const svg = async function () {
      return new Blob([await window.lanebook.svg(figure, figure.querySelector(".lbw-head").textContent)], { type: "image/svg+xml" });
    };
    figure.lbwRefresh = function () { /* a table is its own data */ };
    if (p.option) {
      let data = null;
      figure.lbwRefresh = async function () {
        if (!data || data.hidden) return;
        const got = await block.program.dataOf(block, i);
        if (got) data.replaceChildren(table(got.rows, data.getAttribute("aria-label")));
      };
      const opens = button(block.words.table, function () {
        if (!data) {
          data = figure.appendChild(document.createElement("div"));
          data.className = "lbw-data";
          data.tabIndex = 0;
          data.setAttribute("role", "region");
          data.setAttribute("aria-label", block.words.data + ": " + p.title);
          data.hidden = true;
        }
        data.hidden = !data.hidden;
        opens.setAttribute("aria-expanded", String(!data.hidden));
        figure.lbwRefresh();
      });
      opens.setAttribute("aria-expanded", "false");
    }
    button("CSV", csv);
    if (p.option) {
      button("SVG", async function () { save(await svg(), block.fileName(p.name) + ".svg"); });
      button("PNG", async function () { save(await raster(await svg()), block.fileName(p.name) + ".png"); });
    }
    figure.appendChild(box);
  };

  // fileName is a picture's with what is set otherwise than at the start: lds-layout-pad-1.
  Block.prototype.fileName = function (name) {
    const first = new Map(this.first);
    const set = this.values().filter(function (v) { return first.get(v[0]) !== v[1] && /^[\w.,-]{1,20}$/.test(v[1]); });
    return [name].concat(set.map(function (v) { return v[0] + "-" + v[1]; })).join("-").slice(0, 120);
  };

  function save(blob, name) {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(blob);
    a.download = name;
    a.click();
    setTimeout(function () { URL.revokeObjectURL(a.href); }, 1000);
  }

  // raster draws an SVG with twice as many dots a side.
  async function raster(svg) {
    const image = new Image(), canvas = document.createElement("canvas"), url = URL.createObjectURL(svg);
    image.src = url;
    await image.decode();
    canvas.width = 2 * image.naturalWidth;
    canvas.height = 2 * image.naturalHeight;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(url);
    return new Promise(function (resolve) { canvas.toBlob(resolve, "image/png"); });
  }

  // tabulate shows a table in a box that scrolls.
  function tabulate(box, p) {
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", p.title);
    box.replaceChildren(table(p, p.title));
  }

  // table is a table of columns and rows, or of data whose first row is the heads.
  function table(p, title) {
    if (Array.isArray(p)) {
      const rows = p.slice(1);
      p = { rows: rows, columns: p[0].map(function (head, i) {
        return { head: head, numeric: rows.every(function (row) { return row[i] === "" || isFinite(row[i]); }) };
      }) };
    }
    const t = document.createElement("table"), caption = t.createCaption(), head = t.createTHead().insertRow(), body = t.createTBody();
    caption.className = "lbw-unseen";
    caption.textContent = title;
    for (const c of p.columns) {
      const th = document.createElement("th");
      th.scope = "col";
      if (c.numeric) th.className = "num";
      th.textContent = c.head;
      for (const part of c.parts || []) legend(th, part);
      head.appendChild(th);
    }
    const longest = p.columns.map(function (c, i) {
      return c.parts && c.parts.length ? Math.max.apply(null, p.rows.map(function (row) { return total(row[i]); })) : 0;
    });
    for (const row of p.rows) {
      const tr = body.insertRow();
      row.forEach(function (text, i) {
        if (longest[i]) {
          bar(tr.insertCell(), text, p.columns[i].parts, longest[i]);
          return;
        }
        const cell = tr.appendChild(document.createElement(i || !text ? "td" : "th"));
        if (cell.tagName === "TH") cell.scope = "row";
        if (p.columns[i].numeric) cell.className = "num";
        if (p.columns[i].code) cell.className = "sass";
        cell.textContent = text;
      });
    }
    return t;
  }

  // Bars in a table, as package live writes them: parts are [tone, words], a cell has a
  // number for each.
  function numbers(text) { return text.split(" ").filter(Boolean).map(Number); }
  function total(text) { return numbers(text).reduce(function (sum, n) { return sum + n; }, 0); }
  function swatch(tone) {
    const i = document.createElement("i");
    i.style.background = "var(--lb-" + tone + ")";
    return i;
  }
  function legend(th, part) {
    const span = document.createElement("span"), i = swatch(part[0]);
    span.style.cssText = "font-weight:400";
    i.style.cssText += "display:inline-block;width:.8em;height:.8em";
    span.append(i, "\u00a0" + part[1]);
    th.append(" ", span);
  }
  function bar(cell, text, parts, longest) {
    const span = document.createElement("span"), said = [];
    numbers(text).forEach(function (n, i) {
      if (!n) return;
      const part = swatch(parts[i][0]);
      part.style.width = 100 * n / longest + "%";
      span.append(part);
      said.push(parts[i][1] + " " + n);
    });
    if (!said.length) return;
    span.setAttribute("role", "img");
    span.setAttribute("aria-label", said.join(", "));
    span.title = said.join(", ");
    span.style.cssText = "display:flex;width:9em;height:.9em";
    cell.append(span);
  }

  // Blocks that come into view after the reader has begun to scroll are made ready.
  const sights = new IntersectionObserver(function (entries) {
    for (const e of entries) {
      const block = blocks.get(e.target);
      if (!e.isIntersecting) continue;
      sights.unobserve(e.target);
      if (block) block.program.start().catch(function () { /* asking says so */ });
    }
  }, { rootMargin: "100px" });
  window.addEventListener("scroll", function () {
    for (const block of blocks.values()) sights.observe(block.root);
  }, { once: true, passive: true, capture: true });

  function scan() {
    for (const root of blocks.keys()) if (!root.isConnected) blocks.delete(root);
    for (const root of document.querySelectorAll("[data-lbw]")) {
      if (blocks.has(root) || !root.querySelector(".lbw-controls, [data-lbw-controls]")) continue;
      const block = new Block(root);
      blocks.set(root, block);
      block.wake();
    }
  }

  window.lanebookWhatif = {
    scan: scan,
    give: function (key, content) { if (given.has(key)) given.get(key).resolve(content); },
  };

  // absent says of an address that is about a what-if which the page does not have, above the
  // first of those that it has.
  function absent() {
    const here = Array.from(blocks.values()).filter(function (b) { return b.linked; }), names = here.map(function (b) { return b.name; });
    const asked = Array.from(new URLSearchParams(location.search).keys()).map(function (key) { return /^([a-z]+(?:-[a-z]+)*)\.[a-z]+$/.exec(key); });
    asked.push(/^#whatif-([a-z-]+)$/.exec(location.hash));
    const lost = asked.find(function (m) { return m && !names.includes(m[1]); });
    if (!lost || !here.length) return;
    here[0].absent = say(here[0].words.absent, { NAME: cut(lost[1]), WISH: names.join(", ") });
    here[0].note([here[0].absent]);
    here[0].root.scrollIntoView({ behavior: "instant" });
  }

  function begin() {
    scan();
    absent();
    if (script && script.hasAttribute("data-lbw-loader")) { // a notebook: outputs come and go
      let due = false;
      new MutationObserver(function () {
        if (due) return;
        due = true;
        setTimeout(function () { due = false; scan(); }, 50);
      }).observe(document.body, { childList: true, subtree: true });
    }
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin); else begin();
})();
