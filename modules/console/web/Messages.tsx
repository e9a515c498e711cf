import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { count } from '#kit/web/format.ts';
import { Slot } from '#kit/web/slots/Slot.tsx';
import type { RunOutcome } from './use-run.ts';

interface Props {
  outcome: RunOutcome;
  onShow: (offset: number) => void;
}

/** One line per statement: how it ended, how long it took, where it went wrong. */
export function Messages({ outcome, onShow }: Props) {
  const { results, problem } = outcome;
  return (
    <div className="messages" role="log">
      {results.map((result, i) => (
        <div key={i} className={result.success ? 'message' : 'message bad'}>
          {result.success ? <CheckCircleFilled className="ok" /> : <CloseCircleFilled />}
          <div>
            <code className="mono">{result.sql.replace(/\s+/g, ' ').slice(0, 200)}</code>
            <div className="muted">
              {result.success
                ? `${result.kind === 'write' ? '影响' : '返回'} ${count(result.count)} 行${result.truncated ? '（已达上限，结果未完）' : ''}`
                : result.error?.message}
              {`，用时 ${count(result.time)} 毫秒`}
              {result.error?.position && (
                <button type="button" className="link" onClick={() => onShow(outcome.from + result.error!.position!.offset)}>
                  第 {result.error.position.line} 行第 {result.error.position.column} 列
                </button>
              )}
            </div>
          </div>
        </div>
      ))}
      {results.length === 0 && problem && (
        <div className="message bad">
          <CloseCircleFilled />
          <div>
            {problem.message}
            {problem.lacked && <Slot name="gate.refusal" of={{ ...problem.lacked, from: 'SQL工作台' }} />}
            {problem.offset !== null && (
              <div>
                <button type="button" className="link" onClick={() => onShow(problem.offset!)}>
                  定位到出错的位置
                </button>
              </div>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
