import { useEffect, useState } from 'react';
import { dateTime } from '#kit/web/format.ts';
import { useCall } from '#kit/web/use-call.ts';
import { describeCron } from '#kit/core/cron/describe.ts';
import { api } from '../api.ts';

const TYPING_MS = 300;
const SHANGHAI = 'Asia/Shanghai';

/** Debounced value: the server is asked when typing pauses. */
function useCalm<T>(value: T): T {
  const [calm, setCalm] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return calm;
}

const inZone = (time: string, timeZone: string): string =>
  timeZone === SHANGHAI
    ? (dateTime(time) ?? '')
    : new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(new Date(time));

/** What an expression means, and when it comes next. */
export function CronPreview({ text, timeZone, problem }: { text: string; timeZone: string; problem: string | null }) {
  const calm = useCalm(text);
  const answer = useCall(
    api.job.preview,
    { body: { cronExpression: calm, timeZone } },
    { enabled: problem === null && calm === text, keepPrevious: true },
  );
  if (problem !== null) return text === '' ? null : <p className="cron-problem">{problem}</p>;
  return (
    <div className="cron-preview">
      <div>
        <strong>{describeCron(text)}</strong>
        <code className="mono muted">{text}</code>
      </div>
      {answer.error && <p className="cron-problem">{answer.error.message}</p>}
      {!answer.error && answer.data && (
        <>
          <p className="muted">{`接下来 ${answer.data.times.length} 次执行${timeZone === SHANGHAI ? '' : `（${timeZone}）`}`}</p>
          <ol>
            {answer.data.times.map((time) => (
              <li key={time} className="num">
                {inZone(time, timeZone)}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
