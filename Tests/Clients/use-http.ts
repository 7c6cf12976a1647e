// What Tests/Clients/check_http.py asks of the client in TypeScript: BASE STUB CASES. Prints an object of results.
import { Body, DamagedOutput, Page, Problem, ScrimHTTP } from "./scrim-http.js";

declare const process: { argv: string[] };
const [base, stub, cases] = process.argv.slice(2);
type Case = { template: string; inputs: Body; format: string; variant?: string; expires?: number };
type Table = { links: Case[]; batch: Body; template: Body; document: Body; invalid: Body };
const table: Table = JSON.parse((await import(String("node:fs"))).readFileSync(cases, "utf8"));
const secret = "a".repeat(40);
const scrim = new ScrimHTTP(base, "shop", secret);
const small = new ScrimHTTP(stub, "shop", secret);

async function sha256(content: Uint8Array): Promise<string> {
  return (await import(String("node:crypto"))).createHash("sha256").update(content).digest("hex");
}

async function problem(of: () => Promise<unknown>) {
  try {
    await of();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const errors = error.errors.map(({ line, message }) => ({ line: line ?? null, message }));
    return { status: error.status, title: error.title, errors, text: error.message };
  }
  return null;
}

async function raises(kind: Function, of: () => Promise<unknown>): Promise<boolean> {
  return of().then(() => false, (error) => error instanceof (kind as any));
}

const link = (one: Case, by = scrim) => by.link(one.template, one.inputs, one.format, one.variant, one.expires);
const batch = await scrim.submit(table.batch);
const pages: Page[] = [];
for await (const page of scrim.events(batch)) pages.push(page);
const rows = (await scrim.outputs(await scrim.wait(batch)))["card.rows.jsonl"];
const lines = new TextDecoder().decode(rows).trim().split("\n").map((line) => JSON.parse(line));
const images: string[] = [];
for (const line of lines) images.push(await sha256(await scrim.output(batch, line.outputs[0].file)));
await scrim.delete(batch);
const once = async () => (await scrim.wait(await scrim.submit(table.document, "typescript"))).state;
const numbers = [1e300, 2 ** 53, 1e-5, -1e-300, Infinity];
console.log(JSON.stringify({
  links: await Promise.all(table.links.map((one) => link(one, new ScrimHTTP("", "shop", secret)))),
  link: await link(table.links[0]),
  forged: await link(table.links[0], new ScrimHTTP(base, "shop", "b".repeat(40))),
  numbers: await Promise.all(numbers.map((n) => raises(RangeError, () => scrim.link("card@1", { n })))),
  template: await sha256(await scrim.render(table.template)),
  document: await sha256(await scrim.render(table.document)),
  batch: images,
  states: pages.map(({ state }) => state).slice(-1),
  once: [await once(), await once()],
  other: await problem(() => scrim.render(table.template, 60, "typescript")),
  invalid: await problem(() => scrim.render(table.invalid)),
  waited: await problem(async () => scrim.wait(await scrim.submit(table.invalid))),
  unknown: await problem(() => scrim.render({ template: "crad@1", inputs: {} })),
  unauthorized: await problem(() => new ScrimHTTP(base, "shop", "b".repeat(40)).submit(table.document)),
  gone: await problem(() => scrim.wait(batch)),
  repeated: await sha256(await small.render({ is: "late" })),
  damaged: await raises(DamagedOutput, () => small.render({ is: "damaged" })),
  refused: await problem(() => small.render({ is: "refused" })),
}));
