import { beforeAll, describe, expect, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { setClassification } from './set.ts';

const app = startApp();
const PHONE = '13812345678';
const source = testSource(
  app,
  `create table person (id int primary key, year int, order_code text, c1 text, lxdh text, remark text);
   insert into person select g, 1980 + g % 40, (13800000000 + g)::text, (13800000000 + g * 7)::text, (13900000000 + g)::text, '备注' || g
     from generate_series(1, 300) g;
   update person set lxdh = '${PHONE}' where id = 1;
   create table locked (sfzh text, amount numeric)`,
);
const BASE = '/data/metadata/classes';
let id = '';
const columns: Record<string, string> = {};
interface HitRow {
  id: string;
  columnName: string;
  classId: string;
  state: string;
  samples: string[];
  reason: string;
}
const hits = async (call: Send = app.admin): Promise<HitRow[]> =>
  (await call('GET', `${BASE}/hits/page?sourceId=${id}&pageSize=100`)).data.data;
const recognise = async () => {
  expect((await app.admin('POST', `${BASE}/recognise/${id}`, { tableIds: [] })).status).toBe(200);
  const answer = await until(
    () => app.admin('GET', `${BASE}/recognise/${id}`),
    (reply) => ['done', 'failed', 'cancelled'].includes(reply.data.job?.state),
  );
  return answer.data;
};
const column = async (name: string) =>
  app.database.db
    .selectFrom('metadataColumn')
    .select(['classId', 'level', 'levelBy'])
    .where('id', '=', columns[name]!)
    .executeTakeFirstOrThrow();

beforeAll(async () => {
  id = await source.register();
  await source.sql(`revoke select on locked from ${source.reader}`);
  for (const row of await app.database.db.selectFrom('metadataColumn').select(['id', 'columnName']).where('sourceId', '=', id).execute())
    columns[row.columnName] = row.id;
});

const CALLS: [string, string, unknown?][] = [
  ['GET', `${BASE}/page`],
  ['GET', `${BASE}/mobile`],
  ['POST', BASE, {}],
  ['PUT', `${BASE}/mobile`, {}],
  ['DELETE', `${BASE}/mobile`],
  ['DELETE', `${BASE}/batch/1,2`],
  ['GET', `${BASE}/hits/page`],
  ['POST', `${BASE}/hits/decide`, {}],
  ['POST', `${BASE}/recognise/1`, {}],
  ['GET', `${BASE}/recognise/1`],
  ['POST', `${BASE}/recognise/cancel/1`, {}],
  ['POST', `${BASE}/columns`, {}],
  ['GET', '/data/metadata/maskRules/page'],
  ['GET', '/data/metadata/maskRules/mask_full'],
  ['POST', '/data/metadata/maskRules', {}],
  ['PUT', '/data/metadata/maskRules/mask_full', {}],
  ['DELETE', '/data/metadata/maskRules/mask_full'],
  ['DELETE', '/data/metadata/maskRules/batch/1,2'],
  ['POST', '/data/metadata/maskRules/preview', {}],
];
test.each(CALLS)('%s %s is for holders of its permission only', async (method, path, sent) => {
  expect((await app.stranger(method as 'GET', path, sent)).status).toBe(401);
  const nobody = app.as((await app.make.user({ perms: ['metadata:datacolumn:list'] })).token);
  expect((await nobody(method as 'GET', path, sent)).error).toBe('auth.noPermission');
});

test('a recognition finds phones by name and value, and leaves keys, years and codes alone', async () => {
  const done = await recognise();
  expect(done.job.state).toBe('done');
  const found = await hits();
  expect(found.map((hit) => `${hit.columnName}:${hit.classId}`).sort()).toEqual(['c1:mobile', 'lxdh:mobile', 'sfzh:id_card']);
  const lxdh = found.find((hit) => hit.columnName === 'lxdh')!;
  expect(lxdh.reason).toContain('lxdh');
  expect(lxdh.reason).toContain('100%');
  expect(JSON.stringify(found)).not.toContain(PHONE);
  expect(lxdh.samples[0]).toMatch(/^1\d\d\*{4}\d{4}$/);
  const stored = await app.database.db.selectFrom('metadataClassHit').selectAll().where('sourceId', '=', id).execute();
  expect(JSON.stringify(stored)).not.toContain(PHONE);
});

test('accepting sets class and level of the column and the level of the table; rejecting is remembered', async () => {
  const found = await hits();
  const of = (name: string) => found.find((hit) => hit.columnName === name)!.id;
  const accepted = await app.admin('POST', `${BASE}/hits/decide`, { ids: [of('lxdh'), of('sfzh')], decision: 'accept' });
  expect(accepted.data).toEqual({ decided: 2, set: 2, kept: 0 });
  expect(await column('lxdh')).toEqual({ classId: 'mobile', level: 'L3', levelBy: 'auto' });
  const tables = await app.database.db
    .selectFrom('metadataTable')
    .select(['tableName', 'level'])
    .where('sourceId', '=', id)
    .orderBy('tableName')
    .execute();
  expect(tables).toEqual([
    { tableName: 'locked', level: 'L4' },
    { tableName: 'person', level: 'L3' },
  ]);
  await app.admin('POST', `${BASE}/hits/decide`, { ids: [of('c1')], decision: 'reject' });
  await recognise();
  expect((await hits()).find((hit) => hit.columnName === 'c1')!.state).toBe('rejected');
  expect(await column('c1')).toMatchObject({ level: null });
});

test('a level set by hand stays, whatever is recognised or accepted later', async () => {
  await app.database.db.deleteFrom('metadataClassHit').where('columnId', '=', columns['c1']!).execute();
  await recognise();
  const hit = (await hits()).find((each) => each.columnName === 'c1')!;
  expect((await app.admin('POST', `${BASE}/columns`, { columnIds: [columns['c1']], classId: null, level: 'L1' })).data).toEqual({
    changed: 1,
  });
  expect((await app.admin('POST', `${BASE}/hits/decide`, { ids: [hit.id], decision: 'accept' })).data).toEqual({
    decided: 1,
    set: 0,
    kept: 1,
  });
  expect(await column('c1')).toEqual({ classId: null, level: 'L1', levelBy: 'manual' });
});

describe('reach', () => {
  test('who does not reach the source neither sees its hits nor decides, classifies or recognises', async () => {
    const dept = await app.make.dept();
    const perms = ['list', 'edit', 'run'].map((verb) => `metadata:classify:${verb}`);
    const call = app.as((await app.make.user({ perms, dataScope: '3', deptId: dept.id })).token);
    const [hit] = await hits();
    expect(await hits(call)).toEqual([]);
    expect((await call('POST', `${BASE}/hits/decide`, { ids: [hit!.id], decision: 'accept' })).status).toBe(404);
    expect((await call('POST', `${BASE}/columns`, { columnIds: [columns['c1']], classId: 'mobile', level: null })).status).toBe(404);
    expect((await call('POST', `${BASE}/recognise/${id}`, { tableIds: [] })).status).toBe(404);
    expect((await call('GET', `${BASE}/recognise/${id}`)).status).toBe(404);
    expect((await call('POST', `${BASE}/recognise/cancel/${id}`, {})).status).toBe(404);
  });
  test('classification as part of another call asks for its own permission', async () => {
    const ctx = { user: { id: '1', roles: [], perms: new Set(['metadata:datacolumn:edit']), grants: [], deptId: null } };
    await expect(setClassification(ctx as never, [columns['c1']!], { classId: 'mobile', level: null })).rejects.toMatchObject({
      key: 'auth.noPermission',
    });
  });
});

test('classes form a tree; what is built in or in use stays', async () => {
  const body = {
    parentId: 'personal',
    className: '工号',
    classCode: 'staff_no',
    level: 'L3',
    namePatterns: ['工号', 'gh'],
    threshold: 0.8,
  };
  const made = await app.admin('POST', BASE, body);
  expect(made.status).toBe(200);
  expect((await app.admin('POST', BASE, body)).error).toBe('entity.duplicate');
  const row = (await app.admin('GET', `${BASE}/${made.data.id}`)).data;
  expect((await app.admin('PUT', `${BASE}/${row.id}`, { ...row, parentId: row.id })).error).toBe('rule.broken');
  expect((await app.admin('DELETE', `${BASE}/mobile`)).error).toBe('entity.inUse');
  await app.admin('POST', `${BASE}/columns`, { columnIds: [columns['remark']], classId: row.id, level: null });
  expect((await app.admin('DELETE', `${BASE}/${row.id}`)).error).toBe('entity.inUse');
  await app.admin('POST', `${BASE}/columns`, { columnIds: [columns['remark']], classId: null, level: null });
  expect((await app.admin('DELETE', `${BASE}/${row.id}`)).status).toBe(200);
});

test('a mask rule needs its parameters, is tried out, and stays while a class uses it', async () => {
  const rules = '/data/metadata/maskRules';
  const body = { ruleName: '工号', ruleCode: 'staff_mask', algorithm: 'pattern', params: { pattern: '##**' } };
  expect((await app.admin('POST', rules, { ...body, params: {} })).error).toBe('input.invalid');
  expect((await app.admin('POST', rules, { ...body, params: { pattern: 'a.*' } })).error).toBe('input.invalid');
  const made = await app.admin('POST', rules, body);
  expect((await app.admin('POST', `${rules}/preview`, { algorithm: 'pattern', params: { pattern: '##**' }, value: 'AB12' })).data).toEqual({
    value: 'AB**',
    isSample: false,
  });
  const own = (await app.admin('GET', `${BASE}/passport`)).data;
  await app.admin('PUT', `${BASE}/passport`, { ...own, maskRuleId: made.data.id });
  expect((await app.admin('DELETE', `${rules}/${made.data.id}`)).error).toBe('entity.inUse');
  const now = (await app.admin('GET', `${BASE}/passport`)).data;
  await app.admin('PUT', `${BASE}/passport`, { ...now, maskRuleId: 'mask_keep34' });
  expect((await app.admin('DELETE', `${rules}/${made.data.id}`)).status).toBe(200);
  expect((await app.admin('DELETE', `${rules}/mask_full`)).error).toBe('entity.inUse');
});
