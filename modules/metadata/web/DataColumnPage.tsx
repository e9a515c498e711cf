import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { ColumnDrawer } from './catalogue/ColumnDrawer.tsx';
import { ColumnList, TableList } from './catalogue/Lists.tsx';
import { SourceTree, type Place } from './catalogue/SourceTree.tsx';
import { TableView } from './catalogue/TableView.tsx';
import './metadata.css';
import './catalogue/catalogue.css';

/** The address of this page only: kept while another tab is in front. */
function useOwnSearch() {
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const [own] = useState(pathname);
  const [kept, setKept] = useState(search);
  const isHere = pathname === own;
  if (isHere && kept.toString() !== search.toString()) setKept(search);
  return [isHere ? search : kept, setSearch] as const;
}

const LEGACY = /(?:^|,)tableId:([0-9a-z_]+)/;

/** 元数据: the tree of sources on the left; a list of tables or columns, or everything about one table, on the right. */
export default function DataColumnPage() {
  const [search, setSearch] = useOwnSearch();
  const tableId = search.get('table') ?? LEGACY.exec(search.get('q') ?? '')?.[1];
  const place: Place = {
    sourceId: search.get('source') ?? undefined,
    schemaName: search.get('schema') ?? undefined,
    tableId,
  };
  const show = search.get('show') === 'columns' ? 'columns' : 'tables';
  const go = (change: Record<string, string | undefined>, replace = false) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(change)) {
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace },
    );
  const choose = (next: Place) =>
    go({
      source: next.sourceId,
      schema: next.schemaName,
      table: next.tableId,
      column: undefined,
      page: undefined,
      open: undefined,
      q: undefined,
    });
  const columnId = search.get('column');
  return (
    <div className="panel list-page catalogue">
      <SourceTree place={place} onChange={choose} />
      <div className="catalogue-main">
        {tableId ? (
          <TableView
            key={tableId}
            id={tableId}
            tab={search.get('tab') ?? 'columns'}
            onTab={(tab) => go({ tab }, true)}
            onColumn={(id) => go({ column: id })}
          />
        ) : show === 'columns' ? (
          <ColumnList
            place={place}
            onShow={(next) => go({ show: next, q: undefined, page: undefined, sort: undefined })}
            onColumn={(id) => go({ column: id })}
          />
        ) : (
          <TableList
            place={place}
            onShow={(next) => go({ show: next, q: undefined, page: undefined, sort: undefined })}
            onTable={(id) => go({ table: id, tab: undefined })}
          />
        )}
      </div>
      {columnId && <ColumnDrawer id={columnId} onClose={() => go({ column: undefined })} />}
    </div>
  );
}
