import { KeyOutlined, LinkOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input, Table, Tooltip, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { useWrite } from '#kit/web/use-call.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { RowActions } from '#kit/web/table/RowActions.tsx';
import { useBox } from '#kit/web/table/use-box.ts';
import { api } from '../api.ts';
import { LevelMark } from '#modules/gate/web/parts.ts';
import { GovernDialog, type Subject } from './GovernDialog.tsx';
import { InlineText } from './InlineText.tsx';
import { TagMarks } from './TagMarks.tsx';
import type { TableDetail } from './TableView.tsx';
import { dataType } from './data-type.ts';
import { columnSubject, type ColumnRow } from './subjects.ts';

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
  const text = keyword.trim().toLowerCase();
  const rows = table.columns.filter((column) =>
    [column.columnName, column.columnComment, column.cnName, column.description].some((one) => one?.toLowerCase().includes(text)),
  );
  const store = (column: ColumnRow, field: 'cnName' | 'description') => (value: string | null) =>
    save.mutateAsync({ params: { id: column.id }, body: { [field]: value, version: column.version } });
  const columns: TableColumnsType<ColumnRow> = [
    { title: '#', dataIndex: 'columnPosition', width: 48, align: 'right', className: 'muted num' },
    { title: '字段名', key: 'name', width: 170, render: (_, column) => <Name column={column} onOpen={() => onColumn(column.id)} /> },
    {
      title: '类型',
      key: 'type',
      width: 124,
      render: (_, column) => (
        <span className="mono cut" title={dataType(column)}>
          {dataType(column)}
        </span>
      ),
    },
    { title: '注释', dataIndex: 'columnComment', width: 130, ellipsis: true, render: (value: string | null) => value ?? <Missing /> },
    {
      title: '中文名',
      key: 'cnName',
      width: 124,
      render: (_, column) => (
        <InlineText label="中文名" max={100} value={column.cnName} canEdit={canEdit} onSave={store(column, 'cnName')} />
      ),
    },
    { title: '级别', key: 'level', width: 92, render: (_, column) => <LevelMark {...column} /> },
    { title: '分类', key: 'class', width: 110, ellipsis: true, render: (_, { className }) => className ?? <Missing /> },
    {
      title: '说明',
      key: 'description',
      render: (_, column) => (
        <InlineText label="说明" max={2000} value={column.description} canEdit={canEdit} onSave={store(column, 'description')} />
      ),
    },
    {
      title: '可空',
      key: 'nullable',
      width: 64,
      render: (_, { columnNullable }) => (columnNullable === '1' ? '是' : <span className="muted">否</span>),
    },
    { title: '标签', key: 'tags', width: 130, render: (_, { tags }) => <TagMarks tags={tags} /> },
    ...(canEdit
      ? [
          {
            title: '操作',
            key: 'actions',
            width: 64,
            fixed: 'right' as const,
            render: (_: unknown, column: ColumnRow) => (
              <RowActions actions={[{ key: 'govern', label: '维护', onClick: () => setSubject(columnSubject(column)) }]} />
            ),
          },
        ]
      : []),
  ];
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

function Name({ column, onOpen }: { column: ColumnRow; onOpen: () => void }) {
  return (
    <span className="column-name">
      <button type="button" className="link mono cut" title={column.columnName} onClick={onOpen}>
        {column.columnName}
      </button>
      {column.columnKey === '1' && (
        <Tooltip title="主键">
          <KeyOutlined className="key-mark" aria-label="主键" />
        </Tooltip>
      )}
      {column.reference && (
        <Tooltip title={`外键 → ${column.reference}`}>
          <LinkOutlined className="muted" aria-label="外键" />
        </Tooltip>
      )}
    </span>
  );
}
