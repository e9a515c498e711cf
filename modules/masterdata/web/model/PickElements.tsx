import { Input, Modal, Table } from 'antd';
import { useDeferredValue, useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { standards } from '../api.ts';
import { controlOf, typeOf } from './column-type.ts';
import { newColumn, type DraftColumn } from './draft.ts';
import { typeOfElement } from './judge.ts';

type Element = CallReply<typeof standards.element.page>['data'][number];

/** A column that follows an element from the beginning. */
function columnOf(element: Element): DraftColumn {
  const type = typeOf(typeOfElement(element) ?? '');
  const column = newColumn();
  return {
    ...column,
    ...type,
    columnName: element.elementCode.toLowerCase().slice(0, 40),
    columnComment: element.elementName,
    htmlType: element.gbTypeId === null ? controlOf((type ?? column).columnType) : 'select',
    elementId: element.id,
    elementName: element.elementName,
    ...(element.gbTypeId !== null && {
      isBindDict: '1' as const,
      bindDictTypeId: element.gbTypeId,
      bindDictTypeName: element.gbTypeName,
      bindDictColumn: 'gb_code' as const,
    }),
  };
}

interface Props {
  taken: ReadonlySet<string>;
  onPick: (columns: readonly DraftColumn[]) => void;
  onClose: () => void;
}
/** 从数据元选: several elements become columns at once, with name, type and code set. */
export function PickElements({ taken, onPick, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const [chosen, setChosen] = useState<ReadonlyMap<string, Element>>(new Map());
  const query = { state: 'inForce' as const, pageSize: 100, ...(keyword && { keyword }) };
  const found = useCall(standards.element.page, { query }, { keepPrevious: true });
  return (
    <Modal
      open
      width={720}
      title="从数据元选列"
      okText={chosen.size > 0 ? `新增 ${chosen.size} 列` : '新增列'}
      okButtonProps={{ disabled: chosen.size === 0 }}
      onOk={() => onPick([...chosen.values()].map(columnOf))}
      onCancel={onClose}
    >
      <div className="md-bind">
        <Input
          allowClear
          aria-label="搜索数据元"
          placeholder="搜索名称、标识符或别名"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {found.error ? (
          <StateView kind="error" inline error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Table<Element>
            size="small"
            rowKey="id"
            loading={found.isFetching}
            pagination={false}
            scroll={{ y: 360 }}
            dataSource={found.data?.data ?? []}
            locale={{ emptyText: keyword ? '没有匹配的数据元' : '没有生效的数据元' }}
            rowSelection={{
              selectedRowKeys: [...chosen.keys()],
              preserveSelectedRowKeys: true,
              getCheckboxProps: ({ id }) => ({ disabled: taken.has(id) }),
              onChange: (_, rows) => setChosen(new Map(rows.map((row) => [row.id, row]))),
            }}
            columns={[
              { title: '数据元', dataIndex: 'elementName', ellipsis: true },
              { title: '标识符', dataIndex: 'elementCode', className: 'mono', ellipsis: true },
              { title: '类型', width: 130, className: 'mono', render: (_, row) => typeOfElement(row) ?? row.dataType },
              { title: '值域', dataIndex: 'gbTypeName', ellipsis: true, render: (name: string | null) => name ?? '—' },
            ]}
          />
        )}
      </div>
    </Modal>
  );
}
