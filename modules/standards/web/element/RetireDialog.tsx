import { Input, Modal } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { ImpactList } from './ImpactList.tsx';
import { UsesList } from '../uses/UsesList.tsx';

/** Asks why before an element is retired, and says which columns lose their standard. */
export function RetireDialog({ row, onClose }: { row: { id: string; elementName: string }; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const retire = useWrite(api.standardElement.retire, {
    refreshes: [api.binding.page, api.standardElement.page],
    onSuccess: ({ flowStatus, state }) => {
      toast.success(state === 'retired' ? '已废止' : flowStatus === '3' ? '已提交审核，通过后废止' : '已提交');
      onClose();
    },
  });
  return (
    <Modal
      open
      width={760}
      className="impact-dialog"
      title={`废止“${row.elementName}”？`}
      okText="废止"
      okButtonProps={{ danger: true, disabled: reason.trim() === '', loading: retire.isPending }}
      onOk={() => retire.mutate({ params: { id: row.id }, body: { reason } })}
      onCancel={onClose}
    >
      <p>废止后不再作为标准使用，绑定的字段显示“标准已废止”，已发布的版本保留。</p>
      <label className="retire-reason" htmlFor="retire-reason">
        废止原因 <span aria-hidden>*</span>
      </label>
      <Input.TextArea
        id="retire-reason"
        aria-required
        placeholder="会写入变更记录"
        maxLength={500}
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="impact-below">
        <ImpactList id={row.id} action="retire" />
        <UsesList of={{ elementId: row.id }} />
      </div>
    </Modal>
  );
}
