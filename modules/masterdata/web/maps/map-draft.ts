import type { MapColumn, SourceMap } from '../../contract/map.ts';
import type { ModelColumnRow } from '../../contract/column.ts';

/** A mapping as it is edited; columns of the model without a source have null. */
export interface MapDraft {
  readonly mapName: string;
  readonly sourceId: string | undefined;
  readonly tableId: string | undefined;
  readonly keyColumn: string | undefined;
  readonly priority: number;
  readonly status: '0' | '1';
  readonly watermarkColumn: string | null;
  readonly overlap: number;
  readonly cronExpression: string | null;
  readonly columns: ReadonlyMap<string, Pick<MapColumn, 'from' | 'steps'>>;
}
export const NEW_MAP: MapDraft = {
  mapName: '',
  sourceId: undefined,
  tableId: undefined,
  keyColumn: undefined,
  priority: 50,
  status: '1',
  watermarkColumn: null,
  overlap: 0,
  cronExpression: null,
  columns: new Map(),
};

export const draftOfMap = (map: SourceMap): MapDraft => ({
  mapName: map.mapName,
  sourceId: map.sourceId,
  tableId: map.tableId,
  keyColumn: map.keyColumn,
  priority: map.priority,
  status: map.status,
  watermarkColumn: map.watermarkColumn,
  overlap: map.overlap,
  cronExpression: map.cronExpression,
  columns: new Map(map.columns.map(({ from, to, steps }) => [to, { from, steps }])),
});
export const mapColumns = (columns: MapDraft['columns']): MapColumn[] => [...columns].map(([to, { from, steps }]) => ({ from, to, steps }));

interface SourceColumn {
  readonly columnName: string;
  readonly columnComment: string | null;
}
/** Columns of the table that are called as columns of the model are, by name or by what people call them. */
export function sameNames(
  targets: readonly Pick<ModelColumnRow, 'columnName' | 'columnComment'>[],
  sources: readonly SourceColumn[],
): MapDraft['columns'] {
  const plain = (text: string) => text.trim().toLowerCase().replaceAll('_', '');
  const names = new Map(sources.map((column) => [plain(column.columnName), column.columnName]));
  const words = new Map(
    sources.flatMap(({ columnName, columnComment }) => (columnComment ? [[columnComment.trim(), columnName] as const] : [])),
  );
  return new Map(
    targets.flatMap(({ columnName, columnComment }) => {
      const from = names.get(plain(columnName)) ?? words.get(columnComment.trim());
      return from === undefined ? [] : [[columnName, { from, steps: ['trim' as const] }] as const];
    }),
  );
}
