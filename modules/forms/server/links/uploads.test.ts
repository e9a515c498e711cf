import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';

const app = startApp({ managed: true });
const base = '/data/filling/forms';
const LINK = '/data/filling/link';
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const layout = [
  { id: 'f1', type: 'image', key: 'photos', label: '照片', required: true, maxCount: 2 },
  { id: 'f2', type: 'file', key: 'papers', label: '证件' },
  { id: 'f3', type: 'signature', key: 'signed', label: '签名' },
  { id: 'f4', type: 'area', key: 'place', label: '所在地区' },
  { id: 'f5', type: 'location', key: 'here', label: '定位' },
  { id: 'f6', type: 'subform', key: 'items', label: '明细', children: [{ id: 'c1', type: 'image', key: 'shot', label: '现场' }] },
];
let formId = '';

async function opened(over: object = {}) {
  const made = await app.admin('POST', `${base}/${formId}/links`, { linkName: '现场登记', hasCaptcha: '0', ...over });
  expect(made.status, made.msg).toBe(200);
  const token = String(made.data.path).split('/').at(-1)!;
  const open = () => app.stranger('POST', `${LINK}/open`, { token });
  const ticket = (await open()).data.ticket as string;
  return { id: made.data.id as string, ticket, open };
}
const newOnce = () => randomBytes(16).toString('hex');
const headersOf = (ticket: string, once: string) => ({ 'x-fill-ticket': ticket, 'x-fill-once': once });
async function send(ticket: string, once: string, fieldId: string, name = 'a.png', bytes: Buffer = png) {
  const [body, headers] = multipart(name, bytes);
  return app.stranger('POST', `${LINK}/fields/${fieldId}/files`, body, { ...headers, ...headersOf(ticket, once) });
}
async function sent(ticket: string, once: string, fieldId: string): Promise<string> {
  const answer = await send(ticket, once, fieldId);
  expect(answer.status, answer.msg).toBe(200);
  return answer.data.fileName as string;
}
const submit = (ticket: string, once: string, values: object) =>
  app.stranger('POST', `${LINK}/records`, { values, once }, { 'x-fill-ticket': ticket });
const view = (who: typeof app.stranger, name: string, headers = {}) => who('GET', `${LINK}/files/${name}`, undefined, headers);
const stored = async (name: string) =>
  (await app.database.pool.query('select create_by, expire_time, deleted_at from file_object where file_name = $1', [name])).rows[0];

beforeAll(async () => {
  const made = await app.admin('POST', base, { formCode: 'on_site', formName: '现场登记', schema: { layout, rules: [] } });
  formId = made.data.id;
  const done = await app.admin('POST', `${base}/${formId}/publish`, { version: 0 });
  expect(done.status, done.msg).toBe(200);
});

describe('files that come through a public link', () => {
  it('belong to the record once it is submitted, and are read by whoever reads the record', async () => {
    const { ticket } = await opened();
    const once = newOnce();
    const [photo, spare, paper, signed, shot] = [
      await sent(ticket, once, 'f1'),
      await sent(ticket, once, 'f1'),
      await sent(ticket, once, 'f2'),
      await sent(ticket, once, 'f3'),
      await sent(ticket, once, 'c1'),
    ];
    const seen = await app.stranger('GET', `${LINK}/files`, undefined, headersOf(ticket, once));
    expect(seen.data).toHaveLength(5);
    expect((await view(app.stranger, photo, headersOf(ticket, once))).status).toBe(200);
    // nobody has a right on it yet, not even the administrator
    expect((await app.admin('GET', `/file/fileView/${photo}`)).status).toBe(404);
    const values = {
      photos: [photo],
      papers: [paper],
      signed,
      place: '330106',
      here: { lng: 120.1, lat: 30.2 },
      items: [{ shot: [shot] }],
    };
    const done = await submit(ticket, once, values);
    expect(done.status, JSON.stringify(done)).toBe(200);
    for (const name of [photo, paper, signed, shot]) {
      expect(await stored(name)).toMatchObject({ create_by: null, expire_time: null });
      expect((await app.admin('GET', `/file/fileView/${name}`)).status).toBe(200);
      // whoever sent it does not read it any more
      expect((await view(app.stranger, name, headersOf(ticket, once))).status).toBe(404);
    }
    // sent and not submitted
    expect((await stored(spare)).expire_time).not.toBeNull();
    expect((await app.admin('GET', `/file/fileView/${spare}`)).status).toBe(404);
    const others = app.as((await app.make.user({ perms: ['file:file:list'], dataScope: '1' })).token);
    expect((await others('GET', `/file/fileView/${photo}`)).status).toBe(404);
    const reader = app.as((await app.make.user({ perms: ['filling:record:list'], dataScope: '1' })).token);
    expect((await reader('GET', `/file/fileView/${photo}`)).status).toBe(200);
    const { data } = await reader('GET', `${base}/${formId}/records/page?pageNum=1&pageSize=5`);
    expect(data.data[0].values).toMatchObject({ photos: [photo], place: '330106', here: { lng: 120.1 } });
  });

  it('are worth nothing in another filling, another field or through another link', async () => {
    const { ticket } = await opened();
    const [once, other] = [newOnce(), newOnce()];
    const photo = await sent(ticket, once, 'f1');
    const wrong = { status: 400, data: [{ path: 'values.photos' }] };
    expect(await submit(ticket, other, { photos: [photo] })).toMatchObject(wrong);
    expect(await submit((await opened()).ticket, once, { photos: [photo] })).toMatchObject(wrong);
    const paper = await sent(ticket, once, 'f2');
    expect(await submit(ticket, once, { photos: [paper] })).toMatchObject(wrong);
    expect((await view(app.stranger, photo, headersOf(ticket, other))).status).toBe(404);
    const own = await app.admin('POST', '/file/files/uploadImg', ...multipart('own.png', png));
    expect(await submit(ticket, once, { photos: [own.data.fileName] })).toMatchObject(wrong);
    const late = "update filling_link_upload set create_time = now() - interval '13 hours' where file_name = $1";
    await app.database.pool.query(late, [photo]);
    expect(await submit(ticket, once, { photos: [photo] })).toMatchObject(wrong);
  });

  it('are refused without a ticket, for fields that take none, of other types, too large and too many', async () => {
    const { ticket, id } = await opened();
    const once = newOnce();
    expect(await send('', once, 'f1')).toMatchObject({ status: 404, error: 'share.closed' });
    expect((await send(ticket, 'short', 'f1')).status).toBe(400);
    for (const fieldId of ['f4', 'f9']) expect((await send(ticket, once, fieldId)).status).toBe(404);
    expect(await send(ticket, once, 'f1', 'a.txt', Buffer.from('hello'))).toMatchObject({ status: 415, error: 'file.wrongType' });
    expect(await send(ticket, once, 'f1', 'a.png', Buffer.from('<svg/>'))).toMatchObject({ status: 415 });
    const large = Buffer.concat([png, Buffer.alloc(1_100_000)]);
    expect(await send(ticket, once, 'f3', 'a.png', large)).toMatchObject({ status: 413, error: 'file.tooLarge' });
    const photos = [await sent(ticket, once, 'f1'), await sent(ticket, once, 'f1'), await sent(ticket, once, 'f1')];
    expect(await submit(ticket, once, { photos })).toMatchObject({ status: 400, msg: '“照片”最多2张' });
    await app.database.pool.query(
      `insert into filling_link_upload (file_name, link_id, link_key, field_id, file_size)
       select 'many' || n, $1, $2, 'f1', 1 from generate_series(1, 60) n`,
      [id, once],
    );
    expect(await send(ticket, once, 'f1')).toMatchObject({ status: 422, error: 'rule.broken' });
  });

  it('choose among the areas that are in use, with a ticket alone', async () => {
    const { ticket } = await opened();
    expect(await app.stranger('GET', `${LINK}/areas`)).toMatchObject({ status: 404, error: 'share.closed' });
    const { data } = await app.stranger('GET', `${LINK}/areas`, undefined, { 'x-fill-ticket': ticket });
    expect(data.map(({ name }: { name: string }) => name)).toContain('浙江省');
    const once = newOnce();
    const photos = [await sent(ticket, once, 'f1')];
    expect(await submit(ticket, once, { photos, place: '999999' })).toMatchObject({ status: 400 });
  });
});

describe('the log of a public link', () => {
  it('counts by the day who opened it, filled it in and was refused by a limit, and nothing of who that was', async () => {
    const { id, ticket, open } = await opened({ hourLimit: 1, maxRecords: 2 });
    const once = newOnce();
    const photos = [await sent(ticket, once, 'f1')];
    expect((await submit(ticket, once, { photos })).status).toBe(200);
    const again = newOnce();
    expect((await submit(ticket, again, { photos: [await sent(ticket, again, 'f1')] })).status).toBe(429);
    await app.database.pool.query('update filling_link set record_count = 2 where id = $1', [id]);
    expect((await open()).status).toBe(404);
    const { links } = (await app.admin('GET', `${base}/${formId}/links`)).data;
    expect(links.find((one: { id: string }) => one.id === id)).toMatchObject({ viewCount: 1, refusedCount: 2 });
    const days = await app.admin('GET', `/data/filling/links/${id}/days`);
    expect(days.data).toEqual([{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), viewCount: 1, submitCount: 1, refusedCount: 2 }]);
    const other = app.as((await app.make.user({ perms: ['filling:form:publish'], dataScope: '5' })).token);
    expect((await other('GET', `/data/filling/links/${id}/days`)).status).toBe(404);
    const { rows } = await app.database.pool.query('select * from filling_link_day where link_id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain('127.0.0.1');
  });
});
