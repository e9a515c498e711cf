import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { dataFolder, freePort, Product } from '../../tests/start/product.ts';
import { Client } from './client.ts';
import { memoryOf } from './memory.ts';
import { ADMIN_PASSWORD, signInWith } from './sign-in.ts';

const MB = 1_048_576;
const SIZE_MB = 500;
const WATCH_MS = 50;
const BOUNDARY = 'databrain-bench';

interface Target {
  readonly port: number;
  readonly token: string;
  readonly memory: () => number;
}

/** The most memory that the server takes while `work` runs, in MiB, and the seconds it takes. */
async function watched<T>(
  memory: () => number,
  work: () => Promise<T>,
): Promise<{ result: T; before: number; peak: number; seconds: number }> {
  const before = memory();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, memory())), WATCH_MS);
  const from = performance.now();
  try {
    const result = await work();
    return { result, before, peak: Math.max(peak, memory()), seconds: (performance.now() - from) / 1000 };
  } finally {
    clearInterval(watch);
  }
}

/** Sends a PDF of `megabytes` piece by piece; the server learns the length only from the header. */
function upload({ port, token }: Target, megabytes: number): Promise<{ fileName: string; sha256: string }> {
  const head = Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="bench.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const block = randomBytes(MB);
  block.write('%PDF-1.7\n');
  const hash = createHash('sha256');
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/sjzt-datax/file/files/uploadImg',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
          'content-length': head.length + megabytes * MB + tail.length,
        },
      },
      (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => (text += part.toString()));
        answer.on('end', () => {
          if (answer.statusCode !== 200) return reject(new Error(`upload: ${answer.statusCode} ${text}`));
          const { data } = JSON.parse(text) as { data: { fileName: string } };
          resolve({ fileName: data.fileName, sha256: hash.digest('hex') });
        });
      },
    );
    sent.on('error', reject);
    sent.write(head);
    let left = megabytes;
    const more = (): void => {
      while (left-- > 0) {
        hash.update(block);
        if (!sent.write(block)) return void sent.once('drain', more);
      }
      sent.end(tail);
    };
    more();
  });
}

function downloadHash({ port, token }: Target, fileName: string): Promise<string> {
  const hash = createHash('sha256');
  return new Promise((resolve, reject) => {
    const path = `/sjzt-datax/file/fileView/${fileName}?download=1`;
    request({ port, host: '127.0.0.1', path, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`download: ${answer.statusCode}`));
      answer.on('data', (part: Buffer) => hash.update(part));
      answer.on('end', () => resolve(hash.digest('hex')));
      answer.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

/** Uploads and downloads one large file and says what it cost; throws when other bytes come back. */
export async function transferReport(target: Target, megabytes = SIZE_MB): Promise<string> {
  // what every process needs for its first file is no growth
  await downloadHash(target, (await upload(target, 1)).fileName);
  const up = await watched(target.memory, () => upload(target, megabytes));
  const down = await watched(target.memory, () => downloadHash(target, up.result.fileName));
  if (down.result !== up.result.sha256) throw new Error('other bytes came back than were sent');
  const line = (name: string, { seconds, before, peak }: typeof down | typeof up) =>
    `${name} of ${megabytes} MiB: ${seconds.toFixed(1)} s, ${(megabytes / seconds).toFixed(0)} MiB/s; memory of the server ${before.toFixed(0)} → at most ${peak.toFixed(0)} MiB (+${(peak - before).toFixed(0)}).`;
  return `${line('Upload', up)}\n${line('Download', down)}`;
}

/** The same on a fresh, empty installation. */
export async function fileReport(): Promise<string> {
  const folder = dataFolder();
  const port = await freePort();
  const product = await Product.start({ DATA_DIR: folder.path, PORT: String(port), SEED: 'empty', ADMIN_PASSWORD, CAPTCHA: 'off' });
  const client = new Client(port);
  try {
    await product.ready(180_000);
    const token = await signInWith(client)();
    await allow(client, token);
    return await transferReport({ port, token, memory: () => memoryOf(product.child.pid ?? 0) });
  } finally {
    client.close();
    await product.interrupt();
    folder.remove();
  }
}

/** Lifts the settings that stand in the way of a large file. */
export async function allow(client: Client, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (const [key, value] of [
    ['file.maxMB', '2048'],
    ['file.quotaMB', '0'],
  ]) {
    const page = JSON.parse((await client.ok(`/system/configs/page?configKey=${key}`, { headers })).text);
    const row = page.data.data.find((each: { configKey: string }) => each.configKey === key);
    const { data } = JSON.parse((await client.ok(`/system/configs/${row.id}`, { headers })).text);
    await client.ok(`/system/configs/${row.id}`, { method: 'PUT', headers, body: JSON.stringify({ ...data, configValue: value }) });
  }
}
