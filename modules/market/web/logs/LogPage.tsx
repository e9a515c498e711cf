import { useMemo } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { LogDrawer } from './LogDrawer.tsx';
import { HttpStatus, millis } from './status.tsx';
import { useLinkedValue } from './use-linked-value.ts';
import '../market.css';

type Row = RowOf<typeof api.apiLog>;
/** lines go with their days: nobody deletes single ones */
const { remove: _remove, removeBatch: _removeBatch, ...logs } = api.apiLog;

const SLOW_MS = 1000;

const columns: EntityPageOptions<Row>['columns'] = [
  { field: 'callerDate', title: '时间', width: 184, kind: 'second' },
  {
    field: 'apiName',
    title: '数据API',
    width: 180,
    render: (row, own) => (
      <span className="market-path">
        {own}
        <span className="mono muted">{row.apiVersion}</span>
      </span>
    ),
  },
  { field: 'appName', title: '应用', width: 150, render: (row) => row.appName ?? <span className="muted">未识别</span> },
  { field: 'httpStatus', title: '状态', width: 80, priority: 1, render: (row) => <HttpStatus value={row.httpStatus} /> },
  {
    field: 'time',
    title: '耗时（毫秒）',
    width: 110,
    kind: 'number',
    priority: 1,
    render: (row) => <span className={row.time >= SLOW_MS ? 'num market-bad' : 'num'}>{millis(row.time)}</span>,
  },
  {
    field: 'queryTime',
    title: '查询（毫秒）',
    width: 110,
    kind: 'number',
    hidden: true,
    render: (row) => (row.queryTime === null ? <Missing /> : <span className="num">{millis(row.queryTime)}</span>),
  },
  { field: 'callerSize', title: '行数', width: 80, kind: 'number' },
  { field: 'bytes', title: '字节数', width: 100, kind: 'number', hidden: true },
  { field: 'callerIp', title: '来源地址', width: 112, kind: 'mono', priority: 4 },
  {
    field: 'msg',
    title: '说明',
    width: 200,
    priority: 1,
    render: (row, own) => (row.status === '1' ? <Fine isCached={row.isCached} /> : own),
  },
  { field: 'requestId', title: '请求编号', width: 150, kind: 'mono', hidden: true },
];
const Fine = ({ isCached }: { isCached: boolean }) => (isCached ? <span className="muted">缓存</span> : <Missing />);
const SLOW = [
  { value: '100', label: '100 毫秒以上' },
  { value: '1000', label: '1 秒以上' },
  { value: '5000', label: '5 秒以上' },
];
const CHOICES = 200;
/** 接口日志 */
export default function LogPage() {
  const can = useCan();
  const apps = useCall(api.app.page, { query: { pageSize: CHOICES } }, { enabled: can(api.app.page) });
  const options = useMemo((): EntityPageOptions<Row> => {
    const appOptions = apps.data?.data.map(({ id, appName }) => ({ value: id, label: appName })) ?? [];
    return {
      label: '接口日志',
      nameField: 'apiName',
      views: [
        { id: 'failed', name: '失败', values: { status: '0' } },
        { id: 'slow', name: '慢', values: { minTime: '1000' } },
        { id: 'limited', name: '限流', values: { httpStatus: '429' } },
      ],
      search: [
        { field: 'apiName', label: 'API名称' },
        ...(appOptions.length > 0 ? [{ field: 'appId', label: '应用', options: appOptions }] : []),
        {
          field: 'status',
          label: '结果',
          options: [
            { value: '1', label: '成功' },
            { value: '0', label: '失败' },
          ],
        },
        { field: 'minTime', label: '耗时', options: SLOW },
        { field: 'beginTime', to: 'endTime', label: '时间（默认近24小时）' },
        { field: 'httpStatus', label: '状态码' },
        { field: 'requestId', label: '请求编号' },
      ],
      columns,
    };
  }, [apps.data]);
  useLinkedValue('requestId', 'requestId');
  // a call of an API is traced by the number of its request
  useLinkedValue('traceId', 'requestId');
  const list = useEntityPage(logs, options);
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} />
      {list.state.opened?.kind === 'detail' && <LogDrawer id={list.state.opened.id} onClose={() => list.open(null)} />}
    </div>
  );
}
