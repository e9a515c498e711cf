import { Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import type { ReplyOf } from '#kit/web/client.ts';
import { toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import '../operators.css';

type Moved = ReplyOf<typeof api.instance.move>;
type Places = ReplyOf<typeof api.instance.places>;
const listed = (nodes: Moved['created']): string =>
  nodes.map(({ name, people }) => (people.length > 0 ? `${name}（${people.join('、')}）` : name)).join('、') || '无';
const options = (nodes: readonly { id: string; name: string }[]) => nodes.map(({ id, name }) => ({ value: id, label: name }));

interface MoveDialogProps {
  row: { readonly id: string; readonly title: string };
  refresh: () => Promise<void>;
  onClose: () => void;
}
/** 移动: from which nodes to which, with what it would bring about before it is done. */
export function MoveDialog({ row, refresh, onClose }: MoveDialogProps) {
  const places = useCall(api.instance.places, { params: { id: row.id } });
  if (places.data) return <MoveForm row={row} places={places.data} refresh={refresh} onClose={onClose} />;
  return (
    <Modal open title={`移动“${row.title}”`} footer={null} onCancel={onClose}>
      {places.error ? (
        <StateView kind="error" inline error={places.error} onRetry={() => void places.refetch()} />
      ) : (
        <StateView kind="loading" rows={3} />
      )}
    </Modal>
  );
}

function MoveForm({ row, places, refresh, onClose }: MoveDialogProps & { places: Places }) {
  const [from, setFrom] = useState<string[]>(places.standing.map(({ id }) => id));
  const [to, setTo] = useState<string[]>([]);
  const [reason, setReason] = useState('');
  const move = useWrite(api.instance.move);
  const isChosen = from.length > 0 && to.length > 0;
  const handleMove = async () => {
    try {
      await move.mutateAsync({ params: { id: row.id }, body: { from, to, reason, dryRun: false } });
      toast.success('流程已移动');
      onClose();
      await refresh();
    } catch {
      // told by the kit; the dialog stays open
    }
  };
  return (
    <Modal
      open
      title={`移动“${row.title}”`}
      okText="移动"
      cancelText="取消"
      okButtonProps={{ disabled: !isChosen || reason.trim() === '', loading: move.isPending }}
      onOk={() => void handleMove()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="离开的节点" htmlFor="move-from" required>
          <Select id="move-from" mode="multiple" value={from} options={options(places.standing)} onChange={setFrom} />
        </Form.Item>
        <Form.Item label="目标节点" htmlFor="move-to" required extra="移动到并行分支时，请同时选择它的每个分支。">
          <Select
            id="move-to"
            mode="multiple"
            autoFocus
            value={to}
            options={options(places.targets)}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="请选择"
            onChange={setTo}
          />
        </Form.Item>
        <Form.Item label="原因" htmlFor="move-reason" required>
          <Input.TextArea
            id="move-reason"
            rows={2}
            maxLength={200}
            showCount
            placeholder="写入审批记录，所有参与人可见"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
      {isChosen && <MovePreview id={row.id} from={from} to={to} />}
    </Modal>
  );
}

function MovePreview({ id, from, to }: { id: string; from: string[]; to: string[] }) {
  const preview = useCall(api.instance.move, { params: { id }, body: { from, to, reason: '预览', dryRun: true } });
  if (preview.error) return <StateView kind="error" inline error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) return <StateView kind="loading" rows={3} />;
  return (
    <dl className="flow-effects" aria-label="移动的结果">
      <div>
        <dt>取消的任务</dt>
        <dd>{listed(preview.data.cancelled)}</dd>
      </div>
      <div>
        <dt>新增的任务</dt>
        <dd>{listed(preview.data.created)}</dd>
      </div>
    </dl>
  );
}
