import { describe, expect, it } from 'vitest';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { dayAfter, dayOf } from '../../core/certificate-status.ts';
import { uploadPicture } from '../test-files.ts';
import { remindOfCertificates } from './reminders.ts';

const app = startApp();
const BASE = '/system/certificates';
const sample = (n: number) => ({
  certName: `证书${n}`,
  certType: '1',
  certNo: `NO-${n}`,
  grade: '甲级',
  issueOrg: '住房和城乡建设部',
  ownerUnit: null,
  issueDate: '2024-05-20',
  validFrom: '2024-05-20',
  validTo: '2099-05-19',
  imageFiles: null,
  sort: 10,
  status: '1',
  remark: null,
});
itKeepsCrudPromises(app, { base: BASE, code: 'system:certificate', sample, duplicate: '证书编号已存在' });

let count = 500;
const inDays = (days: number) => dayAfter(dayOf(app.clock.now), days);
async function make(over: Record<string, unknown> = {}): Promise<string> {
  const answer = await app.admin('POST', BASE, { ...sample(count++), ...over });
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id;
}
const messagesOf = (accountId: string) =>
  app.database.db.selectFrom('sysMessage').select(['title', 'key', 'path']).where('accountId', '=', accountId).orderBy('id').execute();

describe('certificates', () => {
  it('have a status of the day, in rows, filters, figures and the open list alike', async () => {
    const made = {
      '1': await make({ validTo: null, issueOrg: '状态机构' }),
      '2': await make({ validTo: inDays(90), issueOrg: '状态机构' }),
      '3': await make({ validTo: inDays(-1), issueOrg: '状态机构' }),
      '4': await make({ issueOrg: '状态机构' }),
    };
    const before = (await app.admin('GET', `${BASE}/stats`)).data;
    expect((await app.admin('POST', `${BASE}/${made['4']}/cancel`, { reason: '公司注销该资质' })).status).toBe(200);
    const after = (await app.admin('GET', `${BASE}/stats`)).data;
    expect(after).toEqual({ ...before, valid: before.valid - 1, cancelled: before.cancelled + 1 });
    for (const [status, id] of Object.entries(made)) {
      const { data } = await app.admin('GET', `${BASE}/page?issueOrg=${encodeURIComponent('状态机构')}&certStatus=${status}`);
      expect(data.data, status).toMatchObject([{ id, certStatus: status }]);
      expect((await app.admin('GET', `${BASE}/${id}`)).data.certStatus).toBe(status);
    }
    expect((await app.admin('GET', `${BASE}/${made['2']}`)).data.daysLeft).toBe(90);
    const anyone = app.as((await app.make.user()).token);
    const { data } = await anyone('GET', `${BASE}/list`);
    expect(Object.keys(data[0]).sort()).toEqual(['certName', 'certStatus', 'certType', 'grade', 'id', 'issueOrg', 'validTo']);
    const listed = (data as { id: string }[]).map((row) => row.id);
    expect([made['1'], made['2'], made['3'], made['4']].map((id) => listed.includes(id))).toEqual([true, true, false, false]);
  });

  it('are renewed: the former period stays, and so do its scans', async () => {
    const [old, next] = [await uploadPicture(app.admin), await uploadPicture(app.admin)];
    const id = await make({ validTo: inDays(20), imageFiles: old, certNo: 'OLD-1' });
    const body = {
      certNo: 'NEW-1',
      grade: '甲级',
      issueDate: null,
      validFrom: inDays(21),
      validTo: inDays(400),
      imageFiles: next,
      remark: '换发',
      version: 0,
    };
    expect((await app.admin('POST', `${BASE}/${id}/renew`, { ...body, validFrom: null, validTo: inDays(20) })).status).toBe(400);
    expect((await app.admin('POST', `${BASE}/${id}/renew`, { ...body, version: 7 })).status).toBe(409);
    expect(await app.admin('POST', `${BASE}/${id}/renew`, body)).toMatchObject({ status: 200, data: { version: 1 } });
    const { data } = await app.admin('GET', `${BASE}/${id}`);
    expect(data).toMatchObject({
      certNo: 'NEW-1',
      certStatus: '1',
      renewals: [{ certNo: 'OLD-1', validTo: inDays(20), imageFiles: old, remark: '换发' }],
    });
    const reader = app.as((await app.make.user({ perms: ['system:certificate:detail'] })).token);
    for (const name of [old, next]) expect((await reader('GET', `/file/fileView/${name}`)).status).toBe(200);
    expect((await app.as((await app.make.user()).token)('GET', `/file/fileView/${old}`)).status).toBe(404);
    const taken = await make({ validTo: inDays(5), certNo: 'OTHER-1' });
    expect((await app.admin('POST', `${BASE}/${taken}/renew`, { ...body, certNo: 'NEW-1', imageFiles: null })).status).toBe(409);
    expect((await app.admin('POST', `${BASE}/${id}/cancel`, { reason: '作废' })).status).toBe(200);
    expect((await app.admin('POST', `${BASE}/${id}/cancel`, { reason: '作废' })).status).toBe(422);
    expect((await app.admin('POST', `${BASE}/${id}/renew`, { ...body, validTo: inDays(900), version: 2 })).status).toBe(422);
  });

  it('do not end before they begin', async () => {
    expect((await app.admin('POST', BASE, { ...sample(1), certNo: null, validFrom: '2026-02-01', validTo: '2026-01-31' })).status).toBe(
      400,
    );
    expect((await app.admin('POST', BASE, { ...sample(1), certNo: null, validTo: '2026-02-30' })).status).toBe(400);
  });

  it('come and go with Excel', async () => {
    await make({ certName: '导出用证书', validTo: inDays(10) });
    const file = await app.admin('POST', `${BASE}/export`, { certName: '导出用证书' });
    expect(file.status).toBe(200);
    const template = await app.admin('POST', `${BASE}/import/template`);
    expect(template.raw.subarray(0, 2).toString()).toBe('PK');
    // what was exported has a taken number: the check says so in its row
    const checked = await app.admin('POST', `${BASE}/import`, ...multipart('证书.xlsx', file.raw));
    expect(checked.data, checked.msg).toMatchObject({
      total: 1,
      valid: 0,
      errors: [{ row: 2, column: '证书编号', message: '证书编号已存在' }],
    });
    await app.database.db.updateTable('sysCertificate').set({ deletedAt: new Date() }).where('certName', '=', '导出用证书').execute();
    const done = await app.admin('POST', `${BASE}/import?commit=1`, ...multipart('证书.xlsx', file.raw));
    expect(done.data, done.msg).toMatchObject({ total: 1, valid: 1 });
    expect((await app.admin('GET', `${BASE}/page?certName=${encodeURIComponent('导出用证书')}`)).data.data).toMatchObject([
      { certType: '1', validTo: inDays(10), certStatus: '2' },
    ]);
  });
});

describe('reminders', () => {
  it('go to who may edit and who entered it, once per stage and period', async () => {
    const dept = await app.make.dept();
    const perms = ['system:certificate:edit', 'system:certificate:add'];
    const author = await app.make.user({ perms: ['system:certificate:add'], deptId: dept.id, dataScope: '5' });
    const keeper = await app.make.user({ perms, deptId: dept.id, dataScope: '3' });
    const other = await app.make.user({ perms, deptId: (await app.make.dept()).id, dataScope: '3' });
    const { data } = await app.as(author.token)('POST', BASE, { ...sample(count++), certName: '提醒证书', validTo: inDays(35) });
    const id = data.id as string;
    await make({ certName: '很久', validTo: inDays(200) });
    const stages = [90, 30, 7];
    const run = () => remindOfCertificates(app.node.app, stages);
    const now = app.clock.now;
    await run();
    await run();
    expect(await messagesOf(keeper.id)).toEqual([
      {
        title: '证书“提醒证书”将于 35 天后到期',
        key: `certificate:${id}:${inDays(35)}:90`,
        path: `/basic/system/certificate?open=detail-${id}`,
      },
    ]);
    expect(await messagesOf(author.id)).toHaveLength(1);
    expect(await messagesOf(other.id)).toEqual([]);
    try {
      // a week was missed: the stage that was reached counts, once
      app.clock.now = new Date(now.getTime() + 30 * 86_400_000);
      await run();
      await run();
      expect((await messagesOf(keeper.id)).map((row) => row.title)).toEqual([
        '证书“提醒证书”将于 35 天后到期',
        '证书“提醒证书”将于 5 天后到期',
      ]);
      app.clock.now = new Date(now.getTime() + 36 * 86_400_000);
      await run();
      expect(await messagesOf(keeper.id)).toHaveLength(2);
    } finally {
      app.clock.now = new Date();
    }
  });
});

describe('rights', () => {
  it('every verb has its own permission and respects the data scope', async () => {
    const dept = await app.make.dept();
    const id = await make();
    const renewal = {
      certNo: null,
      grade: null,
      issueDate: null,
      validFrom: null,
      validTo: '2199-01-01',
      imageFiles: null,
      remark: null,
      version: 0,
    };
    const verbs = [
      ['POST', `/${id}/renew`, 'system:certificate:renew', renewal],
      ['POST', `/${id}/cancel`, 'system:certificate:cancel', { reason: 'x' }],
      ['GET', `/${id}`, 'system:certificate:detail', undefined],
      ['DELETE', `/${id}`, 'system:certificate:remove', undefined],
      ['DELETE', `/batch/${id}`, 'system:certificate:remove', undefined],
      ['PUT', `/${id}`, 'system:certificate:edit', { ...sample(9999), version: 0 }],
    ] as const;
    const nobody = app.as((await app.make.user({ perms: ['home:page:view'] })).token);
    for (const [method, path, permission, body] of verbs) {
      expect((await app.stranger(method, BASE + path, body)).status, path).toBe(401);
      expect((await nobody(method, BASE + path, body)).status, path).toBe(403);
      const outside = app.as((await app.make.user({ perms: [permission], dataScope: '3', deptId: dept.id })).token);
      expect(await outside(method, BASE + path, body), path).toMatchObject({ status: 404 });
    }
    for (const [method, path] of [
      ['GET', '/stats'],
      ['POST', '/export'],
      ['POST', '/import/template'],
    ] as const) {
      expect((await app.stranger(method, BASE + path, {})).status).toBe(401);
      expect((await nobody(method, BASE + path, method === 'GET' ? undefined : {})).status).toBe(403);
    }
    expect((await app.stranger('GET', `${BASE}/list`)).status).toBe(401);
    const outside = app.as((await app.make.user({ perms: ['system:certificate:list'], dataScope: '3', deptId: dept.id })).token);
    expect((await outside('GET', `${BASE}/stats`)).data.total).toBe(0);
    expect((await outside('GET', `${BASE}/page`)).data.total).toBe(0);
  });
});
