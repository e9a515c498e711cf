import { describe, expect, it } from 'vitest';
import { readSheet } from '#kit/server/excel/reader.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { startApp } from '#kit/test/app.ts';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';
import { multipart } from '#kit/test/multipart.ts';
import { CODE_SETS } from './seed/index.ts';
import { itemsOf } from './seed/code-set.ts';
import { codesOfType } from './index.ts';

const app = startApp();
const typeOf = async (code: string) =>
  (await app.admin('GET', '/data/standard/types/list')).data.find((type: { gbTypeCode: string }) => type.gbTypeCode.startsWith(code));
const itemsIn = async (typeId: string, more = '') =>
  (await app.admin('GET', `/data/standard/dicts/page?typeId=${typeId}&pageSize=200${more}`)).data;
const newType = async (code: string): Promise<string> =>
  (await app.admin('POST', '/data/standard/types', { gbTypeCode: code, gbTypeName: `${code} 名称` })).data.id;

itKeepsCrudPromises(app, {
  base: '/data/standard/types',
  code: 'standard:type',
  sample: (n: number) => ({ gbTypeCode: `T-${n}`, gbTypeName: `类别${n}` }),
  duplicate: '标准类别编码已存在',
});

describe('national code sets', () => {
  it('S1: are there, GB/T 2261.1 with its four items', async () => {
    const { data } = await app.admin('GET', '/data/standard/types/list');
    const national = data.filter((type: { gbTypeCode: string }) => type.gbTypeCode.startsWith('GB/T'));
    expect(national.length).toBeGreaterThanOrEqual(5);
    const gender = await typeOf('GB/T 2261.1');
    expect((await app.admin('GET', `/data/standard/dicts/page?typeId=${gender.id}`)).data).toMatchObject({
      total: 4,
      data: [
        { gbCode: '0', gbName: '未知的性别' },
        { gbCode: '1', gbName: '男性' },
        { gbCode: '2', gbName: '女性' },
        { gbCode: '9', gbName: '未说明的性别' },
      ],
    });
  });

  it('hold no code twice, no name twice among brothers, and no item below a missing one', () => {
    for (const set of CODE_SETS) {
      const items = itemsOf(set);
      const codes = new Set(items.map((item) => item.code));
      expect(codes.size, set.code).toBe(items.length);
      expect(new Set(items.map((item) => `${item.parentCode}/${item.name}`)).size, set.code).toBe(items.length);
      for (const item of items) expect(item.parentCode === null || codes.has(item.parentCode), `${set.code} ${item.code}`).toBe(true);
    }
  });

  it('repair the doubled 国家公务员, keep leading zeros and letters, and know all 56 peoples', async () => {
    const people = await itemsIn((await typeOf('GB/T 2261.4')).id);
    expect(people.data.find((item: { gbCode: string }) => item.gbCode === '13').gbName).toBe('专业技术人员');
    expect((await itemsIn((await typeOf('GB/T 3304')).id)).total).toBe(56);
    expect([...(await codesOfType(app.database.db, 'gb_8561'))]).toContain('011');
    const industries = await itemsIn('gb_4754', '&parentCode=A');
    expect(industries.data.map((item: { gbCode: string }) => item.gbCode)).toEqual(['01', '02', '03', '04', '05']);
  });

  it('GB/T 2260 follows the table of areas', async () => {
    const areas = (await app.admin('GET', '/data/standard/dicts/page?typeId=gb_2260&keyword=330000')).data.data;
    expect(areas[0]).toMatchObject({ gbName: '浙江省', parentCode: null });
    expect(areas[0].childCount).toBeGreaterThan(10);
    const edit = await app.admin('PUT', `/data/standard/dicts/${areas[0].id}`, { ...areas[0], gbName: '别的省' });
    expect(edit).toMatchObject({ status: 422, error: 'rule.broken' });
    await app.database.db.updateTable('sysArea').set({ areaName: '之江省' }).where('areaCode', '=', '330000').execute();
    expect((await app.admin('GET', '/data/standard/dicts/refresh')).data).toEqual({ written: 1 });
    expect((await app.admin('GET', '/data/standard/dicts/refresh')).data).toEqual({ written: 0 });
    expect((await app.admin('GET', '/data/standard/dicts/page?typeId=gb_2260&keyword=330000')).data.data[0].gbName).toBe('之江省');
  });

  it('cannot be deleted, and leave choices when they are disabled', async () => {
    const gender = await typeOf('GB/T 2261.1');
    expect(await app.admin('DELETE', `/data/standard/types/${gender.id}`)).toMatchObject({ status: 422, error: 'rule.broken' });
  });
});

describe('items', () => {
  it('stand in a tree: a parent must exist, a circle is refused, children follow a new code and keep their parent from going', async () => {
    const typeId = await newType('TREE');
    const add = (gbCode: string, parentCode: string | null = null) =>
      app.admin('POST', '/data/standard/dicts', { typeId, gbCode, gbName: `项${gbCode}`, parentCode });
    const top = (await add('01')).data.id;
    const middle = (await add('0101', '01')).data.id;
    expect(await add('0202', '02')).toMatchObject({ status: 422, data: [{ path: 'parentCode' }] });
    expect(await add('01')).toMatchObject({ status: 409, error: 'entity.duplicate' });
    const row = (await app.admin('GET', `/data/standard/dicts/${top}`)).data;
    expect(row).toMatchObject({ childCount: 1, gbTypeCode: 'TREE' });
    expect(await app.admin('PUT', `/data/standard/dicts/${top}`, { ...row, parentCode: '0101' })).toMatchObject({ status: 422 });
    expect((await app.admin('PUT', `/data/standard/dicts/${top}`, { ...row, gbCode: '09' })).status).toBe(200);
    expect((await app.admin('GET', `/data/standard/dicts/${middle}`)).data).toMatchObject({ parentCode: '09', parentName: '项01' });
    expect(await app.admin('DELETE', `/data/standard/dicts/${top}`)).toMatchObject({ status: 409, error: 'entity.inUse' });
    expect((await app.admin('DELETE', `/data/standard/dicts/batch/${top},${middle}`)).status).toBe(200);
  });

  it('are found by code, name and first letters, and valid only in their time', async () => {
    const found = (await itemsIn('gb_2261_1', '&keyword=wzd')).data;
    expect(found.map((item: { gbName: string }) => item.gbName)).toEqual(['未知的性别']);
    const typeId = await newType('TIME');
    const body = { typeId, gbCode: 'A', gbName: '旧项', validFrom: '2000-01-01', validTo: '2001-01-01' };
    expect((await app.admin('POST', '/data/standard/dicts', body)).status).toBe(200);
    expect(await app.admin('POST', '/data/standard/dicts', { ...body, gbCode: 'B', validTo: '1999-01-01' })).toMatchObject({ status: 400 });
    expect([...(await codesOfType(app.database.db, typeId))]).toEqual([]);
    expect([...(await codesOfType(app.database.db, typeId, 'gb_name', '2000-06-01'))]).toEqual(['旧项']);
  });

  it('come back with their set from the recycle bin', async () => {
    const typeId = await newType('BIN');
    await app.admin('POST', '/data/standard/dicts', { typeId, gbCode: '1', gbName: '一' });
    await app.admin('DELETE', `/data/standard/types/${typeId}`);
    expect((await itemsIn(typeId)).total).toBe(0);
    expect((await app.admin('POST', '/system/recycle/restore', { items: [{ entity: 'standardType', id: typeId }] })).status).toBe(200);
    expect((await itemsIn(typeId)).total).toBe(1);
  });
});

describe('S10: workbooks', () => {
  const COUNT = 5000;
  const cellsOf = async (raw: Buffer) =>
    (await readSheet(raw, 6000)).rows.map((row) => row.cells).filter((cells) => !String(cells[0]).startsWith('导出编号'));

  it('5,000 items go out and come back unchanged; one broken row is named and nothing is written', async () => {
    const typeId = await newType('BOOK');
    const rows = Array.from({ length: COUNT }, (_, n) => [
      'BOOK',
      String(n).padStart(5, '0'),
      `项目${n}`,
      n % 10 === 0 ? null : String(n - (n % 10)).padStart(5, '0'),
      n % 3 === 0 ? '2026-01-01' : null,
      null,
      n,
      '启用',
      null,
    ]);
    const TITLES = ['标准类别编码', '标准编码', '标准名称', '上级编码', '生效日期', '失效日期', '排序', '状态', '备注'];
    const fileOf = async (body: (string | number | null)[][]) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of workbook([{ name: '标准字典', columns: TITLES.map((title) => ({ title, width: 12 })), rows: body }]))
        chunks.push(chunk);
      return multipart('标准字典.xlsx', Buffer.concat(chunks));
    };
    const made = await app.admin('POST', '/data/standard/dicts/import?commit=1', ...(await fileOf(rows)));
    expect(made.data, made.msg).toMatchObject({ total: COUNT, valid: COUNT, errors: [] });

    const out = await app.admin('POST', '/data/standard/dicts/export', { typeId });
    const versions = () =>
      app.database.db.selectFrom('standardDict').select(['id', 'version']).where('typeId', '=', typeId).orderBy('id').execute();
    const before = await versions();
    expect((await app.admin('POST', '/data/standard/dicts/import?commit=0', ...multipart('标准字典.xlsx', out.raw))).data).toEqual({
      total: COUNT,
      valid: COUNT,
      errors: [],
    });
    expect((await app.admin('POST', '/data/standard/dicts/import?commit=1', ...multipart('标准字典.xlsx', out.raw))).status).toBe(200);
    expect(await versions()).toEqual(before);
    const again = await app.admin('POST', '/data/standard/dicts/export', { typeId });
    expect(await cellsOf(again.raw)).toEqual(await cellsOf(out.raw));

    const broken = rows
      .slice(0, 20)
      .map((row, n) =>
        n === 7 ? ['BOOK', '00007', '改了', '没有的上级', null, null, 7, '启用', null] : [...row.slice(0, 2), '都改了', ...row.slice(3)],
      );
    const checked = (await app.admin('POST', '/data/standard/dicts/import?commit=0', ...(await fileOf(broken)))).data;
    expect(checked).toMatchObject({ total: 20, valid: 19, errors: [{ row: 9, column: '上级编码' }] });
    expect(await versions()).toEqual(before);
    expect(await app.admin('POST', '/data/standard/dicts/import?commit=1', ...(await fileOf(broken)))).toMatchObject({
      status: 422,
      error: 'import.invalid',
    });
    expect(await versions()).toEqual(before);
  });

  it('changes known codes, and refuses areas, unknown sets and codes that a file has twice', async () => {
    const typeId = await newType('EDIT');
    await app.admin('POST', '/data/standard/dicts', { typeId, gbCode: '1', gbName: '一' });
    const chunks: Uint8Array[] = [];
    const titles = ['标准类别编码', '标准编码', '标准名称'];
    const body = [
      ['EDIT', '1', '壹'],
      ['EDIT', '2', '贰'],
      ['EDIT', '2', '又二'],
      ['NONE', '1', '无'],
      ['GB/T 2260', '330000', '别的省'],
    ];
    for await (const chunk of workbook([{ name: '标准字典', columns: titles.map((title) => ({ title, width: 12 })), rows: body }]))
      chunks.push(chunk);
    const answer = await app.admin(
      'POST',
      '/data/standard/dicts/import?commit=1&wrongRows=skip',
      ...multipart('标准字典.xlsx', Buffer.concat(chunks)),
    );
    expect(answer.data.errors.map((error: { row: number }) => error.row)).toEqual([4, 5, 6]);
    expect((await itemsIn(typeId)).data.map((item: { gbName: string }) => item.gbName)).toEqual(['壹', '贰']);
  });
});

it('needs its permissions', async () => {
  const reader = app.as((await app.make.user({ perms: ['standard:dict:list'] })).token);
  expect((await reader('GET', '/data/standard/types/list')).status).toBe(200);
  for (const [method, path] of [
    ['POST', '/data/standard/dicts'],
    ['POST', '/data/standard/dicts/export'],
    ['GET', '/data/standard/dicts/refresh'],
  ] as const)
    expect(await reader(method, path, method === 'GET' ? undefined : {}), path).toMatchObject({ status: 403, error: 'auth.noPermission' });
});
