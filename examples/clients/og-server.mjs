// GET /og?title=Hello: a web page's preview image, rendered by scrimd. For Node 18 and later.
//
//   node og-server.mjs [SPOOL [PORT]]

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { JobFailed, Scrim } from "./scrim-client.mjs";

const [spool = "/var/spool/scrim", port = "8080"] = process.argv.slice(2);
const scrim = new Scrim(spool, process.env.SCRIM ?? "scrim");
const template = JSON.parse(await readFile(new URL("og.json", import.meta.url)));

/** The image of a title. The same title has the same key, so the daemon renders it once while it keeps the job. */
function image(title) {
  const digest = createHash("sha256").update(JSON.stringify(template) + title).digest("hex");
  return scrim.render("og", template, {}, { key: `og-${digest}`, set: { title }, timeout: 10 });
}

const server = createServer(async (request, response) => {
  const answer = (status, type, body) => response.writeHead(status, { "content-type": type }).end(body);
  const url = new URL(request.url, "http://localhost");
  const title = url.searchParams.get("title");
  if (request.method !== "GET" || url.pathname !== "/og") return answer(404, "text/plain", "GET /og?title=…\n");
  if (!title || title.length > 200) return answer(400, "text/plain", "title: 1 to 200 characters\n");
  try {
    answer(200, "image/png", await image(title));
  } catch (error) {
    if (error instanceof JobFailed) return answer(400, "text/plain", `${error.message}\n`);
    console.error(error);
    answer(503, "text/plain", "not rendered in time\n");
  }
});
server.listen(Number(port), "127.0.0.1", () => console.log(`http://localhost:${server.address().port}/og?title=Hello`));
