import { ClearOutlined } from '@ant-design/icons';
import { Button, InputNumber, Select, Tooltip } from 'antd';
import { toast } from '#kit/web/dialog.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from '../cache/api.ts';
import { CacheField } from '../cache/CacheField.tsx';
import { useInherited } from '../cache/use-inherited.ts';
import type { Draft, DraftState } from './use-draft.ts';

/** How long answers of this set are kept, and from how many rows on groups are told. */
export function CacheTab({ draft, state }: { draft: Draft; state: DraftState }) {
  const { cache, minGroup, minGroupBy } = draft.model;
  const inherited = useInherited({ sourceId: draft.sourceId });
  const purge = useWrite(api.cache.purgeSet, { overlay: false, onSuccess: () => toast.success('缓存已清除') });
  const { id } = draft;
  return (
    <div className="set-form">
      <label className="cache-label">缓存方式</label>
      <CacheField value={cache} inherited={inherited} onChange={(policy) => state.setModel({ cache: policy })} />
      <p className="muted">图表、看板和大屏没有自己的设置时使用它。保存数据集、完成抽取或同步数据源后，旧的缓存立即失效。</p>
      {id !== null && (
        <>
          <span />
          <div>
            <Tooltip title="下一次查看时重新查询数据">
              <Button icon={<ClearOutlined />} loading={purge.isPending} onClick={() => purge.mutate({ params: { id } })}>
                清除缓存
              </Button>
            </Tooltip>
          </div>
        </>
      )}
      <label htmlFor="set-min-group">最小分组人数</label>
      <InputNumber
        id="set-min-group"
        min={2}
        max={1000}
        precision={0}
        placeholder="不限制"
        suffix="人"
        value={minGroup ?? null}
        onChange={(value) => state.setModel({ minGroup: value })}
      />
      {minGroup != null && (
        <>
          <label htmlFor="set-min-group-by">人数字段</label>
          <Select
            id="set-min-group-by"
            allowClear
            placeholder="每行算一人；已汇总的数据请选择表示人数的字段"
            value={minGroupBy ?? undefined}
            options={draft.model.fields
              .filter((field) => field.type === 'number' && !field.expr)
              .map((field) => ({ value: field.id, label: field.name }))}
            onChange={(value?: string) => state.setModel({ minGroupBy: value ?? null })}
          />
        </>
      )}
      <p className="muted">
        用于人员等敏感数据：不足该人数的分组在图表、下钻、筛选项和导出中都不显示，合计也不含它们；需要时连带隐去相邻的小分组，使人不能用合计减出来。
      </p>
    </div>
  );
}
