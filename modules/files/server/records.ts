import { sql, type Expression, type SqlBool } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import type { Recyclable } from '#kit/server/module.ts';

/** `intellectualProperty` → `intellectual_property`: a table as SQL calls it, whichever way it was written. */
export const tableName = (entity: string): string => entity.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What the modules say about the records of a table, null when its rows are not softly deleted. */
export const recyclableOf = (app: App, entity: string): Recyclable | null =>
  app.modules.flatMap((module) => module.recycle ?? []).find((each) => tableName(each.table) === entity) ?? null;

/** SQL: something keeps the file of the row: a record, an avatar, or a column that a module declares in `fileColumns`. */
export function isKept(app: App): Expression<SqlBool> {
  const named = app.modules
    .flatMap((module) => module.fileColumns ?? [])
    .map(
      ({ table, column }) => sql<SqlBool>`file_object.file_name in (select trim(kept_name) from ${sql.table(tableName(table))},
        unnest(string_to_array(${sql.ref(column)}, ',')) kept_name where ${sql.ref(column)} is not null)`,
    );
  return sql<SqlBool>`(${sql.join(
    [
      sql<SqlBool>`file_object.id in (select file_id from file_link)`,
      sql<SqlBool>`file_object.file_name in (select avatar from sys_user where avatar is not null)`,
      ...named,
    ],
    sql` or `,
  )})`;
}

/** SQL: nothing keeps the file, and it does not end by itself. */
export const isOrphan = (app: App): Expression<SqlBool> => sql<SqlBool>`(file_object.expire_time is null and not ${isKept(app)})`;
