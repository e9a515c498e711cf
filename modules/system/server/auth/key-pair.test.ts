import { expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { currentKey, prepareKey } from './key-pair.ts';

const app = startApp();
const keys = () => app.database.db.selectFrom('sysRsaKey').select(['id', 'createTime']).orderBy('id').execute();

test('the key is there before the first sign-in page asks', async () => {
  expect(await until(keys, (rows) => rows.length > 0)).toHaveLength(1);
});

test('80 callers without a key make one, and all get it; so do callers on two nodes', async () => {
  await app.database.db.deleteFrom('sysRsaKey').execute();
  // another node: its own memory, the same database
  const other = { ...app.node.app };
  const got = await Promise.all(Array.from({ length: 80 }, (_, at) => currentKey(at % 2 ? other : app.node.app)));
  const [key, second] = await keys();
  expect(second).toBeUndefined();
  expect(new Set(got.map(({ id }) => id))).toEqual(new Set([key!.id]));
  expect((await app.stranger('GET', '/system/captchaImage')).data.keyId).toBe(key!.id);
});

test('the next key is made before the current one is due', async () => {
  const [first] = await keys();
  const begun = app.clock.now;
  app.clock.now = new Date(begun.getTime() + 23 * 3_600_000);
  expect((await currentKey(app.node.app)).id).toBe(first!.id);
  const next = await prepareKey(app.node.app);
  expect(next.id).not.toBe(first!.id);
  expect((await currentKey(app.node.app)).id).toBe(next.id);
  expect(await keys()).toHaveLength(2);
});
