import * as z from 'zod';

/** 任务编码: the key under which a module registers a task, `scheduler.housekeeping`. */
export const TaskKey = z
  .string({ error: '请选择任务类型' })
  .max(60, '任务类型不正确')
  .regex(/^[a-z][a-zA-Z0-9]*\.[a-zA-Z][a-zA-Z0-9]*$/, '任务类型不正确，请从列表中选择');

const isZone = (zone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }).format(0));
  } catch {
    return false;
  }
};
export const DEFAULT_ZONE = 'Asia/Shanghai';
export const TimeZone = z.string().max(50, '时区不正确').refine(isZone, '时区不正确，例如 Asia/Shanghai');

const MAX_PARAMS = 8000;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** 参数: a JSON object as text (family) or as it is; stored and answered as text. */
export const ParamsText = z
  .union([z.string().max(MAX_PARAMS, '参数过长'), z.record(z.string(), z.unknown())], { error: '参数应为 JSON 对象' })
  .transform((value, context) => {
    const wrong = (message: string) => {
      context.issues.push({ code: 'custom', message, input: value });
      return z.NEVER;
    };
    let parsed: unknown = value;
    if (typeof value === 'string') {
      try {
        parsed = value.trim() === '' ? {} : JSON.parse(value);
      } catch {
        return wrong('参数应为 JSON 对象');
      }
    }
    if (!isObject(parsed)) return wrong('参数应为 JSON 对象');
    const text = JSON.stringify(parsed);
    return text.length > MAX_PARAMS ? wrong('参数过长') : text;
  });

/** State group of a run: open (waiting, running) or ended. */
export const RunState = z.enum(['waiting', 'running', 'done', 'failed', 'timeout', 'cancelled', 'skipped']);
export type RunState = z.output<typeof RunState>;
/** What made a run: its due time, a due time that had been missed, a person. */
export const RunCause = z.enum(['cron', 'missed', 'manual']);
