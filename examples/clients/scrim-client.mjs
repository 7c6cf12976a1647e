// A client of scrimd for Node 18 and later, without dependencies: one file to copy into a project:
//   const png = await new Scrim("/var/spool/scrim").render("card", job, { "photo.jpg": jpeg }, { key: "order-4711" });
import { execFile } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
import { mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
const alphabet = "234567abcdefghijklmnopqrstuvwxyz"; // in the order of ASCII: tokens sort by time
const read = (path) => readFile(path).catch((error) => { if (!["ENOENT", "EACCES"].includes(error.code)) throw error; });

/** The job's errors, each with code, message, and line and column in the document; the report is attached. */
export class JobFailed extends Error {
  constructor(report) {
    super(report.errors.map((e) => `${e.line ?? 0}:${e.column ?? 0}: ${e.message}`).join("\n"));
    Object.assign(this, { name: "JobFailed", report, errors: report.errors });
  }
}

export class Scrim {
  constructor(spool = "/var/spool/scrim", command = "scrim") { Object.assign(this, { spool, command, count: 0 }); }

  /** Hands over a job with its files, path to bytes, and what submission.json asks for. Returns its token. */
  async submit(name, document, files = {}, asked = {}) {
    const number = (BigInt(Date.now()) << 38n) + (BigInt(++this.count % 1024) << 28n) + BigInt(randomInt(2 ** 28));
    const token = Array.from({ length: 16 }, (_, i) => alphabet[(number >> BigInt(75 - 5 * i)) & 31n]).join("");
    const part = join(this.spool, "drop", `.${name}-${token}.part`);
    const modes = new Map([[".", 0o2770]]); // the daemon, of the spool's group, reads files and moves folders
    const contents = { "job.json": JSON.stringify(document), "submission.json": JSON.stringify(asked), ...files };
    for (const [path, content] of Object.entries(contents)) {
      await mkdir(dirname(join(part, path)), { recursive: true });
      await writeFile(join(part, path), content);
      for (let p = path; p !== "."; p = dirname(p)) modes.set(p, p === path ? 0o640 : 0o2770);
    }
    for (const [path, mode] of modes) { // whatever the umask
      const file = await open(join(part, path));
      await file.chmod(mode).then(() => file.sync()).finally(() => file.close());
    }
    await rename(part, join(this.spool, "drop", `${name}@${token}.scrim`));
    return token;
  }

  /** The report of the job. Throws JobFailed, or an Error while it still waits, runs or is held. */
  async wait(token, timeout = 60) {
    for (let end = performance.now() + 1000 * timeout, pause = 2; ; pause = Math.min(1.25 * pause, 250)) {
      const report = JSON.parse((await read(join(this.spool, "reports", `${token}.json`))) ?? '{"status": "waiting"}');
      if (report.status === "done") return report;
      if (report.status === "failed") throw new JobFailed(report);
      if (performance.now() + pause > end) throw new Error(`job ${token} did not end within ${timeout} s`);
      await setTimeout(pause);
    }
  }

  /** The job's first image. out/NAME belongs to the latest job of that name, so the hash decides. */
  async image(report) {
    const { file, sha256 } = report.outputs[0];
    for (const folder of ["out", `out/${process.geteuid()}`]) {
      const content = await read(join(this.spool, folder, file));
      if (content && createHash("sha256").update(content).digest("hex") === sha256) return content;
    }
    return (await this.fetch(report))[file];
  }

  /** Name and bytes of each image, from the daemon; private ones it then deletes. */
  async fetch(report, attempts = 50) {
    const folder = await mkdtemp(join(tmpdir(), "scrim-"));
    const images = () => Promise.all(report.outputs.map(async ({ file }) => [file, await readFile(join(folder, file))]));
    return promisify(execFile)(this.command, ["fetch", "--spool", this.spool, report.id, "-o", `${folder}/`])
      .then(images).then(Object.fromEntries).finally(() => rm(folder, { recursive: true }))
      .catch((error) => error.code !== 74 || attempts <= 1 ? Promise.reject(error) // 74: the daemon is being restarted
        : setTimeout(100).then(() => this.fetch(report, attempts - 1)));
  }

  /** Submits a job, waits, and returns its first image. */
  async render(name, document, files = {}, { timeout = 60, ...asked } = {}) {
    const report = await this.wait(await this.submit(name, document, files, asked), timeout);
    return asked.delivery === "private" ? Object.values(await this.fetch(report))[0] : this.image(report);
  }
}
