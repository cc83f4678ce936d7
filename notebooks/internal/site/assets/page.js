// page.js is what a page does besides its charts: it wakes them, and sees to the
// theme, the code, the data tables, where the reader is, and print. Without it the page is complete.
(function () {
  "use strict";
  const root = document.documentElement;
  const all = function (selector) { return Array.from(document.querySelectorAll(selector)); };

  function recall(key) {
    try { return localStorage.getItem(key); } catch (e) { return null; }
  }
  function remember(key, value) {
    try { localStorage.setItem(key, value); } catch (e) { /* storage is denied */ }
  }

  // The loader of charts and that of what-ifs come with the reader's first move. Until
  // then the pictures show the same, and a page that is only glanced at stays light. A
  // what-if comes at once that the reader sees, or that the address is about.
  const later = [];
  function add(url, data) {
    const script = document.createElement("script");
    for (const key in data) script.dataset[key] = data[key];
    script.src = url;
    return document.head.appendChild(script);
  }
  if (root.dataset.charts) later.push(function () { add(root.dataset.charts, {}); });
  const whatIf = document.querySelector("template[data-whatif]");
  if (whatIf) {
    const wake = function () { add(whatIf.dataset.whatif, whatIf.dataset); };
    const seen = document.querySelector("[data-lbw]").getBoundingClientRect().top < window.innerHeight;
    if (seen || location.search || location.hash.startsWith("#whatif-")) wake(); else later.push(wake);
  }
  // The font of formulas comes in the same way; until then they are set in the system's.
  if (root.dataset.math) {
    const formula = document.querySelector("math");
    const set = function () { document.fonts.add(new FontFace("Lanebook Math", "url(" + JSON.stringify(root.dataset.math) + ")", { display: "swap" })); };
    if (formula && formula.getBoundingClientRect().top < window.innerHeight) set(); else later.push(set);
  }
  // What the whole book does, search and previews, comes in the same way. A click on its
  // button while it comes is kept for it.
  const book = document.querySelector("template[data-book]");
  let brought = null;
  if (book) later.push(function (e) { brought = add(book.dataset.book, Object.assign({ first: e.key || e.type }, book.dataset)); });
  for (const button of all("[data-search]")) {
    button.hidden = !book;
    button.addEventListener("click", function () { if (brought && !window.lanebookSearch) brought.dataset.first = "/"; });
  }
  if (later.length) {
    const moves = ["scroll", "wheel", "pointermove", "pointerdown", "touchstart", "keydown", "focusin"];
    const start = function (e) {
      for (const move of moves) window.removeEventListener(move, start, { capture: true });
      for (const load of later) load(e);
    };
    for (const move of moves) window.addEventListener(move, start, { capture: true, passive: true });
  }

  // ECharts gives the ground of each of its pictures the id 0.
  new MutationObserver(function (changes) {
    for (const change of changes) for (const ground of change.target.querySelectorAll("svg > [id='0']")) ground.removeAttribute("id");
  }).observe(document.body, { subtree: true, attributeFilter: ["data-lb-state"] });

  // Slides: the page as a lecture, once the address asks for it.
  for (const link of all("[data-slides]")) {
    const lecture = function () {
      if (!/^#slide(s|-\d+[a-z]?)$/.test(location.hash)) return;
      window.removeEventListener("hashchange", lecture);
      add(link.dataset.slides, {});
    };
    link.hidden = false;
    window.addEventListener("hashchange", lecture);
    lecture();
  }

  // Theme: the system's, until the reader says otherwise.
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const dark = function () { return (root.dataset.theme || (system.matches ? "dark" : "light")) === "dark"; };
  for (const button of all("[data-theme-button]")) {
    const tell = function () { button.setAttribute("aria-pressed", String(dark())); };
    button.hidden = false;
    tell();
    system.addEventListener("change", tell);
    button.addEventListener("click", function () {
      root.dataset.theme = dark() ? "light" : "dark";
      remember("lanebook-theme", root.dataset.theme);
      tell();
    });
  }

  // Code: one button for all cells.
  for (const button of all("[data-show-code]")) {
    const show = function (shown) {
      for (const cell of all("details.cell")) cell.open = shown;
      button.setAttribute("aria-pressed", String(shown));
      button.textContent = shown ? "Hide all code" : "Show all code";
    };
    button.hidden = false;
    if (recall("lanebook-code") === "shown") show(true);
    button.addEventListener("click", function () {
      const shown = button.getAttribute("aria-pressed") !== "true";
      show(shown);
      remember("lanebook-code", shown ? "shown" : "folded");
    });
  }

  // A button copies an element's text. Where a browser does not allow that, it is marked for
  // the keys.
  function copier(name, element) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async function () {
      const from = element();
      try {
        await navigator.clipboard.writeText(from.textContent);
        button.textContent = "Copied";
      } catch (e) {
        getSelection().selectAllChildren(from);
        button.textContent = "Marked: press Ctrl or ⌘ and C";
      }
      setTimeout(function () { button.textContent = name; }, 4000);
    });
    return button;
  }
  window.lanebookCopier = copier;
  for (const pre of all("pre.code")) {
    const button = copier("Copy code", function () { return pre; });
    button.className = "copy";
    pre.after(button);
  }

  // Data tables: the rows of a figure's CSV, from a script that hands them to
  // lanebookTable (a script works from a folder, where fetch does not).
  const waiting = new Map(); // figure name -> the function that takes the rows
  window.lanebookTable = function (name, rows) {
    const take = waiting.get(name);
    waiting.delete(name);
    if (take) take(rows);
  };
  for (const button of all("[data-show-table]")) {
    const figure = button.closest("figure");
    let table = null;
    button.hidden = false;
    button.addEventListener("click", function () {
      const open = button.getAttribute("aria-expanded") !== "true";
      button.setAttribute("aria-expanded", String(open));
      if (table) { table.hidden = !open; return; }
      table = document.createElement("div");
      table.className = "scroll data";
      table.tabIndex = 0;
      table.setAttribute("role", "region");
      table.setAttribute("aria-label", "Data of " + figure.querySelector(".fig-title").textContent);
      figure.appendChild(table);
      waiting.set(figure.dataset.lbFigure, function (rows) { fill(table, rows); });
      const script = document.createElement("script");
      script.src = button.dataset.src;
      document.head.appendChild(script);
    });
  }
  function fill(box, rows) {
    const numeric = rows[0].map(function (_, i) {
      return rows.slice(1).every(function (row) { return row[i] === "" || isFinite(row[i]); });
    });
    const table = document.createElement("table"), caption = table.createCaption(), head = table.createTHead(), body = table.createTBody();
    caption.className = "unseen";
    caption.textContent = box.getAttribute("aria-label");
    rows.forEach(function (row, i) {
      const tr = (i === 0 ? head : body).insertRow();
      row.forEach(function (text, j) {
        const cell = document.createElement(i && (j || !text) ? "td" : "th");
        if (cell.tagName === "TH") cell.scope = i ? "row" : "col";
        if (numeric[j]) cell.className = "num";
        cell.textContent = text;
        tr.appendChild(cell);
      });
    });
    box.replaceChildren(table);
  }

  // Contents: open beside the text, closed above it; and the section that is being read.
  const beside = window.matchMedia("(min-width: 72rem)");
  for (const contents of all(".contents details")) {
    const set = function () { contents.open = beside.matches; };
    set();
    beside.addEventListener("change", set);
    contents.addEventListener("click", function (e) { if (!beside.matches && e.target.closest("a")) contents.open = false; });
  }
  const entries = new Map(all(".contents a[href^='#']").map(function (a) { return [a.hash.slice(1), a]; }));
  const sections = all("article h2[id], article h3[id]").filter(function (h) { return entries.has(h.id); });
  let current = null;
  function where() {
    let here = null;
    for (const h of sections) if (h.getBoundingClientRect().top < window.innerHeight * 0.3) here = h;
    if (here === current) return;
    if (current) entries.get(current.id).removeAttribute("aria-current");
    if (here) entries.get(here.id).setAttribute("aria-current", "true");
    current = here;
  }
  if (sections.length) {
    let due = false;
    window.addEventListener("scroll", function () {
      if (due) return;
      due = true;
      requestAnimationFrame(function () { due = false; where(); });
    }, { passive: true });
    where();
  }

  // A link to a fold, or to a place in one, opens it and those around it. And what wakes above the place
  // pushes it down: until the reader moves, for ten seconds, the page goes along.
  let place = null, letting = 0;
  function arrive() {
    try {
      place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch (e) { place = null; /* a broken link */ }
    clearTimeout(letting);
    letting = setTimeout(function () { place = null; }, 10000);
    if (!place || !place.closest("details:not([open])")) return;
    for (let e; (e = place.closest("details:not([open])"));) e.open = true;
    place.scrollIntoView();
  }
  new ResizeObserver(function () { if (place) place.scrollIntoView({ behavior: "instant" }); }).observe(document.body);
  for (const move of ["wheel", "touchmove", "pointerdown", "keydown"]) {
    window.addEventListener(move, function () { place = null; }, { capture: true, passive: true });
  }
  window.addEventListener("hashchange", arrive);
  arrive();

  // Paper is light and shows the answers.
  let screenTheme;
  window.addEventListener("beforeprint", function () {
    screenTheme = root.dataset.theme;
    root.dataset.theme = "light";
    for (const d of all("article details:not(.cell, [open])")) { d.open = true; d.dataset.printed = ""; }
  });
  window.addEventListener("afterprint", function () {
    if (screenTheme) root.dataset.theme = screenTheme; else delete root.dataset.theme;
    for (const d of all("details[data-printed]")) { d.open = false; delete d.dataset.printed; }
  });
})();
