// probe.js asks JupyterLab for what a reader of the open notebook would see.
// Cells are counted from 0, prose included.
window.probe = (function () {
  "use strict";
  const panel = Array.from(jupyterapp.shell.widgets("main")).find(function (w) { return w.sessionContext; });
  jupyterapp.shell.activateById(panel.id); // commands go to the active notebook, as after a click
  const cell = function (i) { return panel.content.widgets[i].node; }; // drawn only when it comes near the screen
  const outputs = function (i, selector) { return Array.from(cell(i).querySelectorAll(".jp-OutputArea " + selector)); };
  const figures = function (i) { return outputs(i, "[data-lb-figure]"); };
  const inSight = function (e) {
    const box = e.getBoundingClientRect();
    return box.width > 100 && box.height > 30;
  };

  return {
    // ready tells whether the kernel is connected. Its status is "unknown" until it
    // has executed something: that is between JupyterLab and GoNB.
    ready: function () {
      const session = panel.sessionContext;
      return panel.context.isReady && session.isReady && session.session && session.session.kernel &&
        session.session.kernel.connectionStatus === "connected";
    },
    idle: function () { return panel.sessionContext.session.kernel.status === "idle"; },
    kernel: function () { return panel.sessionContext.session.kernel.name; },

    // show scrolls to a cell and is true.
    show: function (i) {
      (cell(i).querySelector(".jp-OutputArea") || cell(i)).scrollIntoView({ behavior: "instant", block: "start" });
      return true;
    },

    // shows tells whether a cell's output shows a picture or a table.
    shows: function (i) {
      return outputs(i, "img").some(function (e) { return e.complete && e.naturalWidth > 0 && inSight(e); }) ||
        outputs(i, "table").some(inSight);
    },

    // runAll runs all cells and tells what went wrong.
    runAll: async function () {
      await jupyterapp.commands.execute("notebook:run-all-cells");
      const faults = [];
      let n = 0;
      panel.content.widgets.forEach(function (cell, i) {
        if (cell.model.type !== "code" || !cell.model.sharedModel.getSource().trim()) return;
        n++;
        if (cell.model.executionCount !== n) faults.push("cell " + n + " has the number " + cell.model.executionCount);
        for (const o of cell.model.outputs.toJSON()) {
          if (o.output_type === "error") faults.push("cell " + n + " failed: " + o.ename + ": " + o.evalue);
        }
      });
      return faults;
    },

    save: async function () { await panel.context.save(); return true; },

    // settled tells whether no figure of a cell is still about to come alive. One
    // does when it comes near the screen, which a tall cell has no room for at once.
    settled: function (i) {
      const all = figures(i), waiting = all.find(function (f) {
        return f.querySelector("[data-lb-plot]") && !["live", "failed"].includes(f.dataset.lbState);
      });
      if (waiting) waiting.scrollIntoView({ behavior: "instant", block: "center" });
      return all.length > 0 && !waiting;
    },

    // faults tells what is wrong with the figures of a cell.
    faults: function (i) {
      const found = [];
      for (const f of figures(i)) {
        const name = f.dataset.lbFigure;
        if (!f.querySelector("[data-lb-plot]")) {
          if (!f.querySelector("table")) found.push(name + " is neither a chart nor a table");
          continue;
        }
        if (f.dataset.lbState !== "live") {
          found.push(name + " is " + f.dataset.lbState + ": " + f.dataset.lbError);
          continue;
        }
        const chart = f.querySelector("[data-lb-chart]"), drawn = chart && chart.querySelector("canvas, svg");
        if (!drawn || !inSight(drawn)) { found.push(name + " is live and shows nothing"); continue; }
        if (drawn.tagName === "svg" && !drawn.querySelector("path, text")) found.push(name + " is an empty chart");
        if (chart.innerHTML.includes("lb:")) found.push(name + " has a colour that was not resolved");
      }
      return found;
    },

    // ink is the colour of the lettering of a cell's first chart, "" where it has
    // none that is drawn as SVG.
    ink: function (i) {
      const letters = outputs(i, "[data-lb-chart] svg text")[0];
      return letters ? getComputedStyle(letters).fill : "";
    },

    // spots are places all over a cell's first chart on the screen, its middle
    // first; none without a chart.
    spots: function (i) {
      const chart = outputs(i, "[data-lb-chart]")[0], all = [];
      if (!chart) return all;
      chart.scrollIntoView({ behavior: "instant", block: "center" });
      const box = chart.getBoundingClientRect();
      for (const x of [0.5, 0.35, 0.2, 0.65, 0.8]) {
        for (const y of [0.5, 0.4, 0.3, 0.6, 0.7]) all.push([box.left + x * box.width, box.top + y * box.height]);
      }
      return all;
    },

    // tooltip is what a cell's first chart tells about the place below the mouse.
    tooltip: function (i) {
      const beside = Array.from(outputs(i, "[data-lb-chart]")[0].children).slice(1); // the drawing comes first
      return beside.map(function (e) { return getComputedStyle(e).visibility === "hidden" ? "" : e.innerText; }).join("").trim();
    },

    // charts counts the live charts of a cell.
    charts: function (i) {
      return figures(i).filter(function (f) { return f.dataset.lbState === "live"; }).length;
    },
  };
})();
