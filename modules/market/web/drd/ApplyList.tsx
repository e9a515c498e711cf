import { useState } from 'react';
import { useNavigate } from 'react-router';
import { confirmLoss, toast } from '#kit/web/dialog.tsx';
import { useEntityPage } from '#kit/web/entity-page/use-entity-page.ts';
import { download } from '#kit/web/send.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction } from '#kit/web/table/types.ts';
import { useRefresh, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { applyOptions, type ApplyRow } from './apply-columns.tsx';
import { SayDialog } from './parts.tsx';

const rows = { page: api.drdUse.applies };

/** 使用申请: own ones and those to decide about. */
export function ApplyList() {
  const list = useEntityPage(rows, applyOptions);
  const refresh = useRefresh();
  const navigate = useNavigate();
  const [deciding, setDeciding] = useState<{ row: ApplyRow; approved: boolean } | null>(null);
  const decide = useWrite(api.drdUse.approve, {
    overlay: false,
    refreshes: [api.drdUse.applies],
    onSuccess: () => {
      toast.success('已办理');
      setDeciding(null);
    },
  });
  const stop = async (row: ApplyRow, call: typeof api.drdUse.end, verb: string) => {
    const text =
      verb === '撤回' ? `撤回对“${row.resName}”的申请？` : `提前结束对“${row.resName}”的使用？授权、订阅、查看权和文件立即收回。`;
    if (!(await confirmLoss(verb, text, () => call({ params: { id: row.id } }, { overlay: false })))) return;
    toast.success(`已${verb}`);
    await refresh(api.drdUse.applies);
  };
  const actions = (row: ApplyRow) =>
    actionsOf(row, { decide: (approved) => setDeciding({ row, approved }), open: (path) => void navigate(path), stop });
  return (
    <div className="panel list-page">
      <EntityTable<ApplyRow> list={list} actions={actions} />
      {deciding && (
        <SayDialog
          title={`${deciding.approved ? '同意' : '拒绝'}对“${deciding.row.resName}”的申请`}
          label={deciding.approved ? '意见' : '拒绝原因'}
          okText={deciding.approved ? '同意' : '拒绝'}
          isRequired={!deciding.approved}
          danger={!deciding.approved}
          isBusy={decide.isPending}
          onSend={(opinion) => decide.mutate({ params: { id: deciding.row.id }, body: { approved: deciding.approved, opinion } })}
          onClose={() => setDeciding(null)}
        />
      )}
    </div>
  );
}

interface Steps {
  decide: (approved: boolean) => void;
  open: (path: string) => void;
  stop: (row: ApplyRow, call: typeof api.drdUse.end, verb: string) => Promise<void>;
}
/** What may be done with a request, as the server says. */
function actionsOf(row: ApplyRow, { decide, open, stop }: Steps): RowAction[] {
  const all: readonly (RowAction & { isOffered: boolean })[] = [
    { key: 'open', label: '打开', onClick: () => open(row.path ?? ''), isOffered: row.path !== null },
    {
      key: 'approve',
      label: '同意',
      call: api.drdUse.approve,
      onClick: () => decide(true),
      isOffered: row.mayDecide,
    },
    {
      key: 'reject',
      label: '拒绝',
      call: api.drdUse.approve,
      onClick: () => decide(false),
      isOffered: row.mayDecide,
    },
    {
      key: 'file',
      label: '下载',
      call: api.drdUse.file,
      onClick: () => void download(api.drdUse.file, { params: { id: row.id } }, `${row.resName}.csv`).catch(() => undefined),
      isOffered: row.hasFile,
    },
    {
      key: 'withdraw',
      label: '撤回',
      call: api.drdUse.withdraw,
      onClick: () => void stop(row, api.drdUse.withdraw, '撤回'),
      isOffered: row.mayWithdraw,
    },
    {
      key: 'end',
      label: '结束',
      call: api.drdUse.end,
      danger: true,
      onClick: () => void stop(row, api.drdUse.end, '结束'),
      isOffered: row.mayEnd,
    },
  ];
  return all.filter(({ isOffered }) => isOffered);
}
