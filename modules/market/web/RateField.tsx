import { InputNumber, Switch } from 'antd';
import type { RateLimit } from '../contract/api.ts';
import { Field } from './editor/parts.tsx';
import type { Problems } from './editor/draft.ts';

interface Props {
  id: string;
  value: RateLimit;
  problems: Problems;
  hint: string;
  onChange: (value: RateLimit) => void;
}
/** 限流: so many calls in so many seconds, or no limit. */
export function RateField({ id, value, problems, hint, onChange }: Props) {
  const set = (some: Partial<RateLimit>) => onChange({ ...value, ...some });
  const problem = problems.get('rateLimit.times') ?? problems.get('rateLimit.seconds');
  return (
    <Field id={id} label="限流" problem={problem} hint={hint}>
      <div className="market-inline">
        <Switch id={id} checked={value.enable === '1'} onChange={(on) => set({ enable: on ? '1' : '0' })} />
        {value.enable === '1' ? (
          <>
            <span>每</span>
            <InputNumber
              aria-label="限流秒数"
              precision={0}
              min={1}
              value={value.seconds}
              onChange={(seconds) => set({ seconds: seconds ?? 60 })}
            />
            <span>秒最多</span>
            <InputNumber aria-label="限流次数" precision={0} min={1} value={value.times} onChange={(times) => set({ times: times ?? 1 })} />
            <span>次</span>
          </>
        ) : (
          <span className="muted">不限流</span>
        )}
      </div>
    </Field>
  );
}
