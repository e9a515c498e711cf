import type { ReactNode } from 'react';
import { count } from '#kit/web/format.ts';
import { PanelRow } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { percent, type Sums } from './figures.ts';

export interface Ranked extends Sums {
  readonly key: string;
  readonly name: ReactNode;
}
/** Who called or was called most: a bar as long as its share of the first, calls, and what failed. */
export function Ranks({ rows, empty }: { rows: readonly Ranked[]; empty: string }) {
  const most = rows[0]?.calls ?? 0;
  if (rows.length === 0) return <StateView kind="empty" inline what={empty} />;
  return (
    <>
      {rows.map(({ key, name, calls, failed }) => (
        <PanelRow key={key}>
          <span className="cut market-rank-name">{name}</span>
          <span className="market-rank" aria-hidden>
            <i style={{ width: `${most === 0 ? 0 : (calls / most) * 100}%` }} />
          </span>
          {failed > 0 && <span className="market-bad">失败 {percent(failed, calls)}%</span>}
          <span className="num market-rank-value">{count(calls)}</span>
        </PanelRow>
      ))}
    </>
  );
}
