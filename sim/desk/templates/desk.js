"use strict";
// A tournament that goes on: when something was added, the new page takes the old one's place.
(() => {
  const main = document.querySelector("main[data-grown]");
  if (!main) return;
  const source = new EventSource(main.dataset.grown);
  source.addEventListener("grown", async () => {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    if (answer.status !== 200) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = page.querySelector("main");
    if (!now) return;
    main.replaceChildren(...now.childNodes);
    if (!now.dataset.grown) source.close();
  });
})();
