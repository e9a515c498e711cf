import type { FormParam } from '../../contract/model.ts';
import type { RecordValue, TargetColumn, TargetCondition, TargetInput, TargetKind, TargetRow } from '../../contract/target.ts';

/** A target as it is edited; columns of the model that do not leave are not in `columns`. */
export interface TargetDraft {
  readonly modelId: string | undefined;
  readonly targetName: string;
  readonly kind: TargetKind;
  readonly columns: ReadonlyMap<string, Omit<TargetColumn, 'from'>>;
  readonly conditions: readonly TargetCondition[];
  readonly batchSize: number;
  readonly address: string;
  readonly secret: string;
  readonly sourceId: string | undefined;
  readonly tableId: string | undefined;
  readonly keyColumn: string | undefined;
  readonly appId: string | undefined;
  readonly startFrom: 'all' | 'now';
  readonly remark: string;
}
export const NEW_TARGET: TargetDraft = {
  modelId: undefined,
  targetName: '',
  kind: 'http',
  columns: new Map(),
  conditions: [],
  batchSize: 100,
  address: '',
  secret: '',
  sourceId: undefined,
  tableId: undefined,
  keyColumn: undefined,
  appId: undefined,
  startFrom: 'all',
  remark: '',
};

export const draftOfTarget = (row: TargetRow): TargetDraft => ({
  modelId: row.modelId,
  targetName: row.targetName,
  kind: row.kind,
  columns: new Map(row.columns.map(({ from, ...column }) => [from, column])),
  conditions: row.conditions,
  batchSize: row.batchSize,
  address: row.address ?? '',
  secret: row.secret ?? '',
  sourceId: row.sourceId ?? undefined,
  tableId: row.tableId ?? undefined,
  keyColumn: row.keyColumn ?? undefined,
  appId: row.appId ?? undefined,
  startFrom: 'all',
  remark: row.remark ?? '',
});

/** Another way of sending: what the fields of a table are called is no name in a message, and the other way round. */
export const ofKind = ({ kind: before }: TargetDraft, kind: TargetKind): Partial<TargetDraft> =>
  (before === 'table') === (kind === 'table') ? { kind } : { kind, columns: new Map() };

/** The columns of a model under their own names, without those that its caller sees masked. */
export const allColumns = (columns: FormParam['columnList']): TargetDraft['columns'] =>
  new Map(columns.map(({ columnName }) => [columnName, { to: columnName, isClear: '0' as const }]));

/** The first thing that a target lacks. */
export function missingOf(draft: TargetDraft): string | null {
  if (draft.targetName.trim() === '') return '名称';
  if (!draft.modelId) return '数据模型';
  if (draft.kind === 'http' && draft.address.trim() === '') return '推送地址';
  if (draft.kind === 'table' && !draft.sourceId) return '数据源';
  if (draft.kind === 'table' && !draft.tableId) return '数据表';
  if (draft.kind === 'table' && !draft.keyColumn) return '主键字段';
  if (draft.kind === 'api' && !draft.appId) return '应用';
  if (draft.columns.size === 0) return '至少一个字段';
  return [...draft.columns.values()].some(({ to }) => to.trim() === '') ? '目标字段的名称' : null;
}

/** The body of the call. */
export const bodyOf = (draft: TargetDraft): TargetInput => ({
  modelId: draft.modelId ?? '',
  targetName: draft.targetName,
  kind: draft.kind,
  columns: [...draft.columns].map(([from, column]) => ({ from, ...column })),
  conditions: [...draft.conditions],
  batchSize: draft.batchSize,
  address: draft.kind === 'http' ? draft.address : null,
  secret: draft.kind === 'http' ? draft.secret : null,
  sourceId: draft.sourceId ?? null,
  tableId: draft.tableId ?? null,
  keyColumn: draft.keyColumn ?? null,
  appId: draft.appId ?? null,
  startFrom: draft.startFrom,
  remark: draft.remark,
});

/** A value or column that may leave, as the sheet lists it. */
export interface Offered {
  readonly from: string;
  readonly label: string;
  readonly isMasked: boolean;
  readonly isSensitive: boolean;
}
export const offered = (columns: FormParam['columnList'], own: Readonly<Record<RecordValue, string>>, kind: TargetKind): Offered[] => [
  ...columns.map(({ columnName, columnComment, isMasked, isSensitive }) => ({
    from: columnName,
    label: columnComment,
    isMasked,
    isSensitive,
  })),
  // every message says these of itself
  ...(kind === 'table'
    ? Object.entries(own).flatMap(([from, label]) => (from === '$id' ? [] : [{ from, label, isMasked: false, isSensitive: false }]))
    : []),
];
