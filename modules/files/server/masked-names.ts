import { sql, type SqlBool } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { reached } from './reached.ts';
import { maskedFiles, maskingKinds } from './visible.ts';

const PORTION = 2000;
const HIDDEN = '******';

/** The name of a file that its reader sees masked; the ending says what kind of file it is, as the stored name does. */
export const maskedName = (fileName: string): string => `${HIDDEN}.${fileName.split('.')[1] ?? ''}`;

/** Files of other people that the caller reaches and of which it may not know the name: for lists that are searched or ordered by it. */
export async function namelessFiles(ctx: Ctx): Promise<string[]> {
  const kinds = maskingKinds(ctx.app);
  const found: string[] = [];
  if (kinds.length === 0) return found;
  for (let after = ''; ;) {
    const rows = await reached(ctx)
      .select('fileObject.id')
      .where('fileObject.id', '>', after)
      .where((e) => e.or([e('fileObject.createBy', 'is', null), e('fileObject.createBy', '<>', ctx.user.id)]))
      .where(
        sql<SqlBool>`exists (select 1 from file_link kept where kept.file_id = file_object.id and kept.entity = any(${kinds}::text[]))`,
      )
      .orderBy('fileObject.id')
      .limit(PORTION)
      .execute();
    const ids = rows.map(({ id }) => id);
    found.push(...(await maskedFiles(ctx, ids)));
    if (ids.length < PORTION) return found;
    after = ids.at(-1)!;
  }
}

interface Named {
  readonly id: string;
  readonly createBy: string | null;
  readonly fileName: string;
  readonly originalFilename: string;
}
/** Rows of a list with the names that the caller may know. */
export async function withKnownNames<R extends Named>(ctx: Ctx, rows: readonly R[]): Promise<R[]> {
  const others = rows.filter(({ createBy }) => createBy !== ctx.user.id);
  const masked = await maskedFiles(
    ctx,
    others.map(({ id }) => id),
  );
  return rows.map((row) =>
    masked.has(row.id) && row.createBy !== ctx.user.id ? { ...row, originalFilename: maskedName(row.fileName) } : row,
  );
}
