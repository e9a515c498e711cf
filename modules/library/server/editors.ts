import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import type { DocKind } from '../contract/item.ts';
import { EDITOR_BEAT_MS, editorCalls as contract, type OtherEditor } from '../contract/editor.ts';
import { assertMay } from './folders.ts';
import { notifyEditors } from './notify.ts';
import { itemFor } from './reach.ts';
import { COLUMNS } from './store.ts';

/** A window that was not heard of for two beats and a little more is gone. */
const LIFE_MS = { seen: 2.5 * EDITOR_BEAT_MS.seen, hidden: 2.5 * EDITOR_BEAT_MS.hidden };
const MAX_EDITORS = 50;

interface Window {
  readonly kind: DocKind;
  readonly id: string;
  readonly windowKey: string;
}

/** Notes that a window is there; answers whether that is news to the others. */
async function noted(ctx: Ctx, { kind, id, windowKey, isHidden }: Window & { readonly isHidden: boolean }): Promise<boolean> {
  const hidden = isHidden ? '1' : '0';
  const until = new Date(ctx.now.getTime() + (isHidden ? LIFE_MS.hidden : LIFE_MS.seen));
  const { rows } = await sql<{ wasThere: boolean }>`
    with before as (select is_hidden, until_time from visual_editor
      where entity_type = ${kind} and entity_id = ${id} and session_id = ${ctx.session.id} and window_key = ${windowKey})
    insert into visual_editor (entity_type, entity_id, session_id, window_key, user_id, is_hidden, until_time)
      values (${kind}, ${id}, ${ctx.session.id}, ${windowKey}, ${ctx.user.id}, ${hidden}, ${until})
    on conflict (entity_type, entity_id, session_id, window_key) do update set is_hidden = excluded.is_hidden, until_time = excluded.until_time
    returning exists (select 1 from before where is_hidden = ${hidden} and until_time > ${ctx.now}) as was_there`.execute(ctx.db);
  return rows[0]?.wasThere !== true;
}

/** Removes windows that are gone, of whatever document: few are open at a time. */
const forgetGone = (ctx: Ctx) => ctx.db.deleteFrom('visualEditor').where('untilTime', '<=', ctx.now).execute();

/** Who else has the document open, the caller in other windows too; a row per person, those that look at it first. */
async function othersOf(ctx: Ctx, { kind, id, windowKey }: Window): Promise<OtherEditor[]> {
  const rows = await ctx.db
    .selectFrom('visualEditor as e')
    .innerJoin('sysUser as u', 'u.id', 'e.userId')
    .leftJoin('sysDept as d', 'd.id', 'u.deptId')
    .select(['u.id', 'u.nickname as name', 'd.deptName'])
    .select((q) => q.fn.min<string>('e.isHidden').as('isHidden'))
    .where('e.entityType', '=', kind)
    .where('e.entityId', '=', id)
    .where('e.untilTime', '>', ctx.now)
    .where((q) => q.or([q('e.sessionId', '!=', ctx.session.id), q('e.windowKey', '!=', windowKey)]))
    .groupBy(['u.id', 'u.nickname', 'd.deptName'])
    .orderBy('isHidden')
    .orderBy('u.nickname')
    .orderBy('u.id')
    .limit(MAX_EDITORS)
    .execute();
  return rows.map(({ isHidden, ...person }) => ({ ...person, isYou: person.id === ctx.user.id, isAway: isHidden === '1' }));
}

/** Who stored the document last, and when. */
async function lastChange(ctx: Ctx, kind: DocKind, id: string) {
  const { rows } = await sql<{ version: number; updateBy: string | null; time: Date; by: string | null }>`
    select item.version, item.update_by, item.update_time as time, u.nickname as by
    from ${sql.table(COLUMNS[kind].table)} item left join sys_user u on u.id = item.update_by where item.id = ${id}`.execute(ctx.db);
  return rows.map(({ version, updateBy, time, by }) => ({ version, by, isOwn: updateBy === ctx.user.id, time }))[0] ?? null;
}

/** Who has a document open for editing: told to those alone who may change it. */
export const editorRoutes = implement(contract, {
  async here(ctx, { params, body }) {
    const { kind, id } = params;
    const permission = assertMay(ctx, kind, 'build');
    const item = await itemFor(ctx, kind, id, 'edit', { permission });
    const own = { kind, id, windowKey: body.windowKey, isHidden: body.isHidden };
    if (await noted(ctx, own)) {
      await forgetGone(ctx);
      await notifyEditors(ctx.app, ctx.db, kind, id);
    }
    return { editors: await othersOf(ctx, own), newer: item.version > body.version ? await lastChange(ctx, kind, id) : null };
  },
  /** also for those who may not change it any more: what goes is their own window */
  async leave(ctx, { params: { kind, id }, body }) {
    const gone = await ctx.db
      .deleteFrom('visualEditor')
      .where('entityType', '=', kind)
      .where('entityId', '=', id)
      .where('sessionId', '=', ctx.session.id)
      .where('windowKey', '=', body.windowKey)
      .executeTakeFirst();
    if (gone.numDeletedRows > 0n) await notifyEditors(ctx.app, ctx.db, kind, id);
    return null;
  },
});
