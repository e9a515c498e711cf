import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { featuresOf, type Topology } from '#modules/charts/core/index.ts';
import { chartOf, field, linesOf, storeSet, tileOf } from '#modules/datasets/server/engine/test-documents.ts';

const app = startApp();
const source = testSource(app, `create table sale (region text, amount numeric); insert into sale values ('华东', 3), ('华北', 4)`);
const BASE = '/data/visual/share';
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d', 'hex'), Buffer.from('IHDR')]);
const MAKER = ['add', 'build', 'publish', 'preview', 'share'].map((verb) => `visual:board:${verb}`);
let sales = '';

beforeAll(async () => {
  sales = await storeSet(app, {
    sourceId: await source.register(),
    origin: { kind: 'table', table: { schema: 'public', table: 'sale' } },
    fields: [field('region', 'dimension', 'string'), field('amount', 'measure', 'number', { agg: 'sum' })],
  });
});

const upload = async (send: Send): Promise<string> =>
  (await send('POST', '/file/files/uploadImg', ...multipart('logo.png', PNG))).data.fileName as string;
const image = (fileName: string) => ({ i: 'logo', x: 12, y: 0, w: 4, h: 4, kind: 'image', fileName });

/** A published board with a picture, made through the calls of the product. */
async function boardOf(send: Send, fileName: string): Promise<string> {
  const boardConfig = {
    v: 1,
    tabs: [{ id: 'main', name: '首页', layout: [tileOf('a', chartOf(sales, ['region'], ['amount'])), image(fileName)] }],
  };
  const made = await send('POST', '/data/visual/boards', { boardName: '销售看板', boardConfig });
  expect(made, made.msg).toMatchObject({ status: 200 });
  const { id } = made.data as { id: string };
  const { version } = (await send('GET', `/data/visual/boards/${id}`)).data as { version: number };
  const published = await send('POST', `/data/visual/boards/publish/${id}`, { version, name: null });
  expect(published, published.msg).toMatchObject({ status: 200 });
  return id;
}
/** Opens a new link of a board as a stranger; what is answered sends with its ticket. */
async function openLink(maker: Send, entityId: string, allowExport: '0' | '1' = '0') {
  const made = await maker('POST', '/data/visual/shares', { entityType: 'board', entityId, allowExport });
  const { id, token } = made.data as { id: string; token: string };
  const opened = (await app.stranger('POST', `${BASE}/open`, { token })).data as { ticket: string; view: { canExport: boolean } };
  const send = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    app.stranger(method, `${BASE}/${path}`, body, { 'x-share-ticket': opened.ticket });
  return { ...opened, id, send };
}

describe('the data of a shared board', () => {
  it('are those that its account reads, whatever permissions it has them by', async () => {
    const account = await app.make.user({ perms: [...MAKER, 'visual:board:export'], dataScope: '1' });
    const tables = await app.database.db.selectFrom('metadataTable').select('id').where('tableName', '=', 'sale').execute();
    for (const { id: objectId } of tables)
      await app.admin('POST', '/data/metadata/authorizes', {
        subjectType: 'user',
        subjectId: account.id,
        actions: ['query', 'export'],
        objectType: 'table',
        objectId,
      });
    const { send } = await openLink(app.as(account.token), await boardOf(app.admin, await upload(app.admin)), '1');
    const answer = await send('POST', 'data', { tiles: [{ key: 'a' }] });
    expect(linesOf(answer.raw)).toMatchObject([
      {
        key: 'a',
        data: {
          rows: [
            ['华北', 4],
            ['华东', 3],
          ],
        },
      },
    ]);
    expect((await send('POST', 'export', {})).status).toBe(200);
  });
});

describe('the workbook of a shared board', () => {
  it('is there when the link allows it, with the data that the page shows, and is logged', async () => {
    const id = await boardOf(app.admin, await upload(app.admin));
    const { view, send } = await openLink(app.admin, id, '1');
    expect(view.canExport).toBe(true);
    const answer = await send('POST', 'export', { filters: {}, links: {}, drills: {} });
    expect(answer.status).toBe(200);
    expect(answer.raw.subarray(0, 2).toString()).toBe('PK');
    const logs = await app.database.pool.query(`select 1 from sys_oper_log where title = '导出分享页面的数据'`);
    expect(logs.rowCount).toBeGreaterThan(0);
    const visits = await app.database.pool.query(`select outcome from visual_share_visit where outcome = '导出'`);
    expect(visits.rowCount).toBe(logs.rowCount);
  });

  it('is refused when the link or the rights of its account do not allow it, and without a ticket', async () => {
    const id = await boardOf(app.admin, await upload(app.admin));
    const plain = await openLink(app.admin, id);
    expect(plain.view.canExport).toBe(false);
    expect(await plain.send('POST', 'export', {})).toMatchObject({ status: 403 });

    const sharer = app.as((await app.make.user({ perms: MAKER, dataScope: '1' })).token);
    const without = await openLink(sharer, id, '1');
    expect(without.view.canExport).toBe(false);
    expect(await without.send('POST', 'export', {})).toMatchObject({ status: 403 });
    expect(await app.stranger('POST', `${BASE}/export`, {})).toMatchObject({ status: 404, error: 'share.closed' });
  });
});

describe('many exports at once', () => {
  it('are refused but for a few, and do not keep the platform waiting', async () => {
    const id = await boardOf(app.admin, await upload(app.admin));
    const shared = await openLink(app.admin, id, '1');
    const closed = await openLink(app.admin, id, '0');
    const burst = (work: () => Promise<{ status: number }>) => Promise.all(Array.from({ length: 30 }, work));
    const started = performance.now();
    const [ofLink, ofClosed, own] = await Promise.all([
      burst(() => shared.send('POST', 'export', {})),
      burst(() => closed.send('POST', 'export', {})),
      burst(() => app.admin('POST', '/data/visual/view/export', { entity: 'board', id })),
    ]);
    expect(performance.now() - started).toBeLessThan(9000);
    const statuses = (answers: readonly { status: number }[]) => [...new Set(answers.map(({ status }) => status))].toSorted();
    expect(statuses(ofLink)).toEqual([200, 429]);
    expect(statuses(ofClosed)).toEqual([403]);
    expect(statuses(own)).toEqual([200, 429]);
  }, 60_000);
});

describe('pictures of boards', () => {
  it('are seen by whoever is signed in once they stand on a board, also before and after other versions of it', async () => {
    const reader = app.as((await app.make.user({ perms: [] })).token);
    const name = await upload(app.admin);
    const seen = async () => ((await reader('POST', '/file/files/sign', { fileNames: [name] })).data as unknown[]).length;
    expect(await seen()).toBe(0);
    const id = await boardOf(app.admin, name);
    expect(await seen()).toBe(1);
    const { version } = (await app.admin('GET', `/data/visual/boards/${id}`)).data as { version: number };
    const empty = { v: 1, tabs: [{ id: 'main', name: '首页', layout: [tileOf('a', chartOf(sales, ['region'], ['amount']))] }] };
    const saved = await app.admin('PUT', `/data/visual/boards/build/${id}`, { boardConfig: empty, version });
    expect(saved, saved.msg).toMatchObject({ status: 200 });
    // viewers still see the published version
    expect(await seen()).toBe(1);
    const again = await app.admin('POST', `/data/visual/boards/publish/${id}`, { version: saved.data.version, name: null });
    expect(again, again.msg).toMatchObject({ status: 200 });
    expect(await seen()).toBe(0);
  });

  it('of somebody else are not opened by naming them', async () => {
    const secret = await upload(app.admin);
    const thief = app.as((await app.make.user({ perms: [...MAKER, 'visual:board:list'], dataScope: '1' })).token);
    const boardConfig = { v: 1, tabs: [{ id: 'main', name: '首页', layout: [image(secret)] }] };
    expect(await thief('POST', '/data/visual/boards', { boardName: '偷看', boardConfig })).toMatchObject({ status: 200 });
    expect((await thief('POST', '/file/files/sign', { fileNames: [secret] })).data).toEqual([]);
  });

  it('load on a shared page, and no other file does', async () => {
    const [shown, other] = [await upload(app.admin), await upload(app.admin)];
    const { send } = await openLink(app.admin, await boardOf(app.admin, shown));
    const answer = (await send('POST', 'pictures', { fileNames: [shown, other] })).data as { fileName: string; url: string }[];
    expect(answer.map(({ fileName }) => fileName)).toEqual([shown]);
    const picture = await app.stranger('GET', answer[0]!.url.replace('/sjzt-datax', ''));
    expect(picture.status).toBe(200);
    expect(picture.raw.equals(PNG)).toBe(true);
    expect(await app.stranger('POST', `${BASE}/pictures`, { fileNames: [shown] })).toMatchObject({ status: 404, error: 'share.closed' });
  });

  it('end with their link at once, and are opened by no other address', async () => {
    const [shown, other] = [await upload(app.admin), await upload(app.admin)];
    const { id, send } = await openLink(app.admin, await boardOf(app.admin, shown));
    const [{ url }] = (await send('POST', 'pictures', { fileNames: [shown] })).data as [{ url: string }];
    const path = url.replace('/sjzt-datax', '');
    expect((await app.stranger('GET', path)).status).toBe(200);
    const closed = { status: 404, error: 'share.closed' };
    expect(await app.stranger('GET', path.replace(shown, other))).toMatchObject(closed);
    expect(await app.stranger('GET', path.replace(/e=\d+/, 'e=99999999999'))).toMatchObject(closed);
    expect(await app.stranger('GET', path.split('?')[0]!)).toMatchObject(closed);
    // the address says nothing of the account behind the link, and opens no file elsewhere
    expect(url).not.toMatch(/[?&]u=/);
    expect((await app.stranger('GET', `/file/fileView/${shown}?${path.split('?')[1]}`)).status).toBe(401);
    expect(await app.admin('DELETE', `/data/visual/shares/${id}`)).toMatchObject({ status: 200 });
    expect(await app.stranger('GET', path)).toMatchObject(closed);
  });
});

describe('uploaded maps', () => {
  it('are drawn on shared pages, with the ticket alone', async () => {
    const topology = JSON.parse(readFileSync(new URL('../../../charts/web/map/data/330000.json', import.meta.url), 'utf8')) as Topology;
    const form = new FormData();
    for (const [key, value] of Object.entries({
      adcode: '330000',
      mapName: '浙江省标准地图',
      approvalNo: '浙S(2024)12号',
      vintage: '2024',
    }))
      form.append(key, value);
    form.append('file', new Blob([JSON.stringify(featuresOf(topology))]), '浙江.geojson');
    expect(await app.admin('POST', '/data/visual/maps', form)).toMatchObject({ status: 200 });
    const { send } = await openLink(app.admin, await boardOf(app.admin, await upload(app.admin)));
    expect((await send('GET', 'maps')).data).toMatchObject([{ adcode: '330000', approvalNo: '浙S(2024)12号' }]);
    expect((await send('GET', 'maps/330000')).status).toBe(200);
    expect((await send('GET', 'maps/320000')).status).toBe(404);
    for (const path of ['maps', 'maps/330000'])
      expect(await app.stranger('GET', `${BASE}/${path}`)).toMatchObject({ status: 404, error: 'share.closed' });
  });
});
