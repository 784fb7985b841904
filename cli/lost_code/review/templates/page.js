(() => {
  "use strict";
  const decisions = [...document.querySelectorAll("article.decision")];
  const hint = document.getElementById("keys");
  const button = document.getElementById("keys-switch");
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  let listening = true;

  if (!decisions.length) return;
  hint.hidden = false;
  button.addEventListener("click", () => {
    listening = !listening;
    button.setAttribute("aria-pressed", String(listening));
    button.textContent = listening ? "keys on" : "keys off";
  });

  // The decision that has the focus, else the first one that lies below the top of the window.
  const place = () => {
    const at = decisions.findIndex((each) => each.contains(document.activeElement));
    if (at >= 0) return at;
    const below = decisions.findIndex((each) => each.getBoundingClientRect().top >= 0);
    return below < 0 ? decisions.length : below - 0.5;
  };

  document.addEventListener("keydown", (event) => {
    if (!listening || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== "j" && event.key !== "k") return;
    const next = event.key === "j" ? Math.floor(place() + 1) : Math.ceil(place() - 1);
    const goal = decisions[Math.min(Math.max(next, 0), decisions.length - 1)];
    goal.focus({ preventScroll: true });
    goal.scrollIntoView({ behavior: calm.matches ? "auto" : "smooth", block: "start" });
    event.preventDefault();
  });

  // On paper nothing can be opened.
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    for (const each of opened) each.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const each of opened) each.open = false;
  });
})();
