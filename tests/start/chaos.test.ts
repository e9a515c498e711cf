import { describe, expect, it } from 'vitest';
import type { Case, Size } from '../../tools/chaos/case.ts';
import { clock } from '../../tools/chaos/clock.ts';
import { database } from '../../tools/chaos/database.ts';
import { kills } from '../../tools/chaos/kills.ts';
import { scheduler } from '../../tools/chaos/scheduler.ts';
import { workflow } from '../../tools/chaos/workflow.ts';

/** Enough to notice a fault; `npm run chaos` does more, and the cases that other tests of this folder cover. */
const SMALL: Size = { writes: 60, calls: 0, seconds: 6, rounds: 1 };

// they wait for leases and starts most of the time: side by side they take no longer than one
describe.concurrent('two nodes on one database lose nothing, do nothing twice and go on by themselves', () => {
  const holds = async (one: Case, skip: (is: boolean, why?: string) => void, size = SMALL) => {
    const { missed, skipped } = await one.run(size);
    skip(skipped !== undefined, skipped);
    expect(missed).toEqual([]);
  };

  it('when a node is killed under writes, with a job that only it knows of', ({ skip }) => holds(kills, skip), 240_000);
  it('when PostgreSQL is killed under writes', ({ skip }) => holds(database, skip), 240_000);
  it('when a node comes back with its clock an hour ahead', ({ skip }) => holds(clock, skip), 240_000);
  it(
    'when nodes are killed at every point of a step of an approval',
    ({ skip }) => holds(workflow, skip, { ...SMALL, writes: 24 }),
    240_000,
  );
  it('when a node is killed in the middle of scheduled runs', ({ skip }) => holds(scheduler, skip), 240_000);
});
