import { Form, Modal, Select } from 'antd';
import { useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { formFromTable } from '../../core/index.ts';
import { lookups } from '../api.ts';

interface Props {
  onTake: (label: string, schema: FormSchema) => void;
  onClose: () => void;
}
/** A table of the catalogue whose columns become the fields of the form. */
export default function TableDialog({ onTake, onClose }: Props) {
  const [sourceId, setSourceId] = useState<string | null>(null);
  const [tableId, setTableId] = useState<string | null>(null);
  const sources = useCall(lookups.source.list);
  const tables = useCall(lookups.table.list, { query: { sourceId: sourceId ?? '' } }, { enabled: sourceId !== null });
  const columns = useCall(lookups.column.list, { query: { tableId: tableId ?? '' } }, { enabled: tableId !== null });
  const table = tables.data?.find(({ id }) => id === tableId);
  const found = columns.data ?? [];
  const error = sources.error ?? tables.error ?? columns.error;
  return (
    <Modal
      open
      title="从目录中的表生成表单"
      okText={found.length > 0 ? `生成 ${found.length} 个字段` : '生成'}
      okButtonProps={{ disabled: found.length === 0 }}
      onOk={() => onTake(table?.tableComment || table?.tableName || '', formFromTable(found))}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="数据源">
          <Select
            aria-label="数据源"
            loading={sources.isLoading}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="请选择数据源"
            options={(sources.data ?? []).map(({ id, sourceName }) => ({ value: id, label: sourceName }))}
            value={sourceId}
            onChange={(id) => {
              setSourceId(id);
              setTableId(null);
            }}
          />
        </Form.Item>
        <Form.Item label="数据表">
          <Select
            aria-label="数据表"
            disabled={sourceId === null}
            loading={tables.isLoading && sourceId !== null}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="请选择数据表"
            options={(tables.data ?? []).map(({ id, tableName, tableComment }) => ({
              value: id,
              label: tableComment ? `${tableName}　${tableComment}` : tableName,
            }))}
            value={tableId}
            onChange={setTableId}
          />
        </Form.Item>
      </Form>
      {error && <StateView kind="error" error={error} />}
      <p className="muted">每个字段按名称、注释、类型和是否可空生成一个表单字段，替换当前的设计；可以撤销。</p>
    </Modal>
  );
}
