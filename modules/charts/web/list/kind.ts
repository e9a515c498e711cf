import { useCall } from '#kit/web/use-call.ts';
import type { ChartRow } from '../../contract/chart-calls.ts';
import { CHART_TYPE_KEYS, CHART_TYPES, chartType, type ChartTypeKey } from '../../contract/chart-types.ts';
import { itemOf, type LibraryKind, type NewItem } from '#modules/library/web/parts.ts';
import { api } from './api.ts';
import { ChartFields } from './ChartFields.tsx';

const isType = (key: string | null): key is ChartTypeKey => CHART_TYPE_KEYS.includes(key as ChartTypeKey);

/** 图表 in the library. */
export const chartKind: LibraryKind = {
  kind: 'chart',
  label: '图表',
  nameField: 'chartName',
  example: '各区域合同额',
  calls: api.chart,
  filter: { label: '图表类型', none: '全部类型', options: CHART_TYPES.map(({ key, label }) => ({ value: key, label })), isLong: true },
  useRows: ({ filter, ...query }) =>
    useCall(api.chart.page, { query: { ...query, ...(isType(filter) && { chartType: filter }) } }, { keepPrevious: true }),
  asItem(row: ChartRow) {
    const type = isType(row.chartType) ? chartType(row.chartType).label : '未配置';
    const detail = [type, row.dataSetName].filter(Boolean).join(' · ');
    const more = { publishedNo: null, draftChanged: false, useCount: row.useCount, detail };
    return { kind: 'chart', ...itemOf(row), ...more, name: row.chartName, thumbnail: row.chartThumbnail };
  },
  Fields: ChartFields,
  create: ({ name, ...values }: NewItem & { dataSetId?: string | null }) => api.chart.create({ body: { chartName: name, ...values } }),
  update: (id, { name, ...body }) => api.chart.update({ params: { id }, body: { chartName: name, ...body } }),
  copy: (id) => api.chart.copy({ params: { id }, body: {} }),
  remove: (id) => api.chart.remove({ params: { id } }),
  removeMany: (ids) => api.chart.removeBatch({ params: { ids: ids.join(',') } }),
};
