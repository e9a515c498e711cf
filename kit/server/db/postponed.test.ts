import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { openDatabase, type Database } from './open.ts';
import { executeLater, runTogether } from './postponed.ts';
import { steadyQuery } from './steady.ts';

const app = startApp();
let own: Database;
beforeAll(async () => {
  own = openDatabase({ ...app.connection, max: 4 } as pg.PoolConfig, { warn: () => undefined });
  await own.pool.query('create table later_row (id int primary key, text text)');
});
afterAll(() => own.close());

const insert = (id: number) => {
  const statement = sql`insert into later_row (id, text) values (${id}::int, 'as said')`;
  return { compile: () => statement.compile(own.db) };
};
const count = async () => (await own.pool.query<{ n: number }>('select count(*)::int as n from later_row')).rows[0]?.n;

describe('a postponed write', () => {
  it('is there for the next statement, in the order in which it was said', async () => {
    await own.db.transaction().execute(async (db) => {
      await executeLater(db, insert(1));
      await sql`update later_row set text = 'changed' where id = 1`.execute(db);
      await executeLater(db, insert(2));
      expect((await sql`select id, text from later_row order by id`.execute(db)).rows).toEqual([
        { id: 1, text: 'changed' },
        { id: 2, text: 'as said' },
      ]);
    });
  });

  it('that nothing follows goes with the commit, and outside a transaction at once', async () => {
    await own.db.transaction().execute((db) => executeLater(db, insert(3)));
    expect(await count()).toBe(3);
    await executeLater(own.db, insert(4));
    expect(await count()).toBe(4);
  });

  it('that fails makes the commit fail with its own error, and nothing holds', async () => {
    const both = own.db.transaction().execute(async (db) => {
      await executeLater(db, insert(5));
      await executeLater(db, insert(1));
      await executeLater(db, insert(6));
    });
    await expect(both).rejects.toMatchObject({ code: '23505' });
    expect(await count()).toBe(4);
    await own.db.transaction().execute((db) => executeLater(db, insert(5)));
    expect(await count()).toBe(5);
  });

  it('that fails after a savepoint is undone with it, and the rest holds', async () => {
    await own.db.transaction().execute(async (db) => {
      await executeLater(db, insert(7));
      await sql`savepoint one`.execute(db);
      await executeLater(db, insert(1));
      await expect(sql`release savepoint one`.execute(db)).rejects.toMatchObject({ code: '23505' });
      await sql`rollback to savepoint one`.execute(db);
      await executeLater(db, insert(8));
    });
    expect(await count()).toBe(7);
  });

  it('that fails and goes together with the way back to a savepoint is undone by it', async () => {
    await own.db.transaction().execute(async (db) => {
      await sql`savepoint one`.execute(db);
      await executeLater(db, insert(1));
      await sql`rollback to savepoint one`.execute(db);
      expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    });
    expect(await count()).toBe(7);
  });

  it('is not said at all when its transaction is given up', async () => {
    const given = own.db.transaction().execute(async (db) => {
      await executeLater(db, insert(9));
      throw new Error('given up');
    });
    await expect(given).rejects.toThrow('given up');
    await own.db.transaction().execute(async () => undefined);
    expect(await count()).toBe(7);
  });

  it('leaves statements beside each other in one transaction their own answers', async () => {
    const answers = await own.db.transaction().execute(async (db) => {
      await executeLater(db, insert(10));
      const all = [1, 2, 3].map((n) => sql<{ n: number }>`select ${n}::int as n`.execute(db));
      return (await Promise.all(all)).map(({ rows }) => rows[0]?.n);
    });
    expect(answers).toEqual([1, 2, 3]);
    const { rows } = await own.pool.query('select 4 as n');
    expect(rows).toEqual([{ n: 4 }]);
  });
});

describe('two statements together', () => {
  const read = steadyQuery((db, { id }: { readonly id: string }) =>
    db.selectFrom('sysUser').select(['id', 'createBy']).where('id', '=', id),
  );

  it('answer both their rows, with the values of each call', async () => {
    const [a, b] = [await app.make.user({}), await app.make.user({})];
    const ids = await own.db.transaction().execute(async (db) => {
      const [first, second] = await runTogether(db, read(db, { id: a.id }), read(db, { id: b.id }));
      return [first, second].map((rows) => rows.map((row) => [row.id, 'createBy' in row]));
    });
    expect(ids).toEqual([[[a.id, true]], [[b.id, true]]]);
  });

  it('the second sees what was committed while the first waited for a lock', async () => {
    let entered = (): void => undefined;
    const isLocked = new Promise<void>((resolve) => (entered = resolve));
    let go = (): void => undefined;
    const mayGo = new Promise<void>((resolve) => (go = resolve));
    const first = own.db.transaction().execute(async (db) => {
      await sql`update later_row set text = 'late' where id = 2`.execute(db);
      entered();
      await mayGo;
    });
    await isLocked;
    const statement = (text: string) => ({ compile: () => sql.raw<{ text: string }>(text).compile(own.db) });
    const second = own.db
      .transaction()
      .execute((db) =>
        runTogether(
          db,
          statement('select id from later_row where id = 2 for update'),
          statement('select text from later_row where id = 2'),
        ),
      );
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%later_row%'`;
    await until(
      async () => (await own.pool.query(waiting)).rowCount,
      (n) => n === 1,
    );
    go();
    await first;
    expect((await second)[1]).toEqual([{ text: 'late' }]);
  });
});
