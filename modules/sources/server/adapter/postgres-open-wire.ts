import type { Duplex } from 'node:stream';
import pg from 'pg';
import { connectOnce } from './postgres-connect.ts';
import { sourceError } from './postgres-errors.ts';
import { WireError, WireLate, WireLost } from './postgres-wire-messages.ts';
import { PostgresWire } from './postgres-wire.ts';
import { ReadingSocket } from './reading-socket.ts';
import { SourceError, type Connection, type FastRead, type FastRows } from './types.ts';

const LOCK_MS = 3_000;
/** The catalogue of the source changed, or a pooler gave the connection to somebody else: the statement is unknown. */
const STALE = new Set(['0A000', '26000', '08P01']);

export interface WireLimits {
  readonly searchPath: string;
  /** milliseconds after which the source ends a statement */
  readonly statementMs: number;
  /** settings that are turned off, beside presorted aggregates */
  readonly off: readonly string[];
}
/**
 * The settings that the ordinary way sets for each transaction, for the whole connection; a role may have set others for itself. Presorted
 * aggregates could list values in the order of a masked column; compiling a short statement takes longer than running it.
 */
const settings = ({ searchPath, statementMs, off }: WireLimits): string => `select set_config('default_transaction_read_only', 'on', false),
  set_config('statement_timeout', '${statementMs}', false), set_config('lock_timeout', '${LOCK_MS}', false),
  set_config('search_path', ${pg.escapeLiteral(searchPath)}, false), set_config('TimeZone', 'Asia/Shanghai', false),
  set_config('DateStyle', 'ISO, YMD', false), set_config('IntervalStyle', 'postgres', false),
  set_config('standard_conforming_strings', 'on', false), set_config('row_security', 'on', false),
  (select string_agg(set_config(name, 'off', false), ' ') from pg_settings where name in (${['enable_presorted_aggregate', ...off].map((name) => pg.escapeLiteral(name)).join(', ')}))`;

/** A pooler stands between: settings and prepared statements of a connection would not stay with its caller. */
export const POOLED = Symbol('pooled');

/** Opens a connection that speaks the wire protocol itself; `pid` is its process at the server. Throws SourceError. */
export async function openWire(
  connection: Connection,
  limits: WireLimits,
): Promise<{ readonly wire: PostgresWire; readonly pid: number } | typeof POOLED> {
  const { client } = await connectOnce(connection, () => new ReadingSocket());
  const pid = (client as unknown as { processID: number }).processID;
  try {
    // a pooler says a number of its own when it greets
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    if (rows[0]?.pid !== pid) {
      await client.end();
      return POOLED;
    }
    await client.query(settings(limits));
  } catch (error) {
    await client.end().catch(() => undefined);
    throw sourceError(error);
  }
  return { wire: new PostgresWire((client as unknown as { connection: { stream: Duplex } }).connection.stream), pid };
}

/** Asks on a connection; null where the ordinary way has to be taken. Throws SourceError. */
export const askWire = (wire: PostgresWire, request: FastRead): Promise<FastRows | null> =>
  wire.query(request).catch((error: unknown) => {
    if (error instanceof WireLost) return null;
    if (error instanceof WireError && STALE.has(error.code)) return null;
    if (error instanceof WireLate) throw new SourceError('timeout', '执行超过时间限制，已自动停止，请缩小查询范围', { code: '57014' });
    throw sourceError(error, request.text);
  });
