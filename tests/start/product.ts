import { spawn, type ChildProcess } from 'node:child_process';
import { publicEncrypt, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lifeOf, postmasterOf } from '#app/server/embedded-db/probe.ts';

const ROOT = join(import.meta.dirname, '../..');
const BASE = '/sjzt-datax';

/** A free TCP port of this machine. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** A data folder that the database user can enter, thrown away by `remove`. */
export function dataFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'databrain-start-'));
  chmodSync(path, 0o755);
  return {
    path,
    remove: () => {
      const pid = postmasterOf(join(path, 'pg/data'));
      if (pid !== null && lifeOf(pid) === 'postgres') process.kill(pid, 'SIGQUIT');
      rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** The product as `npm start` runs it, seen from outside; it warms up only where `WARM_UP` says so, for what that saves. */
export class Product {
  readonly port: number;
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  output = '';

  private constructor(port: number, env: Record<string, string>) {
    this.port = port;
    const inherited = Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^(?:NODE_ENV|VITEST.*|TEST.*|npm_.*|DATABASE_URL|SECRET_KEY|NODE_OPTIONS)$/.test(name),
      ),
    );
    this.child = spawn(process.execPath, ['tools/start.mjs'], {
      cwd: ROOT,
      env: { ...inherited, PORT: String(port), SEED: 'empty', WARM_UP: 'off', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // a process group of its own, as a terminal would give it
    });
    const keep = (text: Buffer) => (this.output += text.toString());
    this.child.stdout?.on('data', keep);
    this.child.stderr?.on('data', keep);
    this.ended = new Promise((resolve) => this.child.once('close', (code, signal) => resolve({ code, signal })));
  }

  static async start(env: Record<string, string>): Promise<Product> {
    return new Product(Number(env['PORT'] ?? (await freePort())), env);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}${path}`, { redirect: 'manual', headers });
  }

  /** A call with a session; `body` is sent as JSON. */
  send(method: string, path: string, token: string, body?: unknown): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    return fetch(`http://127.0.0.1:${this.port}${BASE}${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  /** What /health/ready answers, 0 when nobody does. */
  health(): Promise<number> {
    return this.get(`${BASE}/health/ready`).then(
      (reply) => reply.status,
      () => 0,
    );
  }

  /** Milliseconds until /health/ready answers 200; throws with the output when the product ended first. */
  async ready(limitMs = 90_000): Promise<number> {
    const began = performance.now();
    for (;;) {
      const status = await this.health();
      if (status === 200) return performance.now() - began;
      if (this.child.exitCode !== null || performance.now() - began > limitMs)
        throw new Error(`not ready (last answer ${status}):\n${this.output}`);
      await wait(50);
    }
  }

  /** Ctrl-C in the terminal: the whole process group hears it. */
  async interrupt(signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
    if (this.child.exitCode === null && this.child.pid) process.kill(-this.child.pid, signal);
    return (await this.ended).code;
  }

  /** Ends it together with whatever it has started, such as an installation; for tidying up. */
  async killAll(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null && this.child.pid) process.kill(-this.child.pid, 'SIGKILL');
    await this.ended;
  }

  async killHard(): Promise<void> {
    if (this.child.exitCode === null) this.child.kill('SIGKILL');
    await this.ended;
  }
}

/** Signs in as a program does: the password travels encrypted for the key that came with the captcha. Answers the token. */
export async function signIn(product: Product, username: string, password: string, userAgent = 'node'): Promise<string> {
  const captcha = await product.get(`${BASE}/system/captchaImage`);
  const { data } = (await captcha.json()) as { data: { uuid: string; publicKey: string } };
  const secret = JSON.stringify({ p: password, t: Date.now(), n: randomUUID() });
  const sealed = publicEncrypt({ key: data.publicKey, oaepHash: 'sha256' }, Buffer.from(secret)).toString('base64');
  const form = { username, password: sealed, uuid: data.uuid, code: '', grant_type: 'password', scope: 'all' };
  const reply = await fetch(`http://127.0.0.1:${product.port}${BASE}/auth/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('web:web').toString('base64')}`, 'user-agent': userAgent },
    body: new URLSearchParams(form),
  });
  const answer = (await reply.json()) as { access_token?: string };
  if (!answer.access_token) throw new Error(`sign-in failed: ${JSON.stringify(answer)}`);
  return answer.access_token;
}

/** Runs a start that must fail: its exit code and what it said, without the progress lines. */
export async function failedStart(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const product = await Product.start(env);
  const timer = setTimeout(() => void product.killHard(), 60_000);
  const { code } = await product.ended;
  clearTimeout(timer);
  return { code, output: product.output };
}

/** True when no PostgreSQL works on this data folder any more. */
export function databaseIsDown(dataDir: string): boolean {
  const pid = postmasterOf(join(dataDir, 'pg/data'));
  return pid === null || lifeOf(pid) !== 'postgres';
}
