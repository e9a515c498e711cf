import { CloseOutlined } from '@ant-design/icons';
import { Select } from 'antd';
import type { Draft } from './draft.ts';
import { Field } from './parts.tsx';

type Config = Draft['executeConfig'];
const MAX = 5;
const HINTS = { '1': '最后总是按主键排序，翻页不会重复或遗漏', '2': undefined, '3': '数据集没有主键，请按能区分每一行的字段排序' } as const;

/** 排序: at most five columns; the key ends every order, so that pages neither repeat nor leave out rows. */
interface Props {
  config: Config;
  problem: string | undefined;
  onChange: (orderBy: Config['orderBy']) => void;
}
export function OrderBy({ config, problem, onChange }: Props) {
  const { orderBy, fieldParams } = config;
  const used = new Set(orderBy.map(({ columnName }) => columnName));
  const turn = (name: string) =>
    onChange(orderBy.map((one) => (one.columnName === name ? { ...one, direction: one.direction === 'asc' ? 'desc' : 'asc' } : one)));
  const free = fieldParams
    .filter(({ columnName }) => !used.has(columnName))
    .map(({ columnName, columnComment }) => ({ value: columnName, label: columnComment ? `${columnComment} ${columnName}` : columnName }));
  return (
    <Field id="api-order" label="排序" problem={problem} hint={HINTS[config.configType]}>
      <div className="market-orders">
        {orderBy.map(({ columnName, direction }) => (
          <span key={columnName} className="market-order">
            <span className="mono">{columnName}</span>
            <button
              type="button"
              aria-label={`${columnName} 改为${direction === 'asc' ? '降序' : '升序'}`}
              onClick={() => turn(columnName)}
            >
              {direction === 'asc' ? '升序' : '降序'}
            </button>
            <button
              type="button"
              aria-label={`不按 ${columnName} 排序`}
              onClick={() => onChange(orderBy.filter((one) => one.columnName !== columnName))}
            >
              <CloseOutlined />
            </button>
          </span>
        ))}
        {orderBy.length < MAX && (
          <Select
            id="api-order"
            showSearch
            value={null}
            options={free}
            disabled={free.length === 0}
            placeholder="添加排序字段"
            onChange={(columnName: string | null) => columnName && onChange([...orderBy, { columnName, direction: 'asc' }])}
          />
        )}
      </div>
    </Field>
  );
}
