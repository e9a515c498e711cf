import { useState } from 'react';
import type { Expr } from '#kit/core/expr/index.ts';
import { useCan } from '#kit/web/can.tsx';
import { day } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { sampleOf } from '../../core/sets/sample.ts';
import { api } from '../sets/api.ts';
import { RowsTable } from './PreviewTab.tsx';
import type { Draft } from './use-draft.ts';
import { canPreview, usePreview } from './use-preview.ts';

const SHOWN = 5;
interface Props {
  draft: Draft;
  /** the calculated field, null while it is new */
  id: string | null;
  name: string;
  /** an expression without errors that has a value for each row */
  ast: Expr;
}

/** 样例: what the expression makes of the first rows. They are read once; a change of the expression does not ask the source again. */
export function CalcSample({ draft, id, name, ast }: Props) {
  const isAllowed = useCan()(api.dataSet.preview);
  const [today] = useState(() => day(new Date()) ?? '');
  const { fields } = draft.model;
  // fields that charts do not show may be calculated with
  const shown = fields.some(({ hidden }) => hidden)
    ? { ...draft, model: { ...draft.model, fields: fields.map((field) => ({ ...field, hidden: false })) } }
    : draft;
  const read = usePreview(shown, { enabled: isAllowed, staleTime: Infinity });
  if (!isAllowed || !canPreview(draft)) return null;
  if (read.error) return <p className="muted">没有样例行：{read.error.message}</p>;
  if (!read.data) return <StateView kind="loading" rows={3} />;
  if (read.data.rows.length === 0) return <p className="muted">没有数据，无法显示样例</p>;
  const rows = read.data.rows.slice(0, SHOWN);
  const sample = sampleOf({ ast, fields, id, name, today }, { columns: read.data.columns, rows });
  return (
    <section aria-label="样例" className="calc-sample">
      <h4>前 {rows.length} 行的结果</h4>
      <RowsTable columns={sample.columns} rows={sample.rows} names={{}} fields={[]} />
    </section>
  );
}
