import { describe, expect, it } from 'vitest';
import { moduleOf } from '#kit/server/audit.ts';
import { readSheet } from '#kit/server/excel/reader.ts';
import { startApp } from '#kit/test/app.ts';

const app = startApp();
const DAY_MS = 86_400_000;

describe('operation log', () => {
  it('has one row per write with the difference, the actor and the request, and a timeline per row', async () => {
    const { id } = (await app.admin('POST', '/system/posts', { postName: '日志岗' })).data;
    const { data } = await app.admin('GET', `/system/posts/${id}`);
    await app.admin('PUT', `/system/posts/${id}`, { ...data, postName: '改名岗' });
    const timeline = (await app.admin('GET', `/system/logs/changes?entityId=${id}`)).data;
    expect(timeline.map((entry: { title: string }) => entry.title)).toEqual(['修改岗位', '新增岗位']);
    expect(timeline[0].changes[0]).toMatchObject({
      entity: '岗位',
      kind: 'update',
      fields: [{ field: 'postName', before: '日志岗', after: '改名岗' }],
    });
    const page = (await app.admin('GET', '/system/logs/page?title=修改岗位')).data;
    expect(page.data[0]).toMatchObject({
      module: 'system',
      userName: 'admin',
      methodName: 'PUT',
      result: '1',
      requestUri: `/system/posts/${id}`,
    });
    const detail = (await app.admin('GET', `/system/logs/${page.data[0].id}`)).data;
    expect(detail.changes).toHaveLength(1);
  });

  it('keeps refused writes with the reason', async () => {
    const low = await app.make.user({ username: 'lowuser' });
    await app.as(low.token)('POST', '/system/posts', { postName: '越权岗' });
    const { data } = (await app.admin('GET', '/system/logs/page?userName=lowuser')).data;
    expect(data[0]).toMatchObject({ title: '新增岗位', result: '0', exCode: 'auth.noPermission' });
  });

  it('names the module that was worked in, and finds rows of before by it', async () => {
    const row = (id: string, module: string, requestUri: string) => ({
      id,
      module,
      title: '新增看板',
      requestUri,
      requestMethod: 'POST',
      timeMs: 1,
      result: '1',
      requestId: id,
      createTime: new Date(),
    });
    await app.database.db
      .insertInto('sysOperLog')
      .values([
        row('8000000001', 'data', '/data/visual/boards'),
        row('8000000002', moduleOf({ path: '/data/visual/charts' }), '/data/visual/charts'),
      ])
      .execute();
    const ids = async (module: string) =>
      (await app.admin('GET', `/system/logs/page?module=${module}`)).data.data.map((one: { id: string }) => one.id).sort();
    expect(await ids('visual')).toEqual(['8000000001', '8000000002']);
    expect(await ids('metadata')).toEqual([]);
    expect([moduleOf({ path: '/system/posts' }), moduleOf({ path: '/data/metadata/sources/:id' })]).toEqual(['system', 'metadata']);
  });

  it('cannot be deleted by any call', async () => {
    const { data } = (await app.admin('GET', '/system/logs/page')).data;
    expect((await app.admin('DELETE', `/system/logs/${data[0].id}`)).status).toBe(404);
    expect((await app.admin('DELETE', `/system/logs/batch/${data[0].id}`)).status).toBe(404);
  });

  it('shows the last seven days unless asked otherwise, and stops counting at 10,000', async () => {
    const { db } = app.database;
    const old = new Date(Date.now() - 8 * DAY_MS);
    const row = (n: number, createTime: Date) => ({
      id: `${9_000_000_000 + n}`,
      module: 'bulk',
      title: '批量',
      requestUri: '/x',
      requestMethod: 'POST',
      timeMs: 1,
      result: '1',
      requestId: `r${n}`,
      createTime,
    });
    await db.insertInto('sysOperLog').values(row(0, old)).execute();
    expect((await app.admin('GET', '/system/logs/page?module=bulk')).data.total).toBe(0);
    const from = encodeURIComponent(new Date(old.getTime() - DAY_MS).toISOString());
    expect((await app.admin('GET', `/system/logs/page?module=bulk&beginTime=${from}`)).data).toMatchObject({
      total: 1,
      totalCapped: false,
    });
    for (let at = 1; at <= 10_500; at += 1500)
      await db
        .insertInto('sysOperLog')
        .values(Array.from({ length: 1500 }, (_, i) => row(at + i, new Date())))
        .execute();
    expect((await app.admin('GET', '/system/logs/page?module=bulk')).data).toMatchObject({ total: 10_000, totalCapped: true });
  });

  it('shows only people within reach', async () => {
    const [a, b] = [await app.make.dept(), await app.make.dept()];
    const actor = await app.make.user({ deptId: b.id, username: 'actorb' });
    await app.as(actor.token)('POST', '/system/posts', { postName: '乙部动作' });
    const near = app.as((await app.make.user({ perms: ['monitor:operlog:list'], deptId: a.id, dataScope: '3' })).token);
    const far = app.as((await app.make.user({ perms: ['monitor:operlog:list'], deptId: b.id, dataScope: '3' })).token);
    expect((await near('GET', '/system/logs/page?userName=actorb')).data.total).toBe(0);
    expect((await far('GET', '/system/logs/page?userName=actorb')).data.total).toBe(1);
  });

  it('leaves as a workbook by the filter of the page, newest first, with regions, for those who may and within their reach', async () => {
    const dept = await app.make.dept();
    const actor = await app.make.user({ deptId: dept.id, username: 'exported', perms: ['monitor:operlog:list'] });
    const { db } = app.database;
    const row = (n: number, remoteAddr: string) => ({
      id: `91000000${n}`,
      module: 'system',
      title: `导出样本${n}`,
      userId: actor.id,
      userName: 'exported',
      deptId: dept.id,
      remoteAddr,
      requestUri: '/system/posts',
      requestMethod: 'POST',
      timeMs: 1,
      result: '1',
      requestId: `x${n}`,
      createTime: new Date(),
    });
    await db
      .insertInto('sysOperLog')
      .values([row(1, '218.4.167.70'), row(2, '10.0.0.8'), row(3, '127.0.0.1')])
      .execute();
    const page = (await app.admin('GET', '/system/logs/page?userName=exported&title=导出样本1')).data;
    expect(page.data[0].region).toBe('江苏省 苏州市');
    const columns = ['title', 'module', 'userName', 'result', 'requestUri', 'remoteAddr', 'region'];
    const answer = await app.admin('POST', '/system/logs/export', { title: '导出样本', columns });
    const { rows } = await readSheet(answer.raw, 100);
    expect(rows.slice(0, 4).map((each) => each.cells)).toEqual([
      ['标题', '模块', '用户', '结果', '请求地址', 'IP 地址', '地区'],
      ['导出样本3', '系统管理', 'exported', '成功', 'POST /system/posts', '127.0.0.1', '本机'],
      ['导出样本2', '系统管理', 'exported', '成功', 'POST /system/posts', '10.0.0.8', '内网'],
      ['导出样本1', '系统管理', 'exported', '成功', 'POST /system/posts', '218.4.167.70', '江苏省 苏州市'],
    ]);
    const viewer = app.as(actor.token);
    expect((await viewer('GET', '/system/logs/page')).status).toBe(200);
    expect((await viewer('POST', '/system/logs/export', {})).status).toBe(403);
    expect((await app.stranger('POST', '/system/logs/export', {})).status).toBe(401);
    const elsewhere = await app.make.user({ deptId: (await app.make.dept()).id, perms: ['monitor:operlog:export'], dataScope: '3' });
    const far = await readSheet((await app.as(elsewhere.token)('POST', '/system/logs/export', { title: '导出样本' })).raw, 100);
    expect(far.rows.slice(1, -1)).toEqual([]);
    const auditor = app.as((await app.make.user({ roles: ['auditadmin'] })).token);
    expect((await auditor('POST', '/system/logs/export', { title: '导出样本' })).status).toBe(200);
    expect((await auditor('POST', '/system/logs/export/job', { title: '导出样本' })).status).toBe(200);
    for (const role of ['sysadmin', 'secadmin'])
      expect((await app.as((await app.make.user({ roles: [role] })).token)('POST', '/system/logs/export', {})).status).toBe(403);
  });
});
