// What is checked without running the product, cheap first.
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { root } from './modules.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);
const node = process.execPath;

export const CHECKS = [
  { name: '模块边界', command: [node, 'tools/boundaries.mjs'] },
  { name: '文件大小', command: [node, 'tools/sizes.mjs'] },
  { name: '用词', command: [node, 'tools/wording.mjs'] },
  { name: '文档路径', command: [node, 'tools/doc-paths.mjs'] },
  { name: '字号', command: [node, 'tools/type-scale.mjs'] },
  { name: '格式', command: [bin('oxfmt'), '--check', '.'] },
  // each checker reads the libraries for itself: two take 1.5 times the processor and 1.4 times the memory of one
  { name: '类型', command: [bin('tsc'), '-p', 'tsconfig.json', '--checkers', '1'] },
  { name: '代码规则', command: [bin('oxlint'), '--type-aware', '--deny-warnings', '.'] },
  { name: '表结构类型', command: [bin('tsx'), 'tools/db-types.ts', '--check'] },
];

/** Runs one program and keeps its output; shows it only when it fails. Ends with us. */
export function quietly([command, ...args], { priority = 0 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    if (child.pid && priority > 0) setPriority(child.pid, priority);
    let output = '';
    const keep = (text) => (output += text);
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** One check with its line in the report. */
export async function runCheck({ name, command }, options = {}) {
  const began = performance.now();
  const { ok, output } = await quietly(command, options);
  console.log(`${ok ? '✓' : '✗'} ${name}  ${((performance.now() - began) / 1000).toFixed(1)} 秒`);
  if (!ok) console.log(output.trimEnd().split('\n').slice(0, 60).join('\n'));
  return ok;
}
