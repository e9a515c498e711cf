import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '#kit/server/ctx.ts';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { notifySynced, onSourceSynced } from './synced.ts';
import { testSource } from './test-source.ts';

const app = startApp();
const source = testSource(app, `create table customer (id int primary key, name text)`);
let id = '';
const heard: string[] = [];
const hear = async (db: Db, sourceId: string) => {
  await db.selectFrom('metadataSource').select('id').where('id', '=', sourceId).executeTakeFirstOrThrow();
  heard.push(sourceId);
};
/** What the minute does on a node, by hand: the scheduler runs the same task. */
const minute = async () => {
  const { followSynced } = await import('./synced.ts');
  await followSynced.run({ app: app.node.app, signal: new AbortController().signal } as Parameters<typeof followSynced.run>[0]);
};
const synced = () => app.database.db.updateTable('metadataSource').set({ syncTime: app.node.app.now() }).where('id', '=', id).execute();

beforeAll(async () => {
  onSourceSynced(app.node.app, 'test.heard', hear);
  id = await source.register();
  // registering synchronises too, and that is followed after its commit
  await until(
    () => Promise.resolve(heard.length),
    (count) => count > 0,
  );
});
beforeEach(() => void heard.splice(0));

test('a synchronisation is followed at once, and not again by the minute', async () => {
  await synced();
  await notifySynced(app.node.app, id);
  expect(heard).toEqual([id]);
  await minute();
  await notifySynced(app.node.app, id);
  expect(heard).toEqual([id]);
});

test('what a node could not follow because it was killed after the commit is followed once, whoever starts next', async () => {
  await synced();
  // no callback: the node died here. Two nodes come back at once.
  await Promise.all([minute(), minute()]);
  expect(heard).toEqual([id]);
});

test('a follower that fails is tried again, and keeps the others from nothing', async () => {
  let failures = 1;
  const stop = onSourceSynced(app.node.app, 'test.failing', async (db, sourceId) => {
    if (failures-- > 0) throw new Error('not now');
    await hear(db, sourceId);
  });
  await synced();
  await notifySynced(app.node.app, id);
  expect(heard).toEqual([id]);
  await minute();
  expect(heard).toEqual([id, id]);
  await minute();
  expect(heard).toEqual([id, id]);
  stop();
});
