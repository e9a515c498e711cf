import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import type { Conditions } from '../conditions.ts';

const LOOK_MS = 10_000;
/** Clocks that somebody keeps differ by less; below it nothing is corrected. */
const TOLERATED_MS = 1_000;
/** From here on somebody should set the clock. */
const TOLD_MS = 30_000;
/** An answer that took longer tells of large differences alone. */
const SLOW_MS = 1_000;
const CONDITION = 'clock.off';

export interface DatabaseClock {
  now(): Date;
  /** Compares with the database again; what could not be learnt leaves everything as it was. */
  look(): Promise<void>;
  stop(): void;
}

/**
 * The time by which a node works: its own, unless that is more than a second off the database's, which is the same for all nodes. A session
 * that one node prolongs is then not idle for an hour on another whose clock was set wrong. Between two looks time goes on by a clock that
 * nobody can set.
 */
export function databaseClock(pool: pg.Pool, conditions: Pick<Conditions, 'set'>, local: () => number = Date.now): DatabaseClock {
  let base = local();
  let at = performance.now();
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    const asked = performance.now();
    const { rows } = await pool.query<{ now: Date }>('select now() as now');
    const heard = performance.now();
    const spread = heard - asked;
    const mine = local();
    const theirs = (rows[0]?.now.getTime() ?? mine) + spread / 2;
    const ahead = mine - theirs;
    if (spread > SLOW_MS && Math.abs(ahead) < 2 * spread) return;
    [base, at] = [Math.abs(ahead) > TOLERATED_MS ? theirs : mine, heard];
    conditions.set(CONDITION, Math.abs(ahead) < TOLD_MS ? null : sentence(ahead));
  };
  // the database is away: the time goes on from the last look
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
