import { AppError } from '#kit/contract/errors.ts';
import { openData, toCallerError } from '#modules/gate/server/index.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { mayChangeData, SourceError } from '#modules/sources/server/index.ts';
import type { FeedMessage } from '../../contract/target.ts';
import { sourceTable } from '../map-rows.ts';
import { Stopped, type Leaving } from './leaving.ts';
import { rowOutline, rowTexts } from './row-texts.ts';
import { done, type Outcome } from './outcome.ts';

const TIMEOUT_MS = 60_000;
/** Statements of one script; the gate takes no more at once. */
const MAX_TEXTS = 200;
const MAX_CHARS = 150_000;

function* inScripts(texts: readonly string[]): Generator<string> {
  let some: string[] = [];
  let chars = 0;
  for (const text of texts) {
    if (some.length === MAX_TEXTS || (some.length > 0 && chars + text.length > MAX_CHARS)) {
      yield some.join(';\n');
      [some, chars] = [[], 0];
    }
    some.push(text);
    chars += text.length;
  }
  if (some.length > 0) yield some.join(';\n');
}

async function write({ target, owner, values }: Leaving, messages: readonly FeedMessage[], signal: AbortSignal): Promise<void> {
  const { sourceId, tableId, keyColumn } = target;
  if (sourceId === null || tableId === null || keyColumn === null || !(await mayChangeData(owner, sourceId)))
    throw new Stopped('负责人已没有修改该数据源数据的权限，请由有权限的账号保存后恢复');
  const table = await sourceTable(owner.db, sourceId, tableId);
  if (!table) throw new Stopped('目标表已不存在');
  const missing = [keyColumn, ...values.map(({ to }) => to)].find((name) => !table.columns.has(name));
  if (missing !== undefined) throw new Stopped(`目标表中已没有字段 ${missing}`);
  const data = await openData(owner, sourceId);
  const place = { table: [table.schema, table.name].filter((name) => name !== ''), keyColumn };
  const columnsOf = (of: string) => values.flatMap(({ from, to }) => (from === of ? to : []));
  const own = { states: columnsOf('$status'), times: columnsOf('$time') };
  const dialect = dialectOf(data.source.adapter.dialect);
  const texts = messages.flatMap((message) => rowTexts(dialect, place, message, own));
  const passed = [];
  for (const script of inScripts(texts)) passed.push(...(await data.check(script, { mayWrite: true, purpose: 'distribute' })));
  await data.write(passed, {
    commit: true,
    timeoutMs: TIMEOUT_MS,
    signal,
    sqlKey: null,
    history: {
      purpose: 'distribute',
      text: rowOutline(
        place,
        values.map(({ to }) => to),
      ),
    },
  });
}

/** What a failed write means. Throws what is none. */
function failedWrite(error: unknown): Outcome {
  if (error instanceof Stopped) return { kind: 'stop', message: error.message, status: null };
  if (error instanceof RangeError) return { kind: 'rejected', message: '内容含有不能写入该数据库的字符', status: null };
  if (error instanceof SourceError) {
    const isBusy = error.kind === 'unreachable' || error.kind === 'timeout' || error.kind === 'cancelled';
    const { message } = toCallerError(error) as Error;
    if (error.kind === 'denied') return { kind: 'stop', message, status: null };
    return { kind: isBusy ? 'later' : 'rejected', message, status: null };
  }
  if (!(error instanceof AppError)) throw error;
  const isForPeople = error.key === 'gate.refused' || error.key === 'entity.notFound';
  return { kind: isForPeople ? 'stop' : 'later', message: error.message, status: null };
}

/** Writes messages into the table of a target, in one transaction of its source, with the rights of the owner. */
export async function writeRows(leaving: Leaving, messages: readonly FeedMessage[], signal: AbortSignal): Promise<Outcome> {
  try {
    await write(leaving, messages, signal);
    return done;
  } catch (error) {
    signal.throwIfAborted();
    return failedWrite(error);
  }
}
