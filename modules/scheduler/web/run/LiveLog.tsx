import { Progress } from 'antd';
import { useEffect, useRef } from 'react';
import { useRefresh } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { useRunStream } from './use-run-stream.ts';

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', timeStyle: 'medium' });
/** Distance from the end, in pixels, within which the log keeps scrolling along. */
const NEAR_END = 40;

/** Progress and log lines of a run, live while it is running. */
export function LiveLog({ id, state }: { id: string; state: string }) {
  const refresh = useRefresh();
  const wasOpen = state === 'waiting' || state === 'running';
  const stream = useRunStream(id, () => {
    if (wasOpen) void refresh(api.run.page, api.job.page);
  });
  const box = useRef<HTMLOListElement>(null);
  const follows = useRef(true);
  const { lines, progress, isEnded, isLost } = stream;
  useEffect(() => {
    const element = box.current;
    if (element && follows.current) element.scrollTop = element.scrollHeight;
  }, [lines.length]);
  const isRunning = !isEnded && progress?.state === 'running';
  return (
    <section className="live-log">
      <h3 className="form-section section-line">
        执行日志
        <small>{`${lines.length} 行${isEnded ? '' : isLost ? ' · 连接中断，正在重连' : isRunning ? ' · 实时更新' : progress?.state === 'waiting' ? ' · 等待执行' : ''}`}</small>
      </h3>
      {isRunning && <Progress aria-label="执行进度" percent={progress.percent} size="small" status="active" />}
      <ol
        ref={box}
        className="run-lines mono"
        aria-live="polite"
        tabIndex={0}
        aria-label="日志内容"
        onScroll={({ currentTarget: at }) => {
          follows.current = at.scrollHeight - at.scrollTop - at.clientHeight < NEAR_END;
        }}
      >
        {lines.map((line) => (
          <li key={line.seq}>
            <time>{clock.format(new Date(line.time))}</time>
            <span>{line.text}</span>
          </li>
        ))}
        {lines.length === 0 && <li className="muted">{isEnded ? '这次执行没有写日志' : '还没有日志'}</li>}
      </ol>
    </section>
  );
}
