import { Suspense, useState } from 'react';
import { flowPermits } from '#kit/contract/flow.ts';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { Missing, Tag, type Tone } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { ASKED_ACTIONS, REQUEST_LABELS, flowOf } from '#modules/gate/contract/access-request.ts';
import { ACTION_LABELS } from '#modules/gate/contract/authorize.ts';
import { useNavigate } from 'react-router';
import { api } from '../api.ts';
import { tablePath } from '../paths.ts';

const AccessRequestDialog = lazyPart(() =>
  import('../tables/AccessRequestDialog.tsx').then((part) => ({ default: part.AccessRequestDialog })),
);
const SourceRequestDialog = lazyPart(() => import('../sources/SourceRequestDialog.tsx'));
const AmendDialog = lazyPart(() => import('./AmendDialog.tsx'));

const listApi = { page: api.accessRequest.own };
type Row = RowOf<typeof listApi>;
const TONES: Record<Row['state'], Tone> = { open: 'accent', granted: 'ok', refused: 'bad', withdrawn: 'idle', ended: 'idle' };
const nameOf = (row: Row) => row.tableName ?? `${row.sourceName}（整个数据源）`;
const isOver = (row: Row): boolean => row.endTime !== null && Date.parse(row.endTime) <= Date.now();

/** Under approval the state of that; else what became of the request. */
function StateTag({ row }: { row: Row }) {
  if (row.state === 'granted' && isOver(row)) return <Tag tone="idle">已到期</Tag>;
  return (
    <FlowTag flow={row.state === 'open' || row.state === 'refused' ? flowOf(row) : null}>
      <Tag tone={TONES[row.state]}>{REQUEST_LABELS[row.state]}</Tag>
    </FlowTag>
  );
}

/** Who decides now, or how it was decided. */
function Decision({ row }: { row: Row }) {
  if (row.state === 'refused' && row.decidedName === null) return '意见见审批记录，点击状态查看';
  if (row.state !== 'open') return row.decidedName ? `${row.decidedName}${row.reason ? `：${row.reason}` : ''}` : <Missing />;
  if (row.flowStatus === null) return '数据授权人';
  if (row.flowStatus === '2') return '退回给您，请修改后重新提交';
  return row.waiting?.map(({ name, people }) => `${people.join('、') || '—'}（${name}）`).join('；') ?? <Missing />;
}

const options: EntityPageOptions<Row> = {
  label: '申请',
  nameField: 'tableName',
  details: false,
  search: [{ field: 'state', label: '状态', options: Object.entries(REQUEST_LABELS).map(([value, label]) => ({ value, label })) }],
  columns: [
    { field: 'tableName', title: '数据', width: 190, render: (row) => <Target row={row} /> },
    {
      field: 'columnNames',
      title: '字段',
      width: 140,
      render: (row) => (row.columnIds.length === 0 ? '全部字段' : <code className="mono">{row.columnNames.join('、')}</code>),
    },
    { field: 'actions', title: '权限', width: 96, render: (row) => row.actions.map((action) => ACTION_LABELS[action]).join('、') },
    { field: 'state', title: '状态', width: 92, render: (row) => <StateTag row={row} /> },
    { field: '_decision', title: '谁在处理', width: 200, render: (row) => <Decision row={row} /> },
    { field: 'days', title: '期限', width: 76, render: (row) => (row.days === null ? '长期' : `${row.days} 天`) },
    {
      field: 'endTime',
      title: '有效期至',
      width: 130,
      render: (row) => (row.state === 'granted' ? row.endTime ? <DateText value={row.endTime} /> : '长期' : <Missing />),
    },
    { field: 'purpose', title: '用途', width: 180 },
    { field: 'createTime', title: '申请时间', kind: 'time', width: 150, sort: true },
  ],
};

function Target({ row }: { row: Row }) {
  const navigate = useNavigate();
  const { tableId } = row;
  return tableId === null ? nameOf(row) : <NameLink name={nameOf(row)} mono onOpen={() => void navigate(tablePath(tableId))} />;
}

type Opened = { readonly row: Row; readonly dialog: 'renew' | 'amend' };

/** Own requests for rights on data; taken back, corrected, renewed and given back here. */
export function OwnRequests() {
  const list = useEntityPage(listApi, options);
  const [opened, setOpened] = useState<Opened | null>(null);
  const refreshes = [api.accessRequest.own, api.accessRequest.mine, api.authorize.own];
  const withdraw = useWrite(api.accessRequest.withdraw, { refreshes, onSuccess: () => toast.success('已撤销') });
  const end = useWrite(api.accessRequest.end, { refreshes, onSuccess: () => toast.success('已交还，权限立即失效') });
  const ask = async (question: { content: string; okText: string }, run: () => Promise<unknown>) => {
    if (await confirmDialog({ ...question, danger: true })) await run().catch(() => undefined);
  };
  const actions = (row: Row): RowAction[] => {
    const params = { id: row.id };
    const takeBack: RowAction = {
      key: 'withdraw',
      label: '撤销',
      danger: true,
      onClick: () => void ask({ content: `撤销对${nameOf(row)}的申请？`, okText: '撤销' }, () => withdraw.mutateAsync({ params })),
    };
    const giveBack: RowAction = {
      key: 'end',
      label: '交还权限',
      danger: true,
      onClick: () =>
        void ask({ content: `提前交还对${nameOf(row)}的权限？交还后立即失效，需要时再申请。`, okText: '交还' }, () =>
          end.mutateAsync({ params }),
        ),
    };
    const open = (dialog: Opened['dialog'], label: string): RowAction => ({
      key: dialog,
      label,
      onClick: () => setOpened({ row, dialog }),
    });
    if (row.state === 'open')
      return row.flowStatus !== null && flowPermits('submit', row.flowStatus) ? [open('amend', '修改并提交'), takeBack] : [takeBack];
    if (row.state === 'granted' && !isOver(row)) return [...(row.endTime === null ? [] : [open('renew', '续期')]), giveBack];
    return [open('renew', '再次申请')];
  };
  const close = () => setOpened(null);
  return (
    <>
      <EntityTable<Row> list={list} actions={actions} />
      <Suspense fallback={null}>
        {opened?.dialog === 'amend' && <AmendDialog request={opened.row} onClose={close} />}
        {opened?.dialog === 'renew' && <Renewal row={opened.row} onClose={close} />}
      </Suspense>
    </>
  );
}

/** The same once more: a new request, with its own term. */
function Renewal({ row, onClose }: { row: Row; onClose: () => void }) {
  const actions = ASKED_ACTIONS.filter((action) => row.actions.includes(action));
  if (row.tableId === null)
    return <SourceRequestDialog sourceId={row.sourceId} name={row.sourceName} preset={{ actions }} onClose={onClose} />;
  return <AccessRequestDialog tableId={row.tableId} preset={{ columns: row.columnNames, actions }} from="我的数据权限" onClose={onClose} />;
}
