import type { Db } from '#kit/server/ctx.ts';
import type { FileReaders } from '#kit/server/module.ts';
import type { FormSchema } from '../contract/schema.ts';
import { mainFields, subforms } from '../core/index.ts';
import { versionOf } from './load.ts';
import { isOwn, maskedFields } from './masked.ts';
import { valuesOf } from './store.ts';

type Values = Readonly<Record<string, unknown>>;
/** A record, or a change of one, that keeps files. */
interface Keeper {
  readonly id: string;
  readonly formId: string;
  readonly versionNo: number;
  readonly submitterId: string;
  readonly linkId: string | null;
}
interface Keepers {
  readonly find: (db: Db, ids: readonly string[]) => Promise<readonly Keeper[]>;
  readonly values: (db: Db, schema: FormSchema, keepers: readonly Keeper[]) => Promise<ReadonlyMap<string, Values>>;
}

const namesIn = (value: unknown): string[] => [value].flat().filter((name) => typeof name === 'string');

/** Names in fields that are masked and in none of the others. */
function maskedNames(schema: FormSchema, masked: ReadonlySet<string>, values: Values): ReadonlySet<string> {
  const cells = [
    ...mainFields(schema).map((field) => ({ field, value: values[field.key] })),
    ...subforms(schema).flatMap((sub) =>
      ((values[sub.key] ?? []) as readonly Values[]).flatMap((row) => sub.children.map((field) => ({ field, value: row[field.key] }))),
    ),
  ];
  const open = new Set(cells.flatMap(({ field, value }) => (masked.has(field.id) ? [] : namesIn(value))));
  return new Set(cells.flatMap(({ field, value }) => (masked.has(field.id) ? namesIn(value).filter((name) => !open.has(name)) : [])));
}

/** Values are read of forms alone in which the account sees anything masked: a page of records asks for hundreds of pictures at once. */
const maskedIn =
  ({ find, values }: Keepers): FileReaders =>
  async ({ app, db, user }, kept) => {
    const keepers = await find(db, [...new Set(kept.map(({ entityId }) => entityId))]);
    const others = keepers.filter((keeper) => !isOwn({ user }, keeper));
    const hidden = new Map<string, ReadonlySet<string>>();
    for (const formId of new Set(others.map((keeper) => keeper.formId))) {
      const masked = await maskedFields({ db, user, now: app.now() }, formId);
      if (masked.size === 0) continue;
      const ofForm = others.filter((keeper) => keeper.formId === formId);
      for (const versionNo of new Set(ofForm.map((keeper) => keeper.versionNo))) {
        const some = ofForm.filter((keeper) => keeper.versionNo === versionNo);
        const { schema } = await versionOf(db, formId, versionNo);
        const found = await values(db, schema, some);
        for (const { id } of some) hidden.set(id, maskedNames(schema, masked, found.get(id) ?? {}));
      }
    }
    return kept.filter(({ entityId, fileName }) => hidden.get(entityId)?.has(fileName));
  };

/** Files of filled records in fields that an account sees masked: records of its own are shown to it whole. */
export const maskedRecordFiles = maskedIn({
  find: (db, ids) =>
    db
      .selectFrom('fillingRecord')
      .select(['id', 'formId', 'versionNo', 'submitterId', 'linkId'])
      .where('id', 'in', [...ids])
      .execute(),
  values: (db, schema, keepers) =>
    valuesOf(
      db,
      keepers[0]!.formId,
      schema,
      keepers.map(({ id }) => id),
    ),
});

/** The same of changes that wait for their approval: they are seen like the records that they change. */
export const maskedChangeFiles = maskedIn({
  find: (db, ids) =>
    db
      .selectFrom('fillingChange as c')
      .innerJoin('fillingRecord as r', 'r.id', 'c.recordId')
      .select(['c.id', 'c.formId', 'c.versionNo', 'r.submitterId', 'r.linkId'])
      .where('c.id', 'in', [...ids])
      .execute(),
  async values(db, _schema, keepers) {
    const rows = await db
      .selectFrom('fillingChange')
      .select(['id', 'content'])
      .where(
        'id',
        'in',
        keepers.map(({ id }) => id),
      )
      .execute();
    return new Map(rows.map(({ id, content }) => [id, content as Values]));
  },
});
