import { Button, Checkbox, Form, Input, Table } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useChangeAddress } from '#kit/web/address.ts';
import { Can } from '#kit/web/can.tsx';
import type { ReplyOf } from '#kit/web/client.ts';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { AccountSelect } from '#modules/system/web/parts.ts';
import { api } from '../api.ts';
import '../operators.css';

type Preview = ReplyOf<typeof api.handover.preview>;
type BusinessRow = Preview['tasks'][number];

/** 工作移交: everything of approvals that names a person goes to another one. */
export default function HandoverPage() {
  const [search] = useSearchParams();
  const change = useChangeAddress();
  const from = search.get('from');
  return (
    <div className="panel flow-handover">
      <Form layout="vertical">
        <Form.Item label="移交人" htmlFor="handover-from" extra="离职、调岗或长期休假的人，账号禁用前后都可以移交。">
          <AccountSelect
            id="handover-from"
            present={null}
            value={from ?? undefined}
            onChange={(id?: string) => change({ from: id ?? null })}
          />
        </Form.Item>
      </Form>
      {from ? <Contents key={from} from={from} /> : <StateView kind="empty" inline what="请选择移交人，查看名下的流程工作" />}
    </div>
  );
}

function Contents({ from }: { from: string }) {
  const preview = useCall(api.handover.preview, { query: { fromUserId: from } });
  if (preview.error) return <StateView kind="error" inline error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) return <StateView kind="loading" rows={4} />;
  const { tasks, delegations, models, definitions } = preview.data;
  if (tasks.length + delegations + models.length + definitions.length === 0)
    return <StateView kind="empty" inline what="没有需要移交的流程工作" />;
  return <HandoverForm from={from} preview={preview.data} />;
}

const columns = [
  { title: '业务', dataIndex: 'businessName', render: (name: string | null, row: BusinessRow) => name ?? row.businessCode },
  { title: '待办任务', dataIndex: 'assigned', width: 100, align: 'right' as const },
  { title: '候选任务', dataIndex: 'candidate', width: 100, align: 'right' as const },
];

interface PartsValue {
  delegations: boolean;
  models: boolean;
}
interface PartsProps {
  preview: Preview;
  codes: string[];
  onCodes: (codes: string[]) => void;
  parts: PartsValue;
  onParts: (parts: PartsValue) => void;
}
/** What goes: tasks by business, substitutes, and where processes name the person. */
function Parts({ preview, codes, onCodes, parts, onParts }: PartsProps) {
  const named = [...preview.definitions, ...preview.models].map(({ name }) => name);
  return (
    <>
      <Table<BusinessRow>
        size="small"
        rowKey="businessCode"
        pagination={false}
        dataSource={preview.tasks}
        columns={columns}
        locale={{ emptyText: '没有未办任务' }}
        rowSelection={{ selectedRowKeys: codes, onChange: (keys) => onCodes(keys.map(String)) }}
      />
      <div className="flow-handover-parts">
        {preview.delegations > 0 && (
          <Checkbox checked={parts.delegations} onChange={({ target }) => onParts({ ...parts, delegations: target.checked })}>
            {preview.delegations} 条由本人代理的委托改为接收人
          </Checkbox>
        )}
        {named.length > 0 && (
          <Checkbox checked={parts.models} onChange={({ target }) => onParts({ ...parts, models: target.checked })}>
            流程中的审批人改为接收人：{named.slice(0, 5).join('、')}
            {named.length > 5 && ` 等 ${named.length} 个`}（流程发布新版本，运行中的流程随之迁移）
          </Checkbox>
        )}
      </div>
    </>
  );
}

function HandoverForm({ from, preview }: { from: string; preview: Preview }) {
  const [codes, setCodes] = useState(preview.tasks.map(({ businessCode }) => businessCode));
  const [to, setTo] = useState<string | null>(null);
  const [parts, setParts] = useState<PartsValue>({ delegations: true, models: true });
  const [reason, setReason] = useState('');
  const run = useWrite(api.handover.run, { refreshes: [api.flowTask.todo, api.definition.page] });
  const handleRun = async () => {
    if (to === null) return;
    try {
      const body = { fromUserId: from, toUserId: to, businessCodes: codes, tasks: codes.length > 0, ...parts, reason };
      const done = await run.mutateAsync({ body });
      toast.success(`已移交 ${done.assigned + done.candidate} 个任务${done.kept > 0 ? `，${done.kept} 个由接收人发起，未移交` : ''}`);
      setReason('');
    } catch {
      // told by the kit
    }
  };
  return (
    <Form layout="vertical">
      <Parts preview={preview} codes={codes} onCodes={setCodes} parts={parts} onParts={setParts} />
      <Form.Item label="接收人" htmlFor="handover-to" required>
        <AccountSelect id="handover-to" present={null} value={to ?? undefined} onChange={(id?: string) => setTo(id ?? null)} />
      </Form.Item>
      <Form.Item
        label="原因"
        htmlFor="handover-reason"
        required
        extra={preview.administrators.length > 0 && `流程管理员：${preview.administrators.join('、')}`}
      >
        <Input.TextArea
          id="handover-reason"
          rows={2}
          maxLength={200}
          showCount
          placeholder="写入审批记录，所有参与人可见"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Form.Item>
      <Can call={api.handover.run}>
        <Button
          type="primary"
          disabled={to === null || reason.trim() === ''}
          loading={run.isPending}
          onClick={() =>
            void confirmDialog({
              title: '移交选中的流程工作？',
              content: '任务立即转到接收人名下，不能撤销。',
              okText: '移交',
              onOk: handleRun,
            })
          }
        >
          移交
        </Button>
      </Can>
    </Form>
  );
}
