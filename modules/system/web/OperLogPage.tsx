import { ChangeSource } from '#kit/web/detail/change-source.ts';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { OPER_MODULES, operModule } from '../contract/oper-log.ts';
import { api } from './api.ts';
import { ChangeTable } from './ChangeTable.tsx';
import { LogChainButton } from './log-chain/LogChainButton.tsx';
import { RESULT_TONES } from './log-tones.ts';

type Row = RowOf<typeof api.operLog>;

const moduleName = (row: Row) => {
  const { name, isNamed } = operModule(row);
  return isNamed ? name : <span className="mono">{name}</span>;
};

const options: EntityPageOptions<Row> = {
  label: '操作日志',
  nameField: 'title',
  search: [
    { field: 'title', label: '标题' },
    { field: 'userName', label: '用户' },
    { field: 'result', label: '结果', dict: 'sys_normal_status' },
    { field: 'module', label: '模块', options: Object.entries(OPER_MODULES).map(([value, label]) => ({ value, label })) },
    { field: 'requestId', label: '请求编号' },
    { field: 'beginTime', to: 'endTime', label: '时间' },
  ],
  columns: [
    { field: 'title', title: '标题', width: 136 },
    { field: 'module', title: '模块', width: 86, render: moduleName },
    { field: 'userName', title: '用户', width: 100 },
    { field: 'result', title: '结果', dict: 'sys_normal_status', tones: RESULT_TONES, width: 90 },
    {
      field: 'requestUri',
      title: '请求地址',
      kind: 'mono',
      render: (row) => <span className="mono">{`${row.methodName} ${row.requestUri}`}</span>,
    },
    { field: 'remoteAddr', title: 'IP 地址', kind: 'mono', width: 118 },
    { field: 'region', title: '地区', width: 110 },
    { field: 'browser', title: '浏览器', width: 140, hidden: true },
    { field: 'os', title: '操作系统', width: 130, hidden: true },
    { field: 'time', title: '耗时（毫秒）', kind: 'number', width: 100 },
    { field: 'createTime', title: '时间', kind: 'second', width: 170, sort: true },
    { field: 'exMsg', title: '错误信息', width: 220, hidden: true },
    { field: 'requestId', title: '请求编号', kind: 'mono', width: 220, hidden: true },
  ],
};

const facts: readonly Fact<Awaited<ReturnType<typeof api.operLog.get>>>[] = [
  { field: 'title', title: '标题' },
  { field: 'userName', title: '用户' },
  { field: 'result', title: '结果', dict: 'sys_normal_status', tones: RESULT_TONES },
  { field: 'createTime', title: '时间', kind: 'second' },
  { field: 'remoteAddr', title: 'IP 地址', kind: 'mono' },
  { field: 'region', title: '地区' },
  { field: 'time', title: '耗时（毫秒）', kind: 'number' },
  { field: 'browser', title: '浏览器' },
  { field: 'os', title: '操作系统' },
  { field: 'requestId', title: '请求编号', kind: 'mono' },
  { field: 'exCode', title: '错误类型', kind: 'mono' },
  { field: 'requestUri', title: '请求地址', kind: 'mono', wide: true },
  { field: 'exMsg', title: '错误信息', wide: true },
  { field: 'note', title: '说明', wide: true },
  { field: 'params', title: '请求参数', kind: 'mono', wide: true },
];

export default function OperLogPage() {
  const list = useEntityPage(api.operLog, options);
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list}>
        <LogChainButton />
      </ListActions>
      <EntityTable<Row> list={list} />
      {/* a log row has no changes of its own: what it shows is what it changed */}
      <ChangeSource value={null}>
        <DetailDrawer<Row> list={list} facts={facts}>
          {(row) => <ChangeTable changes={row.changes} />}
        </DetailDrawer>
      </ChangeSource>
    </div>
  );
}
