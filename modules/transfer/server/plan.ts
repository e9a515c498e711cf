import type { Ctx } from '#kit/server/ctx.ts';
import { SetModel } from '#modules/datasets/contract/data-set-model.ts';
import { catalogueOf, sourcesOf } from '#modules/datasets/server/index.ts';
import { keyOf, type FileDocument, type FileSet, type TransferFile } from '../contract/file.ts';
import type { Contents, Decision, Mapping, Match } from '../contract/transfer.ts';
import { columnProposals, columnsHere, placeHere, tableProposals, tablesOf, type Catalogue } from '../core/index.ts';
import { matchesOf } from './matches.ts';

type Choice = Contents['choices'][number];
/** A file with what its parts may be here, and the mapping as it is with what was not said. */
export interface Plan {
  readonly file: TransferFile;
  readonly mapping: Mapping;
  readonly matches: ReadonlyMap<string, Match[]>;
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly choices: readonly Choice[];
  readonly tables: Contents['tables'];
  /** boards and screens that clicks lead to outside of the file: key in the file → id here */
  readonly links: ReadonlyMap<string, string>;
}

/** A data set that comes with the product. */
export const isOfProduct = (one: FileDocument): boolean => one.kind === 'dataset' && one.model === undefined;

/** The model of a data set as the file has it; null when it is none. */
export const modelIn = (one: FileSet): SetModel | null => SetModel.safeParse(one.model).data ?? null;

/** The source that likely stands for one of the file: called the same and of the same kind, else the only one of that kind. */
function sourceFor({ name, kind }: { name: string; kind: string }, choices: readonly Choice[]): string | null {
  const ofKind = choices.filter((one) => one.kind === kind);
  const named = ofKind.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  if (named.length > 0) return named.length === 1 ? named[0]!.id : null;
  return ofKind.length === 1 ? ofKind[0]!.id : null;
}

function decisionFor(one: FileDocument, given: Decision | undefined, matches: readonly Match[]): Decision {
  const key = keyOf(one);
  if (isOfProduct(one)) return { key, do: 'use', id: matches.find(({ by }) => by === 'code')?.id ?? null };
  if (given) return { ...given, id: given.do === 'new' || given.do === 'skip' ? null : (given.id ?? matches[0]?.id ?? null) };
  const likely = matches.find(({ canEdit }) => canEdit);
  return likely ? { key, do: 'replace', id: likely.id } : { key, do: 'new', id: null };
}

/** Tables that the data sets of a source read, each once with all columns. */
function tablesRead(file: TransferFile, decisions: ReadonlyMap<string, Decision>, source: string) {
  const tables = new Map<string, { schema: string; table: string; columns: Set<string>; sets: string[] }>();
  for (const one of file.documents) {
    const what = decisions.get(keyOf(one))?.do;
    if (one.kind !== 'dataset' || one.source !== source || what === 'use' || what === 'skip') continue;
    const model = modelIn(one);
    for (const { schema, table, columns } of model ? tablesOf(model) : []) {
      const key = JSON.stringify([schema, table]);
      const known = tables.get(key) ?? { schema, table, columns: new Set<string>(), sets: [] };
      for (const column of columns) known.columns.add(column);
      if (!known.sets.includes(one.name)) known.sets.push(one.name);
      tables.set(key, known);
    }
  }
  return [...tables.values()];
}

/** Tables of one source of the file beside those here; proposals that leave no choice are taken unless something else was said. */
function besides(catalogue: Catalogue, source: string, read: ReturnType<typeof tablesRead>, mapping: Mapping): Contents['tables'] {
  return read.map(({ schema, table, columns, sets }) => {
    const proposals = tableProposals(catalogue, { schema, table });
    const isSaid = mapping.tables.some((one) => one.source === source && one.schema === schema && one.table === table);
    const to = isSaid || proposals.length !== 1 ? placeHere(mapping, source, { schema, table }) : proposals[0]!;
    const found = catalogue.tables.find((one) => one.schemaName === to.schema && one.tableName === to.table);
    const known = found?.columns.map(({ name }) => name) ?? [];
    const said = columnsHere(mapping, source, { schema, table });
    const other = [...columns].toSorted().flatMap((column) => {
      if (!found || (known.includes(column) && !said.has(column))) return [];
      const offered = columnProposals(known, column);
      return [{ column, to: said.get(column) ?? (offered.length === 1 ? offered[0]! : null), proposals: offered }];
    });
    return {
      source,
      schema,
      table,
      sets,
      isFound: found !== undefined,
      toSchema: to.schema,
      toTable: to.table,
      proposals,
      columns: other,
      known,
    };
  });
}

/** What a file would do here with a mapping: everything that was not said is proposed. Nothing is written. */
export async function planOf(ctx: Ctx, file: TransferFile, given: Mapping): Promise<Plan> {
  const choices = (await sourcesOf(ctx)).map(({ id, sourceName, dbType }) => ({ id, name: sourceName, kind: dbType }));
  const matches = await matchesOf(ctx, file.documents);
  const said = new Map(given.documents.map((one) => [one.key, one]));
  const decisions = new Map(
    file.documents.map((one) => [keyOf(one), decisionFor(one, said.get(keyOf(one)), matches.get(keyOf(one)) ?? [])] as const),
  );
  const sources = file.sources.map((source) => {
    const chosen = given.sources.find(({ key }) => key === source.key);
    const id = chosen ? chosen.sourceId : sourceFor(source, choices);
    return { key: source.key, sourceId: choices.some((one) => one.id === id) ? id : null };
  });
  const tables: Contents['tables'] = [];
  for (const { key, sourceId } of sources) {
    const read = tablesRead(file, decisions, key);
    if (sourceId === null || read.length === 0) continue;
    tables.push(...besides(await catalogueOf(ctx, sourceId), key, read, given));
  }
  const linked = await matchesOf(ctx, file.links);
  const mapping: Mapping = {
    ...given,
    sources,
    tables: tables.map(({ source, schema, table, toSchema, toTable }) => ({ source, schema, table, toSchema, toTable })),
    columns: tables.flatMap(({ source, schema, table, columns }) =>
      columns.flatMap(({ column, to }) => (to === null ? [] : [{ source, schema, table, column, to }])),
    ),
    documents: [...decisions.values()],
  };
  return {
    file,
    mapping,
    matches,
    decisions,
    choices,
    tables,
    links: new Map(file.links.flatMap((link) => (linked.get(keyOf(link)) ?? []).slice(0, 1).map(({ id }) => [keyOf(link), id] as const))),
  };
}
