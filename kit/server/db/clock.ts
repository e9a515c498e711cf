import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import type { Conditions } from '../conditions.ts';

const LOOK_MS = 10_000;
/** Normal NTP jitter: smaller differences are not corrected. */
const TOLERATED_MS = 1_000;
/** From this difference on the condition is reported, so that somebody fixes the clock. */
const TOLD_MS = 30_000;
/** A measurement whose round trip took longer is too imprecise for small corrections. */
const SLOW_MS = 1_000;
const CONDITION = 'clock.off';

export interface DatabaseClock {
  now(): Date;
  /** Measures the difference to the database clock again; keeps the previous value when the measurement fails. */
  look(): Promise<void>;
  stop(): void;
}

/**
 * The clock of a node: the local one, unless it differs by more than a second from the database's, which all nodes share. Otherwise a
 * session renewed by one node could look expired on another node with a wrong clock. Between two measurements time advances by the
 * monotonic clock.
 */
export function databaseClock(pool: pg.Pool, conditions: Pick<Conditions, 'set'>, local: () => number = Date.now): DatabaseClock {
  let base = local();
  let at = performance.now();
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    const asked = performance.now();
    const { rows } = await pool.query<{ now: Date }>('select now() as now');
    const received = performance.now();
    const spread = received - asked;
    const mine = local();
    const theirs = (rows[0]?.now.getTime() ?? mine) + spread / 2;
    const ahead = mine - theirs;
    if (spread > SLOW_MS && Math.abs(ahead) < 2 * spread) return;
    [base, at] = [Math.abs(ahead) > TOLERATED_MS ? theirs : mine, received];
    conditions.set(CONDITION, Math.abs(ahead) < TOLD_MS ? null : sentence(ahead));
  };
  // the database is unreachable: the clock goes on from the previous measurement
  const quietly = () => look().catch(() => undefined);
  return {
    now: () => new Date(base + performance.now() - at),
    async look() {
      await quietly();
      timer ??= setInterval(() => void quietly(), LOOK_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}

function sentence(ahead: number): string {
  const seconds = Math.round(Math.abs(ahead) / 1000);
  const span = seconds < 120 ? `${seconds}秒` : `${Math.round(seconds / 60)}分钟`;
  return `本机时钟比数据库${ahead > 0 ? '快' : '慢'}约${span}，已按数据库时间工作，请校准本机时钟`;
}
