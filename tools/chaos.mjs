// npm run chaos [-- WORD] [-- --writes=N --calls=N --seconds=N --rounds=N]: builds what is stale, then breaks a running system of two nodes
// in the ways of tools/chaos.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, run } from './install.mjs';
import { root } from './modules.mjs';
import { isBuilt, missingPackages } from './stamp.mjs';

process.chdir(root);
try {
  // here and once: two nodes that start at the same time would both do it
  if (missingPackages({ all: true }).length > 0) await install();
  if (!isBuilt()) await run(process.execPath, [join(root, 'tools/build.mjs')], { sentence: '构建失败，请把上面的错误信息发给维护人员。' });
  const args = ['--import', 'tsx', join(root, 'tools/chaos/main.ts'), ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  // the child hears Ctrl-C itself and stops its nodes first
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('close', (code) => process.exit(code ?? 1));
} catch (error) {
  console.error(error && error.sentence ? error.sentence : error);
  process.exitCode = 1;
}
