import { Alert } from 'antd';
import { count } from '#kit/web/format.ts';
import { Tag, type Tone } from '#kit/web/Tag.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import { CopyButton } from '../CopyButton.tsx';
import { JsonText } from '../debug/JsonText.tsx';
import type { api } from './api.ts';

type Answer = CallReply<typeof api.service.run>;
const STATES: Readonly<Record<Answer['steps'][number]['state'], { tone: Tone; label: string }>> = {
  done: { tone: 'ok', label: '完成' },
  skipped: { tone: 'line', label: '跳过' },
  failed: { tone: 'bad', label: '失败' },
};

/** What came back, and each step on the way. */
export function RunAnswer({ answer }: { answer: Answer }) {
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
      </p>
      {answer.message !== null && <Alert type="error" showIcon role="alert" title={answer.message} />}
      {answer.message === null && <JsonText text={text} label="返回结果" />}
      {answer.steps.length > 0 && (
        <>
          <p className="market-plan-head">调用过程</p>
          <ol className="service-trace">
            {answer.steps.map((step, i) => (
              <li key={i}>
                <details open={answer.steps.length === 1 || step.state === 'failed'}>
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
      )}
    </section>
  );
}
