import { beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '#kit/server/excel/reader.ts';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';

const app = startApp();
const BASE = '/api/project/sysArea';
type Row = {
  code: string;
  name: string;
  parentCode: string | null;
  status: string;
  version: number;
  lng: number | null;
  fullPinyin: string;
};
const rows = async () => (await app.admin('GET', `${BASE}/list`)).data as Row[];
const one = async (code: string) => (await rows()).find((row) => row.code === code) as Row;
const file = (name: string, content: string | Buffer, fields: Record<string, string> = {}) =>
  multipart(name, typeof content === 'string' ? Buffer.from(content) : content, { fields });
const csv = (list: readonly Pick<Row, 'code' | 'name'>[]) => ['代码,名称', ...list.map((row) => `${row.code},${row.name}`)].join('\n');
const preview = async (name: string, content: string | Buffer) => app.admin('POST', `${BASE}/import/preview`, ...file(name, content));
const refresh = (name: string, content: string | Buffer, basis: string) =>
  app.admin('POST', `${BASE}/import`, ...file(name, content, { vintage: '2026', source: '民政部', basis }));

describe('the page of areas', () => {
  const calls = [
    ['GET', `${BASE}/list`, 'list'],
    ['GET', `${BASE}/releases`, 'list'],
    ['PUT', `${BASE}/330106`, 'edit'],
    ['POST', `${BASE}/import/preview`, 'import'],
    ['POST', `${BASE}/import`, 'import'],
    ['POST', `${BASE}/import/template`, 'import'],
    ['POST', `${BASE}/export`, 'export'],
  ] as const;
  it('is refused to strangers and to accounts without the right', async () => {
    for (const [method, path, verb] of calls) {
      const others = ['list', 'edit', 'import', 'export'].filter((other) => other !== verb).map((other) => `project:sysArea:${other}`);
      const call = app.as((await app.make.user({ perms: others })).token);
      const body = method === 'PUT' ? { status: '0', version: 0 } : undefined;
      expect((await app.stranger(method, path, body)).status, path).toBe(401);
      expect(await call(method, path, body), path).toMatchObject({ status: 403, error: 'auth.noPermission' });
    }
    expect((await app.stranger('GET', `${BASE}/getName?codes=330000`)).status).toBe(401);
  });

  it('knows how names are typed, in full and by initials', async () => {
    expect(await one('330100')).toMatchObject({ name: '杭州市', pinyin: 'hzs', fullPinyin: 'hangzhoushi' });
    expect((await rows()).every((row) => /^[a-z]+$/.test(row.fullPinyin))).toBe(true);
  });

  it('disables an area with everything below it, and enables it again with or without', async () => {
    const set = async (code: string, body: Record<string, unknown>) =>
      app.admin('PUT', `${BASE}/${code}`, { version: (await one(code)).version, ...body });
    const below = (await rows()).filter((row) => row.parentCode === '330100').length;
    expect((await set('330100', { status: '0' })).data).toMatchObject({ changed: below + 1 });
    expect((await app.admin('GET', `${BASE}/getCity?code=330000`)).data.map((row: Row) => row.code)).not.toContain('330100');
    expect(await set('330106', { status: '1' })).toMatchObject({ status: 422, msg: /上级区划“杭州市”已禁用/ });
    expect((await one('330106')).status).toBe('0');
    expect((await app.admin('GET', `${BASE}/getName?codes=330106,330100,999999`)).data).toEqual([
      { code: '330100', name: '浙江省 / 杭州市', status: '0' },
      { code: '330106', name: '浙江省 / 杭州市 / 西湖区', status: '0' },
    ]);
    expect((await set('330100', { status: '1', withBelow: '1', lng: 120.153576, lat: 30.287459 })).data).toMatchObject({
      changed: below + 1,
    });
    expect(await one('330106')).toMatchObject({ status: '1' });
    expect(await one('330100')).toMatchObject({ status: '1', lng: 120.153576 });
    expect(await app.admin('PUT', `${BASE}/330100`, { status: '1', version: 0 })).toMatchObject({
      status: 409,
      error: 'entity.versionConflict',
    });
    expect(await set('330100', { status: '1', lng: 181 })).toMatchObject({ status: 400 });
    expect(await app.admin('PUT', `${BASE}/990000`, { status: '1', version: 0 })).toMatchObject({ status: 404 });
  });
});

describe('a refresh', () => {
  let list: Row[] = [];
  beforeAll(async () => {
    list = await rows();
  });

  it('is shown before it happens, and then happens as it was shown', async () => {
    const next = list.filter((row) => row.code !== '330106').map((row) => (row.code === '330108' ? { ...row, name: '滨江新区' } : row));
    const text = csv([...next, { code: '330199', name: '试验区' }]);
    const shown = (await preview('2026.csv', text)).data;
    expect(shown).toMatchObject({
      added: [{ code: '330199', name: '试验区' }],
      changed: [{ code: '330108', detail: '名称 滨江区 → 滨江新区' }],
      removed: [{ code: '330106', name: '西湖区' }],
      unchanged: list.length - 2,
      errorCount: 0,
    });
    expect((await rows()).length).toBe(list.length);
    expect(await refresh('2026.csv', csv(next), shown.basis)).toMatchObject({ status: 422, msg: /重新预览/ });
    const done = await refresh('2026.csv', text, shown.basis);
    expect(done, done.msg).toMatchObject({ status: 200, data: { added: 1, changed: 1, removed: 1 } });
    expect(await refresh('2026.csv', text, shown.basis)).toMatchObject({ status: 422 });
    expect(await one('330199')).toMatchObject({ parentCode: '330100', fullPinyin: 'shiyanqu', status: '1' });
    expect(await one('330106')).toMatchObject({ name: '西湖区', status: '0' });
    expect(await one('330108')).toMatchObject({ name: '滨江新区' });
    expect((await app.admin('GET', `${BASE}/source`)).data).toMatchObject({
      vintage: '2026',
      sources: ['民政部（2026.csv）'],
      total: list.length,
    });
    expect((await app.admin('GET', `${BASE}/releases`)).data).toMatchObject([{ vintage: '2026', added: 1, changed: 1, removed: 1 }]);
    const [log] = await app.database.db
      .selectFrom('sysOperLog')
      .selectAll()
      .where('title', '=', '更新行政区划')
      .where('result', '=', '1')
      .execute();
    expect(log?.note).toContain('新增1、变更1、禁用1');
  });

  it('of the exported list changes nothing', async () => {
    const sheet = (await app.admin('POST', `${BASE}/export`)).raw;
    const shown = (await preview('行政区划.xlsx', sheet)).data;
    expect(shown).toMatchObject({ added: [], changed: [], removed: [], errorCount: 0 });
    const template = (await app.admin('POST', `${BASE}/import/template`)).raw;
    expect((await readSheet(template, 10)).rows[0]?.cells).toEqual(['代码*', '名称*', '上级代码', '经度', '纬度']);
  });

  it('reads JSON, and CSV as Chinese Excel writes it', async () => {
    const json = JSON.stringify([
      { code: '110000', name: '北京市' },
      ...(await rows()).filter((row) => row.status === '1' && row.code !== '110000'),
    ]);
    expect((await preview('list.json', json)).data).toMatchObject({ added: [], changed: [], removed: [] });
    // 代码,名称 / 990000,省 in GB 18030
    const gbk = Buffer.from([0xb4, 0xfa, 0xc2, 0xeb, 0x2c, 0xc3, 0xfb, 0xb3, 0xc6, 0x0a, ...Buffer.from('990000,'), 0xca, 0xa1]);
    expect((await preview('gbk.csv', gbk)).data.added).toEqual([{ code: '990000', name: '省', detail: '省级' }]);
  });

  it('with errors names the lines and writes nothing', async () => {
    const before = await rows();
    const text = '代码,名称\n330000,浙江省\n330000,浙江省\n349999,无上级\nabc,坏\n330100,';
    const shown = (await preview('bad.csv', text)).data;
    expect(shown).toMatchObject({ added: [], removed: [], basis: '', errorCount: 4 });
    expect(shown.errors.map((error: { row: number }) => error.row)).toEqual([3, 4, 5, 6]);
    expect(await refresh('bad.csv', text, 'x')).toMatchObject({ status: 422, error: 'import.invalid' });
    expect(await rows()).toEqual(before);
  });

  it.each([
    ['empty.csv', ''],
    ['header.csv', '代码,名称\n'],
    ['other.csv', 'a,b\n1,2'],
    ['bad.json', '{'],
    ['deep.json', '['.repeat(100_000)],
    ['object.json', '{"code":"330000"}'],
    ['proto.json', '{"__proto__":{"areas":[]}}'],
    ['list.exe', 'MZ'],
    ['no-extension', '代码,名称'],
    ['fake.xlsx', 'this is no workbook'],
    ['zip.xlsx', 'PK\u0003\u0004garbage'],
  ])('from %s is refused', async (name, content) => {
    const answer = await preview(name, content);
    expect(answer.status, answer.msg).toBeGreaterThanOrEqual(400);
    expect(answer.status, answer.msg).toBeLessThan(500);
  });

  it('from a file that is too large is refused', async () => {
    expect(await preview('large.csv', Buffer.alloc(5 * 1_048_576 + 1, 65))).toMatchObject({ status: 413 });
    expect(
      await preview('many.csv', csv(Array.from({ length: 20_001 }, (_, n) => ({ code: String(100_000 + n), name: '区' })))),
    ).toMatchObject({ status: 400 });
  });

  it('from a file with millions of entries is refused before they are looked at', async () => {
    const many = [
      ['a.json', `[${'1,'.repeat(1_200_000)}1]`],
      ['b.json', `{"areas":[${'[],'.repeat(800_000)}1]}`],
      ['c.csv', `代码,名称${'\n,'.repeat(1_200_000)}`],
    ] as const;
    for (const [name, content] of many) expect(await preview(name, content), name).toMatchObject({ status: 400, msg: '文件超过20000行' });
  });

  it('keeps the names of records whose area has gone', async () => {
    const made = await app.admin('POST', '/api/project/supplier', {
      supplierName: '试验区建材公司',
      creditCode: '91350100M000100Y43',
      supplierType: '3',
      provinceCode: '330000',
      cityCode: '330100',
      contact: '张三',
      contactPhone: '13900000000',
    });
    const { version } = await one('330100');
    await app.admin('PUT', `${BASE}/330100`, { status: '0', version });
    const { data } = await app.admin('GET', `/api/project/supplier/${made.data.id}`);
    expect(data.areaName).toBe('浙江省 / 杭州市');
    expect(await app.admin('PUT', `/api/project/supplier/${made.data.id}`, { ...data, contact: '李四' })).toMatchObject({ status: 200 });
  });
});
