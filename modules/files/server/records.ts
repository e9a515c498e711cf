import { sql, type Expression, type SqlBool } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import type { Recyclable } from '#kit/server/module.ts';

/** `intellectualProperty` → `intellectual_property`: a table as SQL calls it, whichever way it was written. */
export const tableName = (entity: string): string => entity.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What the modules say about the records of a table, null when its rows are not softly deleted. */
export const recyclableOf = (app: App, entity: string): Recyclable | null =>
  app.modules.flatMap((module) => module.recycle ?? []).find((each) => tableName(each.table) === entity) ?? null;

/** SQL conditions that hold when something keeps the file of the row: a record, an avatar, a column that a module declares. */
const keepers = (app: App): Expression<SqlBool>[] => [
  // looked up row by row: a set of all links would not fit the memory of a query
  sql<SqlBool>`exists (select 1 from file_link kept where kept.file_id = file_object.id)`,
  sql<SqlBool>`file_object.file_name in (select avatar from sys_user where avatar is not null)`,
  ...app.modules
    .flatMap((module) => module.fileColumns ?? [])
    .map(
      ({ table, column }) => sql<SqlBool>`file_object.file_name in (select trim(kept_name) from ${sql.table(tableName(table))},
        unnest(string_to_array(${sql.ref(column)}, ',')) kept_name where ${sql.ref(column)} is not null)`,
    ),
];

/** SQL: something keeps the file of the row. */
export const isReferenced = (app: App): Expression<SqlBool> => sql<SqlBool>`(${sql.join(keepers(app), sql` or `)})`;

/** SQL: nothing keeps the file, and it does not end by itself. */
export const isOrphan = (app: App): Expression<SqlBool> =>
  sql<SqlBool>`(file_object.expire_time is null and ${sql.join(
    keepers(app).map((kept) => sql<SqlBool>`not ${kept}`),
    sql` and `,
  )})`;
