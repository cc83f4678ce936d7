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
//          style="--lb-min:420px"                        the width below which it scrolls,
//          tabindex="0"                                  reached by keys, as the chart will be,
//          data-lb-size="720x405"                        its natural size in CSS pixels, and
//          data-lb-renderer="canvas">                    if it is redrawn too often for SVG
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
//                   that name; those already drawn are drawn anew, now if they are in
//                   view, else when they come into view or are printed
//   lanebook.scan()                 looks for new figures now; they are also found
//                   without it, whenever they enter the page
//   lanebook.chart(figure)          the ECharts instance of a live figure element
//   lanebook.svg(figure, title)     promises what it shows now as SVG, with that title and
//                   its alt text
//
// Colours in an option are "lb:" and a tone. They become inks of the light or the
// dark theme: the one that the CSS property --lb-theme names (charts.Stylesheet
// sets it), else JupyterLab's or VS Code's, else light. Charts follow a change of
// theme at once. An option has no functions, but calls of those below: "lb:", a name
// and, as JSON, an argument.
//
// A live chart is an image with the figure's alt text. The Tab key reaches it; then
// arrow keys, Home and End go from point to point, whose tips are shown and said, and
// Escape ends that.
(function () {
  "use strict";
  if (window.lanebook && window.lanebook.scan) { window.lanebook.scan(); return; } // not an element with that id

  // Written by the tests of package live from charts.Colour: go test ./charts/live -update
  const inks = /*inks*/{"c1":{"dark":"#5ab4e5","light":"#0072b2"},"c2":{"dark":"#f28e4c","light":"#d55e00"},"c3":{"dark":"#3cc79b","light":"#008a66"},"c4":{"dark":"#dd8fbd","light":"#b5528c"},"c5":{"dark":"#f0b53a","light":"#c98200"},"c6":{"dark":"#8fd0f2","light":"#3a97c9"},"c7":{"dark":"#efe45a","light":"#a89b00"},"c8":{"dark":"#c29a78","light":"#7a5230"},"ink":{"dark":"#e6eaef","light":"#1c232b"},"muted":{"dark":"#465160","light":"#c7ced6"},"on-c1":{"dark":"#14191f","light":"#ffffff"},"on-c2":{"dark":"#14191f","light":"#1c232b"},"on-c3":{"dark":"#14191f","light":"#ffffff"},"on-c4":{"dark":"#14191f","light":"#ffffff"},"on-c5":{"dark":"#14191f","light":"#1c232b"},"on-c6":{"dark":"#14191f","light":"#1c232b"},"on-c7":{"dark":"#14191f","light":"#1c232b"},"on-c8":{"dark":"#14191f","light":"#ffffff"},"on-ink":{"dark":"#14191f","light":"#ffffff"},"on-muted":{"dark":"#e6eaef","light":"#1c232b"},"on-paper":{"dark":"#e6eaef","light":"#1c232b"},"on-plain":{"dark":"#e6eaef","light":"#1c232b"},"on-soft":{"dark":"#14191f","light":"#ffffff"},"paper":{"dark":"#14191f","light":"#ffffff"},"plain":{"dark":"#2b3440","light":"#e8edf2"},"soft":{"dark":"#a5b0bc","light":"#5a6672"}}/*inks*/;
  const inkKeys = new Set(["backgroundColor", "borderColor", "color", "inactiveColor", "textBorderColor"]);
  const callKeys = new Set(["formatter", "renderItem"]);
  const beside = document.currentScript ? document.currentScript.src : document.baseURI;

  const options = new Map(); // figure name -> option, from lanebook.option
  const states = new Map();  // figure element -> {option, chart, box, said, at} for figures in the page
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

  // What options call; lacking.go gives it to go-echarts, too, in one line. So it has
  // neither comments nor apostrophes nor backslashes, and echarts is out of its reach.
  //
  // ticks: the labels of an axis, in which a tick and its label take turns, empty for a
  // tick that the figure does not have; without any, plain numbers.
  //
  // span: a bar from value 0 to value 2 in the row of value 1, with a seam behind it,
  // and its label where there is room.
  //
  // parts: areas, strokes and words of a diagram. Emphasis would lift an area over what
  // lies on it.
  const functions = /*functions*/{
    ticks: function (words) {
      const at = words.filter(function (word, i) { return i % 2 === 0; }).map(Number);
      return words.length === 0 ? String : function (tick) {
        const far = at.map(function (place) { return Math.abs(place - tick); }), best = far.indexOf(Math.min(...far));
        const gaps = [at[best] - at[best - 1], at[best + 1] - at[best]].filter(function (gap) { return gap > 0; });
        const near = gaps.length ? 1e-3 * Math.min(...gaps) : 1e-6 * Math.abs(tick);
        return far[best] <= near ? words[2 * best + 1] : "";
      };
    },
    span: function (look) {
      return function (item, api) {
        const row = api.value(1), from = api.coord([api.value(0), row]), to = api.coord([api.value(2), row]);
        const plot = item.coordSys, rows = api.size([0, 1])[1], high = rows * look.high;
        const left = Math.max(from[0], plot.x), right = Math.min(to[0], plot.x + plot.width);
        if (right <= left) return null;
        const wide = Math.max(right - left - (api.size([1, 0])[0] < 5 ? 0.3 : 1), 0.3);
        const label = look.labels && look.labels[item.dataIndex], size = Math.min(12, Math.floor(rows * 0.6));
        const fits = label && size >= 8 && label[1] * size + 3 <= right - left;
        return {
          type: "rect", shape: { x: left, y: from[1] - high / 2, width: wide, height: high }, style: { fill: api.visual("color") },
          emphasis: { style: { stroke: look.color[1], lineWidth: 2 } },
          textConfig: { position: "inside" },
          textContent: fits ? { type: "text", silent: true, style: { text: label[0], fill: look.color[0], font: api.font({ fontSize: size }) } } : null,
        };
      };
    },
    parts: function (parts) {
      return function (item, api) {
        const part = parts[item.dataIndex], points = part.points.map(function (p) { return api.coord([p.X, p.Y]); }), at = points[0], to = points[1];
        const fill = part.color || api.visual("color"), all = { z2: part.z, emphasisDisabled: true };
        if (part.text) {
          const font = api.font({ fontSize: part.size, fontWeight: part.bold ? "bold" : "normal" });
          return { type: "text", x: at[0], y: at[1], style: { text: part.text, fill: fill, align: part.align, verticalAlign: "middle", font: font }, ...all };
        }
        if (part.width) {
          return { type: "polyline", shape: { points: points }, style: { fill: "none", stroke: fill, lineWidth: part.width }, ...all };
        }
        return { type: "rect", shape: { x: at[0], y: at[1], width: to[0] - at[0], height: to[1] - at[1] }, style: { fill: fill }, ...all };
      };
    },
  }/*functions*/;

  // resolve copies an option, with inks for tones and functions for calls. Nothing
  // else is touched: a label may well read "lb:c1".
  function resolve(value, th, key) {
    if (typeof value === "string") {
      if (!value.startsWith("lb:")) return value;
      const name = value.slice(3);
      if (inkKeys.has(key) && inks[name]) return inks[name][th];
      const call = callKeys.has(key) && /^(\w+):(.*)$/s.exec(name);
      return call && functions[call[1]] ? functions[call[1]](resolve(JSON.parse(call[2]), th)) : value;
    }
    if (Array.isArray(value)) return value.map(function (v) { return resolve(v, th, key); });
    if (value && typeof value === "object") {
      const copy = {};
      for (const k of Object.keys(value)) copy[k] = resolve(value[k], th, k);
      return copy;
    }
    return value;
  }

  // size says how large the chart in a plot shall be: as wide as the plot and in
  // the picture's proportions, but never too low or too narrow to read, and higher by
  // what a legend of more lines lowers its data. Slides say by data-lb-high how high they
  // have room for.
  function size(plot, state, across, lowered) {
    const natural = (plot.dataset.lbSize || "720x405").split("x").map(Number);
    const width = Math.max(across || natural[0], parseFloat(plot.style.getPropertyValue("--lb-min")) || 0);
    const high = Math.max(natural[1] * width / natural[0], Math.min(natural[1], 300)) + lowers(state.option, width) + (lowered || 0);
    return { width: width, height: reserved(plot) || Math.round(high) };
  }

  // reserved is the height that a slide has for a chart, or 0.
  function reserved(plot) { return !printing && Number(plot.dataset.lbHigh) || 0; }

  // lowers says how much lower the data begin in a chart of that width than in a wide one.
  function lowers(option, width) {
    const top = function (o) { return o.grid ? Number(o.grid[0].top) : 0; };
    const fits = (option.media || []).filter(function (m) { return m.query && !(width > m.query.maxWidth || width < m.query.minWidth); });
    return fits.length ? Math.max(0, top(fits[fits.length - 1].option) - top(option)) : 0;
  }

  // low says that a slide has less room than the words in cells need.
  function low(plot) { return reserved(plot) > 0 && reserved(plot) < 0.8 * Number((plot.dataset.lbSize || "").split("x")[1]); }

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

  // start wakes a figure, in a task of its own, so that those that come together do
  // not hold up the page together.
  let turns = Promise.resolve();
  async function start(figure) {
    const state = states.get(figure);
    try {
      const got = await Promise.all([optionOf(figure), echarts()]);
      turns = turns.then(function () { return new Promise(function (resolve) { setTimeout(resolve, 0); }); });
      await turns;
      if (states.get(figure) !== state) return; // left the page meanwhile
      state.option = state.option || got[0];
      open(figure, state, got[1]);
      figure.dataset.lbState = "live";
      delete figure.dataset.lbError;
    } catch (err) {
      if (states.get(figure) !== state) return;
      close(figure, state);
      figure.dataset.lbState = "failed";
      figure.dataset.lbError = err && err.message || String(err);
    }
  }

  function open(figure, state, library) {
    const plot = figure.querySelector("[data-lb-plot]");
    plot.style.overflowX = "auto";
    plot.style.overflowY = "hidden";
    show(figure, false);
    plot.insertAdjacentHTML("beforeend", '<div data-lb-chart role=img tabindex=0 aria-description="Arrow keys lead from point to point." data-lm-suppress-shortcuts=true></div>');
    figure.insertAdjacentHTML("beforeend", '<div aria-live=polite style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"></div>');
    state.box = plot.lastElementChild;
    if (plot === document.activeElement) state.box.focus(); // which scrolls the plot as well
    plot.removeAttribute("tabindex");
    state.said = figure.lastElementChild; // not in the box: an image has no words in it
    state.across = plot.clientWidth;
    const s = size(plot, state, state.across);
    const data = (state.option.series || []).reduce(function (n, s) { return n + (s.data || []).length; }, 0);
    const renderer = plot.dataset.lbRenderer || (data > 4000 ? "canvas" : "svg");
    const sharp = Math.max(window.devicePixelRatio, 2); // on paper too
    state.chart = library.init(state.box, null, { renderer: renderer, devicePixelRatio: sharp, ...s });
    state.chart.on("legendselectchanged", function (event) { state.selected = event.selected; });
    draw(state);
    resizes.observe(plot);
    views.observe(plot);
    state.seen = true;
    state.box.addEventListener("keydown", function (event) { walk(state, event); });
    state.box.addEventListener("blur", function () { leave(state); });
  }

  // walk goes where a key leads: in lines and bars along a series, or up and down to
  // another; in areas to the nearest in that direction.
  function walk(state, event) {
    const known = state.at ? /^(Arrow(Left|Right|Up|Down)|Home|End|Escape)$/ : /^(Arrow(Left|Right|Up|Down)|Home|End)$/;
    if (event.altKey || event.ctrlKey || event.metaKey || !known.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const stops = stopsOf(state), at = state.at && stops.find(function (s) { return s.series === state.at.series && s.datum === state.at.datum; });
    leave(state);
    if (event.key === "Escape" || !stops.length) return;
    state.at = at || !event.key.startsWith("A") ? next(stops, at || stops[0], event.key) : stops[0];
    const there = { seriesIndex: state.at.series, dataIndex: state.at.datum };
    state.chart.dispatchAction({ type: "highlight", ...there });
    state.chart.dispatchAction({ type: "showTip", ...there });
    state.said.textContent = state.at.words;
  }

  function next(stops, at, key) {
    const own = at.area ? stops : stops.filter(function (s) { return s.series === at.series; });
    if (key === "Home") return own[0];
    if (key === "End") return own[own.length - 1];
    const way = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1, across = key === "ArrowRight" || key === "ArrowLeft";
    if (across && !at.area) return own[own.indexOf(at) + way] || at;
    let best = at, least = Infinity;
    for (const s of stops) {
      const x = s.x - at.x, y = s.y - at.y;
      const along = way * (across ? x : at.area ? y : s.series - at.series), aside = Math.abs(across ? y : x);
      const cost = at.area ? along + 4 * aside : 1e4 * along + aside;
      if (along >= 0.5 && cost < least) { best = s; least = cost; }
    }
    return best;
  }

  // stopsOf lists the data that show and have a place, areas from top to bottom.
  function stopsOf(state) {
    const legend = state.chart.getOption().legend, selected = legend && legend[0].selected || {}, stops = [];
    state.option.series.forEach(function (series, i) {
      if (series.silent || selected[series.name] === false) return;
      (series.data || []).forEach(function (datum, j) {
        if (!datum.value) return;
        const at = state.chart.convertToPixel({ seriesIndex: i }, datum.value), tip = series.tooltip ? series.tooltip.formatter : "";
        stops.push({ series: i, datum: j, x: at[0], y: at[1], words: datum.name || tip.replace("{c}", datum.value), area: /heatmap|custom/.test(series.type) });
      });
    });
    if (stops.length && stops[0].area) stops.sort(function (a, b) { return a.y - b.y || a.x - b.x; });
    return stops;
  }

  function leave(state) {
    if (!state.at) return;
    state.chart.dispatchAction({ type: "downplay" });
    state.chart.dispatchAction({ type: "hideTip" });
    state.said.textContent = "";
    state.at = null;
  }

  // draw gives the chart its option in the current theme's inks.
  function draw(state) {
    const option = resolve(state.option, theme());
    if (printing || window.matchMedia("(prefers-reduced-motion: reduce)").matches) option.animation = false;
    leave(state);
    if (state.selected) option.legend.selected = state.selected;
    state.narrow = !printing && state.across < state.chart.getWidth();
    if (state.narrow && option.legend) option.legend.width = state.across - Number(option.legend.left || 0) - 8; // is all in view
    state.low = low(state.box.parentElement);
    for (const series of option.series) {
      if (series.type !== "heatmap") continue;
      plain(series);
      if (state.low && series.label) series.label.formatter = " ";
    }
    if (state.lowered) {
      for (const o of [option, ...(option.media || []).map(function (m) { return m.option; })]) {
        if (o.grid) o.grid[0].top = Number(o.grid[0].top) + state.lowered;
      }
    }
    state.chart.setOption(option, { notMerge: true });
    clear(state);
  }

  // clear moves the data down from under a legend that the reader's font, or the width
  // of the chart, has given more lines than were reckoned with: in a higher chart, or on a slide in less of it.
  function clear(state, again) {
    const model = state.chart.getModel(), grid = model.getComponent("grid"), legend = model.getComponent("legend");
    if (!grid || !legend || !legend.get("show")) return;
    const box = function (component) {
      const group = state.chart.getViewOfComponentModel(component).group, rect = group.getBoundingRect();
      return { top: group.y + rect.y, bottom: group.y + rect.y + rect.height, right: group.x + rect.x + rect.width, empty: !rect.height };
    };
    if (!printing && box(legend).right > state.across) { // a name is longer than a line
      const room = state.across - Number(legend.get("left") || 0) - 8;
      state.chart.setOption({ legend: { width: room, textStyle: { width: room - 30, overflow: "break", lineHeight: 16 } } });
    }
    const axis = box(model.getComponent("xAxis")), below = grid.coordinateSystem.getRect().y;
    const over = 6 + Math.ceil(box(legend).bottom - (axis.empty ? below : Math.min(below, axis.top)));
    if (over <= 6) return;
    state.lowered = (state.lowered || 0) + over; // so that the next option is drawn once
    const lower = { grid: [{ top: Number(grid.get("top")) + over }] };
    state.chart.setOption({ ...lower, media: [{ query: { minWidth: 0 }, option: lower }] }, { lazyUpdate: true });
    state.chart.resize({ height: reserved(state.box.parentElement) || state.chart.getHeight() + over }); // draws both
    if (!again) clear(state, true); // more height may bring other words
  }

  // plain gives a heat map's cells as rows of numbers and words: of those ECharts
  // makes one model for all, of objects one each, which takes three times as long.
  function plain(series) {
    series.data = series.data.map(function (d) { const v = d.value; return [v[0], v[1], v[2], v[3] || "", d.name]; });
    series.encode = { x: 0, y: 1, value: 2, itemName: 4 };
  }

  function close(figure, state) {
    if (state.chart) state.chart.dispose();
    if (state.box) state.box.remove();
    if (state.said) state.said.remove();
    state.chart = state.box = state.said = state.at = null;
    figure.querySelector("[data-lb-plot]").tabIndex = 0;
    show(figure, true);
  }

  const resizes = new ResizeObserver(function (entries) {
    for (const entry of entries) {
      const state = states.get(entry.target.closest("[data-lb-figure]"));
      if (!state || !state.chart || !entry.target.clientWidth || printing) continue;
      resize(entry.target, state);
    }
  });

  function resize(plot, state) {
    state.across = plot.clientWidth;
    const lowered = state.lowered;
    state.lowered = 0;
    state.chart.resize(size(plot, state, state.across));
    if (lowered || state.narrow || state.low !== low(plot) || state.across < state.chart.getWidth()) draw(state); else clear(state);
  }

  // A chart that is out of view takes a new option when it comes into view again.
  const views = new IntersectionObserver(function (entries) {
    for (const entry of entries) {
      const state = states.get(entry.target.closest("[data-lb-figure]"));
      if (!state || !state.chart) continue;
      state.seen = entry.isIntersecting;
      if (state.seen && state.late) renew(entry.target, state);
    }
  }, { rootMargin: "100px" });

  // On paper a chart is drawn as wide as an upright sheet has room for, or less where it
  // is narrower on the screen, at once, in the inks of paper; style sheets scale it to
  // other sheets. A sheet has no scroll bar.
  let printing = false;
  const sheet = 680;
  window.addEventListener("beforeprint", function () {
    printing = true;
    drawn = theme();
    for (const [figure, state] of states) {
      if (!state.chart) continue;
      const plot = figure.querySelector("[data-lb-plot]");
      state.late = false;
      state.lowered = 0;
      state.chart.resize(size(plot, state, Math.min(state.across, sheet)));
      draw(state);
      state.chart.getZr().flush();
      const svg = state.box.querySelector("svg");
      if (svg) svg.setAttribute("viewBox", [0, 0, state.chart.getWidth(), state.chart.getHeight()].join(" "));
    }
  });
  window.addEventListener("afterprint", function () {
    printing = false;
    for (const [figure, state] of states) {
      const plot = figure.querySelector("[data-lb-plot]"), svg = state.chart && state.box.querySelector("svg");
      if (svg) svg.removeAttribute("viewBox");
      if (state.chart && plot.clientWidth) resize(plot, state);
    }
  });

  function renew(plot, state, unseen) {
    state.late = !state.seen && !unseen;
    if (state.late) return;
    const s = size(plot, state, state.across, state.lowered);
    if (s.width !== state.chart.getWidth() || s.height !== state.chart.getHeight()) {
      state.chart.clear(); // or resize draws what is about to go
      state.chart.resize(s);
    }
    draw(state);
  }

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

  let drawn;
  function recolour() {
    if (theme() === drawn) return;
    drawn = theme();
    for (const state of states.values()) if (state.chart) draw(state);
  }

  function begin() {
    drawn = theme();
    new MutationObserver(scan).observe(document.body, { childList: true, subtree: true });
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
        if (state.chart) renew(figure.querySelector("[data-lb-plot]"), state);
      }
    },
    svg: async function (figure, title) {
      const library = await echarts(), state = states.get(figure), shown = state.chart;
      if (state.late) renew(figure.querySelector("[data-lb-plot]"), state, true);
      const copy = library.init(null, null, { renderer: "svg", ssr: true, width: shown.getWidth(), height: shown.getHeight() });
      copy.setOption({ ...shown.getOption(), aria: { enabled: false }, animation: false, backgroundColor: inks.paper[theme()] });
      const text = copy.renderToSVGString(), words = state.option.aria.label.description;
      copy.dispose();
      const said = function (s) { return s.replace(/[&<>]/g, function (c) { return "&#" + c.charCodeAt() + ";"; }); };
      return text.replace(">", function () { return ' role="img">\n<title>' + said(title) + "</title>\n<desc>" + said(words) + "</desc>"; });
    },
    scan: scan,
    chart: function (figure) { return (states.get(figure) || {}).chart || undefined; },
  };

  if (document.body) begin(); else document.addEventListener("DOMContentLoaded", begin);
})();
