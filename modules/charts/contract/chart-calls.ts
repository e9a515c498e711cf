import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, optionalText, requiredText, Status, Version, YesNo } from '#kit/contract/fields.ts';
import { proposalFields } from '#kit/contract/flow.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { CHART_TYPE_KEYS } from './chart-types.ts';
import { MAX_DOCUMENT_BYTES, FolderChoice, itemFields, itemSearch, Thumbnail } from '#modules/library/contract/item.ts';

/** Text of the configuration (the form of the family), or the object itself. */
const ConfigInput = z.union([z.string(), z.record(z.string(), z.json())], '图表配置格式不正确');

export const ChartRow = z.object({
  ...itemFields,
  chartName: z.string(),
  chartThumbnail: z.string().nullable(),
  chartType: z.string().nullable(),
  seriesType: z.string().nullable(),
  dataSetId: z.string().nullable(),
  dataSetName: z.string().nullable(),
  /** boards and screens that show it */
  useCount: z.number().int(),
});
export type ChartRow = z.output<typeof ChartRow>;
export const ChartDetail = ChartRow.extend({ chartConfig: z.string().nullable() });

export const ChartInput = z.object({
  chartName: requiredText(64, '图表名称'),
  folderId: FolderChoice,
  /** data set that an empty chart starts with */
  dataSetId: Id.nullish(),
  status: Status.optional(),
  remark: optionalText(500, '备注'),
  chartConfig: ConfigInput.nullish(),
  chartThumbnail: Thumbnail,
});

const base = '/data/visual/charts';
const params = z.object({ id: Id });

/** 图表 */
const crud = crudRoutes(base, '图表', 'visual:chart', {
  row: ChartRow,
  detail: ChartDetail,
  input: ChartInput,
  search: z.object({
    ...itemSearch,
    chartName: z.string().max(100).optional(),
    chartType: z.enum(CHART_TYPE_KEYS).optional(),
    dataSetId: Id.optional(),
  }),
});
export const chartCalls = defineContract({
  ...crud,
  get: { ...crud.get, access: perm('visual:chart:detail', 'visual:chart:edit', 'visual:chart:build') },
  create: { ...crud.create, bodyLimit: MAX_DOCUMENT_BYTES },
  list: route.get(`${base}/list`, {
    summary: '图表下拉',
    access: perm('visual:chart:list', 'visual:board:build', 'visual:screen:build'),
    query: z.object({ chartName: z.string().max(100).optional(), dataSetId: Id.optional(), folderId: Id.optional() }),
    reply: z.array(
      z.object({
        id: Id,
        chartName: z.string(),
        chartType: z.string().nullable(),
        dataSetId: z.string().nullable(),
        dataSetName: z.string().nullable(),
        folderId: Id.nullable(),
        folderName: z.string().nullable(),
        chartThumbnail: z.string().nullable(),
      }),
    ),
  }),
  /** stored charts by id, as the builders of boards and screens show them */
  configs: route.get(`${base}/configs`, {
    summary: '批量读取图表配置',
    access: perm('visual:chart:build', 'visual:board:build', 'visual:screen:build'),
    query: z.object({
      ids: z
        .string()
        .max(8000)
        .transform((text) => [...new Set(text.split(',').filter(Boolean))])
        .pipe(z.array(Id).max(200)),
    }),
    reply: z.array(z.object({ id: Id, chartName: z.string(), chartConfig: z.string().nullable(), version: z.number().int() })),
  }),
  copy: route.post(`${base}/copy/:id`, {
    summary: '复制图表',
    access: perm('visual:chart:copy'),
    params,
    body: z.object({ chartName: optionalText(64, '图表名称'), folderId: FolderChoice }),
    reply: z.object({ id: Id }),
    audit: '复制图表',
  }),
  build: route.put(`${base}/build/:id`, {
    summary: '保存图表配置',
    access: perm('visual:chart:build'),
    params,
    body: z.object({ chartConfig: ConfigInput, chartThumbnail: Thumbnail, chartName: optionalText(64, '图表名称'), version: Version }),
    reply: z.object({ version: z.number().int(), versionNo: z.number().int() }),
    audit: '保存图表配置',
    bodyLimit: MAX_DOCUMENT_BYTES,
  }),
  share: route.put(`${base}/shared/:id`, {
    summary: '共享图表',
    access: perm('visual:chart:grant'),
    params,
    body: z.object({ isShared: YesNo }),
    reply: z.object(proposalFields),
    audit: '共享图表',
  }),
});
