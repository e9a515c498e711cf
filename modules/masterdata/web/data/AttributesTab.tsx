import { EditOutlined, EyeInvisibleOutlined } from '@ant-design/icons';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import type { useCall } from '#kit/web/use-call.ts';
import type { DataDetail, Provenance } from '../../contract/data.ts';
import { api } from '../api.ts';
import { recordPath } from '../paths.ts';
import type { FormColumn } from './record-form.ts';
import { SourceTag } from './sources.tsx';
import { originText, ruleText } from './origins.ts';
import { valueText } from './values.ts';

export interface Sources {
  readonly answer: ReturnType<typeof useCall<typeof api.data.xrefs>>;
  readonly letters: ReadonlyMap<string, string>;
}
interface Props {
  row: DataDetail;
  columns: readonly FormColumn[];
  sources: Sources;
  /** opens the form, for a value that is missing */
  onFill: () => void;
  onHistory: (columnName: string) => void;
}
/** Every attribute with its value, where it came from, when, and by which rule. */
export function AttributesTab({ row, columns, sources, onFill, onHistory }: Props) {
  const { answer, letters } = sources;
  const from = useMemo(() => new Map(answer.data?.attributes.map((one) => [one.columnName, one])), [answer.data]);
  return (
    <>
      {answer.error && <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />}
      <table className="md-attributes">
        <thead>
          <tr>
            <th>属性</th>
            <th>值</th>
            <th>来源</th>
            <th>来源编号</th>
            <th>取值时间</th>
            <th>规则</th>
            <th className="num">历史</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => {
            const one = from.get(column.columnName);
            const letter = one?.sourceName ? letters.get(one.sourceName) : undefined;
            return (
              <tr key={column.id}>
                <th scope="row">{column.columnComment}</th>
                <td>
                  <Value {...{ row, column, onFill }} />
                </td>
                <td>{letter ? <SourceTag letter={letter} /> : <span className="none">—</span>}</td>
                <td className="mono">{one?.sourceKey ?? <span className="none">—</span>}</td>
                <td className={one && isOld(one) ? 'warn' : undefined}>
                  {one ? <DateText value={one.time} kind="day" /> : <span className="none">—</span>}
                </td>
                <td>{column.isCoded ? '编码规则' : <Rule one={one} />}</td>
                <td className="num">
                  {one ? (
                    <button
                      type="button"
                      className="name-link"
                      aria-label={`${column.columnComment}的历史`}
                      onClick={() => onHistory(column.columnName)}
                    >
                      查看
                    </button>
                  ) : (
                    <span className="none">—</span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

const YEAR_MS = 366 * 86_400_000;
/** Told by a source more than a year ago. */
const isOld = ({ time, sourceName }: Provenance): boolean => sourceName !== null && Date.now() - Date.parse(time) > YEAR_MS;

function Rule({ one }: { one: Provenance | undefined }) {
  if (!one) return <span className="none">—</span>;
  if (one.origin === 'manual')
    return (
      <Tag tone="violet" dot={false}>
        <EditOutlined /> 手工{one.byName && ` · ${one.byName}`}
      </Tag>
    );
  return <>{ruleText(one.rule) ?? originText(one)}</>;
}

function Value({ row, column, onFill }: Pick<Props, 'row' | 'onFill'> & { column: FormColumn }) {
  const can = useCan();
  const value = row.values[column.columnName];
  const text = valueText(column, value, row.labels[column.columnName]);
  if (text === null)
    return (
      <>
        <span className="none">—</span>{' '}
        {row.status === '1' && row.flow?.flowStatus !== '3' && column.isEdit === '1' && !column.isCoded && can(api.data.update) && (
          <button type="button" className="name-link" onClick={onFill}>
            补充
          </button>
        )}
      </>
    );
  if (row.masked.includes(column.columnName))
    return (
      <span className="md-masked">
        {text} <EyeInvisibleOutlined aria-label="已脱敏" />
      </span>
    );
  if (column.refModelId !== null && typeof value === 'string' && can(api.data.get))
    return <Link to={recordPath(column.refModelId, value)}>{text}</Link>;
  return <span className={column.isCoded ? 'mono' : undefined}>{text}</span>;
}
