import type { ColumnInput, ModelColumnRow } from '../../contract/column.ts';
import type { Model } from '../../contract/model.ts';

type Shown = Pick<ModelColumnRow, 'bindDictTypeName' | 'elementName' | 'refModelName'>;
/** A column as the designer edits it; `key` is its id, or a name of its own until the server has given it one. */
export type DraftColumn = Omit<ColumnInput, 'id' | 'isSystem'> & Shown & { readonly key: string };
/** What a model is made of, as one document. */
export interface ModelDraft {
  readonly modelLogicTable: string;
  readonly remark: string | null;
  readonly columns: readonly DraftColumn[];
}
/** What a column follows, and how it does not. */
export interface Binding {
  readonly name: string;
  readonly problem: string | null;
}

let lastKey = 0;
/** A column nobody has named yet. */
export const newColumn = (): DraftColumn => ({
  key: `new${++lastKey}`,
  columnName: '',
  columnComment: '',
  columnType: 'varchar',
  columnLength: '255',
  columnScale: null,
  defaultValue: null,
  isRequired: '0',
  isUnique: '0',
  isInsert: '1',
  isEdit: '1',
  isDetail: '1',
  isList: '1',
  isQuery: '0',
  queryType: 'eq',
  htmlType: 'input',
  isBindDict: '0',
  bindDictTypeId: null,
  bindDictColumn: null,
  elementId: null,
  refModelId: null,
  bindDictTypeName: null,
  elementName: null,
  refModelName: null,
});

/** A stored column as the designer edits it. */
export const draftColumn = ({
  id,
  sort: _sort,
  modelId: _model,
  isSystem: _system,
  isPk: _pk,
  ...column
}: ModelColumnRow): DraftColumn => ({
  key: id,
  ...column,
});
/** The document of a stored model; columns of the platform are not part of it. */
export const draftOf = (model: Model): ModelDraft => ({
  modelLogicTable: model.modelLogicTable,
  remark: model.remark,
  columns: model.modelColumns.filter(({ isSystem }) => isSystem === '0').map(draftColumn),
});
/** What is sent for a column; `ids` has those that the server gave to new columns since. */
export function columnInput(column: DraftColumn, ids: ReadonlyMap<string, string>): ColumnInput {
  const { key, bindDictTypeName: _dict, elementName: _element, refModelName: _model, ...input } = column;
  return { ...input, isSystem: '0', id: ids.get(key) ?? (isNew(key) ? null : key) };
}
export const isNew = (key: string): boolean => key.startsWith('new');

/** A name for people, of a column that may have none yet. */
export const nameOf = ({ columnComment, columnName }: Pick<DraftColumn, 'columnComment' | 'columnName'>): string =>
  columnComment || columnName || '未命名的列';
