import { expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { importFile, sheetOf } from '../test-records.ts';

const app = startApp();
const BASE = '/api/practicingType';
const TITLES = ['类型名称', '类型编码', '上级类型编码', '注册专业', '注册有效期（年）', '提醒（天）', '状态'];
const send = async (commit: '0' | '1', rows: (string | number | null)[][]) =>
  app.admin('POST', `${BASE}/import?commit=${commit}`, ...(await importFile(TITLES, rows)));

it('imports upper types and, further down the file, the types below them', async () => {
  const rows = [
    ['注册某某师', '9500', null, null, null, null, '启用'],
    ['一级某某师', '9501', '9500', '甲、乙，甲', 3, 60, '启用'],
  ];
  expect((await send('0', rows)).data).toMatchObject({ total: 2, valid: 2, errors: [] });
  expect((await send('1', rows)).data).toMatchObject({ valid: 2 });
  const all = (await app.admin('GET', `${BASE}/tree`)).data as Record<string, unknown>[];
  const top = all.find((row) => row['typeCode'] === '9500');
  expect(all.find((row) => row['typeCode'] === '9501')).toMatchObject({
    parentId: top?.['id'],
    typeLevel: '2',
    hasSpecialty: '1',
    specialties: ['甲', '乙'],
    validYears: 3,
    warnDays: 60,
  });
});

it('names row and column of what is wrong and takes nothing over', async () => {
  const answer = await send('1', [
    ['好的', '9510', null, null, null, null, null],
    ['没有上级', '9511', 'nowhere', null, null, null, null],
    ['编码重复', '1511', null, null, null, null, null],
  ]);
  expect(answer.data.errors).toMatchObject([
    { row: 3, column: '上级类型编码' },
    { row: 4, message: expect.stringContaining('类型编码已存在') },
  ]);
  expect(JSON.stringify((await app.admin('GET', `${BASE}/tree`)).data)).not.toContain('"9510"');
});

it('exports the columns of the list; the allowance only for those who may edit types', async () => {
  const { data } = await app.admin('POST', BASE, {
    parentId: '0',
    typeCode: '9520',
    typeName: '导出类型',
    hasSpecialty: '1',
    specialties: ['甲', '乙'],
    allowance: '1234.50',
  });
  const columns = ['typeName', 'typeCode', 'qualificationCount', 'specialties', 'allowance', 'status'];
  const body = { ids: [data.id], columns };
  expect(await sheetOf((await app.admin('POST', `${BASE}/export`, body)).raw)).toEqual([
    ['类型名称', '类型编码', '证书数', '注册专业', '证书津贴（元/月）', '状态'],
    ['导出类型', '9520', 0, '甲、乙', 1234.5, '启用'],
  ]);
  const reader = app.as((await app.make.user({ perms: ['project:practicingType:export'] })).token);
  expect((await sheetOf((await reader('POST', `${BASE}/export`, body)).raw))[1]?.[4]).toBeNull();
});

it('is refused to strangers and to accounts without the right', async () => {
  const nobody = app.as((await app.make.user({ perms: ['project:practicingType:list'] })).token);
  for (const path of ['/export', '/import/template', '/import', '/import/errors']) {
    expect((await app.stranger('POST', BASE + path, {})).status, path).toBe(401);
    expect((await nobody('POST', BASE + path, {})).status, path).toBe(403);
  }
});
