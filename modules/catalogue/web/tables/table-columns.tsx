import { EyeInvisibleOutlined, KeyOutlined, LinkOutlined, LockOutlined } from '@ant-design/icons';
import { Tooltip, type TableColumnType } from 'antd';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { foldColumns, type Priority } from '#kit/web/table/fold-columns.ts';
import { RowActions } from '#kit/web/table/RowActions.tsx';
import { LevelMark } from '#modules/gate/web/parts.ts';
import { dataType } from './data-type.ts';
import { InlineText } from './InlineText.tsx';
import type { ColumnRow } from './subjects.ts';
import { TagMarks } from './TagMarks.tsx';

interface Options {
  canEdit: boolean;
  onOpen: (column: ColumnRow) => void;
  onSave: (column: ColumnRow, field: 'cnName' | 'description', value: string | null) => Promise<unknown>;
  onGovern: (column: ColumnRow) => void;
  /** asks for access to a column whose values the reader does not get; null = nothing can be asked for now */
  onRequest: ((column: ColumnRow) => void) | null;
}
type Foldable = TableColumnType<ColumnRow> & { field: string; width: number; fixed?: 'right'; priority?: Priority };

/** Width of the column of check boxes. */
export const CHECK_WIDTH = 40;
/** Here a name, what is seen of it and its action fill the line. */
const PHONE_ROOM = 428;

/** The columns that fit into `room` pixels; what is folded stands in the drawer of the column. */
export function fittingColumns(options: Options, room: number) {
  const { shown, folded } = foldColumns(allColumns(options), {
    room,
    keeps: room < PHONE_ROOM ? ['name', 'seen'] : ['name', 'seen', 'level'],
    widthOf: (column) => column.width ?? 0,
  });
  return { shown: shown.map(({ field, ...column }) => ({ key: field, ...column })), folded: folded.length };
}

const allColumns = (options: Options): Foldable[] => [...technical(options), ...governed(options)];

/** What the source says of a column, and what it is called. */
const technical = ({ canEdit, onOpen, onSave }: Options): Foldable[] => [
  { field: 'position', title: '#', dataIndex: 'columnPosition', width: 48, align: 'right', className: 'muted num', priority: 3 },
  { field: 'name', title: '字段名', width: 160, render: (_, column) => <Name column={column} onOpen={() => onOpen(column)} /> },
  {
    field: 'cnName',
    title: '中文名',
    width: 130,
    priority: 1,
    render: (_, column) => (
      <InlineText
        label="中文名"
        max={100}
        value={column.cnName}
        fallback={column.columnComment}
        canEdit={canEdit}
        onSave={(value) => onSave(column, 'cnName', value)}
      />
    ),
  },
  {
    field: 'type',
    title: '类型',
    width: 120,
    priority: 2,
    render: (_, column) => (
      <span className="mono cut" title={dataType(column)}>
        {dataType(column)}
      </span>
    ),
  },
];

/** What people decided about a column, and what the reader may do with it. */
const governed = ({ canEdit, onSave, onGovern, onRequest }: Options): Foldable[] => [
  { field: 'level', title: '级别', width: 92, render: (_, column) => <LevelMark {...column} /> },
  {
    field: 'seen',
    title: '看到的值',
    width: 112,
    render: (_, column) => <Seen column={column} onRequest={onRequest && (() => onRequest(column))} />,
  },
  { field: 'class', title: '分类', width: 100, priority: 2, ellipsis: true, render: (_, { className }) => className ?? <Missing /> },
  {
    field: 'nullable',
    title: '可空',
    width: 60,
    priority: 3,
    render: (_, { columnNullable }) => (columnNullable === '1' ? '是' : <span className="muted">否</span>),
  },
  {
    field: 'description',
    title: '说明',
    width: 180,
    priority: 3,
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
  { field: 'tags', title: '标签', width: 130, priority: 4, render: (_, { tags }) => <TagMarks tags={tags} /> },
  ...(canEdit ? [govern(onGovern)] : []),
];

const govern = (onGovern: Options['onGovern']): Foldable => ({
  field: 'actions',
  title: '操作',
  width: 64,
  fixed: 'right',
  render: (_, column) => <RowActions actions={[{ key: 'govern', label: '维护', onClick: () => onGovern(column) }]} />,
});

function Name({ column, onOpen }: { column: ColumnRow; onOpen: () => void }) {
  return (
    <span className="column-name">
      <NameLink name={column.columnName} mono onOpen={onOpen} />
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

/** What this reader gets of the values: as they are, what the mask leaves of them, or nothing and the way to ask for it. */
function Seen({ column, onRequest }: { column: ColumnRow; onRequest: (() => void) | null }) {
  const { shown, mask } = column.seen;
  if (shown === 'clear') return '原值';
  if (shown === 'masked')
    return (
      <span className="seen-value" title={`已脱敏：${mask}`}>
        <EyeInvisibleOutlined className="muted" aria-label="已脱敏" /> {mask}
      </span>
    );
  return (
    <span className="seen-value">
      <LockOutlined className="muted" aria-label="没有权限" />
      {onRequest ? (
        <button type="button" className="name-link" aria-label={`申请字段“${column.columnName}”的权限`} onClick={onRequest}>
          申请
        </button>
      ) : (
        <span className="muted">不可见</span>
      )}
    </span>
  );
}
