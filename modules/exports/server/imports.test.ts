import { describe, expect, it } from 'vitest';
import { readSheet } from '#kit/server/excel/reader.ts';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { until } from '#kit/test/until.ts';
import { POSTS, transfersOf } from './test-transfers.ts';

const app = startApp();
const { ended, tidied, sheet, postsNamed, states, held } = transfersOf(app);

describe('a long import', () => {
  const send = (bytes: Buffer) => app.admin('POST', `${POSTS}/import/job`, ...multipart('岗位.xlsx', bytes));

  it('takes all rows, and leaves one log row', async () => {
    const rows = Array.from({ length: 1500 }, (_, n) => [`导入甲${n}`, `imp_a${n}`]);
    const { data } = await send(await sheet(rows));
    expect(await ended(app.admin, data.jobId)).toMatchObject({ state: 'done', text: '共 1,500 行，已全部导入', doneRows: 1500 });
    expect(await postsNamed('导入甲')).toBe(1500);
    const logs = await app.database.db.selectFrom('sysOperLog').select(['title', 'note']).where('note', 'like', '%共1500行%').execute();
    expect(logs).toEqual([{ title: '后台导入岗位', note: `后台导入“岗位.xlsx”：共1500行，任务编号 ${data.jobId}` }]);
    await tidied();
  }, 180_000);

  it('writes nothing for an account that was disabled while its rows were tried', async () => {
    const user = await app.make.user({ perms: ['system:post:import'] });
    const bytes = await sheet(Array.from({ length: 250 }, (_, n) => [`导入丁${n}`, `imp_d${n}`]));
    const id = await held(async () => {
      const queued = await app.as(user.token)('POST', `${POSTS}/import/job`, ...multipart('岗位.xlsx', bytes));
      expect(queued, queued.msg).toMatchObject({ status: 200 });
      // the file is read and the first row waits for the table
      await until(
        async () => (await app.admin('GET', `/system/exports/${queued.data.jobId}`)).data.expectedRows as number | null,
        (rows) => rows === 250,
      );
      await app.database.db.updateTable('sysUser').set({ status: '0' }).where('id', '=', user.id).execute();
      return queued.data.jobId as string;
    });
    expect(await ended(app.admin, id)).toMatchObject({ state: 'failed', text: '账号已禁用、过期或删除，任务没有执行' });
    expect(await postsNamed('导入丁')).toBe(0);
  }, 60_000);

  it('takes none when one is wrong, and gives the file back with the reasons', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => [`导入乙${n}`, n === 150 ? '错!' : `imp_b${n}`]);
    const { data } = await send(await sheet([...rows, ['导入乙7', 'imp_b999']]));
    const row = await ended(app.admin, data.jobId);
    expect(row).toMatchObject({ state: 'failed', text: '共 301 行，2 行有错误，没有导入任何数据', resultName: '岗位导入错误清单.xlsx' });
    expect(await postsNamed('导入乙')).toBe(0);
    const file = await app.admin('POST', `/system/exports/${data.jobId}/download`);
    const { rows: lines } = await readSheet(file.raw, 1000);
    expect(lines[0]?.cells.at(-1)).toBe('错误原因');
    const reasons = lines.filter((line) => line.cells[2]).map((line) => line.cells[2]);
    expect(reasons).toHaveLength(3);
    expect(reasons[2]).toContain('文件内重复：第 9 行与第 302 行的岗位名称相同');
    const full = (await app.admin('GET', `/system/exports/${data.jobId}`)).data;
    expect(full.result).toMatchObject({ total: 301, valid: 299 });
  }, 60_000);

  it('refuses what is not a workbook at once, and a wrong header with a sentence', async () => {
    expect((await send(Buffer.from('no workbook'))).status).toBe(415);
    const { data } = await send(await sheet([['x']], ['别的']));
    const row = await ended(app.admin, data.jobId);
    expect(row.state).toBe('failed');
    expect(row.text).toContain('表头缺少：岗位名称');
  });

  it('can be cancelled before it is committed', async () => {
    const rows = Array.from({ length: 200 }, (_, n) => [`导入丙${n}`, `imp_c${n}`]);
    const id = await held(async () => {
      const { data } = await send(await sheet(rows));
      await until(
        () => states([data.jobId]),
        (now) => now[0] === 'running',
      );
      expect((await app.admin('POST', `/system/exports/${data.jobId}/cancel`)).status).toBe(200);
      return data.jobId as string;
    });
    expect(await ended(app.admin, id)).toMatchObject({ state: 'cancelled' });
    expect(await postsNamed('导入丙')).toBe(0);
  }, 60_000);
});
