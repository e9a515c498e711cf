import { useState } from 'react';
import { toast } from '../dialog.tsx';
import type { AnyCall, AnyRow } from '../table/types.ts';

/** What one batch takes, on the server too. */
export const MAX_CHOSEN = 500;
const PAGE = 200;

/** The chosen rows of a list and what changes them. They survive turning pages and sorting; another query begins anew. */
export interface Selection<Row> {
  selected: readonly Row[];
  select: (rows: readonly Row[]) => void;
  /** chooses every row of the query; absent where a batch could not take them all */
  selectAll?: () => Promise<void>;
  /** the rows of the query are being read */
  isSelecting: boolean;
}

interface SelectionOptions<Row> {
  page: AnyCall;
  /** the query without page and size */
  query: Record<string, string | undefined>;
  /** rows of the page in sight */
  rows: readonly Row[] | undefined;
  total: number;
  totalCapped: boolean;
}

const queryKey = ({ sort: _order, ...filters }: Record<string, string | undefined>) => JSON.stringify(filters);

export function useSelection<Row extends AnyRow>({ page, query, rows, total, totalCapped }: SelectionOptions<Row>): Selection<Row> {
  const key = queryKey(query);
  const [chosen, setChosen] = useState<{ of: string; rows: readonly Row[] }>({ of: key, rows: [] });
  const [isSelecting, setSelecting] = useState(false);
  // What is in sight is newer than what was kept when the row was chosen.
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
      // the count that the person agreed to is no longer the count there is
      if (found.length !== total) toast.info(`列表刚刚有变化，已选择 ${Math.min(found.length, MAX_CHOSEN)} 条`);
    } catch {
      // the request layer has told the person
    } finally {
      setSelecting(false);
    }
  };
  const canTakeAll = !totalCapped && total <= MAX_CHOSEN;
  return { selected, select, isSelecting, ...(canTakeAll && { selectAll }) };
}

/** Every row of a query, page by page; a row that moved between two reads counts once. */
async function readAll<Row extends AnyRow>(page: AnyCall, query: Record<string, string | undefined>): Promise<Row[]> {
  const found = new Map<string, Row>();
  for (let pageNum = 1; found.size < MAX_CHOSEN; pageNum += 1) {
    const { data } = (await page({ query: { ...query, pageNum, pageSize: PAGE } })) as { data: Row[] };
    for (const row of data) found.set(row.id, row);
    if (data.length < PAGE) break;
  }
  return [...found.values()];
}
