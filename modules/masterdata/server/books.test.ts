import { beforeAll, expect, it } from 'vitest';
import { readSheet } from '#kit/server/excel/reader.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { builtModel, CUSTOMER, MODELS } from './test-model.ts';

const app = startApp({ managed: true });
let base = '';
const TITLES = ['名称', '税号', '注册资本', '成立日期'];
type Cell = string | number | null;
const fileOf = async (rows: Cell[][]) => {
  const chunks: Uint8Array[] = [];
  const columns = TITLES.map((title) => ({ title, width: 12 }));
  for await (const chunk of workbook([{ name: '客户', columns, rows }])) chunks.push(chunk);
  return multipart('客户.xlsx', Buffer.concat(chunks));
};
const load = async (query: string, rows: Cell[][]) => app.admin('POST', `${base}/import?${query}`, ...(await fileOf(rows)));
const cells = async (raw: Buffer) => (await readSheet(raw, 100)).rows.map((row) => row.cells);
const all = async () =>
  (await app.database.pool.query('select customer_name, tax_no, capital from managed.md_customer order by tax_no')).rows;

beforeAll(async () => {
  const columns = [
    CUSTOMER.modelColumns[0]!,
    { columnName: 'tax_no', columnComment: '税号', columnType: 'varchar', columnLength: '30', isUnique: '1' },
    { columnName: 'capital', columnComment: '注册资本', columnType: 'decimal', columnLength: '12', columnScale: '2' },
    { columnName: 'founded', columnComment: '成立日期', columnType: 'date', isUnique: '1' },
  ];
  const model = await builtModel(app.admin, { ...CUSTOMER, modelColumns: columns });
  base = `${MODELS}/${model}/datas`;
}, 60_000);

it('a workbook says which rows are wrong and writes nothing of such a file', async () => {
  const rows = [
    ['甲', 'T1', 100.5, '2020-03-01'],
    [null, 'T2', 1, null],
    ['丙', 'T1', 1, null],
    ['丁', 'T4', 'x', null],
  ];
  const checked = (await load('commit=0', rows)).data;
  expect(checked.errors.map(({ row, column }: { row: number; column: string }) => [row, column])).toEqual([
    [3, '名称'],
    [4, '税号'],
    [5, '注册资本'],
  ]);
  expect(await load('commit=1', rows)).toMatchObject({ status: 422, error: 'import.invalid' });
  expect(await all()).toEqual([]);
});

it('the own export comes back without making anything twice, and a changed row changes its record', async () => {
  const kept = await load('commit=1', [
    ['甲', 'T1', 100.5, '2020-03-01'],
    ['乙', 'T2', null, null],
  ]);
  expect(kept.data, kept.msg).toMatchObject({ total: 2, valid: 2 });
  const out = await app.admin('POST', `${base}/export`, {});
  expect((await cells(out.raw)).slice(0, 3)).toEqual([TITLES, ['甲', 'T1', 100.5, expect.anything()], ['乙', 'T2']]);
  const back = await app.admin('POST', `${base}/import?commit=1&mode=upsert`, ...multipart('客户.xlsx', out.raw));
  expect(back.data, back.msg).toMatchObject({ total: 2, valid: 2 });
  const again = await load('commit=1&mode=upsert', [
    ['乙二', 'T2', 7, null],
    ['丙', 'T3', null, null],
  ]);
  expect(again.data, again.msg).toMatchObject({ total: 2, valid: 2 });
  expect(await all()).toEqual([
    { customer_name: '甲', tax_no: 'T1', capital: '100.50' },
    { customer_name: '乙二', tax_no: 'T2', capital: '7.00' },
    { customer_name: '丙', tax_no: 'T3', capital: null },
  ]);
  const page = (await app.admin('GET', `${base}/page?tax_no=T2`)).data.data[0];
  expect((await app.admin('GET', `${base}/${page.id}/history`)).data.data[0]).toMatchObject({ origin: 'import', action: 'change' });
});

it('names the column whose value another record, or another row of the file, has already', async () => {
  const { data } = await load('commit=0', [['戊', 'T1', null, null]]);
  expect(data.errors).toEqual([{ row: 2, column: '税号', message: '“税号”的内容与已有记录重复' }]);
  const twice = await load('commit=0', [
    ['己', 'T8', null, '2021-05-01'],
    ['庚', 'T9', null, '2021-05-01'],
  ]);
  expect(twice.data.errors).toEqual([{ row: 3, column: '成立日期', message: '文件内重复：第 2 行与第 3 行的成立日期相同' }]);
});

it('a workbook is for whom the permission is, and holds what the data scope reaches', async () => {
  const nobody = app.as((await app.make.user({ perms: ['masterdata:data:list'], dataScope: '1' })).token);
  expect(await nobody('POST', `${base}/export`, {})).toMatchObject({ status: 403 });
  const near = app.as((await app.make.user({ perms: ['masterdata:data:export'], dataScope: '5' })).token);
  expect((await cells((await near('POST', `${base}/export`, {})).raw)).length).toBeLessThanOrEqual(2);
});
