import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sender, startApp, startNode, testServer, testSettings, type Send } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { login, PASSWORD, person } from '#modules/system/server/auth/test-client.ts';
import type { Node } from '#app/server/compose.ts';
import { toAppError } from '../error-mapper.ts';
import { retryConflicts } from './retry.ts';

const app = startApp();
const conflict = () => Object.assign(new Error('could not serialize access'), { code: '40001' });

/** Lets so many callers go on together, as often as they meet. */
function meetingOf(count: number) {
  let here: (() => void)[] = [];
  return () =>
    new Promise<void>((resolve) => {
      here.push(resolve);
      if (here.length < count) return;
      for (const go of here) go();
      here = [];
    });
}

describe('conflicts between transactions', () => {
  beforeAll(async () => {
    await sql`create table kit_conflict (id int primary key, n int not null)`.execute(app.database.db);
    await sql`insert into kit_conflict values (1, 0), (2, 0)`.execute(app.database.db);
  });
  const add = (id: number) => sql`update kit_conflict set n = n + 1 where id = ${id}`;

  it('a deadlock of two transactions is tried again, and both happen once', async () => {
    const { db } = app.node.app;
    const meet = meetingOf(2);
    let tries = 0;
    const both = (first: number, second: number) => {
      let isFirst = true;
      return db.transaction().execute(async (trx) => {
        tries++;
        await add(first).execute(trx);
        if (isFirst) {
          isFirst = false;
          await meet();
        }
        await add(second).execute(trx);
      });
    };
    await Promise.all([both(1, 2), both(2, 1)]);
    expect(tries).toBe(3);
    expect((await sql<{ n: number }>`select n from kit_conflict order by id`.execute(db)).rows).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it('serialisation failures are tried again until all are through', async () => {
    const { db } = app.node.app;
    await sql`update kit_conflict set n = 0`.execute(db);
    await Promise.all(
      Array.from({ length: 10 }, () =>
        db
          .transaction()
          .setIsolationLevel('serializable')
          .execute(async (trx) => {
            const { rows } = await sql<{ n: number }>`select n from kit_conflict where id = 1`.execute(trx);
            await sql`update kit_conflict set n = ${rows[0]!.n + 1} where id = 1`.execute(trx);
          }),
      ),
    );
    expect((await sql<{ n: number }>`select n from kit_conflict where id = 1`.execute(db)).rows).toEqual([{ n: 10 }]);
  });

  it('what never succeeds is told as busy, not as a defect; other errors are not tried again', async () => {
    let tries = 0;
    const failing = (error: Error) =>
      retryConflicts(async () => {
        tries++;
        throw error;
      });
    const last = await failing(new Error('of ours', { cause: conflict() })).catch((error: unknown) => error);
    expect(tries).toBe(10);
    expect(toAppError(last)).toMatchObject({ status: 503, key: 'server.unavailable' });
    tries = 0;
    await expect(failing(new Error('other'))).rejects.toThrow('other');
    expect(tries).toBe(1);
  });
});

describe('a server whose default is SERIALIZABLE', () => {
  const name = `t_${process.pid}_${randomBytes(4).toString('hex')}`;
  let root: pg.Client;
  let node: Node;

  beforeAll(async () => {
    root = new pg.Client(testServer());
    await root.connect();
    await root.query(`create database ${name}`);
    for (const database of [name, String(app.connection.database)])
      await root.query(`alter database ${root.escapeIdentifier(database)} set default_transaction_isolation = 'serializable'`);
    // sessions of the pool that were opened before
    node = await startNode(app.connection, testSettings('/tmp/databrain-conflicts', { trustProxy: ['127.0.0.1'] }));
  });
  afterAll(async () => {
    await node?.stop();
    await root.query(`drop database if exists ${name} with (force)`);
    await root.end();
  });

  it('takes the first start, migrations and seeds included, of two nodes at once', async () => {
    const nodes = await Promise.all([1, 2].map(() => startNode(testServer(name), testSettings('/tmp/databrain-conflicts'))));
    for (const one of nodes) expect((await sender(() => one, null)('GET', '/health/ready')).status).toBe(200);
    expect(new Set(nodes.map((one) => one.app.node)).size).toBe(2);
    for (const one of nodes) await one.stop();
  });

  it('takes 600 mixed writes of forty callers without one answer 500, and nothing twice', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => person(app, { roles: ['admin'] })));
    const statuses: number[] = [];
    const said: string[] = [];
    const names: string[] = [];
    const send = (token: string | null): Send => sender(() => node, token);
    const sheetOf = async (rows: (string | number)[][]) => {
      const parts: Uint8Array[] = [];
      const titles = ['岗位名称*', '排序', '状态', '备注'];
      for await (const part of workbook([{ name: '一', columns: titles.map((title) => ({ title, width: 10 })), rows }])) parts.push(part);
      return Buffer.concat(parts);
    };
    const note = async (answer: Promise<{ status: number; msg: string; body: unknown }>) => {
      const { status, msg } = await answer;
      statuses.push(status);
      if (status >= 500) said.push(`${status} ${msg}`);
    };
    const shared = (await app.admin('POST', '/system/posts', { postName: '共用', sortNo: 1, status: '1', remark: null })).data.id as string;
    const jobs = new Set<string>();
    const caller = async (n: number) => {
      const user = users[n % users.length]!;
      const mine = send(user.token);
      // tickets of the sign-in page are counted by address
      const from = { 'x-forwarded-for': `10.0.0.${n}` };
      const stranger: Send = (method, path, body, headers) => send(null)(method, path, body, { ...headers, ...from });
      for (let round = 0; round < 3; round++) {
        const postName = `并发${n}_${round}`;
        names.push(postName, `导入${n}_${round}`);
        if (round === 0) await note(login({ ...app, clock: app.clock, stranger }, { username: user.username, password: PASSWORD }));
        else await note(mine('PUT', `/system/posts/${shared}`, { postName: '共用', sortNo: round, status: '1', version: 0 }));
        await note(mine('POST', '/system/posts', { postName, sortNo: 1, status: '1', remark: null }));
        const { data } = await mine('GET', `/system/posts/${shared}`);
        // all change one row: those who come late are told so
        await note(mine('PUT', `/system/posts/${shared}`, { ...data, remark: postName }));
        await note(
          mine('POST', '/system/posts/import?commit=1', ...multipart('岗位.xlsx', await sheetOf([[`导入${n}_${round}`, 1, '启用', '']]))),
        );
        await note(
          node.app.db
            .transaction()
            .execute((db) => node.app.jobs.enqueue(db, { kind: 'nobody.does', subject: `s${round}`, payload: {}, createBy: user.id }))
            .then((id) => {
              jobs.add(id);
              return { status: 200, msg: '', body: null };
            }),
        );
      }
    };
    await Promise.all(Array.from({ length: 40 }, (_, n) => caller(n)));
    expect(said).toEqual([]);
    expect(statuses).toHaveLength(600);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    // one open job of a subject, whoever asked
    expect(jobs.size).toBe(3);
    const posts = await app.database.db.selectFrom('sysPost').select('postName').where('deletedAt', 'is', null).execute();
    const made = posts.map((post) => post.postName).filter((post) => names.includes(post));
    expect(made.toSorted()).toEqual(names.toSorted());
    const logged = await sql<{ n: string }>`select count(*) as n from sys_oper_log where title = '新增岗位' and result = '1'`.execute(
      app.database.db,
    );
    expect(Number(logged.rows[0]?.n)).toBe(121);
    // six hundred calls take their time on a busy machine
  }, 240_000);
});
