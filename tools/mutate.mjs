// Would a test notice? Makes single changes in source files, one at a time in a copy of the tree, and runs the tests that load them.
// npm run mutate -- [--count 30] [--seed 1] [--tests 10] [--at path:line] folder …
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './modules.mjs';
import { sourceFiles } from './source-files.mjs';
import { mutated, mutationsOf } from './mutate/mutations.mjs';
import { importers, testsOf } from './mutate/related.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    /** test files of one mutation at most, nearest first */
    tests: { type: 'string', default: '10' },
    /** only the mutations of this line */
    at: { type: 'string' },
    /** says what would be changed and runs nothing */
    list: { type: 'boolean', default: false },
  },
});
const folders = positionals.length > 0 ? positionals : ['kit', 'modules/gate'];
/** A change that makes a loop endless is noticed too. */
const MAX_MS = 300_000;
const copy = join(root, '.cache', `mutants-${process.pid}`);

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const isSource = (path) => !/\.(?:test|d)\.[mt]sx?$|^kit\/test\/|\/test-|\/interference\/|\/labelled-columns\./.test(path);
const read = (path) => readFileSync(join(root, path), 'utf8');

function everyMutation() {
  return sourceFiles(folders, /\.tsx?$/)
    .filter(isSource)
    .flatMap((path) => mutationsOf(read(path), { jsx: path.endsWith('.tsx') }).map((mutation) => ({ path, ...mutation })));
}

function sample(all) {
  if (options.at) return all.filter(({ path, line }) => `${path}:${line}` === options.at);
  const random = randomOf(Number(options.seed));
  const left = [...all];
  return Array.from({ length: Math.min(Number(options.count), left.length) }, () => left.splice(Math.floor(random() * left.length), 1)[0]);
}

function git(...args) {
  const { status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
}

/** A tree of its own, with the files as they stand here: what is changed in it can neither be committed nor be left behind. */
function makeCopy() {
  mkdirSync(join(root, '.cache'), { recursive: true });
  git('worktree', 'add', '--detach', '--force', copy, 'HEAD');
  for (const path of spawnSync('git', ['ls-files', '-mo', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).stdout.split('\n'))
    if (path && existsSync(join(root, path))) {
      mkdirSync(join(copy, path, '..'), { recursive: true });
      writeFileSync(join(copy, path), readFileSync(join(root, path)));
    }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

function removeCopy() {
  rmSync(copy, { recursive: true, force: true });
  git('worktree', 'prune');
}

/** One Vitest for all mutations: its database, its template and what it has compiled stay. */
async function startVitest() {
  const { createVitest } = await import('vitest/node');
  process.env.NODE_ENV = 'test';
  const quiet = { bail: 1, maxWorkers: 1, passWithNoTests: true, reporters: [{}] };
  const vitest = await createVitest('test', { root: copy, watch: false, project: ['server', 'server-alone', 'web'], ...quiet });
  await vitest.standalone();
  return vitest;
}

/** A worker in an endless loop hears nothing: only our children that run tests are ended, not the database. */
const endWorkers = () => spawnSync('pkill', ['-KILL', '-P', String(process.pid), '-f', 'vitest']);

/** Runs test files in the copy; null when all pass, else what failed first. */
async function firstFailure(vitest, files) {
  const specifications = await vitest.globTestSpecifications(files.map((file) => join(copy, file)));
  // what earlier mutations left is no answer to this one
  vitest.state.filesMap.clear();
  vitest.state.clearErrors();
  const timer = setTimeout(endWorkers, MAX_MS);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  clearTimeout(timer);
  for (const testModule of testModules) {
    const where = testModule.relativeModuleId;
    for (const test of testModule.children.allTests('failed'))
      return `${where} › ${test.fullName}: ${(test.result().errors?.[0]?.message ?? '').split('\n')[0].slice(0, 160)}`;
    const [error] = testModule.errors();
    if (error) return `${where}: ${error.message.split('\n')[0].slice(0, 160)}`;
  }
  if (unhandledErrors.length > 0) return `outside any test: ${String(unhandledErrors[0]?.message).split('\n')[0].slice(0, 160)}`;
  return testModules.some((testModule) => testModule.state() !== 'passed' && testModule.state() !== 'skipped') ? 'no end' : null;
}

let vitest = null;
async function main() {
  const all = everyMutation();
  const chosen = sample(all);
  console.log(`${all.length} mutations in ${folders.join(', ')}, ${chosen.length} chosen`);
  if (options.list) for (const { path, line, what } of chosen) console.log(`${path}:${line} ${what}`);
  if (options.list) return;
  const graph = importers();
  const survivors = [];
  makeCopy();
  vitest = await startVitest();
  try {
    for (const mutation of chosen) {
      const { path, line, what } = mutation;
      // the copy: the tree that people work in may have changed since
      const text = readFileSync(join(copy, path), 'utf8');
      const change = (to) => {
        writeFileSync(join(copy, path), to);
        vitest.invalidateFile(join(copy, path));
      };
      change(mutated(text, mutation));
      const files = testsOf(path, graph).slice(0, Number(options.tests));
      const failure = files.length > 0 ? await firstFailure(vitest, files) : null;
      change(text);
      if (failure === null) survivors.push(mutation);
      const shown = text.split('\n')[line - 1].trim().slice(0, 120);
      console.log(
        `${failure === null ? '✗ survived' : '✓ caught'}  ${path}:${line}  ${what}  │ ${shown}\n    ${failure ?? `${files.length} test files: ${files.slice(0, 3).join(' ')}`}`,
      );
    }
  } finally {
    await vitest.close();
    removeCopy();
  }
  console.log(`\n${chosen.length - survivors.length} of ${chosen.length} caught`);
  process.exitCode = survivors.length > 0 ? 1 : 0;
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    // the database of the tests is a process of its own
    await vitest?.close().catch(() => undefined);
    removeCopy();
    process.exit(1);
  });
await main();
