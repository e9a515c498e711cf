import type { App } from '#kit/server/ctx.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { notify } from '#modules/notices/server/index.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { change as contract, CHANGE_KINDS } from '../../contract/change.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';

const LIST = '/metadata/changerecord';
/** Above this number of changed tables per run a person gets one summary message. */
const MAX_MESSAGES = 20;
/** Permissions with one of which a person may open the list of changes. */
const READS = ['metadata:changerecord:list'];

interface Affected {
  readonly tableId: string | null;
  readonly name: string;
  readonly kinds: Record<string, number>;
  readonly count: number;
}

/** What a run changed, by table; routines are one entry without a table. */
async function affectedBy(app: App, runId: string): Promise<Affected[]> {
  const rows = await app.db
    .selectFrom('metadataChangeRecord as c')
    .leftJoin('metadataTable as t', 't.id', 'c.tableId')
    .select((e) => ['c.tableId', 't.schemaName', 't.tableName', 't.tableComment', 'c.changeKind', e.fn.countAll<string>().as('n')])
    .where('c.runId', '=', runId)
    .groupBy(['c.tableId', 't.schemaName', 't.tableName', 't.tableComment', 'c.changeKind'])
    .orderBy('t.schemaName')
    .orderBy('t.tableName')
    .execute();
  const byTable = new Map<string | null, Affected>();
  for (const row of rows) {
    const name = row.tableName === null ? '存储过程' : (row.tableComment ?? `${row.schemaName}.${row.tableName}`);
    const known = byTable.get(row.tableId);
    const kinds = { ...known?.kinds, [row.changeKind]: Number(row.n) };
    byTable.set(row.tableId, { tableId: row.tableId, name, kinds, count: (known?.count ?? 0) + Number(row.n) });
  }
  return [...byTable.values()];
}

/** Owners and followers of a source and of its changed tables: account → tables, `all` for those of the whole source. */
async function interestedIn(app: App, sourceId: string, affected: readonly Affected[]): Promise<Map<string, Set<string> | 'all'>> {
  const people = new Map<string, Set<string> | 'all'>();
  const ids = affected.flatMap(({ tableId }) => tableId ?? []);
  const whole = await app.db
    .selectFrom('metadataFollow')
    .select('userId')
    .where('objectType', '=', 'source')
    .where('objectId', '=', sourceId)
    .unionAll((e) =>
      e
        .selectFrom('metadataSource')
        .select('ownerId as userId')
        .where('id', '=', sourceId)
        .where('ownerId', 'is not', null)
        .$castTo<{ userId: string }>(),
    )
    .execute();
  for (const { userId } of whole) people.set(userId, 'all');
  for (let at = 0; at < ids.length; at += 5000) {
    const some = ids.slice(at, at + 5000);
    const rows = await app.db
      .selectFrom('metadataFollow')
      .select(['userId', 'objectId as tableId'])
      .where('objectType', '=', 'table')
      .where('objectId', 'in', some)
      .unionAll((e) =>
        e
          .selectFrom('metadataTable')
          .select(['ownerId as userId', 'id as tableId'])
          .where('id', 'in', some)
          .where('ownerId', 'is not', null)
          .$castTo<{ userId: string; tableId: string }>(),
      )
      .execute();
    for (const { userId, tableId } of rows) {
      const own = people.get(userId);
      if (own === 'all') continue;
      if (own) own.add(tableId);
      else people.set(userId, new Set([tableId]));
    }
  }
  return people;
}

/** Ids of the tables that an account may see now; without the right no message is sent. */
async function seenBy(app: App, userId: string, ids: readonly string[]): Promise<{ tables: Set<string>; routines: boolean } | null> {
  const user = await loadAccount(app.db, userId);
  if (!user) return null;
  const signal = new AbortController().signal;
  const { ctx } = detachedCtx(app, { user, route: contract.page, db: app.db, signal, requestId: '', ip: '', userAgent: '' });
  const tables = new Set<string>();
  for (let at = 0; at < ids.length; at += 5000) {
    const rows = await app.db
      .selectFrom('metadataTable')
      .select('id')
      .where('id', 'in', ids.slice(at, at + 5000))
      .where(ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }, 'meta', READS))
      .execute();
    for (const { id } of rows) tables.add(id);
  }
  return { tables, routines: ids.length === 0 || tables.size > 0 };
}

const kindsText = (kinds: Record<string, number>): string =>
  Object.entries(CHANGE_KINDS)
    .flatMap(([kind, label]) => (kinds[kind] ? [`${label} ${kinds[kind]} 项`] : []))
    .join('，');

/**
 * Tells owners and followers what a run changed: one message per table, or one for the whole run when there are many. Telling twice is
 * harmless, each message has a key. Tables that a person does not see are left out.
 */
export async function notifyAboutRun(app: App, sourceId: string, runId: string): Promise<void> {
  const affected = await affectedBy(app, runId);
  if (affected.length === 0) return;
  const people = await interestedIn(app, sourceId, affected);
  if (people.size === 0) return;
  await todosChanged(app, app.db, [...people.keys()]);
  const source = await app.db.selectFrom('metadataSource').select('sourceName').where('id', '=', sourceId).executeTakeFirst();
  const sourceName = source?.sourceName ?? '';
  for (const [userId, wanted] of people) {
    const mine = affected.filter(({ tableId }) => wanted === 'all' || (tableId !== null && wanted.has(tableId)));
    const seen = await seenBy(
      app,
      userId,
      mine.flatMap(({ tableId }) => tableId ?? []),
    );
    if (!seen) continue;
    const visible = mine.filter(({ tableId }) => (tableId === null ? seen.routines : seen.tables.has(tableId)));
    if (visible.length > MAX_MESSAGES) {
      const changes = visible.reduce((sum, one) => sum + one.count, 0);
      await notify(app, app.db, {
        to: [userId],
        kind: 'record',
        title: `数据源“${sourceName}”有 ${visible.length} 张表结构变更`,
        text: `同步发现 ${changes} 项变更，请核对并确认。`,
        path: `${LIST}?q=${encodeURIComponent(`sourceId:${sourceId},runId:${runId}`)}`,
        key: `metadata.change:${runId}`,
      });
      continue;
    }
    for (const one of visible)
      await notify(app, app.db, {
        to: [userId],
        kind: 'record',
        title: `“${one.name}”结构变更`,
        text: `数据源“${sourceName}”同步发现：${kindsText(one.kinds)}。请核对并确认。`,
        path: `${LIST}?q=${encodeURIComponent(one.tableId ? `tableId:${one.tableId}` : `sourceId:${sourceId},objectType:routine`)}`,
        key: `metadata.change:${runId}:${one.tableId ?? 'routine'}`,
      });
  }
}
