import { useChangeAddress, useOwnSearch, type AddressValues } from '#kit/web/address.ts';
import { ColumnDrawer } from './tables/ColumnDrawer.tsx';
import { ColumnList, TableList } from './tables/Lists.tsx';
import { SourceTree, type Place } from './tables/SourceTree.tsx';
import { TableRail } from './tables/TableRail.tsx';
import { TableView } from './tables/TableView.tsx';
import './tables/table.css';
import './tables/catalogue.css';

const LEGACY = /(?:^|,)tableId:([0-9a-z_]+)/;

/** 元数据: the tree of sources with a list of tables or columns; or everything about one table, with what concerns it beside. */
export default function DataColumnPage() {
  const { search } = useOwnSearch();
  const changeAddress = useChangeAddress();
  const tableId = search.get('table') ?? LEGACY.exec(search.get('q') ?? '')?.[1];
  const place: Place = {
    sourceId: search.get('source') ?? undefined,
    schemaName: search.get('schema') ?? undefined,
    tableId,
  };
  const show = search.get('show') === 'columns' ? 'columns' : 'tables';
  const go = (change: AddressValues, replace = false) => changeAddress(change, { replace });
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
  if (tableId)
    return (
      <div className="table-page">
        <TableView
          key={tableId}
          id={tableId}
          tab={search.get('tab') ?? 'columns'}
          onTab={(tab) => go({ tab }, true)}
          onColumn={(id) => go({ column: id })}
        />
        <TableRail key={`rail ${tableId}`} id={tableId} />
        {columnId && <ColumnDrawer id={columnId} onClose={() => go({ column: undefined })} />}
      </div>
    );
  const onShow = (next: 'tables' | 'columns') => go({ show: next, q: undefined, page: undefined, sort: undefined });
  return (
    <div className="panel list-page catalogue">
      <SourceTree place={place} onChange={choose} />
      <div className="catalogue-main">
        {show === 'columns' ? (
          <ColumnList place={place} onShow={onShow} onColumn={(id) => go({ column: id })} />
        ) : (
          <TableList place={place} onShow={onShow} />
        )}
      </div>
      {columnId && <ColumnDrawer id={columnId} onClose={() => go({ column: undefined })} />}
    </div>
  );
}
