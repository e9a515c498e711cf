import { describe, expect, it } from 'vitest';
import { hashPassword, hashPasswords, verifyPassword } from './hash.ts';

describe('hashes of many passwords', () => {
  it('stand in the order of the passwords, each with its own salt, and are told as they are made', async () => {
    const heard: number[] = [];
    const made = await hashPasswords(['eins', 'eins', 'zwei'], { onDone: (done) => heard.push(done) });
    expect(new Set(made).size).toBe(3);
    expect(await verifyPassword(made[2] ?? null, 'zwei')).toBe(true);
    expect(heard).toEqual([1, 2, 3]);
  });

  it('leave room for somebody who signs in meanwhile, however many wait', async () => {
    const done: string[] = [];
    const many = hashPasswords(
      Array.from({ length: 60 }, (_, n) => `batch ${n}`),
      { onDone: (n) => done.push(`batch ${n}`) },
    );
    await hashPassword('one person');
    const before = done.length;
    await many;
    // in one queue with the batch it would have come last
    expect(before).toBeLessThan(30);
  });

  it('end when nobody waits for them', async () => {
    const stop = new AbortController();
    const made: number[] = [];
    const work = hashPasswords(
      Array.from({ length: 40 }, (_, n) => `${n}`),
      { signal: stop.signal, onDone: (n) => (n === 3 ? stop.abort() : made.push(n)) },
    );
    await expect(work).rejects.toThrow();
    expect(made.length).toBeLessThan(10);
    // the places are free again
    expect(await hashPasswords(['next'])).toHaveLength(1);
  });
});
