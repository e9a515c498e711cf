import type { Fact } from '#kit/web/detail/DetailDrawer.tsx';
import type { EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { callPath } from '../../core/address.ts';
import type { api } from '../api.ts';
import { CopyButton } from '../CopyButton.tsx';
import { API_TONES } from '../tones.ts';

export type Row = RowOf<typeof api.dataApi>;

const limitText = ({ rateLimit }: Row): string | null =>
  rateLimit.enable === '1' ? `每 ${count(rateLimit.seconds)} 秒 ${count(rateLimit.times)} 次` : null;
const MODES = { '1': '表引导', '2': 'SQL 脚本', '3': '数据集' } as const;
function fromText({ executeConfig: { configType, tableName, joins, dataSetName } }: Row): string {
  if (configType === '3') return dataSetName ?? MODES['3'];
  return configType === '2' ? MODES['2'] : [tableName ?? MODES['1'], ...joins.map((join) => join.tableName ?? join.alias)].join(' + ');
}

export const options: EntityPageOptions<Row> = {
  label: '数据API',
  nameField: 'apiName',
  search: [
    { field: 'apiName', label: 'API名称' },
    { field: 'apiUrl', label: 'API路径' },
    { field: 'status', label: '状态', dict: 'data_api_status' },
  ],
  columns: [
    { field: 'apiName', title: 'API名称', width: 180, sort: true },
    { field: 'apiVersion', title: '版本', width: 84, kind: 'mono', sort: true, priority: 1 },
    {
      field: 'apiUrl',
      title: 'API路径',
      width: 230,
      sort: true,
      render: (row) => (
        <span className="market-path" title={callPath(row)}>
          <Tag tone="line">{row.reqMethod}</Tag>
          <span className="mono cut">{row.apiUrl}</span>
        </span>
      ),
    },
    {
      field: 'status',
      title: '状态',
      width: 90,
      dict: 'data_api_status',
      tones: API_TONES,
      sort: true,
      priority: 1,
      render: (row, own) => <FlowTag flow={row.status === '2' ? null : row.flow}>{own}</FlowTag>,
    },
    { field: '_from', title: '数据来源', width: 150, render: (row) => <span className="mono cut">{fromText(row)}</span> },
    { field: '_limit', title: '限流', width: 130, priority: 4, render: (row) => limitText(row) ?? <span className="muted">不限流</span> },
    { field: 'releaseTime', title: '发布时间', width: 140, kind: 'time', sort: true },
    { field: 'updateTime', title: '更新时间', width: 140, kind: 'time', sort: true, hidden: true },
    { field: 'createTime', title: '创建时间', width: 140, kind: 'time', sort: true, hidden: true },
    { field: 'remark', title: '备注', width: 200, hidden: true },
  ],
};

export const facts: readonly Fact<Row>[] = [
  {
    field: 'apiUrl',
    title: '调用地址',
    wide: true,
    render: (row) => (
      <>
        <Tag tone="line">{row.reqMethod}</Tag>
        <span className="mono">{callPath(row)}</span>
        <CopyButton size="small" type="text" text={`${window.location.origin}${callPath(row)}`} what="调用地址" />
      </>
    ),
  },
  { field: 'apiVersion', title: '版本', kind: 'mono' },
  { field: 'status', title: '状态', dict: 'data_api_status', tones: API_TONES },
  { field: '_mode', title: '配置方式', render: (row) => MODES[row.executeConfig.configType] },
  { field: '_from', title: '数据来源', render: (row) => <span className="mono">{fromText(row)}</span> },
  {
    field: '_size',
    title: '每页条数',
    render: (row) => `默认 ${row.executeConfig.defaultSize}，最多 ${row.executeConfig.maxSize}`,
  },
  {
    field: '_total',
    title: '返回总数',
    render: ({ executeConfig: { total, paging } }) => (total === 'exact' && paging === 'offset' ? '准确总数' : '不返回'),
  },
  { field: '_paging', title: '分页方式', render: (row) => (row.executeConfig.paging === 'keyset' ? '游标' : '页码') },
  {
    field: '_sortable',
    title: '允许排序的字段',
    render: (row) => (row.executeConfig.sortable.length === 0 ? <Missing /> : row.executeConfig.sortable.join('、')),
  },
  {
    field: '_cache',
    title: '结果缓存',
    render: ({ executeConfig: { cacheTtl } }) => (cacheTtl === 0 ? '不缓存' : `${count(cacheTtl)} 秒`),
  },
  {
    field: '_order',
    title: '排序',
    render: (row) =>
      row.executeConfig.orderBy.length === 0 ? (
        <Missing />
      ) : (
        row.executeConfig.orderBy.map(({ columnName, direction }) => `${columnName} ${direction === 'asc' ? '升序' : '降序'}`).join('、')
      ),
  },
  { field: '_timeout', title: '超时', render: (row) => `${count(row.executeConfig.timeoutMs)} 毫秒` },
  { field: '_limit', title: '限流', render: (row) => limitText(row) ?? '不限流' },
  { field: 'deny', title: 'IP黑名单', kind: 'mono' },
  { field: 'releaseTime', title: '发布时间', render: (row) => <DateText value={row.releaseTime} /> },
  { field: 'offlineTime', title: '下线时间', render: (row) => <DateText value={row.offlineTime} /> },
  { field: 'remark', title: '备注', wide: true },
];
