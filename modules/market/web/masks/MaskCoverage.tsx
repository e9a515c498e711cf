import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

const gapApi = { page: api.apiMask.gaps };
type Row = RowOf<typeof gapApi>;
const REASONS = {
  noRule: '没有规则，仅保留首尾',
  conflict: '分类规则已变更，已全部隐藏',
  ruleGone: '规则已删除或禁用，已全部隐藏',
  unread: 'API读不到，未检查',
} as const;
const options: EntityPageOptions<Row> = {
  label: '缺少规则的敏感返回字段',
  nameField: 'apiName',
  details: false,
  search: [{ field: 'apiName', label: 'API名称' }],
  columns: [
    { field: 'apiName', title: '数据API', width: 240 },
    { field: 'apiVersion', title: '版本', width: 100, kind: 'mono' },
    { field: 'fieldName', title: '返回字段', width: 220, render: (row) => row.fieldName ?? <Missing /> },
    { field: 'reason', title: '原因', render: (row) => <Tag tone="warn">{REASONS[row.reason]}</Tag> },
  ],
};

/** Sensitive fields of released APIs, and those without a rule of a class or of the API. */
export function MaskCoverage() {
  const { data, error, refetch } = useCall(api.apiMask.coverage);
  const list = useEntityPage(gapApi, options);
  if (error) return <StateView kind="error" error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" />;
  return (
    <>
      <FigureStrip
        label="API脱敏覆盖"
        figures={[
          { label: '已发布API', value: data.apis, unit: '个' },
          { label: '返回字段', value: data.outputs, unit: '个' },
          { label: '敏感返回字段', value: data.sensitive, unit: '个' },
          { label: '有脱敏规则', value: data.ruled, unit: '个' },
          { label: '由API加严', value: data.tightened, unit: '个' },
        ]}
      />
      <div className="panel list-page">
        <EntityTable<Row> list={list} />
      </div>
    </>
  );
}
