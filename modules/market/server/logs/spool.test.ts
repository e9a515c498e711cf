import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Spool, type Place } from './spool.ts';

let folder = '';
const spools: Spool[] = [];
function opened(at: string | null): Spool {
  const spool = new Spool(at);
  spools.push(spool);
  return spool;
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'databrain-spool-'));
});
afterEach(async () => {
  for (const spool of spools.splice(0)) await spool.seal();
  rmSync(folder, { recursive: true, force: true });
});

const START: Place = { segment: 0, position: 0 };
const put = (spool: Spool, text: string) => spool.append(Buffer.from(text));
async function drain(spool: Spool, from = START): Promise<{ text: string; at: Place }> {
  let text = '';
  let at = from;
  for (let found = await spool.read(at, 50); found; found = await spool.read(at, 50)) {
    text += found.lines.toString();
    at = found.next;
  }
  return { text, at };
}

describe('the spool of a node', () => {
  it('gives lines in the order in which they came, whole ones only, and forgets what was written', async () => {
    const spool = opened(folder);
    await put(spool, 'first 一\nsecond\n');
    await put(spool, 'third\n');
    const { text, at } = await drain(spool);
    expect(text).toBe('first 一\nsecond\nthird\n');
    expect(spool.waiting).toBeGreaterThan(0);
    spool.release(at);
    expect(spool.waiting).toBe(0);
    await put(spool, 'fourth\n');
    expect((await drain(spool, at)).text).toBe('fourth\n');
  });

  it('is read by another node after a kill, without the line that was not finished', async () => {
    const killed = opened(folder);
    await put(killed, 'one\ntwo\n');
    const [name = ''] = readdirSync(folder);
    appendFileSync(join(folder, name), 'thr');
    const next = opened(folder);
    expect((await drain(next)).text).toBe('one\ntwo\n');
    // what comes goes to a file of its own, not behind the torn line
    await put(next, 'four\n');
    expect((await drain(next)).text).toBe('one\ntwo\nfour\n');
  });

  it('begins a new file every 4 MB, and deletes one when all of it is written', async () => {
    const spool = opened(folder);
    const line = Buffer.from(`${'x'.repeat(1023)}\n`);
    for (let i = 0; i < 3; i++) await spool.append(Buffer.concat(Array.from({ length: 4096 }, () => line)));
    await put(spool, 'last\n');
    expect(readdirSync(folder)).toHaveLength(4);
    const found = await spool.read({ segment: 2, position: 4096 * 1024 - 1024 }, 5000);
    expect(found?.lines.length).toBe(1024);
    spool.release({ segment: 3, position: 0 });
    expect(readdirSync(folder)).toHaveLength(2);
    expect(spool.waiting).toBe(4096 * 1024 + 5);
  });

  it('keeps lines in memory while no file can be made, and says so', async () => {
    const spool = opened(join(folder, 'gone'));
    rmSync(join(folder, 'gone'), { recursive: true });
    await put(spool, 'a\n');
    await put(spool, 'b\n');
    expect(spool.mode).toBe('memory');
    const { text, at } = await drain(spool);
    expect(text).toBe('a\nb\n');
    spool.release(at);
    expect(spool.waiting).toBe(0);
  });

  it('is full at its limit', async () => {
    const spool = opened(null);
    const part = Buffer.alloc(1024 ** 2, 'y\n');
    for (let i = 0; i < 31; i++) await spool.append(part);
    expect(spool.isFull).toBe(false);
    await spool.append(part);
    expect(spool.isFull).toBe(true);
  });
});
