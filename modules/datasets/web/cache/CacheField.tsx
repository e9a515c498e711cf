import { Input, InputNumber, Select } from 'antd';
import type { CachePolicy } from '../../contract/cache-policy.ts';
import './cache.css';
import { PLANS } from './policy-text.ts';

type Mode = CachePolicy['mode'];
const MODES: readonly { value: Exclude<Mode, 'inherit'>; label: string; note: string }[] = [
  { value: 'ttl', label: '指定时长', note: '有效期内直接使用已有结果；之后的一段时间先给旧结果，同时在后台更新' },
  { value: 'schedule', label: '按计划更新', note: '两次更新时间之间一直使用已有结果，到点后重新查询' },
  { value: 'event', label: '到数据更新为止', note: '数据源同步、数据集抽取或清除缓存之后才重新查询' },
  { value: 'adaptive', label: '按耗时自动', note: '查询越慢，缓存越久：10 秒到 1 天' },
  { value: 'none', label: '不缓存', note: '每次都查询数据源' },
];
const OWN = 'own';
const FIRST: CachePolicy = { mode: 'inherit', freshSec: 300, staleSec: 600 };

interface Props {
  value: CachePolicy | null | undefined;
  /** what holds while nothing is said here, `数据集 · 5 分钟`; null = not known (yet) */
  inherited: string | null;
  /** `gesture` names changes that belong to one step */
  onChange: (value: CachePolicy, gesture?: string) => void;
  size?: 'small';
}

/** How long answers are kept, at any of the places that may say so: chart, board, screen, data set, source. */
export function CacheField({ value, inherited, onChange, size }: Props) {
  const policy = value ?? FIRST;
  const change = (part: Partial<CachePolicy>, gesture?: string) => onChange({ ...policy, ...part }, gesture);
  const isPreset = PLANS.some((plan) => plan.value === policy.cron);
  const choose = (mode: Mode) => change({ mode, ...(mode === 'schedule' && !policy.cron && { cron: PLANS[1]!.value }) });
  const stale = (
    <label>
      <span>可用旧结果</span>
      <InputNumber
        size={size}
        min={0}
        max={604_800}
        precision={0}
        suffix="秒"
        value={policy.staleSec}
        onChange={(seconds) => change({ staleSec: seconds ?? 0 }, 'cache-stale')}
      />
    </label>
  );
  return (
    <div className="cache-field" data-small={size === 'small' || undefined}>
      <Select
        size={size}
        aria-label="数据缓存"
        value={policy.mode}
        options={[{ value: 'inherit' as const, label: inherited === null ? '继承' : `继承：${inherited}` }, ...MODES]}
        onChange={choose}
      />
      {policy.mode === 'ttl' && (
        <div className="cache-times">
          <label>
            <span>有效期</span>
            <InputNumber
              size={size}
              min={0}
              max={86_400}
              precision={0}
              suffix="秒"
              value={policy.freshSec}
              onChange={(seconds) => change({ freshSec: seconds ?? 0 }, 'cache-fresh')}
            />
          </label>
          {stale}
        </div>
      )}
      {policy.mode === 'schedule' && (
        <div className="cache-times">
          <label>
            <span>更新时间</span>
            <Select
              size={size}
              aria-label="更新时间"
              value={isPreset ? policy.cron : OWN}
              options={[...PLANS, { value: OWN, label: '自定义' }]}
              onChange={(cron) => change({ cron: cron === OWN ? '0 30 8 * * ?' : cron })}
            />
          </label>
          {!isPreset && (
            <label>
              <span>表达式</span>
              <Input
                size={size}
                className="mono"
                aria-label="cron 表达式"
                placeholder="秒 分 时 日 月 星期"
                maxLength={100}
                value={policy.cron ?? ''}
                onChange={(event) => change({ cron: event.target.value }, 'cache-cron')}
              />
            </label>
          )}
          {stale}
        </div>
      )}
      {policy.mode !== 'inherit' && <p>{MODES.find((mode) => mode.value === policy.mode)?.note}</p>}
    </div>
  );
}
