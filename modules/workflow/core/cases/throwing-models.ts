/** What cases of errors and escalations have in common. */
import { end, named, path, process, start, sub, tasks } from './notation.ts';

/** A sub-process of a task, then an end that throws. */
export const failing = (id: string, event: string, inside = ''): string =>
  sub(id, inside, start(`${id}S`), tasks(`${id}Task`), end(`${id}Fail`, event), path(`${id}S > ${id}Task > ${id}Fail`));

/** A process of a task, then an end that throws. */
export const failingProcess = (event: string, id = 'child'): string =>
  named(id, start(), tasks('work'), end('fail', event), path('start > work > fail'));

/** An activity `a` with events at its boundary that lead to `escalated`. */
export const caughtOn = (activity: string, events: string, targets: string): string =>
  process(
    start(),
    activity,
    events,
    tasks('normal', 'escalated'),
    end(),
    path('start > a > normal > end'),
    path('escalated > end'),
    targets,
  );
