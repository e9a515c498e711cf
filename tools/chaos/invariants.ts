import { randomCourse } from '#modules/workflow/core/engine/random-course.ts';
import { when, type Case, type Outcome } from './case.ts';

const COURSES_PER_WRITE = 10_000 / 600;

export const invariants: Case = {
  name: 'workflow-invariants',
  what: 'random models of approvals with random commands: decisions, returns, moves, withdrawals, timers, messages, other versions',
  bar: 'I1 to I6 hold after every command, every course ends, its history leads to its state',
  async run(size): Promise<Outcome> {
    const courses = Math.ceil(size.writes * COURSES_PER_WRITE);
    const kinds: Record<string, number> = {};
    const wrong: string[] = [];
    for (let seed = 1; seed <= courses; seed += 1)
      try {
        for (const [kind, count] of Object.entries(await randomCourse(seed))) kinds[kind] = (kinds[kind] ?? 0) + count;
      } catch (error) {
        wrong.push(String(error).slice(0, 300));
      }
    const commands = Object.values(kinds).reduce((sum, count) => sum + count, 0);
    const listed = Object.entries(kinds).map(([kind, count]) => `${kind} ${count}`);
    return {
      work: `${courses} courses, ${commands} commands`,
      failed: wrong.length,
      lost: 0,
      doubled: 0,
      longest: '',
      notes: [listed.join(', ')],
      missed: when([wrong.length > 0, wrong.slice(0, 3).join(' · ')]),
    };
  },
};
