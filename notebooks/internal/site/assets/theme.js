// Runs before the page is drawn, so that a reader's theme never flashes in.
(function () {
  "use strict";
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const theme = localStorage.getItem("lanebook-theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch (e) { /* storage is denied: the system's theme it is */ }
})();
