// npm run check: before handing over. Stops at the first red.
import { join } from 'node:path';
import { CHECKS, runCheck } from './checks.mjs';
import { root } from './modules.mjs';

const tests = {
  name: '测试',
  command: [join(root, 'node_modules/.bin/vitest'), 'run', '--project', 'server*', '--project', 'web', '--reporter', 'dot'],
};

for (const check of [...CHECKS, tests])
  if (!(await runCheck(check))) {
    process.exitCode = 1;
    break;
  }
