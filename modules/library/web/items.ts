import type { ProposalState } from '#kit/contract/flow.ts';
import type { DocKind } from '../contract/item.ts';
import type { ItemRow } from './kind.ts';

/** A chart, board or screen as a card shows it. */
export interface Item {
  readonly kind: DocKind;
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly thumbnail: string | null;
  readonly folderId: string | null;
  readonly folderName: string | null;
  readonly ownerName: string | null;
  readonly updaterName: string | null;
  readonly updateTime: string;
  readonly isShared: boolean;
  readonly isSystem: boolean;
  readonly isStarred: boolean;
  readonly isMine: boolean;
  readonly canEdit: boolean;
  readonly isDisabled: boolean;
  /** approval of its publishing or sharing */
  readonly flow: ProposalState | null;
  readonly remark: string | null;
  readonly publishedNo: number | null;
  readonly draftChanged: boolean;
  /** how many boards and screens show it, of charts */
  readonly useCount: number;
  /** a few words: type and data set, number of tiles, size */
  readonly detail: string;
}

/** Words of each kind. */
export const KIND_LABELS: Readonly<Record<DocKind, string>> = { chart: '图表', board: '看板', screen: '大屏' };

/** What cards show of every kind. */
export const itemOf = (row: ItemRow) => ({
  id: row.id,
  version: row.version,
  folderId: row.folderId,
  folderName: row.folderName,
  ownerName: row.isSystem === '1' ? '系统' : row.ownerName,
  updaterName: row.updaterName,
  updateTime: row.updateTime,
  isShared: row.isShared === '1',
  isSystem: row.isSystem === '1',
  isStarred: row.isStarred,
  isMine: row.isMine,
  canEdit: row.canEdit,
  isDisabled: row.status === '0',
  flow: row.flow,
  remark: row.remark,
});
/** Definitions of charts go out with the right to see them, drafts of boards and screens with the right to change them. */
export const canExport = ({ kind, canEdit }: Item): boolean => kind === 'chart' || canEdit;
export const canRemove = ({ canEdit, isSystem }: Item): boolean => canEdit && !isSystem;
/** Views as cards tell them. */
export const viewsText = (count: number) => (count > 0 ? ` · 近30天 ${count} 次查看` : '');

/** Address of the builder of an item. */
export const buildPath = (kind: DocKind, id: string): string => `/visual/${kind}/build/${id}`;
/** Address at which viewers see an item. */
export const viewPath = (kind: DocKind, id: string): string => `/visual/${kind}/view/${id}`;
/** Address at which definitions are exported, with what is chosen. */
export const exportPath = (kind: DocKind | 'dataset', ids: readonly string[]): string =>
  `/visual/transfer?part=export&items=${ids.map((id) => `${kind}:${id}`).join(',')}`;
/** Builders open in a window of their own, as people of the family know them. */
export const openWindow = (path: string): void => void window.open(path, '_blank', 'noopener');
