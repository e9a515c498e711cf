import * as z from 'zod';
import { may } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { App } from '../ctx.ts';
import type { Served } from '../module.ts';
import type { Call } from './context.ts';

type Row = Readonly<Record<string, unknown>>;
const Detail = z.object({ mine: z.record(z.string(), z.unknown()), theirs: z.looseObject({ version: z.number().int() }) });

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' });

/** Finds the GET route that reads the row which a write changes: the same path, or its parent (`/users/:id/roles` → `/users/:id`). */
function readerOf(served: readonly Served[], path: string): AnyRoute | undefined {
  const reads = served.flatMap(({ contract }) => Object.values(contract)).filter(({ method }) => method === 'GET');
  for (let at = path; at.includes('/:'); at = at.slice(0, at.lastIndexOf('/'))) {
    const reader = reads.find((route) => route.path === at);
    if (reader) return reader;
  }
  return undefined;
}

/**
 * Reduces the row to the fields that the caller may read: those declared by the reading route, or only the version without permission to
 * read.
 */
function readable(call: Call, reader: AnyRoute | undefined, row: Row): Row {
  if (!reader || !(reader.reply instanceof z.ZodObject)) return row;
  if (!call.caller || !may(call.caller.user, reader.access)) return { version: row['version'] };
  const shown = Object.entries(reader.reply.shape as Record<string, z.ZodType>).flatMap(([field, schema]) => {
    const parsed = schema.safeParse(row[field]);
    return field in row && parsed.success ? [[field, parsed.data] as const] : [];
  });
  return { ...Object.fromEntries(shown), version: row['version'] };
}

/**
 * Completes a version conflict: who saved the other version and when, and of that version only what the caller may read. Handlers may
 * therefore pass the raw row. Other errors pass through.
 */
export async function explainConflict(app: App, served: readonly Served[], call: Call, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || error.key !== 'entity.versionConflict') return error;
  const known = Detail.safeParse(error.detail);
  if (!known.success) return error;
  const { mine, theirs } = known.data;
  const updateBy = typeof theirs['updateBy'] === 'string' ? theirs['updateBy'] : null;
  const changed = {
    by: updateBy === null ? null : ((await app.modules.find((module) => module.nicknameOf)?.nicknameOf?.(app.db, updateBy)) ?? null),
    isOwn: updateBy !== null && updateBy === call.caller?.user.id,
    time: theirs['updateTime'] ?? null,
  };
  const time = changed.time instanceof Date ? changed.time : null;
  const message =
    changed.by !== null && time && !changed.isOwn ? `数据已被${changed.by}于${clock.format(time)}修改，请核对后重新保存` : error.message;
  const detail = { mine, theirs: readable(call, readerOf(served, call.route.path), theirs), changed };
  return new AppError(error.key, message, detail, { cause: error });
}
