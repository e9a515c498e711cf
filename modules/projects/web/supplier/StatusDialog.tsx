import { Alert, Form, Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { useDict } from '#kit/web/dict/use-dict.ts';
import { toast } from '#kit/web/dialog.tsx';
import { CallError } from '#kit/web/send.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { BLACKLISTED, needsReason, nextStatuses, touchesBlacklist, type ListStatus } from '../../core/supplier-status.ts';
import { api } from '../api.ts';

interface Props {
  supplier: { id: string; supplierName: string; listStatus: ListStatus };
  /** chosen from the start */
  to?: ListStatus;
  reason?: string;
  onClose: () => void;
}

/** The states that this account may move the supplier to. */
export function useSteps(from: ListStatus): readonly ListStatus[] {
  const can = useCan();
  return nextStatuses(from).filter((to) => can.perm(`project:supplier:${touchesBlacklist(from, to) ? 'blacklist' : 'edit'}`));
}

/** 变更状态: where to, and why. */
export default function StatusDialog({ supplier, to: first, reason: given = '', onClose }: Props) {
  const { listStatus: from } = supplier;
  const steps = useSteps(from);
  const dict = useDict('prj_supplier_status');
  const [to, setTo] = useState<ListStatus | null>(first && steps.includes(first) ? first : null);
  const [reason, setReason] = useState(given);
  const [problem, setProblem] = useState<string | null>(null);
  const save = useWrite(api.supplier.changeStatus, { overlay: false, quiet: true });
  const isExplained = to !== null && needsReason(from, to);
  const submit = async () => {
    if (to === null) return setProblem('请选择新的状态');
    if (isExplained && reason.trim() === '') return setProblem('请填写原因');
    try {
      const { flow } = await save.mutateAsync({ params: { id: supplier.id }, body: { listStatus: to, reason } });
      toast.success(flow === null ? `已转为${dict.label(to)}` : '已提交审批，通过后生效');
      onClose();
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : '保存失败，请重试');
    }
  };
  return (
    <Modal
      open
      title="变更名录状态"
      okText="保存"
      cancelText="取消"
      confirmLoading={save.isPending}
      okButtonProps={{ danger: to === BLACKLISTED }}
      mask={{ closable: false }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form layout="vertical" requiredMark={false} className="supplier-dialog">
        <p className="supplier-from">
          {supplier.supplierName}，当前状态：{dict.label(from)}
        </p>
        <Form.Item label="新的状态">
          <Radio.Group
            value={to}
            options={steps.map((step) => ({ value: step, label: dict.label(step) }))}
            onChange={(event) => {
              setTo(event.target.value as ListStatus);
              setProblem(null);
            }}
          />
        </Form.Item>
        {to === BLACKLISTED && (
          <Form.Item>
            <Alert type="warning" showIcon title="列入黑名单后不能再被选用，也不能以同一统一社会信用代码重新建档。" />
          </Form.Item>
        )}
        <Form.Item
          htmlFor="supplier-reason"
          label={
            <>
              原因
              {isExplained ? <span className="form-mark">*</span> : <span className="form-optional">选填</span>}
            </>
          }
          validateStatus={problem ? 'error' : undefined}
          help={problem}
        >
          <Input.TextArea
            id="supplier-reason"
            value={reason}
            maxLength={500}
            showCount
            autoSize={{ minRows: 3, maxRows: 6 }}
            onChange={(event) => {
              setReason(event.target.value);
              setProblem(null);
            }}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
