import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { CHANGE_FIELDS, type MANUAL_FIELDS } from '../../contract/change.ts';
import { api } from '../api.ts';

interface Props {
  /** the column and what it has now */
  column: { readonly id: string; readonly columnName: string; readonly columnComment: string | null; readonly dataDefault: string | null };
  field: (typeof MANUAL_FIELDS)[number];
  onClose: () => void;
}

/** 变更登记: writes down what a column is going to be called, described or filled with; the catalogue itself stays as it is. */
export function RegisterChange({ column, field, onClose }: Props) {
  const [value, setValue] = useState(column[field] ?? '');
  const [remark, setRemark] = useState('');
  const save = useWrite(api.change.create, {
    overlay: false,
    onSuccess: () => {
      toast.success('变更已登记');
      onClose();
    },
  });
  const label = CHANGE_FIELDS[field] ?? field;
  const isSame = (value.trim() || null) === column[field];
  return (
    <Modal
      open
      title={`${label}变更登记`}
      okText="登记"
      cancelText={uiTexts.cancel}
      okButtonProps={{ disabled: isSame || (field === 'columnName' && value.trim() === '') }}
      confirmLoading={save.isPending}
      onOk={() =>
        save.mutate({ body: { objectId: column.id, fieldName: field, fieldNewValue: value.trim() || null, remark: remark.trim() || null } })
      }
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="字段">
          <span className="mono">{column.columnName}</span>
        </Form.Item>
        <Form.Item label="旧值">{column[field] === null ? <Missing /> : <span className="mono">{column[field]}</span>}</Form.Item>
        <Form.Item label="新值" htmlFor="register-value" extra="登记不会修改元数据，下次同步后以数据源为准">
          <Input.TextArea
            id="register-value"
            maxLength={2000}
            autoSize={{ minRows: 1, maxRows: 6 }}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </Form.Item>
        <Form.Item label="备注（选填）" htmlFor="register-remark">
          <Input.TextArea
            id="register-remark"
            maxLength={500}
            autoSize={{ minRows: 2, maxRows: 6 }}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
