import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

const outputApi = { page: api.apiMask.sensitive };
type Row = RowOf<typeof outputApi>;
const STATES = {
  api: ['ok', '由API加严'],
  class: ['ok', '按分类规则'],
  noRule: ['warn', '没有规则，仅保留首尾'],
  conflict: ['warn', '分类规则已变更，已全部隐藏'],
  ruleGone: ['warn', '规则已删除或禁用，已全部隐藏'],
  unread: ['warn', 'API读不到，未检查'],
} as const;
const options: EntityPageOptions<Row> = {
  label: '敏感返回字段',
  nameField: 'apiName',
  details: false,
  views: [{ id: 'lacking', name: '缺少规则', values: { ruled: '0' } }],
  search: [
    { field: 'apiName', label: 'API名称' },
    {
      field: 'ruled',
      label: '脱敏规则',
      options: [
        { value: '1', label: '有规则' },
        { value: '0', label: '缺少规则' },
      ],
    },
  ],
  columns: [
    { field: 'apiName', title: '数据API', width: 240 },
    { field: 'apiVersion', title: '版本', width: 100, kind: 'mono' },
    { field: 'fieldName', title: '返回字段', width: 220, kind: 'mono', render: (row) => row.fieldName ?? <Missing /> },
    { field: 'ruleName', title: '脱敏方式', width: 180, render: (row) => row.ruleName ?? <Missing /> },
    { field: 'state', title: '覆盖情况', render: ({ state }) => <Tag tone={STATES[state][0]}>{STATES[state][1]}</Tag> },
  ],
};

/** Sensitive fields of released APIs with what they are masked by, and those without a rule of a class or of the API. */
export function MaskCoverage() {
  const { data, error, refetch } = useCall(api.apiMask.coverage);
  const list = useEntityPage(outputApi, options);
  if (error) return <StateView kind="error" className="panel" error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" className="panel" />;
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
