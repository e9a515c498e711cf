// Writes down which tests passed at the second try only, a line each, into the file that FLAKY_LIST names, and errors outside any test into
// that of ERROR_LIST; no files where there are none.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

export default class FlakyReporter {
  onTestCaseResult(test) {
    if (!process.env.FLAKY_LIST || !test.diagnostic()?.flaky) return;
    const error = test.result().errors?.[0]?.message?.split('\n')[0] ?? '';
    appendFileSync(process.env.FLAKY_LIST, `${relative(process.cwd(), test.module.moduleId)} › ${test.fullName}  ${error}\n`);
  }
  onTestRunEnd(_modules, errors) {
    if (process.env.ERROR_LIST)
      for (const { message } of errors) appendFileSync(process.env.ERROR_LIST, `${String(message).split('\n')[0]}\n`);
  }
}
