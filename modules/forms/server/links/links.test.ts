import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { testApproval } from '#modules/workflow/server/test-approval.ts';

const app = startApp({ managed: true });
const base = '/data/filling/forms';
const LINK = '/data/filling/link';
const layout = [
  { id: 'f1', type: 'input', key: 'site', label: '地点', required: true },
  { id: 'f2', type: 'number', key: 'found', label: '发现数', max: 9 },
  { id: 'f3', type: 'select', key: 'level', label: '等级', options: { from: 'dict', dictType: 'sys_user_sex' } },
];
const closed = { status: 404, error: 'share.closed' };
let formId = '';
let count = 0;
const detail = async () => (await app.admin('GET', `${base}/${formId}`)).data;
const save = async (schema: object) => {
  const { version, formCode, formName } = await detail();
  const saved = await app.admin('PUT', `${base}/${formId}`, { version, formCode, formName, schema });
  expect(saved.status, saved.msg).toBe(200);
};
const publish = async () => app.admin('POST', `${base}/${formId}/publish`, { version: (await detail()).version });
const links = async () => (await app.admin('GET', `${base}/${formId}/links`)).data;
const rows = async () =>
  (await app.admin('GET', `${base}/${formId}/records/page?pageNum=1&pageSize=100`)).data.data as {
    id: string;
    linkName: string | null;
    values: Record<string, unknown>;
  }[];

async function link(over: Record<string, unknown> = {}) {
  const made = await app.admin('POST', `${base}/${formId}/links`, { linkName: '来访登记', hasCaptcha: '0', ...over });
  expect(made.status, made.msg).toBe(200);
  const token = String(made.data.path).split('/').at(-1)!;
  const open = (password?: string) => app.stranger('POST', `${LINK}/open`, { token, ...(password && { password }) });
  const change = async (next: Record<string, unknown>) => {
    const { links: all } = await links();
    const { version, linkName, hasCaptcha, status } = all.find(({ id }: { id: string }) => id === made.data.id);
    return app.admin('PUT', `/data/filling/links/${made.data.id}`, { version, linkName, hasCaptcha, status, ...next });
  };
  return { id: made.data.id as string, token, open, change };
}
const submit = (ticket: string, values: object, once = `filling-${String(++count).padStart(12, '0')}`, more: object = {}) =>
  app.stranger('POST', `${LINK}/records`, { values, once, ...more }, { 'x-fill-ticket': ticket });

beforeAll(async () => {
  const made = await app.admin('POST', base, { formCode: 'visitor', formName: '来访登记', schema: { layout, rules: [] } });
  formId = made.data.id;
  expect((await app.admin('POST', `${base}/${formId}/links`, { linkName: '早了' })).error).toBe('rule.broken');
  expect((await publish()).status).toBe(200);
});

describe('a public link of a form', () => {
  it('is filled in by a stranger, once however often it is sent, and says where the record came from', async () => {
    const { open } = await link();
    const { data } = await open();
    expect(data).toMatchObject({ formName: '来访登记', hasCaptcha: false, schema: { layout: [{ key: 'site' }, {}, {}] } });
    expect(JSON.stringify(data)).not.toContain('admin');
    expect(await submit(data.ticket, { found: 3 })).toMatchObject({ status: 400, data: [{ path: 'values.site' }] });
    expect(await submit(data.ticket, { site: '南门', found: 10 })).toMatchObject({ status: 400, error: 'input.invalid' });
    const once = 'one-and-the-same-filling';
    const sent = await Promise.all([1, 2, 3].map(() => submit(data.ticket, { site: '南门', found: 3, x: 1 }, once)));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await rows()).map(({ linkName, values }) => ({ linkName, values }))).toEqual([
      { linkName: '来访登记', values: { site: '南门', found: 3, level: null } },
    ]);
    expect((await links()).links[0]).toMatchObject({ recordCount: 1, closedBecause: null });
    // its owner has not filled it in
    expect((await app.admin('GET', '/data/filling/my/records?pageNum=1&pageSize=10')).data.total).toBe(0);
  });

  it('keeps its token nowhere, and notes who has opened and closed it', async () => {
    const { token, id, change } = await link({ password: 'secret-7' });
    expect((await change({ status: '0' })).status).toBe(200);
    const stored = await app.database.pool.query('select row_to_json(l)::text as text from filling_link l');
    const logs = await app.database.pool.query('select row_to_json(l)::text as text from sys_oper_log l');
    for (const { rows: found } of [stored, logs]) {
      expect(JSON.stringify(found)).not.toContain(token);
      expect(JSON.stringify(found)).not.toContain('secret-7');
    }
    const noted = JSON.stringify(logs.rows);
    expect(noted).toContain('新增公开填报链接');
    expect(noted).toContain('修改公开填报链接');
    expect(noted).toContain(id);
  });

  it('opens for nobody when it is stopped, revoked, over or of a stopped form, and ends tickets at once', async () => {
    const { open, change, id } = await link();
    const { ticket } = (await open()).data;
    expect((await change({ status: '0' })).status).toBe(200);
    expect(await open()).toMatchObject(closed);
    expect(await submit(ticket, { site: 'A' })).toMatchObject(closed);
    expect((await change({ status: '1' })).status).toBe(200);
    expect((await open()).status).toBe(200);
    await app.database.pool.query("update filling_link set expire_time = now() - interval '1 minute' where id = $1", [id]);
    expect(await open()).toMatchObject({ ...closed, msg: '填报链接已过期' });
    expect((await app.admin('DELETE', `/data/filling/links/${id}`)).status).toBe(200);
    expect(await submit(ticket, { site: 'A' })).toMatchObject(closed);
    const unknown = await app.stranger('POST', `${LINK}/open`, { token: 'x'.repeat(32) });
    expect({ ...(await open()), requestId: '', body: null }).toMatchObject({ status: 404, msg: unknown.msg, error: unknown.error });
  });

  it('takes no ticket but its own', async () => {
    const [one, other] = [await link(), await link()];
    const { ticket } = (await one.open()).data;
    const forged = ticket.replace(one.id, other.id);
    for (const wrong of ['', forged, `${ticket}x`]) expect(await submit(wrong, { site: 'A' })).toMatchObject(closed);
    expect(await app.stranger('GET', `${LINK}/choices/f3`)).toMatchObject(closed);
    expect((await app.stranger('GET', `${base}/${formId}/filling`, undefined, { 'x-fill-ticket': ticket })).status).toBe(401);
  });

  it('asks for its password, which a new one ends', async () => {
    const { open, change } = await link({ password: 'open-sesame' });
    expect(await open()).toMatchObject({ status: 422, error: 'share.password', data: { reason: 'needed' } });
    expect(await open('wrong-one')).toMatchObject({ status: 422, data: { reason: 'wrong' } });
    const { ticket } = (await open('open-sesame')).data;
    expect((await submit(ticket, { site: '密' })).status).toBe(200);
    expect((await change({ password: 'another-one' })).status).toBe(200);
    expect(await submit(ticket, { site: '密' })).toMatchObject(closed);
  });

  it('stops at its limits: of all records, also when many come at once, and of one address', async () => {
    const few = await link({ maxRecords: 2 });
    const { ticket } = (await few.open()).data;
    const sent = await Promise.all([1, 2, 3, 4].map((found) => submit(ticket, { site: '满', found })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 200, 404, 404]);
    expect(await few.open()).toMatchObject({ ...closed, msg: '填报链接已收满' });
    const slow = await link({ hourLimit: 2, dayLimit: 3 });
    const place = (await slow.open()).data.ticket as string;
    // what is refused does not count
    for (const found of [99, 99, 99]) expect((await submit(place, { site: '慢', found })).status).toBe(400);
    for (const found of [1, 2]) expect((await submit(place, { site: '慢', found })).status).toBe(200);
    const turnedAway = await submit(place, { site: '慢', found: 3 });
    expect(turnedAway).toMatchObject({ status: 429, error: 'throttle.exceeded' });
    expect(turnedAway.msg).toMatch(/^同一网络经该链接每小时最多2份、每天最多3份，请\d+分钟后再试$/);
  });

  it('gives options that the form declares, and those only', async () => {
    const { open } = await link();
    const headers = { 'x-fill-ticket': (await open()).data.ticket as string };
    const found = await app.stranger('GET', `${LINK}/choices/f3`, undefined, headers);
    expect(found.data.length).toBeGreaterThan(0);
    for (const id of ['f1', 'f9']) expect((await app.stranger('GET', `${LINK}/choices/${id}`, undefined, headers)).status).toBe(404);
    const value = found.data[0].value as string;
    expect((await submit(headers['x-fill-ticket'], { site: 'A', level: value })).status).toBe(200);
    expect((await submit(headers['x-fill-ticket'], { site: 'A', level: 'no-such' })).status).toBe(400);
  });

  it('is made by whoever may publish the form, and by nobody else', async () => {
    const { id } = await link();
    const other = app.as((await app.make.user({ perms: ['filling:form:publish', 'filling:form:list'], dataScope: '5' })).token);
    expect((await other('GET', `${base}/${formId}/links`)).status).toBe(404);
    expect((await other('DELETE', `/data/filling/links/${id}`)).status).toBe(404);
    const filler = app.as((await app.make.user({ perms: [] })).token);
    expect((await filler('GET', `${base}/${formId}/links`)).status).toBe(403);
  });

  it('ends when its owner may no longer publish forms', async () => {
    const owner = await app.make.user({ perms: ['filling:form:publish'], dataScope: '1' });
    const made = await app.as(owner.token)('POST', `${base}/${formId}/links`, { linkName: '离职', hasCaptcha: '0' });
    const token = String(made.data.path).split('/').at(-1);
    const open = () => app.stranger('POST', `${LINK}/open`, { token });
    expect((await open()).status).toBe(200);
    await app.database.pool.query("update sys_user set status = '0' where id = $1", [owner.id]);
    expect(await open()).toMatchObject(closed);
  });

  it('is refused with the names of fields that need an account; such a version is not published while a link is open', async () => {
    const unfit = [
      ...layout,
      { id: 'f8', type: 'user', key: 'who', label: '接待人' },
      { id: 'f9', type: 'editor', key: 'papers', label: '说明' },
    ];
    await link();
    await save({ layout: unfit, rules: [] });
    const refused = await publish();
    expect(refused).toMatchObject({ status: 400, error: 'input.invalid' });
    expect(refused.msg).toContain('接待人');
    for (const one of (await links()).links) await app.admin('DELETE', `/data/filling/links/${one.id}`);
    expect((await publish()).status).toBe(200);
    const none = await app.admin('POST', `${base}/${formId}/links`, { linkName: '不行' });
    expect(none).toMatchObject({ status: 422, error: 'rule.broken' });
    expect(none.msg).toMatch(/接待人.*说明/);
    expect((await links()).refusal).toBe(none.msg);
    await save({ layout, rules: [] });
    expect((await publish()).status).toBe(200);
  });

  it('sends what is filled in to its approvers in the name of its owner', async () => {
    const approval = await testApproval(app);
    await approval.govern('workflow.request');
    const [process] = (await app.admin('GET', '/data/filling/approvals/processes')).data;
    await save({
      layout,
      rules: [],
      settings: { approval: { processKey: process.key, rights: { [process.nodes[0].id]: { f1: 'edit' } } } },
    });
    const published = await publish();
    expect(published.status, published.msg).toBe(200);
    const { open } = await link();
    const { data } = await open();
    expect(data.schema.settings.approval).toEqual({ processKey: '', rights: {} });
    const sent = await submit(data.ticket, { site: '待审' });
    expect(sent, sent.msg).toMatchObject({ status: 200, data: { isApproved: true } });
    const kept = (await app.admin('GET', `${base}/${formId}/records/page?pageNum=1&pageSize=5`)).data.data[0];
    expect(kept).toMatchObject({ flowStatus: '3', values: { site: '待审' } });
    expect((await approval.call('GET', `/data/filling/approvals/${kept.id}`)).data.values.site).toBe('待审');
  });
});
