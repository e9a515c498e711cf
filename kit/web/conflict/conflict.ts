import * as z from 'zod';
import { minute } from '../format.ts';
import { CallError } from '../send.ts';

const Changed = z.object({ by: z.string().nullable(), isOwn: z.boolean(), time: z.string().nullable() });
/** Who saved the other version, and when. */
export type Changed = z.output<typeof Changed>;

const Detail = z.object({ theirs: z.looseObject({ version: z.number() }), changed: Changed });
/** Detail of a 409 version conflict: the other version as far as the user may read it, and its author. */
export type Conflict = z.output<typeof Detail>;

/** Parses a rejected save; null when it failed for another reason. */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof CallError) || error.key !== 'entity.versionConflict') return null;
  const parsed = Detail.safeParse(error.detail);
  return parsed.success ? parsed.data : null;
}

/** What the other version is called: 采用对方, 另一窗口的修改. */
export const otherSide = (changed: Changed | null): string => (changed?.isOwn ? '另一窗口' : '对方');

/** `张三于 2026-11-23 15:30 保存了这条数据` */
export function changedText({ by, isOwn, time }: Changed, what: string): string {
  const who = isOwn ? '您在另一个窗口' : (by ?? '有人');
  const when = minute(time);
  return `${who}${when === null ? '' : `${isOwn ? '' : '于'} ${when} `}保存了这${what}`;
}
