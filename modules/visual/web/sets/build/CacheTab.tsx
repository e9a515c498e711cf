import { InputNumber, Radio } from 'antd';
import type { CachePolicy } from '../../../contract/data-set-model.ts';
import type { Draft, DraftState } from './use-draft.ts';

const MODES: readonly { value: CachePolicy['mode']; label: string; note: string }[] = [
  { value: 'inherit', label: '平台默认', note: '按平台的默认策略缓存' },
  { value: 'ttl', label: '指定时长', note: '新鲜期内直接回答；之后先给旧结果，同时在后台更新' },
  { value: 'adaptive', label: '按耗时自动', note: '查询越慢，缓存越久' },
  { value: 'none', label: '不缓存', note: '每次都查询数据源' },
];

/** How long answers of this set are kept. */
export function CacheTab({ draft, state }: { draft: Draft; state: DraftState }) {
  const { cache } = draft.model;
  const change = (part: Partial<CachePolicy>) => state.setModel((model) => ({ cache: { ...model.cache, ...part } }));
  return (
    <div className="set-form">
      <label>缓存方式</label>
      <Radio.Group
        optionType="button"
        value={cache.mode}
        options={MODES.map(({ value, label }) => ({ value, label }))}
        onChange={(event) => change({ mode: event.target.value as CachePolicy['mode'] })}
      />
      <p className="muted">
        {MODES.find((mode) => mode.value === cache.mode)?.note}
        。保存数据集或完成抽取后，旧的缓存立即失效。
      </p>
      {cache.mode === 'ttl' && (
        <>
          <label htmlFor="cache-fresh">新鲜期</label>
          <InputNumber
            id="cache-fresh"
            min={0}
            max={86_400}
            suffix="秒"
            value={cache.freshSec}
            onChange={(value) => change({ freshSec: value ?? 0 })}
          />
          <label htmlFor="cache-stale">可用旧结果</label>
          <InputNumber
            id="cache-stale"
            min={0}
            max={604_800}
            suffix="秒"
            value={cache.staleSec}
            onChange={(value) => change({ staleSec: value ?? 0 })}
          />
        </>
      )}
    </div>
  );
}
