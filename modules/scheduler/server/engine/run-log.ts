import { sql } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import { plain } from './finish.ts';

/** Lines that one run may leave. */
export const MAX_LINES = 2000;
const FLUSH_MS = 300;

/** Collects the lines and the progress of a run and stores them in small batches, as long as the run belongs to this node. */
export interface RunLog {
  line(text: string): void;
  percent(value: number): void;
  /** Stores what is left; false when the run belongs to another node. */
  flush(): Promise<boolean>;
}

export function runLog(app: App, run: { id: string; lineCount: number }, owner: string): RunLog {
  let waiting: { text: string; time: Date }[] = [];
  let taken = run.lineCount;
  let percent: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<boolean> = Promise.resolve(true);

  const write = async (): Promise<boolean> => {
    const [lines, at] = [waiting, percent];
    if (lines.length === 0 && at === null) return true;
    waiting = [];
    percent = null;
    return app.db.transaction().execute(async (db) => {
      const row = await db
        .updateTable('schedulerRun')
        .set({ lineCount: sql<number>`line_count + ${lines.length}`, ...(at === null ? {} : { percent: at }) })
        .where('id', '=', run.id)
        .where('owner', '=', owner)
        .where('state', '=', 'running')
        .returning('lineCount')
        .executeTakeFirst();
      if (!row) return false;
      const first = row.lineCount - lines.length + 1;
      if (lines.length > 0)
        await db
          .insertInto('schedulerRunLine')
          .values(lines.map(({ text, time }, index) => ({ runId: run.id, seq: first + index, text, createTime: time })))
          .execute();
      return true;
    });
  };
  const flush = (): Promise<boolean> => {
    if (timer) clearTimeout(timer);
    timer = null;
    // one after the other: numbers and order of lines depend on it
    writing = writing.then(write).catch((error: unknown) => {
      app.log.warn({ error: String(error), run: run.id }, 'lines of a run were not stored');
      return true;
    });
    return writing;
  };
  const soon = () => {
    timer ??= setTimeout(() => void flush(), FLUSH_MS);
  };
  return {
    line(text) {
      if (taken >= MAX_LINES) return;
      taken++;
      const isLast = taken === MAX_LINES;
      waiting.push({ text: isLast ? `日志已达 ${MAX_LINES} 行，后面的内容不再记录` : plain(String(text)), time: app.now() });
      soon();
    },
    percent(value) {
      if (!Number.isFinite(value)) return;
      percent = Math.max(0, Math.min(100, Math.round(value)));
      soon();
    },
    flush,
  };
}
