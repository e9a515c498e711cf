import type { BoardRow } from '../../contract/board-calls.ts';
import type { ChartRow } from '../../contract/chart-calls.ts';
import { CHART_TYPE_KEYS, chartType, type ChartTypeKey } from '../../contract/chart-types.ts';
import type { DocKind } from '../../contract/item.ts';
import type { ScreenRow } from '../../contract/screen-calls.ts';
import { api } from './api.ts';

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
  readonly remark: string | null;
  readonly publishedNo: number | null;
  readonly draftChanged: boolean;
  readonly chartType: ChartTypeKey | null;
  /** how many boards and screens show it, of charts */
  readonly useCount: number;
  /** a few words: type and data set, number of tiles, size */
  readonly detail: string;
}

const isType = (key: string | null): key is ChartTypeKey => CHART_TYPE_KEYS.includes(key as ChartTypeKey);
const shared = (row: ChartRow | BoardRow | ScreenRow) => ({
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
  remark: row.remark,
});
const views = (count: number) => (count > 0 ? ` · 近30天 ${count} 次查看` : '');

/** Rows of the three lists in one shape. */
export function asItem(row: ChartRow | BoardRow | ScreenRow): Item {
  if ('chartName' in row) {
    const type = isType(row.chartType) ? row.chartType : null;
    const detail = [type ? chartType(type).label : '未配置', row.dataSetName].filter(Boolean).join(' · ');
    const rest = { publishedNo: null, draftChanged: false, chartType: type, useCount: row.useCount, detail };
    return { kind: 'chart', ...shared(row), ...rest, name: row.chartName, thumbnail: row.chartThumbnail };
  }
  const { publishedNo, draftChanged } = row;
  const rest = { publishedNo, draftChanged, chartType: null, useCount: 0 };
  if ('boardName' in row)
    return {
      kind: 'board',
      ...shared(row),
      ...rest,
      name: row.boardName,
      thumbnail: row.boardThumbnail,
      detail: `${row.tileCount} 个组件${views(row.viewCount)}`,
    };
  const detail = `${row.width} × ${row.height}${views(row.viewCount)}`;
  return { kind: 'screen', ...shared(row), ...rest, name: row.screenName, thumbnail: row.screenThumbnail, detail };
}

/** Words and calls of each kind. */
export const KINDS = {
  chart: { label: '图表', calls: api.chart, nameField: 'chartName' },
  board: { label: '看板', calls: api.board, nameField: 'boardName' },
  screen: { label: '酷屏', calls: api.screen, nameField: 'screenName' },
} as const;

export const buildPath = (kind: DocKind, id: string): string => `/visual/${kind}/build/${id}`;
export const viewPath = (kind: DocKind, id: string): string => `/visual/${kind}/view/${id}`;
/** Builders open in a window of their own, as people of the family know them. */
export const openWindow = (path: string): void => void window.open(path, '_blank', 'noopener');
