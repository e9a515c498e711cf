import type { ReactNode } from 'react';

interface Column<Row> {
  readonly title: string;
  readonly width?: number | undefined;
  readonly cell: (row: Row) => ReactNode;
}
interface Props<Row> {
  /** names the region, which can be scrolled by keys */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
}

/** A plain table of a step. */
export const Rows = <Row,>({ label, rows, keyOf, columns }: Props<Row>) => (
  <div className="transfer-scroll" tabIndex={0} role="region" aria-label={label}>
    <table className="transfer-table">
      <thead>
        <tr>
          {columns.map(({ title, width }) => (
            <th key={title} scope="col" style={{ width }}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, cell }) => (
              <td key={title}>{cell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
