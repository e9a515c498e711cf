import { InputNumber, Segmented } from 'antd';
import { confirmLoss } from '#kit/web/dialog.tsx';
import type { CallError } from '#kit/web/send.ts';
import { MAX_PAGE_SIZE } from '../../contract/api.ts';
import { api } from '../api.ts';
import { FieldTable } from './FieldTable.tsx';
import { OrderBy } from './OrderBy.tsx';
import { ScriptPane } from './ScriptPane.tsx';
import { withTable, type Draft, type Problems } from './draft.ts';
import { Field, Problem } from './parts.tsx';
import { SourcePick, TablePick, type PickedTable } from './pickers.tsx';

export interface ExecuteProps {
  draft: Draft;
  problems: Problems;
  change: (some: Partial<Draft>) => void;
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
      {config.configType === '1' && config.tableId && <FieldTable draft={draft} change={change} />}
      {config.configType === '2' && (
        <ScriptPane draft={draft} change={change} refusal={refusal} problem={problems.get('executeConfig.sqlText')} />
      )}
      <div className="market-fields">
        {config.configType === '1' && <OrderBy config={config} onChange={(orderBy) => set({ orderBy })} />}
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
    const none = withTable(draft, null, []);
    change({ ...none, executeConfig: { ...none.executeConfig, ...some } });
  };
  const turn = async (configType: Mode) => {
    if (configType !== config.configType) await put('配置方式', { configType, sqlText: null });
  };
  const pickSource = async (sourceId: string) => {
    if (sourceId !== config.sourceId) await put('数据源', { sourceId });
  };
  const pickTable = async (table: PickedTable) => {
    if (table.id === config.tableId || !(await agreed('数据表'))) return;
    // errors are shown by the request layer
    const columns = await api.column.list({ query: { tableId: table.id } }).catch(() => null);
    if (columns) change(withTable(draft, table, columns));
  };
  return { turn, pickSource, pickTable };
}

function Origin({ draft, problems, change }: Omit<ExecuteProps, 'refusal'>) {
  const config = draft.executeConfig;
  const { turn, pickSource, pickTable } = useOrigin({ draft, change });
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
            { value: '2', label: 'SQL 脚本' },
          ]}
        />
      </Field>
      <Field id="api-source" label="数据源" isRequired problem={problems.get('executeConfig.sourceId')}>
        <SourcePick
          id="api-source"
          isWrong={problems.has('executeConfig.sourceId')}
          value={config.sourceId || null}
          onChange={(id) => void pickSource(id)}
        />
      </Field>
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

interface LimitsProps {
  config: Draft['executeConfig'];
  problems: Problems;
  set: (some: Partial<Draft['executeConfig']>) => void;
}
function Limits({ config, problems, set }: LimitsProps) {
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
    </>
  );
}
