import { beforeAll, describe, expect, it } from 'vitest';
import { modules } from '#app/server/modules.ts';
import { startApp, type Send } from '#kit/test/app.ts';
import { chartOf, field, storeBoard, storeSet, tileOf } from '#modules/datasets/server/engine/test-documents.ts';
import { makeQualification } from '#modules/projects/server/practicing/make-for-test.ts';
import { makeSupplier } from '#modules/projects/server/supplier/test-supplier.ts';
import { testApproval } from '#modules/workflow/server/test-approval.ts';

const app = startApp();
let approval!: Awaited<ReturnType<typeof testApproval>>;
beforeAll(async () => {
  approval = await testApproval(app);
});
const closed = { status: 422, error: 'flow.closed' };
const person = async (perms: readonly string[]): Promise<Send> => app.as((await app.make.user({ perms, dataScope: '1' })).token);

describe('business types', () => {
  const types = modules.flatMap(({ name, businessTypes = [] }) => businessTypes.map((type) => ({ module: name, ...type })));

  it('are at least twelve of at least five modules, each with a code, a name and fields of its own', () => {
    expect(types.length).toBeGreaterThanOrEqual(12);
    expect(new Set(types.map(({ module }) => module)).size).toBeGreaterThanOrEqual(5);
    for (const key of ['code', 'name', 'businessCode'] as const) {
      const values = types.flatMap((type) => type[key] ?? []);
      expect(new Set(values).size).toBe(values.length);
    }
    for (const { fields } of types) expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
  });
});

describe('a supplier', () => {
  const BASE = '/api/project/supplier';
  let n = 900;
  const make = async () => (await app.admin('POST', BASE, makeSupplier((n += 1)))).data.id as string;
  const status = async (id: string) => (await app.admin('GET', `${BASE}/${id}`)).data.listStatus;
  const blacklist = (id: string, call: Send = app.admin) => call('POST', `${BASE}/${id}/status`, { listStatus: '5', reason: '串标' });

  it('comes onto the blacklist at once as long as nothing says otherwise', async () => {
    const id = await make();
    expect((await blacklist(id)).data.flow).toBeNull();
    expect(await status(id)).toBe('5');
  });

  it('comes onto the blacklist when its approval passes, and stays as it is until then', async () => {
    await approval.govern('project.supplierBlacklist');
    const id = await make();
    const { data } = await blacklist(id);
    expect(data.flow).toMatchObject({ flowStatus: '3', businessType: 'project.supplierBlacklist', businessTypeName: '供应商黑名单' });
    expect(await status(id)).toBe('1');
    const { data: list } = await app.admin('GET', `${BASE}/page?pageSize=100`);
    expect(list.data.find((each: { id: string }) => each.id === id).flow).toEqual(data.flow);
    expect((await app.admin('GET', `${BASE}/${id}`)).data.flow).toEqual(data.flow);
    expect(await approval.snapshot(data.flow.processInstanceId)).toMatchObject({ from: '潜在', to: '黑名单', reason: '串标' });
    expect(await blacklist(id)).toMatchObject(closed);
    const { data: row } = await app.admin('GET', `${BASE}/${id}`);
    expect(await app.admin('PUT', `${BASE}/${id}`, row)).toMatchObject(closed);
    expect(await app.admin('DELETE', `${BASE}/${id}`)).toMatchObject(closed);
    expect(await app.admin('POST', `${BASE}/${id}/status`, { listStatus: '2' })).toMatchObject(closed);
    expect((await approval.agree(data.flow.processInstanceId)).data.flowStatus).toBe('4');
    expect(await status(id)).toBe('5');
    const log = await app.database.db.selectFrom('sysOperLog').select('title').where('title', '=', '变更供应商名录状态').execute();
    expect(log.length).toBeGreaterThan(0);
  });

  it('is not submitted before whoever wants to be asked has seen where it goes', async () => {
    await approval.govern('project.supplierBlacklist');
    const id = await make();
    const wish = (how: string) =>
      app.admin('POST', `${BASE}/${id}/status`, { listStatus: '5', reason: '串标' }, { 'flow-submission': how });
    expect(await wish('ask')).toMatchObject({
      status: 202,
      error: 'flow.asked',
      data: { name: '供应商黑名单', steps: [{ kind: 'task' }] },
    });
    const { data: row } = await app.admin('GET', `${BASE}/${id}`);
    expect([row.flow, row.listStatus]).toEqual([null, '1']);
    expect((await wish(`picks=${encodeURIComponent('{}')}`)).data.flow.flowStatus).toBe('3');
  });

  it('is free again after a refusal, after it was taken back; what came back is submitted again by the same person alone', async () => {
    const id = await make();
    const refused = (await blacklist(id)).data.flow.processInstanceId;
    await approval.refuse(refused);
    const cancelled = (await blacklist(id)).data.flow.processInstanceId;
    expect((await approval.cancel(app.admin, cancelled)).status).toBe(200);
    const back = (await blacklist(id)).data.flow.processInstanceId;
    await approval.sendBack(back);
    const other = await person(['project:supplier:blacklist', 'project:supplier:detail']);
    expect(await blacklist(id, other)).toMatchObject(closed);
    expect(await app.admin('DELETE', `${BASE}/${id}`)).toMatchObject(closed);
    expect((await blacklist(id)).data.flow).toMatchObject({ flowStatus: '3', processInstanceId: back });
    await approval.agree(back);
    expect(await status(id)).toBe('5');
  });

  it('does not pass when somebody changed it behind the approval, or who asked lost the right', async () => {
    const id = await make();
    const { flow } = (await blacklist(id)).data;
    await app.database.db.updateTable('prjSupplier').set({ listStatus: '4' }).where('id', '=', id).execute();
    expect(await approval.agree(flow.processInstanceId)).toMatchObject({ status: 422, msg: expect.stringContaining('被修改') });
    const asker = await app.make.user({ perms: ['project:supplier:blacklist', 'project:supplier:detail'], dataScope: '1' });
    const second = await make();
    const asked = (await blacklist(second, app.as(asker.token))).data.flow;
    await app.database.db.updateTable('sysUser').set({ status: '0' }).where('id', '=', asker.id).execute();
    expect(await approval.agree(asked.processInstanceId)).toMatchObject({ status: 422, msg: expect.stringContaining('发起人的账号') });
    expect(await status(second)).toBe('1');
  });
});

describe('a certificate', () => {
  it('is locked for a project, and let go again, when the approvals pass', async () => {
    const BASE = '/api/project/practicingQualification';
    await approval.govern('project.certificateLock');
    await approval.govern('project.certificateRelease');
    const id = await makeQualification(app);
    const occupied = async () => (await app.admin('GET', `${BASE}/${id}`)).data.occupied;
    const lock = (await app.admin('POST', `${BASE}/${id}/occupy`, { projectName: '甲项目' })).data.flow;
    expect([lock.flowStatus, await occupied()]).toEqual(['3', '0']);
    expect(await app.admin('POST', `${BASE}/${id}/occupy`, { projectName: '乙项目' })).toMatchObject(closed);
    expect((await app.admin('GET', `${BASE}/${id}`)).data.flow).toEqual(lock);
    const { data: list } = await app.admin('GET', `${BASE}/page?pageSize=100`);
    expect(list.data.find((each: { id: string }) => each.id === id).flow).toEqual(lock);
    await approval.agree(lock.processInstanceId);
    expect(await occupied()).toBe('1');
    const free = (await app.admin('POST', `${BASE}/${id}/release`, {})).data.flow;
    expect(await approval.snapshot(free.processInstanceId)).toMatchObject({ project: '甲项目' });
    await approval.agree(free.processInstanceId);
    expect(await occupied()).toBe('0');
  });
});

describe('a notice', () => {
  it('is published when its approval passes; its text stands still until then', async () => {
    const BASE = '/system/notices';
    await approval.govern('system.notice');
    const content = { form: 1, blocks: [{ type: 'paragraph', line: [{ text: '正文' }] }] };
    const input = { title: '放假通知', type: '1', content, publishScope: '1', targets: [], topFlag: '0', mustRead: '0' };
    const { data } = await app.admin('POST', BASE, input);
    const one = async () => (await app.admin('GET', `${BASE}/${data.id}`)).data;
    const answer = await app.admin('POST', `${BASE}/${data.id}/publish`);
    expect(answer.data).toMatchObject({ publishTime: null, flow: { flowStatus: '3' } });
    expect(await one()).toMatchObject({ publishStatus: '0', flow: { flowStatus: '3' } });
    expect(await app.admin('PUT', `${BASE}/${data.id}`, { ...input, title: '改', version: 0 })).toMatchObject(closed);
    expect(await app.admin('DELETE', `${BASE}/${data.id}`)).toMatchObject(closed);
    const instance = answer.data.flow.processInstanceId;
    expect(await approval.snapshot(instance)).toMatchObject({ title: '放假通知', audience: '全部人员' });
    await approval.agree(instance);
    expect(await one()).toMatchObject({ publishStatus: '1', flow: null });
  });
});

describe('boards, charts, data sets and links', () => {
  const board = async () => {
    const set = await storeSet(app, {
      sourceId: null,
      origin: { kind: 'platform', code: 'none' },
      fields: [field('name', 'dimension', 'string')],
    });
    return { set, id: await storeBoard(app, { isShared: '0', tiles: [tileOf('a', chartOf(set, ['name'], []))] }) };
  };
  const row = async (id: string) => (await app.admin('GET', `/data/visual/boards/${id}`)).data;

  it('publish when the approval passes, with the draft closed until then', async () => {
    await approval.govern('visual.board');
    const { id } = await board();
    // the draft is what is published already, as it was stored
    const { doc } = await app.database.db.selectFrom('visualVersion').select('doc').where('entityId', '=', id).executeTakeFirstOrThrow();
    await app.database.db
      .updateTable('visualBoard')
      .set({ boardJson: JSON.stringify(doc) })
      .where('id', '=', id)
      .execute();
    const { version, publishedNo } = await row(id);
    const publish = () => app.admin('POST', `/data/visual/boards/publish/${id}`, { version, name: '四季度' });
    const { data, msg } = await publish();
    expect(data, msg).toMatchObject({ version, versionNo: null, flow: { flowStatus: '3' } });
    expect(await publish()).toMatchObject(closed);
    expect(await row(id)).toMatchObject({ publishedNo, flow: { flowStatus: '3' } });
    const { boardConfig } = await row(id);
    expect(await app.admin('PUT', `/data/visual/boards/build/${id}`, { boardConfig, version })).toMatchObject(closed);
    expect(await app.admin('POST', `/data/visual/boards/unpublish/${id}`)).toMatchObject(closed);
    expect(await app.admin('DELETE', `/data/visual/boards/${id}`)).toMatchObject(closed);
    expect(await approval.snapshot(data.flow.processInstanceId)).toMatchObject({
      id,
      versionName: '四季度',
      charts: expect.any(Number),
      // what the draft is, it is published as already
      changes: { changes: [], more: 0 },
    });
    expect((await approval.agree(data.flow.processInstanceId)).data.flowStatus).toBe('4');
    const after = await row(id);
    expect(after.flow).toBeNull();
    expect(after.version).toBeGreaterThan(version);
  });

  it('are shared with everybody when the approval passes, by whichever call', async () => {
    const { id, set } = await board();
    await approval.govern('visual.boardShare');
    await approval.govern('visual.dataSetShare');
    const grants = (kind: string, target: string) =>
      app.admin('PUT', `/data/visual/grants/${kind}/${target}`, { isShared: '1', grants: [] });
    const shared = async (kind: string, target: string) => (await app.admin('GET', `/data/visual/grants/${kind}/${target}`)).data.isShared;
    await app.database.db.updateTable('visualDataSet').set({ isShared: '0' }).where('id', '=', set).execute();
    const { flow } = (await grants('board', id)).data;
    expect(await shared('board', id)).toBe('0');
    expect(await app.admin('PUT', `/data/visual/boards/shared/${id}`, { isShared: '1' })).toMatchObject(closed);
    await approval.agree(flow.processInstanceId);
    expect(await shared('board', id)).toBe('1');
    const ofSet = (await grants('dataset', set)).data.flow;
    const { data: row } = await app.admin('GET', `/data/visual/dataSets/${set}`);
    expect(row.flow).toEqual(ofSet);
    expect((await app.admin('GET', `/data/visual/grants/dataset/${set}`)).data.flow).toEqual(ofSet);
    // saving the set is no way around
    expect(await app.admin('PUT', `/data/visual/dataSets/${set}`, { ...row, isShared: '1' })).toMatchObject({
      status: 422,
      msg: expect.stringContaining('共享需要审批'),
    });
    expect(await shared('dataset', set)).toBe('0');
    await approval.agree(ofSet.processInstanceId);
    expect(await shared('dataset', set)).toBe('1');
  });

  it('open to strangers when the approval passes, and after every change of a link anew', async () => {
    await approval.govern('visual.shareLink');
    const { id: entityId } = await board();
    const { data } = await app.admin('POST', '/data/visual/shares', { entityType: 'board', entityId, shareName: '客户' });
    const open = () => app.stranger('POST', '/data/visual/share/open', { token: data.token });
    expect(data.flow.flowStatus).toBe('3');
    expect((await open()).status).toBe(404);
    const link = async () => (await app.admin('GET', `/data/visual/shares/list?entityType=board&entityId=${entityId}`)).data[0];
    const change = async (over: object) => {
      const { id, version, shareName, maxViews, ipRanges, allowExport } = await link();
      const body = { id, version, shareName, maxViews, ipRanges, allowExport, expireTime: null, status: '1', ...over };
      return app.admin('PUT', '/data/visual/shares', body);
    };
    expect((await link()).flow).toEqual(data.flow);
    expect(await change({ allowExport: '1' })).toMatchObject(closed);
    await approval.agree(data.flow.processInstanceId);
    expect((await open()).status).toBe(200);
    const changed = await change({ allowExport: '1' });
    expect(changed, changed.msg).toMatchObject({ status: 200, data: { flow: { flowStatus: '3' } } });
    expect((await open()).status).toBe(404);
    await approval.agree(changed.data.flow.processInstanceId);
    expect((await open()).status).toBe(200);
  });
});
