import type { TestApp } from '#kit/test/app.ts';
import type { Field } from '../../contract/field.ts';

type Loose = Record<string, unknown>;
let next = 0;
const idOf = (kind: string): string => `${kind}${(++next).toString(36)}x${Date.now().toString(36)}`;

/** A field of a test data set. */
export const field = (id: string, role: Field['role'], type: Field['type'], over: Loose = {}): Loose => ({
  id,
  name: id,
  role,
  type,
  hidden: false,
  ...over,
});

/** Stores a data set as it is, without its calls. */
export async function storeSet(
  app: TestApp,
  input: { sourceId: string | null; origin: Loose; fields: Loose[]; params?: Loose[] },
): Promise<string> {
  const id = idOf('set');
  const model = { v: 1, origin: input.origin, fields: input.fields, hierarchies: [], params: input.params ?? [] };
  await app.database.db
    .insertInto('visualDataSet')
    .values({
      id,
      setName: `数据集${id}`,
      sourceId: input.sourceId,
      setKind: String(input.origin.kind),
      model: JSON.stringify(model),
      createBy: 'admin',
    })
    .execute();
  return id;
}

/** A chart over a data set: dimensions on the rows, sums of measures. */
export const chartOf = (dataSetId: string, rows: string[], measures: string[], over: Loose = {}): Loose => ({
  v: 1,
  chartType: 'bar',
  dataSetId,
  rows: rows.map((col) => ({ col })),
  columns: [],
  measures: measures.map((col) => ({ col, aggregateType: 'sum' })),
  ...over,
});
export const tileOf = (i: string, chart: Loose | null, over: Loose = {}): Loose => ({
  i,
  x: 0,
  y: 0,
  w: 12,
  h: 8,
  kind: 'chart',
  chart,
  ...over,
});

interface DocumentInput {
  tiles: Loose[];
  filters?: Loose[];
  charts?: Record<string, Loose>;
  isShared?: '0' | '1';
  createBy?: string;
  createDept?: string | null;
  /** further settings of the board */
  settings?: Loose;
}

/** Publishes one more version of a board. */
export async function publishNextVersion(app: TestApp, id: string, versionNo: number, input: DocumentInput): Promise<void> {
  const doc = { v: 1, ...input.settings, tabs: [{ id: 'main', name: '首页', layout: input.tiles }], filters: input.filters ?? [] };
  const { db } = app.database;
  await db
    .insertInto('visualVersion')
    .values({
      id: idOf('ver'),
      entityType: 'board',
      entityId: id,
      versionNo,
      doc: JSON.stringify(doc),
      charts: JSON.stringify(input.charts ?? {}),
      sha256: id,
      isPublished: '1',
    })
    .execute();
  await db.updateTable('visualBoard').set({ publishedNo: versionNo, publishedTime: new Date() }).where('id', '=', id).execute();
}

/** Stores a board and publishes it. */
export async function storeBoard(app: TestApp, input: DocumentInput): Promise<string> {
  const id = idOf('board');
  await app.database.db
    .insertInto('visualBoard')
    .values({
      id,
      boardName: `看板${id}`,
      isShared: input.isShared ?? '1',
      createBy: input.createBy ?? 'admin',
      createDept: input.createDept ?? null,
    })
    .execute();
  await publishNextVersion(app, id, 1, input);
  return id;
}

/** Lines of a streamed answer. */
export const linesOf = (raw: Buffer): Loose[] =>
  raw
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Loose);
