// The page that checks a saved file: the only part of the verifier that knows its fields.

import { check } from "./ledger.js";
import { fail, progress, show } from "./telling.js";

const find = (id) => document.getElementById(id);

find("ask").addEventListener("submit", async (event) => {
  event.preventDefault();
  const [file] = find("file").files;
  const receipts = find("receipts").value.split(/\s+/).filter(Boolean);
  find("verdict").replaceChildren();
  find("progress").hidden = false;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    show(find("verdict"), await check(bytes, receipts, { key: find("key").value.trim(), onLine: progress(find("bar")) }));
  } catch (fault) {
    fail(find("verdict"), `The file could not be read: ${fault.message}`);
  } finally {
    find("progress").hidden = true;
  }
});
