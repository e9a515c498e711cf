// What a run of tests found, from vitest's JSON report (https://vitest.dev/guide/reporters#json-reporter).
import { relative } from 'node:path';
import { root } from './modules.mjs';

/** A file that did not load has no tests and counts as one failure. */
const didNotLoad = ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0;
const testsOf = ({ testResults }, status) => testResults.flatMap((file) => file.assertionResults).filter((test) => test.status === status);

/** Passed and failed tests of a report. */
export const countsOf = (report) => ({
  passed: testsOf(report, 'passed').length,
  failed: testsOf(report, 'failed').length + report.testResults.filter(didNotLoad).length,
});

/** Paths of the files in which something failed. */
export const failedFiles = ({ testResults }) => testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);

/** A report in which the files of a later one stand as they came out there. */
export const withLater = (report, later) => {
  const again = new Set(later.testResults.map(({ name }) => name));
  return { testResults: [...report.testResults.filter(({ name }) => !again.has(name)), ...later.testResults] };
};

/** Failed tests and files of a report: where, which, and how the message begins. */
export function failuresOf({ testResults }) {
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
