// Keeps an open page true: the connection and its dot, the slow poll beside it, arriving posts, the reader's place, error sentences.
// #live asks the page's `changes` view on every frame of its socket and on every "poll" event; the answer's parts come out of band.
(() => {
  "use strict";

  const QUIET_POLL = 30000; // ms, while the socket is open
  const EAGER_POLL = 5000; // ms, while it is not
  const PATIENCE = 3000; // ms until a lost connection shows
  const READ_AFTER = 2000; // ms on screen
  const ASLEEP = 10000; // ms without a tick: the device slept
  const live = document.getElementById("live");
  const asks = Boolean(live && live.hasAttribute("hx-get"));
  const find = (selector) => document.querySelector(selector);
  const cursor = () => find("#cursor")?.value;

  function say(id, sentence) {
    const region = document.getElementById(id);
    if (region && region.textContent !== sentence) region.textContent = sentence;
  }

  // --- every request ------------------------------------------------------------------------------------------------------------

  const token = () => document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]+)/)?.[1];

  // After a sign-in in another tab the form's own token is old, and it would win over the header: only the cookie's is sent.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.verb === "get" || !token()) return;
    delete detail.parameters.csrfmiddlewaretoken;
    detail.headers["X-CSRFToken"] = token();
  });

  const SENTENCES = {
    403: "You may not do this. What you typed is kept.",
    404: "This is no longer there. What you typed is kept.",
    413: "This is too long to send. What you typed is kept.",
    429: "That was too often. Wait a moment and try again; what you typed is kept.",
  };

  function sentenceOf(xhr) {
    const answer = new DOMParser().parseFromString(xhr.responseText, "text/html");
    const said = answer.querySelector("#alert, [role=alert]")?.textContent.trim();
    return said || SENTENCES[xhr.status] || "The site could not do this. What you typed is kept; try again in a moment.";
  }

  let [sending, late] = [0, false]; // requests of one's own that are under way; did news come meanwhile?
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.elt === live) return;
    sending += 1;
    say("alert", "");
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.elt !== live) sending -= 1;
    if (late && !sending) poll();
  });
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (detail.requestConfig.elt !== live) say("alert", sentenceOf(detail.xhr));
  });
  document.addEventListener("htmx:sendError", ({ detail }) => {
    if (detail.requestConfig.elt !== live) say("alert", "You are offline. Your draft is kept.");
  });
  document.addEventListener("htmx:timeout", ({ detail }) => {
    if (detail.requestConfig.elt !== live) say("alert", "The site did not answer. Your draft is kept; sent again, it counts once.");
  });

  // --- the reader's place -------------------------------------------------------------------------------------------------------

  const inView = (part) => {
    const box = part.getBoundingClientRect();
    return box.height > 0 && box.bottom > 0 && box.top < window.innerHeight;
  };

  // What must not move: the part that has the focus, else the first post in view, else the composer.
  function anchor() {
    const focused = document.activeElement?.closest("main [id]");
    if (focused && inView(focused)) return focused;
    const composer = document.getElementById("composer");
    return [...document.querySelectorAll("#posts > article")].find(inView) || (composer && inView(composer) ? composer : null);
  }

  let [place, fromLive] = [null, false];
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const part = anchor();
    place = part && { id: part.id, top: part.getBoundingClientRect().top };
    fromLive = detail.requestConfig.elt === live;
  });
  document.addEventListener("htmx:afterOnLoad", ({ detail: { requestConfig } }) => {
    const part = place && document.getElementById(place.id);
    const moved = part ? part.getBoundingClientRect().top - place.top : 0;
    place = null;
    if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: "instant" });
    watch();
    if (requestConfig.elt.id === "composer" && find("[data-posted]")) say("status", "Posted.");
    withdraw();
    paint(); // a swapped part brings its own, unpainted dot
  });

  // --- arriving posts -----------------------------------------------------------------------------------------------------------

  const unseen = new Set();
  let seenTo = Number(live?.dataset.readTo) || 0;
  let [marking, untold, toldAt] = [0, 0, -Infinity];
  const count = (n) => (n === 1 ? "1 new post" : `${n} new posts`);

  const timers = new Map(); // a post on screen and the end of its two seconds
  const watcher = new IntersectionObserver((entries) => {
    let news = false;
    for (const { target, isIntersecting } of entries) {
      news ||= unseen.has(target.id);
      clearTimeout(timers.get(target.id));
      if (!isIntersecting) continue;
      unseen.delete(target.id);
      timers.set(target.id, setTimeout(markRead, READ_AFTER, Number(target.id.slice("post-".length))));
    }
    if (news) showPill(); // on an older page the pill is the server's
    withdraw();
  });

  const watch = () => document.querySelectorAll("#posts > article").forEach((post) => watcher.observe(post));

  // The offer to see one's own post is for who does not see where it begins.
  function withdraw() {
    const offer = find("[data-posted]");
    const post = offer && document.getElementById(offer.dataset.posted);
    if (post && inView(post) && post.getBoundingClientRect().top >= 0) offer.remove();
  }
  window.addEventListener("hashchange", withdraw);

  function showPill() {
    const pill = document.getElementById("arrivals");
    const link = pill?.querySelector("a");
    if (!link || !document.getElementById("posts")) return;
    pill.hidden = unseen.size === 0;
    if (pill.hidden) return;
    link.textContent = count(unseen.size);
    link.href = `#${[...unseen][0]}`;
  }

  function tellArrivals() {
    const wait = toldAt + 60000 - Date.now();
    if (untold === 0) return;
    if (wait > 0) return void setTimeout(tellArrivals, wait);
    say("status", count(untold));
    toldAt = Date.now();
    untold = 0;
  }

  function markRead(number) {
    if (!live?.dataset.read || number <= seenTo) return;
    seenTo = number;
    clearTimeout(marking); // posts that came on screen together make one mark
    marking = setTimeout(() => {
      const headers = { "X-CSRFToken": token(), "HX-Request": "true" };
      fetch(live.dataset.read, { method: "POST", body: new URLSearchParams({ number }), headers }).catch(() => {});
    }, 100);
  }

  // An answer to one's own post and a poll may bring the same post; it stands once, in its newer version.
  document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
    if (target.id !== "posts" || !(fragment instanceof Element)) return; // a whole new #posts comes as a fragment
    for (const post of [...fragment.querySelectorAll("article[id]")]) {
      const here = document.getElementById(post.id);
      if (here && here.dataset.version === post.dataset.version) post.remove();
      else if (here) here.replaceWith(post);
      else if (fromLive && !sending) arrive(post.id); // else it is one's own, come by the nudge before its answer
    }
  });

  function arrive(id) {
    unseen.add(id);
    untold += 1;
    queueMicrotask(tellArrivals);
  }

  watch();
  if (!live) return;

  // --- the connection -----------------------------------------------------------------------------------------------------------

  htmx.config.wsReconnectDelay = (tries) => Math.random() * Math.min(1000 * 2 ** tries, 15000);

  const OVER = {
    4401: "You are signed out here. Sign in again; what you typed is kept.",
    4403: "What you may see here has changed. Reload the page; what you typed is kept.",
    4404: "This page is no longer there.",
  };
  let socket = null; // the one that is open
  let wrapper = null; // the ws extension's hold on it
  let answered = true; // did the last question to `changes` get an answer?
  let crowded = false; // too many sockets: the poll alone goes on
  let over = false;
  let lostAt = Date.now();
  let shown = null;
  let asking = false;
  let askedAt = Date.now();
  let askedFrom = "";
  let heardAt = 0;
  let tickedAt = Date.now();

  function stateOf() {
    if (over) return ["over", "Not live"];
    if (lostAt === null) return ["open", "Live"];
    const seconds = Math.floor((Date.now() - lostAt) / 1000);
    if (Date.now() - lostAt < PATIENCE) return shown || [];
    if (crowded && answered) return ["open", "Live, every 5 s"];
    return ["lost", `Reconnecting, ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`];
  }

  function paint() {
    if (!live) return;
    const [state, words] = stateOf();
    if (!state) return;
    if (asks && shown && shown[0] !== state) say("status", { open: "Live again", lost: "Reconnecting", over: "Not live" }[state]);
    shown = [state, words];
    for (const dot of document.querySelectorAll("[data-live]")) {
      dot.hidden = false;
      dot.dataset.live = state;
      dot.textContent = words;
    }
  }

  function judge() {
    if (socket && answered) lostAt = null;
    else lostAt ??= Date.now();
    paint();
  }

  function end(code) {
    over = true;
    say("alert", OVER[code]);
    paint();
  }

  const poll = () => asks && !asking && !over && htmx.trigger(live, "poll");
  const reopen = () => wrapper && !over && wrapper.reconnect();

  live.addEventListener("htmx:wsOpen", ({ detail }) => {
    socket = detail.event.target;
    wrapper = detail.socketWrapper;
    crowded = false;
    judge();
  });
  live.addEventListener("htmx:wsClose", ({ detail }) => {
    if (socket && detail.event.target !== socket) return; // one that was given up for a newer one
    socket = null;
    wrapper = detail.socketWrapper;
    crowded = detail.event.code === 4429;
    if (OVER[detail.event.code]) end(detail.event.code);
    else judge();
  });
  live.addEventListener("htmx:wsAfterMessage", () => {
    heardAt = Date.now();
  });

  // News wait for the answer to one's own request: they could take away the button that sent it, and the answer its place.
  live.addEventListener("htmx:beforeRequest", (event) => {
    late = sending > 0;
    if (late) return event.preventDefault();
    asking = true;
    askedAt = Date.now();
    askedFrom = cursor();
  });
  live.addEventListener("htmx:afterRequest", ({ detail }) => {
    asking = false;
    answered = detail.successful;
    if ([401, 403, 404].includes(detail.xhr.status)) end(detail.xhr.status === 404 ? 4404 : 4403);
    else judge();
    if (answered && detail.requestConfig.triggeringEvent?.type === "poll") suspect(askedAt);
  });

  // News that the poll found and no frame told of: the socket only looks open (it slept, or a network swallows it).
  function suspect(since) {
    if (!socket || cursor() === askedFrom) return;
    setTimeout(() => heardAt < since && reopen(), 2000);
  }

  window.addEventListener("offline", () => {
    answered = false;
    judge();
  });
  window.addEventListener("online", () => {
    reopen();
    poll();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    if (!socket) reopen();
    poll();
  });
  document.addEventListener("visibilitychange", () => document.hidden || poll());

  setInterval(() => {
    const now = Date.now();
    const slept = now - tickedAt > ASLEEP;
    tickedAt = now;
    if (lostAt !== null) paint();
    if (document.hidden) return;
    if (slept) reopen();
    if (slept || now - askedAt >= (socket && answered ? QUIET_POLL : EAGER_POLL)) poll();
  }, 1000);
})();
