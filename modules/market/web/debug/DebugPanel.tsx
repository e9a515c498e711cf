import { PlayCircleOutlined } from '@ant-design/icons';
import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { useDict } from '#kit/web/dict/use-dict.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { CallError } from '#kit/web/send.ts';
import { useWrite } from '#kit/web/use-call.ts';
import type { ExecuteConfig, ReqParam, ResParam } from '../../contract/api.ts';
import { pagingParams } from '../../core/index.ts';
import { api as calls } from '../api.ts';
import { Field, statusOf } from '../editor/parts.tsx';
import { DebugAnswer } from './DebugAnswer.tsx';
import { paramProblems } from './problems.ts';

export interface DebuggedApi {
  readonly id: string;
  readonly apiName: string;
  readonly apiVersion: string;
  readonly executeConfig: ExecuteConfig;
  readonly reqParams: readonly ReqParam[];
  readonly resParams: readonly ResParam[];
}
interface Props {
  api: DebuggedApi;
  /** why it cannot be run now */
  barred: string | null;
  isInDrawer?: true;
}
type Values = Readonly<Record<string, string>>;

/** Examples fill the form: what is written there runs as it stands. */
const examples = ({ reqParams, executeConfig }: DebuggedApi): Values => ({
  ...Object.fromEntries(reqParams.map(({ paramName, exampleValue }) => [paramName, exampleValue ?? ''])),
  ...Object.fromEntries(pagingParams(executeConfig).map((name) => [name, ''])),
  ...(executeConfig.paging === 'offset' && { pageNum: '1' }),
  pageSize: String(executeConfig.defaultSize),
});

/** Calls an API as its callers would, with the own rights: the answer, the statement behind it and how long it took. */
export function DebugPanel({ api, barred, isInDrawer }: Props) {
  const [typed, setTyped] = useState<Values>({});
  const attempt = useWrite(calls.dataApi.debug, { overlay: false, quiet: true });
  const start = examples(api);
  const names = Object.keys(start);
  const valueOf = (name: string) => typed[name] ?? start[name] ?? '';
  const problems = paramProblems(attempt.error);
  const type = (name: string, value: string) => setTyped((now) => ({ ...now, [name]: value }));
  const run = (over: Values = {}) => {
    if (barred !== null || attempt.isPending) return;
    setTyped((now) => ({ ...now, ...over }));
    const given = names.map((name) => [name, over[name] ?? valueOf(name)] as const).filter(([, value]) => value !== '');
    attempt.mutate({ params: { id: api.id }, body: { params: Object.fromEntries(given) } });
  };
  return (
    <div className="market-debug-panel">
      {!isInDrawer && <Head version={api.apiVersion} />}
      <form
        className="market-debug-form"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <div className="market-fields small">
          {api.reqParams.map((param) => (
            <ParamInput
              key={param.paramName}
              param={param}
              value={valueOf(param.paramName)}
              problem={problems.get(param.paramName)}
              onChange={(value) => type(param.paramName, value)}
            />
          ))}
          {pagingParams(api.executeConfig).map((name) => (
            <Field key={name} id={`debug-${name}`} label={`${name} ${PAGING[name]}`} problem={problems.get(name)}>
              <Input
                id={`debug-${name}`}
                className="mono"
                inputMode={name.startsWith('page') ? 'numeric' : 'text'}
                placeholder={name === 'sort' ? `例如 -${api.executeConfig.sortable[0] ?? ''}` : undefined}
                status={statusOf(problems.get(name))}
                value={valueOf(name)}
                onChange={(event) => type(name, event.target.value)}
              />
            </Field>
          ))}
        </div>
        <RunLine barred={barred} isBusy={attempt.isPending} />
      </form>
      <Outcome api={api} attempt={attempt} problems={problems} onNext={(cursor) => run({ cursor })} />
    </div>
  );
}

const PAGING: Readonly<Record<string, string>> = { pageNum: '页码', pageSize: '每页条数', cursor: '游标', sort: '排序' };
const Head = ({ version }: { version: string }) => (
  <header>
    <h2>调试</h2>
    <span className="muted">{version}</span>
  </header>
);

const RunLine = ({ barred, isBusy }: { barred: string | null; isBusy: boolean }) => (
  <div className="market-inline">
    <Button htmlType="submit" icon={<PlayCircleOutlined />} loading={isBusy} disabled={barred !== null}>
      运行
    </Button>
    <span className="muted">{barred ?? '以你的数据权限运行，不计入调用日志'}</span>
  </div>
);

interface ParamProps {
  param: ReqParam;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}
function ParamInput({ param, value, problem, onChange }: ParamProps) {
  const operators = useDict('data_where_type');
  const { paramName, paramComment, defaultValue, whereType, paramType, nullable } = param;
  const isList = whereType === '12' || paramType === '5';
  const hint = [paramComment, whereType === '1' ? null : operators.label(whereType)].filter(Boolean).join(' · ');
  return (
    <Field
      id={`debug-${paramName}`}
      label={paramName}
      isRequired={nullable === '0' && !defaultValue}
      hint={hint || undefined}
      problem={problem}
    >
      <Input
        id={`debug-${paramName}`}
        status={statusOf(problem)}
        value={value}
        placeholder={defaultValue ? `默认 ${defaultValue}` : isList ? '多个值用逗号分隔' : '不填则不限'}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

interface OutcomeProps {
  api: DebuggedApi;
  attempt: { data: Parameters<typeof DebugAnswer>[0]['answer'] | undefined; error: CallError | null; isPending: boolean };
  problems: ReadonlyMap<string, string>;
  onNext: (cursor: string) => void;
}
function Outcome({ api, attempt: { data, error, isPending }, problems, onNext }: OutcomeProps) {
  if (isPending && !data) return <StateView kind="loading" rows={4} />;
  if (error && problems.size === 0) return <Alert type="error" showIcon role="alert" title={error.message} />;
  if (error) return <Alert type="error" showIcon title="参数不正确，请按上面的提示修改" />;
  if (!data) return <StateView kind="empty" inline what="填好参数后运行，结果显示在这里" />;
  return <DebugAnswer api={api} answer={data} onNext={onNext} />;
}
