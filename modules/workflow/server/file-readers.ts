import type { Db } from '#kit/server/ctx.ts';
import type { FileReaders } from '#kit/server/module.ts';
import { hiddenFields } from './field-rights.ts';
import { keptValues } from './kept-values.ts';
import { seenInstances, type By } from './parties.ts';
import { typeOf } from './types.ts';

const namesIn = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? value.split(',') : []);

/** Every record that an instance was submitted with, and every value that a step has given one of its fields. */
async function recordsOf(db: Db, id: string, snapshot: unknown): Promise<Readonly<Record<string, unknown>>[]> {
  const steps = await db.selectFrom('flowHistory').select(['command', 'changes']).where('instanceId', '=', id).execute();
  const given = steps.map(({ command }) => (command as { variables?: Record<string, unknown> }).variables ?? {});
  const changed = steps.flatMap(({ changes }) =>
    (changes as { field: string; before: unknown; after: unknown }[]).flatMap(({ field, before, after }) => [
      { [field]: before },
      { [field]: after },
    ]),
  );
  return [snapshot as Record<string, unknown>, ...given, ...changed];
}

/** Files of opinions and of 批注: open to every party. */
async function saidIn(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('flowHistory')
    .select('files')
    .where('instanceId', '=', id)
    .where('files', 'is not', null)
    .unionAll(db.selectFrom('flowComment').select('files').where('instanceId', '=', id).where('files', 'is not', null))
    .execute();
  return rows.flatMap(({ files }) => namesIn(files));
}

/** Stored names of files that stand only in fields which are hidden from somebody, or masked for everybody since they were classified. */
async function hiddenFiles(by: By & Parameters<FileReaders>[0], id: string): Promise<ReadonlySet<string>> {
  const { businessType, businessKey, snapshot } = await by.db
    .selectFrom('flowInstance')
    .select(['businessType', 'businessKey', 'snapshot'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const type = await typeOf(by, businessType);
  const fields = type.fields.flatMap(({ name, kind }) => (kind === 'files' ? name : []));
  const kept = await keptValues(by.db, type, businessKey);
  const masked = kept === null ? [] : fields.filter((name) => kept(name, name) !== name);
  const hidden = new Set([...(await hiddenFields(by, id)), ...masked]);
  if (hidden.size === 0) return hidden;
  const records = await recordsOf(by.db, id, snapshot);
  const standingIn = (names: readonly string[]) => names.flatMap((name) => records.flatMap((record) => namesIn(record[name])));
  const shown = new Set([...standingIn(fields.filter((name) => !hidden.has(name))), ...(await saidIn(by.db, id))]);
  return new Set(standingIn(fields.filter((name) => hidden.has(name))).filter((name) => !shown.has(name)));
}

/** Opens the files of an approval to its parties, those of hidden fields to those alone who see the field. */
export const readersOfFiles: FileReaders = async (by, kept) => {
  const seen = new Set(await seenInstances(by, [...new Set(kept.map(({ entityId }) => entityId))]));
  const closed = new Map<string, ReadonlySet<string>>();
  for (const id of seen) closed.set(id, await hiddenFiles(by, id));
  return kept.filter(({ entityId, fileName }) => closed.get(entityId)?.has(fileName) === false);
};
