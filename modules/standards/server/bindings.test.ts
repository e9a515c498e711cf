import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { wallDay } from '#kit/core/text/wall-clock.ts';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table ods_hr_employee (emp_id int primary key, mobile varchar(11), score int, secret text);
   comment on column ods_hr_employee.mobile is '手机号码';
   create table ods_crm_customer (id int primary key, contact_mobile varchar(20), score numeric);
   comment on column ods_crm_customer.contact_mobile is '联系人手机号码';`,
);
let S = '';
let element = '';
const rows = async (query = '') => (await app.admin('GET', `/data/standard/proposals/page?elementId=${element}${query}`)).data.data;
const stat = async () => (await app.admin('GET', `/data/standard/bindings/stat?elementId=${element}`)).data;
const run = () => app.admin('POST', '/data/standard/contrasts/run', { sourceId: S });
async function propose(): Promise<void> {
  const { data } = await app.admin('POST', '/data/standard/bindings/propose', { sourceId: S });
  await until(
    () => app.admin('GET', `/data/standard/bindings/propose/${data.jobId}`),
    (answer) => answer.data.state === 'done',
    10_000,
  );
}
async function newElement(elementCode: string, more: object): Promise<string> {
  const { id } = (await app.admin('POST', '/data/standard/elements', { elementCode, dataType: 'varchar', ...more })).data;
  expect((await app.admin('POST', `/data/standard/elements/${id}/submit`)).status).toBe(200);
  return id;
}

beforeAll(async () => {
  S = await source.register();
  element = await newElement('PER_MOBILE', { elementName: '手机号码', elementNameEn: 'mobile', dataLength: '11', classId: 'mobile' });
});

describe('S8: proposals', () => {
  it('name columns by name and comment, each with its reasons, and none for score', async () => {
    await propose();
    const found = await rows();
    expect(found.map((row: { columnName: string }) => row.columnName).sort()).toEqual(['contact_mobile', 'mobile']);
    for (const row of found) expect(row.reasons.length).toBeGreaterThan(0);
    expect(found[0].score).toBeGreaterThanOrEqual(found[1].score);
  });

  it('made again they write nothing, and a rejected one stays away', async () => {
    const before = await app.database.db.selectFrom('standardProposal').selectAll().orderBy('id').execute();
    await propose();
    expect(await app.database.db.selectFrom('standardProposal').selectAll().orderBy('id').execute()).toEqual(before);
    const other = await newElement('SECRET', { elementName: '机密', elementNameEn: 'secret' });
    await propose();
    const [one] = (await app.admin('GET', `/data/standard/proposals/page?elementId=${other}`)).data.data;
    expect((await app.admin('POST', '/data/standard/proposals/decide', { ids: [one.id], decision: 'reject' })).data).toEqual({
      decided: 1,
    });
    await propose();
    expect((await app.admin('GET', `/data/standard/proposals/page?elementId=${other}`)).data.total).toBe(0);
    expect((await app.admin('GET', `/data/standard/proposals/page?elementId=${other}&state=rejected`)).data.total).toBe(1);
  });
});

describe('S9: from proposals to the rate', () => {
  it('accepted ones are bound and compared attribute by attribute', async () => {
    const ids = (await rows()).map((row: { id: string }) => row.id);
    expect((await app.admin('POST', '/data/standard/proposals/decide', { ids, decision: 'accept' })).data).toEqual({ decided: 2 });
    expect(await app.admin('POST', '/data/standard/proposals/decide', { ids, decision: 'accept' })).toMatchObject({ status: 404 });
    expect((await run()).data).toMatchObject({ checked: 2, left: 0 });
    expect((await run()).data).toMatchObject({ checked: 2, changed: 0, measured: 0 });
    expect(await stat()).toMatchObject({ bound: 2, conform: 1, percent: 50 });
    const page = (await app.admin('GET', `/data/standard/bindings/page?elementId=${element}&state=partial`)).data;
    expect(page.data).toMatchObject([{ columnName: 'contact_mobile', state: 'partial' }]);
    expect(page.data[0].results.flatMap((one: { say: string | null }) => one.say ?? []).join()).toContain('长度为 20，标准为 11');
  });

  it('a draft lists exactly the bound columns; the rate changes with publishing, by exactly these', async () => {
    const row = (await app.admin('GET', `/data/standard/elements/${element}`)).data;
    await app.admin('PUT', `/data/standard/elements/${element}`, { ...row, dataLength: '20' });
    const impact = (await app.admin('GET', `/data/standard/elements/${element}/impact`)).data;
    expect(impact.columns.map((one: { columnName: string }) => one.columnName).sort()).toEqual(['contact_mobile', 'mobile']);
    expect(impact).toMatchObject({ worse: 1, better: 0, hidden: 0 });
    await run();
    expect(await stat()).toMatchObject({ conform: 1, percent: 50 });
    await app.admin('POST', `/data/standard/elements/${element}/submit`);
    expect(await stat()).toMatchObject({ bound: 2, conform: 0, percent: 0 });
  });

  it('a synchronisation compares again, and a column that is gone is no longer bound', async () => {
    await source.sql('alter table ods_hr_employee alter column mobile type varchar(20)');
    await synchronised(app, S);
    await until(stat, (now) => now.conform === 1);
    await source.sql('alter table ods_crm_customer drop column contact_mobile');
    await synchronised(app, S);
    await until(stat, (now) => now.bound === 1);
    expect(await stat()).toMatchObject({ conform: 1, percent: 100 });
    const trend = (await app.admin('GET', '/data/standard/bindings/trend')).data;
    expect(trend).toMatchObject([{ bound: 1, conform: 1 }]);
    const [bySource] = (await app.admin('GET', '/data/standard/bindings/summary?by=source')).data;
    expect(bySource).toMatchObject({ id: S, bound: 1, percent: 100 });
    for (const by of ['domain', 'dept', 'element'])
      expect((await app.admin('GET', `/data/standard/bindings/summary?by=${by}`)).data[0]).toMatchObject({ bound: 1 });
  });

  it('an exemption has a reason and an end, and does not count while it lasts', async () => {
    const other = await newElement('SCORE', { elementName: '得分', elementNameEn: 'score', dataType: 'varchar' });
    await app.database.db.updateTable('standardElement').set({ dataType: 'integer' }).where('id', '=', other).execute();
    await propose();
    const [one] = (await app.admin('GET', `/data/standard/proposals/page?elementId=${other}`)).data.data;
    expect(await app.admin('POST', '/data/standard/proposals/decide', { ids: [one.id], decision: 'exempt' })).toMatchObject({
      status: 400,
    });
    const past = { ids: [one.id], decision: 'exempt', reason: '旧系统待下线', until: wallDay(new Date(Date.now() - 86_400_000)) };
    expect(await app.admin('POST', '/data/standard/proposals/decide', past)).toMatchObject({
      status: 400,
      error: 'input.invalid',
      data: [{ path: 'until', message: '到期日期不能早于今天' }],
    });
    const body = { ids: [one.id], decision: 'exempt', reason: '旧系统待下线', until: '2099-12-31' };
    expect((await app.admin('POST', '/data/standard/proposals/decide', body)).status).toBe(200);
    expect((await app.admin('GET', `/data/standard/bindings/stat?elementId=${other}`)).data).toMatchObject({
      bound: 0,
      exempt: 1,
      percent: null,
    });
  });

  it('a bound column is exempted, for longer or no more', async () => {
    const find = async () =>
      (await app.admin('GET', '/data/standard/bindings/page')).data.data.find((row: { exemptUntil: string | null }) => row.exemptUntil);
    const bound = await find();
    const exempt = (body: object, as = app.admin) => as('POST', `/data/standard/bindings/${bound.id}/exempt`, body);
    expect((await exempt({ reason: null, until: null })).status).toBe(200);
    expect(await find()).toBeUndefined();
    expect((await app.admin('GET', `/data/standard/bindings/stat?elementId=${bound.elementId}`)).data).toMatchObject({
      bound: 1,
      exempt: 0,
    });
    expect(await exempt({ reason: '', until: '2099-12-31' })).toMatchObject({ status: 400, error: 'input.invalid' });
    expect(await exempt({ reason: '历史字段', until: '2020-01-01' })).toMatchObject({
      status: 400,
      data: [{ path: 'until', message: '到期日期不能早于今天' }],
    });
    expect((await exempt({ reason: '历史字段', until: '2098-12-31' })).status).toBe(200);
    expect(await find()).toMatchObject({ id: bound.id, state: 'exempt', exemptReason: '历史字段', exemptUntil: '2098-12-31' });
    const other = app.as((await app.make.user({ perms: ['standard:binding:decide'] })).token);
    expect((await exempt({ reason: 'x', until: '2099-12-31' }, other)).status).toBe(404);
  });

  it('a retired standard is never conformed to', async () => {
    await app.admin('POST', `/data/standard/elements/${element}/retire`, { reason: '替代' });
    expect(await stat()).toMatchObject({ bound: 1, conform: 0, retired: 1 });
    // the trend ends with what holds now, not with the last comparison
    const { bound, conform, exempt, columns } = (await app.admin('GET', '/data/standard/bindings/stat')).data;
    const { data: days } = await app.admin('GET', '/data/standard/bindings/trend');
    expect(days.at(-1)).toEqual({ day: wallDay(new Date()), columns, bound, conform, exempt });
  });

  it('who does not see the columns sees neither proposals nor bindings, and cannot decide', async () => {
    const perms = ['standard:binding:list', 'standard:binding:decide', 'standard:binding:run'];
    const other = app.as((await app.make.user({ perms })).token);
    expect((await other('GET', '/data/standard/bindings/page')).data.total).toBe(0);
    expect((await other('GET', '/data/standard/proposals/page')).data.total).toBe(0);
    expect((await other('POST', '/data/standard/contrasts/run', { sourceId: S })).status).toBe(404);
    expect((await other('POST', '/data/standard/proposals/decide', { ids: ['1'], decision: 'reject' })).status).toBe(404);
  });
});

it('the statistics are a workbook with a sheet per view and one of the columns behind the numbers', async () => {
  const file = await app.admin('POST', '/data/standard/bindings/export', {});
  expect(file.status).toBe(200);
  const parts = unzipSync(file.raw);
  const names = strFromU8(parts['xl/workbook.xml']!);
  for (const name of ['数据源', '数据元', '字段']) expect([name, names.includes(`name="${name}"`)]).toEqual([name, true]);
  const texts = Object.values(parts)
    .map((part) => strFromU8(part))
    .join('');
  expect(texts.includes('PER_MOBILE') && texts.includes('标准已废止')).toBe(true);
});
