import type { Db } from '#kit/server/ctx.ts';
import type { FileReaders } from '#kit/server/module.ts';
import type { FormSchema } from '../contract/schema.ts';
import { mainFields, subforms } from '../core/index.ts';
import { changeOf } from './changes/stored.ts';
import { versionOf } from './load.ts';
import { isOwn, maskedFields } from './masked.ts';
import { recordHead, valuesOf } from './store.ts';

type Values = Readonly<Record<string, unknown>>;
interface Kept {
  readonly formId: string;
  readonly versionNo: number;
  readonly submitterId: string;
  readonly linkId: string | null;
  readonly values: Values;
}
type Find = (db: Db, id: string) => Promise<Kept | null>;

const namesIn = (value: unknown): string[] => [value].flat().filter((name) => typeof name === 'string');

/** Names in fields that are masked and in none of the others. */
function maskedNames(schema: FormSchema, masked: ReadonlySet<string>, values: Values): ReadonlySet<string> {
  const cells = [
    ...mainFields(schema).map((field) => ({ field, value: values[field.key] })),
    ...subforms(schema).flatMap((sub) =>
      ((values[sub.key] ?? []) as readonly Values[]).flatMap((row) => sub.children.map((field) => ({ field, value: row[field.key] }))),
    ),
  ];
  const hidden = cells.filter(({ field }) => masked.has(field.id));
  const open = new Set(cells.filter(({ field }) => !masked.has(field.id)).flatMap(({ value }) => namesIn(value)));
  return new Set(hidden.flatMap(({ value }) => namesIn(value)).filter((name) => !open.has(name)));
}

const schemaOf = async (db: Db, { formId, versionNo }: Pick<Kept, 'formId' | 'versionNo'>): Promise<FormSchema> =>
  (await versionOf(db, formId, versionNo)).schema;

const maskedIn =
  (find: Find): FileReaders =>
  async ({ app, db, user }, kept) => {
    const hidden = new Map<string, ReadonlySet<string>>();
    for (const id of new Set(kept.map(({ entityId }) => entityId))) {
      const record = await find(db, id);
      if (!record || isOwn({ user }, record)) continue;
      const masked = await maskedFields({ db, user, now: app.now() }, record.formId);
      if (masked.size > 0) hidden.set(id, maskedNames(await schemaOf(db, record), masked, record.values));
    }
    return kept.filter(({ entityId, fileName }) => hidden.get(entityId)?.has(fileName));
  };

/** Files of filled records in fields that an account sees masked: records of its own are shown to it whole. */
export const maskedRecordFiles = maskedIn(async (db, id) => {
  const row = await recordHead(db, id).executeTakeFirst();
  if (!row) return null;
  const values = (await valuesOf(db, row.formId, await schemaOf(db, row), [id])).get(id) ?? {};
  return { ...row, values };
});

/** The same of changes that wait for their approval: they are seen like the records that they change. */
export const maskedChangeFiles = maskedIn(async (db, id) => {
  const change = await changeOf(db, id);
  const row = change && (await recordHead(db, change.recordId).executeTakeFirst());
  return row && change ? { ...row, versionNo: change.versionNo, values: change.content } : null;
});
