import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './modules.mjs';
import { countsOf, failedFiles, failuresOf, withLater } from './test-report.mjs';

const file = (name: string, tests: Record<string, 'passed' | 'failed' | 'pending'>, message = '') => ({
  name: join(root, name),
  status: Object.values(tests).includes('failed') || message !== '' ? 'failed' : 'passed',
  message,
  assertionResults: Object.entries(tests).map(([fullName, status]) => ({
    fullName,
    status,
    failureMessages: status === 'failed' ? [`${fullName} is wrong`] : [],
  })),
});
const first = {
  testResults: [file('a.test.ts', { one: 'passed', two: 'failed', three: 'pending' }), file('b.test.ts', {}, 'does not load')],
};

describe('a report of tests', () => {
  it('counts a file that does not load as a failure', () => {
    expect(countsOf(first)).toEqual({ passed: 1, failed: 2 });
    expect(failedFiles(first)).toEqual([join(root, 'a.test.ts'), join(root, 'b.test.ts')]);
    expect(failuresOf(first)).toEqual(['a.test.ts › two\n    two is wrong', 'b.test.ts\n    does not load']);
  });
  it('takes the files of a later run as they came out there, and keeps the others', () => {
    const later = withLater(first, { testResults: [file('a.test.ts', { one: 'failed', two: 'passed' })] });
    expect(countsOf(later)).toEqual({ passed: 1, failed: 2 });
    expect(failuresOf(later).map((failure) => failure.split('\n')[0])).toEqual(['b.test.ts', 'a.test.ts › one']);
  });
});
