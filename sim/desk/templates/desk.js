"use strict";
// A tournament that goes on: when something was added, the new page takes the old one's place.
(() => {
  const parts = ["body > header", "main"];
  const main = document.querySelector("main[data-grown]");
  if (!main) return;
  const source = new EventSource(main.dataset.grown);
  let again = 0;
  const follow = async () => {
    clearTimeout(again);
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    // What is still computed is shown as it was a moment ago: look once more.
    if (answer.headers.has("x-fracas-earlier")) again = setTimeout(follow, 3000);
    if (answer.status !== 200) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = page.querySelector("main");
    if (!now) return;
    for (const part of parts) document.querySelector(part).replaceChildren(...page.querySelector(part).childNodes);
    document.title = page.title;
    dispatchEvent(new Event("grown"));
    if (!now.dataset.grown) source.close();
  };
  source.addEventListener("grown", follow);
})();
// A page that is being computed is loaded once, when it is ready: a screen reader would begin again at each reload.
(() => {
  if (!document.querySelector("main[data-busy]")) return;
  const look = async () => {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
    if (!answer || answer.status === 202) setTimeout(look, 3000);
    else location.reload();
  };
  setTimeout(look, 3000);
})();
