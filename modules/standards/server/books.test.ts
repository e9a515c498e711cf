import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '#kit/server/excel/reader.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { until } from '#kit/test/until.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table client (id int primary key, mobile varchar(11), sex text, secret text);
   insert into client values (1, '1', 'M', 'a'), (2, '2', 'M', 'b'), (3, '3', '女', 'c');`,
);
const TITLES = ['标识符', '中文名称', '数据类型', '长度', '英文名称', '值域（标准类别编码）', '来源标准（标准号）', '负责人（用户名）'];
const fileOf = async (rows: (string | null)[][]) => {
  const chunks: Uint8Array[] = [];
  const columns = TITLES.map((title) => ({ title, width: 12 }));
  for await (const chunk of workbook([{ name: '数据元', columns, rows }])) chunks.push(chunk);
  return multipart('数据元.xlsx', Buffer.concat(chunks));
};
const load = async (commit: 0 | 1, rows: (string | null)[][]) =>
  app.admin('POST', `/data/standard/elements/import?commit=${commit}`, ...(await fileOf(rows)));
const elements = async () => (await app.admin('GET', '/data/standard/elements/page?pageSize=50&sort=elementCode')).data.data;
const cells = async (raw: Buffer) => (await readSheet(raw, 100)).rows.map((row) => row.cells);

/** every text of every sheet */
const allText = (raw: Buffer): string =>
  Object.values(unzipSync(raw))
    .map((part) => strFromU8(part))
    .join('\n');

const MOBILE = ['MOBILE', '手机号码', '字符', '11', 'mobile', null, null, 'admin'];
const SEX = ['SEX', '性别', '字符', '1', null, 'GB/T 2261.1-2003', null, null];

describe('数据元 by workbook', () => {
  it('says which rows are wrong and why, and writes nothing of such a file', async () => {
    const rows = [
      MOBILE,
      ['SEX', '性别', '字符', '1', null, '没有的类别', null, null],
      ['1BAD', '坏', '字符', 'x', null, null, null, null],
      ['MOBILE', '重复', '字符', '11', null, null, null, null],
    ];
    const checked = (await load(0, rows)).data;
    expect(checked).toMatchObject({ total: 4, valid: 1 });
    expect(checked.errors.map(({ row, column }: { row: number; column: string }) => [row, column])).toEqual(
      expect.arrayContaining([
        [3, '值域（标准类别编码）'],
        [4, '标识符'],
        [4, '长度'],
        [5, '标识符'],
      ]),
    );
    expect(await load(1, rows)).toMatchObject({ status: 422, error: 'import.invalid' });
    expect(await elements()).toEqual([]);
  });

  it('makes drafts, and takes its own export back without writing anything', async () => {
    expect((await load(1, [MOBILE, SEX])).data).toMatchObject({ total: 2, valid: 2, errors: [] });
    const [mobile, sex] = await elements();
    expect([mobile, sex]).toMatchObject([
      { elementCode: 'MOBILE', dataLength: '11', state: 'draft', ownerId: expect.any(String), isNullable: '1' },
      { elementCode: 'SEX', gbTypeId: 'gb_2261_1', state: 'draft' },
    ]);
    const before = await elements();
    const out = await app.admin('POST', '/data/standard/elements/export', {});
    const back = await app.admin('POST', '/data/standard/elements/import?commit=1', ...multipart('数据元.xlsx', out.raw));
    expect([back.status, back.data]).toMatchObject([200, { total: 2, valid: 2 }]);
    expect(await elements()).toEqual(before);
  });

  it('changes what is in force as a draft only', async () => {
    const [mobile] = await elements();
    await app.admin('POST', `/data/standard/elements/${mobile.id}/submit`);
    expect((await load(1, [['MOBILE', '手机号码', '字符', '20', 'mobile', null, null, 'admin']])).data).toMatchObject({ valid: 1 });
    expect((await elements())[0]).toMatchObject({ dataLength: '20', state: 'inForce', versionNo: 1, changed: ['dataLength'] });
    const reader = app.as((await app.make.user({ perms: ['standard:element:list'] })).token);
    expect((await reader('POST', '/data/standard/elements/export', {})).status).toBe(403);
  });
});

describe('落标建议 and 对照表 as workbooks', () => {
  let sourceId = '';
  const columns = new Map<string, string>();
  let tableId = '';
  beforeAll(async () => {
    sourceId = await source.register();
    for (const row of await app.database.db
      .selectFrom('metadataColumn')
      .select(['id', 'columnName', 'tableId'])
      .where('sourceId', '=', sourceId)
      .execute()) {
      columns.set(row.columnName, row.id);
      tableId = row.tableId;
    }
  });

  it('proposals go out with their reasons, those of columns in reach', async () => {
    const { jobId } = (await app.admin('POST', '/data/standard/bindings/propose', { sourceId })).data;
    await until(
      () => app.admin('GET', `/data/standard/bindings/propose/${jobId}`),
      ({ data }) => data.state === 'done',
    );
    const out = await cells((await app.admin('POST', '/data/standard/proposals/export', {})).raw);
    const mobile = out.find((row) => row.includes('mobile'));
    expect(mobile).toEqual(expect.arrayContaining(['client', 'mobile', 'MOBILE', '手机号码', '待处理']));
    expect(String(mobile![8]).length).toBeGreaterThan(0);
    const perms = ['standard:binding:list', 'standard:binding:export'];
    const stranger = app.as((await app.make.user({ perms, dataScope: '5' })).token);
    expect((await cells((await stranger('POST', '/data/standard/proposals/export', {})).raw)).flat()).not.toContain('mobile');
  });

  it('contrasts go out with values and what they stand for, without those that the caller does not see', async () => {
    for (const name of ['sex', 'secret']) {
      const body = { sourceId, tableId, columnId: columns.get(name), gbTypeId: 'gb_2261_1' };
      const { id } = (await app.admin('POST', '/data/standard/contrasts', body)).data;
      await app.admin('POST', `/data/standard/contrastDicts/collect/${id}`);
      await app.admin('POST', `/data/standard/mappings/auto/${id}`);
    }
    await sealColumns(app, sourceId, 'secret');
    const steward = app.as(
      (
        await app.make.user({
          perms: ['standard:contrast:list', 'standard:contrast:export', 'metadata:datasource:edit', 'metadata:datacolumn:list'],
          dataScope: '1',
        })
      ).token,
    );
    const { raw } = await steward('POST', '/data/standard/contrasts/export', {});
    const list = (await readSheet(raw, 100)).rows.map((row) => row.cells).flat();
    expect(list).toEqual(expect.arrayContaining(['sex', 'secret', 'GB/T 2261.1-2003']));
    const text = allText(raw);
    expect(text).toContain('女性');
    expect(text).not.toMatch(/<t[^>]*>[abc]<\/t>/);
    expect((await steward('POST', '/data/standard/proposals/export', {})).status).toBe(403);
  });
});
