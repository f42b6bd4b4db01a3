// A roll that is picked from fields: its line goes into the post, and Enter in a field shows what would be thrown.
// Without this the same buttons bring the composer back with the line in its roll box.
(() => {
  "use strict";

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-put]");
    const text = document.querySelector("#id_text");
    if (!button || !text) return;
    event.preventDefault();
    const line = document.querySelector("#picked [data-line]").textContent;
    const before = text.value && !text.value.endsWith("\n") ? "\n" : "";
    text.focus();
    text.setRangeText(`${before}${line}\n`, text.value.length, text.value.length, "end");
    text.dispatchEvent(new Event("input", { bubbles: true }));
    button.closest("details").open = false;
    document.querySelector("[data-preview]").click();
  });

  // Enter would press the first button of the whole form.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches(".picks input")) return;
    if (!event.target.closest("#composer")) return;
    event.preventDefault();
    event.target.dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
