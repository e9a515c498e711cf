import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { containsText } from '#kit/server/crud.ts';
import { startApp } from '#kit/test/app.ts';
import type { Db } from '#kit/server/ctx.ts';
import { jobQueue } from '#kit/server/job-queue.ts';
import { openDatabase, type Database } from './open.ts';
import { runPrepared, runPreparedQuery } from './prepared.ts';

const app = startApp();
let own: Database;
beforeAll(() => {
  own = openDatabase({ ...app.connection, max: 1 } as pg.PoolConfig, { warn: () => undefined });
});
afterAll(() => own.close());

describe('prepared statements', () => {
  const statement = { name: 'sum', text: 'select $1::int + 1 as sum' };
  const prepared = async () =>
    (await own.pool.query<{ n: string }>("select count(*) as n from pg_prepared_statements where name = 'sum'")).rows[0]?.n;

  it('are planned once per connection', async () => {
    expect(await runPrepared(own.db, statement, [1])).toEqual([{ sum: 2 }]);
    expect(await runPrepared(own.db, statement, [2])).toEqual([{ sum: 3 }]);
    expect(await prepared()).toBe('1');
  });

  it('lost on the way (a pooler in between) cost one more try, then go without', async () => {
    await own.pool.query('deallocate all');
    expect(await runPrepared(own.db, statement, [3])).toEqual([{ sum: 4 }]);
    expect(await runPrepared(own.db, statement, [4])).toEqual([{ sum: 5 }]);
    expect(await prepared()).toBe('0');
  });

  it('pass errors of the statement on', async () => {
    await expect(runPrepared(own.db, { name: 'bad', text: 'select 1 / $1::int as x' }, [0])).rejects.toMatchObject({ code: '22012' });
  });

  it('are refused inside a transaction, which they would not see', async () => {
    await own.db.transaction().execute((db) => expect(runPrepared(db, statement, [1])).rejects.toThrow('transaction'));
  });
});

describe('queries of the builder that come with nearly every call', () => {
  const found = ({ db }: Database, id: string) =>
    db.selectFrom('sysUser').select(['id', 'createBy', 'deptId as unitOf']).where('id', '=', id);

  it('answer what they answer otherwise, and are planned once whatever their values are', async () => {
    const { id } = await app.make.user({});
    const plain = await found(own, id).execute();
    expect(plain).toHaveLength(1);
    const fresh = openDatabase({ ...app.connection, max: 1 } as pg.PoolConfig, { warn: () => undefined });
    try {
      expect(await runPreparedQuery(fresh.db, found(fresh, id))).toEqual(plain);
      expect(await runPreparedQuery(fresh.db, found(fresh, 'none'))).toEqual([]);
      const { rows } = await fresh.pool.query(`select count(*)::int as n from pg_prepared_statements where statement like '%"unit_of"%'`);
      expect(rows).toEqual([{ n: 1 }]);
    } finally {
      await fresh.close();
    }
  });

  it('see what their transaction has written', async () => {
    const { id } = await app.make.user({});
    await own.db.transaction().execute(async (db) => {
      await db.updateTable('sysUser').set({ nickname: '改过的名字' }).where('id', '=', id).execute();
      const [row] = await runPreparedQuery(db, db.selectFrom('sysUser').select('nickname').where('id', '=', id));
      expect(row).toEqual({ nickname: '改过的名字' });
    });
  });
});

describe('writes that come again and again', () => {
  const write = (db: Db, n: number) =>
    db
      .updateTable('sysUser')
      .set({ remark: `${n}` })
      .where('id', '=', 'nobody')
      .where('nickname', '<>', '又一次')
      .execute();
  const repeated = async ({ db }: Database, times: number) => {
    for (let n = 0; n < times; n += 1) await db.transaction().execute((tx) => write(tx, n));
  };
  const known = async ({ pool }: Database) =>
    (await pool.query<{ n: number }>(`select count(*)::int as n from pg_prepared_statements where statement like 'update "sys_user"%<>%'`))
      .rows[0]?.n;
  const fresh = () => openDatabase({ ...app.connection, max: 1 } as pg.PoolConfig, { warn: () => undefined });

  it('are prepared once they are hot, in transactions too', async () => {
    const database = fresh();
    try {
      await repeated(database, 2);
      expect(await known(database)).toBe(0);
      await repeated(database, 8);
      expect(await known(database)).toBe(1);
    } finally {
      await database.close();
    }
  });

  it('find the unique index of a condition that holds values', async () => {
    const database = fresh();
    let n = 0;
    const jobs = jobQueue(() => `prepared-${(n += 1)}`);
    try {
      for (let time = 0; time < 20; time += 1)
        await database.db
          .transaction()
          .execute((tx) => jobs.enqueue(tx, { kind: 'none', subject: 'one', payload: {}, createBy: 'nobody' }));
      expect(n).toBe(20);
    } finally {
      await database.close();
    }
  });

  it('lost on the way cost one repetition of their transaction, then go without', async () => {
    const database = fresh();
    try {
      await repeated(database, 10);
      await database.pool.query('deallocate all');
      let tries = 0;
      await database.db.transaction().execute(async (tx) => {
        tries += 1;
        await write(tx, 1);
      });
      expect(tries).toBe(2);
      await repeated(database, 10);
      expect(await known(database)).toBe(0);
    } finally {
      await database.close();
    }
  });
});

describe('containsText', () => {
  it('finds what ILIKE finds: any case, and wildcards as plain characters', async () => {
    const values = ['Zhang三', 'ZHANG四', 'zh%ng', 'ÉCOLE', '张三_1', '张三21', 'Ａｂ'];
    for (const text of ['zhang', 'ZHANG', '三', '%', '_', 'école', '张三_1', '1', 'ａＢ', '\\']) {
      const { rows } = await own.pool.query<{ v: string }>('select v from unnest($1::text[]) v where v ilike $2', [
        values,
        `%${text.replace(/[\\%_]/g, '\\$&')}%`,
      ]);
      await own.pool.query('create temporary table if not exists words (v text)');
      await own.pool.query('truncate words');
      await own.pool.query('insert into words select unnest($1::text[])', [values]);
      const found = await own.db
        .selectFrom('words' as never)
        .select('v' as never)
        .where(containsText('v', text))
        .execute();
      expect(found, text).toEqual(rows);
    }
  });
});
