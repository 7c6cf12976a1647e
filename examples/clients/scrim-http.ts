// A client of scrim-http for Node 18 and later, Deno and Bun, without dependencies: one file to copy into a project.
//   const scrim = new ScrimHTTP("https://images.example.com", "shop", secret);
//   const url = await scrim.link("card@1", { title: "Hello" });
//   const png = await scrim.render({ template: "card@1", inputs: { title: "Hello" } });

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Body = { [key: string]: Json };
/** An error of a job, with its place in the document. */
export type JobError = { path?: string; line?: number; column?: number; message: string; code: string };
/** What a job is at. */
export type Page = { id: string; state: string; errors: JobError[]; outputs: { name: string; href: string }[] };
type Answer = { status: number; headers: Headers; content: Uint8Array };

const text = new TextEncoder();
// Node 18 has it in a module only.
const crypto: Crypto = globalThis.crypto ?? (await import(String("node:crypto"))).webcrypto;
const base64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
const base64url = (bytes: Uint8Array) => base64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

/** Problem details (RFC 9457): status, title, detail, and errors, each with path, line, column, message and code. */
export class Problem extends Error {
  readonly title: string;
  readonly detail: string;
  readonly errors: JobError[];

  constructor(readonly status: number, page: { title?: string; detail?: string; errors?: JobError[] }) {
    const errors = page.errors ?? [];
    const lines = errors.map((e) => `${e.line ?? 0}:${e.column ?? 0}: ${e.message}`);
    super([`${status} ${page.title ?? ""}. ${page.detail ?? ""}`.trimEnd(), ...lines].join("\n"));
    [this.name, this.title, this.detail, this.errors] = ["Problem", page.title ?? "", page.detail ?? "", errors];
  }
}

/** Bytes that are not those whose Digest the service sent. */
export class DamagedOutput extends Error {}

/** JSON in one spelling, so that equal inputs give equal links. Numbers are 0, or 0.0001 to 2^53 in magnitude. */
export function canonical(value: Json): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") {
    const short: { [key: string]: string } = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
    const escape = (c: string) => short[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;
    return `"${value.replace(/["\\\x00-\x1f\x7f-\x9f]/g, escape)}"`;
  }
  if (typeof value === "number") {
    if (value === 0) return "0";
    if (Math.abs(value) >= 1e-4 && Math.abs(value) < 2 ** 53) return String(value);
    throw new RangeError(`${value}: numbers in links are 0, or 0.0001 to 2^53 in magnitude`);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  // By bytes of UTF-8, whose order is not that of UTF-16.
  const bytes = (key: string) => Array.from(text.encode(key), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const keys = Object.keys(value).sort((a, b) => (bytes(a) < bytes(b) ? -1 : 1));
  return `{${keys.map((key) => `${canonical(key)}:${canonical(value[key])}`).join()}}`;
}

export class ScrimHTTP {
  private readonly base: string;

  constructor(
    base: string, private readonly key: string, private readonly secret: string, private readonly attempts = 5,
  ) {
    this.base = base.replace(/\/$/, "");
  }

  /** The signed link of an image: of a template NAME@VERSION, until a time in seconds since 1970. */
  async link(template: string, inputs: Body, format = "png", variant?: string, expires?: number): Promise<string> {
    const payload = { i: inputs, k: this.key, ...(expires === undefined ? {} : { e: expires }) };
    const file = `${base64url(text.encode(canonical(payload)))}.${format}`;
    const path = `/t/${[template, ...(variant ? [variant] : []), file].join("/")}`;
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", text.encode(this.secret), algorithm, false, ["sign"]);
    const signature = await crypto.subtle.sign("HMAC", key, text.encode(path));
    return `${this.base}${path}?s=${base64url(new Uint8Array(signature))}`;
  }

  /** Hands over a job: a document, or { template, inputs } or { template, data }. Returns its identifier. */
  async submit(body: Body, idempotencyKey?: string): Promise<string> {
    return this.identifier(await this.post("/jobs", body, idempotencyKey));
  }

  /** The page of a job that is done. Throws Problem if it failed, an Error while it is not finished. */
  async wait(job: string, timeout = 60): Promise<Page> {
    for (let end = Date.now() + 1000 * timeout, pause = 0.02; ; pause = Math.min(1.5 * pause, 2)) {
      const page = this.json(await this.request("GET", `/jobs/${job}`)) as Page;
      if (page.state === "done") return page;
      if (page.state === "failed" || page.state === "corrupt") {
        throw new Problem(422, { title: "The job has errors", errors: page.errors });
      }
      if (Date.now() + 1000 * pause > end) throw new Error(`job ${job} did not end within ${timeout} s`);
      await sleep(pause);
    }
  }

  /** The page of a job whenever it has changed, until it ends. */
  async *events(job: string): AsyncGenerator<Page> {
    const response = await this.open("GET", `/jobs/${job}/events`);
    if (!response.ok) throw await this.problem(response.status, await this.answer(response));
    const reader = response.body!.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split("\n");
      rest = lines.pop()!;
      for (const line of lines) if (line.startsWith("data: ")) yield JSON.parse(line.slice(6));
    }
  }

  /** The bytes of an output. Those of a batch's rows are in its NAME.rows.jsonl. */
  async output(job: string, name: string): Promise<Uint8Array> {
    const place = name.split("/").map(encodeURIComponent).join("/");
    return this.verified(await this.request("GET", `/jobs/${job}/outputs/${place}`));
  }

  /** Name and bytes of each output of a job that is done; of a batch NAME.rows.jsonl only. */
  async outputs(page: Page): Promise<{ [name: string]: Uint8Array }> {
    const outputs: { [name: string]: Uint8Array } = {};
    for (const { name } of page.outputs) outputs[name] = await this.output(page.id, name);
    return outputs;
  }

  /** Cancels a job, or deletes its results. */
  async delete(job: string): Promise<void> {
    await this.request("DELETE", `/jobs/${job}`);
  }

  /** Submits a job, waits, and returns its first output, which is then deleted. */
  async render(body: Body, timeout = 60, idempotencyKey?: string): Promise<Uint8Array> {
    const path = `/jobs?wait=${Math.max(1, Math.min(60, Math.floor(timeout)))}`;
    const answer = await this.post(path, body, idempotencyKey);
    const job = this.identifier(answer);
    const isPage = answer.status === 202 || !answer.headers.has("Digest");
    const image = isPage
      ? Object.values(await this.outputs(await this.wait(job, timeout)))[0]
      : await this.verified(answer);
    await this.delete(job);
    return image;
  }

  private post(path: string, body: Body, idempotencyKey?: string): Promise<Answer> {
    // With a key a request is repeated safely: the same content is the same job.
    const fields = { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey ?? crypto.randomUUID() };
    return this.request("POST", path, JSON.stringify(body), fields);
  }

  private identifier({ headers }: Answer): string {
    return (headers.get("Location") ?? headers.get("Content-Location") ?? "").split("/")[2];
  }

  private json({ content }: Answer): unknown {
    return JSON.parse(new TextDecoder().decode(content));
  }

  private async verified({ headers, content }: Answer): Promise<Uint8Array> {
    const digest = base64(new Uint8Array(await crypto.subtle.digest("SHA-256", content)));
    if (headers.get("Digest") === `sha-256=${digest}`) return content;
    throw new DamagedOutput("the output is not the one that the service sent");
  }

  /** An answer of success. What may succeed later is repeated, when the service says. */
  private async request(method: string, path: string, body?: string, fields = {}): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt === this.attempts - 1;
      let pause = 0.2 * 2 ** attempt;
      try {
        const answer = await this.answer(await this.open(method, path, body, fields));
        if (answer.status < 300) return answer;
        // An earlier attempt has deleted it.
        if (answer.status === 404 && method === "DELETE" && attempt > 0) return answer;
        if (isLast || ![429, 503].includes(answer.status)) throw await this.problem(answer.status, answer);
        pause = Number(answer.headers.get("Retry-After") ?? 1);
      } catch (error) {
        if (isLast || error instanceof Problem) throw error;
      }
      await sleep(Math.min(pause, 30));
    }
  }

  private async problem(status: number, answer: Answer): Promise<Problem> {
    const isProblem = answer.headers.get("Content-Type")?.startsWith("application/problem+json");
    return new Problem(status, isProblem ? (this.json(answer) as object) : {});
  }

  private async answer(response: Response): Promise<Answer> {
    const content = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, content };
  }

  private open(method: string, path: string, body?: string, fields = {}): Promise<Response> {
    return fetch(this.base + path, { method, body, headers: { Authorization: `Bearer ${this.secret}`, ...fields } });
  }
}
