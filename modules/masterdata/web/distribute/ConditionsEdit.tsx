import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { TargetCondition } from '../../contract/target.ts';
import { api } from '../api.ts';
import { ConditionValue } from './ConditionValue.tsx';
import type { TargetDraft } from './target-draft.ts';
import type { Put } from './parts.tsx';
import { CONDITIONS } from './words.ts';

const KIND_CHOICES = Object.entries(CONDITIONS).map(([value, label]) => ({ value: value as TargetCondition['kind'], label }));

/** Which records the target gets: those that meet all conditions. */
export function ConditionsEdit({ draft, put, modelId }: { draft: TargetDraft; put: Put; modelId: string }) {
  const form = useCall(api.model.formParam, { params: { id: modelId } });
  const columns = (form.data?.columnList ?? []).filter(({ isMasked }) => !isMasked);
  const set = (at: number, part: Partial<TargetCondition>) =>
    put({ conditions: draft.conditions.map((one, index) => (index === at ? { ...one, ...part } : one)) });
  const first = columns[0];
  // until the columns are there, codes would stand where their names stand in a moment
  const shown = form.isPending ? [] : draft.conditions;
  return (
    <section aria-label="分发条件">
      <h3 className="form-section">
        分发条件 <small>{draft.conditions.length === 0 ? '全部记录' : '全部满足的记录；不再满足时通知目标删除'}</small>
        {first && (
          <Button
            size="small"
            icon={<PlusOutlined />}
            onClick={() => put({ conditions: [...draft.conditions, { column: first.columnName, kind: 'eq', value: '' }] })}
          >
            添加条件
          </Button>
        )}
      </h3>
      {shown.length < draft.conditions.length && <StateView kind="loading" rows={draft.conditions.length} />}
      {shown.map((condition, at) => (
        <div className="dist-condition" key={at}>
          <Select
            aria-label={`条件${at + 1}的列`}
            showSearch={{ optionFilterProp: 'label' }}
            value={condition.column}
            options={columns.map(({ columnName, columnComment }) => ({ value: columnName, label: columnComment }))}
            onChange={(column: string) => set(at, { column, value: '' })}
          />
          <Select
            aria-label={`条件${at + 1}的比较`}
            value={condition.kind}
            options={KIND_CHOICES}
            onChange={(kind: TargetCondition['kind']) => set(at, { kind })}
          />
          <ConditionValue
            column={columns.find(({ columnName }) => columnName === condition.column) ?? null}
            condition={condition}
            label={`条件${at + 1}的值`}
            onChange={(value) => set(at, { value })}
          />
          <Button
            type="text"
            aria-label={`移除条件${at + 1}`}
            icon={<CloseOutlined />}
            onClick={() => put({ conditions: draft.conditions.filter((_, index) => index !== at) })}
          />
        </div>
      ))}
    </section>
  );
}
