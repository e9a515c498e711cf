import { beforeAll, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { boardConfigOf, chartConfigOf, screenConfigOf } from './test-documents.ts';

const app = startApp();
const VERBS = ['list', 'detail', 'add', 'edit', 'build', 'remove', 'copy', 'publish', 'preview'];
const PATHS = { chart: '/data/visual/charts', board: '/data/visual/boards', screen: '/data/visual/screens' } as const;
const DOCUMENTS = { chart: chartConfigOf, board: boardConfigOf, screen: screenConfigOf } as const;
const KINDS = ['chart', 'board', 'screen'] as const;
type Kind = (typeof KINDS)[number];
const REFUSED = '由更新版本的平台保存，当前版本不能打开，请升级平台后重试';

let owner: Send;
let set = '';
beforeAll(async () => {
  const perms = KINDS.flatMap((kind) => VERBS.map((verb) => `visual:${kind}:${verb}`));
  owner = app.as((await app.make.user({ perms, dataScope: '1' })).token);
  set = app.node.app.ids.next();
  const model = { v: 1, origin: { kind: 'platform', code: 'x' }, fields: [{ id: 'a', name: 'A', role: 'dimension', type: 'string' }] };
  await app.database.db
    .insertInto('visualDataSet')
    .values({ id: set, setName: '合同', setKind: 'platform', model: JSON.stringify(model), createBy: 'nobody', isShared: '1' })
    .execute();
});

async function make(kind: Kind): Promise<{ id: string; path: string; config: object }> {
  const config = DOCUMENTS[kind](set);
  const made = await owner('POST', PATHS[kind], {
    [`${kind}Name`]: `经营${Math.random()}`,
    [`${kind}Config`]: kind === 'chart' ? JSON.stringify(config) : config,
  });
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 200 });
  return { id: made.data.id as string, path: PATHS[kind], config };
}
/** Puts into the database what another program would have stored there. */
async function store(kind: Kind, id: string, config: object): Promise<void> {
  const text = JSON.stringify(config);
  const { db } = app.database;
  if (kind === 'chart') await db.updateTable('visualChart').set({ chartJson: text }).where('id', '=', id).execute();
  if (kind === 'board') await db.updateTable('visualBoard').set({ boardJson: text }).where('id', '=', id).execute();
  if (kind === 'screen') await db.updateTable('visualScreen').set({ screenJson: text }).where('id', '=', id).execute();
  await db.updateTable('visualVersion').set({ doc: text }).where('entityType', '=', kind).where('entityId', '=', id).execute();
}

it.each(KINDS)('a %s of today is answered as it was put', async (kind) => {
  const { id, path, config } = await make(kind);
  const found = (await owner('GET', `${path}/${id}`)).data[`${kind}Config`] as unknown;
  expect(typeof found === 'string' ? JSON.parse(found) : found).toEqual(config);
});

it.each(KINDS)('a %s that a later program stored is neither opened, copied, published nor overwritten', async (kind) => {
  const { id, path, config } = await make(kind);
  const { version } = (await owner('GET', `${path}/${id}`)).data as { version: number };
  const later = { ...config, v: 7, novelty: ['what this program does not know'] };
  await store(kind, id, later);
  const sent = kind === 'chart' ? JSON.stringify(config) : config;
  const answers = [
    await owner('GET', `${path}/${id}`),
    await owner('PUT', `${path}/build/${id}`, { [`${kind}Config`]: sent, version }),
    await owner('POST', `${path}/copy/${id}`, {}),
    await owner('GET', `/data/visual/versions/${kind}/${id}/no/1`),
    await owner('POST', `/data/visual/versions/${kind}/${id}/no/1/restore`, { version }),
    ...(kind === 'chart' ? [] : [await owner('POST', `${path}/publish/${id}`, { version })]),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(422);
    expect(answer.body.msg).toContain(REFUSED);
  }
  // the list is still there, and so is the document
  expect((await owner('GET', `${path}/page`)).status).toBe(200);
  await store(kind, id, config);
  expect((await owner('GET', `${path}/${id}`)).status).toBe(200);
});

it.each(['board', 'screen'] as const)('a published %s of a later program is refused to viewers, not shown empty', async (kind) => {
  const { id, path, config } = await make(kind);
  const { version } = (await owner('GET', `${path}/${id}`)).data as { version: number };
  expect(await owner('POST', `${path}/publish/${id}`, { version })).toMatchObject({ status: 200 });
  await store(kind, id, { ...config, v: 7 });
  const seen = await owner('GET', `${path}/view/${id}`);
  expect(seen.status).toBe(422);
  expect(seen.body.msg).toContain(REFUSED);
});

it.each(KINDS)('a %s from a later program is not taken in', async (kind) => {
  const { id, path, config } = await make(kind);
  const { version } = (await owner('GET', `${path}/${id}`)).data as { version: number };
  const later = { ...config, v: 7 };
  const answer = await owner('PUT', `${path}/build/${id}`, {
    [`${kind}Config`]: kind === 'chart' ? JSON.stringify(later) : later,
    version,
  });
  expect(answer.status).toBe(400);
  expect(answer.body.msg).toContain('来自更新版本的平台');
});
