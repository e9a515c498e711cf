import { beforeAll, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from '../test-quality.ts';

const app = startApp();
const source = testSource(
  app,
  `create table staff (id int primary key, mobile varchar(20), phone varchar(20), name text, score int, dept text);
   create table staff_copy (id int primary key, mobile varchar(20), name text, dept text);
   create table other (id int primary key, mobile int);
   insert into staff select g, '1', '1', 'n', g, 'a' from generate_series(1, 40) g;`,
);
const calls = new QualityCalls(app);
let admin: Send;
let [length, unique, custom] = ['', '', ''];
beforeAll(async () => {
  admin = app.admin;
  calls.sourceId = await source.register();
  length = await calls.make(admin, 'staff', 'mobile', 'accuracy_key_length', {
    ruleName: '手机号不超长',
    config: { accuracy: { maxLength: 11 }, filter: "[dept] = 'a'" },
    ruleWeight: 3,
  });
  unique = await calls.make(admin, 'staff', null, 'unique_columns', {
    ruleName: '姓名部门不重复',
    config: { unique: { columnIds: [await calls.column('staff', 'name'), await calls.column('staff', 'dept')] } },
  });
  custom = await calls.make(admin, 'staff', null, 'custom_sql', {
    ruleName: '自定义',
    config: { custom: { sql: 'select * from staff where score < 0' } },
  });
});
const copy = async (ids: readonly string[], ...targets: readonly { tableId: string; columnId?: string }[]) => {
  const { status, msg, data } = await admin('POST', '/data/quality/checkRules/copy', { ids, targets });
  expect([status, msg]).toEqual([200, msg]);
  return (data as { results: { ruleName: string; target: string; state: string; copyId: string | null; message: string | null }[] })
    .results;
};

it('copies rules to the columns of the same names of other tables, and says what could not be copied and why', async () => {
  const [to, other] = [await calls.table('staff_copy'), await calls.table('other')];
  const results = await copy([length, unique, custom], { tableId: to }, { tableId: other });
  expect(results.map(({ ruleName, target, state, message }) => [ruleName, target, state, message])).toEqual([
    ['手机号不超长', 'staff_copy.mobile', 'made', null],
    ['手机号不超长', 'other', 'refused', expect.stringContaining('不适用于字段“mobile”的类型')],
    ['姓名部门不重复', 'staff_copy', 'made', null],
    ['姓名部门不重复', 'other', 'refused', '表“other”没有字段“name”'],
    ['自定义', 'staff_copy', 'refused', '自定义语句和公式写明了自己的表和规则，不能复制到其他表'],
    ['自定义', 'other', 'refused', '自定义语句和公式写明了自己的表和规则，不能复制到其他表'],
  ]);
  const made = (await admin('GET', `/data/quality/checkRules/${results[0]!.copyId}`)).data;
  expect(made).toMatchObject({
    ruleName: '手机号不超长 staff_copy.mobile',
    ruleTable: 'staff_copy',
    ruleColumn: 'mobile',
    ruleWeight: 3,
    ruleConfig: { accuracy: { maxLength: 11 }, filter: "[dept] = 'a'" },
  });
  const keys = (await admin('GET', `/data/quality/checkRules/${results[2]!.copyId}`)).data.ruleConfig.unique.columnIds;
  expect(keys).toEqual([await calls.column('staff_copy', 'name'), await calls.column('staff_copy', 'dept')]);
  // a second time nothing is made twice
  const again = await copy([length], { tableId: to });
  expect(again[0]).toMatchObject({ state: 'exists', copyId: results[0]!.copyId });
});

it('copies to a column of another name', async () => {
  const tableId = await calls.table('staff');
  const [phone, score] = [await calls.column('staff', 'phone'), await calls.column('staff', 'score')];
  const results = await copy([length, unique], { tableId, columnId: phone }, { tableId, columnId: score });
  expect(results.map(({ target, state }) => [target, state])).toEqual([
    ['staff.phone', 'made'],
    ['staff.score', 'refused'],
    ['staff.phone', 'refused'],
    ['staff.score', 'refused'],
  ]);
  expect(results[2]!.message).toBe('“组合唯一”检查整张表，请复制到表而不是字段');
});

it('is for who makes rules, of rules and tables in their reach', async () => {
  const tableId = await calls.table('staff_copy');
  const stranger = app.as((await app.make.user({ perms: ['quality:rule:list'] })).token);
  expect((await stranger('POST', '/data/quality/checkRules/copy', { ids: [length], targets: [{ tableId }] })).status).toBe(403);
  const far = app.as((await app.make.user({ perms: ['quality:rule:add'], dataScope: '5' })).token);
  expect((await far('POST', '/data/quality/checkRules/copy', { ids: [length], targets: [{ tableId }] })).status).toBe(404);
  const many = Array.from({ length: 200 }, () => ({ tableId }));
  expect((await admin('POST', '/data/quality/checkRules/copy', { ids: [length, unique, custom], targets: many })).status).toBe(400);
});
