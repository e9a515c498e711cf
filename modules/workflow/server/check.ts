import type { App } from '#kit/server/ctx.ts';
import type { EngineEvent, InstanceState } from '../core/engine/state.ts';
import type { Definitions } from '../core/model.ts';
import { faultsOf, type Entry, type Recorded, type Version } from '../core/replay.ts';
import { definitionsOf } from './definitions-of.ts';
import { findType } from './types.ts';

const keyOf = ({ definitionId, called }: Version): string => JSON.stringify([definitionId, called]);

/** Reads all versions that a history goes through. */
async function versionsOf(app: App, version: Version, history: readonly Entry[]): Promise<(version: Version) => Definitions> {
  const known = new Map<string, Definitions>();
  const migrations = history.flatMap(({ command }) => (command.type === 'migrate' ? [command.from, command.to] : []));
  for (const one of [version, ...migrations])
    if (!known.has(keyOf(one))) known.set(keyOf(one), await definitionsOf(app.db, one.definitionId, one.called));
  return (one) => known.get(keyOf(one)) ?? {};
}

/** Flow status on the record; null when it is gone, or when a newer instance decides about it. */
async function recordStatusOf(app: App, row: { id: string; businessType: string; businessKey: string }): Promise<string | null> {
  const newest = await app.db
    .selectFrom('flowInstance')
    .select('id')
    .where('businessType', '=', row.businessType)
    .where('businessKey', '=', row.businessKey)
    .orderBy('startTime', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const type = await findType({ app, db: app.db }, row.businessType);
  if (newest?.id !== row.id || !type) return null;
  try {
    return await app.db.transaction().execute(async (db) => (await type.load({ app, db, now: app.now() }, row.businessKey)).flowStatus);
  } catch {
    return null;
  }
}

/** What of I1 to I6 an instance breaks, in sentences; empty when everything fits. Read at one moment. */
export async function faultsOfInstance(app: App, id: string): Promise<string[]> {
  const found = await app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const row = await db.selectFrom('flowInstance').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) return null;
      const open = await db.selectFrom('flowTask').select('engineTask').where('instanceId', '=', id).where('state', '=', 'todo').execute();
      const timers = await db.selectFrom('flowTimer').select('timer').where('instanceId', '=', id).execute();
      const history = await db
        .selectFrom('flowHistory')
        .select(['rev', 'createTime', 'command', 'answers', 'events'])
        .where('instanceId', '=', id)
        .orderBy('rev')
        .execute();
      return { row, open, timers, history };
    });
  if (!found) return [`instance ${id} is not there`];
  const { row, open, timers, history } = found;
  const version: Version = { definitionId: row.definitionId, called: row.called as Record<string, string> };
  const entries: Entry[] = history.map((each) => ({
    rev: each.rev,
    at: new Date(each.createTime).getTime(),
    command: each.command as unknown as Recorded,
    answers: each.answers as Record<string, unknown>,
    events: each.events as unknown as EngineEvent[],
  }));
  const isEnded = row.endTime !== null;
  return faultsOf(
    {
      version,
      state: row.state as unknown as InstanceState,
      rev: row.rev,
      flowStatus: row.flowStatus,
      isEnded,
      recordStatus: await recordStatusOf(app, row),
      openTasks: open.map(({ engineTask }) => engineTask),
      timers: timers.map(({ timer }) => timer),
      history: entries,
    },
    await versionsOf(app, version, entries),
  );
}
