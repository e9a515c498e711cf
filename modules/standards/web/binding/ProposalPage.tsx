import { BulbOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { useEntityPage, type EntityList, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { count } from '#kit/web/format.ts';
import { ExportButton } from '#kit/web/excel/ExportButton.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { BatchAction, RowAction, RowOf } from '#kit/web/table/types.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { elementPath } from '../paths.ts';
import { ExemptDialog } from './ExemptDialog.tsx';

const listApi = { page: api.binding.proposals };
type Row = RowOf<typeof listApi>;

const options: EntityPageOptions<Row> = {
  label: '落标建议',
  nameField: 'columnName',
  details: false,
  search: [
    { field: 'keyword', label: '表、字段或数据元' },
    {
      field: 'minScore',
      label: '得分',
      options: [
        { value: '0.8', label: '0.80 以上' },
        { value: '0.6', label: '0.60 以上' },
      ],
    },
    {
      field: 'state',
      label: '状态',
      options: [
        { value: 'open', label: '待处理' },
        { value: 'rejected', label: '已排除' },
      ],
    },
  ],
  columns: [
    {
      field: 'columnName',
      title: '字段',
      width: 240,
      render: (row) => (
        <>
          <Link to={`/metadata/datacolumn?table=${row.tableId}`}>{`${row.tableName}.${row.columnName}`}</Link>{' '}
          <span className="muted">{row.columnLabel}</span>
        </>
      ),
    },
    {
      field: 'dataType',
      title: '类型',
      width: 120,
      render: (row) => `${row.dataType}${row.dataLength === null ? '' : `(${row.dataLength})`}`,
    },
    { field: 'sourceName', title: '数据源', width: 130, priority: 4 },
    {
      field: 'elementName',
      title: '数据元',
      width: 190,
      render: (row) => (
        <>
          <Link to={elementPath(row.elementId)}>{row.elementName}</Link> <span className="mono muted">{row.elementCode}</span>
        </>
      ),
    },
    { field: 'score', title: '得分', kind: 'number', width: 80, sort: true, render: (row) => row.score.toFixed(2) },
    {
      field: 'reasons',
      title: '依据',
      width: 320,
      priority: 1,
      render: (row) => row.reasons.map(({ label, share }) => `${label} ${share > 0 ? '+' : ''}${share.toFixed(2)}`).join('，'),
    },
    { field: 'rivals', title: '其他候选', kind: 'number', width: 90 },
  ],
};

/** 落标建议: which standards columns may follow, decided one by one or a thousand at once. */
export default function ProposalPage() {
  const list = useEntityPage(listApi, options);
  const [exempting, setExempting] = useState<readonly string[] | null>(null);
  const decide = useWrite(api.binding.decide, {
    refreshes: [api.binding.proposals, api.binding.page],
    onSuccess: ({ decided }) => {
      toast.success(`已处理 ${count(decided)} 条`);
      list.select([]);
    },
  });
  const act = (rows: readonly Row[], decision: 'accept' | 'reject') => decide.mutate({ body: { ids: rows.map(({ id }) => id), decision } });
  const actions = (row: Row): RowAction[] =>
    row.state === 'rejected'
      ? []
      : [
          { key: 'accept', label: '接受', call: api.binding.decide, onClick: () => act([row], 'accept') },
          { key: 'reject', label: '不是', call: api.binding.decide, onClick: () => act([row], 'reject') },
          { key: 'exempt', label: '豁免', call: api.binding.decide, onClick: () => setExempting([row.id]) },
        ];
  const batch: readonly BatchAction<Row>[] = [
    { key: 'accept', label: '接受', call: api.binding.decide, onClick: (rows) => act(rows, 'accept') },
    { key: 'reject', label: '不是', call: api.binding.decide, onClick: (rows) => act(rows, 'reject') },
    { key: 'exempt', label: '豁免', call: api.binding.decide, onClick: (rows) => setExempting(rows.map(({ id }) => id)) },
  ];
  return (
    <div className="panel list-page">
      <PageActions>
        <ExportButton call={api.binding.exportProposals} label="落标建议" body={() => list.query} />
        <ProposeButton list={list} />
      </PageActions>
      <EntityTable<Row> list={list} actions={actions} batch={batch} />
      {exempting && (
        <ExemptDialog
          isBusy={decide.isPending}
          onOk={(reason, until) =>
            decide.mutate({ body: { ids: [...exempting], decision: 'exempt', reason, until } }, { onSuccess: () => setExempting(null) })
          }
          onClose={() => setExempting(null)}
        />
      )}
    </div>
  );
}

const POLL_MS = 1000;

/** Looks through the columns of every source that the person sees. */
function ProposeButton({ list }: { list: EntityList<Row> }) {
  const can = useCan();
  const [jobId, setJobId] = useState<string | null>(null);
  const propose = useWrite(api.binding.propose, { onSuccess: (reply) => setJobId(reply.jobId) });
  const job = useCall(api.binding.proposing, { params: { id: jobId ?? '' } }, { enabled: jobId !== null, refetchInterval: POLL_MS }).data;
  const { refresh } = list;
  const state = job?.state;
  useEffect(() => {
    if (state !== 'done' && state !== 'failed') return;
    if (state === 'done') toast.success(job?.text ?? '已完成');
    else toast.error(job?.text ?? '没有完成，请重试');
    void refresh();
  }, [state, job?.text, refresh]);
  const isOpen = jobId !== null && (state === undefined || state === 'waiting' || state === 'running');
  if (!can(api.binding.propose)) return null;
  return (
    <Button type="primary" icon={<BulbOutlined />} loading={propose.isPending || isOpen} onClick={() => propose.mutate({ body: {} })}>
      生成建议
    </Button>
  );
}
