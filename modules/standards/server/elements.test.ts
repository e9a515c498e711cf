import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';

const app = startApp();
const BASE = '/data/standard/elements';

itKeepsCrudPromises(app, {
  base: BASE,
  code: 'standard:element',
  sample: (n) => ({ elementCode: `E_${n}`, elementName: `数据元${n}`, dataType: 'varchar', dataLength: '11' }),
  duplicate: '标识符已存在',
});
for (const [base, code, sample, duplicate] of [
  ['roots', 'root', (n: number) => ({ rootName: `词${n}`, rootEn: `word${n}` }), '词根已存在'],
  ['units', 'unit', (n: number) => ({ unitName: `单位${n}`, quantity: '长度', factor: '10' }), '单位名称已存在'],
  ['docs', 'doc', (n: number) => ({ docNo: `Q/HY ${n}`, docName: `标准${n}`, docKind: 'qb' }), '标准号已存在'],
] as const)
  itKeepsCrudPromises(app, { base: `/data/standard/${base}`, code: `standard:${code}`, sample, duplicate });

describe('S8: an element', () => {
  let id = '';
  const read = async () => (await app.admin('GET', `${BASE}/${id}`)).data;

  it('is in force at once where no process approves it', async () => {
    const body = {
      elementCode: 'PER_MOBILE',
      elementName: '手机号码',
      elementNameEn: 'mobile',
      dataType: 'varchar',
      dataLength: '11',
      classId: 'mobile',
    };
    const made = await app.admin('POST', BASE, body);
    expect(made, made.msg).toMatchObject({ status: 200 });
    id = made.data.id;
    expect(await read()).toMatchObject({ state: 'draft', versionNo: null, flowStatus: '1', className: expect.any(String) });
    const submitted = await app.admin('POST', `${BASE}/${id}/submit`);
    expect(submitted, submitted.msg).toMatchObject({ status: 200, data: { state: 'inForce', versionNo: 1, flowStatus: '4' } });
  });

  it('is found by name and code, by who may open its page', async () => {
    const hits = async (call: typeof app.admin) =>
      (await call('GET', `/system/palette?keyword=${encodeURIComponent('手机号码')}`)).data.filter(
        (hit: { kind: string }) => hit.kind === '数据元',
      );
    expect(await hits(app.admin)).toMatchObject([{ title: '手机号码（PER_MOBILE）', path: `/standard/element?element=${id}` }]);
    expect(await hits(app.as((await app.make.user({ perms: ['standard:root:list'] })).token))).toEqual([]);
  });

  it('changes in a draft; what is in force stays until it is published, and every version is kept', async () => {
    expect(await app.admin('POST', `${BASE}/${id}/submit`)).toMatchObject({ status: 422, error: 'rule.broken' });
    const row = await read();
    expect((await app.admin('PUT', `${BASE}/${id}`, { ...row, dataLength: '20' })).status).toBe(200);
    expect(await read()).toMatchObject({ state: 'inForce', versionNo: 1, changed: ['dataLength'], dataLength: '20' });
    const stored = await app.database.db.selectFrom('standardElement').select('published').where('id', '=', id).executeTakeFirstOrThrow();
    expect(stored.published).toMatchObject({ dataLength: '11' });
    expect((await app.admin('POST', `${BASE}/${id}/submit`)).data).toMatchObject({ versionNo: 2 });
    const versions = (await app.admin('GET', `${BASE}/${id}/versions`)).data;
    expect(versions).toMatchObject([
      { versionNo: 2, changed: ['dataLength'], endTime: null },
      { versionNo: 1, changed: [], attributes: { dataLength: '11' }, endTime: expect.any(String) },
    ]);
  });

  it('once published is retired, not deleted, and keeps its code', async () => {
    expect(await app.admin('DELETE', `${BASE}/${id}`)).toMatchObject({ status: 409, error: 'entity.inUse' });
    expect(await app.admin('PUT', `${BASE}/${id}`, { ...(await read()), elementCode: 'OTHER' })).toMatchObject({ status: 422 });
    expect((await app.admin('POST', `${BASE}/${id}/retire`, { reason: '由新数据元替代' })).status).toBe(200);
    expect(await read()).toMatchObject({ state: 'retired' });
    expect(await app.admin('POST', `${BASE}/${id}/retire`, { reason: '再来' })).toMatchObject({ status: 422 });
  });

  it('refers only to what exists and is enabled', async () => {
    const body = { elementCode: 'BAD', elementName: '坏', dataType: 'varchar', gbTypeId: 'nothing' };
    expect(await app.admin('POST', BASE, body)).toMatchObject({ status: 422, data: [{ path: 'gbTypeId' }] });
    expect(await app.admin('POST', BASE, { ...body, gbTypeId: null, dataLength: '十一' })).toMatchObject({ status: 400 });
  });
});

it('units of one quantity convert, others do not', async () => {
  const add = async (unitName: string, quantity: string, factor: string) =>
    (await app.admin('POST', '/data/standard/units', { unitName, quantity, factor })).data.id;
  const [yuan, wan, meter] = [await add('元', '金额', '1'), await add('万元', '金额', '10000'), await add('米', '长度', '1')];
  const convert = (from: string, to: string) => app.admin('GET', `/data/standard/units/convert?fromId=${from}&toId=${to}&amount=12345.6`);
  expect((await convert(yuan, wan)).data).toEqual({ amount: '1.23456' });
  expect((await convert(wan, yuan)).data).toEqual({ amount: '123456000' });
  expect(await convert(yuan, meter)).toMatchObject({ status: 422, error: 'rule.broken' });
});
