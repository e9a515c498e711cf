import { PlusOutlined } from '@ant-design/icons';
import { Button, Table } from 'antd';
import { Suspense, useRef, type Key } from 'react';
import { useCan } from '../can.tsx';
import type { EntityList } from '../entity-page/use-entity-page.ts';
import { cappedCount } from '../format.ts';
import { usePhone } from '../use-phone.ts';
import { BatchBar } from './BatchBar.tsx';
import { Cards } from './cards.ts';
import type { CardListProps } from './CardList.tsx';
import { RemovalDialog } from './RemovalDialog.tsx';
import { HeaderCell } from './HeaderCell.tsx';
import { EmptyList, StateView } from '../parts/StateView.tsx';
import { ListTools } from './ListTools.tsx';
import { Pager } from './Pager.tsx';
import { Query } from './Query.tsx';
import { scrollToTop } from './scroll-top.ts';
import { tableColumns, type OpenerOf, useOpener, useRowActions, WIDTH } from './table-columns.tsx';
import type { RowRule } from './barred.ts';
import type { AnyRow, BatchAction, RowAction } from './types.ts';
import { useBox } from './use-box.ts';
import { ViewTabs } from './ViewTabs.tsx';

const VIRTUAL_FROM = 200;
interface EntityTableProps<Row extends AnyRow> {
  list: EntityList<Row>;
  /** actions of a row besides 修改, 详情 and 删除 */
  actions?: (row: Row) => readonly RowAction[];
  /** actions on chosen rows besides 删除 */
  batch?: readonly BatchAction<Row>[];
  /** predicates for rows that this account may edit or remove */
  canEdit?: RowRule<Row>;
  canRemove?: RowRule<Row>;
  /** what the name of a row opens, where that is not the list's own details */
  opener?: OpenerOf<Row>;
}

/** Filter bar, saved views, tools, table and footer of a list; fills the available height. */
export function EntityTable<Row extends AnyRow>({ list, actions, batch = [], canEdit, canRemove, opener }: EntityTableProps<Row>) {
  const can = useCan();
  const [boxRef, box] = useBox();
  const isPhone = usePhone();
  const frame = useRef<HTMLDivElement>(null);
  const { api, options, state, update, settings, settle, rows, views } = list;
  const { label, search = [] } = options;

  const openerOf = useOpener(list, opener);
  const { actionsOf, actionsWidth } = useRowActions(list, actions, { canEdit, canRemove });
  const batchActions: BatchAction<Row>[] = [
    ...batch,
    ...(api.removeBatch
      ? [{ key: 'remove', label: '删除', call: api.removeBatch, danger: true, onClick: (chosen: readonly Row[]) => list.askRemove(chosen) }]
      : []),
  ];
  const hasBatch = batchActions.some((action) => !action.call || can(action.call));

  const turn = (page: number, limit: number) => {
    update({ page, limit });
    scrollToTop(frame.current?.querySelector('.ant-table-body, .ant-table-tbody-virtual-holder, .cards'));
    scrollToTop(frame.current?.closest('.shell-page'));
  };

  const sides = (hasBatch ? WIDTH.choice : 0) + actionsWidth;
  const { antColumns, folded, width } = tableColumns<Row>(list, {
    room: (box?.width ?? 0) - sides,
    onSort: (sort) => update({ sort, page: 1 }),
    openerOf,
    actionsOf,
    actionsWidth,
  });
  const cards: CardListProps<Row> = { list, rows: rows ?? [], actionsOf, openerOf };
  const filtered = Object.keys(state.values).length > 0;
  const totalText = cappedCount(list.total, list.totalCapped);
  const createButton = api.create && can(api.create) && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => list.open({ kind: 'new' })}>
      新增{label}
    </Button>
  );

  return (
    <div className="list-main" ref={frame}>
      <Query fields={search} values={state.values} onSearch={(values) => update({ values, page: 1 })} />
      <div className={views.length + settings.views.length > 0 ? 'views' : 'views plain'}>
        <ViewTabs
          fixed={views}
          views={settings.views}
          state={state}
          total={rows ? totalText : null}
          onOpen={(view) => update({ view: view?.id ?? '', values: view?.values ?? {}, sort: view?.sort ?? '', page: 1 })}
          onSave={(next, open) => {
            settle({ views: next });
            if (open) update({ view: open.id });
          }}
        />
        <ListTools list={list} folded={folded} />
      </div>
      <div className={`list-table ${settings.density}`} ref={boxRef} aria-busy={list.fetching}>
        {list.error && <StateView kind="error" error={list.error} onRetry={() => void list.refresh()} />}
        {list.loading && <StateView kind="loading" />}
        {rows && !list.error && isPhone && rows.length > 0 && (
          <Suspense fallback={<StateView kind="loading" />}>
            <Cards {...(cards as CardListProps<any>)} />
          </Suspense>
        )}
        {rows && !list.error && !(isPhone && rows.length > 0) && (
          <Table<Row>
            size="middle"
            rowKey="id"
            tableLayout="fixed"
            pagination={false}
            dataSource={rows}
            columns={antColumns}
            virtual={rows.length > VIRTUAL_FROM}
            components={{ header: { cell: HeaderCell } }}
            scroll={{ x: width + sides, y: box ? Math.max(box.height - WIDTH.head, WIDTH.least) : undefined }}
            rowSelection={hasBatch ? selectionOf(list) : undefined}
            onRow={(row) => ({ onDoubleClick: openerOf(row) })}
            locale={{
              emptyText: (
                <EmptyList
                  isFiltered={filtered}
                  noun={label}
                  action={createButton}
                  onClear={() => update({ values: {}, view: '', page: 1 })}
                />
              ),
            }}
          />
        )}
      </div>
      <div className="foot">
        {list.selected.length > 0 ? (
          <BatchBar list={list} actions={batchActions} />
        ) : (
          <span className="total">
            {rows && (
              <>
                共 <span className="num">{totalText}</span> 条
              </>
            )}
          </span>
        )}
        {rows && <Pager page={state.page} limit={state.limit} total={list.total} onChange={turn} />}
      </div>
      <RemovalDialog list={list} />
    </div>
  );
}

function selectionOf<Row extends AnyRow>(list: EntityList<Row>) {
  return {
    columnWidth: WIDTH.choice,
    fixed: true,
    selectedRowKeys: list.selected.map((row) => row.id),
    // otherwise antd forgets selected rows of other pages
    preserveSelectedRowKeys: true,
    onChange: (keys: Key[]) => {
      const wanted = new Set(keys.map(String));
      const kept = list.selected.filter((row) => wanted.has(row.id));
      const known = new Set(kept.map((row) => row.id));
      list.select([...kept, ...(list.rows ?? []).filter((row) => wanted.has(row.id) && !known.has(row.id))]);
    },
    getTitleCheckboxProps: () => ({ 'aria-label': '全选' }),
  };
}
