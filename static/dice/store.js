// Where the dice's part of this browser is kept: local storage, or the page's own memory where a browser keeps nothing.

const memory = new Map();
const pageOnly = {
  getItem: (name) => memory.get(name) ?? null,
  setItem: (name, value) => void memory.set(name, value),
};

export function storage() {
  try {
    localStorage.setItem("vroll", "1");
    return localStorage;
  } catch {
    return pageOnly;
  }
}

// The ledger's lines after entry `after`, as texts, of the site's own address.
export async function fetchLines(address, after) {
  const answer = await fetch(`${address}?after=${after}`, { headers: { accept: "text/plain" } });
  if (!answer.ok) throw new Error(`lines: ${answer.status}`);
  return (await answer.text()).split("\n").filter(Boolean);
}
