import { KeyOutlined, LinkOutlined } from '@ant-design/icons';
import { Tooltip, type TableColumnsType } from 'antd';
import { Missing } from '#kit/web/Tag.tsx';
import { RowActions } from '#kit/web/table/RowActions.tsx';
import { LevelMark } from '#modules/gate/web/parts.ts';
import { dataType } from './data-type.ts';
import { InlineText } from './InlineText.tsx';
import type { ColumnRow } from './subjects.ts';
import { TagMarks } from './TagMarks.tsx';

/** Columns whose name, comment, Chinese name or description contains the text; all of them for an empty one. */
export function withText(columns: readonly ColumnRow[], text: string): ColumnRow[] {
  const wanted = text.trim().toLowerCase();
  return columns.filter((column) =>
    [column.columnName, column.columnComment, column.cnName, column.description].some((one) => one?.toLowerCase().includes(wanted)),
  );
}

interface Options {
  canEdit: boolean;
  onOpen: (column: ColumnRow) => void;
  onSave: (column: ColumnRow, field: 'cnName' | 'description', value: string | null) => Promise<unknown>;
  onGovern: (column: ColumnRow) => void;
}

/** The columns of the list of a table's columns. */
export const tableColumns = ({ canEdit, onOpen, onSave, onGovern }: Options): TableColumnsType<ColumnRow> => [
  { title: '#', dataIndex: 'columnPosition', width: 48, align: 'right', className: 'muted num' },
  { title: '字段名', key: 'name', width: 170, render: (_, column) => <Name column={column} onOpen={() => onOpen(column)} /> },
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
      <InlineText label="中文名" max={100} value={column.cnName} canEdit={canEdit} onSave={(value) => onSave(column, 'cnName', value)} />
    ),
  },
  { title: '级别', key: 'level', width: 92, render: (_, column) => <LevelMark {...column} /> },
  { title: '分类', key: 'class', width: 110, ellipsis: true, render: (_, { className }) => className ?? <Missing /> },
  {
    title: '说明',
    key: 'description',
    render: (_, column) => (
      <InlineText
        label="说明"
        max={2000}
        value={column.description}
        canEdit={canEdit}
        onSave={(value) => onSave(column, 'description', value)}
      />
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
            <RowActions actions={[{ key: 'govern', label: '维护', onClick: () => onGovern(column) }]} />
          ),
        },
      ]
    : []),
];

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
