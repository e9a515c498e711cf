import type { Case } from './case.ts';
import { clock } from './clock.ts';
import { database } from './database.ts';
import { disk } from './disk.ts';
import { freeze } from './freeze.ts';
import { invariants } from './invariants.ts';
import { kills } from './kills.ts';
import { rolling } from './rolling.ts';
import { scheduler } from './scheduler.ts';
import { serializable } from './serializable.ts';
import { workflow } from './workflow.ts';
import { workflowTimers } from './workflow-timers.ts';

/** In the order in which they are told. */
export const cases: readonly Case[] = [
  kills,
  database,
  freeze,
  rolling,
  disk,
  clock,
  serializable,
  scheduler,
  workflow,
  workflowTimers,
  invariants,
];
