import { EyeInvisibleOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { count, dateTime } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { isNameDict } from '../../contract/field.ts';
import type { Draft } from './use-draft.ts';
import { canPreview, usePreview } from './use-preview.ts';

/** The first rows of the draft as it stands, read with one's own rights. */
export function PreviewTab({ draft, isActive }: { draft: Draft; isActive: boolean }) {
  const { model } = draft;
  const rows = usePreview(draft, { enabled: isActive, staleTime: 30_000 });
  if (!canPreview(draft)) return <StateView className="set-face" kind="empty" inline what="选择数据后可以预览" />;
  if (rows.error) return <StateView className="set-face" kind="error" inline error={rows.error} onRetry={() => void rows.refetch()} />;
  if (!rows.data) return <StateView className="set-face" kind="loading" rows={6} />;
  const { columns, rows: data, truncated, ms } = rows.data;
  const calculated = model.fields.filter((field) => field.expr).length;
  return (
    <div className="set-preview">
      <div className="set-preview-bar muted">
        <span>
          {data.length === 0 ? '没有数据' : truncated ? `前 ${count(data.length)} 行` : `共 ${count(data.length)} 行`} · {ms} 毫秒
          {calculated > 0 && ` · ${calculated} 个计算字段在图表中计算`}
        </span>
        <span className="grow" />
        <Button size="small" icon={<ReloadOutlined />} loading={rows.isFetching} onClick={() => void rows.refetch()}>
          刷新
        </Button>
      </div>
      <RowsTable columns={columns} rows={data} names={rows.data.names} fields={model.fields} />
    </div>
  );
}

type Reply = { id: string; name: string; type: string; masked: boolean };
interface RowsProps {
  columns: readonly Reply[];
  rows: readonly (readonly unknown[])[];
  /** what is read in place of codes, by column and value */
  names: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** fields of the set: codes are shown as the texts of their dictionaries */
  fields: readonly { readonly id: string; readonly dict?: string | null }[];
}
/** Rows as charts will say them, the stored value on hover; masked columns say so. */
export function RowsTable({ columns, rows, names, fields }: RowsProps) {
  const dicts = columns.map(({ id, masked }) => (masked ? undefined : fields.find((field) => field.id === id)?.dict));
  return (
    <div className="set-rows">
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} className={column.type === 'number' ? 'num' : undefined} title={column.id}>
                {column.name}
                {column.masked && <EyeInvisibleOutlined title="已脱敏" />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((value, at) => (
                <td
                  key={at}
                  className={columns[at]?.type === 'number' ? 'num' : undefined}
                  title={value === null ? undefined : String(value)}
                >
                  <Cell value={value} named={names[columns[at]!.id]} dict={dicts[at]} type={columns[at]?.type} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A moment with its zone; one of the wall clock is shown as it stands. */
const IS_INSTANT = /T.*(Z|[+-]\d\d:?\d\d)$/;

interface CellProps {
  value: unknown;
  /** what is read in place of the values of this column */
  named: Readonly<Record<string, string>> | undefined;
  dict: string | null | undefined;
  type: string | undefined;
}
function Cell({ value, named, dict, type }: CellProps) {
  if (value === null) return <span className="none">—</span>;
  if (named && Object.hasOwn(named, String(value))) return named[String(value)];
  if (dict && !isNameDict(dict)) return <DictTag code={dict} value={String(value)} />;
  if (type === 'datetime' && IS_INSTANT.test(String(value))) return dateTime(value) ?? String(value);
  return typeof value === 'boolean' ? (value ? '是' : '否') : String(value);
}
