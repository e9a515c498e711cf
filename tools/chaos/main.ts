/**
 * Breaks a running system of two nodes in several ways, and says whether anything was lost. Prints a table for docs/benchmarks.md and ends
 * with 1 when a bar is missed. Needs nothing but Node on this machine.
 * Run: npm run chaos · npm run chaos -- kills (cases with this word) · npm run chaos -- --writes=100 --calls=1000 --seconds=10 --rounds=1 (shorter)
 */
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { HEAD, line, WHOLE, type Case, type Outcome, type Size } from './case.ts';
import { cases } from './cases.ts';
import { endAll } from './ending.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

let leaving: Promise<void> | undefined;
/** Ends with this code once nothing of ours runs any more; npm and the terminal send a signal each, which is told and done once. */
function leave(code: number, why: string): void {
  if (leaving) return;
  process.stderr.write(`${why}\n`);
  leaving = endAll().finally(() => process.exit(code));
}
// nodes are processes of their own: none may outlive us
process.on('uncaughtException', (error) => leave(1, error.stack ?? error.message));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => leave(130, '\nstopping what was started …'));

/** The size that the options ask for; throws a sentence when one is no number. */
function sizeOf(options: Readonly<Partial<Record<keyof Size, string | undefined>>>): Size {
  const number = (name: keyof Size) => {
    const value = Number(options[name] ?? WHOLE[name]);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number`);
    return value;
  };
  return { writes: number('writes'), calls: number('calls'), seconds: number('seconds'), rounds: number('rounds') };
}

/** A case whose own machinery breaks has not shown that it holds. */
const attempt = (one: Case, size: Size): Promise<Outcome> =>
  one.run(size).catch((error: unknown) => ({
    work: 'broken off',
    failed: 0,
    lost: 0,
    doubled: 0,
    longest: '',
    notes: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    missed: [`broken off: ${(error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200)}`],
  }));

async function main(): Promise<number> {
  const option = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { writes: option, calls: option, seconds: option, rounds: option },
  });
  const size = sizeOf(values);
  const wanted = cases.filter(({ name }) => positionals.every((word) => name.includes(word)));
  if (wanted.length === 0) throw new Error(`no case has this name; there are ${cases.map(({ name }) => name).join(', ')}`);
  const lines: string[] = [];
  const notes: string[] = [];
  let missed = 0;
  for (const one of wanted) {
    const began = performance.now();
    say(`${one.name}: ${one.what} …`);
    const outcome = await attempt(one, size);
    say(
      `${line(one, outcome)}\n${outcome.notes.map((note) => `  ${note}\n`).join('')}  took ${Math.round((performance.now() - began) / 1000)} s\n`,
    );
    lines.push(line(one, outcome));
    if (outcome.notes.length > 0) notes.push(`- ${one.name}: ${outcome.notes.join('; ')}.`);
    if (outcome.missed.length > 0) missed++;
  }
  const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? '?'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
  say(
    `${machine}, ${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0]?.toFixed(1)} at the end\n\n${HEAD}\n${lines.join('\n')}\n\n${notes.join('\n')}`,
  );
  return missed > 0 ? 1 : 0;
}

try {
  const code = await main();
  await leaving;
  process.exit(code);
} catch (error) {
  leave(1, error instanceof Error ? error.message : String(error));
}
