// Uses examples/clients/scrim-client.mjs as a service would, for check.py: use.mjs CLIENTS SPOOL SCRIM TASK FOLDER NAME
//
// Prints one line of JSON. The tasks are those of use.py.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const [clients, spool, command, task, folder, name] = process.argv.slice(2);
const { JobFailed, Scrim } = await import(join(clients, "scrim-client.mjs"));
const scrim = new Scrim(spool, command);
const document = JSON.parse(await readFile(join(folder, "job.json")));
const files = { "pictures/deep/dot.png": await readFile(join(folder, "dot.png")) };

/** The error of a promise that should fail by a class. */
const failureOf = (promise, kind) =>
  promise.then(() => null, (error) => { if (!(error instanceof kind)) throw error; return error; });

const tasks = {
  async burst() {
    await Promise.all(Array.from({ length: 64 }, async (_, number) => {
      const image = await scrim.render(name, document, files, { set: { title: `${name} ${number % 16}` } });
      await writeFile(join(folder, `${name}-${number}.png`), image);
    }));
    return null;
  },

  async failure() {
    const { message, errors, report } = await failureOf(
      scrim.render(name, { ...document, layers: [{ fill: "no colour" }] }), JobFailed);
    return { message, errors, status: report.status };
  },

  async keys() {
    const submit = async (document) =>
      (await scrim.wait(await scrim.submit(name, document, files, { key: `${name}-key`, set: { title: "key" } }))).id;
    const ids = [await submit(document), await submit(document)];
    return { ids, message: (await failureOf(submit({ ...document, layers: [] }), JobFailed)).message };
  },

  async private() {
    const asked = { delivery: "private", set: { title: "private" } };
    const report = await scrim.wait(await scrim.submit(`${name}-private`, document, files, asked));
    for (const [file, content] of Object.entries(await scrim.fetch(report))) await writeFile(join(folder, file), content);
    return report;
  },

  async timeout() {
    const token = await scrim.submit(name, document, files, { hold: true, set: { title: "held" } });
    return { message: (await failureOf(scrim.wait(token, 0.2), Error)).message };
  },
};

console.log(JSON.stringify(await tasks[task]()));
