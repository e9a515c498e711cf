import { beforeAll, describe, expect, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from './test-quality.ts';

const app = startApp();
const source = testSource(
  app,
  `create table shop (id int primary key, name text, pay int, mobile varchar(20), code varchar(5) not null);
   insert into shop select g, case when g <= 10 then null else 'n' end, g, '13812345678', 'A1' from generate_series(1, 40) g;
   create table depot (id int primary key, name text);
   insert into depot select g, case when g <= 5 then null else 'n' end from generate_series(1, 25) g;
   create table gone (id int primary key);`,
);
const calls = new QualityCalls(app);
let admin: Send;
let owner: Send;
let reader: Send;
beforeAll(async () => {
  calls.sourceId = await source.register();
  admin = app.admin;
  const [shop, depot] = [await calls.table('shop'), await calls.table('depot')];
  const perms = ['rule:list', 'rule:add', 'rule:edit', 'rule:detail', 'rule:run', 'report:list'].map((name) => `quality:${name}`);
  const person = async (actions: readonly string[]) => {
    const user = await app.make.user({ perms, dataScope: '1' });
    for (const objectId of [shop, depot])
      await admin('POST', '/data/metadata/authorizes', { objectType: 'table', objectId, subjectType: 'user', subjectId: user.id, actions });
    return app.as(user.token);
  };
  owner = await person(['meta', 'query', 'unmask']);
  reader = await person(['meta', 'query']);
  await sealColumns(app, calls.sourceId, 'pay');
});

describe('a formula', () => {
  const formula = (ruleIds: readonly string[], expression: string, operator: string, value: string) => ({
    config: { custom: { ruleIds, expression, operator, value } },
  });
  test('follows from results of the same batch, also of other tables', async () => {
    const [a, b] = [await calls.make(admin, 'shop', 'name', 'integrity_key'), await calls.make(admin, 'depot', 'name', 'integrity_key')];
    const id = await calls.make(
      admin,
      'shop',
      null,
      'custom_formula',
      formula([a, b], '([规则1] + [规则2]) / ([规则1行数] + [规则2行数])', 'le', '0.2'),
    );
    const { data } = await admin('GET', `/data/quality/checkRules/${id}`);
    expect(data.ruleSentence).toMatch(
      /^公式 .* 不大于0\.2；规则1是“shop name integrity_key \d+”，规则2是“depot name integrity_key \d+”。$/,
    );
    const { of } = await calls.run(admin, id, a, b);
    // 15 of 65 rows
    expect(of(id)).toMatchObject({ state: 'fail', checkErrorCount: null, hasRows: false });
    expect(Number(of(id).value)).toBeCloseTo(15 / 65, 6);
    const rows = await admin('GET', `/data/quality/checkReports/${of(id).id}/rows`);
    expect(rows).toMatchObject({ status: 422, msg: '这种检查没有可列出的行' });
    await source.sql("update shop set name = 'n' where name is null");
    expect((await calls.run(admin, a, id)).of(id)).toMatchObject({ state: 'pass' });
    const alone = (await calls.run(admin, id)).of(id);
    expect([alone.state, Number(alone.value).toFixed(4)]).toEqual(['pass', (5 / 65).toFixed(4)]);
  });
  test('without a result of one of its rules is skipped', async () => {
    const never = await calls.make(admin, 'shop', 'id', 'unique_key');
    const id = await calls.make(admin, 'shop', null, 'custom_formula', formula([never], '[规则1] * 2', 'eq', '0'));
    expect((await calls.run(admin, id)).of(id)).toMatchObject({ state: 'skip', checkResult: expect.stringContaining('没有可用的结果') });
    expect((await calls.run(admin, id, never)).of(id)).toMatchObject({ state: 'pass', value: '0' });
    await admin('DELETE', `/data/quality/checkRules/${never}`);
    expect((await calls.run(admin, id)).of(id)).toMatchObject({ state: 'error', checkResult: expect.stringContaining('规则1不存在') });
  });
  test('that cannot be calculated is refused with its field', async () => {
    const one = await calls.make(admin, 'shop', 'id', 'unique_key');
    const save = async (...of: Parameters<typeof formula>) =>
      admin('POST', '/data/quality/checkRules', await calls.body('shop', null, 'custom_formula', formula(...of)));
    expect(await save([one], '[规则2] + 1', 'eq', '0')).toMatchObject({ status: 400, msg: expect.stringContaining('公式不正确') });
    expect(await save([one], '[规则1] +', 'eq', '0')).toMatchObject({ status: 400, msg: expect.stringContaining('公式不正确') });
    expect(await save(['none'], '[规则1]', 'eq', '0')).toMatchObject({ status: 400, msg: expect.stringContaining('规则1不存在') });
    const id = await calls.make(admin, 'shop', null, 'custom_formula', formula([one], '[规则1]', 'eq', '0'));
    expect(await save([id], '[规则1]', 'eq', '0')).toMatchObject({ status: 400, msg: expect.stringContaining('公式不能引用公式') });
  });
  test('tells nobody what its rules withhold', async () => {
    const secret = await calls.make(owner, 'shop', 'pay', 'accuracy_range', { config: { accuracy: { max: '30' } } });
    const refused = await reader(
      'POST',
      '/data/quality/checkRules',
      await calls.body('shop', null, 'custom_formula', formula([secret], '[规则1]', 'eq', '0')),
    );
    expect(refused).toMatchObject({ status: 400, msg: expect.stringContaining('没有查看规则1') });
    const id = await calls.make(owner, 'shop', null, 'custom_formula', formula([secret], '[规则1]', 'eq', '0'));
    expect((await calls.run(owner, secret, id)).of(id)).toMatchObject({ state: 'fail', value: '10' });
    const rows = (await reader('GET', '/data/quality/checkReports/page?pageSize=200')).data.data as {
      checkRuleId: string;
      value: string | null;
    }[];
    expect(rows.find(({ checkRuleId }) => checkRuleId === id)).toMatchObject({ value: null, checkResult: null });
    expect((await reader('GET', `/data/quality/checkRules/${id}`)).data.ruleSentence).toBeNull();
  });
});

describe('a probe', () => {
  test('finds that a table answers, and that it does not', async () => {
    const id = await calls.make(admin, 'gone', null, 'timeliness_probe', { config: { timeliness: { threshold: 30 } } });
    const { data } = await admin('GET', `/data/quality/checkRules/${id}`);
    expect([data.ruleSentence, data.ruleSql]).toEqual(['表“gone”可以查询，耗时不超过30秒。', expect.stringContaining('limit 1')]);
    expect((await calls.run(admin, id)).of(id)).toMatchObject({ state: 'pass', value: expect.stringMatching(/^\d+毫秒$/) });
    const slow = await calls.body('gone', null, 'timeliness_probe', { config: { timeliness: { threshold: 0.000001 } } });
    expect((await admin('POST', '/data/quality/checkRules/preview', slow)).data).toMatchObject({ state: 'fail' });
    await source.sql('drop table gone');
    const { ended, of } = await calls.run(admin, id);
    expect(ended).toMatchObject({ state: 'done', failCount: 1, errorCount: 0 });
    expect(of(id)).toMatchObject({ state: 'fail', value: expect.stringContaining('不可访问（') });
  });
  test('of an owner who may not ask could not run', async () => {
    await app.database.db.updateTable('metadataSource').set({ isShared: '0' }).where('id', '=', calls.sourceId).execute();
    const shop = await calls.table('shop');
    const user = await app.make.user({
      perms: ['quality:rule:list', 'quality:rule:add', 'quality:rule:run', 'quality:report:list'],
      dataScope: '1',
    });
    const grant = { objectType: 'table', objectId: shop, subjectType: 'user', subjectId: user.id, actions: ['meta'] };
    await admin('POST', '/data/metadata/authorizes', grant);
    const as = app.as(user.token);
    const id = await calls.make(as, 'shop', null, 'timeliness_probe');
    expect((await calls.run(as, id)).of(id)).toMatchObject({ state: 'error', checkResult: expect.stringContaining('没有查询权限') });
  });
});

test('a column is held against the data element that it follows', async () => {
  const element = async (body: object) => {
    const { id } = (await admin('POST', '/data/standard/elements', { dataType: 'varchar', ...body })).data;
    await admin('POST', `/data/standard/elements/${id}/submit`);
    return id as string;
  };
  const mobile = await calls.make(admin, 'shop', 'mobile', 'conform_element');
  const types = await calls.make(admin, 'shop', 'mobile', 'conform_element', { config: { conform: { parts: ['name', 'type'] } } });
  const code = await calls.make(admin, 'shop', 'code', 'conform_element');
  expect((await calls.run(admin, mobile)).of(mobile)).toMatchObject({ state: 'skip', checkResult: '字段没有绑定数据元标准，本次跳过' });
  const ids = {
    mobile: await element({ elementCode: 'MOB', elementName: '手机号码', elementNameEn: 'mobile', dataLength: '11', isNullable: '0' }),
    code: await element({ elementCode: 'COD', elementName: '编码', elementNameEn: 'code', dataLength: '..5', isNullable: '0' }),
  };
  for (const [column, elementId] of Object.entries(ids))
    await admin('POST', '/data/standard/bindings', { columnId: await calls.column('shop', column), elementId });
  const { of } = await calls.run(admin, mobile, types, code);
  expect(of(mobile)).toMatchObject({ state: 'fail', value: '长度与小数位：长度为 20，标准为 11；可否为空：允许空，标准不允许' });
  expect(of(types)).toMatchObject({ state: 'pass', value: '符合“手机号码”' });
  expect(of(code)).toMatchObject({ state: 'pass', value: '符合“编码”' });
});
