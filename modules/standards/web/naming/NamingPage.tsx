import { DownloadOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { Can, useCan } from '#kit/web/can.tsx';
import { download } from '#kit/web/send.ts';
import { toast } from '#kit/web/dialog.tsx';
import { useEntityPage, type EntityList, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { count } from '#kit/web/format.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { LayerTag } from '#kit/web/parts/marks.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { TreePanel } from '#kit/web/tree/TreePanel.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { columnPath } from '../paths.ts';
import { NameTool } from './NameTool.tsx';

const listApi = { page: api.naming.page };
type Row = RowOf<typeof listApi>;
const POLL_MS = 1000;

const options: EntityPageOptions<Row> = {
  label: '命名问题',
  nameField: 'tableName',
  details: false,
  search: [
    { field: 'keyword', label: '表或字段' },
    {
      field: 'kind',
      label: '对象',
      options: [
        { value: 'table', label: '数据表' },
        { value: 'column', label: '字段' },
      ],
    },
    {
      field: 'rule',
      label: '不符合',
      options: [
        { value: 'form', label: '写法' },
        { value: 'reserved', label: '保留字' },
        { value: 'layer', label: '分层前缀' },
        { value: 'root', label: '词根' },
      ],
    },
  ],
  columns: [
    {
      field: 'tableName',
      title: '名称',
      width: 260,
      render: (row) => (
        <Link
          className="mono"
          to={row.columnId === null ? `/metadata/datacolumn?table=${row.tableId}` : columnPath(row.tableId, row.columnId)}
        >
          {row.columnName === null ? row.tableName : `${row.tableName}.${row.columnName}`}
        </Link>
      ),
    },
    { field: 'label', title: '中文名', width: 140 },
    { field: 'tier', title: '分层', width: 112, render: (row) => (row.tier ? <LayerTag layer={row.tier} /> : <Missing />) },
    { field: 'problems', title: '不符合', width: 320, priority: 1, render: (row) => row.problems.map(({ say }) => say).join('；') },
    { field: 'suggestion', title: '建议名称', kind: 'mono', width: 180, priority: 2 },
    { field: 'sourceName', title: '数据源', width: 140, priority: 4 },
    { field: 'checkTime', title: '检查时间', kind: 'time', width: 150, sort: true, hidden: true },
  ],
};

/** 命名检查: names of tables and columns against roots and layers, by source. */
export default function NamingPage() {
  const list = useEntityPage(listApi, options);
  const { data: sources } = useCall(api.naming.sources);
  const { state, update } = list;
  const sourceId = state.values['sourceId'] ?? null;
  const rows = (sources ?? []).map((source) => ({ id: source.sourceId, name: source.sourceName, parentId: null, count: source.issues }));
  const choose = (id: string | null) => {
    const { sourceId: _, ...rest } = state.values;
    update({ values: id === null ? rest : { ...rest, sourceId: id }, page: 1 });
  };
  const chosen = sources?.find((source) => source.sourceId === sourceId);
  return (
    <div className="panel list-page">
      <PageActions>
        {chosen?.checkTime && (
          <span className="muted">
            检查 {count(chosen.checked)} 个名称，
            <DateText value={chosen.checkTime} />
          </span>
        )}
        <NameTool />
        <ExportNames query={list.query} isEmpty={list.total === 0} />
        <RunNaming sourceId={sourceId} list={list} />
      </PageActions>
      <TreePanel rows={rows} placeholder="搜索数据源" selected={sourceId} onSelect={choose} />
      <EntityTable<Row> list={list} />
    </div>
  );
}

function ExportNames({ query, isEmpty }: { query: Record<string, string | undefined>; isEmpty: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const { sort: _, ...body } = query;
  const save = async () => {
    setBusy(true);
    // errors are shown by the request layer
    await download(api.naming.exportRows, { body }, '命名检查.xlsx').catch(() => null);
    setBusy(false);
  };
  return (
    <Can call={api.naming.exportRows}>
      <Button icon={<DownloadOutlined />} loading={isBusy} disabled={isEmpty} onClick={() => void save()}>
        导出
      </Button>
    </Can>
  );
}

/** Checks the chosen source, or every one that the person sees. */
function RunNaming({ sourceId, list }: { sourceId: string | null; list: EntityList<Row> }) {
  const can = useCan();
  const [jobId, setJobId] = useState<string | null>(null);
  const [overId, setOverId] = useState<string | null>(null);
  const run = useWrite(api.naming.run, { onSuccess: (reply) => setJobId(reply.jobId) });
  const isRunning = jobId !== null && jobId !== overId;
  const params = { id: jobId ?? '' };
  const job = useCall(api.naming.running, { params }, { enabled: isRunning, ...(isRunning && { refetchInterval: POLL_MS }) }).data;
  const state = job?.state;
  const isOver = state === 'done' || state === 'failed';
  // an answer of the end is the last that is asked for
  if (isRunning && isOver) setOverId(jobId);
  const tell = useEffectEvent(() => {
    if (state === 'done') toast.success(job?.text ?? '已完成');
    else toast.error(job?.text ?? '没有完成，请重试');
    void list.refresh();
  });
  useEffect(() => {
    if (isOver) tell();
  }, [isOver, jobId]);
  if (!can(api.naming.run)) return null;
  return (
    <Button
      type="primary"
      icon={<SafetyCertificateOutlined />}
      loading={run.isPending || isRunning}
      onClick={() => run.mutate({ body: { sourceId } })}
    >
      {sourceId === null ? '检查全部' : '检查所选数据源'}
    </Button>
  );
}
