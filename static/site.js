// What makes the page nicer to use: the composer's tools, a draft kept in this browser, keys, and the read mark.
// Everything here is a convenience: without it the forms and links do the same.
(() => {
  "use strict";

  document.documentElement.classList.add("scripted");
  const find = (selector, within = document) => within.querySelector(selector);
  const composer = () => find("#composer");
  const field = () => find("#id_text");

  // --- the draft: one for each thread, kept until it is posted or thrown away ---

  const draftName = (form) => `draft/${form.dataset.draft}`;
  let saving = 0;
  let lastSave = 0;

  function store(name, value) {
    try {
      if (value) localStorage.setItem(name, value);
      else localStorage.removeItem(name);
      return true;
    } catch {
      return false; // the browser keeps nothing for this site; the text stands in the form all the same
    }
  }

  function kept(name) {
    try {
      return localStorage.getItem(name) || "";
    } catch {
      return "";
    }
  }

  function saveDraft() {
    clearTimeout(saving);
    const form = composer();
    const text = field();
    if (!form || !text) return;
    lastSave = Date.now();
    const told = find("[data-saved]", form);
    if (store(draftName(form), text.value) && told) told.textContent = text.value ? "Draft kept" : "";
  }

  function saveSoon() {
    clearTimeout(saving);
    if (Date.now() - lastSave > 30000) saveDraft();
    else saving = setTimeout(saveDraft, 2000);
  }

  // A plain form leaves the page; that it was posted shows when the browser arrives at the post.
  const sentName = (form) => `${draftName(form)}/sent`;

  document.addEventListener("submit", (event) => {
    if (event.target === composer() && !event.target.hasAttribute("hx-post")) store(sentName(event.target), "1");
  });

  function forgetSent(form) {
    if (!kept(sentName(form))) return;
    store(sentName(form), "");
    if (location.hash.startsWith("#post-")) store(draftName(form), "");
  }

  function offerDraft() {
    const form = composer();
    if (form) forgetSent(form);
    const text = field();
    const offer = form && find("[data-restore]", form);
    if (!offer || !text) return;
    const draft = kept(draftName(form));
    offer.hidden = !draft.trim() || text.value.trim() === draft.trim() || text.value !== "";
  }

  function restoreDraft() {
    const text = field();
    text.value = kept(draftName(composer()));
    find("[data-restore]").hidden = true;
    text.focus();
  }

  function forgetDraft() {
    store(draftName(composer()), "");
    find("[data-restore]").hidden = true;
    field().focus();
  }

  // --- the composer's tools ---

  function insert(text, from, to, put, select) {
    text.focus();
    text.setRangeText(put, from, to, select);
    text.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function wrap(mark) {
    const text = field();
    const { selectionStart: from, selectionEnd: to } = text;
    const chosen = text.value.slice(from, to);
    insert(text, from, to, mark + chosen + mark, "end");
    if (!chosen) text.setSelectionRange(from + mark.length, from + mark.length);
  }

  function lead(mark) {
    const text = field();
    const from = text.value.lastIndexOf("\n", text.selectionStart - 1) + 1;
    const to = text.selectionEnd;
    insert(text, from, to, text.value.slice(from, to).replace(/^/gm, mark), "end");
  }

  // A line of the roll box gets its "!" as the server would give it.
  function asCommand(line) {
    if (/^[!/]/.test(line)) return line;
    const first = line.split(/\s+/)[0];
    return /^\p{L}+$/u.test(first) && first.toLowerCase() !== "d" ? `!${line}` : `!roll ${line}`;
  }

  function addRoll() {
    const box = find("#id_lines");
    const line = box.value.trim();
    const text = field();
    if (!line || !text) {
      box.focus();
      return;
    }
    const before = text.value && !text.value.endsWith("\n") ? "\n" : "";
    insert(text, text.value.length, text.value.length, `${before}${asCommand(line)}\n`, "end");
    box.value = "";
    box.closest("details").open = false;
    find("[data-preview]").click();
  }

  const copy = (button) => navigator.clipboard?.writeText(find(button.dataset.copy).value).then(() => (button.textContent = "Copied"));
  const acts = { add: addRoll, restore: restoreDraft, forget: forgetDraft, copy };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do], [data-wrap], [data-lead], [data-write]");
    if (!button) {
      for (const open of document.querySelectorAll("details.me[open], details.acts[open]")) {
        if (!open.contains(event.target)) open.open = false;
      }
      return;
    }
    if (button.dataset.do) acts[button.dataset.do](button);
    else if (button.dataset.wrap) wrap(button.dataset.wrap);
    else if (button.dataset.lead) lead(button.dataset.lead);
    else if (reachable(field())) {
      event.preventDefault();
      field().focus();
    }
  });

  document.addEventListener("input", (event) => {
    if (event.target.id === "id_text") saveSoon();
  });
  // The seal beside the picker is that of whom the post is written as.
  document.addEventListener("change", (event) => {
    if (event.target.name !== "character") return;
    for (const face of document.querySelectorAll("[data-face]")) face.hidden = face.dataset.face !== event.target.value;
  });
  addEventListener("pagehide", () => composer() && field().value && saveDraft());

  // Arrow keys move inside the toolbar, which is one stop for Tab.
  function walkTools(event) {
    const tools = [...event.target.closest("[role=toolbar]").querySelectorAll("button")];
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tools[(tools.indexOf(event.target) + step + tools.length) % tools.length];
    for (const tool of tools) tool.tabIndex = tool === next ? 0 : -1;
    next.focus();
    event.preventDefault();
  }

  // --- keys ---

  const reachable = (element) => Boolean(element) && element.offsetParent !== null;

  function press(selector) {
    const target = find(selector);
    if (!target) return false;
    target.click();
    return true;
  }

  function walk(step) {
    const posts = [...document.querySelectorAll("#posts > .post")];
    if (!posts.length) return false;
    const here = posts.findIndex((post) => post.getBoundingClientRect().top > 90);
    const at = here < 0 ? posts.length : here;
    const first = posts[at] && posts[at].getBoundingClientRect().top < 130 ? at : at - 0.5;
    const next = posts[Math.min(posts.length - 1, Math.max(0, step > 0 ? Math.floor(first) + 1 : Math.ceil(first) - 1))];
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "start" });
    return true;
  }

  function goTo(selector) {
    const target = find(selector);
    if (!reachable(target)) return false;
    target.scrollIntoView({ block: "start" });
    const heading = target.matches("h2, textarea") ? target : find("h2", target) || target;
    heading.focus({ preventScroll: true });
    return true;
  }

  const write = () => (reachable(field()) ? goTo("#id_text") : press("[data-write], .mbar .pri"));

  const bare = {
    j: () => walk(1),
    k: () => walk(-1),
    r: write,
    t: () => goTo("#turns"),
    u: () => goTo("#unread"),
    ".": () => press("#arrivals:not([hidden]) a"),
    "[": () => press("a[rel=prev]"),
    "]": () => press("a[rel=next]"),
    n: () => press("#turn-next"),
    N: () => press("#turn-undo"),
  };

  function openRoll() {
    const box = find(".addroll");
    if (!box) return false;
    box.open = true;
    find("#id_lines").focus();
    return true;
  }

  function withControl(event) {
    if (!event.target.closest("#composer")) return false;
    if (event.key === "Enter") return press("[data-post]");
    if (event.shiftKey && event.key.toLowerCase() === "p") return press("[data-preview]");
    if (event.shiftKey && event.key.toLowerCase() === "r") return openRoll();
    return false;
  }

  function leave() {
    const open = find("details.me[open], details.acts[open], details.addroll[open]");
    if (open) {
      open.open = false;
      find("summary", open).focus();
      return;
    }
    if (["#rail", "#panel"].includes(location.hash)) location.hash = "#shut";
    else document.activeElement.blur();
  }

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    if (event.key === "Escape") {
      leave();
      return;
    }
    if (event.target.closest("[role=toolbar]")) walkTools(event);
    if (event.target.id === "id_lines" && event.key === "Enter" && composer()) {
      event.preventDefault();
      addRoll();
      return;
    }
    if (event.ctrlKey || event.metaKey) {
      if (withControl(event)) event.preventDefault();
      return;
    }
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (!typing && bare[event.key] && bare[event.key]()) event.preventDefault();
  });

  // --- after a part was replaced ---

  let inTurns = false; // whether the focus stood where a swap is about to replace everything
  document.addEventListener("htmx:beforeSwap", () => (inTurns = Boolean(document.activeElement?.closest("#turns"))));

  document.addEventListener("htmx:afterSwap", (event) => {
    const swapped = event.detail.elt;
    const wrong = find("#wrongs .wrongs");
    if (swapped.id === "composer" || swapped.id === "tray") {
      if (wrong) wrong.focus();
      offerDraft();
    }
    if (swapped.id === "turns" && inTurns && document.activeElement === document.body) {
      find("#turns h2")?.focus({ preventScroll: true });
    }
  });

  // The dice of a post that arrives on an open page settle once.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    if (target.id !== "posts" || !(fragment instanceof Element)) return;
    for (const post of fragment.querySelectorAll("article")) post.classList.add("settle");
  });

  // The draft is thrown away only when the answer to the post has come and is good.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig, xhr } = event.detail;
    const form = composer();
    if (form && requestConfig && requestConfig.elt === form && xhr.status === 200) store(draftName(form), "");
  });

  addEventListener("pageshow", offerDraft); // after the browser has put back what was typed
})();
