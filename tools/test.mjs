// npm test: installs what it needs, runs everything CI runs. The last line is the count. Words given to it (npm test -- posts backup) choose the
// test files by their paths.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { refuseNode } from './node-version.mjs';
import { install, run } from './install.mjs';
import { root } from './modules.mjs';
import { isBuilt, missingPackages } from './stamp.mjs';

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

/** Failed tests and files of a report: where, which, and how the message begins. */
function failuresOf({ testResults }) {
  const begin = (message = '') => message.split('\n').slice(0, 6).join('\n    ').slice(0, 1200);
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const place = relative(root, name);
      if (assertionResults.length === 0) return [`${place}\n    ${begin(message)}`];
      return assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${place} › ${fullName}\n    ${begin(failureMessages[0])}`);
    });
}

/** Checks give way to tests, which wait for clocks beside them. */
const LOW_PRIORITY = 5;

/**
 * Runs test projects with so many files at a time. A file that does not load and an error outside any test count as failures too.
 */
async function runTests(projects, workers) {
  const file = join(reports, `${projects.join('-')}.json`);
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
    ...process.argv.slice(2),
  ];
  const code = await new Promise((resolve) => {
    const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
    const child = spawn(join(root, 'node_modules/.bin/vitest'), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...color, NODE_ENV: 'test', FLAKY_LIST: `${file}.flaky` },
    });
    child.stdout.pipe(process.stdout, { end: false });
    child.stderr.pipe(process.stderr, { end: false });
    child.on('close', resolve);
  });
  if (existsSync(`${file}.flaky`)) flaky.push(...readFileSync(`${file}.flaky`, 'utf8').trim().split('\n'));
  let told = 0;
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    failures.push(...failuresOf(report));
    total.passed += report.numPassedTests;
    told =
      report.numFailedTests + report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0).length;
    total.failed += told;
  } catch (error) {
    console.error(`没有测试报告：${error.message}`);
  }
  if (code === 0 || told > 0) return;
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
