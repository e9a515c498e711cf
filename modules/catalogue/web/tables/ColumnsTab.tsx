import { SearchOutlined } from '@ant-design/icons';
import { Button, Input, Table } from 'antd';
import { useState } from 'react';
import { useWrite } from '#kit/web/use-call.ts';
import { useBox } from '#kit/web/table/use-box.ts';
import { api } from '../api.ts';
import { GovernDialog, type Subject } from './GovernDialog.tsx';
import type { TableDetail } from './TableView.tsx';
import { columnSubject, type ColumnRow } from './subjects.ts';
import { tableColumns, withText } from './table-columns.tsx';

interface Props {
  table: TableDetail;
  onColumn: (id: string) => void;
}

/** Columns of a table: names and descriptions are edited where they stand, several at once through 批量维护. */
export function ColumnsTab({ table, onColumn }: Props) {
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [subject, setSubject] = useState<Subject | null>(null);
  const [boxRef, box] = useBox();
  const save = useWrite(api.governance.column, { overlay: false, refreshes: [api.table.get, api.search.find] });
  const canEdit = table.may.edit;
  const rows = withText(table.columns, keyword);
  const columns = tableColumns({
    canEdit,
    onOpen: ({ id }) => onColumn(id),
    onSave: ({ id, version }, field, value) => save.mutateAsync({ params: { id }, body: { [field]: value, version } }),
    onGovern: (column) => setSubject(columnSubject(column)),
  });
  return (
    <div className="columns-tab">
      <div className="columns-tools">
        <Input
          allowClear
          className="columns-filter"
          prefix={<SearchOutlined className="muted" />}
          placeholder="筛选字段"
          aria-label="筛选字段"
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
        <span className="grow" />
        {chosen.length > 0 && (
          <>
            <span className="muted">
              已选 <b className="num">{chosen.length}</b> 个字段
            </span>
            <Button size="small" type="primary" onClick={() => setSubject({ kind: 'column', ids: chosen })}>
              批量维护
            </Button>
          </>
        )}
      </div>
      <div className="columns-table list-table" ref={boxRef}>
        <Table<ColumnRow>
          size="small"
          rowKey="id"
          tableLayout="fixed"
          pagination={false}
          virtual={rows.length > 200}
          dataSource={rows}
          columns={columns}
          scroll={{ x: 1320, ...(box ? { y: Math.max(box.height - 40, 120) } : {}) }}
          rowSelection={
            canEdit
              ? {
                  selectedRowKeys: [...chosen],
                  onChange: (keys) => setChosen(keys.map(String)),
                  columnWidth: 40,
                  getTitleCheckboxProps: () => ({ 'aria-label': '全选' }),
                }
              : undefined
          }
          locale={{ emptyText: <div className="blank">没有符合条件的字段。</div> }}
        />
      </div>
      {subject && (
        <GovernDialog
          subject={subject}
          onClose={(done) => {
            setSubject(null);
            if (done) setChosen([]);
          }}
        />
      )}
    </div>
  );
}
