import { CloseOutlined } from '@ant-design/icons';
import { useCan } from '../can.tsx';
import type { AnyRow, BatchAction } from './types.ts';

interface BatchBarProps<Row> {
  rows: readonly Row[];
  actions: readonly BatchAction<Row>[];
  onClear: () => void;
}

/** Stands in the foot in place of the total while rows are chosen. */
export function BatchBar<Row extends AnyRow>({ rows, actions, onClear }: BatchBarProps<Row>) {
  const can = useCan();
  return (
    <div className="batch" role="toolbar" aria-label="批量操作">
      <span>
        已选 <b className="num">{rows.length}</b> 项
      </span>
      <hr />
      {actions
        .filter((action) => !action.call || can(action.call))
        .map((action) => (
          <button type="button" key={action.key} className={action.danger ? 'danger' : undefined} onClick={() => action.onClick(rows)}>
            {action.label}
          </button>
        ))}
      <button type="button" aria-label="取消选择" onClick={onClear}>
        <CloseOutlined />
      </button>
    </div>
  );
}
