import { Modal, Select, Table } from 'antd';
import { useState } from 'react';
import type { Field } from '#modules/datasets/contract/field.ts';
import type { Remapped } from '../../core/chart/remap.ts';

interface Props {
  /** what is likely to take the place of each field */
  start: readonly Remapped[];
  fields: readonly Field[];
  onDone: (remap: readonly Remapped[]) => void;
  onClose: () => void;
}

/** Asks which fields of a new data set take the place of those that a chart uses, and says where each is used. */
export function RemapDialog({ start, fields, onDone, onClose }: Props) {
  const [remap, setRemap] = useState(start);
  const gone = remap.filter(({ to }) => to === null).length;
  const options = fields.filter(({ hidden }) => !hidden).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Modal
      open
      title="字段对应"
      width={640}
      okText={gone > 0 ? `更换并移除 ${gone} 个字段` : '更换数据集'}
      onOk={() => onDone(remap)}
      onCancel={onClose}
    >
      <p className="designer-note">新数据集没有部分字段。为它们选择对应的字段，未选的会从图表中移除。</p>
      <Table
        size="small"
        rowKey="col"
        pagination={false}
        dataSource={[...remap]}
        scroll={{ y: 320 }}
        columns={[
          { title: '原字段', dataIndex: 'name', width: 180, ellipsis: true },
          { title: '用于', key: 'uses', width: 140, render: (_, { uses }) => uses.join('、') },
          {
            title: '对应字段',
            key: 'to',
            render: (_, row) => (
              <Select
                aria-label={`${row.name} 对应的字段`}
                style={{ width: '100%' }}
                allowClear
                showSearch={{ optionFilterProp: 'label' }}
                placeholder="移除"
                status={row.to === null ? 'warning' : undefined}
                value={row.to}
                options={options}
                onChange={(to?: string) => setRemap(remap.map((one) => (one.col === row.col ? { ...one, to: to ?? null } : one)))}
              />
            ),
          },
        ]}
      />
    </Modal>
  );
}
