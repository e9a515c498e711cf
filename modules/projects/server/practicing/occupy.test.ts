import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { addDays, dayAt } from '../../core/expiry.ts';
import { makeQualification } from './make-for-test.ts';

const app = startApp();
const BASE = '/api/project/practicingQualification';
const today = dayAt(new Date());
const occupy = (id: string, body: Record<string, unknown> = { projectName: '城市副中心综合体' }) =>
  app.admin('POST', `${BASE}/${id}/occupy`, body);
const release = (id: string) => app.admin('POST', `${BASE}/${id}/release`, {});
const read = async (id: string) => (await app.admin('GET', `${BASE}/${id}`)).data;
const changes = async (id: string) => (await app.admin('GET', `${BASE}/${id}/changes`)).data;

describe('a project locks a certificate', () => {
  it('once, until it is released; both stand in the change record', async () => {
    const id = await makeQualification(app);
    expect((await occupy(id)).status).toBe(200);
    expect(await read(id)).toMatchObject({ occupied: '1', occupiedProjectName: '城市副中心综合体' });
    expect(await occupy(id, { projectId: 'XM-2' })).toMatchObject({ status: 422, msg: expect.stringContaining('城市副中心综合体') });
    expect((await release(id)).status).toBe(200);
    expect(await read(id)).toMatchObject({ occupied: '0', occupiedProjectName: null, occupiedTime: null });
    expect(await release(id)).toMatchObject({ status: 422, msg: '证书没有被锁定' });
    expect((await changes(id)).map((change: { title: string }) => change.title)).toEqual(['释放执业资质', '锁定执业资质', '新增执业资质']);
  });

  it('only one of two that come at the same time', async () => {
    const id = await makeQualification(app);
    const answers = await Promise.all([occupy(id, { projectName: '甲项目' }), occupy(id, { projectName: '乙项目' })]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 422]);
    const won = answers[0].status === 200 ? '甲项目' : '乙项目';
    expect((await read(id)).occupiedProjectName).toBe(won);
  });

  it('only with a name, and only when it is registered and in force', async () => {
    const id = await makeQualification(app, { validTo: addDays(today, 10) });
    expect(await occupy(id, { projectName: ' ' })).toMatchObject({ status: 400, error: 'input.invalid' });
    expect((await occupy(id)).status).toBe(200);
    for (const over of [{ validTo: addDays(today, -1) }, { registerStatus: '4' }, { registerStatus: '5' }])
      expect((await occupy(await makeQualification(app, over))).status).toBe(422);
  });

  it('and then it is neither deleted nor transferred nor cancelled, but may be corrected', async () => {
    const id = await makeQualification(app);
    const free = await makeQualification(app);
    await occupy(id);
    expect(await app.admin('DELETE', `${BASE}/${id}`)).toMatchObject({ status: 409, error: 'entity.inUse' });
    expect((await app.admin('DELETE', `${BASE}/batch/${free},${id}`)).status).toBe(409);
    expect((await app.admin('GET', `${BASE}/${free}`)).status).toBe(200);
    const row = await read(id);
    const elsewhere = (await app.make.dept()).id;
    for (const over of [
      { branchId: elsewhere, deptId: elsewhere },
      { registerUnit: '另一单位' },
      { personName: '别人' },
      { registerStatus: '4' },
    ])
      expect((await app.admin('PUT', `${BASE}/${id}`, { ...row, ...over })).msg).toContain('锁定');
    expect((await app.admin('PUT', `${BASE}/${id}`, { ...row, remark: '印章在项目部' })).status).toBe(200);
  });

  it('when the account holds the right for it', async () => {
    const id = await makeQualification(app);
    const editor = app.as((await app.make.user({ perms: ['project:practicingQualification:edit'] })).token);
    expect((await editor('POST', `${BASE}/${id}/occupy`, { projectName: 'x' })).status).toBe(403);
    const keeper = app.as((await app.make.user({ perms: ['project:practicingQualification:occupy'] })).token);
    expect((await keeper('POST', `/api/practicingQualification/${id}/occupy`, { projectName: 'x' })).status).toBe(200);
  });
});

describe('a renewal', () => {
  const renew = (id: string, body: Record<string, unknown>) => app.admin('POST', `${BASE}/${id}/renew`, body);
  it('starts another period and leaves the former one in the change record', async () => {
    const id = await makeQualification(app, { validFrom: '2023-12-01', validTo: addDays(today, 5), registerNo: 'R-1', eduHoursDone: 118 });
    expect((await read(id)).certStatus).toBe('2');
    const validTo = addDays(today, 1100);
    expect((await renew(id, { validFrom: today, validTo, registerNo: 'R-2' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ certStatus: '1', registerStatus: '2', validTo, registerNo: 'R-2', eduHoursDone: 0 });
    const [latest] = await changes(id);
    expect(latest.title).toBe('延续注册');
    expect(latest.changes[0].fields).toEqual(
      expect.arrayContaining([
        { field: 'validTo', before: addDays(today, 5), after: validTo },
        { field: 'registerNo', before: 'R-1', after: 'R-2' },
      ]),
    );
  });
  it('ends later than before, and is for registered certificates', async () => {
    const id = await makeQualification(app, { validTo: '2035-01-31' });
    expect(await renew(id, { validFrom: today, validTo: '2035-01-31' })).toMatchObject({ status: 422, data: [{ path: 'validTo' }] });
    expect((await renew(id, { validFrom: '2039-01-01', validTo: '2038-01-01' })).status).toBe(422);
    for (const registerStatus of ['4', '5'])
      expect((await renew(await makeQualification(app, { registerStatus }), { validFrom: today, validTo: '2039-01-01' })).status).toBe(422);
  });
});
