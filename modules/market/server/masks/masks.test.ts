import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Answer, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { MarketCalls } from '../test-market.ts';

const app = startApp();
const source = testSource(
  app,
  `create table person (id integer primary key, name text, mobile text, card text, born text, city text, pay numeric(10,2));
   insert into person select i, '王小' || chr(19968 + i), '138' || lpad((i * 7919)::text, 8, '0'), '11010119900101' || lpad(i::text, 4, '0'),
     '1990-0' || (1 + i % 9) || '-11', case when i % 2 = 0 then '重庆' else '成都' end, i * 1000.5 from generate_series(1, 40) i;
   create table visit (id integer primary key, person_id integer, mobile text, note text);
   insert into visit select i, i, '138' || lpad((i * 7919)::text, 8, '0'), 'n' || i from generate_series(1, 40) i;`,
);
const market = new MarketCalls(app);
const FIELDS = ['id', 'name', 'mobile', 'card', 'city'];
const CLEAR_MOBILE = /^138\d{8}$/;
let steward: Send;
let key = '';
let appId = '';
let id = '';
let maskId = '';

const rule = (fieldName: string, maskRuleId: string) => ({ fieldName, maskRuleId });
const save = (apiId: string, rules: object[], over: object = {}) =>
  app.admin('POST', '/data/market/apiMasks', { apiId, maskName: '加严', rules, ...over });
const call = (path: string, body?: unknown) => market.call(`v1.0.0${path}`, key, body);
const soon = (path: string, good: (answer: Answer) => boolean) => until(() => call(path), good, 10_000);

/** Gives all columns of these names a class. */
async function classify(columnName: string, classId: string | null): Promise<void> {
  await app.database.db
    .updateTable('metadataColumn')
    .set({ classId, level: classId === null ? null : 'L3' })
    .where('columnName', '=', columnName)
    .where('sourceId', '=', market.sourceId)
    .execute();
}
async function released(url: string, columns: readonly string[], over: Record<string, unknown> = {}, table = 'person'): Promise<string> {
  const made = await market.make(await market.body(url, table, columns, over));
  await market.release(made);
  await market.subscribe(steward, appId, made);
  await soon(url, ({ status }) => status === 200);
  return made;
}
const script = async (url: string, sqlText: string) => {
  const made = await market.make({
    apiName: url,
    apiVersion: 'v1.0.0',
    apiUrl: url,
    reqMethod: 'GET',
    executeConfig: { sourceId: market.sourceId, configType: '2', sqlText },
    reqParams: [],
    resParams: [],
  });
  await market.release(made);
  await market.subscribe(steward, appId, made);
  await soon(url, ({ status }) => status === 200);
  return made;
};

beforeAll(async () => {
  market.sourceId = await source.register();
  await classify('mobile', 'mobile');
  const made = await app.make.user({ perms: ['market:subscription:decide', 'market:subscription:list'], dataScope: '1' });
  steward = app.as(made.token);
  const application = await market.application('脱敏应用');
  [appId, key] = [application.appId, application.apiKey];
  id = await released('/person', FIELDS);
}, 120_000);

describe('a mask of an API', () => {
  it('tells what each field shows now and which rules may stand on it', async () => {
    const { status, data } = await app.admin('GET', `/data/market/apiMasks/fields/${id}`);
    expect(status).toBe(200);
    const of = (name: string) => data.fields.find(({ fieldName }: { fieldName: string }) => fieldName === name);
    expect(of('name')).toMatchObject({ protection: 'none', shown: null });
    expect(of('name').allowed).toContain('mask_name');
    expect(of('mobile')).toMatchObject({ protection: 'class', shown: '前 3 后 4' });
    expect(of('mobile').allowed).toContain('mask_full');
    expect(of('mobile').allowed).toContain('mask_mobile');
    for (const laxer of ['mask_keep60', 'mask_hash', 'mask_token_sm3', 'mask_id_card', 'mask_encrypt_sm4'])
      expect(of('mobile').allowed).not.toContain(laxer);
  });

  it.each([
    ['a laxer rule', () => [rule('mobile', 'mask_keep60')], '只能加严'],
    ['a token, which tells equal values apart', () => [rule('mobile', 'mask_token_sm3')], '只能加严'],
    ['a field that is not there', () => [rule('stranger', 'mask_full')], '没有返回字段'],
    ['a rule that is not there', () => [rule('name', 'nowhere')], '不存在或已禁用'],
    ['a field twice', () => [rule('name', 'mask_full'), rule('NAME', 'mask_full')], '重复'],
    ['BASE64 of the family', () => [{ fieldName: 'name', cipherType: '2', cryptType: '1' }], 'HMAC-SM3'],
    ['MD5 of the family', () => [{ fieldName: 'name', cipherType: '2', cryptType: '2' }], 'HMAC-SM3'],
    ['SHA-1 of the family', () => [{ fieldName: 'name', cipherType: '2', cryptType: '3' }], 'HMAC-SM3'],
    ['DES of the family', () => [{ fieldName: 'name', cipherType: '2', cryptType: '6' }], 'SM4'],
    ['an unknown number of the family', () => [{ fieldName: 'name', cipherType: '1', cryptType: '9' }], '没有编号'],
    ['no rule at all', () => [{ fieldName: 'name' }], '请选择'],
  ])('is refused with %s', async (_, rules, word) => {
    const answer = await save(id, rules());
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.msg).toContain(word);
  });

  it('is shown on twenty rows before it is saved', async () => {
    const { status, data } = await app.admin('POST', '/data/market/apiMasks/preview', {
      apiId: id,
      rules: [rule('name', 'mask_name'), rule('mobile', 'mask_full')],
    });
    expect(status).toBe(200);
    expect(data.fields).toEqual(['name', 'mobile']);
    expect(data.rows).toHaveLength(20);
    expect(data.rows[0].before[0]).toBe(`王小${String.fromCodePoint(19969)}`);
    expect(data.rows[0].before[1]).toMatch(/^138\*+\d{4}$/);
    expect(data.rows[0].after).toEqual(['王**', '***']);
  });

  it('is felt within a second, with what the family calls its algorithms', async () => {
    const saved = await save(id, [
      { fieldName: 'name', cipherType: '1', cryptType: '1' },
      rule('mobile', 'mask_full'),
      { fieldName: 'card', cipherType: '1', cryptType: '2' },
    ]);
    expect(saved).toMatchObject({ status: 200 });
    maskId = saved.data.id;
    const started = Date.now();
    const answer = await soon('/person', ({ data }) => data.data[0].mobile === '***');
    expect(Date.now() - started).toBeLessThan(3000);
    expect(answer.data.data[0]).toEqual({ id: 1, name: '王**', mobile: '***', card: '110101********0001', city: '成都' });
    // the market tells what callers get, not what classes alone would show
    const { outputs } = (await app.admin('GET', `/data/market/square/${id}`)).data;
    const told = outputs.map(({ name, mask }: { name: string; mask: string | null }) => `${name} ${mask}`);
    expect(told).toEqual(expect.arrayContaining(['name 保留姓氏', 'mobile 全部隐藏', 'city null']));
    const row = (await app.admin('GET', `/data/market/apiMasks/api/${id}`)).data;
    expect(row.rules.map(({ ruleName }: { ruleName: string }) => ruleName)).toEqual(['姓名保留姓', '全部隐藏', '身份证号（前6后4）']);
    expect(await save(id, [rule('name', 'mask_full')])).toMatchObject({ status: 409 });
  });

  it('writes the same bytes by the fast lane and the ordinary way', async () => {
    // the first call of a text goes the ordinary way, later ones are known to be short
    const raws = [];
    for (let i = 0; i < 6; i++) raws.push((await call('/person?pageSize=30')).raw.toString());
    expect(new Set(raws).size).toBe(1);
    expect(raws[0]).not.toMatch(/138\d{8}/);
  });

  it('holds in 调试, and for the next version that is copied', async () => {
    const tried = await app.admin('POST', `/data/market/dataApis/${id}/debug`, { params: {} });
    expect(tried.data.data.data[0]).toMatchObject({ name: '王**', mobile: '***' });
    expect(tried.data.masked).toEqual(['name', 'mobile', 'card']);
    const { data } = await app.admin('POST', `/data/market/dataApis/${id}/copy`);
    expect((await app.admin('GET', `/data/market/apiMasks/api/${data.id}`)).data.rules).toHaveLength(3);
    await market.release(data.id);
    await market.subscribe(steward, appId, data.id);
    const next = await until(
      () => market.call('v1.0.1/person', key),
      ({ status }) => status === 200,
    );
    expect(next.data.data[0]).toMatchObject({ name: '王**', mobile: '***' });
  });

  it('hides whole what its class was given another kind of mask for since, and says so', async () => {
    await app.database.db.updateTable('metadataClass').set({ maskRuleId: 'mask_hash' }).where('id', '=', 'mobile').execute();
    const row = (await app.admin('GET', `/data/market/apiMasks/${maskId}`)).data;
    const keepTail = await app.admin('PUT', `/data/market/apiMasks/${maskId}`, { ...row, rules: [rule('mobile', 'mask_mobile')] });
    expect(keepTail).toMatchObject({ status: 400 });
    await app.database.db.updateTable('metadataClass').set({ maskRuleId: 'mask_keep34' }).where('id', '=', 'mobile').execute();
    const saved = await app.admin('PUT', `/data/market/apiMasks/${maskId}`, {
      ...row,
      rules: [rule('mobile', 'mask_mobile'), rule('name', 'mask_name')],
    });
    expect(saved).toMatchObject({ status: 200 });
    await soon('/person', ({ data }) => /^138\*{4}\d{4}$/.test(data.data[0].mobile));
    await app.database.db.updateTable('metadataClass').set({ maskRuleId: 'mask_hash' }).where('id', '=', 'mobile').execute();
    await soon('/person', ({ data }) => data.data[0].mobile === '***');
    const listed = (await app.admin('GET', '/data/market/apiMasks/coverage/page')).data.data;
    expect(listed).toContainEqual(expect.objectContaining({ apiId: id, fieldName: 'mobile', state: 'conflict', ruleName: null }));
    await app.database.db.updateTable('metadataClass').set({ maskRuleId: 'mask_keep34' }).where('id', '=', 'mobile').execute();
  });

  it('hides whole what its rule of the library is gone for', async () => {
    await app.database.db.updateTable('metadataMaskRule').set({ status: '0' }).where('id', '=', 'mask_name').execute();
    await soon('/person', ({ data }) => data.data[0].name === '***');
    const listed = (await app.admin('GET', '/data/market/apiMasks/coverage/page')).data.data;
    expect(listed).toContainEqual(expect.objectContaining({ apiId: id, fieldName: 'name', state: 'ruleGone' }));
    await app.database.db.updateTable('metadataMaskRule').set({ status: '1' }).where('id', '=', 'mask_name').execute();
    await soon('/person', ({ data }) => data.data[0].name === '王**');
  });

  it('counts sensitive fields without a rule of class or API', async () => {
    await sealColumns(app, market.sourceId, 'card');
    const before = (await app.admin('GET', '/data/market/apiMasks/coverage')).data;
    type Output = Record<'apiId' | 'fieldName' | 'state' | 'ruleName', string>;
    const cardOf = async (ruled: string) =>
      ((await app.admin('GET', `/data/market/apiMasks/coverage/page?ruled=${ruled}`)).data.data as Output[]).filter(
        (output) => output.apiId === id && output.fieldName === 'card',
      );
    expect(await cardOf('0')).toMatchObject([{ state: 'noRule', ruleName: null }]);
    expect(await cardOf('1')).toEqual([]);
    const row = (await app.admin('GET', `/data/market/apiMasks/${maskId}`)).data;
    const rules = [rule('mobile', 'mask_mobile'), rule('name', 'mask_name'), rule('card', 'mask_full')];
    expect(await app.admin('PUT', `/data/market/apiMasks/${maskId}`, { ...row, rules })).toMatchObject({ status: 200 });
    await soon('/person', ({ data }) => data.data[0].card === '***');
    expect(await cardOf('0')).toEqual([]);
    expect(await cardOf('1')).toMatchObject([{ state: 'api', ruleName: expect.stringContaining('隐藏') }]);
    const after = (await app.admin('GET', '/data/market/apiMasks/coverage')).data;
    expect([after.ruled - before.ruled, after.tightened - before.tightened]).toEqual([1, 1]);
  });

  it('ends when it is removed, and the class goes on', async () => {
    expect(await app.admin('DELETE', `/data/market/apiMasks/${maskId}`)).toMatchObject({ status: 200 });
    const answer = await soon('/person', ({ data }) => data.data[0].name.startsWith('王小'));
    expect(answer.data.data[0].mobile).toMatch(/^138\*+\d{4}$/);
  });
});

describe('who tries to get round a mask of an API', () => {
  it.each([
    ['a filter', { params: [{ paramName: 'name', whereType: '3' }] }],
    ['an equality', { params: [{ paramName: 'name', whereType: '1' }] }],
    ['a test for a list', { params: [{ paramName: 'name', whereType: '12' }] }],
    ['an order', { config: { orderBy: [{ columnName: 'name' }] } }],
  ])('is refused with %s on the field: it has to go first', async (name, over) => {
    const url = `/probe${['filter', 'equality', 'list', 'order'].findIndex((word) => name.includes(word))}`;
    const made = await released(url, FIELDS, over);
    const answer = await save(made, [rule('name', 'mask_name')]);
    expect(answer).toMatchObject({ status: 422, error: 'rule.broken' });
    expect(answer.msg).toContain('加严后API不能再调用');
  });

  it('finds the same column masked under every other name of the answer', async () => {
    const made = await script('/alias', 'select id, name as a, name as b, mobile as c from person order by id');
    expect(await save(made, [rule('a', 'mask_name'), rule('c', 'mask_full')])).toMatchObject({ status: 200 });
    const answer = await soon('/alias', ({ data }) => data.data[0].a === '王**');
    expect(answer.data.data[0]).toEqual({ id: 1, a: '王**', b: '王**', c: '***' });
  });

  it('finds it masked through subqueries and common table expressions', async () => {
    const made = await script(
      '/cte',
      'with p as (select id, name from person) select id, q.name as n from (select * from p) q order by id',
    );
    expect(await save(made, [rule('n', 'mask_full')])).toMatchObject({ status: 200 });
    await soon('/cte', ({ data }) => data.data[0].n === '***');
  });

  it('finds it masked in a union of it with others', async () => {
    const made = await script('/union', 'select name as n from person union all select note as n from visit');
    const saved = await save(made, [rule('n', 'mask_full')]);
    expect(saved).toMatchObject({ status: 200 });
    const answer = await soon('/union', ({ data }) => data.data[0].n === '***');
    expect(answer.data.data.every(({ n }: { n: string }) => n === '***')).toBe(true);
  });

  it.each([
    ['a function', 'select id, name as n, upper(name) as m from person order by id'],
    ['a cast', 'select id, name as n, name::varchar(20) as m from person order by id'],
    ['a concatenation', "select id, name as n, name || '' as m from person order by id"],
    ['a piece', 'select id, name as n, substr(name, 1, 1) as m from person order by id'],
    ['a condition', "select id, name as n from person where name like '王%' order by id"],
    ['a group', 'select name as n, count(*) as c from person group by name'],
    ['an order', 'select id, name as n from person order by name'],
    ['a case', "select id, name as n, case when name > '王' then 1 else 0 end as m from person order by id"],
    ['an aggregate', 'select id, name as n, (select max(name) from person) as m from person order by id'],
  ])('shows no more of it by %s', async (what, text) => {
    const url = `/made${'acpgofl'.length}${text.length}${text.charCodeAt(text.length - 12)}`;
    const made = await script(url, text);
    const saved = await save(made, [rule('n', 'mask_full')]);
    if (saved.status === 200) {
      const answer = await soon(url, ({ data }) => data.data[0].n === '***');
      expect(JSON.stringify(answer.data), what).not.toContain('王');
    } else expect(saved).toMatchObject({ status: 422, error: 'rule.broken' });
  });

  it('has no equality on a token: the statement would have to know the clear value', async () => {
    await classify('mobile', null);
    const plain = await released('/token', ['id', 'mobile'], { params: [{ paramName: 'mobile' }] });
    expect(await save(plain, [rule('mobile', 'mask_token_sm3')])).toMatchObject({ status: 422, error: 'rule.broken' });
    await classify('mobile', 'mobile');
  });

  it('learns nothing from a log line or an error', async () => {
    const answer = await call(`/person?name=${encodeURIComponent('王小一')}`);
    expect(answer).toMatchObject({ status: 400 });
    expect(JSON.stringify(answer.body)).not.toMatch(CLEAR_MOBILE);
  });
});

it('others neither see nor set masks of APIs that they do not reach', async () => {
  const made = await app.make.user({
    perms: ['market:mask:list', 'market:mask:add', 'market:mask:edit', 'market:mask:detail'],
    dataScope: '5',
  });
  const stranger = app.as(made.token);
  const own = await save(id, [rule('name', 'mask_name')]);
  expect(own).toMatchObject({ status: 200 });
  expect((await stranger('GET', '/data/market/apiMasks/page')).data.data).toEqual([]);
  expect(await stranger('GET', `/data/market/apiMasks/${own.data.id}`)).toMatchObject({ status: 404 });
  expect(await stranger('GET', `/data/market/apiMasks/api/${id}`)).toMatchObject({ status: 404 });
  expect(await stranger('GET', `/data/market/apiMasks/fields/${id}`)).toMatchObject({ status: 404 });
  const body = { apiId: id, maskName: 'x', rules: [rule('name', 'mask_full')] };
  expect(await stranger('POST', '/data/market/apiMasks', body)).toMatchObject({ status: 404 });
  expect(await stranger('POST', '/data/market/apiMasks/preview', body)).toMatchObject({ status: 404 });
});
