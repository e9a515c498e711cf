import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, startNode, testSettings, type Send, type TestApp } from '#kit/test/app.ts';
import { listen, readEvents, type Reader } from '#kit/test/events.ts';

const app = startApp();
const B = '/data/visual/boards';
const PERMS = ['list', 'detail', 'add', 'edit', 'build', 'publish', 'grant'].map((verb) => `visual:board:${verb}`);
const [HERS, HIS] = ['anna00000001', 'bert00000001'];
let other: TestApp['node'];
let otherPort = 0;
const readers: Reader[] = [];

interface Person {
  id: string;
  token: string;
  send: Send;
}
async function person(perms = PERMS, dataScope: '1' | '5' = '1'): Promise<Person> {
  const { id, token } = await app.make.user({ perms, dataScope });
  return { id, token, send: app.as(token) };
}
let anna: Person;
let bert: Person;

beforeAll(async () => {
  other = await startNode(app.connection, testSettings('/tmp'), app.clock);
  otherPort = await listen(other);
  [anna, bert] = [await person(), await person()];
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await other.stop();
});

async function board(): Promise<string> {
  const made = await anna.send('POST', B, { boardName: '经营看板' });
  expect(made.status).toBe(200);
  return made.data.id as string;
}
const here = (who: Person, id: string, windowKey: string, more: object = {}) =>
  who.send('POST', `/data/visual/editors/board/${id}`, { windowKey, isHidden: false, version: 1, ...more });
/** The other editors as one hears of them. */
const heard = async (...args: Parameters<typeof here>) =>
  (await here(...args)).data.editors as { id: string; isYou: boolean; isAway: boolean }[];
const ids = async (...args: Parameters<typeof here>) => (await heard(...args)).map(({ id }) => id);
/** So many milliseconds pass. */
const later = (ms: number): void => void (app.clock.now = new Date(app.clock.now.getTime() + ms));
/** A browser on the second node. */
async function browser(who: Person): Promise<Reader> {
  const reader = await readEvents(otherPort, '/system/push/stream', { authorization: `Bearer ${who.token}` });
  readers.push(reader);
  await reader.wait('open');
  return reader;
}

it('whoever opens a document sees who has it open, also over another node, and hears when somebody comes and goes', async () => {
  const id = await board();
  expect(await ids(anna, id, HERS)).toEqual([]);
  const hers = await browser(anna);
  expect(await ids(bert, id, HIS)).toEqual([anna.id]);
  expect((await hers.wait('editors')).data).toEqual({ entity: 'board', id });
  expect(await heard(anna, id, HERS)).toMatchObject([{ id: bert.id, isYou: false, isAway: false }]);
  expect((await bert.send('POST', `/data/visual/editors/board/${id}/leave`, { windowKey: HIS })).status).toBe(200);
  await hers.wait('editors', 2);
  expect(await ids(anna, id, HERS)).toEqual([]);
});

it('windows of one person are one line, one’s own other window is said to be one’s own, and nobody ends windows of others', async () => {
  const id = await board();
  await here(anna, id, HERS);
  await here(bert, id, HIS, { isHidden: true });
  await here(bert, id, 'bert00000002');
  expect(await heard(anna, id, HERS)).toMatchObject([{ id: bert.id, isAway: false }]);
  expect(await heard(bert, id, HIS)).toMatchObject([
    { id: anna.id, isYou: false },
    { id: bert.id, isYou: true },
  ]);
  await anna.send('POST', `/data/visual/editors/board/${id}/leave`, { windowKey: HIS });
  expect(await ids(anna, id, HERS)).toEqual([bert.id]);
});

it('what somebody else has stored is told at once, with who did it and when', async () => {
  const id = await board();
  const { version } = (await anna.send('GET', `${B}/${id}`)).data;
  expect((await here(anna, id, HERS, { version })).data.newer).toBeNull();
  const hers = await browser(anna);
  const saved = await bert.send('PUT', `${B}/build/${id}`, { version, boardConfig: { v: 1, tabs: [{ id: 't', name: '新', layout: [] }] } });
  expect(saved.status).toBe(200);
  await hers.wait('editors');
  const { nickname } = (await app.admin('GET', `/system/users/${bert.id}`)).data;
  const { newer } = (await here(anna, id, HERS, { version })).data;
  expect(newer).toEqual({ version: saved.data.version, by: nickname, isOwn: false, time: expect.any(String) });
  expect((await here(bert, id, HIS, { version })).data.newer).toMatchObject({ isOwn: true });
  expect((await here(anna, id, HERS, { version: saved.data.version })).data.newer).toBeNull();
});

it('who may not change the document hears nothing of who does, neither when asking nor by a message', async () => {
  const id = await board();
  await here(anna, id, HERS);
  const looker = await person(['visual:board:list', 'visual:board:detail']);
  const stranger = await person(PERMS, '5');
  expect((await here(looker, id, 'looker000001')).status).toBe(403);
  expect((await here(stranger, id, 'stranger0001')).status).toBe(404);
  const shared = await anna.send('PUT', `${B}/shared/${id}`, { isShared: '1' });
  expect(shared.status).toBe(200);
  expect((await here(stranger, id, 'stranger0001')).status).toBe(404);
  expect((await app.stranger('POST', `/data/visual/editors/board/${id}`, { windowKey: HERS, isHidden: false, version: 1 })).status).toBe(
    401,
  );
  const [his, theirs] = [await browser(bert), await browser(stranger)];
  await here(bert, id, HIS);
  await his.wait('editors');
  await app.node.app.push.send(app.database.db, 'everybody', { kind: 'bell', data: { unread: 1 } });
  await theirs.wait('bell');
  expect(theirs.received.map(({ event }) => event)).not.toContain('editors');
  expect(await ids(anna, id, HERS)).toEqual([bert.id]);
});

it('a window that says nothing any more is gone after some seconds, one that is not looked at after some minutes', async () => {
  const id = await board();
  await here(anna, id, HERS);
  await here(bert, id, HIS);
  later(10_000);
  expect(await ids(anna, id, HERS)).toEqual([bert.id]);
  later(3_000);
  expect(await ids(anna, id, HERS)).toEqual([]);
  await here(bert, id, HIS, { isHidden: true });
  later(60_000);
  expect(await heard(anna, id, HERS)).toMatchObject([{ id: bert.id, isAway: true }]);
  later(60_000);
  expect(await ids(anna, id, HERS)).toEqual([]);
});
