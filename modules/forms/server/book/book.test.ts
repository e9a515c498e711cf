import { beforeAll, describe, expect, it } from 'vitest';
import type { Cell } from '#kit/server/excel/column.ts';
import { readBook } from '#kit/server/excel/reader.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { startApp, type Send } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';

const app = startApp({ managed: true });
const base = '/data/filling/forms';
const schema = {
  layout: [
    { id: 'f1', type: 'input', key: 'site', label: '地点', required: true },
    { id: 'f2', type: 'number', key: 'found', label: '发现数', min: 0, max: 999 },
    { id: 'f3', type: 'date', key: 'day', label: '检查日期' },
    { id: 'f4', type: 'input', key: 'code', label: '检查编码', isUnique: true, maxLength: 40 },
    { id: 'f5', type: 'user', key: 'person', label: '检查人' },
    { id: 'f6', type: 'serial', key: 'number', label: '流水号', pattern: 'JC{yyyy}-{0001}' },
    {
      id: 'f7',
      type: 'subform',
      key: 'items',
      label: '明细',
      children: [
        { id: 'c1', type: 'input', key: 'name', label: '问题', required: true },
        { id: 'c2', type: 'number', key: 'level', label: '等级', max: 5 },
      ],
    },
  ],
  rules: [{ target: 'f7', effect: 'required', when: '[发现数] > 0' }],
};
const TITLES = ['编号', '地点*', '发现数', '检查日期', '检查编码', '检查人'];
const SUBTITLES = ['所属记录编号', '问题*', '等级'];
let formId = '';

async function file(rows: Cell[][], items: Cell[][] = []): Promise<[Buffer, Record<string, string>]> {
  const sheet = (name: string, titles: readonly string[], body: Cell[][]) => ({
    name,
    columns: titles.map((title) => ({ title, width: 12 })),
    rows: body,
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbook([sheet('填报数据', TITLES, rows), sheet('明细', SUBTITLES, items)])) chunks.push(chunk);
  return multipart('安全检查.xlsx', Buffer.concat(chunks));
}
const send = async (commit: '0' | '1', rows: Cell[][], items: Cell[][] = [], as: Send = app.admin) =>
  as('POST', `${base}/${formId}/records/import?commit=${commit}`, ...(await file(rows, items)));
const sheets = async (raw: Buffer) => {
  const book = await readBook(raw, () => 100_000);
  return Object.fromEntries([...book].map(([name, { rows }]) => [name, rows.map(({ cells }) => cells)]));
};
const count = async () => Number((await app.database.pool.query('select count(*) as n from managed.df_check')).rows[0].n);

beforeAll(async () => {
  const made = await app.admin('POST', base, { formCode: 'check', formName: '安全检查', schema });
  formId = made.data.id;
  expect((await app.admin('POST', `${base}/${formId}/publish`, { version: 0 })).status).toBe(200);
});

describe('a workbook of records', () => {
  it('has a template with a sheet for each sub-table and one that explains the columns', async () => {
    const answer = await app.admin('POST', `${base}/${formId}/records/import/template`);
    const { 填报数据: main, 明细: items, 填写说明: help } = await sheets(answer.raw);
    expect(main).toEqual([TITLES]);
    expect(items).toEqual([SUBTITLES]);
    expect(help?.length).toBe(10);
  });

  it('is checked row by row with the words of the form, and taken whole or not at all', async () => {
    await app.make.user({ perms: [], nickname: '李检查' });
    await app.make.user({ perms: [], nickname: '同名' });
    await app.make.user({ perms: [], nickname: '同名' });
    const rows: Cell[][] = [
      ['1', '甲站', 1, { serial: 46_054, style: 'day' }, 'A1', '李检查'],
      ['2', null, 0, null, 'A2', null],
      ['3', '乙站', 1000, '2026/2/30', 'A3', null],
      ['4', '丙站', 2, null, 'A1', '没有此人'],
      ['5', '丁站', 1, null, 'A5', '同名'],
      ['5', '戊站', 0, null, null, null],
    ];
    const items: Cell[][] = [
      ['1', '通道堵塞', 2],
      ['4', null, 9],
      ['5', '标识缺失', 1],
      ['9', '无主', 1],
    ];
    const { data } = await send('0', rows, items);
    expect(data).toMatchObject({ total: 6, valid: 0 });
    expect(data.errors.map((error: { row: number; column: string }) => [error.row, error.column])).toEqual(
      [
        [2, '所属记录编号'],
        [3, '地点'],
        [4, '发现数'],
        [4, '检查日期'],
        [5, '明细·问题'],
        [5, '明细·等级'],
        [5, '检查人'],
        [5, '检查编码'],
        [6, '检查人'],
        [7, '编号'],
      ].toSorted((a, b) => Number(a[0]) - Number(b[0])),
    );
    expect(await send('1', rows, items)).toMatchObject({ status: 422, error: 'import.invalid', data: { total: 6 } });
    expect(await count()).toBe(0);
    const taken = await send('1', [rows[0]!], [items[0]!]);
    expect(taken.data, taken.msg).toEqual({ total: 1, valid: 1, errors: [] });
    const page = await app.admin('GET', `${base}/${formId}/records/page`);
    expect(page.data.data[0].values).toMatchObject({
      site: '甲站',
      day: '2026-02-01',
      number: `JC${new Date().getFullYear()}-0001`,
      items: [{ name: '通道堵塞', level: 2 }],
    });
    expect((await send('0', [['1', '又是', 0, null, 'A1', null]])).data.errors).toMatchObject([{ row: 2, column: '检查编码' }]);
  });

  it('of sub-tables that do not say to which record they belong is refused in one sentence', async () => {
    const chunks: Uint8Array[] = [];
    const titled = (titles: readonly string[]) => titles.map((title) => ({ title, width: 12 }));
    const items = { name: '明细', columns: titled(['编号', '问题*', '等级']), rows: [['1', '漏水', 1]] };
    const main = { name: '填报数据', columns: titled(TITLES), rows: [['1', 'A', 1, null, null, null]] };
    for await (const chunk of workbook([main, items])) chunks.push(chunk);
    const refused = await app.admin(
      'POST',
      `${base}/${formId}/records/import?commit=0`,
      ...multipart('安全检查.xlsx', Buffer.concat(chunks)),
    );
    expect(refused).toMatchObject({ status: 422, msg: '工作表“明细”的表头缺少：所属记录编号，请使用下载的模板填写' });
  });

  it('goes out as it can come in again, with the names of what was chosen', async () => {
    const answer = await app.admin('POST', `${base}/${formId}/records/export`, {});
    const { 填报数据: main, 明细: items } = await sheets(answer.raw);
    const [title, first] = main!;
    expect(title!.slice(0, 3)).toEqual(['编号', '地点', '发现数']);
    const cell = (name: string) => first![title!.indexOf(name)];
    expect([cell('地点'), cell('检查日期'), cell('检查人'), cell('填报人')]).toEqual(['甲站', '2026-02-01', '李检查', '系统管理员']);
    expect(items![1]).toEqual([cell('编号'), '通道堵塞', 2]);
    const again = await app.admin('POST', `${base}/${formId}/records/import?commit=0`, ...multipart('again.xlsx', answer.raw));
    // the same code stands there already; everything else fits
    expect(again.data.errors.map((error: { column: string }) => error.column)).toEqual(['检查编码']);
  });

  it('is for those who may', async () => {
    const filler = app.as((await app.make.user({ perms: [] })).token);
    expect((await send('0', [['1', '甲站', 0, null, null, null]], [], filler)).status).toBe(403);
    expect((await filler('POST', `${base}/${formId}/records/export`, {})).status).toBe(403);
    const elsewhere = app.as((await app.make.user({ perms: ['filling:record:import', 'filling:record:export'], dataScope: '5' })).token);
    const out = await sheets((await elsewhere('POST', `${base}/${formId}/records/export`, {})).raw);
    expect(out['填报数据']!.filter((row) => String(row[1]).includes('站'))).toEqual([]);
  });

  it('of 10,000 records is checked within 10 seconds and taken whole', async () => {
    const rows = (at: number): Cell[] => [String(at), `站点${at}`, at % 3 === 0 ? 1 : 0, '2026-05-01', `B${at}`, '李检查'];
    const many = Array.from({ length: 10_000 }, (_, at) => rows(at));
    const items = many.flatMap((row): Cell[][] => (row[2] === 1 ? [[row[0]!, '问题', 1]] : []));
    const wrong = many.map((row, at) => (at === 10 || at === 5000 || at === 9999 ? [row[0]!, null, ...row.slice(2)] : row));
    const started = performance.now();
    const checked = await send('0', wrong, items);
    const checkMs = performance.now() - started;
    expect(checked.data.errors.map((error: { row: number }) => error.row)).toEqual([12, 5002, 10_001]);
    expect(checkMs).toBeLessThan(10_000);
    const before = await count();
    const taken = await send('1', many, items);
    expect(taken.data, taken.msg).toMatchObject({ total: 10_000, valid: 10_000 });
    expect(await count()).toBe(before + 10_000);
  }, 60_000);
});
