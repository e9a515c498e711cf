// npm test: installs what it needs, runs everything CI runs. The last line is the count. Words given to it (npm test -- posts backup) choose the
// test files by their paths.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { refuseNode } from './node-version.mjs';
import { install, run } from './install.mjs';
import { root } from './modules.mjs';
import { isBuilt, missingPackages } from './stamp.mjs';
import { countsOf, failedFiles, failuresOf, withLater } from './test-report.mjs';

const total = { passed: 0, failed: 0 };
/** what failed, told once more at the end: a long run hides it */
const failures = [];
/** what passed at the second try only */
const flaky = [];
const reports = join(root, '.cache', `test-${process.pid}`);

function count(ok) {
  if (ok) total.passed += 1;
  else total.failed += 1;
  return ok;
}

/** Checks give way to tests, which wait for clocks beside them. */
const LOW_PRIORITY = 5;

/** More files than these fail for a reason, and not because the machine stood still for a moment. */
const MOST_AGAIN = 8;

/**
 * Runs test files of projects with so many of them at a time. Answers the report, null where there is none, and whether there were errors
 * outside any test.
 */
async function runFiles(projects, workers, paths) {
  const file = join(reports, `${projects.join('-')}.json`);
  rmSync(file, { force: true });
  const names = projects.flatMap((name) => ['--project', name]);
  const args = [
    'run',
    ...names,
    `--maxWorkers=${workers}`,
    '--passWithNoTests',
    // what passes at the second try only is listed at the end: such a test is to be mended, but it is no reason to keep a change back
    '--retry=1',
    '--reporter=default',
    '--reporter=json',
    `--reporter=${join(root, 'tools/flaky-reporter.mjs')}`,
    `--outputFile.json=${file}`,
    ...paths,
  ];
  const code = await new Promise((resolve) => {
    const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
    const child = spawn(join(root, 'node_modules/.bin/vitest'), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...color, NODE_ENV: 'test', FLAKY_LIST: `${file}.flaky`, ERROR_LIST: `${file}.errors` },
    });
    child.stdout.pipe(process.stdout, { end: false });
    child.stderr.pipe(process.stderr, { end: false });
    child.on('close', resolve);
  });
  const linesOf = (name) => (existsSync(name) ? readFileSync(name, 'utf8').trim().split('\n') : []);
  flaky.push(...linesOf(`${file}.flaky`));
  const hasErrors = linesOf(`${file}.errors`).length > 0;
  for (const name of [`${file}.flaky`, `${file}.errors`]) rmSync(name, { force: true });
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return { report, hasErrors: hasErrors || (code !== 0 && countsOf(report).failed === 0) };
  } catch (error) {
    console.error(`没有测试报告：${error.message}`);
    return { report: null, hasErrors: true };
  }
}

/**
 * Runs test projects. A few files in which something failed run once more, one after another in processes of their own: what passes then
 * failed for what happened beside it, and is listed as passed at the second try.
 */
async function runTests(projects, workers) {
  const first = await runFiles(projects, workers, process.argv.slice(2));
  let { report, hasErrors } = first;
  const again = report ? failedFiles(report) : [];
  if (again.length > 0 && again.length <= MOST_AGAIN) {
    const second = await runFiles(projects, 1, again);
    hasErrors ||= second.hasErrors;
    if (second.report) {
      const before = failuresOf(report);
      report = withLater(report, second.report);
      const still = new Set(failuresOf(report).map((failure) => failure.split('\n')[0]));
      flaky.push(...before.filter((failure) => !still.has(failure.split('\n')[0])));
    }
  }
  if (report) {
    const { passed, failed } = countsOf(report);
    total.passed += passed;
    total.failed += failed;
    failures.push(...failuresOf(report));
  }
  if (!hasErrors) return;
  count(false);
  failures.push(`${projects.join('、')}：用例之外的错误，见上文 Unhandled Errors`);
}

async function main() {
  const refusal = refuseNode(process.version);
  if (refusal) {
    console.error(refusal);
    return count(false);
  }
  if (missingPackages({ all: true }).length > 0) await install();
  mkdirSync(reports, { recursive: true });
  const { ensureBrowser } = await import('./browser.mjs');
  const lacking = ensureBrowser();
  if (lacking) console.error(lacking);
  count(!lacking);
  // Tests of the server wait for their databases half of the time: build and checks take what they leave of the processors. Starts and
  // journeys have them for themselves, since whatever they wait for has a limit of time; two files of starts at a time take as long as one.
  const [, built] = await Promise.all([runTests(['server', 'server-alone', 'web'], 3), build(), check()]);
  if (!built) return;
  await runTests(['start'], 1);
  if (!lacking) await runTests(['journeys'], 2);
}

/** Everything that is checked without a test. */
async function check() {
  const { CHECKS, runCheck } = await import('./checks.mjs');
  for (const one of CHECKS) if (!count(await runCheck(one, { priority: LOW_PRIORITY }))) failures.push(one.name);
}

/** Answers whether there is a built product. */
async function build() {
  if (isBuilt()) return true;
  try {
    await run(process.execPath, [join(root, 'tools/build.mjs')], { sentence: '构建失败' });
    return count(true);
  } catch (error) {
    console.error(error.message);
    return count(false);
  }
}

try {
  process.chdir(root);
  await main();
} catch (error) {
  console.error(error.sentence ?? error);
  count(false);
} finally {
  rmSync(reports, { recursive: true, force: true });
}
if (flaky.length > 0) console.log(`\n第二次才通过：\n\n${flaky.map((one) => `~ ${one}`).join('\n')}`);
if (failures.length > 0) console.log(`\n未通过：\n\n${failures.map((failure) => `✗ ${failure}`).join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
