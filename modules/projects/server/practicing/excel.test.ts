import { beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '#kit/server/excel/reader.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { makeQualification } from './make-for-test.ts';

const app = startApp();
const BASE = '/api/project/practicingQualification';
const TITLES = ['姓名', '身份证号', '所属分公司', '执业类型', '注册专业', '资格证书编号', '注册单位', '有效期至', '注册状态', '确认重复'];
const ID_CARD = '11010519491231002X';
let branch = '';
beforeAll(async () => {
  branch = (await app.make.dept({ deptName: '导入分公司' })).id;
});

async function file(rows: (string | null)[][]): Promise<[Buffer, Record<string, string>]> {
  const chunks: Uint8Array[] = [];
  const columns = TITLES.map((title) => ({ title, width: 12 }));
  for await (const chunk of workbook([{ name: '执业资质', columns, rows }])) chunks.push(chunk);
  return multipart('执业资质.xlsx', Buffer.concat(chunks));
}
const row = (personName: string, certNo: string, over: Partial<Record<(typeof TITLES)[number], string | null>> = {}) => {
  const values: Record<string, string | null> = {
    姓名: personName,
    所属分公司: '导入分公司',
    执业类型: '1511',
    注册专业: '机电',
    资格证书编号: certNo,
    注册单位: '导入分公司',
    有效期至: '2035/1/31',
    注册状态: '延续注册',
    ...over,
  };
  return TITLES.map((title) => values[title] ?? null);
};
const send = async (commit: '0' | '1', rows: (string | null)[][]) =>
  app.admin('POST', `${BASE}/import?commit=${commit}`, ...(await file(rows)));
const count = async () => (await app.admin('GET', `${BASE}/page?branchId=${branch}`)).data.total as number;
const cells = async (raw: Buffer) => (await readSheet(raw, 1000)).rows.map(({ cells: all }) => all.map((cell) => String(cell ?? '')));

describe('Excel of certificates', () => {
  it('says row by row what is wrong, and writes all or nothing', async () => {
    const rows = [
      row('张一', 'IMP-1', { 身份证号: ID_CARD }),
      row('张二', 'IMP-2', { 身份证号: '110105194912310021' }),
      row('张三', 'IMP-3', { 所属分公司: '没有这家' }),
      row('张四', 'IMP-4', { 执业类型: '宇航员' }),
      row('张五', 'IMP-5', { 注册专业: null }),
      row('张六', 'IMP-1'),
      row('', 'IMP-7'),
    ];
    const { data } = await send('0', rows);
    expect(data).toMatchObject({ total: 7, valid: 1 });
    expect(data.errors.map((error: { row: number; column: string }) => [error.row, error.column])).toEqual([
      [3, '身份证号'],
      [4, '所属分公司'],
      [5, '执业类型'],
      [6, '注册专业'],
      [7, '资格证书编号'],
      [8, '姓名'],
    ]);
    expect(await send('1', rows)).toMatchObject({ status: 422, error: 'import.invalid' });
    expect(await count()).toBe(0);
    expect((await send('1', [rows[0] as string[], row('李一', 'IMP-9', { 执业类型: '二级注册建造师' })])).status).toBe(200);
    const [, first] = (await app.admin('GET', `${BASE}/page?branchId=${branch}&sort=createTime`)).data.data;
    expect(await count()).toBe(2);
    expect(first).toMatchObject({ registerStatus: '2', validTo: '2035-01-31', isUnified: '1' });
  });

  it('warns of a likely duplicate, and takes the row when the column says that it is none', async () => {
    await makeQualification(app, { branchId: branch, personName: '王一', certNo: '重-1' });
    const twin = (over = {}) => row('王 一', '重1', over);
    const { data } = await send('0', [twin()]);
    expect(data.errors[0]).toMatchObject({ row: 2, column: '确认重复', message: expect.stringContaining('重-1') });
    expect((await send('1', [twin({ 确认重复: '是' })])).status).toBe(200);
  });

  it('exports what the filter shows, numbers masked for those who may not edit', async () => {
    const perms = ['list', 'export'].map((action) => `project:practicingQualification:${action}`);
    const reader = app.as((await app.make.user({ perms })).token);
    const body = { branchId: branch, personName: '张一' };
    const [header, first, ...rest] = await cells((await reader('POST', `${BASE}/export`, body)).raw);
    expect(first?.[header?.indexOf('身份证号') ?? -1]).toBe('110105********002X');
    expect(first?.[header?.indexOf('证书状态') ?? -1]).toBe('有效');
    expect(rest.every((line) => line[0]?.startsWith('导出编号'))).toBe(true);
    const [, open] = await cells((await app.admin('POST', `${BASE}/export`, body)).raw);
    expect(open?.[header?.indexOf('身份证号') ?? -1]).toBe(ID_CARD);
  });

  it('has a template with the columns that an import needs', async () => {
    const [header] = await cells((await app.admin('POST', `${BASE}/import/template`, {})).raw);
    expect(header).toEqual(expect.arrayContaining(['姓名*', '执业类型*', '有效期至*', '身份证号', '确认重复']));
  });
});
