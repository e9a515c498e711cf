import type { ReactNode } from 'react';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { useEntityPage } from '#kit/web/entity-page/use-entity-page.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { Column, RowAction, RowOf } from '#kit/web/table/types.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { api } from '../api.ts';
import { FlowStatusTag } from '../flow-status.tsx';
import { InstanceDrawer } from './InstanceDrawer.tsx';

type Which = 'started' | 'involved' | 'copied';
export type InstanceRow = RowOf<{ page: typeof api.instance.started }>;

const columns: readonly Column<InstanceRow>[] = [
  { field: 'title', title: '标题', width: 240, sort: true },
  { field: 'businessName', title: '业务', width: 120, render: (row) => row.businessName ?? row.businessCode },
  { field: 'starterName', title: '发起人', width: 180, render: (row) => <PersonText name={row.starterName} note={row.deptName} /> },
  { field: 'flowStatus', title: '状态', width: 140, render: (row) => <FlowStatusTag status={row.flowStatus} effect={row.effectState} /> },
  {
    field: 'currentNodes',
    title: '当前节点',
    width: 140,
    render: (row) => (row.currentNodes.length > 0 ? row.currentNodes.join('、') : <Missing />),
  },
  { field: 'startTime', title: '发起时间', kind: 'time', width: 152, sort: true },
  { field: 'endTime', title: '结束时间', kind: 'time', width: 152, sort: true },
  { field: 'definitionName', title: '流程', width: 150, hidden: true, render: (row) => `${row.definitionName} 第 ${row.versionNo} 版` },
];
const search = [
  { field: 'title', label: '标题' },
  { field: 'businessCode', label: '业务编码' },
  { field: 'flowStatus', label: '状态', dict: 'sys_flow_status' },
];
const options = (label: string) => ({
  label,
  columns,
  search,
  nameField: 'title' as const,
  details: false as const,
});
const OPTIONS = {
  started: options('我发起的流程'),
  involved: options('我参与的流程'),
  copied: options('抄送我的流程'),
};

interface InstanceListProps {
  which: Which;
  actions?: (row: InstanceRow, refresh: () => Promise<void>) => readonly RowAction[];
  /** beside the title of the page */
  tabs?: ReactNode;
  children?: ReactNode;
}

/** A list of approvals; the title of a row opens it beside the list. */
export function InstanceList({ which, actions, tabs, children }: InstanceListProps) {
  const list = useEntityPage({ page: api.instance[which] }, OPTIONS[which]);
  const { search: address } = useOwnSearch();
  const change = useChangeAddress();
  const opened = address.get('open');
  return (
    <div className="panel list-page">
      {tabs && <PageActions>{tabs}</PageActions>}
      {children}
      <EntityTable<InstanceRow>
        list={list}
        actions={actions && ((row) => actions(row, list.refresh))}
        opener={(row) => () => change({ open: row.id })}
      />
      {opened && <InstanceDrawer key={opened} id={opened} onClose={() => change({ open: null })} />}
    </div>
  );
}
