import { useState } from 'react';
import { toast } from '../dialog.tsx';
import type { AnyCall, AnyRow } from '../table/types.ts';

/** Batch limit, enforced by the server too. */
export const MAX_CHOSEN = 500;
const PAGE = 200;

/** Row selection of a list. Survives paging and sorting; a changed query clears it. */
export interface Selection<Row> {
  selected: readonly Row[];
  select: (rows: readonly Row[]) => void;
  /** selects every row of the query; absent beyond the batch limit */
  selectAll?: () => Promise<void>;
  /** all rows of the query are being loaded */
  isSelecting: boolean;
}

interface SelectionOptions<Row> {
  page: AnyCall;
  /** the query without page and size */
  query: Record<string, string | undefined>;
  /** rows of the current page */
  rows: readonly Row[] | undefined;
  total: number;
  totalCapped: boolean;
}

const queryKey = ({ sort: _order, ...filters }: Record<string, string | undefined>) => JSON.stringify(filters);

/** Holds the selection of a list; `selectAll` loads the rows of all pages. */
export function useSelection<Row extends AnyRow>({ page, query, rows, total, totalCapped }: SelectionOptions<Row>): Selection<Row> {
  const key = queryKey(query);
  const [chosen, setChosen] = useState<{ of: string; rows: readonly Row[] }>({ of: key, rows: [] });
  const [isSelecting, setSelecting] = useState(false);
  // rows of the current page are newer than the copies taken when they were selected
  const fresh = new Map(rows?.map((row) => [row.id, row]));
  const selected = chosen.of === key ? chosen.rows.map((row) => fresh.get(row.id) ?? row) : [];
  const select = (next: readonly Row[]) => {
    if (next.length > MAX_CHOSEN) toast.warning(`一次最多选择 ${MAX_CHOSEN} 条`);
    setChosen({ of: key, rows: next.slice(0, MAX_CHOSEN) });
  };

  const selectAll = async () => {
    setSelecting(true);
    try {
      const found = await readAll<Row>(page, query);
      setChosen({ of: key, rows: found.slice(0, MAX_CHOSEN) });
      // the number of rows changed since the user agreed to it
      if (found.length !== total) toast.info(`列表刚刚有变化，已选择 ${Math.min(found.length, MAX_CHOSEN)} 条`);
    } catch {
      // the transport has already shown the error
    } finally {
      setSelecting(false);
    }
  };
  const canTakeAll = !totalCapped && total <= MAX_CHOSEN;
  return { selected, select, isSelecting, ...(canTakeAll && { selectAll }) };
}

/** Loads every page of a query; a row that moved between two requests counts once. */
async function readAll<Row extends AnyRow>(page: AnyCall, query: Record<string, string | undefined>): Promise<Row[]> {
  const found = new Map<string, Row>();
  for (let pageNum = 1; found.size < MAX_CHOSEN; pageNum += 1) {
    const { data } = (await page({ query: { ...query, pageNum, pageSize: PAGE } })) as { data: Row[] };
    for (const row of data) found.set(row.id, row);
    if (data.length < PAGE) break;
  }
  return [...found.values()];
}
