import { Alert, Select } from 'antd';
import { fittingTables, replaceTable } from './join-edit.ts';
import type { Catalogue } from './SourcePanel.tsx';
import type { DraftState, JoinModel } from './use-draft.ts';

interface Props {
  state: DraftState;
  catalogue: Catalogue;
  lost: JoinModel['tables'];
}

/** Tables of a join that are gone, as after a renaming: bound to a table that is there, under whose columns every field stays what it is. */
export function LostTables({ state, catalogue, lost }: Props) {
  const { model } = state.draft;
  return (
    <Alert
      type="warning"
      showIcon
      className="set-build-alert"
      title={`表 ${lost.map(({ schema, table }) => `${schema}.${table}`).join('、')} 已不存在或无权使用，数据集暂时读不到数据`}
      description={
        <div className="set-renames">
          {lost.map((one) => (
            <label key={one.alias}>
              <span className="mono">
                {one.schema}.{one.table} →
              </span>
              <Select
                size="small"
                aria-label={`${one.table} 对应的新表`}
                placeholder="选择现在的表"
                showSearch={{ optionFilterProp: 'label' }}
                value={null}
                options={fittingTables(model, one.alias, catalogue).map(({ table, hasAll }) => ({
                  value: table.id,
                  label: `${table.schemaName}.${table.tableName}${hasAll ? '（字段相同）' : ''}`,
                }))}
                onChange={(id: string | null) => {
                  const table = catalogue.tables.find((found) => found.id === id);
                  if (table) state.setModel((now) => replaceTable(now, one.alias, table));
                }}
              />
            </label>
          ))}
          <p className="muted">字段、关联和使用它们的图表、看板、大屏保持不变；新表没有的字段会标为失效，可以再对应。</p>
        </div>
      }
    />
  );
}
