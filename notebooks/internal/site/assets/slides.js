// slides.js shows a page as a lecture, a slide at a time, at #slide-1 and so on; what does
// not fit goes on at #slide-1b, so that a number is the same on every screen. It moves
// and copies nothing: it hides what is not on the slide and enlarges the rest, so that
// charts and what-ifs are the page's own. page.js loads it when it is asked for.
//
// A slide is a heading with what is short below it, a figure, a question with its answer
// as a step, a what-if, a formula, an output with the words before it, or a list: of a long one
// what its points begin with in bold. Long paragraphs are for the lecturer to say, and a long table,
// a list of more than four slides, or what is folded "In detail", is for the page.
// Cells have their say by <template data-slide>: "slide" puts all of the cell on a slide
// of its own, "step" adds it to the slide before as a step, "skip" leaves it out, and
// "end" ends that.
(function () {
  "use strict";
  const root = document.documentElement, article = document.querySelector("article");
  const link = document.querySelector("[data-slides]");
  const spoken = 360; // characters: a longer paragraph is not shown
  const full = 430;   // characters on a slide of words
  const tall = 330;   // pixels in the page: a higher table goes on, on the next slide
  const heavy = 2600; // characters: a longer table is for the page
  const lines = 22;   // of code in a column
  const hashed = /^#slide(?:s|-(\d+)([a-z]?))$/;
  let slides = null, at = -1, step = 0, began = 0, ticking = 0, deck = null, fitted = 0;

  const aside = /^(?:in )?details?$/i; // a fold of that name is for the page
  const question = function (e) { return Boolean(e) && e.matches("details:not(.cell)") && !aside.test(e.querySelector("summary").textContent.trim()); };
  const heading = function (e) { return /^H[1-4]$/.test(e.tagName); };
  const formula = function (e) { return e.matches(".display") || Boolean(e.querySelector(".display")); };
  const listed = function (e) { return e.matches("ul, ol, blockquote, .scroll, .output, pre") && !e.querySelector("a[download]"); };
  const brief = function (e) { return e.matches("ul, ol") && e.textContent.length > 2 * full && Array.from(e.children).every(function (li) { return li.firstChild && li.firstChild.nodeName === "STRONG"; }); };
  const amount = function (e) { return Array.from(brief(e) ? e.querySelectorAll(":scope > li > strong:first-child") : [e]).reduce(function (n, i) { return n + i.textContent.length; }, 0); };
  const words = function (e) {
    const copy = e.cloneNode(true);
    for (const anchor of copy.querySelectorAll(".anchor")) anchor.remove();
    return copy.textContent.trim();
  };

  // plan deals what the article has to slides.
  function plan() {
    const all = [];
    let slide = null, section = "", mode = "";
    const begin = function (items) {
      slide = { section: section, items: items, steps: [], used: 0, told: mode === "slide" };
      all.push(slide);
    };
    // shown adds an element and the words that lead to it, or begins a slide with them.
    const shown = function (e, lead) {
      const items = lead ? [lead, e] : [e], n = items.reduce(function (n, i) { return n + amount(i); }, 0);
      if (!slide || slide.used && slide.used + n > full && !slide.items.includes(lead)) begin(items);
      else for (const i of items) if (!slide.items.includes(i)) slide.items.push(i);
      slide.used += n;
    };
    for (const e of Array.from(article.children)) {
      const length = e.textContent.length;
      let before = e.previousElementSibling;
      while (before && e.matches(".output") && before.matches(".cell:not([data-spoken])")) before = before.previousElementSibling;
      const lead = before && before.matches("p:not(.hint)") && before.textContent.length <= 2 * spoken && !formula(before) ? before : null;
      if (heading(e)) {
        section = words(e);
        if (mode === "slide" && slide) slide.section = section;
      }
      if (e.matches("template")) {
        mode = e.dataset.slide || "";
        if (mode === "slide") begin([]);
        if (mode === "end") slide = null;
      } else if (mode === "skip") {
        continue;
      } else if (mode === "slide" || mode === "step" && slide) {
        slide.items.push(e);
        if (mode === "step" || question(e)) slide.steps.push(e);
      } else if (heading(e)) {
        begin([e]);
      } else if (question(e)) {
        const title = slide && slide.items.length === 1 && /^H[2-4]$/.test(slide.items[0].tagName);
        if (!title) begin([]);
        slide.items.push(...(lead ? [lead, e] : [e]));
        slide.steps.push(e);
        slide = null;
      } else if (e.matches("figure, .lbw, .cell[data-spoken]")) {
        begin([e]);
        slide = null;
      } else if (formula(e) || listed(e)) {
        shown(e, lead && (e.matches(".output") || lead.textContent.length <= spoken && /[:,]\s*$/.test(lead.textContent)) ? lead : null);
      } else if (e.matches("p:not(.hint)") && before && heading(before) && !question(e.nextElementSibling)) {
        if (length <= (before.tagName === "H1" ? 2 * spoken : spoken)) shown(e, null);
      }
    }
    const kept = all.filter(function (s) { return s.items.length && !long(s); });
    const titled = function (s) { return !s || heading(s.items[0]); };
    return kept.flatMap(function (s, i) {
      s.number = i + 1;
      const next = s.items[0].nextElementSibling; // of a section with no more than words, its first words
      if (s.items.length === 1 && titled(s) && titled(kept[i + 1]) && next && next.matches("p:not(.hint)") && next.textContent.length <= 3 * spoken) s.items.push(next);
      return split(s);
    });
  }

  // long says whether the page alone has a slide's table or list. It goes by what is there,
  // not by how high it is here, or numbers would differ.
  function long(slide) {
    return !slide.told && slide.items.some(function (box) {
      if (box.matches("ul, ol")) return amount(box) > 4 * full;
      return box.matches(".tabular, .scroll, .output") && Array.from(box.querySelectorAll("tbody > tr")).reduce(function (n, row) { return n + row.textContent.length; }, 0) > heavy;
    });
  }

  // split deals the rows of a table, the points of a list or the pictures of a what-if
  // that are too much for one slide to several.
  function split(slide) {
    for (const box of slide.items) {
      const list = box.matches("ul, ol"), most = list ? full : tall;
      const rows = list ? "li" : box.matches(".lbw") ? ".lbw-picture" : "tbody > tr";
      const sizes = Array.from(box.querySelectorAll(rows), function (row) { return list ? row.textContent.length * amount(box) / box.textContent.length : row.offsetHeight; });
      if (sizes.reduce(function (sum, n) { return sum + n; }, 0) <= 1.1 * most || !box.matches("ul, ol, .lbw, .tabular, .scroll, .output")) continue;
      const parts = [];
      let used = 0;
      sizes.forEach(function (n, i) {
        if (i === 0 || used + n > most) {
          parts.push({ ...slide, more: " bcdefghijklmnopqrstuvwxyz".charAt(parts.length).trim(), part: { box: box, rows: rows, from: i } });
          used = 0;
        }
        used += n;
        parts[parts.length - 1].part.to = i;
      });
      return parts;
    }
    return [slide];
  }

  // part hides what of its box is on other slides. A what-if's pictures come and go.
  function part() {
    const p = slides[at].part;
    if (!p) return;
    p.box.querySelectorAll(p.rows).forEach(function (row, i, all) {
      row.toggleAttribute("data-off", i < p.from || i > p.to && p.to < all.length);
      if (p.box.matches("ol")) row.value = i + 1;
    });
  }

  function clear() {
    for (const name of ["data-on", "data-off", "data-two", "data-brief", "data-lb-high"]) for (const e of article.querySelectorAll("[" + name + "]")) e.removeAttribute(name);
  }

  // show brings a slide, with so many of its steps done, and says so.
  function show(number, steps) {
    const slide = slides[at = Math.max(0, Math.min(number, slides.length - 1))];
    step = Math.max(0, Math.min(steps, slide.steps.length));
    clear();
    for (const e of slide.items) {
      const turn = slide.steps.indexOf(e);
      if (question(e)) e.open = turn < step;
      if (e.matches(".cell")) e.open = true;
      e.toggleAttribute("data-brief", brief(e));
      for (const code of e.querySelectorAll("pre.code")) {
        const all = code.textContent.replace(/\t/g, "    ").split("\n");
        code.toggleAttribute("data-two", all.length > lines);
        code.style.setProperty("--line", Math.max(...all.map(function (line) { return line.length; })) + "ch");
      }
      e.toggleAttribute("data-on", turn < step || question(e));
    }
    const name = slide.number + (slide.more || ""), all = slides[slides.length - 1].number, place = "Slide " + name + " of " + all, first = slide.items[0];
    article.setAttribute("aria-label", place);
    deck.querySelector(".deck-section").textContent = first.textContent.includes(slide.section) ? document.title.split(" · ").pop() : slide.section;
    deck.querySelector(".deck-at").textContent = name + " / " + all;
    deck.querySelector("[role=status]").textContent = place + ": " + words(first.querySelector(".fig-title, .lbw-title, summary") || first).slice(0, 200);
    deck.querySelector("[data-go=back]").disabled = at === 0 && step === 0;
    deck.querySelector("[data-go=on]").disabled = at === slides.length - 1 && step === slide.steps.length;
    const hash = "#slide-" + name;
    if (location.hash !== hash) try { history.replaceState(history.state, "", hash); } catch (e) { /* the address stays */ }
    if (!deck.contains(document.activeElement)) article.focus({ preventScroll: true });
    window.scrollTo(0, 0);
    fit();
    stir();
  }

  // find is the place of a slide, or of the next that there is.
  function find(number, more) {
    const first = slides.findIndex(function (s) { return s.number >= number; });
    if (first < 0) return slides.length - 1;
    return Math.max(first, slides.findIndex(function (s) { return s.number === number && s.more === more; }));
  }

  // stir tells charts and what-ifs that the reader is here, whenever a script or picture
  // has come.
  function stir() { window.dispatchEvent(new Event("scroll")); }
  document.addEventListener("load", function () { if (slides) { fit(); stir(); } }, true);

  function go(by) {
    root.classList.remove("blank");
    const to = step + by;
    if (to >= 0 && to <= slides[at].steps.length) show(at, to);
    else if (slides[at + by]) show(at + by, by > 0 ? 0 : slides[at + by].steps.length);
  }

  const has = function (selector) { return slides[at].items.some(function (e) { return e.matches(selector); }); };
  const asking = function () { return has(".lbw"); };

  // fit lays the slide out in that width, and a figure's words below or beside it, in
  // which it can be enlarged most, and is hardly made smaller. Charts are drawn anew in it; until then they have the
  // room that they will take.
  function fit() {
    part();
    const high = window.innerHeight - deck.offsetHeight - 44, wide = window.innerWidth - 72;
    const widths = asking() ? [780, 860, 940, 1020, 1100, 1180] : has("figure") ? [560, 640, 740, 860, 1000, 1160, 1340, 1600, 2000] : [640, 740, 860, 1000, 1200];
    if (wide < widths[0]) widths.unshift(Math.max(wide, 320)); // a phone
    let best = null;
    for (const beside of has("figure:not(.tabular)") ? [false, true] : [false]) {
      for (const width of widths) {
        const fits = lay(width, beside), k = Math.min(wide / width, high / article.offsetHeight, window.innerHeight / 380);
        const plot = article.querySelector(":is(.fig[data-on], [data-on] .lbw-picture:not([data-off])) [data-lb-plot]"), area = plot ? plot.offsetWidth * plot.offsetHeight : 1;
        const worth = (fits ? 1 : 1e-3) * (k < 0.9 ? 0.1 : 1) * k * (plot ? Math.min(k, 1.6) * Math.sqrt(area) : 1);
        if (!best || worth > 1.03 * best.worth) best = { width: width, beside: beside, k: k, worth: worth };
      }
    }
    lay(best.width, best.beside);
    article.style.setProperty("--slide-scale", best.k.toFixed(4));
    fitted = article.offsetHeight;
  }

  // lay gives the slide a width and says whether nothing in it has to scroll.
  function lay(width, beside) {
    article.style.setProperty("--slide-width", width + "px");
    article.toggleAttribute("data-beside", beside);
    let fits = true;
    const steep = asking() ? 0.5 : beside ? 0.85 : 0.6; // than which no chart is
    for (const plot of article.querySelectorAll("[data-on] [data-lb-plot]:not([data-off] *)")) {
      const natural = plot.dataset.lbSize.split("x").map(Number), across = plot.clientWidth;
      fits = fits && across >= Math.max(0.7 * natural[0], parseFloat(plot.style.getPropertyValue("--lb-min")) || 0);
      const least = asking() ? 240 : natural[1] < 800 ? Math.max(300, 0.8 * natural[1]) : 300; // so that rows can be read, and words stand in cells
      plot.dataset.lbHigh = Math.ceil(Math.max(Math.min(natural[1] / natural[0], steep) * across, Math.min(natural[1], least)));
      plot.style.setProperty("--slide-high", plot.dataset.lbHigh + "px");
    }
    for (const box of article.querySelectorAll(":is([data-on], [data-on] *):is(.scroll, pre, .display, .lbw-body)")) fits = fits && box.scrollWidth <= box.clientWidth + 1;
    return fits;
  }
  const sizes = new ResizeObserver(function () { if (slides && Math.abs(article.offsetHeight - fitted) > 1) fit(); });

  // Keys of keyboards and of presenters' remotes, which send Page Up, Page Down and a
  // full stop. A control that has the focus keeps those that it knows, until Escape.
  const keys = {
    ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1, Backspace: -1,
    Home: function () { show(0, 0); }, End: function () { show(slides.length - 1, 0); },
    f: screen, c: clock, b: blank, ".": blank, Escape: leave,
  };
  let digits = ""; // of a slide's number, which Enter goes to
  function key(event) {
    const plain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.target.matches("input, select, textarea");
    if (plain && /^\d$/.test(event.key)) digits += event.key;
    else if (plain && event.key === "Enter" && digits) {
      event.preventDefault();
      event.stopPropagation();
      show(find(Number(digits), ""), 0);
      digits = "";
      return;
    } else digits = "";
    const does = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key], where = event.target;
    if (!does || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const control = where.matches("input, select, textarea, [data-lb-chart]");
    if (control && !/^(Page|Escape)/.test(event.key) || event.key === " " && where.matches("button, summary, a")) return;
    event.preventDefault();
    event.stopPropagation();
    if (control && event.key === "Escape") article.focus({ preventScroll: true }); // the next one leaves
    else if (typeof does === "number") go(event.key === " " && event.shiftKey ? -1 : does); else does();
  }

  function screen() {
    const done = document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen();
    done.catch(function () { /* it is not allowed here */ });
  }
  function clock() {
    const time = deck.querySelector(".deck-clock");
    time.hidden = !time.hidden;
    deck.querySelector("[data-go=clock]").setAttribute("aria-pressed", String(!time.hidden));
  }
  function blank() { root.classList.toggle("blank"); }
  function tick() {
    const s = Math.floor((Date.now() - began) / 1000), two = function (n) { return String(n).padStart(2, "0"); };
    deck.querySelector(".deck-clock").textContent = (s >= 3600 ? Math.floor(s / 3600) + ":" : "") + two(Math.floor(s / 60) % 60) + ":" + two(s % 60);
  }

  function bar() {
    const does = { back: function () { go(-1); }, on: function () { go(1); }, clock: clock, theme: function () { document.querySelector("[data-theme-button]").click(); }, screen: screen, leave: leave };
    deck = document.createElement("nav");
    deck.className = "deck";
    deck.setAttribute("aria-label", "Slides");
    deck.innerHTML = '<span class="deck-section" role=heading aria-level=1></span><span role="status"></span><span class="deck-clock" role="timer" aria-label="Time since the start"></span><span class="deck-at"></span>';
    for (const [name, text, label] of [["back", "‹", "Back"], ["on", "›", "On"], ["clock", "Clock", ""], ["theme", "Theme", "Theme: light or dark"], ["screen", "Full screen", ""], ["leave", "Leave", "Leave the slides"]]) {
      const button = deck.appendChild(document.createElement("button"));
      button.type = "button";
      button.textContent = text;
      button.dataset.go = name;
      if (label) button.setAttribute("aria-label", label);
      button.addEventListener("click", does[name]);
    }
    deck.querySelector("[data-go=clock]").setAttribute("aria-pressed", "true");
    document.body.appendChild(deck);
  }

  // here is the slide of what the reader is at in the page.
  function here() {
    if (window.scrollY < 100) return 0;
    const passed = function (e) { return e.getClientRects().length && e.getBoundingClientRect().top < window.innerHeight * 0.4; };
    return Math.max(0, slides.findLastIndex(function (slide) { return slide.items.some(passed); }));
  }

  function enter() {
    article.style.width = "var(--wide)"; // as on a large screen, so that a slide has the same number on all
    slides = plan();
    article.style.width = "";
    if (!slides.length) { slides = null; return; }
    at = here();
    if (!deck) bar();
    deck.hidden = false;
    root.classList.add("slides");
    article.tabIndex = -1;
    article.setAttribute("aria-roledescription", "slide");
    began = Date.now();
    ticking = setInterval(tick, 1000);
    tick();
    window.addEventListener("keydown", key, true);
    window.addEventListener("resize", fit);
    sizes.observe(article);
  }

  // leave goes back to the page, where the slide was.
  function leave() {
    if (!slides) return;
    const place = slides[at].items[0];
    slides = null;
    clearInterval(ticking);
    window.removeEventListener("keydown", key, true);
    window.removeEventListener("resize", fit);
    sizes.disconnect();
    root.classList.remove("slides", "blank");
    deck.hidden = true;
    for (const name of ["tabindex", "aria-roledescription", "aria-label"]) article.removeAttribute(name);
    clear();
    if (document.fullscreenElement) screen();
    if (hashed.test(location.hash)) history.replaceState(history.state, "", location.pathname + location.search);
    link.focus({ preventScroll: true });
    place.scrollIntoView({ behavior: "instant" });
  }

  function follow() {
    if (!hashed.test(location.hash)) { // a link in a slide leads to its place in the page
      const to = slides && document.querySelector(":target");
      leave();
      if (to) to.scrollIntoView({ behavior: "instant" });
      return;
    }
    if (!slides) enter();
    const to = hashed.exec(location.hash);
    if (slides) show(to[1] ? find(Number(to[1]), to[2]) : at, 0);
  }
  const look = document.createElement("link");
  look.rel = "stylesheet";
  look.href = link.dataset.look;
  look.addEventListener("load", function () {
    window.addEventListener("hashchange", follow);
    follow();
  }, { once: true });
  document.head.appendChild(look);
})();
