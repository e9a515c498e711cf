import { describe, expect, it } from 'vitest';
import { readSheet } from '#kit/server/excel/reader.ts';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';
import { startApp, type Send } from '#kit/test/app.ts';
import { uploadPicture } from '../test-files.ts';
import { notifyDue } from './writes.ts';

const app = startApp();
const BASE = '/system/notices';
const html = (text: string) => ({ form: 1, blocks: [{ type: 'paragraph', line: [{ text }] }] });
const sample = (n: number) => ({
  title: `公告${n}`,
  type: '1',
  content: html(`正文${n}`),
  publishScope: '1',
  targets: [],
  topFlag: '0',
  mustRead: '0',
  expireTime: null,
  attachments: null,
  remark: null,
});
itKeepsCrudPromises(app, { base: BASE, code: 'system:notice', sample });

let count = 100;
async function draft(over: Record<string, unknown> = {}, send: Send = app.admin): Promise<string> {
  const answer = await send('POST', BASE, { ...sample(count++), ...over });
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id;
}
async function publish(over: Record<string, unknown> = {}): Promise<string> {
  const id = await draft(over);
  const answer = await app.admin('POST', `${BASE}/${id}/publish`);
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return id;
}
const sees = async (send: Send, id: string) => {
  const one = (await send('GET', `${BASE}/mine/${id}`)).status === 200;
  const listed = (await send('GET', `${BASE}/mine/page?pageSize=200`)).data.data.some((row: { id: string }) => row.id === id);
  expect(listed).toBe(one);
  return one;
};
const unread = async (send: Send) => (await send('GET', '/system/messages/unread')).data;
const bells = (accountId: string | null) =>
  app.database.db
    .selectFrom('kitPush')
    .select('id')
    .where('kind', '=', 'bell')
    .where('accountId', accountId === null ? 'is' : '=', accountId)
    .execute();

describe('the audience', () => {
  it('is a department alone or with everything below it', async () => {
    const upper = await app.make.dept();
    const lower = await app.make.dept({ parentId: upper.id });
    const inUpper = app.as((await app.make.user({ deptId: upper.id })).token);
    const inLower = app.as((await app.make.user({ deptId: lower.id })).token);
    const elsewhere = app.as((await app.make.user({ deptId: (await app.make.dept()).id })).token);
    const nowhere = app.as((await app.make.user()).token);
    const all = await publish({ publishScope: '2', targets: [upper.id], withBelow: '1' });
    const alone = await publish({ publishScope: '2', targets: [upper.id], withBelow: '0' });
    expect(await Promise.all([inUpper, inLower, elsewhere, nowhere].map((send) => sees(send, all)))).toEqual([true, true, false, false]);
    expect(await Promise.all([inUpper, inLower, elsewhere, nowhere].map((send) => sees(send, alone)))).toEqual([true, false, false, false]);
  });

  it('is a role, as long as it is enabled; named accounts; or everybody', async () => {
    const roleId = await app.make.role({ perms: [] });
    const holder = app.as((await app.make.user({ roles: [roleId] })).token);
    const named = await app.make.user();
    const other = app.as((await app.make.user()).token);
    const byRole = await publish({ publishScope: '3', targets: [roleId] });
    const byName = await publish({ publishScope: '4', targets: [named.id] });
    const all = await publish();
    expect([await sees(holder, byRole), await sees(other, byRole)]).toEqual([true, false]);
    expect([await sees(app.as(named.token), byName), await sees(other, byName), await sees(app.admin, byName)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([await sees(holder, all), await sees(other, all)]).toEqual([true, true]);
    await app.database.db.updateTable('sysRole').set({ status: '0' }).where('id', '=', roleId).execute();
    expect(await sees(holder, byRole)).toBe(false);
  });

  it('must exist, and may not be left out', async () => {
    for (const over of [
      { publishScope: '2', targets: [] },
      { publishScope: '3', targets: ['424242'] },
      { publishScope: '4', targets: ['424242'] },
    ])
      expect(await app.admin('POST', BASE, { ...sample(1), ...over })).toMatchObject({ status: 400, error: 'input.invalid' });
  });

  it('is asked about once, before it is done where no process approves it', async () => {
    const id = await draft();
    const attempt = (how: string) => app.admin('POST', `${BASE}/${id}/publish`, {}, { 'flow-submission': how });
    expect(await attempt('confirm')).toMatchObject({ status: 202, error: 'flow.asked', data: { isDirect: true, steps: [], picks: [] } });
    expect((await app.admin('GET', `${BASE}/${id}`)).data.publishStatus).toBe('0');
    expect(await attempt('ask')).toMatchObject({ status: 200 });
    expect((await app.admin('GET', `${BASE}/${id}`)).data.publishStatus).toBe('1');
  });

  it('reaches no further than the data scope of who publishes', async () => {
    const mine = await app.make.dept();
    const below = await app.make.dept({ parentId: mine.id });
    const other = await app.make.dept();
    const perms = ['system:notice:add', 'system:notice:publish', 'system:notice:edit'];
    const head = app.as((await app.make.user({ deptId: mine.id, perms, dataScope: '4' })).token);
    const single = app.as((await app.make.user({ deptId: mine.id, perms, dataScope: '3' })).token);
    const colleague = await app.make.user({ deptId: below.id });
    const stranger = await app.make.user({ deptId: other.id });
    const attempt = async (send: Send, over: Record<string, unknown>) =>
      (await send('POST', `${BASE}/${await draft(over, send)}/publish`)).status;
    expect(await attempt(head, { publishScope: '2', targets: [mine.id] })).toBe(200);
    expect(await attempt(head, { publishScope: '4', targets: [colleague.id] })).toBe(200);
    expect(await attempt(head, { publishScope: '2', targets: [mine.id, other.id] })).toBe(422);
    expect(await attempt(head, { publishScope: '4', targets: [stranger.id] })).toBe(422);
    expect(await attempt(head, { publishScope: '1' })).toBe(422);
    expect(await attempt(single, { publishScope: '2', targets: [mine.id], withBelow: '1' })).toBe(422);
    expect(await attempt(single, { publishScope: '2', targets: [mine.id], withBelow: '0' })).toBe(200);
  });
});

describe('publishing', () => {
  it('goes from draft to published to withdrawn and back, and only so', async () => {
    const id = await draft();
    const reader = await app.make.user();
    const send = app.as(reader.token);
    expect(await sees(send, id)).toBe(false);
    expect((await app.admin('POST', `${BASE}/${id}/revoke`)).status).toBe(422);
    expect((await app.admin('POST', `${BASE}/${id}/publish`)).status).toBe(200);
    expect((await app.admin('POST', `${BASE}/${id}/publish`)).status).toBe(422);
    expect(await sees(send, id)).toBe(true);
    const { data } = await app.admin('GET', `${BASE}/${id}`);
    expect(data).toMatchObject({ publishStatus: '1', publisher: expect.any(String) as string });
    expect(await app.admin('PUT', `${BASE}/${id}`, data)).toMatchObject({ status: 422, msg: '公告已发布，请先撤回再修改' });
    expect((await app.admin('DELETE', `${BASE}/${id}`)).status).toBe(422);
    expect((await app.admin('POST', `${BASE}/${id}/revoke`)).status).toBe(200);
    expect(await sees(send, id)).toBe(false);
    const withdrawn = (await app.admin('GET', `${BASE}/${id}`)).data;
    expect((await app.admin('PUT', `${BASE}/${id}`, { ...withdrawn, title: '改过' })).status).toBe(200);
    expect((await app.admin('POST', `${BASE}/${id}/publish`)).status).toBe(200);
    expect((await send('GET', `${BASE}/mine/${id}`)).data.title).toBe('改过');
  });

  it('rings everybody, or only the accounts it is for, and again when it is withdrawn', async () => {
    const named = await app.make.user();
    const everybody = (await bells(null)).length;
    const id = await publish({ publishScope: '4', targets: [named.id] });
    expect(await bells(named.id)).toHaveLength(1);
    expect(await bells(null)).toHaveLength(everybody);
    await app.admin('POST', `${BASE}/${id}/revoke`);
    expect(await bells(named.id)).toHaveLength(2);
    await publish();
    expect(await bells(null)).toHaveLength(everybody + 1);
  });

  it('can wait for its time, rings then once, and ends at its expiry', async () => {
    const user = await app.make.user();
    const send = app.as(user.token);
    const now = app.clock.now;
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    const id = await publish({
      publishScope: '4',
      targets: [user.id],
      publishTime: at(10).toISOString(),
      expireTime: at(20).toISOString(),
    });
    expect(await sees(send, id)).toBe(false);
    expect(await notifyDue(app.node.app)).toBe(0);
    try {
      app.clock.now = at(11);
      expect(await sees(send, id)).toBe(true);
      expect(await notifyDue(app.node.app)).toBe(1);
      expect(await notifyDue(app.node.app)).toBe(0);
      expect(await bells(user.id)).toHaveLength(1);
      app.clock.now = at(21);
      expect(await sees(send, id)).toBe(false);
    } finally {
      app.clock.now = new Date();
    }
  });

  it('refuses an end before the beginning, and one that has passed', async () => {
    const past = new Date(Date.now() - 60_000).toISOString();
    expect((await app.admin('POST', BASE, { ...sample(1), publishTime: new Date().toISOString(), expireTime: past })).status).toBe(400);
    expect((await app.admin('POST', `${BASE}/${await draft({ expireTime: past })}/publish`)).status).toBe(422);
  });
});

describe('the text', () => {
  it('is stored as a document whatever HTML comes in', async () => {
    const id = await draft({
      content: '<p>甲<script>alert(1)</script><img src=x onerror=alert(1)><b>粗</b><a href="javascript:alert(1)">点</a></p>',
    });
    const { data } = await app.admin('GET', `${BASE}/${id}`);
    expect(data.content).toEqual({
      form: 1,
      blocks: [{ type: 'paragraph', line: [{ text: '甲' }, { text: '粗', bold: true }, { text: '点' }] }],
    });
  });

  it('drops links of a document that lead nowhere good, and refuses other shapes', async () => {
    const bad = { form: 1, blocks: [{ type: 'paragraph', line: [{ text: 'x', link: 'javascript:alert(1)' }] }] };
    const { data } = await app.admin('GET', `${BASE}/${await draft({ content: bad })}`);
    expect(data.content.blocks[0].line).toEqual([{ text: 'x' }]);
    for (const content of [{ form: 1, blocks: [{ type: 'html', html: '<b>' }] }, { blocks: [] }, 5, null])
      expect((await app.admin('POST', BASE, { ...sample(1), content })).status, JSON.stringify(content)).toBe(400);
    expect(await app.admin('POST', BASE, { ...sample(1), content: '<script>x</script>' })).toMatchObject({
      status: 400,
      msg: '正文不能为空',
    });
  });

  it('is found by its words', async () => {
    await publish({ title: '平常标题', content: html('独特的词语甲乙丙') });
    const found = await app.admin('GET', `${BASE}/mine/page?title=${encodeURIComponent('词语甲乙丙')}`);
    expect(found.data.data).toMatchObject([{ title: '平常标题', summary: '独特的词语甲乙丙' }]);
  });
});

describe('reading', () => {
  it('counts, marks and confirms; a new publication is read anew', async () => {
    const user = await app.make.user();
    const send = app.as(user.token);
    const others = await unread(send);
    const id = await publish({ mustRead: '1', publishScope: '4', targets: [user.id] });
    expect(await unread(send)).toMatchObject({ notices: others.notices + 1, mustRead: [...others.mustRead, { id, mustRead: '1' }] });
    expect((await send('GET', `${BASE}/unread`)).data.map((row: { id: string }) => row.id)).toContain(id);
    expect((await send('POST', '/system/messages/readAll')).status).toBe(200);
    // only a confirmation of its own counts for what must be read
    expect((await unread(send)).mustRead).toMatchObject([{ id }]);
    expect((await send('POST', `${BASE}/read/${id}`)).status).toBe(200);
    expect(await unread(send)).toEqual({ messages: 0, notices: 0, mustRead: [] });
    expect((await app.admin('GET', `${BASE}/page?pageSize=1`)).data.data).toMatchObject([{ id, readCount: 1 }]);
    app.clock.now = new Date(app.clock.now.getTime() + 1000);
    await app.admin('POST', `${BASE}/${id}/revoke`);
    await app.admin('POST', `${BASE}/${id}/publish`);
    expect((await unread(send)).mustRead).toMatchObject([{ id }]);
    expect((await app.admin('GET', `${BASE}/${id}`)).data.readCount).toBe(0);
  });

  it('is for readers only: others find nothing to read or to mark', async () => {
    const reader = await app.make.user();
    const id = await publish({ publishScope: '4', targets: [reader.id] });
    const other = app.as((await app.make.user({ perms: ['system:notice:list'] })).token);
    expect(await other('GET', `${BASE}/mine/${id}`)).toMatchObject({ status: 404 });
    expect(await other('POST', `${BASE}/read/${id}`)).toMatchObject({ status: 404 });
    expect(await app.database.db.selectFrom('sysNoticeRead').select('userId').where('noticeId', '=', id).execute()).toEqual([]);
  });

  it('gives attachments to readers and to nobody else', async () => {
    const reader = await app.make.user();
    const fileName = await uploadPicture(app.admin, '附件.png');
    const id = await publish({ publishScope: '4', targets: [reader.id], attachments: fileName });
    const [send, other] = [app.as(reader.token), app.as((await app.make.user()).token)];
    expect((await send('GET', `${BASE}/mine/${id}`)).data.files).toMatchObject([{ fileName, originalFilename: '附件.png' }]);
    const path = `${BASE}/mine/${id}/attachments/${fileName}`;
    const answer = await send('GET', path);
    expect(answer.status).toBe(200);
    expect(String(answer.headers['content-disposition'])).toMatch(/^attachment/);
    expect(await other('GET', path)).toMatchObject({ status: 404 });
    expect((await app.stranger('GET', path)).status).toBe(401);
    // a name that the notice does not carry
    expect((await send('GET', `${BASE}/mine/${id}/attachments/${await uploadPicture(app.admin)}`)).status).toBe(404);
    await app.admin('POST', `${BASE}/${id}/revoke`);
    expect((await send('GET', path)).status).toBe(404);
  });

  it('gives the pictures of the text to its readers alone, and keeps them as files of the record', async () => {
    const picture = await uploadPicture(app.admin);
    const content = { form: 1, blocks: [{ type: 'image', fileName: picture, alt: '示意图' }] };
    const [reader, other] = [await app.make.user(), await app.make.user()];
    const id = await publish({ publishScope: '4', targets: [reader.id], content });
    const path = `${BASE}/mine/${id}/attachments/${picture}`;
    const read = await app.as(reader.token)('GET', `${BASE}/mine/${id}`);
    expect(read.data).toMatchObject({ content, files: [] });
    expect((await app.as(reader.token)('GET', path)).status).toBe(200);
    expect((await app.as(other.token)('GET', path)).status).toBe(404);
    expect((await app.as(reader.token)('GET', `/file/fileView/${picture}`)).status).toBe(404);
    const { id: fileId } = await app.database.db
      .selectFrom('fileObject')
      .select('id')
      .where('fileName', '=', picture)
      .executeTakeFirstOrThrow();
    expect(await app.admin('DELETE', `/file/files/${fileId}`)).toMatchObject({ status: 409, error: 'file.inUse' });
  });

  it('refuses pictures that are not of the author, and addresses in their place', async () => {
    const author = app.as((await app.make.user({ perms: ['system:notice:add'], dataScope: '1' })).token);
    const image = (fileName: string) => ({ ...sample(1), content: { form: 1, blocks: [{ type: 'image', fileName, alt: '' }] } });
    expect((await author('POST', BASE, image(await uploadPicture(app.admin)))).status).toBe(400);
    for (const fileName of ['https://evil.cn/x.png', '../x.png', `${'a'.repeat(32)}.svg`, `${'a'.repeat(32)}.png`])
      expect((await app.admin('POST', BASE, image(fileName))).status, fileName).toBe(400);
  });

  it('refuses attachments that the author may not see', async () => {
    const foreign = await uploadPicture(app.admin);
    const author = app.as((await app.make.user({ perms: ['system:notice:add'] })).token);
    expect((await author('POST', BASE, { ...sample(1), attachments: foreign })).status).toBe(400);
  });
});

describe('export', () => {
  it('gives the notices of the list, for those who may', async () => {
    await draft({ title: '导出甲', type: '2' });
    await draft({ title: '导出乙', type: '1' });
    const file = await app.admin('POST', `${BASE}/export`, { type: '2', title: '导出' });
    const { rows } = await readSheet(file.raw, 10);
    expect(rows.slice(0, -1).map(({ cells }) => cells.slice(0, 2))).toEqual([
      ['标题', '类型'],
      ['导出甲', '公告'],
    ]);
    const stranger = await app.make.user({ perms: ['system:notice:list'] });
    expect((await app.as(stranger.token)('POST', `${BASE}/export`, {})).status).toBe(403);
  });
});

describe('receipts', () => {
  it('list who has read and who has not, without disabled accounts, and export', async () => {
    const dept = await app.make.dept({ deptName: '回执部门' });
    const [a, b] = [
      await app.make.user({ deptId: dept.id, nickname: '已读人' }),
      await app.make.user({ deptId: dept.id, nickname: '未读人' }),
    ];
    await app.make.user({ deptId: dept.id, status: '0' });
    const id = await publish({ publishScope: '2', targets: [dept.id] });
    await app.as(a.token)('POST', `${BASE}/read/${id}`);
    const { data } = await app.admin('GET', `${BASE}/${id}/receipts`);
    expect(data).toMatchObject({ total: 2, readCount: 1, audienceCount: 2 });
    expect(data.data).toMatchObject([
      { id: b.id, nickname: '未读人', deptName: '回执部门', readTime: null },
      { id: a.id, readTime: expect.any(String) as string },
    ]);
    expect((await app.admin('GET', `${BASE}/${id}/receipts?isRead=1`)).data).toMatchObject({ total: 1, audienceCount: 2 });
    expect((await app.admin('GET', `${BASE}/${id}/receipts?keyword=${encodeURIComponent('未读')}`)).data.total).toBe(1);
    const file = await app.admin('POST', `${BASE}/${id}/receipts/export`, {});
    expect(file.status).toBe(200);
    expect(file.raw.subarray(0, 2).toString()).toBe('PK');
    expect((await app.admin('GET', `${BASE}/${await draft()}/receipts`)).status).toBe(422);
  });
});

describe('rights', () => {
  it('every verb has its own permission and respects the data scope', async () => {
    const dept = await app.make.dept();
    const id = await publish();
    const verbs = [
      ['POST', `${BASE}/${id}/publish`, 'system:notice:publish'],
      ['POST', `${BASE}/${id}/revoke`, 'system:notice:revoke'],
      ['GET', `${BASE}/${id}/receipts`, 'system:notice:receipt'],
      ['POST', `${BASE}/${id}/receipts/export`, 'system:notice:receipt'],
      ['GET', `${BASE}/${id}`, 'system:notice:detail'],
      ['DELETE', `${BASE}/${id}`, 'system:notice:remove'],
    ] as const;
    const nobody = app.as((await app.make.user({ perms: ['system:notice:list'] })).token);
    for (const [method, path, permission] of verbs) {
      const body = method === 'POST' ? {} : undefined;
      expect((await app.stranger(method, path, body)).status, path).toBe(401);
      expect(await nobody(method, path, body), path).toMatchObject({ status: 403 });
      const outside = app.as((await app.make.user({ perms: [permission], dataScope: '3', deptId: dept.id })).token);
      expect(await outside(method, path, body), path).toMatchObject({ status: 404 });
    }
    const outside = app.as(
      (await app.make.user({ perms: ['system:notice:edit', 'system:notice:list'], dataScope: '3', deptId: dept.id })).token,
    );
    expect((await outside('PUT', `${BASE}/${id}`, { ...sample(1), version: 0 })).status).toBe(404);
    expect((await outside('GET', `${BASE}/page`)).data.total).toBe(0);
    for (const path of ['/unread', '/mine/page', `/mine/${id}`]) expect((await app.stranger('GET', BASE + path)).status).toBe(401);
    expect((await app.stranger('POST', `${BASE}/read/${id}`)).status).toBe(401);
  });
});
