import { sql } from 'kysely';
import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { AppError } from '#kit/contract/errors.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import { requiredText, Status } from '#kit/contract/fields.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { defineServerModule, implement } from '#kit/server/module.ts';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { dictItems, systemModule } from '#modules/system/server/index.ts';
import type { Cell, ExcelColumn } from './column.ts';
import { excelHandlers, inBatches } from './handlers.ts';
import { readSheet } from './reader.ts';
import { workbook } from './writer.ts';

const Input = z.object({
  sampleName: requiredText(30, '名称'),
  sampleCode: z.string().regex(/^[a-z][a-z0-9_]{1,29}$/, '编码由小写字母、数字和下划线组成'),
  status: Status.default('1'),
  amount: z.number().max(1000, '金额不能超过1000').nullish(),
});
const columns: ExcelColumn[] = [
  { field: 'sampleName', title: '名称', required: true, example: '甲' },
  { field: 'sampleCode', title: '编码', required: true },
  { field: 'status', title: '状态', dict: 'sys_common_status' },
  { field: 'amount', title: '金额', kind: 'number' },
  { field: 'createTime', title: '创建时间', kind: 'time', only: 'export' },
];
interface Row {
  id: string;
  [field: string]: unknown;
}

type Sample = z.output<typeof Input>;

/** Two statements for a hundred rows, as entities with large files do it. */
async function createMany(ctx: Ctx, samples: readonly Sample[]): Promise<void> {
  const codes = samples.map((row) => row.sampleCode);
  const taken = await sql`select 1 from kit_sample where sample_code in (${sql.join(codes)}) limit 1`.execute(ctx.db);
  if (taken.rows.length > 0 || new Set(codes).size < codes.length)
    throw new AppError('entity.duplicate', '示例编码已存在', [{ path: 'sampleCode', message: '示例编码已存在' }]);
  const made = samples.map((row) => ({ ...row, id: ctx.app.ids.next() }));
  const values = made.map((row) => sql`(${row.id}, ${row.sampleName}, ${row.sampleCode}, ${row.status}, ${row.amount ?? null}::numeric)`);
  await sql`insert into kit_sample (id, sample_name, sample_code, status, amount) values ${sql.join(values)}`.execute(ctx.db);
  for (const { id, ...row } of made) ctx.audit.change({ entity: '示例', id, name: row.sampleName, before: null, after: row });
}

const excel = excelHandlers({
  label: '示例',
  columns,
  input: Input,
  readDict: dictItems,
  rows: (ctx: Ctx, query: { sampleName?: string; ids?: string[] | null }) =>
    inBatches(async (after, limit) => {
      const found = await sql<Row>`select id, sample_name, sample_code, status, amount, create_time from kit_sample
        where id > ${after} and (${query.sampleName ?? null}::text is null or sample_name like ${`%${query.sampleName ?? ''}%`})
          and (${query.ids ?? null}::text[] is null or id = any(${query.ids ?? null}::text[]))
        order by id limit ${limit}`.execute(ctx.db);
      return found.rows;
    }, 100),
  begin: () => Promise.resolve({ createMany, create: (ctx: Ctx, row: Sample) => createMany(ctx, [row]) }),
});
const contract = excelRoutes('/kit/rows', '示例', 'kit:row', { search: z.object({ sampleName: z.string().optional() }) });
const rowsModule = defineServerModule({
  name: 'rows',
  needs: ['system'],
  migrations: { name: 'rows', folder: new URL('../../test/sample/migrations/', import.meta.url) },
  routes: [implement(contract, excel)],
});
const app = startApp({ modules: [systemModule, rowsModule] });

async function sheet(rows: Cell[][], titles = ['名称*', '编码*', '状态', '金额']): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbook([{ name: '一', columns: titles.map((title) => ({ title, width: 10 })), rows }])) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const count = async (): Promise<number> =>
  Number((await sql<{ n: string }>`select count(*) as n from kit_sample`.execute(app.database.db)).rows[0]?.n);
const send = async (path: string, rows: Cell[][], titles?: string[]) =>
  app.admin('POST', path, ...multipart('行.xlsx', await sheet(rows, titles)));
const lastLog = async () =>
  (await app.database.db
    .selectFrom('sysOperLog')
    .select(['title', 'note', 'result', 'changes'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null;

describe('Excel import', () => {
  it('checks all rows without writing, then commits all or nothing', async () => {
    const rows: Cell[][] = [
      ['甲', 'aa', '启用', 1.5],
      ['', 'Bad Code', '开', 2],
      ['乙', 'aa', '禁用', 3000],
      ['丙', 'aa', null, null],
    ];
    const checked = await send('/kit/rows/import', rows);
    expect(checked.data).toEqual({
      total: 4,
      valid: 1,
      errors: [
        { row: 3, column: '名称', message: '名称不能为空' },
        { row: 3, column: '状态', message: '“开”不在可选值中，可填：禁用、启用' },
        { row: 4, column: '金额', message: '金额不能超过1000' },
        { row: 5, column: '编码', message: '文件内重复：第 2 行与第 5 行的编码相同' },
      ],
    });
    expect(await count()).toBe(0);
    expect(await lastLog()).toMatchObject({ title: '导入示例', note: expect.stringContaining('未写入') as string, changes: [] });

    const refused = await send('/kit/rows/import?commit=1', rows);
    expect(refused).toMatchObject({ status: 422, error: 'import.invalid' });
    expect(refused.data.errors.length).toBeGreaterThan(0);
    expect(await count()).toBe(0);

    const good = await send('/kit/rows/import?commit=1', [
      ['甲', 'aa', '启用', 1.5],
      ['乙', 'bb', '0', null],
    ]);
    expect(good).toMatchObject({ status: 200, data: { total: 2, valid: 2, errors: [] } });
    expect(await count()).toBe(2);
    expect((await lastLog())?.changes).toHaveLength(2);
  });

  it('rolls back everything when the last of many rows is refused', async () => {
    const before = await count();
    const rows = Array.from({ length: 250 }, (_, i): Cell[] => [`批${i}`, `batch_${i}`, null, null]);
    const refused = await send('/kit/rows/import?commit=1', [...rows, ['重', 'batch_0', null, null]]);
    expect(refused.data).toMatchObject({
      total: 251,
      valid: 250,
      errors: [{ row: 252, column: '编码', message: '文件内重复：第 2 行与第 252 行的编码相同' }],
    });
    expect(await count()).toBe(before);
  });

  it('returns the rows with the reason in a workbook', async () => {
    const answer = await send('/kit/rows/import/errors', [
      ['', 'x1', null, 5],
      ['好', 'x2', null, 6],
    ]);
    expect(answer.status).toBe(200);
    const { rows } = await readSheet(answer.raw, 10);
    expect(rows.map((row) => row.cells)).toEqual([
      ['名称*', '编码*', '状态', '金额', '错误原因'],
      [null, 'x1', null, 5, '名称不能为空'],
      ['好', 'x2', null, 6],
    ]);
  });

  it('refuses a wrong header, an empty sheet and what is no workbook', async () => {
    expect(await send('/kit/rows/import', [['x']], ['别的'])).toMatchObject({
      status: 422,
      msg: '表头缺少：名称、编码，请使用下载的模板填写',
    });
    expect(await send('/kit/rows/import', [])).toMatchObject({ status: 422, msg: '文件中没有数据，请填写后重新上传' });
    const text = await app.admin('POST', '/kit/rows/import', ...multipart('a.xlsx', Buffer.from('名称,编码\n甲,aa, and more text')));
    expect(text).toMatchObject({ status: 415, error: 'file.wrongType' });
    expect(await app.admin('POST', '/kit/rows/import', {})).toMatchObject({ status: 415 });
  });

  it('gives a template that can be filled and sent back', async () => {
    const answer = await app.admin('POST', '/kit/rows/import/template', {});
    expect(String(answer.headers['content-disposition'])).toContain(encodeURIComponent('示例导入模板.xlsx'));
    const { rows } = await readSheet(answer.raw, 10);
    expect(rows).toEqual([{ row: 1, cells: ['名称*', '编码*', '状态', '金额'] }]);
  });

  it('needs the permission', async () => {
    const user = await app.make.user({ perms: ['kit:row:export'] });
    const [body, headers] = multipart('a.xlsx', await sheet([]));
    expect((await app.stranger('POST', '/kit/rows/import', body, headers)).status).toBe(401);
    expect((await app.as(user.token)('POST', '/kit/rows/import', body, headers)).status).toBe(403);
    expect((await app.as(user.token)('POST', '/kit/rows/export', {})).status).toBe(200);
  });

  it('checks 10,000 rows with statements for a hundred at a time', { timeout: 60_000 }, async () => {
    const rows = Array.from({ length: 10_000 }, (_, i): Cell[] => [`量${i}`, `mass_${i}`, '启用', i % 1000]);
    expect((await send('/kit/rows/import', rows)).data).toEqual({ total: 10_000, valid: 10_000, errors: [] });
  });
});

describe('Excel export', () => {
  it('writes labels, numbers and times, and names its origin in sheet and log', async () => {
    const answer = await app.admin('POST', '/kit/rows/export', { sampleName: '甲' });
    expect(answer.headers['content-type']).toContain('spreadsheetml');
    const { rows } = await readSheet(answer.raw, 100);
    expect(rows[0]?.cells).toEqual(['名称', '编码', '状态', '金额', '创建时间']);
    expect(rows[1]?.cells.slice(0, 4)).toEqual(['甲', 'aa', '启用', 1.5]);
    expect(typeof rows[1]?.cells[4]).toBe('number');
    const origin = String(rows.at(-1)?.cells[0]);
    const number = /^导出编号：(\d+)　导出人：.+（admin）　导出时间：\d{4}-/.exec(origin)?.[1];
    expect(await lastLog()).toMatchObject({ title: '导出示例', note: `导出编号：${number}` });
  });

  it('follows chosen rows and columns, and its file can be imported again after edits', async () => {
    const { rows } = await sql<{ id: string }>`select id from kit_sample where sample_code = 'bb'`.execute(app.database.db);
    const answer = await app.admin('POST', '/kit/rows/export', { ids: [rows[0]?.id], columns: ['sampleCode', 'sampleName', 'nothing'] });
    const content = await readSheet(answer.raw, 10);
    expect(content.rows.slice(0, 2).map((row) => row.cells)).toEqual([
      ['编码', '名称'],
      ['bb', '乙'],
    ]);
    const again = await app.admin('POST', '/kit/rows/import', ...multipart('again.xlsx', answer.raw));
    expect(again.data).toMatchObject({ total: 1, errors: [{ row: 2, column: '编码', message: '示例编码已存在' }] });
  });
});
