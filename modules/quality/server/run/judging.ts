import { startWorker } from '#kit/server/typescript-worker.ts';
import { cellOf, failed, type judgeStream, type Outcome } from '../../core/index.ts';

const START_MS = 60_000;
const LIMIT_MS = 10_000;
const LATE = '逐行判断取值超过10秒，已停止，请简化正则表达式、匹配模式或 JSON Schema 后重试';
const TOO_LARGE = '逐行判断取值占用的内存过多，已停止，请缩小规则的过滤条件后重试';

type Judged = Parameters<typeof judgeStream>;
export interface Asked {
  readonly stream: Judged[0];
  readonly rows: readonly (readonly (string | null)[])[];
}

/**
 * Judges the rows of a rule in a thread of its own: patterns are those of people, and one that backtracks over a value would otherwise hold
 * every call of the node. Too long is an outcome that says so. Throws the signal's reason.
 */
export async function judgedApart(stream: Judged[0], rows: Judged[1], signal: AbortSignal): Promise<Outcome> {
  signal.throwIfAborted();
  const worker = startWorker(new URL('./judging-worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 512 } });
  const asked: Asked = { stream, rows: rows.map((cells) => cells.map(cellOf)) };
  let timer: NodeJS.Timeout | undefined;
  const stop = new AbortController();
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      const within = (ms: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => resolve(failed(stream.ruleId, LATE)), ms);
      };
      within(START_MS);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: stop.signal });
      worker.on('message', (message: 'ready' | Outcome) => {
        if (message !== 'ready') return resolve(message);
        within(LIMIT_MS);
        worker.postMessage(asked);
      });
      worker.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(failed(stream.ruleId, TOO_LARGE)) : reject(error),
      );
    });
  } finally {
    clearTimeout(timer);
    stop.abort();
    await worker.terminate();
  }
}
