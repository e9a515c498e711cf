import type { Fact } from '#kit/web/detail/DetailDrawer.tsx';
import type { EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { LevelTag } from '#modules/gate/web/parts.ts';
import type { ServiceInput } from '../../contract/service.ts';
import { CopyButton } from '../CopyButton.tsx';
import { API_TONES } from '../tones.ts';
import type { api } from './api.ts';
import { callPath } from './draft.ts';

export type Row = RowOf<typeof api.service>;

/** Where a service leads, in one line. */
export function targetOf({ httpService, webService, chain }: Pick<ServiceInput, 'httpService' | 'webService' | 'chain'>): string {
  if (httpService) return `${httpService.httpMethod} ${httpService.path}`;
  if (webService) return `${webService.method} ${webService.path}`;
  return `${chain?.steps.length ?? 0} 个步骤`;
}
export const limitText = ({ rateLimit }: Pick<ServiceInput, 'rateLimit'>): string =>
  rateLimit.enable === '1' ? `每 ${count(rateLimit.seconds)} 秒 ${count(rateLimit.times)} 次` : '不限流';

export const options: EntityPageOptions<Row> = {
  label: '集成服务',
  nameField: 'serviceName',
  search: [
    { field: 'serviceName', label: '服务名称' },
    { field: 'serviceNo', label: '服务编码' },
    { field: 'serviceType', label: '服务类型', dict: 'data_service_type' },
    { field: 'status', label: '状态', dict: 'data_api_status' },
  ],
  columns: [
    { field: 'serviceName', title: '服务名称', width: 190, sort: true },
    {
      field: 'serviceNo',
      title: '服务编码',
      width: 150,
      sort: true,
      render: (row) => (
        <span className="mono">
          {row.serviceNo} <span className="muted">v{row.serviceVersion}</span>
        </span>
      ),
    },
    { field: 'serviceType', title: '类型', width: 130, dict: 'data_service_type', priority: 1 },
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
    { field: 'level', title: '级别', width: 80, render: (row) => (row.level ? <LevelTag level={row.level} /> : <Missing />) },
    { field: 'hostName', title: '外部地址', width: 140, render: (row) => row.hostName ?? <Missing /> },
    {
      field: '_target',
      title: '调用',
      width: 220,
      render: (row) => <span className={row.chain ? 'cut' : 'mono cut'}>{targetOf(row)}</span>,
    },
    { field: 'releaseTime', title: '发布时间', width: 140, kind: 'time', sort: true },
    { field: 'updateTime', title: '更新时间', width: 140, kind: 'time', sort: true, hidden: true },
    { field: 'remark', title: '备注', width: 200, hidden: true },
  ],
};

export const facts: readonly Fact<Row>[] = [
  {
    field: '_address',
    title: '调用地址',
    wide: true,
    render: (row) => (
      <>
        <Tag tone="line">{row.httpService?.httpMethod === 'GET' ? 'GET / POST' : 'POST'}</Tag>
        <span className="mono">{callPath(row)}</span>
        <CopyButton size="small" type="text" text={`${window.location.origin}${callPath(row)}`} what="调用地址" />
      </>
    ),
  },
  { field: 'serviceNo', title: '服务编码', kind: 'mono' },
  { field: '_version', title: '版本', render: (row) => `v${row.serviceVersion}` },
  { field: 'serviceType', title: '服务类型', dict: 'data_service_type' },
  { field: 'status', title: '状态', dict: 'data_api_status', tones: API_TONES },
  { field: 'level', title: '数据级别', render: (row) => (row.level ? <LevelTag level={row.level} /> : '未登记') },
  { field: 'hostName', title: '外部地址' },
  { field: '_target', title: '调用', render: (row) => <span className={row.chain ? undefined : 'mono'}>{targetOf(row)}</span> },
  {
    field: '_params',
    title: '参数',
    wide: true,
    render: (row) =>
      row.reqParams.length === 0 ? (
        <Missing />
      ) : (
        row.reqParams.map(({ paramName, nullable }) => `${paramName}${nullable === '0' ? '（必填）' : ''}`).join('、')
      ),
  },
  { field: '_masks', title: '脱敏', render: (row) => (row.masks.length === 0 ? '不脱敏' : `${row.masks.length} 个返回字段`) },
  { field: '_secrets', title: '密钥', render: (row) => row.secrets.map(({ name }) => name).join('、') || <Missing /> },
  { field: '_timeout', title: '超时', render: (row) => `${count(row.timeoutMs)} 毫秒` },
  { field: '_retries', title: '重试', render: (row) => (row.retries === 0 ? '不重试' : `${row.retries} 次`) },
  { field: '_limit', title: '限流', render: limitText },
  { field: 'deny', title: 'IP黑名单', kind: 'mono' },
  { field: 'releaseTime', title: '发布时间', render: (row) => <DateText value={row.releaseTime} /> },
  { field: 'offlineTime', title: '下线时间', render: (row) => <DateText value={row.offlineTime} /> },
  { field: 'remark', title: '备注', wide: true },
];
