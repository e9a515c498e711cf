import * as z from 'zod';
import { may } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { App } from '../ctx.ts';
import type { Served } from '../module.ts';
import type { Call } from './context.ts';
import { readWithin, type Handler } from './run-call.ts';

type Row = Readonly<Record<string, unknown>>;
const Detail = z.object({ mine: z.record(z.string(), z.unknown()), theirs: z.looseObject({ version: z.number().int() }) });

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' });

interface Reader {
  readonly route: AnyRoute;
  readonly handler: Handler;
}

/** Whether a route reads one row with its version: lists and earlier versions do not say how the row stands now. */
const readsRow = ({ method, reply }: AnyRoute): boolean => method === 'GET' && reply instanceof z.ZodObject && 'version' in reply.shape;

/** Finds the route that reads the row which a write changes: the same path, or its parent (`/users/:id/roles` → `/users/:id`). */
function readerOf(served: readonly Served[], path: string): Reader | undefined {
  for (const { contract, handlers } of served)
    for (const [name, route] of Object.entries(contract)) {
      const handler = handlers[name];
      if (route.path === path && handler && readsRow(route)) return { route, handler };
    }
  return path.includes('/:') ? readerOf(served, path.slice(0, path.lastIndexOf('/'))) : undefined;
}

/**
 * The row as its reading route answers it to this caller now: masked, without what is withheld, out of scope as nothing. Null without
 * permission to read and where it cannot be read.
 */
async function asRead(app: App, call: Call, { route, handler }: Reader): Promise<Row | null> {
  if (!call.caller || !may(call.caller.user, route.access)) return null;
  try {
    return (await readWithin(app, call, route, handler)) as Row;
  } catch (error) {
    // the write is refused either way; what is broken about reading shows where it is read
    app.log.debug({ error: String(error), path: route.path }, 'the other version could not be read');
    return null;
  }
}

/**
 * Completes a version conflict: who saved the other version and when, and of that version what the route that reads it answers the caller.
 * Handlers may therefore pass the raw row; only where no route reads the row they pass what the caller may see. Other errors pass through.
 */
export async function explainConflict(app: App, served: readonly Served[], call: Call, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || error.key !== 'entity.versionConflict') return error;
  const known = Detail.safeParse(error.detail);
  if (!known.success) return error;
  const { mine, theirs } = known.data;
  const reader = readerOf(served, call.route.path);
  const read = reader ? await asRead(app, call, reader) : theirs;
  const version = read?.['version'] ?? theirs.version;
  const by = theirs['updateBy'] ?? read?.['updateBy'];
  const updateBy = typeof by === 'string' ? by : null;
  const updated = theirs['updateTime'] ?? read?.['updateTime'];
  const changed = {
    by: updateBy === null ? null : ((await app.modules.find((module) => module.nicknameOf)?.nicknameOf?.(app.db, updateBy)) ?? null),
    isOwn: updateBy !== null && updateBy === call.caller?.user.id,
    time: updated ?? null,
  };
  const time = changed.time instanceof Date ? changed.time : null;
  const message =
    changed.by !== null && time && !changed.isOwn ? `数据已被${changed.by}于${clock.format(time)}修改，请核对后重新保存` : error.message;
  return new AppError(error.key, message, { mine, theirs: { ...read, version }, changed }, { cause: error });
}
