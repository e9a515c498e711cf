import { DatePicker, Input, Modal } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';

interface ExemptDialogProps {
  /** what is said above the inputs */
  says?: string;
  isBusy: boolean;
  onOk: (reason: string, until: string) => void;
  onClose: () => void;
}
/** 豁免: why a column need not follow the standard, and until when. */
export function ExemptDialog({ says = '绑定到数据元，到期前不计入落标率。', isBusy, onOk, onClose }: ExemptDialogProps) {
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState<string | null>(null);
  return (
    <Modal
      open
      title="豁免"
      okText="豁免"
      okButtonProps={{ disabled: reason.trim() === '' || until === null, loading: isBusy }}
      onOk={() => until !== null && onOk(reason.trim(), until)}
      onCancel={onClose}
    >
      <p>{says}</p>
      <p>
        <DatePicker
          aria-label="到期日期"
          placeholder="到期日期"
          disabledDate={(day) => day.isBefore(dayjs(), 'day')}
          onChange={(day) => setUntil(day?.format('YYYY-MM-DD') ?? null)}
        />
      </p>
      <Input.TextArea
        aria-label="豁免原因"
        placeholder="豁免原因"
        maxLength={500}
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
