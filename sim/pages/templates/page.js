
"use strict";
(() => {
  const all = (what, from = document) => [...from.querySelectorAll(what)];

  // The moments of a conflict: a slider, two buttons, the arrow keys and #e17 say which.
  const bar = document.querySelector(".scrub");
  if (bar) {
    const slider = bar.querySelector("input");
    const said = bar.querySelector("output");
    const when = document.querySelector(".when");
    const cursor = document.querySelector(".cursor");
    const events = all(".told li[id]");
    const entries = all("[data-from]");
    const last = events.length;
    const every = document.querySelector("#every");
    const merged = all("details.merged");
    const asFolded = (one) => every.checked || "kept" in one.dataset;
    const tell = (event) => {
      const head = event.closest(".chapter").querySelector("h3").textContent;
      const line = event.querySelector(".line").textContent.trim();
      const values = event.dataset.values ? ` (${event.dataset.values})` : "";
      return `${head}, event ${slider.value} of ${last}: ${line}${values}`;
    };
    const show = (at, follow) => {
      const number = Math.min(Math.max(at, 1), last);
      const event = events[number - 1];
      slider.value = number;
      for (const one of events) one.classList.toggle("on", one === event);
      // An entry of several events is open as long as the moment is within it.
      for (const one of merged) {
        if (one.contains(event)) one.open = true;
        else if ("followed" in one.dataset) one.open = asFolded(one);
        one.toggleAttribute("data-followed", one.contains(event));
      }
      for (const one of entries) one.hidden = number < one.dataset.from || number > one.dataset.to;
      if (cursor && event.dataset.x) {
        cursor.setAttribute("x1", event.dataset.x);
        cursor.setAttribute("x2", event.dataset.x);
      }
      said.textContent = tell(event);
      slider.setAttribute("aria-valuetext", said.textContent);
      when.textContent = ` after event ${number}`;
      if (!follow) return;
      event.scrollIntoView({ block: "nearest", behavior: "auto" });
      history.replaceState(null, "", `#e${number}`);
    };
    // A quiet event is passed over unless it is shown.
    const step = (by) => {
      let at = Number(slider.value) + by;
      while (!every.checked && events[at - 1] && events[at - 1].classList.contains("quiet")) at += by;
      if (events[at - 1]) show(at, true);
    };
    const asked = () => {
      const match = /^#e(\d+)$/.exec(location.hash);
      return match ? Number(match[1]) : 0;
    };
    every.addEventListener("change", () => { for (const one of merged) one.open = asFolded(one); });
    slider.addEventListener("input", () => show(Number(slider.value), true));
    for (const one of all("button", bar)) one.addEventListener("click", () => step(Number(one.dataset.step)));
    document.addEventListener("keydown", (key) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[key.key];
      if (!by || key.ctrlKey || key.altKey || key.metaKey || key.shiftKey) return;
      if (key.target.closest(".scroll")) return;
      key.preventDefault();
      step(by);
    });
    addEventListener("hashchange", () => { if (asked()) show(asked(), false); });
    bar.hidden = false;
    if (asked()) show(asked(), false);
  }

  // Tables sort by a column when its head is pressed.
  const sortable = (table) => {
    const heads = all("thead th", table);
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const one of heads) one.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const key = (row) => row.cells[column].dataset.sort ?? row.cells[column].textContent.trim();
        const order = new Intl.Collator("en", { numeric: true }).compare;
        const body = table.tBodies[0];
        const numbers = head.classList.contains("num");
        const rows = [...body.rows].sort((a, b) => (numbers ? Number(key(a)) - Number(key(b)) : order(key(a), key(b))) * (down ? -1 : 1));
        body.append(...rows);
      });
    });
  };
  for (const table of all("table.sorts")) sortable(table);
  // On the desk new tables take the place of old ones.
  addEventListener("grown", () => { for (const table of all("table.sorts")) sortable(table); });

  // What is folded away is printed too.
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = all("details:not([open])");
    for (const one of opened) one.open = true;
  });
  addEventListener("afterprint", () => { for (const one of opened) one.open = false; });
})();
