import { Alert, Button } from 'antd';
import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { Tag, type Tone } from '#kit/web/Tag.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import { CopyButton } from '../CopyButton.tsx';
import { JsonText } from '../debug/JsonText.tsx';
import { api } from './api.ts';
import { logOfTrace } from './log-link.ts';

type Answer = CallReply<typeof api.service.run>;
const STATES: Readonly<Record<Answer['steps'][number]['state'], { tone: Tone; label: string }>> = {
  done: { tone: 'ok', label: '完成' },
  skipped: { tone: 'line', label: '跳过' },
  failed: { tone: 'bad', label: '失败' },
};

/** What came back, and each step on the way. */
export function RunAnswer({ answer, onShape }: { answer: Answer; onShape?: ((data: unknown) => void) | undefined }) {
  const can = useCan();
  const text = JSON.stringify(answer.data, null, 2);
  return (
    <section className="market-answer" aria-label="运行结果">
      <p className="market-answer-head">
        <Tag tone={answer.message === null ? 'ok' : 'bad'}>{answer.message === null ? '成功' : '失败'}</Tag>
        <b>{count(answer.ms)} 毫秒</b>
        <span className="service-trace-id muted mono cut" title={answer.traceId}>
          {answer.traceId}
        </span>
        <CopyButton size="small" type="text" text={answer.traceId} what="跟踪号" />
        {can(api.serviceLog.page) && <Link to={logOfTrace(answer.traceId)}>服务日志</Link>}
      </p>
      {answer.message !== null && <Alert type="error" showIcon role="alert" title={answer.message} />}
      {answer.message === null && onShape && (
        <p className="market-inline">
          <Button size="small" onClick={() => onShape(answer.data)}>
            记为返回结构
          </Button>
          <span className="muted">只记录字段名和类型，用于编排引用和调用文档</span>
        </p>
      )}
      {answer.message === null && <JsonText text={text} label="返回结果" />}
      {answer.steps.length > 0 && <Steps steps={answer.steps} />}
    </section>
  );
}

/** 调用过程: each step with what went in and came out. */
function Steps({ steps }: Pick<Answer, 'steps'>) {
  return (
    <>
      <p className="market-plan-head">调用过程</p>
      <ol className="service-trace">
        {steps.map((step, i) => (
          <li key={i}>
            <details open={steps.length === 1 || step.state === 'failed'}>
              <summary>
                <Tag tone={STATES[step.state].tone}>{STATES[step.state].label}</Tag>
                <b className="cut">{step.name}</b>
                <span className="mono">{step.httpStatus !== null && `HTTP ${step.httpStatus}`}</span>
                {step.target !== '' && (
                  <span className="service-trace-target muted mono cut" title={step.target}>
                    {step.target}
                  </span>
                )}
                <span className="muted">{count(Math.round(step.ms))} 毫秒</span>
              </summary>
              {step.message !== null && <p className="market-bad">{step.message}</p>}
              {step.request !== '' && (
                <>
                  <p className="muted">输入</p>
                  <pre className="market-pre mono">{step.request}</pre>
                </>
              )}
              {step.state === 'done' && (
                <>
                  <p className="muted">输出</p>
                  <JsonText text={JSON.stringify(step.data, null, 2)} label={`${step.name} 的输出`} />
                </>
              )}
            </details>
          </li>
        ))}
      </ol>
    </>
  );
}
