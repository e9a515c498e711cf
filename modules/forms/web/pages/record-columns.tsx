import { Tag } from '#kit/web/Tag.tsx';
import type { Column } from '#kit/web/table/types.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { mainFields, subforms } from '../../core/index.ts';
import { ValueText } from '../fill/value-text.tsx';
import { RecordFlow } from './RecordFlow.tsx';
import { titleField, type ListedRecord } from './record-list.ts';

/** Who has filled it in; what came through a public link is of nobody known. */
function Submitter({ row }: { row: ListedRecord }) {
  if (row.linkName === null) return row.submitterName;
  return (
    <Tag tone="calm" dot={false}>
      公开链接 · {row.linkName}
    </Tag>
  );
}

/** Columns of the list of records: a column for each field, the number of rows for each sub-table, then what every record has. */
export function columnsOf(schema: FormSchema): Column<ListedRecord>[] {
  const listed = mainFields(schema).filter(({ isUnlisted, type }) => !isUnlisted && type !== 'editor');
  const title = titleField(schema);
  return [
    // what people call a record by stands first and opens it
    ...(title ? [{ field: 'title', title: title.label, width: 160, priority: 1 } as const] : []),
    ...listed
      .filter(({ id }) => id !== title?.id)
      .map((field): Column<ListedRecord> => ({
        field: `_${field.id}`,
        title: field.label,
        width: field.type === 'textarea' ? 240 : 140,
        render: (row) => <ValueText field={field} value={row.values[field.key] ?? null} labels={row.labels} />,
      })),
    ...subforms(schema).map((sub): Column<ListedRecord> => ({
      field: `_${sub.id}`,
      title: sub.label,
      width: 88,
      render: (row) => {
        const rows = row.values[sub.key];
        return Array.isArray(rows) ? `${rows.length} 行` : '—';
      },
    })),
    ...(schema.settings.approval
      ? [
          {
            field: '_flow',
            title: '审批',
            width: 152,
            priority: 1,
            render: (row) => <RecordFlow record={row} />,
          } satisfies Column<ListedRecord>,
        ]
      : []),
    { field: 'submitterName', title: '填报人', width: 140, priority: 1, render: (row) => <Submitter row={row} /> },
    { field: 'deptName', title: '部门', width: 140 },
    { field: 'createTime', title: '提交时间', kind: 'time', width: 152, sort: true, priority: 2 },
    { field: 'updateTime', title: '更新时间', kind: 'time', width: 152, sort: true, hidden: true },
  ];
}
