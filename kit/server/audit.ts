import { sql, type Insertable } from 'kysely';
import Bowser from 'bowser';
import type { AppError } from '#kit/contract/errors.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { App, AuditTrail, Change, Ctx, Db } from './ctx.ts';
import { executeLater } from './db/postponed.ts';
import { steadyQuery } from './db/steady.ts';
import type { Tables } from './db/tables.ts';
import { redact, redactedText } from './redact.ts';

/** Bookkeeping columns, left out of the recorded differences. */
const SILENT = new Set(['version', 'createBy', 'createTime', 'updateBy', 'updateTime', 'createDept', 'deletedAt']);

export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}
/** A changed row as it is stored: only the fields that differ. */
export interface StoredChange {
  entity: string;
  id: string;
  name: string | null;
  kind: 'create' | 'update' | 'remove';
  fields: FieldChange[];
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Before and after of one row, reduced to the fields that differ, without secrets. */
function differences(change: Change): StoredChange {
  const before = (redact(change.before) ?? {}) as Record<string, unknown>;
  const after = (redact(change.after) ?? {}) as Record<string, unknown>;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !SILENT.has(name));
  return {
    entity: change.entity,
    id: change.id,
    name: change.name ?? null,
    kind: change.before === null ? 'create' : change.after === null ? 'remove' : 'update',
    fields: names
      .filter((name) => !same(before[name], after[name]))
      .map((name) => ({ field: name, before: before[name] ?? null, after: after[name] ?? null })),
  };
}

/** Collects the row changes of one call; the kit stores them with the operation-log row of that call. */
export class ChangeCollector implements AuditTrail {
  readonly changes: StoredChange[] = [];
  readonly notes: string[] = [];

  change(change: Change): void {
    this.changes.push(differences(change));
  }

  note(text: string): void {
    this.notes.push(text);
  }
}

/**
 * Name of the module in a log row, from the path: `/system/posts` → `system`. Paths that begin with `/data` are shared by several modules,
 * so the second segment counts: `/data/visual/boards` → `visual`.
 */
export function moduleOf(route: Pick<AnyRoute, 'path'>): string {
  const [, first = '', second] = route.path.split('/');
  return first === 'data' && second !== undefined ? second : first;
}

/** The called path with its parameters, without those that are secrets (a token in the logout path). */
function uriOf(route: AnyRoute, params: Record<string, unknown>): string {
  const shown = redact(params) as Record<string, unknown>;
  return route.path.replace(/:(\w+)/g, (_, name: string) => (name in shown ? String(shown[name]) : '***')).slice(0, 500);
}

interface Outcome {
  ctx: Pick<Ctx, 'caller' | 'ip' | 'userAgent' | 'requestId' | 'route'>;
  params: Record<string, unknown>;
  body: unknown;
  trail: ChangeCollector;
  ms: number;
  error: AppError | null;
}

const loggedCall = steadyQuery((db, row: Insertable<Tables['sysOperLog']>) => db.insertInto('sysOperLog').values(row));

/** Writes one operation-log row: inside the call's transaction on success, on its own after a failure. */
export async function writeOperLog(app: App, db: Db, outcome: Outcome): Promise<void> {
  const { ctx, trail, error } = outcome;
  const agent = ctx.userAgent ? Bowser.parse(ctx.userAgent) : null;
  const id = app.ids.next();
  const now = app.now();
  const row: Insertable<Tables['sysOperLog']> = {
    id,
    module: moduleOf(ctx.route),
    title: ctx.route.audit ?? ctx.route.summary,
    userId: ctx.caller?.user.id ?? null,
    userName: ctx.caller?.user.username ?? null,
    deptId: ctx.caller?.user.deptId ?? null,
    remoteAddr: ctx.ip,
    requestUri: uriOf(ctx.route, outcome.params),
    requestMethod: ctx.route.method,
    params: redactedText(outcome.body, ctx.route.body),
    timeMs: Math.round(outcome.ms),
    browser: agent ? [agent.browser.name, agent.browser.version].filter(Boolean).join(' ') || null : null,
    os: agent ? [agent.os.name, agent.os.versionName ?? agent.os.version].filter(Boolean).join(' ') || null : null,
    result: error ? '0' : '1',
    exCode: error?.key ?? null,
    exMsg: error ? error.message.slice(0, 500) : null,
    note: trail.notes.join('；').slice(0, 2000) || null,
    changes: JSON.stringify(error ? [] : trail.changes),
    requestId: ctx.requestId,
    createTime: now,
  };
  // goes with the commit
  await executeLater(db, loggedCall(db, row));
  const touched = error ? [] : [...new Set(trail.changes.map((change) => change.id))];
  if (touched.length > 0)
    await db
      .insertInto('sysOperLogEntity')
      .values(touched.map((entityId) => ({ entityId, logId: id, createTime: sql<Date>`${now}` })))
      .execute();
}
