import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { poolFigures } from '#kit/server/db/prepared.ts';
import { startApp } from '#kit/test/app.ts';
import { sampleModule } from '#kit/test/sample/index.ts';
import { systemModule } from '#modules/system/server/index.ts';
import { limiterFor } from './transaction-limiter.ts';

const app = startApp({ modules: [systemModule, sampleModule] });
const statusesOf = async (calls: readonly Promise<{ status: number }>[]) => (await Promise.all(calls)).map(({ status }) => status);

describe('calls that hold a transaction', () => {
  it('find a second connection although more of them come at once than there are connections', async () => {
    const { max } = poolFigures(app.node.app.db)!;
    const started = performance.now();
    const statuses = await statusesOf(Array.from({ length: 3 * max }, () => app.admin('POST', '/kit/beside', { ms: 5 })));
    expect(statuses).toEqual(Array.from({ length: 3 * max }, () => 200));
    // waiting for each other lasts until a connection is given up, ten seconds
    expect(performance.now() - started).toBeLessThan(9_000);
  }, 40_000);

  it('of one person leave permits for others, who need not wait until all of them are done', async () => {
    const other = app.as((await app.make.user({ perms: ['kit:sample:add'] })).token);
    const done: string[] = [];
    const many = Array.from({ length: 30 }, async () => {
      await app.admin('POST', '/kit/beside', { ms: 100 });
      done.push('many');
    });
    expect((await other('POST', '/kit/beside', { ms: 1 })).status).toBe(200);
    done.push('other');
    await Promise.all(many);
    expect(done.indexOf('other')).toBeLessThan(10);
  }, 40_000);
});

describe('calls that only read', () => {
  it('of one person, forty slow ones, leave others unharmed', async () => {
    const [one, other] = [
      await app.make.user({ perms: ['kit:sample:list'] }),
      await app.make.user({ perms: ['kit:sample:list', 'kit:sample:add'] }),
    ];
    // nothing can be read from this table until the lock goes
    let unlock: () => void = () => undefined;
    const locked = new Promise<void>((taken, failed) => {
      const held = new Promise<void>((resolve) => (unlock = resolve));
      app.database.db
        .transaction()
        .execute(async (db) => {
          await sql`lock table kit_sample in access exclusive mode`.execute(db);
          taken();
          await held;
        })
        .catch(failed);
    });
    await locked;
    const slow = Array.from({ length: 40 }, () => app.as(one.token)('GET', '/kit/samples/page'));
    const call = app.as(other.token);
    const others = Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? call('GET', '/kit/slow?ms=1') : call('POST', '/kit/beside', { ms: 1 }),
    );
    expect(await statusesOf(others)).toEqual(Array.from({ length: 20 }, () => 200));
    unlock();
    // those who waited too long for their own turn are told so
    for (const status of await statusesOf(slow)) expect([200, 503]).toContain(status);
  }, 60_000);

  it('never wait for a connection of their own: one call may read on several at once', async () => {
    const { token } = await app.make.user({ perms: ['kit:sample:list'] });
    const answers = Array.from({ length: 6 }, () => app.as(token)('GET', '/kit/slow?ms=20&times=4'));
    expect(await statusesOf(answers)).toEqual(Array.from({ length: 6 }, () => 200));
  }, 40_000);
});

describe('permits', () => {
  const alive = new AbortController().signal;
  /** What has happened by the time that everything which can go on has gone on. */
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('are at most half of them for one person, and go on to whoever holds the fewest', async () => {
    const limiter = limiterFor(10);
    const order: string[] = [];
    const come = (who: string) =>
      limiter.acquire(who, alive).then((leave) => {
        order.push(who);
        return leave;
      });
    const first = [come('a'), come('a'), come('a'), come('a'), come('b'), come('b'), come('c')];
    await settled();
    // ten connections less five left, three of one person
    expect(order).toEqual(['a', 'a', 'a', 'b', 'b']);
    (await first[0])!();
    await settled();
    expect(order.at(-1)).toBe('c');
    for (const one of first) (await one)(); // nobody is left waiting when the test ends
  });

  it("leave half of a person's share to writes: more reads wait, a write comes in", async () => {
    const limiter = limiterFor(14);
    const inside: string[] = [];
    const come = (what: string, isReading: boolean) =>
      limiter.acquire('a', alive, { isReading }).then((leave) => {
        inside.push(what);
        return leave;
      });
    // eight permits, four of one person, two of them for reading
    const all = [come('read', true), come('read', true), come('late read', true), come('write', false)];
    await settled();
    expect(inside).toEqual(['read', 'read', 'write']);
    (await all[0])!();
    for (const one of all) (await one)();
    expect(inside.at(-1)).toBe('late read');
  });

  it('are refused after a while, and given up by those who go away', async () => {
    const limiter = limiterFor(2);
    const leave = await limiter.acquire('a', alive);
    await expect(limiter.acquire('b', alive, { waitMs: 20 })).rejects.toMatchObject({
      key: 'server.unavailable',
      message: expect.stringContaining('系统繁忙'),
    });
    const gone = new AbortController();
    const waiting = limiter.acquire('b', gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    leave();
    leave();
    const again = await limiter.acquire('c', alive);
    await expect(limiter.acquire('d', alive, { waitMs: 20 })).rejects.toMatchObject({ key: 'server.unavailable' });
    again();
  });
});
