// lanebook.js turns Lanebook's pictures into live charts, in a notebook and on
// the published site. It draws nothing that is not already there as a picture:
// where scripts, this file or ECharts cannot be had, the picture stays.
//
// The page's part of the contract:
//
//   <script src="assets/lanebook.js" defer></script>     once; echarts.min.js lies beside it, or data-echarts of <html> says where
//   <figure data-lb-figure="bank-map"                    the figure's name
//           data-lb-src="assets/bank-map.js">            a script that calls lanebook.option (site),
//     <script type="application/gzip" data-lb-option>    or else its option, right here: gzip in base64 (notebook)
//     <div data-lb-plot                                  what the chart takes over
//          style="--lb-min:420px"                        (charts.Stylesheet keeps the picture as wide),
//          data-lb-size="720x405"                        its natural size in CSS pixels, and
//          data-lb-min="420">                            the width below which it scrolls instead
//       <svg>…</svg> or <img>                            the picture
//     </div>
//     <figcaption>…</figcaption>
//   </figure>
//
// Go writes these elements: live.Plot the div, live.OptionScript the file behind
// data-lb-src, live.HTML the whole figure for a notebook.
//
// The loader's part:
//
//   data-lb-state   on the figure: "waiting" (known, not yet near the screen),
//                   "live", or "failed" (the picture is shown; the reason is in
//                   data-lb-error)
//   lanebook.option(name, option)   gives or replaces the option of the figures of
//                   that name; those already drawn are drawn anew
//   lanebook.scan()                 looks for new figures now; they are also found
//                   without it, whenever they enter the page
//   lanebook.chart(figure)          the ECharts instance of a live figure element
//
// The words of an axisLabel become its formatter: an option has no functions.
// Colours in an option are "lb:" and a tone. They become inks of the light or the
// dark theme: the one that the CSS property --lb-theme names (charts.Stylesheet
// sets it), else JupyterLab's or VS Code's, else light. Charts follow a change of
// theme at once.
(function () {
  "use strict";
  if (window.lanebook) { window.lanebook.scan(); return; }

  // Written by the tests of package live from charts.Colour: go test ./charts/live -update
  const inks = /*inks*/{"c1":{"dark":"#5ab4e5","light":"#0072b2"},"c2":{"dark":"#f28e4c","light":"#d55e00"},"c3":{"dark":"#3cc79b","light":"#008a66"},"c4":{"dark":"#dd8fbd","light":"#b5528c"},"c5":{"dark":"#f0b53a","light":"#c98200"},"c6":{"dark":"#8fd0f2","light":"#3a97c9"},"c7":{"dark":"#efe45a","light":"#a89b00"},"c8":{"dark":"#c29a78","light":"#7a5230"},"ink":{"dark":"#e6eaef","light":"#1c232b"},"muted":{"dark":"#465160","light":"#c7ced6"},"on-c1":{"dark":"#14191f","light":"#ffffff"},"on-c2":{"dark":"#14191f","light":"#1c232b"},"on-c3":{"dark":"#14191f","light":"#ffffff"},"on-c4":{"dark":"#14191f","light":"#ffffff"},"on-c5":{"dark":"#14191f","light":"#1c232b"},"on-c6":{"dark":"#14191f","light":"#1c232b"},"on-c7":{"dark":"#14191f","light":"#1c232b"},"on-c8":{"dark":"#14191f","light":"#ffffff"},"on-ink":{"dark":"#14191f","light":"#ffffff"},"on-muted":{"dark":"#e6eaef","light":"#1c232b"},"on-paper":{"dark":"#e6eaef","light":"#1c232b"},"on-plain":{"dark":"#e6eaef","light":"#1c232b"},"on-soft":{"dark":"#14191f","light":"#ffffff"},"paper":{"dark":"#14191f","light":"#ffffff"},"plain":{"dark":"#2b3440","light":"#e8edf2"},"soft":{"dark":"#a5b0bc","light":"#5a6672"}}/*inks*/;
  const inkKeys = new Set(["color", "backgroundColor", "borderColor", "textBorderColor", "inactiveColor"]);
  const beside = document.currentScript ? document.currentScript.src : document.baseURI;

  const options = new Map(); // figure name -> option, from lanebook.option
  const states = new Map();  // figure element -> {chart, box, option} for figures in the page
  const scripts = new Map(); // URL -> promise of the loaded script

  // load adds a script to the page, once for each URL.
  function load(url) {
    if (!scripts.has(url)) {
      scripts.set(url, new Promise(function (resolve, reject) {
        const script = document.createElement("script");
        script.src = url;
        script.onload = resolve;
        script.onerror = function () { scripts.delete(url); reject(new Error("cannot load " + url)); };
        document.head.appendChild(script);
      }));
    }
    return scripts.get(url);
  }

  // echarts promises the library. It leaves the page's own window.echarts, of
  // whatever version, as it was.
  let library;
  function echarts() {
    if (!library) {
      const url = document.documentElement.dataset.echarts || new URL("echarts.min.js", beside).href;
      if (typeof window.define === "function" && window.define.amd && window.require) {
        library = new Promise(function (resolve, reject) { window.require([url], resolve, reject); });
      } else {
        const had = window.echarts;
        library = load(url).then(function () {
          const ours = window.echarts;
          if (had) window.echarts = had; else delete window.echarts;
          return ours;
        });
      }
      library.catch(function () { library = null; });
    }
    return library;
  }

  function theme() {
    const named = getComputedStyle(document.documentElement).getPropertyValue("--lb-theme").trim();
    if (named) return named === "dark" ? "dark" : "light";
    const body = document.body.dataset;
    if (body.jpThemeLight) return body.jpThemeLight === "false" ? "dark" : "light";
    if (body.vscodeThemeKind) return /light/.test(body.vscodeThemeKind) ? "light" : "dark";
    return "light";
  }

  // resolve copies an option, with inks for tones. Only colours are touched: a
  // label may well read "lb:c1".
  function resolve(value, th, key) {
    if (typeof value === "string") {
      const tone = inkKeys.has(key) && value.startsWith("lb:") ? inks[value.slice(3)] : null;
      return tone ? tone[th] : value;
    }
    if (Array.isArray(value)) return value.map(function (v) { return resolve(v, th, key); });
    if (value && typeof value === "object") {
      const copy = {};
      for (const k of Object.keys(value)) copy[k] = resolve(value[k], th, k);
      if (key === "axisLabel" && value.words) copy.formatter = function (v) { return wordAt(value.words, v); };
      return copy;
    }
    return value;
  }

  // wordAt is the label of a tick of a logarithmic axis, of words in which a tick and
  // its label take turns; empty for a tick that the figure does not have.
  function wordAt(words, tick) {
    for (let i = 0; i < words.length; i += 2) {
      if (Math.abs(tick / Number(words[i]) - 1) < 1e-6) return words[i + 1];
    }
    return "";
  }

  function points(option) {
    return (option.series || []).reduce(function (n, s) { return n + (s.data || []).length; }, 0);
  }

  // size says how large the chart in a plot shall be: as wide as the plot and in
  // the picture's proportions, but never too low or too narrow to read.
  function size(plot) {
    const natural = (plot.dataset.lbSize || "720x405").split("x").map(Number);
    const width = Math.max(plot.clientWidth || natural[0], Number(plot.dataset.lbMin) || 0);
    return { width: width, height: Math.round(Math.max(natural[1] * width / natural[0], Math.min(natural[1], 300))) };
  }

  // unpack promises the JSON that charts.Pack has packed.
  function unpack(text) {
    const bytes = Uint8Array.from(atob(text), function (c) { return c.charCodeAt(0); });
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  }

  // option finds a figure's option, or promises it.
  async function optionOf(figure) {
    const name = figure.dataset.lbFigure;
    const inline = figure.querySelector("script[data-lb-option]");
    if (options.has(name) && !inline) return options.get(name);
    if (inline) return unpack(inline.textContent);
    if (figure.dataset.lbSrc) await load(new URL(figure.dataset.lbSrc, document.baseURI).href);
    if (!options.has(name)) throw new Error("no option for figure " + name);
    return options.get(name);
  }

  function show(figure, visible) {
    for (const e of figure.querySelector("[data-lb-plot]").children) {
      if (!e.hasAttribute("data-lb-chart")) e.style.display = visible ? "" : "none";
    }
  }

  async function start(figure) {
    const state = states.get(figure);
    try {
      const got = await Promise.all([optionOf(figure), echarts()]);
      if (states.get(figure) !== state) return; // left the page meanwhile
      state.option = state.option || got[0];
      open(figure, state, got[1]);
      figure.dataset.lbState = "live";
      delete figure.dataset.lbError;
    } catch (err) {
      if (states.get(figure) === state) fail(figure, state, err);
    }
  }

  function open(figure, state, library) {
    const plot = figure.querySelector("[data-lb-plot]");
    state.box = document.createElement("div");
    state.box.setAttribute("data-lb-chart", "");
    plot.style.overflowX = "auto";
    plot.style.overflowY = "hidden";
    show(figure, false);
    plot.appendChild(state.box);
    const s = size(plot);
    state.chart = library.init(state.box, null, {
      renderer: points(state.option) > 4000 ? "canvas" : "svg", width: s.width, height: s.height,
    });
    draw(state);
    resizes.observe(plot);
  }

  // draw gives the chart its option in the current theme's inks.
  function draw(state) {
    const option = resolve(state.option, theme());
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) option.animation = false;
    state.chart.setOption(option, { notMerge: true });
  }

  function close(figure, state) {
    if (state.chart) state.chart.dispose();
    if (state.box) state.box.remove();
    state.chart = state.box = null;
    show(figure, true);
  }

  function fail(figure, state, err) {
    close(figure, state);
    figure.dataset.lbState = "failed";
    figure.dataset.lbError = err && err.message || String(err);
  }

  const resizes = new ResizeObserver(function (entries) {
    for (const entry of entries) {
      const state = states.get(entry.target.closest("[data-lb-figure]"));
      if (state && state.chart && entry.target.clientWidth) state.chart.resize(size(entry.target));
    }
  });

  const sights = new IntersectionObserver(function (entries) {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      sights.unobserve(entry.target);
      if (states.has(entry.target)) start(entry.target);
    }
  }, { rootMargin: "300px" });

  // scan takes up the figures that came into the page and lets go of those that
  // left it: JupyterLab takes cells out of the page as they scroll away.
  function scan() {
    for (const [figure, state] of states) {
      if (figure.isConnected) continue;
      states.delete(figure);
      sights.unobserve(figure);
      close(figure, state);
    }
    for (const figure of document.querySelectorAll("[data-lb-figure]")) {
      if (states.has(figure) || !figure.querySelector("[data-lb-plot]")) continue;
      states.set(figure, {});
      figure.dataset.lbState = "waiting";
      sights.observe(figure);
    }
  }

  let due = false;
  function later() {
    if (due) return;
    due = true;
    setTimeout(function () { due = false; scan(); }, 0);
  }

  let drawn;
  function recolour() {
    if (theme() === drawn) return;
    drawn = theme();
    for (const state of states.values()) if (state.chart) draw(state);
  }

  function begin() {
    drawn = theme();
    new MutationObserver(later).observe(document.body, { childList: true, subtree: true });
    const themes = new MutationObserver(recolour);
    const watched = { attributes: true, attributeFilter: ["data-theme", "class", "style", "data-jp-theme-light", "data-vscode-theme-kind"] };
    themes.observe(document.documentElement, watched);
    themes.observe(document.body, watched);
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);
    scan();
  }

  window.lanebook = {
    option: function (name, option) {
      options.set(name, option);
      for (const [figure, state] of states) {
        if (figure.dataset.lbFigure !== name) continue;
        state.option = option;
        if (state.chart) draw(state);
      }
    },
    scan: scan,
    chart: function (figure) { return (states.get(figure) || {}).chart || undefined; },
  };

  if (document.body) begin(); else document.addEventListener("DOMContentLoaded", begin);
})();
