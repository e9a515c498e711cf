import { CloseOutlined } from '@ant-design/icons';
import { useCan } from '../can.tsx';
import type { EntityList } from '../entity-page/use-entity-page.ts';
import type { AnyRow, BatchAction } from './types.ts';

interface BatchBarProps<Row extends AnyRow> {
  list: EntityList<Row>;
  actions: readonly BatchAction<Row>[];
}

/** Replaces the total in the footer while rows are selected: count, selected rows on other pages, select all, actions. */
export function BatchBar<Row extends AnyRow>({ list, actions }: BatchBarProps<Row>) {
  const can = useCan();
  const { selected, total, selectAll } = list;
  const inSight = new Set(list.rows?.map((row) => row.id));
  const elsewhere = selected.filter((row) => !inSight.has(row.id)).length;
  return (
    <div className="batch" role="toolbar" aria-label="批量操作">
      <span role="status">
        已选 <b className="num">{selected.length}</b> 项{elsewhere > 0 && <small>（其他页 {elsewhere} 项）</small>}
      </span>
      {selectAll && selected.length < total && (
        <button type="button" className="batch-all" disabled={list.isSelecting} onClick={() => void selectAll()}>
          选择全部 {total} 条
        </button>
      )}
      <hr />
      {actions
        .filter((action) => !action.call || can(action.call))
        .map((action) => (
          <button type="button" key={action.key} className={action.danger ? 'danger' : undefined} onClick={() => action.onClick(selected)}>
            {action.label}
          </button>
        ))}
      <button type="button" aria-label="取消选择" title="取消选择" onClick={() => list.select([])}>
        <CloseOutlined />
      </button>
    </div>
  );
}
