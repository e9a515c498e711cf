import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { managedSourceId } from '#modules/managed/server/index.ts';
import { sealColumns } from '#modules/sources/server/test-source.ts';
import { testApproval } from '#modules/workflow/server/test-approval.ts';

const app = startApp({ managed: true });
const base = '/data/filling/forms';
const field = (id: string, key: string, label: string, over: object = {}) => ({ id, key, label, type: 'input', ...over });
const layout = [
  field('f1', 'site', '地点', { required: true }),
  field('f2', 'found', '发现数', { type: 'number', max: 999 }),
  field('f3', 'verdict', '复核结论'),
  field('f4', 'no', '编号', { type: 'serial', pattern: 'XJ{yyyy}{0001}' }),
  field('f5', 'phone', '电话'),
  { id: 'f6', type: 'subform', key: 'items', label: '明细', children: [field('c1', 'name', '问题'), field('c2', 'code', '代码')] },
  field('f7', 'code', '设备码', { isUnique: true }),
  field('f9', 'papers', '证件', { type: 'file' }),
];
const rights = { start: { f3: 'read' }, n1: { f3: 'edit' } };
let approval!: Awaited<ReturnType<typeof testApproval>>;
let filler!: Send;
let formId = '';

const path = (id: string) => `${base}/${formId}/records/${id}`;
const read = async (id: string, send = filler) => (await send('GET', path(id))).data;
const publish = async (over: object = {}, fields: readonly object[] = layout) => {
  const { version, formCode, formName } = (await app.admin('GET', `${base}/${formId}`)).data;
  const saved = await app.admin('PUT', `${base}/${formId}`, { version, formCode, formName, schema: { layout: fields, settings: over } });
  expect(saved.status, saved.msg).toBe(200);
  const done = await app.admin('POST', `${base}/${formId}/publish`, { version: saved.data?.version ?? version + 1 });
  expect(done.status, done.msg).toBe(200);
};
const stored = async (id: string) =>
  (await app.database.pool.query('select flow_status, site, found::int, verdict, version::int from managed.df_patrol where id = $1', [id]))
    .rows[0];
const taskOf = async (instance: string) => {
  const { data } = await approval.call('GET', '/workflow/tasks/pageTodo?pageSize=200');
  return data.data.find((task: { processInstanceId: string }) => task.processInstanceId === instance).id as string;
};
const agree = async (instance: string, fields: object = {}) => {
  const taskId = await taskOf(instance);
  const done = await approval.call('POST', `/workflow/tasks/execute/${taskId}`, {
    taskId,
    action: 'complete',
    variables: { approved: true },
    fields,
  });
  return done;
};
/** A record that has passed. */
const passed = async (values: object, send = filler): Promise<string> => {
  const made = await send('POST', `${base}/${formId}/records`, { values });
  expect(made.status, made.msg).toBe(200);
  const { id } = made.data;
  const done = await agree((await read(id, send)).processInstanceId, { verdict: '合格' });
  expect(done.status, done.msg).toBe(200);
  return id;
};
const ask = async (id: string, values: object, { send = filler, ...over }: { send?: Send; version?: number; reason?: string } = {}) => {
  const { values: now, version } = await read(id, send);
  return send('POST', `${path(id)}/changes`, { values: { ...now, ...values }, version, ...over });
};

beforeAll(async () => {
  approval = await testApproval(app);
  filler = app.as((await app.make.user({ perms: [], dataScope: '5' })).token);
  // a process of one step, that of the approver
  await approval.govern('workflow.request');
  formId = (await app.admin('POST', base, { formCode: 'patrol', formName: '巡检' })).data.id;
  await publish({ approval: { processKey: 'approval1', rights } });
});

describe('a change of a filling that has passed', () => {
  it('leaves what stands there in force until it has passed, and shows its approver both', async () => {
    const id = await passed({ site: 'A', found: 1, items: [{ name: '漏水', code: 'x' }] });
    const before = await read(id);
    expect(before).toMatchObject({ flowStatus: '4', canEdit: false, canChange: true, change: null });
    const asked = await ask(id, { found: 5, verdict: '自己改', items: [...before.values.items, { name: '裂缝' }] }, { reason: '数错了' });
    expect(asked.status, asked.msg).toBe(200);
    const instance = asked.data.flow.processInstanceId as string;
    expect(asked.data.flow.flowStatus).toBe('3');
    expect(await stored(id)).toMatchObject({ flow_status: '4', found: 1, verdict: '合格' });
    expect(await read(id)).toMatchObject({
      values: { found: 1 },
      changeStatus: '3',
      change: { flowStatus: '3', processInstanceId: instance, isOwn: true, values: null },
    });

    const { data: seen } = await approval.call('GET', `/workflow/instances/${instance}/detail`);
    const of = (name: string) => seen.comparison.fields.find((one: { name: string }) => one.name === name);
    expect(of('found')).toMatchObject({ before: '1', after: '5', state: 'changed' });
    // what is not the filler's to give stays as it passed
    expect(of('verdict')).toMatchObject({ before: '合格', after: '合格', state: 'same' });
    expect(seen.comparison.tables[0].rows.map(({ state }: { state: string }) => state)).toEqual(['same', 'added']);
    const form = await approval.call('GET', `/data/filling/approvals/${seen.businessKey}`);
    expect(form.data.values).toMatchObject({ found: 5, items: [{ name: '漏水' }, { name: '裂缝' }] });

    const done = await agree(instance, { verdict: '复核合格' });
    expect(done.status, done.msg).toBe(200);
    expect(await stored(id)).toMatchObject({ flow_status: '4', found: 5, verdict: '复核合格', version: 2 });
    const after = await read(id);
    expect(after).toMatchObject({ flowStatus: '4', canChange: true, change: null, values: { no: before.values.no } });
    expect(after.values.items).toMatchObject([{ name: '漏水', code: 'x' }, { name: '裂缝' }]);
    expect((await filler('GET', `${path(id)}/changes`)).data).toMatchObject([{ flowStatus: '4', reason: '数错了' }]);
  });

  it('waits alone: no second one beside it, none that changes nothing, none of what is not as it was read', async () => {
    const id = await passed({ site: 'B', found: 1 });
    expect(await ask(id, {})).toMatchObject({ status: 422, msg: '内容与现有填报相同，没有需要变更的地方' });
    expect(await ask(id, { found: 2 }, { version: 7 })).toMatchObject({ status: 409, error: 'entity.versionConflict' });
    expect(await ask(id, { found: 1000 })).toMatchObject({ status: 400, data: [{ path: 'values.found' }] });
    const both = await Promise.all([ask(id, { found: 2 }), ask(id, { found: 3 })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(both.find(({ status }) => status === 422)).toMatchObject({ error: 'flow.closed' });
    const rows = await app.database.pool.query('select count(*)::int as n from filling_change where record_id = $1', [id]);
    expect(rows.rows[0].n).toBe(1);
  });

  it('comes back to who asked for it, is corrected, refused or taken back; the record is none the worse', async () => {
    const id = await passed({ site: 'C', found: 1 });
    const first = (await ask(id, { found: 2 })).data.flow.processInstanceId as string;
    expect((await approval.sendBack(first)).status).toBe(200);
    const back = await read(id);
    expect(back.change).toMatchObject({ flowStatus: '2', values: { found: 2 }, returned: { opinion: '请补充' } });
    // neither somebody else's
    expect(await ask(id, { found: 9 }, { send: app.admin })).toMatchObject({ status: 422, error: 'flow.closed' });
    expect((await ask(id, { found: 3 })).data.flow).toEqual({ flowStatus: '3', processInstanceId: first });
    expect((await approval.refuse(first)).status).toBe(200);
    expect(await read(id)).toMatchObject({ flowStatus: '4', change: null, values: { found: 1 } });
    const second = (await ask(id, { found: 4 })).data.flow.processInstanceId as string;
    expect((await approval.cancel(filler, second)).status).toBe(200);
    expect(await read(id)).toMatchObject({ change: null, changeStatus: null, canChange: true, values: { found: 1 } });
    const { data: all } = await filler('GET', `${path(id)}/changes`);
    expect(all.map((one: { flowStatus: string }) => one.flowStatus)).toEqual(['6', '5']);
    expect(await stored(id)).toMatchObject({ flow_status: '4', found: 1, version: 1 });
  });

  it('is for who filled in and for editors within their scope, and for passed fillings alone', async () => {
    const id = await passed({ site: 'D' });
    const stranger = app.as((await app.make.user({ perms: [], dataScope: '1' })).token);
    const body = { values: { site: 'E' }, version: 0 };
    expect((await stranger('POST', `${path(id)}/changes`, body)).status).toBe(404);
    expect((await stranger('GET', `${path(id)}/changes`)).status).toBe(404);
    const reader = app.as((await app.make.user({ perms: ['filling:record:list'], dataScope: '1' })).token);
    expect((await reader('POST', `${path(id)}/changes`, body)).status).toBe(404);
    expect(await read(id, reader)).toMatchObject({ canChange: false });
    const asked = await ask(id, { site: 'E' }, { send: app.admin });
    expect((await agree(asked.data.flow.processInstanceId)).status).toBe(200);
    expect(await read(id)).toMatchObject({ values: { site: 'E' } });
    const { data } = await filler('POST', `${base}/${formId}/records`, { values: { site: 'F' } });
    expect(await filler('POST', `${path(data.id)}/changes`, body)).toMatchObject({ status: 422, error: 'flow.closed' });
  });

  it('meets what happened meanwhile: another version of the form, a value that somebody else has by now', async () => {
    const id = await passed({ site: 'G', found: 1, code: 'K1' });
    const asked = (await ask(id, { found: 2, code: 'K2' })).data.flow.processInstanceId as string;
    const renamed = layout.map((one) => (one.id === 'f2' ? { ...one, key: 'hits', label: '命中数' } : one));
    await publish({ approval: { processKey: 'approval1', rights } }, [...renamed, field('f8', 'extra', '补充', { required: true })]);
    const other = await filler('POST', `${base}/${formId}/records`, { values: { site: 'H', code: 'K2', extra: 'x' } });
    expect(other.status, other.msg).toBe(200);
    expect(await agree(asked)).toMatchObject({ status: 400, msg: '“设备码”的内容已有人填报，不能重复' });
    expect(await read(id)).toMatchObject({ change: { flowStatus: '3' } });
    expect((await approval.cancel(filler, (await read(other.data.id)).processInstanceId)).status).toBe(200);
    expect((await app.admin('DELETE', `${base}/${formId}/records/batch/${other.data.id}`)).status).toBe(200);
    const done = await agree(asked);
    expect(done.status, done.msg).toBe(200);
    expect(await read(id)).toMatchObject({ versionNo: 2, values: { hits: 2, code: 'K2', extra: null } });
    await publish({ approval: { processKey: 'approval1', rights } });
  });

  it('tells nobody what is classified, and leaves it as it is', async () => {
    const id = await passed({ site: 'I', phone: '13812345678' });
    await sealColumns(app, (await managedSourceId(app.node.app.db))!, 'phone');
    const shown = await read(id, app.admin);
    expect(shown.values.phone).not.toBe('13812345678');
    const asked = await ask(id, { site: 'J', phone: '1' }, { send: app.admin });
    const instance = asked.data.flow.processInstanceId as string;
    const seen = await approval.call('GET', `/workflow/instances/${instance}/detail`);
    const form = await approval.call('GET', `/data/filling/approvals/${seen.data.businessKey}`);
    expect(JSON.stringify([seen.data, form.data])).not.toContain('13812345678');
    expect((await agree(instance)).status).toBe(200);
    expect(await read(id)).toMatchObject({ values: { site: 'J', phone: '13812345678' } });
  });

  it('keeps files of a classified field from everybody but whoever filled the record in', async () => {
    const id = await passed({ site: 'P' });
    const upload = await filler('POST', '/file/files/uploadImg', ...multipart('证件.txt', Buffer.from('正文')));
    const name = upload.data.fileName as string;
    const asked = await ask(id, { papers: [name] });
    const opens = async (send: Send) => (await send('GET', `/file/fileView/${name}`)).status;
    expect(await opens(app.admin)).toBe(200);
    await sealColumns(app, (await managedSourceId(app.node.app.db))!, 'papers');
    expect([await opens(app.admin), await opens(approval.call), await opens(filler)]).toEqual([404, 404, 200]);
    expect((await agree(asked.data.flow.processInstanceId)).status).toBe(200);
    expect([await opens(app.admin), await opens(filler)]).toEqual([404, 200]);
    expect(await read(id)).toMatchObject({ values: { papers: [name] } });
  });

  it('is done at once where nobody approves the form any more', async () => {
    const id = await passed({ site: 'K' });
    await publish({});
    expect((await ask(id, { site: 'L' })).data).toEqual({ flow: null });
    expect(await read(id)).toMatchObject({ flowStatus: '4', values: { site: 'L' } });
    await publish({ approval: { processKey: 'approval1', rights } });
  });
});

describe('a copy of a filling', () => {
  it('is a draft without what belongs to the record alone, for whoever sees the record and fills the form in', async () => {
    const id = await passed({ site: 'M', found: 7, code: 'K9', phone: '139', items: [{ name: '漏水', code: 'x' }] });
    const copied = await filler('POST', `${path(id)}/copy`);
    expect(copied.status, copied.msg).toBe(200);
    const { data: draft } = await filler('GET', `${base}/${formId}/draft`);
    expect(draft.values).toEqual({ site: 'M', found: 7, verdict: '合格', phone: '139', items: [{ name: '漏水', code: 'x' }] });
    // what a reader sees masked is not handed out so
    expect((await app.admin('POST', `${path(id)}/copy`)).status).toBe(200);
    expect(Object.keys((await app.admin('GET', `${base}/${formId}/draft`)).data.values)).not.toContain('phone');
    const stranger = app.as((await app.make.user({ perms: [], dataScope: '1' })).token);
    expect((await stranger('POST', `${path(id)}/copy`)).status).toBe(404);
  });

  it('goes with the form when that is removed for good', async () => {
    const id = await passed({ site: 'N', found: 1 });
    expect((await ask(id, { found: 2 })).status).toBe(200);
    expect((await app.admin('DELETE', `${base}/batch/${formId}`)).status).toBe(200);
    const purged = await app.admin('POST', '/system/recycle/purge', { items: [{ entity: 'fillingForm', id: formId }] });
    expect(purged.status, purged.msg).toBe(200);
    const { rows } = await app.database.pool.query('select id from filling_change where form_id = $1', [formId]);
    expect(rows).toEqual([]);
  });
});
