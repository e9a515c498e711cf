import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { readSheet } from '#kit/server/excel/reader.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from '../test-quality.ts';

const app = startApp();
const source = testSource(
  app,
  `create table staff (id int primary key, mobile varchar(20), name text, score int, dept text, born date);
   create table staff_copy (id int primary key, mobile varchar(20), name text, score int, dept text);
   create table dept (code text primary key, title text);
   insert into staff select g, '1380000' || lpad(g::text, 4, '0'), 'n' || g, g, 'a', date '2000-01-01' from generate_series(1, 40) g;
   insert into staff_copy select id, mobile, name, score, dept from staff; insert into dept values ('a', 'A');`,
);
const calls = new QualityCalls(app);
let admin: Send;
const ids: string[] = [];
beforeAll(async () => {
  admin = app.admin;
  calls.sourceId = await source.register();
  const column = (table: string, name: string) => calls.column(table, name);
  ids.push(
    await calls.make(admin, 'staff', 'mobile', 'accuracy_key_length', {
      ruleName: '手机号不超长',
      config: { accuracy: { maxLength: 11 }, nulls: 'bad', filter: "[dept] = 'a'" },
      ruleWeight: 3,
      ruleStrength: '2',
    }),
    await calls.make(admin, 'staff', 'dept', 'relevance_key', {
      ruleName: '部门存在',
      config: { relevance: { relatedTableId: await calls.table('dept'), relatedColumnId: await column('dept', 'code') } },
    }),
    await calls.make(admin, 'staff', null, 'unique_columns', {
      ruleName: '姓名部门不重复',
      config: { unique: { columnIds: [await column('staff', 'name'), await column('staff', 'dept')] } },
    }),
  );
});
const book = async (rows: readonly (readonly (string | number | null)[])[]) => {
  const titles = ['规则名称', '检查', '数据源', '模式', '数据表', '字段', '规则参数', '为空时', '级别'];
  const chunks: Uint8Array[] = [];
  const sheet = { name: '核查规则', columns: titles.map((title) => ({ title, width: 12 })), rows: rows.map((row) => [...row]) };
  for await (const chunk of workbook([sheet])) chunks.push(chunk);
  return multipart('核查规则.xlsx', Buffer.concat(chunks));
};
const load = async (how: string, rows: readonly (readonly (string | number | null)[])[]) =>
  admin('POST', `/data/quality/checkRules/import?${how}`, ...(await book(rows)));
const sourceName = () => `源${source.database}`;
const names = async () =>
  ((await admin('GET', '/data/quality/checkRules/page?pageSize=200')).data.data as { ruleName: string }[]).map(({ ruleName }) => ruleName);

describe('the workbook of rules', () => {
  it('holds the filtered list by names, and goes in again as it is', async () => {
    const out = await admin('POST', '/data/quality/checkRules/export', { ruleTypeId: 'accuracy' });
    const { rows } = await readSheet(out.raw, 100);
    const cells = rows[1]!.cells;
    expect(rows).toHaveLength(3); // titles, one rule, where it comes from
    expect(cells.slice(0, 10)).toEqual([
      '手机号不超长',
      '最大长度',
      sourceName(),
      'public',
      'staff',
      'mobile',
      '最大长度：11',
      '算不合格',
      "[dept] = 'a'",
      '高',
    ]);
    const all = await admin('POST', '/data/quality/checkRules/export', {});
    const before = (await admin('GET', `/data/quality/checkRules/${ids[1]}`)).data;
    const again = await admin('POST', '/data/quality/checkRules/import?mode=update&commit=1', ...multipart('核查规则.xlsx', all.raw));
    expect([again.status, again.data]).toEqual([200, { total: 3, valid: 3, errors: [] }]);
    const after = (await admin('GET', `/data/quality/checkRules/${ids[1]}`)).data;
    expect(after.ruleConfig).toEqual(before.ruleConfig);
    expect(after.ruleSentence).toBe(before.ruleSentence);
    expect(await names()).toHaveLength(3);
  });

  it('makes and changes rules; of a known one stays what the file leaves empty', async () => {
    const made = await load('mode=upsert&commit=1', [
      ['复本手机号不超长', '最大长度', sourceName(), null, 'staff_copy', 'mobile', '最大长度：12', null, '低'],
      ['手机号不超长', null, null, null, null, null, '最大长度：13', null, null],
      [
        '两表姓名一致',
        '两表逐键一致',
        sourceName(),
        'public',
        'staff',
        null,
        `对方表：${sourceName()}/public.staff_copy\n本表的键：id\n对方表的键：id\n比对的字段：name、score`,
        null,
        null,
      ],
    ]);
    expect([made.status, made.msg, made.data]).toEqual([200, made.msg, { total: 3, valid: 3, errors: [] }]);
    const rules = (await admin('GET', '/data/quality/checkRules/page?pageSize=200')).data.data as { id: string; ruleName: string }[];
    const detail = async (name: string) =>
      (await admin('GET', `/data/quality/checkRules/${rules.find(({ ruleName }) => ruleName === name)!.id}`)).data;
    expect(await detail('手机号不超长')).toMatchObject({
      ruleWeight: 3,
      ruleStrength: '2',
      ruleColumn: 'mobile',
      ruleConfig: { accuracy: { maxLength: 13 }, nulls: 'bad', filter: "[dept] = 'a'" },
    });
    expect(await detail('复本手机号不超长')).toMatchObject({ ruleLevelName: '低', ruleTable: 'staff_copy', status: '1' });
    expect((await detail('两表姓名一致')).ruleSentence).toContain('按键逐行一致');
  });

  it('tells of every wrong line what is wrong with it, and takes nothing of such a file', async () => {
    const before = await names();
    const wrong = [
      ['好的规则', '不为空值', sourceName(), null, 'staff', 'name', null, null, null],
      ['没有这种检查', '不存在的检查', sourceName(), null, 'staff', 'name', null, null, null],
      ['没有这个源', '不为空值', '不存在', null, 'staff', 'name', null, null, null],
      ['没有这张表', '不为空值', sourceName(), null, 'nothing', 'name', null, null, null],
      ['没有这个字段', '不为空值', sourceName(), null, 'staff', 'nothing', null, null, null],
      ['类型不符', '最大长度', sourceName(), null, 'staff', 'born', '最大长度：3', null, null],
      ['缺参数', '最大长度', sourceName(), null, 'staff', 'name', null, null, null],
      ['参数看不懂', '最大长度', sourceName(), null, 'staff', 'name', '长度=3', null, null],
      ['部门存在', '不为空值', sourceName(), null, 'staff', 'name', null, null, null],
      ['级别不对', '不为空值', sourceName(), null, 'staff', 'name', null, null, '特高'],
      ['好的规则', '不为空值', sourceName(), null, 'staff', 'mobile', null, null, null],
    ];
    const { data } = await load('mode=create&commit=0', wrong);
    expect(data).toMatchObject({ total: 11, valid: 1 });
    const told = data.errors.map(({ row, column, message }: { row: number; column: string; message: string }) => [row, column, message]);
    expect(told).toEqual([
      [3, '检查', '没有检查“不存在的检查”，请按规则类型中的名称填写'],
      [4, '数据源', '数据源“不存在”不存在或没有查看权限'],
      [5, '数据表', '数据表“nothing”不存在或没有查看权限'],
      [6, '字段', '数据表没有字段“nothing”'],
      [7, '字段', expect.stringContaining('不适用于字段“born”的类型')],
      [8, '规则参数', '请填写“最大长度”'],
      [9, '规则参数', expect.stringContaining('规则参数不能识别')],
      [10, '规则名称', '规则名称已存在'],
      [11, '级别', '级别应为 低、中、高 之一'],
      [12, '规则名称', expect.stringContaining('文件内重复')],
    ]);
    const refused = await load('mode=create&commit=1', wrong);
    expect([refused.status, refused.error]).toEqual([422, 'import.invalid']);
    expect(await names()).toEqual(before);
    const template = await admin('POST', '/data/quality/checkRules/import/template');
    expect((await readSheet(template.raw, 10)).rows[0]!.cells).toContain('规则参数');
  });

  it('shows nothing that its reader may not know, and makes no rule over masked values', async () => {
    await sealColumns(app, calls.sourceId, 'score');
    const range = await calls.make(app.as((await clearOwner()).token), 'staff', 'score', 'accuracy_range', {
      ruleName: '分数范围',
      config: { accuracy: { max: '54321' } },
    });
    const perms = ['list', 'export', 'import', 'add', 'edit'].map((verb) => `quality:rule:${verb}`);
    const user = await app.make.user({ perms });
    await grant(user.id, ['meta', 'query']);
    const as = app.as(user.token);
    const out = await as('POST', '/data/quality/checkRules/export', { ids: [range] });
    const { rows } = await readSheet(out.raw, 100);
    expect(rows[1]!.cells[6]).toBe('按您的权限不显示');
    expect(JSON.stringify(rows)).not.toMatch(/\b54321\b/);
    const tried = await as(
      'POST',
      '/data/quality/checkRules/import?mode=create&commit=0',
      ...(await book([['我的范围', '取值范围', sourceName(), null, 'staff', 'score', '最大值：3', null, null]])),
    );
    expect(tried.data.errors[0].message).toContain('字段“score”对您已脱敏');
    const stranger = app.as((await app.make.user({ perms: ['quality:rule:list'] })).token);
    expect((await stranger('POST', '/data/quality/checkRules/export', {})).status).toBe(403);
    expect((await stranger('POST', '/data/quality/checkRules/import?mode=create&commit=0', ...(await book([])))).status).toBe(403);
  });
});

async function grant(userId: string, actions: readonly string[]): Promise<void> {
  const body = {
    objectType: 'table',
    objectId: await calls.table('staff'),
    subjectType: 'user',
    subjectId: userId,
    actions,
    rowFilter: null,
  };
  const made = await admin('POST', '/data/metadata/authorizes', body);
  expect([made.status, made.msg]).toEqual([200, made.msg]);
}
async function clearOwner() {
  const user = await app.make.user({ perms: ['quality:rule:list', 'quality:rule:add', 'quality:rule:edit'] });
  await grant(user.id, ['meta', 'query', 'unmask']);
  return user;
}
