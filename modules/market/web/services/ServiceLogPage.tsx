import { useMemo } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { useLinkedValue } from '../logs/use-linked-value.ts';
import { HttpStatus, millis } from '../logs/status.tsx';
import { api } from './api.ts';
import { ServiceLogDrawer } from './ServiceLogDrawer.tsx';
import '../market.css';
import './services.css';

type Row = RowOf<typeof api.serviceLog>;
/** lines go with their days: nobody deletes single ones */
const logs = { page: api.serviceLog.page, get: api.serviceLog.get };

const columns: EntityPageOptions<Row>['columns'] = [
  { field: 'callerDate', title: '时间', width: 184, kind: 'second' },
  {
    field: 'serviceName',
    title: '集成服务',
    width: 200,
    render: (row, own) => (
      <span className="market-path">
        {own}
        <span className="mono muted">v{row.serviceVersion}</span>
      </span>
    ),
  },
  { field: 'step', title: '步骤', width: 110, priority: 4, render: (row) => row.step ?? <span className="muted">整个调用</span> },
  { field: 'appName', title: '应用', width: 150, render: (row) => row.appName ?? <span className="muted">调试</span> },
  { field: 'httpStatus', title: '状态', width: 80, priority: 1, render: (row) => <HttpStatus value={row.httpStatus} /> },
  {
    field: 'upstreamStatus',
    title: '后端状态',
    width: 96,
    render: (row) => (row.upstreamStatus === null ? <Missing /> : <HttpStatus value={row.upstreamStatus} />),
  },
  {
    field: 'time',
    title: '耗时（毫秒）',
    width: 110,
    kind: 'number',
    priority: 1,
    render: (row) => <span className="num">{millis(row.time)}</span>,
  },
  { field: 'callerIp', title: '来源地址', width: 112, kind: 'mono', priority: 4 },
  {
    field: 'msg',
    title: '说明',
    width: 200,
    priority: 1,
    render: (row, own) => (row.status === '1' && row.appName !== null ? <Missing /> : own),
  },
  { field: 'traceId', title: '跟踪号', width: 260, kind: 'mono', hidden: true },
];
const CHOICES = 200;
/** 服务日志 */
export default function ServiceLogPage() {
  const can = useCan();
  const apps = useCall(api.app.page, { query: { pageSize: CHOICES } }, { enabled: can(api.app.page) });
  const options = useMemo((): EntityPageOptions<Row> => {
    const appOptions = apps.data?.data.map(({ id, appName }) => ({ value: id, label: appName })) ?? [];
    return {
      label: '服务日志',
      nameField: 'serviceName',
      views: [{ id: 'failed', name: '失败', values: { status: '0' } }],
      search: [
        { field: 'serviceName', label: '服务名称' },
        ...(appOptions.length > 0 ? [{ field: 'appId', label: '应用', options: appOptions }] : []),
        {
          field: 'status',
          label: '结果',
          options: [
            { value: '1', label: '成功' },
            { value: '0', label: '失败' },
          ],
        },
        { field: 'traceId', label: '跟踪号' },
      ],
      columns,
    };
  }, [apps.data]);
  useLinkedValue('traceId', 'traceId');
  const list = useEntityPage(logs, options);
  return (
    <div className="panel list-page">
      <EntityTable<Row> list={list} />
      {list.state.opened?.kind === 'detail' && <ServiceLogDrawer id={list.state.opened.id} onClose={() => list.open(null)} />}
    </div>
  );
}
