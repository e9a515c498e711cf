import { expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';
import { chartOf, field, linesOf, storeBoard, storeSet, tileOf } from './test-documents.ts';

const app = startApp();
const source = testSource(app, `create table sale (region text, amount int); insert into sale values ('east', 3), ('north', 4)`);

it('two persons of one role, whose grant speaks of the person, see their own rows of one tile', async () => {
  const sourceId = await source.register();
  await synchronised(app, sourceId);
  const table = await app.database.db
    .selectFrom('metadataTable')
    .select('id')
    .where('sourceId', '=', sourceId)
    .where('tableName', '=', 'sale')
    .executeTakeFirstOrThrow();
  const roleId = await app.make.role({ perms: [] });
  const given = await app.admin('POST', '/data/metadata/authorizes', {
    subjectType: 'role',
    subjectId: roleId,
    objectType: 'table',
    objectId: table.id,
    actions: ['query', 'preview'],
    rowFilter: 'region = ${user.username}',
  });
  expect(given.status, given.msg).toBe(200);
  const viewer = async (username: string): Promise<Send> => {
    const { token } = await app.make.user({ username, perms: ['visual:board:preview'], dataScope: '1', roles: [roleId] });
    return app.as(token);
  };
  const set = await storeSet(app, {
    sourceId,
    origin: { kind: 'table', table: { schema: 'public', table: 'sale' } },
    fields: [field('region', 'dimension', 'string'), field('amount', 'measure', 'number', { agg: 'sum' })],
  });
  const id = await storeBoard(app, { tiles: [tileOf('a', chartOf(set, ['region'], ['amount']))] });
  const seen = async (send: Send) => {
    const answer = await send('POST', '/data/visual/view/data', { entity: 'board', id, tiles: [{ key: 'a' }] });
    expect(answer.status, answer.msg).toBe(200);
    return (linesOf(answer.raw)[0]?.data as { rows: unknown[] } | undefined)?.rows;
  };
  const [east, north] = [await viewer('east'), await viewer('north')];
  expect(await seen(east)).toEqual([['east', 3]]);
  expect(await seen(north)).toEqual([['north', 4]]);
  expect(await seen(east)).toEqual([['east', 3]]);
});
