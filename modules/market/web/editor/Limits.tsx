import { InputNumber, Segmented, Select } from 'antd';
import { MAX_PAGE_SIZE } from '../../contract/api.ts';
import { outputNames } from '../../core/index.ts';
import type { Draft, Problems } from './draft.ts';
import { Field } from './parts.tsx';

interface PagingProps {
  draft: Draft;
  problems: Problems;
  set: (some: Partial<Draft['executeConfig']>) => void;
}
/** How pages follow each other, and what callers may order by. */
export function Paging({ draft, problems, set }: PagingProps) {
  const config = draft.executeConfig;
  const names = outputNames(draft);
  const isKeyset = config.paging === 'keyset';
  return (
    <>
      {config.configType === '1' && (
        <Field
          id="api-paging"
          label="分页方式"
          problem={problems.get('executeConfig.paging')}
          hint={isKeyset ? '返回 nextCursor 供取下一页，翻到多远都一样快' : '按 pageNum 取页，可以返回总数'}
        >
          <Segmented<'offset' | 'keyset'>
            id="api-paging"
            aria-label="分页方式"
            value={config.paging}
            onChange={(paging) => set({ paging })}
            options={[
              { value: 'offset', label: '页码' },
              { value: 'keyset', label: '游标' },
            ]}
          />
        </Field>
      )}
      {!isKeyset && <Total config={config} set={set} />}
      <Field
        id="api-sortable"
        label="允许排序的字段"
        problem={problems.get('executeConfig.sortable')}
        hint="调用方可以传 sort，例如 -name,id；不选则不接受"
      >
        <Select
          id="api-sortable"
          mode="multiple"
          maxTagCount="responsive"
          options={names.map((name) => ({ value: name, label: name }))}
          value={config.sortable}
          onChange={(sortable) => set({ sortable })}
          placeholder="不允许调用方排序"
        />
      </Field>
    </>
  );
}

const Total = ({ config, set }: { config: Draft['executeConfig']; set: PagingProps['set'] }) => (
  <Field id="api-total" label="返回总数" hint="大表统计总数较慢，不需要时可以关闭">
    <Segmented<'exact' | 'none'>
      id="api-total"
      aria-label="返回总数"
      value={config.total}
      onChange={(total) => set({ total })}
      options={[
        { value: 'exact', label: '准确总数' },
        { value: 'none', label: '不返回' },
      ]}
    />
  </Field>
);

interface LimitsProps {
  config: Draft['executeConfig'];
  problems: Problems;
  set: (some: Partial<Draft['executeConfig']>) => void;
}
/** 每页条数、超时、缓存. */
export function Limits({ config, problems, set }: LimitsProps) {
  const problem = (name: string) => problems.get(`executeConfig.${name}`);
  return (
    <>
      <Field
        id="api-size"
        label="每页条数"
        problem={problem('defaultSize') ?? problem('maxSize')}
        hint={`调用方不传 pageSize 时按默认条数返回，最多 ${MAX_PAGE_SIZE} 条`}
      >
        <div className="market-inline">
          <span>默认</span>
          <InputNumber
            id="api-size"
            precision={0}
            min={1}
            max={MAX_PAGE_SIZE}
            value={config.defaultSize}
            onChange={(size) => set({ defaultSize: size ?? 20 })}
          />
          <span>最多</span>
          <InputNumber
            aria-label="最多条数"
            precision={0}
            min={1}
            max={MAX_PAGE_SIZE}
            value={config.maxSize}
            onChange={(size) => set({ maxSize: size ?? 200 })}
          />
        </div>
      </Field>
      <Field id="api-timeout" label="超时" problem={problem('timeoutMs')} hint="超过后停止查询，调用方得到超时错误">
        <InputNumber
          id="api-timeout"
          className="market-timeout"
          precision={0}
          min={100}
          max={60_000}
          step={1000}
          suffix="毫秒"
          value={config.timeoutMs}
          onChange={(timeoutMs) => set({ timeoutMs: timeoutMs ?? 10_000 })}
        />
      </Field>
      <Cache config={config} problem={problem('cacheTtl')} set={set} />
    </>
  );
}

const Cache = ({ config, problem, set }: Pick<LimitsProps, 'config' | 'set'> & { problem: string | undefined }) => (
  <Field id="api-cache" label="结果缓存" problem={problem} hint="相同的调用在这段时间内返回同一结果；权限、脱敏的变化一秒内生效">
    <InputNumber
      id="api-cache"
      className="market-timeout"
      precision={0}
      min={0}
      max={3600}
      suffix="秒"
      value={config.cacheTtl}
      onChange={(cacheTtl) => set({ cacheTtl: cacheTtl ?? 0 })}
    />
  </Field>
);
