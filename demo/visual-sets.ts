import type { Account, App } from '#kit/server/ctx.ts';
import { AnalysedColumn, dataSet } from '#modules/datasets/contract/data-set.ts';
import { folderCalls } from '#modules/library/contract/folder.ts';
import type { Field } from '#modules/datasets/contract/field.ts';
import { accountOf, callsAs, type Calls } from './governance-calls.ts';
import type { Work } from './governance-work.ts';
import { DEMO_SETS, type DemoSet } from './visual-sets-list.ts';

/** who makes the data sets of the demo company */
const MAKER = 'analyst';

/** What the catalogue guesses of the columns, and what a person says of them. */
function fieldsOf(columns: readonly AnalysedColumn[], options: DemoSet): Field[] {
  const taken = new Set<string>();
  const nameFor = (wanted: string, id: string): string => {
    const name = taken.has(wanted) ? id : wanted;
    taken.add(name);
    return name;
  };
  const fields = columns.map(({ id, name, role, type, agg, format, geo, dict, remark }): Field => {
    const change = options.change?.[id] ?? {};
    const field: Field = { id, name, role, type, agg, format, geo, dict, remark, hidden: options.hidden?.includes(id) ?? false, ...change };
    return { ...field, name: nameFor(field.name, id) };
  });
  const calculated = (options.calculated ?? []).map((one): Field => ({
    ...one,
    name: nameFor(one.name, one.id),
    role: 'measure',
    type: 'number',
    agg: 'none',
    hidden: false,
  }));
  return [...fields, ...calculated];
}

async function make(call: Calls, work: Work, options: DemoSet, folderId: string): Promise<string> {
  const params = [...(options.params ?? [])];
  const { columns } = await call(dataSet.analyse, { body: { sourceId: work.sourceId, origin: options.origin, params } });
  const known = columns.map((column) => AnalysedColumn.parse(column));
  const model = {
    v: 1,
    origin: options.origin,
    fields: fieldsOf(known, options),
    params,
    hierarchies: (options.hierarchies ?? []).map((one, at) => ({ id: `h${at + 1}`, ...one })),
    extract: options.extract ?? null,
  };
  const body = { setName: options.name, sourceId: work.sourceId, folderId, model, isShared: '1', remark: options.remark ?? null };
  return (await call(dataSet.create, { body })).id;
}

async function foldersOf(app: App, maker: Account, signal: AbortSignal): Promise<Map<string, string>> {
  const known = await app.db
    .selectFrom('visualFolder')
    .select(['id', 'name'])
    .where('kind', '=', 'dataset')
    .where('parentId', 'is', null)
    .where('deletedAt', 'is', null)
    .execute();
  const folders = new Map(known.map((row) => [row.name, row.id]));
  const wanted = [...new Set(DEMO_SETS.map((one) => one.folder))];
  for (const [sort, name] of wanted.entries())
    if (!folders.has(name))
      await callsAs(app, maker, signal, async (call) =>
        folders.set(name, (await call(folderCalls.create, { body: { kind: 'dataset', name, parentId: null, sort } })).id),
      );
  return folders;
}

/**
 * The data sets of the demo company, each made by the calls of the browser as its analyst. One that was made once is never made again,
 * deleted or not; one that cannot be made (a table that somebody took away) is left out and told in the log.
 */
export async function makeDataSets(work: Work): Promise<void> {
  const { app, signal } = work;
  const maker = await accountOf(app, MAKER);
  if (!maker) return;
  const there = new Set(
    (await app.db.selectFrom('visualDataSet').select('code').where('code', 'is not', null).execute()).map((row) => row.code),
  );
  const missing = DEMO_SETS.filter((one) => !there.has(one.code));
  if (missing.length === 0) return;
  const folders = await foldersOf(app, maker, signal);
  for (const options of missing) {
    signal.throwIfAborted();
    try {
      await callsAs(app, maker, signal, async (call, db) => {
        const id = await make(call, work, options, folders.get(options.folder)!);
        await db.updateTable('visualDataSet').set({ code: options.code }).where('id', '=', id).execute();
      });
    } catch (error) {
      signal.throwIfAborted();
      app.log.warn({ error: String(error), set: options.code }, 'demo data set was not made');
    }
  }
}
