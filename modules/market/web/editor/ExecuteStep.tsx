import { Segmented } from 'antd';
import { confirmLoss } from '#kit/web/dialog.tsx';
import type { CallError } from '#kit/web/send.ts';
import { api } from '../api.ts';
import { FieldTable } from './FieldTable.tsx';
import { Joins } from './Joins.tsx';
import { Limits, Paging } from './Limits.tsx';
import { OrderBy } from './OrderBy.tsx';
import { ScriptPane } from './ScriptPane.tsx';
import { type Change, type Draft, type Problems, withDataSet, withTable } from './draft.ts';
import { Field, Problem } from './parts.tsx';
import { setColumns, SetPick, SourcePick, TablePick, type PickedTable } from './pickers.tsx';

export interface ExecuteProps {
  draft: Draft;
  problems: Problems;
  change: Change;
  /** why the gate refused the script when it was saved */
  refusal: CallError | null;
}

/** 执行: where the rows come from, in what order, how many at a time. */
export function ExecuteStep({ draft, problems, change, refusal }: ExecuteProps) {
  const config = draft.executeConfig;
  const set = (some: Partial<Draft['executeConfig']>) => change({ executeConfig: { ...config, ...some } });
  return (
    <>
      <Origin draft={draft} problems={problems} change={change} />
      <Problem text={problems.get('executeConfig')} />
      {config.configType === '1' && config.tableId && <Joins draft={draft} problems={problems} change={change} />}
      {config.configType !== '2' && (config.tableId || config.dataSetId) && <FieldTable draft={draft} change={change} />}
      {config.configType === '2' && (
        <ScriptPane draft={draft} change={change} refusal={refusal} problem={problems.get('executeConfig.sqlText')} />
      )}
      <div className="market-fields">
        {config.configType !== '2' && (
          <OrderBy config={config} problem={problems.get('executeConfig.orderBy')} onChange={(orderBy) => set({ orderBy })} />
        )}
        <Paging draft={draft} problems={problems} set={set} />
        <Limits config={config} problems={problems} set={set} />
      </div>
    </>
  );
}

type Mode = Draft['executeConfig']['configType'];
/** Another origin takes what was configured over the old one with it, so that it is asked for. */
function useOrigin({ draft, change }: Pick<ExecuteProps, 'draft' | 'change'>) {
  const config = draft.executeConfig;
  const isFilled = draft.reqParams.length + draft.resParams.length > 0;
  const agreed = async (what: string) => !isFilled || confirmLoss('更换', `更换${what}后，已配置的参数和返回字段将清空。`);
  const put = async (what: string, some: Partial<Draft['executeConfig']>) => {
    if (!(await agreed(what))) return;
    change((now) => {
      const none = withTable(now, null, []);
      return { ...none, executeConfig: { ...none.executeConfig, ...some } };
    });
  };
  const turn = async (configType: Mode) => {
    if (configType !== config.configType) await put('配置方式', { configType, sqlText: null, paging: 'offset' });
  };
  const pickSource = async (sourceId: string) => {
    if (sourceId !== config.sourceId) await put('数据源', { sourceId });
  };
  const pickTable = async (table: PickedTable) => {
    if (table.id === config.tableId || !(await agreed('数据表'))) return;
    // errors are shown by the request layer
    const columns = await api.column.list({ query: { tableId: table.id } }).catch(() => null);
    if (columns) change((now) => withTable(now, table, columns));
  };
  const pickSet = async (id: string) => {
    if (id === config.dataSetId || !(await agreed('数据集'))) return;
    const set = await api.dataSet.fields({ params: { id } }).catch(() => null);
    if (!set?.sourceId) return;
    const { setName, sourceId, fields } = set;
    change((now) => withDataSet(now, { id, setName, sourceId }, setColumns(fields)));
  };
  return { turn, pickSource, pickTable, pickSet };
}

function Origin({ draft, problems, change }: Omit<ExecuteProps, 'refusal'>) {
  const config = draft.executeConfig;
  const { turn, pickSource, pickTable, pickSet } = useOrigin({ draft, change });
  return (
    <div className="market-fields">
      <Field id="api-mode" label="配置方式">
        <Segmented<Mode>
          id="api-mode"
          aria-label="配置方式"
          value={config.configType}
          onChange={(mode) => void turn(mode)}
          options={[
            { value: '1', label: '表引导' },
            { value: '3', label: '数据集' },
            { value: '2', label: 'SQL 脚本' },
          ]}
        />
      </Field>
      {config.configType !== '3' && (
        <Field id="api-source" label="数据源" isRequired problem={problems.get('executeConfig.sourceId')}>
          <SourcePick
            id="api-source"
            isWrong={problems.has('executeConfig.sourceId')}
            value={config.sourceId || null}
            onChange={(id) => void pickSource(id)}
          />
        </Field>
      )}
      {config.configType === '3' && (
        <Field
          id="api-set"
          label="数据集"
          isRequired
          problem={problems.get('executeConfig.dataSetId')}
          hint="计算字段一并提供，行列权限与脱敏按发布人计算"
        >
          <SetPick
            id="api-set"
            isWrong={problems.has('executeConfig.dataSetId')}
            value={config.dataSetId ?? null}
            onChange={(id) => void pickSet(id)}
          />
        </Field>
      )}
      {config.configType === '1' && (
        <Field id="api-table" label="数据表" isRequired wide problem={problems.get('executeConfig.tableId')}>
          <TablePick
            id="api-table"
            isWrong={problems.has('executeConfig.tableId')}
            sourceId={config.sourceId}
            value={config.tableId ?? null}
            onChange={(table) => void pickTable(table)}
          />
        </Field>
      )}
    </div>
  );
}
