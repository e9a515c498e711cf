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
  field('f2', 'found', '发现数', { type: 'number' }),
  field('f3', 'verdict', '复核结论', { required: true }),
  field('f4', 'note', '内部意见'),
  { id: 'f5', type: 'subform', key: 'items', label: '明细', children: [field('c1', 'name', '问题')] },
  field('f6', 'papers', '证件', { type: 'file' }),
];
const rights = { start: { f3: 'read', f4: 'hidden' }, n1: { f3: 'edit', f4: 'edit', f2: 'hidden' } };
let approval!: Awaited<ReturnType<typeof testApproval>>;
let filler!: Send;
let formId = '';
const detail = async () => (await app.admin('GET', `${base}/${formId}`)).data;
const save = async (settings: object) => {
  const { version, formCode, formName } = await detail();
  const saved = await app.admin('PUT', `${base}/${formId}`, { version, formCode, formName, schema: { layout, settings } });
  expect(saved.status, saved.msg).toBe(200);
};
const publish = async () => app.admin('POST', `${base}/${formId}/publish`, { version: (await detail()).version });
const read = async (id: string, send = filler) => (await send('GET', `${base}/${formId}/records/${id}`)).data;
const submit = async (values: object, send = filler): Promise<string> => {
  const made = await send('POST', `${base}/${formId}/records`, { values });
  expect(made.status, made.msg).toBe(200);
  return made.data.id;
};
const stored = async (id: string) =>
  (await app.database.pool.query('select flow_status, verdict, note from managed.df_inspection where id = $1', [id])).rows[0];
const taskOf = async (instance: string) => {
  const { data } = await approval.call('GET', '/workflow/tasks/pageTodo?pageSize=200');
  return data.data.find((task: { processInstanceId: string }) => task.processInstanceId === instance).id as string;
};
const agree = async (instance: string, fields: object) => {
  const id = await taskOf(instance);
  return approval.call('POST', `/workflow/tasks/execute/${id}`, { taskId: id, action: 'complete', variables: { approved: true }, fields });
};

beforeAll(async () => {
  approval = await testApproval(app);
  filler = app.as((await app.make.user({ perms: [], dataScope: '5' })).token);
  // a process of one step, that of the approver
  await approval.govern('workflow.request');
  const made = await app.admin('POST', base, { formCode: 'inspection', formName: '巡检' });
  formId = made.data.id;
});

describe('a form whose fillings are approved', () => {
  it('offers the processes that are in force, and is not published without one that fits', async () => {
    const { data } = await app.admin('GET', '/data/filling/approvals/processes');
    expect(data).toEqual([{ key: 'approval1', name: 'approval1', nodes: [{ id: 'n1', name: '审批' }] }]);
    expect((await filler('GET', '/data/filling/approvals/processes')).status).toBe(403);
    for (const processKey of ['', 'none']) {
      await save({ approval: { processKey } });
      expect(await publish()).toMatchObject({ status: 400, error: 'input.invalid', data: [{ path: 'schema.settings.approval' }] });
    }
    await save({ approval: { processKey: 'approval1', rights } });
    const published = await publish();
    expect(published.status, published.msg).toBe(200);
  });

  it('sends what is filled in to its approver, who completes it; only then it has passed', async () => {
    // what is not the filler's to give is neither asked for nor taken
    const id = await submit({ site: 'A', found: 3, verdict: '自己通过', note: '抢先', items: [{ name: '漏水' }] });
    const record = await read(id);
    expect(record).toMatchObject({ flowStatus: '3', canEdit: false, values: { site: 'A', verdict: null, note: null } });
    expect(await stored(id)).toEqual({ flow_status: '3', verdict: null, note: null });
    const instance = record.processInstanceId as string;

    const seen = await approval.call('GET', `/data/filling/approvals/${id}`);
    expect(seen.data).toMatchObject({ formName: '巡检', hidden: ['f2'], values: { site: 'A', items: [{ name: '漏水' }] } });
    expect(Object.keys(seen.data.values)).not.toContain('found');
    expect(await approval.snapshot(instance)).toMatchObject({ site: 'A', items: '问题 漏水', verdict: null });
    const stranger = app.as((await app.make.user({ perms: [], dataScope: '1' })).token);
    expect((await stranger('GET', `/data/filling/approvals/${id}`)).status).toBe(404);

    const actions = await approval.call('GET', `/workflow/tasks/${await taskOf(instance)}/actions`);
    expect(actions.data?.fields ?? {}).toMatchObject({ verdict: 'edit', note: 'edit', found: 'hide' });
    // he must complete what is his, and nothing else
    expect(await agree(instance, {})).toMatchObject({ status: 400, error: 'input.invalid', data: [{ path: 'values.verdict' }] });
    expect((await agree(instance, { site: 'B', verdict: '合格' })).status).toBe(400);
    const agreed = await agree(instance, { verdict: '合格', note: '下次抽查' });
    expect(agreed.status, agreed.msg).toBe(200);
    expect(await read(id)).toMatchObject({
      flowStatus: '4',
      canEdit: false,
      values: { site: 'A', found: 3, verdict: '合格', items: [{ name: '漏水' }] },
    });
    expect(await stored(id)).toEqual({ flow_status: '4', verdict: '合格', note: '下次抽查' });
    const { version } = await read(id);
    const closed = { status: 422, error: 'flow.closed' };
    expect(await filler('PUT', `${base}/${formId}/records/${id}`, { values: { site: 'C' }, version })).toMatchObject(closed);
    expect(await app.admin('DELETE', `${base}/${formId}/records/batch/${id}`)).toMatchObject(closed);
  });

  it('comes back to whoever filled it in, who corrects it and submits again', async () => {
    const id = await submit({ site: 'A', found: 1 });
    const instance = (await read(id)).processInstanceId as string;
    const sent = await approval.sendBack(instance);
    expect(sent.status, sent.msg).toBe(200);
    const back = await read(id);
    expect(back).toMatchObject({ flowStatus: '2', canEdit: true, returned: { opinion: '请补充' } });
    const corrected = await filler('PUT', `${base}/${formId}/records/${id}`, {
      values: { ...back.values, site: 'B' },
      version: back.version,
    });
    expect(corrected.status, corrected.msg).toBe(200);
    expect(await read(id)).toMatchObject({ flowStatus: '3', processInstanceId: instance, values: { site: 'B' } });
    const agreed = await agree(instance, { verdict: '合格' });
    expect(agreed.status, agreed.msg).toBe(200);
    expect(await stored(id)).toMatchObject({ flow_status: '4' });
  });

  it('can be taken back, submitted anew, and deleted while nobody decides on it', async () => {
    const id = await submit({ site: 'A' });
    const first = (await read(id)).processInstanceId as string;
    expect((await approval.cancel(filler, first)).status).toBe(200);
    const { values, version } = await read(id);
    expect((await filler('PUT', `${base}/${formId}/records/${id}`, { values, version })).status).toBe(200);
    const again = await read(id);
    expect(again).toMatchObject({ flowStatus: '3' });
    expect(again.processInstanceId).not.toBe(first);
    expect((await approval.cancel(filler, again.processInstanceId)).status).toBe(200);
    expect((await app.admin('DELETE', `${base}/${formId}/records/batch/${id}`)).status).toBe(200);
  });

  it('passes though a field was classified meanwhile, which nobody reads any more in what was kept of it', async () => {
    const id = await submit({ site: '涉密地点', found: 7, items: [{ name: '涉密问题' }] });
    const instance = (await read(id)).processInstanceId as string;
    const source = (await managedSourceId(app.node.app.db))!;
    await sealColumns(app, source, 'site', 'name');
    const seen = async () => JSON.stringify((await approval.call('GET', `/workflow/instances/${instance}/detail`)).data);
    expect(await seen()).not.toContain('涉密');
    const agreed = await agree(instance, { verdict: '合格' });
    expect(agreed.status, agreed.msg).toBe(200);
    expect(await read(id)).toMatchObject({ flowStatus: '4', values: { site: '涉密地点' } });
    expect(await seen()).not.toContain('涉密');
    await app.database.db.updateTable('metadataColumn').set({ level: null }).where('sourceId', '=', source).execute();
  });

  it('shows files of a field that was classified meanwhile to nobody but whoever filled it in', async () => {
    const upload = await filler('POST', '/file/files/uploadImg', ...multipart('证件.txt', Buffer.from('正文')));
    const name = upload.data.fileName as string;
    await submit({ site: 'A', papers: [name] });
    const opens = async (send: Send) => (await send('GET', `/file/fileView/${name}`)).status;
    expect(await opens(approval.call)).toBe(200);
    const source = (await managedSourceId(app.node.app.db))!;
    await sealColumns(app, source, 'papers');
    expect([await opens(approval.call), await opens(filler)]).toEqual([404, 200]);
    await app.database.db.updateTable('metadataColumn').set({ level: null }).where('sourceId', '=', source).execute();
    expect(await opens(approval.call)).toBe(200);
  });

  it('passes though what was classified is read by everybody again, but not when it was changed', async () => {
    const source = (await managedSourceId(app.node.app.db))!;
    await sealColumns(app, source, 'site', 'name');
    const ids = [await submit({ site: '涉密地点', items: [{ name: '涉密问题' }] }), await submit({ site: '涉密地点' })] as const;
    const instances = await Promise.all(ids.map(async (id) => (await read(id)).processInstanceId as string));
    await app.database.db.updateTable('metadataColumn').set({ level: null }).where('sourceId', '=', source).execute();
    const agreed = await agree(instances[0]!, { verdict: '合格' });
    expect(agreed.status, agreed.msg).toBe(200);
    expect(await read(ids[0])).toMatchObject({ flowStatus: '4', values: { site: '涉密地点', verdict: '合格' } });
    // as somebody with the right of the database would
    await app.database.pool.query('update filling_record set version = version + 1 where id = $1', [ids[1]]);
    expect(await agree(instances[1]!, { verdict: '合格' })).toMatchObject({ status: 422, error: 'rule.broken' });
    expect((await approval.cancel(filler, instances[1]!)).status).toBe(200);
  });

  it('is approved in the version that it has when the form is published meanwhile, and counts at once when nobody approves any more', async () => {
    const id = await submit({ site: 'A' });
    const instance = (await read(id)).processInstanceId as string;
    await save({});
    expect((await publish()).status).toBe(200);
    const free = await submit({ site: 'B', verdict: '免审' });
    expect(await read(free)).toMatchObject({ flowStatus: null, processInstanceId: null });
    expect((await approval.agree(instance)).data.flowStatus).toBe('4');
    expect(await stored(id)).toMatchObject({ flow_status: '4' });
  });

  it('is submitted together with others that a workbook brought, all of them or none', async () => {
    await save({});
    expect((await publish()).status).toBe(200);
    const ids = [await submit({ site: 'A', verdict: 'x' }), await submit({ site: 'B', verdict: 'x' })];
    await save({ approval: { processKey: 'approval1' } });
    expect((await publish()).status).toBe(200);
    // as an import leaves them
    await app.database.pool.query("update filling_record set flow_status = '1' where id = any($1)", [ids]);
    const all = (list: string[], send = filler) => send('POST', `${base}/${formId}/records/submit`, { ids: list });
    const other = app.as((await app.make.user({ perms: [], dataScope: '5' })).token);
    expect((await all(ids, other)).status).toBe(404);
    expect(await all(ids, app.admin)).toMatchObject({ status: 422, error: 'rule.broken' });
    const third = await submit({ site: 'C', verdict: 'x' });
    expect(await all([...ids, third])).toMatchObject({ status: 422, msg: '所选填报中有 1 份不在待提交状态' });
    expect(await read(ids[0]!)).toMatchObject({ flowStatus: '1' });
    const sent = await all(ids);
    expect(sent.data, sent.msg).toEqual({ submitted: 2 });
    for (const id of ids) expect(await read(id)).toMatchObject({ flowStatus: '3' });
  });

  it('refuses what is filled in while its process is suspended', async () => {
    await save({ approval: { processKey: 'approval1' } });
    expect((await publish()).status).toBe(200);
    await app.database.db.updateTable('flowBusiness').set({ status: '0' }).where('businessType', '=', 'filling:inspection').execute();
    const refused = await filler('POST', `${base}/${formId}/records`, { values: { site: 'A', verdict: 'x' } });
    expect(refused).toMatchObject({ error: 'flow.notConfigured' });
    const { data } = await app.admin('GET', `${base}/${formId}/records/page?keyword=A`);
    expect(data.data.every((row: { flowStatus: string | null }) => row.flowStatus !== '1')).toBe(true);
  });
});
