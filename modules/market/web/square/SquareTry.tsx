import { PlayCircleOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useWrite, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { CopyButton } from '../CopyButton.tsx';
import { JsonText } from '../debug/JsonText.tsx';
import { Field, statusOf } from '../editor/parts.tsx';
import { HttpStatus, millis } from '../logs/status.tsx';
import { logOfTrace } from '../services/log-link.ts';
import type { SquareApi } from './SquareDrawer.tsx';

const IN_FORCE = '2';
const PAGING = [
  { paramName: 'pageNum', paramComment: '页码', exampleValue: '1' },
  { paramName: 'pageSize', paramComment: '每页条数', exampleValue: '' },
] as const;

interface Param {
  readonly paramName: string;
  readonly paramComment?: string | null | undefined;
  readonly exampleValue?: string | null | undefined;
  readonly defaultValue?: string | null | undefined;
  readonly nullable?: '0' | '1';
}

/** 调试: a call as one of the own applications, with its rights and within its limits. */
export function SquareTry({ of }: { of: SquareApi }) {
  const apps = of.subscriptions.filter(({ status }) => status === IN_FORCE);
  const [appId, setAppId] = useState(apps[0]?.appId ?? null);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const attempt = useWrite(api.square.tryOut, { overlay: false, quiet: true });
  const params: readonly Param[] = of.kind === 'api' ? [...of.reqParams, ...PAGING] : of.reqParams;
  const valueOf = ({ paramName, exampleValue }: Param) => typed[paramName] ?? exampleValue ?? '';
  if (appId === null) return <StateView kind="empty" what="没有可以调用它的应用" why="应用的订阅通过审批后，在这里以应用的身份调用" />;
  const run = () => {
    if (attempt.isPending) return;
    const given = params.map((param) => [param.paramName, valueOf(param)] as const).filter(([, value]) => value !== '');
    attempt.mutate({ params: { id: of.id }, body: { appId, params: Object.fromEntries(given) } });
  };
  const wrong = attempt.data?.param ?? null;
  return (
    <form
      className="market-debug-form"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <div className="market-fields small">
        <Field id="try-app" label="应用" isRequired hint="按它的订阅、限流和方案调用">
          <Select
            id="try-app"
            value={appId}
            options={apps.map((one) => ({ value: one.appId, label: one.appName }))}
            onChange={(id: string) => setAppId(id)}
          />
        </Field>
        {params.map((param) => (
          <ParamField
            key={param.paramName}
            param={param}
            value={valueOf(param)}
            problem={wrong === param.paramName ? (attempt.data?.message ?? undefined) : undefined}
            onChange={(value) => setTyped((now) => ({ ...now, [param.paramName]: value }))}
          />
        ))}
      </div>
      <div className="market-inline">
        <Button htmlType="submit" type="primary" icon={<PlayCircleOutlined />} loading={attempt.isPending}>
          运行
        </Button>
        <span className="muted">真实调用，计入应用的用量，写入{of.kind === 'api' ? '接口日志' : '服务日志'}</span>
      </div>
      {attempt.error && <Alert type="error" showIcon role="alert" title={attempt.error.message} />}
      {attempt.data && <Answer answer={attempt.data} kind={of.kind} />}
    </form>
  );
}

interface ParamProps {
  param: Param;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}
const ParamField = ({ param: { paramName, paramComment, nullable, defaultValue }, value, problem, onChange }: ParamProps) => (
  <Field id={`try-${paramName}`} label={paramName} isRequired={nullable === '0' && !defaultValue} hint={paramComment} problem={problem}>
    <Input
      id={`try-${paramName}`}
      status={statusOf(problem)}
      value={value}
      placeholder={defaultValue ? `默认 ${defaultValue}` : ''}
      onChange={(event) => onChange(event.target.value)}
    />
  </Field>
);

type Tried = CallReply<typeof api.square.tryOut>;
function Answer({ answer, kind }: { answer: Tried; kind: SquareApi['kind'] }) {
  const can = useCan();
  const id = answer.traceId ?? answer.requestId;
  const isService = kind === 'service';
  const log = isService ? logOfTrace(id) : `/market/apilog?requestId=${encodeURIComponent(id)}`;
  return (
    <section className="market-answer" aria-label="运行结果">
      <p className="market-answer-head">
        <HttpStatus value={answer.httpStatus} />
        <b>{millis(answer.ms)} 毫秒</b>
        {answer.remaining !== null && <span className="muted">剩余 {count(answer.remaining)} 次</span>}
        <span className="service-trace-id muted mono cut" title={id}>
          {id}
        </span>
        <CopyButton size="small" type="text" text={id} what={isService ? '跟踪号' : '请求编号'} />
        {can(isService ? api.serviceLog.page : api.apiLog.page) && <Link to={log}>{isService ? '服务日志' : '接口日志'}</Link>}
      </p>
      {answer.message === null ? (
        <JsonText text={JSON.stringify(answer.data, null, 2)} label="返回结果" />
      ) : (
        <Alert type="error" showIcon role="alert" title={answer.message} />
      )}
    </section>
  );
}
