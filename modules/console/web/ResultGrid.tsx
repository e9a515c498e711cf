import { EyeInvisibleOutlined } from '@ant-design/icons';
import { Table, Tooltip } from 'antd';
import { useMemo } from 'react';
import { useBox } from '#kit/web/table/use-box.ts';
import type { Result } from './use-run.ts';

const HEAD = 36;
const ROW = 32;
const CHAR = 8;
const MIN = 90;
const MAX = 360;
const SAMPLE = 50;
/** names that databases give to the lines of a plan */
const PLAN = /^(query plan|explain|plan)$/i;

type Row = Record<string, unknown>;
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean));
const widthOf = (text: string): number => [...text].reduce((sum, char) => sum + (char.charCodeAt(0) > 0xff ? 13 : CHAR), 0);

/** Widths in a box: a long column takes what the others leave. */
function sharedWidths(natural: readonly number[], width: number): number[] {
  let free = width - natural.reduce((sum, wanted) => sum + Math.min(MAX, wanted), 58);
  return natural.map((wanted) => {
    const more = Math.max(0, Math.min(wanted - MAX, free));
    free -= more;
    return Math.min(MAX, wanted) + more;
  });
}

/** Rows of one result; only what is on the screen is drawn. NULL looks different from the word and from blank text. */
export function ResultGrid({ result }: { result: Result }) {
  const [ref, box] = useBox();
  const columns = useMemo(() => {
    const sample = result.dataList.slice(0, SAMPLE);
    const natural = result.columns.map((column) => {
      const longest = Math.max(widthOf(column.name) + 24, ...sample.map((row) => widthOf(textOf(row[column.name] ?? 'NULL').slice(0, 60))));
      return Math.max(MIN, longest + 28);
    });
    const widths = sharedWidths(natural, box?.width ?? 0);
    return result.columns.map((column, i) => ({ column, width: widths[i] ?? MIN }));
  }, [result, box?.width]);
  if (result.columns.length === 1 && PLAN.test(result.columns[0]!.name))
    return <pre className="result-plan">{result.dataList.map((row) => textOf(Object.values(row)[0] ?? '')).join('\n')}</pre>;
  const total = columns.reduce((sum, { width }) => sum + width, 56);
  const spare = box ? Math.max(0, box.width - total - 2) : 0;
  return (
    <div className="result-grid" ref={ref}>
      {box && box.height > 0 && (
        <Table<Row & { key: number }>
          virtual
          size="small"
          pagination={false}
          rowKey="key"
          tableLayout="fixed"
          scroll={{ x: total + spare, y: box.height - HEAD }}
          dataSource={result.dataList.map((row, key) => ({ ...row, key }))}
          locale={{ emptyText: '没有符合条件的数据' }}
          columns={[
            {
              title: '#',
              key: '#',
              width: 56,
              fixed: 'left',
              className: 'row-number',
              render: (_: unknown, __: Row, index: number) => index + 1,
            },
            ...columns.map(({ column, width }, i) => ({
              key: `c${i}`,
              width,
              className: column.kind === 'number' ? 'cell-number' : undefined,
              title: (
                <Tooltip title={<ColumnNote type={column.type} from={column.from} masked={column.masked} />}>
                  <span className="cut">
                    {column.name}
                    {column.masked && <EyeInvisibleOutlined className="masked-mark" aria-label="已脱敏" />}
                  </span>
                </Tooltip>
              ),
              render: (_: unknown, row: Row) => <Cell value={row[column.name]} />,
            })),
            // what is left of the width stays empty, so that figures stay near their names
            ...(spare > 0 ? [{ key: '_rest', title: '', width: spare, render: () => null }] : []),
          ]}
          style={{ ['--row' as string]: `${ROW}px` }}
        />
      )}
    </div>
  );
}

function ColumnNote({ type, from, masked }: { type: string; from: readonly string[]; masked: boolean }) {
  return (
    <>
      {type}
      {from.length > 0 && <div>来自 {from.slice(0, 5).join('、')}</div>}
      {masked && <div>含敏感字段，已脱敏</div>}
    </>
  );
}

function Cell({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <span className="cell-null">NULL</span>;
  if (value === '') return <span className="cell-null">空串</span>;
  const text = textOf(value);
  return <span title={text.length > 40 ? text : undefined}>{text}</span>;
}
