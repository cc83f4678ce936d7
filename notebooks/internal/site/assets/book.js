// book.js is what a book does beyond its pages: links show where they lead before they
// are followed, figures can be cited, and the whole is searched. Previews and search load what they need at the first use, as
// scripts, which work from a folder, too.
(function () {
  "use strict";
  const sources = document.currentScript.dataset;
  make("link", { rel: "stylesheet", href: sources.look }, document.head);
  const loads = new Map(); // url -> promise
  function load(url) {
    if (!loads.has(url)) {
      loads.set(url, new Promise(function (done, failed) {
        const script = document.createElement("script");
        script.src = url;
        script.onload = done;
        script.onerror = function () { loads.delete(url); failed(new Error(url)); };
        document.head.appendChild(script);
      }));
    }
    return loads.get(url);
  }
  function make(tag, properties, parent) {
    const node = Object.assign(document.createElement(tag), properties);
    if (parent) parent.appendChild(node);
    return node;
  }

  // Previews: on hover and on focus; the pointer may rest on them; Escape sends them away.
  const own = location.pathname.split("/").pop() || "index.html";
  let texts = null, box = null, shown = null, asking = 0, leaving = 0, touched = false;
  window.lanebookPreviews = function (given) { texts = given; };
  function key(link) {
    const href = link.getAttribute("href") || "";
    return href.startsWith("#") ? own + href : href;
  }
  function hide() {
    clearTimeout(leaving);
    if (!shown) return;
    shown.removeAttribute("aria-describedby");
    shown = null;
    box.hidden = true;
  }
  function leave() {
    clearTimeout(leaving);
    leaving = setTimeout(hide, 200); // time to move from the link to its preview
  }
  function show(link) {
    const text = texts && texts[key(link)];
    if (!text || !link.isConnected) return;
    if (!box) {
      box = make("div", { className: "preview", id: "lanebook-preview", hidden: true }, document.querySelector("main"));
      box.setAttribute("role", "tooltip");
      box.addEventListener("pointerenter", function () { clearTimeout(leaving); });
      box.addEventListener("pointerleave", leave);
    }
    hide();
    box.innerHTML = text;
    box.hidden = false;
    box.scrollTop = 0;
    shown = link;
    link.setAttribute("aria-describedby", box.id);
    const at = link.getClientRects()[0], wide = document.documentElement.clientWidth, main = box.parentElement.getBoundingClientRect();
    box.style.left = Math.max(8, Math.min(at.left, wide - box.offsetWidth - 8)) - main.left + "px";
    box.style.maxHeight = "";
    const room = [window.innerHeight - at.bottom - 14, at.top - 70]; // below, and above up to the bar
    const above = box.offsetHeight > room[0] && room[1] > room[0];
    box.style.maxHeight = Math.min(box.offsetHeight, Math.max(120, room[above ? 1 : 0])) + "px";
    box.style.top = (above ? at.top - box.offsetHeight - 6 : at.bottom + 6) - main.top + "px";
  }
  function ask(link, time) {
    clearTimeout(asking);
    if (link === shown) { clearTimeout(leaving); return; }
    asking = setTimeout(function () {
      load(sources.previews).then(function () { if (link.matches(":hover, :focus")) show(link); }, function () { /* the link still leads there */ });
    }, time);
  }
  const linkOf = function (e) { return e.target.closest && e.target.closest("article a[href]:not(.anchor, .eq-no, .permalink)"); };
  document.addEventListener("pointerdown", function (e) { touched = e.pointerType === "touch"; hide(); }, { passive: true });
  let spot = ""; // where the pointer is: a link that comes under it, as a preview goes, was not asked for
  const place = function (e) { return e.clientX + " " + e.clientY; };
  document.addEventListener("pointermove", function (e) { spot = place(e); }, { passive: true });
  document.addEventListener("pointerover", function (e) {
    const link = linkOf(e);
    if (link && e.pointerType !== "touch" && place(e) !== spot) ask(link, 150);
  }, { passive: true });
  document.addEventListener("pointerout", function (e) { if (linkOf(e)) leave(); }, { passive: true });
  document.addEventListener("focusin", function (e) {
    const link = linkOf(e);
    if (link && !touched) ask(link, 0); else if (shown && !box.contains(e.target)) hide();
  });
  document.addEventListener("focusout", function (e) { if (e.target === shown) hide(); });

  // Search.
  let dialog = null, field = null, list = null, count = null, search = null;
  const cjk = /[\u3040-\u30ff\u3400-\u9fff]+/g;
  // tokens are words; Japanese, which has no spaces, is cut into pairs of characters.
  function tokens(text) {
    const found = [];
    for (const word of text.split(/[^\p{L}\p{N}.]+/u)) {
      for (const run of word.match(cjk) || []) {
        if (run.length === 1) found.push(run);
        for (let i = 0; i + 1 < run.length; i++) found.push(run.slice(i, i + 2));
      }
      const rest = word.replace(cjk, " ").split(" ");
      for (const part of rest) {
        const bare = part.replace(/^\.+|\.+$/g, "");
        if (bare) found.push(bare);
      }
    }
    return found;
  }
  // stem takes English endings off a word: conflicts, latencies, padded and padding are
  // found by conflict, latency and pad.
  function stem(word) {
    word = word.toLowerCase();
    if (!/^[a-z]{4,}$/.test(word)) return word;
    if (/[^ae]ies$/.test(word)) word = word.slice(0, -3) + "y";
    else if (/(ss|sh|ch|x)es$/.test(word)) word = word.slice(0, -2);
    else if (/[^us]s$/.test(word)) word = word.slice(0, -1);
    const bare = word.match(/^(.*[aeiouy].*[^e])(?:ing|ed)$/);
    if (bare && bare[1].length > 2) word = bare[1].replace(/([b-df-hj-km-np-rtv-z])\1$/, "$1");
    return word.length > 3 ? word.replace(/e$/, "") : word;
  }
  let all = []; // of each place the address, title and text, then a fold's id and text, and so on
  let also = {}, homes = {}, names = {}; // what else a Japanese word or a term is searched as; the pages about the terms, by their addresses; the names of the pages
  window.lanebookSearch = function (rows, aliases, about) {
    const both = function (word) { const low = word.toLowerCase(), bare = stem(low); return low === bare ? low : [low, bare]; };
    all = rows;
    also = aliases;
    homes = about;
    let page = "";
    for (const row of rows) if (row[0][0] === "#") row[0] = page + row[0]; else page = row[0].split("#")[0];
    for (const row of rows) if (!row[0].includes("#")) names[row[0]] = (row[0].match(/^0*([1-9]\d*)-|$/)[1] || "") + " " + row[1];
    search = new window.MiniSearch({ fields: ["title", "text"], storeFields: ["href", "title"], tokenize: tokens, processTerm: both,
      searchOptions: { processTerm: stem, boost: { title: 3 }, prefix: true, combineWith: "AND" } });
    search.addAll(rows.map(function (row, id) { return { id: id, href: row[0], title: row[1], text: partsOf(row).join(" ") }; }));
  };
  const partsOf = function (row) { return row.filter(function (_, i) { return i > 0 && i % 2 === 0; }); };
  function build() {
    dialog = make("dialog", { className: "search" }, document.body);
    dialog.setAttribute("aria-label", "Search this book");
    const head = make("div", { className: "search-head" }, dialog);
    field = make("input", { type: "search", placeholder: "Search: banks, Figure 1.2, D1.7 …", autocomplete: "off", spellcheck: false }, head);
    field.setAttribute("aria-label", "Search for");
    const close = make("button", { type: "button", textContent: "Close" }, head);
    close.addEventListener("click", function () { dialog.close(); });
    count = make("p", { className: "search-count" }, dialog);
    count.setAttribute("role", "status");
    list = make("ol", { className: "search-results" }, dialog);
    field.addEventListener("input", look);
    dialog.addEventListener("click", function (e) { if (e.target === dialog || e.target.closest("a")) dialog.close(); });
    dialog.addEventListener("keydown", function (e) {
      const links = Array.from(list.querySelectorAll("a")), at = links.indexOf(document.activeElement);
      if (e.key === "Enter" && document.activeElement === field && links[0]) { e.preventDefault(); links[0].click(); }
      if (e.key === "Escape") { e.preventDefault(); dialog.close(); } // else it empties the field
      const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
      if (!step || !links.length) return;
      e.preventDefault();
      (links[Math.min(at + step, links.length - 1)] || field).focus();
    });
  }
  const small = new Set("a an and are as at be by can do does for from how i in is it of on one or so that the this to what when where which who why with you".split(" "));
  // asked is what the reader wants: for each word, texts of which one will do. A term of one
  // vendor is searched as the other's, too. A Japanese
  // word that the glossary has is searched as the English ones, too, as soon as it is clear
  // which it will be.
  function asked(text) {
    const wants = [];
    const plain = function (word) { wants.push({ word: word, any: [word] }); };
    text = text.replace(/\bsection (?=\d)/gi, "");
    for (const term of Object.keys(also).filter(function (word) { return word.includes(" "); }).sort(function (a, b) { return b.length - a.length; })) {
      text = text.replace(new RegExp("(?<![\\w-])" + term + "(?![\\w-])", "gi"), function () {
        wants.push({ word: term, any: [term].concat(also[term].filter(function (word) { return word.toLowerCase() !== term; })) });
        return " ";
      });
    }
    text = text.replace(cjk, function (run) {
      let rest = "";
      for (let i = 0; i < run.length;) {
        const left = run.slice(i), fits = Object.keys(also).filter(function (word) { return left.startsWith(word) || left.length > 1 && word.startsWith(left); });
        const best = fits.sort(function (a, b) { return Math.min(b.length, left.length) - Math.min(a.length, left.length) || a.length - b.length; })[0];
        if (best) wants.push({ word: best, any: [left.startsWith(best) ? best : left].concat(also[best]) });
        else rest += run[i];
        if (rest && (best || i + 1 === run.length)) {
          if (!/^[\u3040-\u309f]{1,2}$/.test(rest) || !wants.length) plain(rest); // else a particle
          rest = "";
        }
        i += best ? best.length : 1;
      }
      return " ";
    });
    tokens(text).forEach(plain);
    const large = wants.filter(function (want) { return !small.has(want.word.toLowerCase()); });
    return large.length ? large : wants;
  }

  // look searches, and says which words the book does not have.
  function look() {
    list.replaceChildren();
    count.textContent = "";
    if (!search || !field.value.trim()) return;
    const said = [], quoted = function (words) { return words.map(function (word) { return "“" + word + "”"; }).join(" or "); };
    const wants = asked(field.value).filter(function (want) {
      if (want.any.length > 1) said.push("“" + want.word + "” is searched as " + quoted(want.any.slice(1)) + ", too.");
      if (want.any.some(function (text) { return search.search(text).length; })) return true;
      const near = want.word.length > 4 && search.search(want.word, { prefix: false, fuzzy: 0.2 })[0];
      said.push("Nothing has “" + want.word + "”" + (near ? "; “" + near.terms[0] + "” is like it." : "."));
      if (near) want.any = near.terms;
      return Boolean(near);
    });
    const find = function (how, wants) { return search.search({ combineWith: how, queries: wants.map(function (want) { return { combineWith: "OR", queries: want.any.map(function (text) { return { combineWith: "AND", queries: [text] }; }) }; }) }); };
    let found = wants.length ? find("AND", wants) : [];
    if (!found.length && wants.length > 1) {
      found = find("OR", wants);
      said.push("No place has all of the words; these have some.");
    }
    count.textContent = [found.length === 1 ? "1 place." : found.length + " places."].concat(said).join(" ");
    for (const hit of found) hit.rank = rank(hit, wants);
    const at = home(found, wants);
    if (at) found = found.filter(function (hit) { return hit.href !== at.href; }).concat(at);
    found.sort(function (a, b) { return a.rank - b.rank || b.score - a.score; });
    for (const hit of found.slice(0, 30)) {
      const link = make("a", {}, make("li", {}, list)), page = names[pageOf(hit)];
      make("b", { textContent: hit.title }, link);
      if (hit.rank === 2) make("small", { textContent: "Notebook " + page.split(" ")[0] + (at.count > 1 ? ", " + at.count + " places" : "") }, link);
      else if (hit.href.includes("#")) make("small", { textContent: page }, link);
      const fold = excerpt(make("span", {}, link), partsOf(all[hit.id]), wants.flatMap(function (want) { return want.any.flatMap(tokens); }));
      link.href = fold && hit.rank > 4 ? pageOf(hit) + "#" + all[hit.id][1 + 2 * fold] : hit.href;
    }
  }
  const pageOf = function (hit) { return hit.href.split("#")[0]; };
  const stemmed = function (text) { return tokens(text).map(stem).join(" "); };
  // home is the notebook about what was asked: that of the term, or of all of the terms; or
  // else, of those with several places, the one that is richest in it.
  function home(found, wants) {
    const counts = {}, scores = {};
    for (const hit of found) {
      const page = pageOf(hit);
      if (!/^\d/.test(names[page])) continue;
      counts[page] = (counts[page] || 0) + 1;
      scores[page] = (scores[page] || 0) + hit.score / all.filter(function (row) { return row[0].startsWith(page); }).length;
    }
    const several = Object.keys(counts).filter(function (page) { return counts[page] > 1; }).sort(function (a, b) { return scores[b] - scores[a]; });
    const terms = found.filter(function (hit) { return hit.rank < 2 && homes[hit.href]; }).sort(function (a, b) { return a.rank - b.rank || b.score - a.score; });
    const each = wants.map(function (want) {
      const words = want.any.map(stemmed), term = all.find(function (row) { return homes[row[0]] && row[1].split(/ · |, /).some(function (name) { return words.includes(stemmed(name)); }); });
      return term && homes[term[0]];
    });
    const page = terms.length ? homes[terms[0].href] : each.every(function (page) { return page === each[0]; }) && each[0] || several[0], id = all.findIndex(function (row) { return row[0] === page; });
    return page ? { id: id, href: page, title: all[id][1], score: 0, rank: 2, count: counts[page] } : null;
  }
  // rank is 0 for what is called what was asked, and 1 for a term of which that is another
  // name; 2 is the notebook about it; 3 a section or term whose title has all the words, 4 a
  // figure; 5 a text that has them, or the title of a claim or source; 6 the text of those.
  function rank(hit, wants) {
    const page = pageOf(hit), term = page === "glossary.html", aside = !term && !/^\d/.test(names[page]);
    const name = hit.title.replace(/^\d[\d.]* | \d{4}$/g, ""), id = (hit.href.split("#")[1] || "").replace(/-/g, " ");
    const said = (wants.length > 1 ? [wants.map(function (want) { return want.word; }).join(" ")] : wants[0].any).map(stemmed);
    const called = function (text) { return said.includes(stemmed(text)); };
    if ([name, id, hit.title.split(" ").slice(0, 2).join(" "), hit.title.match(/^\d[\d.]*|$/)[0]].some(called)) return 0;
    if (term && name.split(/ · |, /).some(called)) return 1;
    const title = tokens(hit.title).map(stem);
    const has = function (text) { return tokens(text).every(function (word) { return title.some(function (t) { return t.startsWith(stem(word)); }); }); };
    const titled = wants.every(function (want) { return want.any.some(has); });
    if (aside) return titled ? 5 : 6;
    return !titled ? 5 : /^(fig|whatif) /.test(id) ? 4 : 3;
  }
  // excerpt shows the text around the first of the words, which are marked, and tells in
  // which of the parts it is.
  function excerpt(into, parts, words) {
    const places = [], text = parts.join(" "), stems = words.map(stem);
    for (const m of text.matchAll(/[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+){0,9}/gu)) {
      const low = stem(m[0]);
      for (const word of stems) {
        const at = low.indexOf(word), whole = !word.match(cjk);
        if (at === 0 || at > 0 && !whole) places.push([m.index + at, m.index + (whole ? m[0].length : at + word.length)]);
      }
    }
    places.sort(function (a, b) { return a[0] - b[0]; });
    const from = places.length ? Math.max(0, text.lastIndexOf(" ", Math.max(0, places[0][0] - 60)) + 1) : 0, to = from + 180;
    let at = from;
    if (from) into.append("… ");
    for (const place of places) {
      if (place[0] < at || place[1] > to) continue;
      into.append(text.slice(at, place[0]));
      make("mark", { textContent: text.slice(place[0], place[1]) }, into);
      at = place[1];
    }
    into.append(text.slice(at, to) + (to < text.length ? " …" : ""));
    let part = 0;
    for (let end = parts[0].length; places.length && places[0][0] > end; end += 1 + parts[part].length) part++;
    return part;
  }
  function open() {
    hide();
    if (!dialog) build();
    dialog.showModal();
    field.select();
    if (search) return;
    count.textContent = "Loading …";
    load(sources.library).then(function () { return load(sources.index); }).then(look, function () { count.textContent = "The search could not be loaded."; });
  }
  for (const button of document.querySelectorAll("[data-search]")) button.addEventListener("click", open);
  document.addEventListener("keydown", function (e) {
    if (e.key === "Escape") { clearTimeout(asking); hide(); }
    const typing = e.target.closest && e.target.closest("input, textarea, select, [contenteditable]");
    const gone = dialog && !dialog.open && dialog.contains(typing); // closed a moment ago, and not yet out of the way
    if (e.key === "/" && (!typing || gone) && !document.documentElement.classList.contains("slides") && !e.ctrlKey && !e.metaKey && !e.altKey && !(dialog && dialog.open)) { e.preventDefault(); open(); }
  });

  // The page can be cited, and so can a numbered figure: what it is, in which chapter of which
  // version of the book, and, where that is known, at which address it is published.
  const cited = document.querySelector("#cite p");
  if (cited) cited.nextElementSibling.prepend(window.lanebookCopier("Copy", function () { return cited; }), " ");
  for (const figure of cited ? document.querySelectorAll("article > figure.fig") : []) {
    const title = figure.querySelector(".fig-title"), number = title.querySelector(".no"), files = figure.querySelector(".get");
    if (!number) continue;
    let shown = null;
    files.insertBefore(window.lanebookCopier("Cite", function () {
      if (shown) return shown;
      const words = title.cloneNode(true), published = document.querySelector("link[rel=canonical]");
      for (const e of words.querySelectorAll(".no, .after")) e.remove();
      shown = make("p", { className: "note" });
      shown.textContent = number.textContent + ": " + words.textContent.trim().replace(/([^.?!])$/, "$1.") + " In: " + cited.textContent + (published ? "#" + figure.id : "");
      files.after(shown);
      return shown;
    }), files.querySelector(".anchor"));
  }

  // What the reader was at when this came.
  const at = document.querySelector("article a[href]:focus, article a[href]:hover");
  if (at) ask(at, 150);
  if (sources.first === "/") open();
})();
