import { job } from './job.ts';
import { run } from './run.ts';

/** Every call of the module, by entity. */
export const scheduler = { job, run };
