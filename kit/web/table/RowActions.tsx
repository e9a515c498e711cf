import { EllipsisOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { barredProps } from './barred.ts';
import type { RowAction } from './types.ts';

export const ACTIONS_IN_SIGHT = 2;

/** At most two visible actions, the others in a menu. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const rest = actions.slice(ACTIONS_IN_SIGHT);
  return (
    // the row listens for double clicks
    <span className="row-actions" onDoubleClick={(event) => event.stopPropagation()}>
      {actions.slice(0, ACTIONS_IN_SIGHT).map((action) => (
        // ignore the second click of a double click
        <button type="button" key={action.key} {...barredProps(action.disabled)} onClick={(event) => event.detail < 2 && action.onClick()}>
          {action.label}
        </button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map(({ key, label, danger, disabled }) => ({ key, label, danger, ...barredProps(disabled) })),
            onClick: ({ key }) => rest.find((action) => action.key === key)?.onClick(),
          }}
        >
          <button type="button" className="icon-button" aria-label="更多">
            <EllipsisOutlined />
          </button>
        </Dropdown>
      )}
    </span>
  );
}
