import { beforeAll, describe, expect, it } from 'vitest';
import type { FlowComparison } from '#kit/contract/flow.ts';
import { startApp } from '#kit/test/app.ts';
import { chartOf, field, storeBoard, storeSet, tileOf } from '#modules/datasets/server/engine/test-documents.ts';
import { makeSupplier } from '#modules/projects/server/supplier/test-supplier.ts';
import { testApproval } from '#modules/workflow/server/test-approval.ts';
import { testFlow } from '#modules/workflow/server/test-flow.ts';

const app = startApp();
const flow = testFlow(app);
let approval!: Awaited<ReturnType<typeof testApproval>>;
beforeAll(async () => {
  approval = await testApproval(app);
});
const comparison = async (instance: string, call = approval.call): Promise<FlowComparison | null> =>
  (await call('GET', `/workflow/instances/${instance}/detail`)).data.comparison;
const sides = (of: FlowComparison | null) =>
  Object.fromEntries((of?.fields ?? []).map(({ name, before, after, state }) => [name, [before, after, state]]));

describe('what an approval changes', () => {
  it('of a supplier is its state; everything else is named, and numbers are masked on both sides', async () => {
    await approval.govern('project.supplierBlacklist');
    const BASE = '/api/project/supplier';
    const input = { ...makeSupplier(950), contactPhone: '13812340001', bankAccount: '6222021234567890' };
    const id = (await app.admin('POST', BASE, input)).data.id as string;
    const marks = { quality: 60, schedule: 60, price: 60, service: 60, safety: 60 };
    await app.admin('POST', `${BASE}/${id}/scores`, { year: 2025, ...marks, remark: '返工' });
    const { data } = await app.admin('POST', `${BASE}/${id}/status`, { listStatus: '5', reason: '串标' });
    const found = await comparison(data.flow.processInstanceId);
    expect(found?.against).toBe('现有记录');
    expect(sides(found)).toMatchObject({
      to: ['潜在', '黑名单', 'changed'],
      reason: [null, '串标', 'changed'],
      contactPhone: ['138****0001', '138****0001', 'same'],
      bankAccount: ['********7890', '********7890', 'same'],
    });
    expect(JSON.stringify(found)).not.toContain('13812340001');
    expect(JSON.stringify(found)).not.toContain('6222021234567890');
    // it stays what it was when the change is made
    await approval.agree(data.flow.processInstanceId);
    expect(sides(await comparison(data.flow.processInstanceId))['to']).toEqual(['潜在', '黑名单', 'changed']);
  });

  it('of a notice is what readers did not see the last time; of a new one there is nothing to compare', async () => {
    await approval.govern('system.notice');
    const BASE = '/system/notices';
    const content = (text: string) => ({ form: 1, blocks: [{ type: 'paragraph', line: [{ text }] }] });
    const input = { title: '放假通知', type: '1', content: content('放三天'), publishScope: '1', targets: [], topFlag: '0', mustRead: '0' };
    const { id } = (await app.admin('POST', BASE, input)).data;
    const publish = async () => (await app.admin('POST', `${BASE}/${id}/publish`)).data.flow.processInstanceId as string;
    const first = await publish();
    expect(await comparison(first)).toBeNull();
    await approval.agree(first);
    await app.admin('POST', `${BASE}/${id}/revoke`);
    const { version } = (await app.admin('GET', `${BASE}/${id}`)).data;
    await app.admin('PUT', `${BASE}/${id}`, { ...input, content: content('放五天'), mustRead: '1', version });
    expect(sides(await comparison(await publish()))).toMatchObject({
      title: ['放假通知', '放假通知', 'same'],
      mustRead: ['否', '是', 'changed'],
      text: ['放三天', '放五天', 'changed'],
    });
  });

  it('of a board is its draft beside what viewers see', async () => {
    await approval.govern('visual.board');
    const set = await storeSet(app, {
      sourceId: null,
      origin: { kind: 'platform', code: 'none' },
      fields: [field('name', 'dimension', 'string')],
    });
    const id = await storeBoard(app, { isShared: '0', tiles: [tileOf('a', chartOf(set, ['name'], []))] });
    const { doc } = await app.database.db.selectFrom('visualVersion').select('doc').where('entityId', '=', id).executeTakeFirstOrThrow();
    const draft = JSON.stringify(doc).replace('"i":"a"', '"i":"b"');
    await app.database.db.updateTable('visualBoard').set({ boardJson: draft }).where('id', '=', id).execute();
    const { version, publishedNo } = (await app.admin('GET', `/data/visual/boards/${id}`)).data;
    const { data, msg } = await app.admin('POST', `/data/visual/boards/publish/${id}`, { version, name: '四季度' });
    expect(data, msg).toMatchObject({ flow: { flowStatus: '3' } });
    const found = await comparison(data.flow.processInstanceId);
    expect(found?.against).toBe(`正在发布的第 ${publishedNo} 版`);
    expect(sides(found)['versionName']).toEqual([null, '四季度', 'changed']);
    expect(found?.tables[0]?.rows.map(({ state }) => state).toSorted()).toEqual(['added', 'removed']);
  });

  it('of a request that came back is what is otherwise than the last time, without fields that are hidden', async () => {
    const staff = await flow.person();
    const anna = await flow.person();
    const who = [{ kind: 'user', ids: [anna.id] }];
    const code = await flow.business({ type: 'approve', id: 'n1', name: '审批', who, mode: 'any', fields: { amount: 'hide' }, next: null });
    const { id, instance } = await flow.submitted(staff, code);
    expect(await comparison(instance, anna.call)).toBeNull();
    await flow.act(anna, instance, { action: 'return', to: 'start', mode: 'again', message: '补充' });
    const row = (await staff.call('GET', `/workflow/requests/${id}`)).data;
    await staff.call('PUT', `/workflow/requests/${id}`, { ...row, text: '已补充', amount: '200.00' });
    await staff.call('POST', `/workflow/requests/${id}/submit`, {});
    const found = await comparison(instance, anna.call);
    expect(found?.against).toBe('上次提交');
    expect(sides(found)).toEqual({ title: ['t', 't', 'same'], text: ['x', '已补充', 'changed'], files: [null, null, 'same'] });
    expect(sides(await comparison(instance, staff.call))['amount']).toEqual(['100.00', '200.00', 'changed']);
  });
});
