import type { ReactNode } from 'react';
import { Missing } from '#kit/web/Tag.tsx';

/** One column: its head, and what stands in its cells; where that is nothing the cell says so. */
export interface PlainColumn<Row> {
  readonly title: ReactNode;
  readonly cell: (row: Row, at: number) => ReactNode;
  /** identifiers of a source */
  readonly mono?: boolean;
}
interface Props<Row> {
  /** names the region, which can be scrolled by keys */
  label: string;
  columns: readonly (PlainColumn<Row> | false)[];
  rows: readonly Row[];
  /** rows that have no key of their own go by their place */
  keyOf?: (row: Row) => string;
  className?: string;
}

/** A table without paging in details, dialogs and steps of editors. */
export function PlainTable<Row>({ label, columns: given, rows, keyOf, className = '' }: Props<Row>) {
  const columns = given.filter((column) => column !== false);
  return (
    <div className="market-scroll" tabIndex={0} role="region" aria-label={label}>
      <table className={`market-table ${className}`}>
        <thead>
          <tr>
            {columns.map(({ title }, at) => (
              <th key={at} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf ? keyOf(row) : at}>
              {columns.map((column, i) => (
                <PlainCell key={i} mono={column.mono}>
                  {column.cell(row, at)}
                </PlainCell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const PlainCell = ({ mono = false, children }: { mono: boolean | undefined; children: ReactNode }) => {
  const isMissing = children === null || children === undefined || children === '';
  return <td className={mono && !isMissing ? 'mono' : undefined}>{isMissing ? <Missing /> : children}</td>;
};

interface DescribedProps<Row> extends Props<Row> {
  title: string;
  note?: ReactNode;
  /** stands for the table where there are no rows */
  none?: string;
}
/** A part of details: a heading with its table. */
export const DescribedTable = <Row,>({ title, note, none, ...table }: DescribedProps<Row>) => (
  <section className="market-described" aria-label={title}>
    <h3>
      {title} {note && <small>{note}</small>}
    </h3>
    {table.rows.length === 0 && none !== undefined ? <p className="muted">{none}</p> : <PlainTable {...table} />}
  </section>
);
