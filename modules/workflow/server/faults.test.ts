import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#kit/contract/errors.ts';
import { startApp } from '#kit/test/app.ts';
import { productModules } from '#kit/test/node.ts';
import { until } from '#kit/test/until.ts';
import { faultsOfInstance } from './check.ts';
import { testFlow, type Person } from './test-flow.ts';

/** What the module that owns a record says to its new status. */
let onStatus: () => void = () => undefined;
const app = startApp({
  modules: productModules.map((module) =>
    module.name === 'workflow'
      ? {
          ...module,
          start: undefined,
          businessTypes: module.businessTypes?.map((type) => ({
            ...type,
            async onStatus(...args: Parameters<typeof type.onStatus>) {
              await type.onStatus(...args);
              onStatus();
            },
          })),
        }
      : module,
  ),
});
const flow = testFlow(app);
let staff!: Person;
let anna!: Person;
let bert!: Person;
let code = '';
const step = (id: string, who: object, more: object = {}) => ({
  type: 'approve',
  id,
  name: `节点${id}`,
  who: [who],
  mode: 'any',
  next: null,
  ...more,
});
const user = (...people: Person[]) => ({ kind: 'user', ids: people.map(({ id }) => id) });
const db = () => app.database.db;

/** What a node of the tests may open (kit/test/node.ts). */
const CONNECTIONS = 12;

/** Everything that a step writes about an instance. */
async function stored(instance: string): Promise<unknown> {
  const of = (table: 'flowTask' | 'flowHistory' | 'flowOutbox' | 'flowTimer') =>
    db()
      .selectFrom(table)
      .selectAll()
      .where('instanceId', '=', instance)
      .orderBy(sql`1`)
      .execute();
  const row = await db().selectFrom('flowInstance').selectAll().where('id', '=', instance).executeTakeFirstOrThrow();
  const record = await db().selectFrom('flowRequest').selectAll().where('id', '=', row.businessKey).executeTakeFirstOrThrow();
  const messages = await db()
    .selectFrom('sysMessage')
    .select(sql<string>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return JSON.stringify([
    row,
    record,
    messages,
    await of('flowTask'),
    await of('flowHistory'),
    await of('flowOutbox'),
    await of('flowTimer'),
  ]);
}
/** Lets something fail while a task is agreed to: nothing of the step is left, and it succeeds afterwards. */
async function failsWhole(prepare: () => Promise<() => Promise<unknown>>, expected: object): Promise<void> {
  const { id, instance } = await flow.submitted(staff, code);
  const [task] = await flow.todo(anna, instance);
  const agree = () => anna.call('POST', `/workflow/tasks/execute/${task!.id}`, { action: 'complete', variables: { approved: true } });
  const before = await stored(instance);
  const restore = await prepare();
  expect(await agree().finally(restore)).toMatchObject(expected);
  expect(await stored(instance)).toEqual(before);
  expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
  expect((await agree()).status).toBe(200);
  await flow.approve(bert, instance);
  expect(await flow.status(staff, id)).toBe('4');
  expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
}

beforeAll(async () => {
  [staff, anna, bert] = await Promise.all([flow.person(), flow.person(), flow.person()]);
  code = await flow.business(step('n1', user(anna), { next: step('n2', user(bert)) }));
});
afterEach(() => {
  onStatus = () => undefined;
});

describe('a step that cannot be finished leaves nothing behind', () => {
  it('when the module that owns the record refuses: its sentence is shown and the task stays open', async () => {
    const { id, instance } = await flow.submitted(staff, code);
    await flow.approve(anna, instance);
    const before = await stored(instance);
    onStatus = () => {
      throw new AppError('rule.broken', '预算不足，不能通过');
    };
    expect(await flow.approve(bert, instance)).toMatchObject({ status: 422, error: 'rule.broken', msg: '预算不足，不能通过' });
    expect(await stored(instance)).toEqual(before);
    expect(await flow.todo(bert, instance)).toHaveLength(1);
    onStatus = () => undefined;
    await flow.approve(bert, instance);
    expect(await flow.status(staff, id)).toBe('4');
    expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
  });

  it.each(['flow_history', 'flow_task', 'flow_instance', 'sys_message'])('when the disk is full as it writes %s', async (table) => {
    await failsWhole(
      async () => {
        await sql`create function no_space() returns trigger language plpgsql as $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`.execute(
          db(),
        );
        await sql`create trigger no_space before insert or update on ${sql.table(table)} for each row execute function no_space()`.execute(
          db(),
        );
        return () => sql`drop function no_space cascade`.execute(db());
      },
      { status: 503, error: 'server.unavailable', msg: '磁盘空间不足，数据未保存，请联系管理员清理后重试' },
    );
  });

  it('when a statement takes too long', async () => {
    const { instance } = await flow.submitted(staff, code);
    const before = await stored(instance);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const locked = db()
      .transaction()
      .execute(async (other) => {
        await other.selectFrom('flowInstance').select('id').where('id', '=', instance).forUpdate().execute();
        await held;
      });
    const answer = flow.approve(anna, instance);
    // what the server does at its limit of time
    await until(
      () =>
        sql<{ cancelled: boolean }>`select pg_cancel_backend(pid) as cancelled from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`
          .execute(db())
          .then(({ rows }) => rows),
      (rows) => rows.length > 0,
    );
    expect(await answer).toMatchObject({ status: 503, error: 'server.unavailable' });
    release();
    await locked;
    expect(await stored(instance)).toEqual(before);
    expect((await flow.approve(anna, instance)).status).toBe(200);
    expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
  });

  it('when all connections are taken', async () => {
    await failsWhole(
      async () => {
        let release = (): void => undefined;
        const held = new Promise<void>((resolve) => (release = resolve));
        const pool = app.node.app.db;
        const taken: Promise<unknown>[] = [];
        await new Promise<void>((ready) => {
          let count = 0;
          for (let n = 0; n < CONNECTIONS; n += 1)
            taken.push(
              pool.transaction().execute(async (one) => {
                await sql`select 1`.execute(one);
                if ((count += 1) === CONNECTIONS) ready();
                await held;
              }),
            );
        });
        return async () => {
          release();
          await Promise.all(taken);
        };
      },
      { status: 503, error: 'server.unavailable' },
    );
  }, 60_000);
});

describe('an approver who is not there any more', () => {
  const set = (who: Person, values: object) => db().updateTable('sysUser').set(values).where('id', '=', who.id).execute();
  const led = (deptId: string, leader: Person) =>
    db().updateTable('sysDept').set({ leaderId: leader.id }).where('id', '=', deptId).execute();

  it('who has moved keeps the task that he has; later ones go to who leads the department then', async () => {
    const [old, fresh] = [await flow.person(), await flow.person()];
    const { id: deptId } = await app.make.dept();
    await led(deptId, old);
    const starter = await flow.person({ deptId });
    const byLeader = await flow.business(step('n1', { kind: 'starterDeptLeader' }));
    const before = await flow.submitted(starter, byLeader);
    await set(old, { deptId: null });
    await led(deptId, fresh);
    const after = await flow.submitted(starter, byLeader);
    expect(await flow.todo(old, before.instance)).toHaveLength(1);
    expect(await flow.todo(fresh, after.instance)).toHaveLength(1);
    expect((await flow.approve(old, before.instance)).status).toBe(200);
    for (const { instance } of [before, after]) expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
  });

  it('who was disabled or deleted is left out when a node is come to, and the rule for nobody steps in', async () => {
    const [gone, deleted, only] = [await flow.person(), await flow.person(), await flow.person()];
    const three = await flow.business(step('n1', user(anna), { next: step('n2', user(gone, deleted, only), { mode: 'all' }) }));
    const none = await flow.business(step('n1', user(anna), { next: step('n2', user(gone, deleted), { nobody: 'pass' }) }));
    const [first, second] = [await flow.submitted(staff, three), await flow.submitted(staff, none)];
    await set(gone, { status: '0' });
    await set(deleted, { deletedAt: new Date() });
    await flow.approve(anna, first.instance);
    const open = await db()
      .selectFrom('flowTask')
      .select('assigneeId')
      .where('instanceId', '=', first.instance)
      .where('state', '=', 'todo')
      .execute();
    expect(open).toEqual([{ assigneeId: only.id }]);
    await flow.approve(only, first.instance);
    await flow.approve(anna, second.instance);
    for (const { id, instance } of [first, second]) {
      expect(await flow.status(staff, id)).toBe('4');
      expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
    }
  });

  it('a circle of substitutes, made at the same moment, does not turn for ever', async () => {
    const around = await Promise.all([flow.person(), flow.person(), flow.person()]);
    const hour = 3_600_000;
    const answers = await Promise.all(
      around.map((from, n) =>
        from.call('POST', '/workflow/delegations', {
          toUserId: around[(n + 1) % 3]!.id,
          scope: 'all',
          validFrom: new Date(app.clock.now.getTime() - hour).toISOString(),
          validUntil: new Date(app.clock.now.getTime() + hour).toISOString(),
          reason: '休假',
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 422]);
    const { id, instance } = await flow.submitted(staff, await flow.business(step('n1', user(...around), { mode: 'all' })));
    for (const each of around) for (const _ of await flow.todo(each, instance)) await flow.approve(each, instance);
    expect(await flow.status(staff, id)).toBe('4');
    expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
    // one that came past the check, by a restored table or a program, is not followed for ever either
    const row = await db().selectFrom('flowDelegation').selectAll().where('fromUserId', '=', around[0]!.id).executeTakeFirst();
    if (!row) return;
    await db()
      .insertInto('flowDelegation')
      .values(
        around.map((from, n) => ({
          ...row,
          businessCodes: '[]',
          id: `circle${n}`,
          fromUserId: from.id,
          toUserId: around[(n + 1) % 3]!.id,
        })),
      )
      .execute();
    const next = await flow.submitted(staff, await flow.business(step('n1', user(around[0]!))));
    expect(await db().selectFrom('flowTask').select('assigneeId').where('instanceId', '=', next.instance).execute()).toHaveLength(1);
    expect(await faultsOfInstance(app.node.app, next.instance)).toEqual([]);
  });
});
