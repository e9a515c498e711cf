import { sql, type Expression, type SqlBool } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import type { Recyclable } from '#kit/server/module.ts';

/** Table name in SQL: `intellectualProperty` → `intellectual_property`; snake case stays as it is. */
export const tableName = (entity: string): string => entity.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The recycle-bin declaration of a table; null when its rows are not softly deleted. */
export const recyclableOf = (app: App, entity: string): Recyclable | null =>
  app.modules.flatMap((module) => module.recycle ?? []).find((each) => tableName(each.table) === entity) ?? null;

/** SQL conditions, one per kind of reference to the file of the row: a record, an avatar, a column declared by a module. */
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

/** SQL: something refers to the file of the row. */
export const isReferenced = (app: App): Expression<SqlBool> => sql<SqlBool>`(${sql.join(keepers(app), sql` or `)})`;

/** SQL: nothing refers to the file, and it has no expiry. */
export const isOrphan = (app: App): Expression<SqlBool> =>
  sql<SqlBool>`(file_object.expire_time is null and ${sql.join(
    keepers(app).map((kept) => sql<SqlBool>`not ${kept}`),
    sql` and `,
  )})`;
