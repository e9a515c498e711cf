// Files over 400 lines are looked at again; those in tools/sizes.json were, and may only shrink.
// Run: npm run sizes · after shrinking: npm run sizes -- --update · after a look that found it right: npm run sizes -- --accept
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './modules.mjs';
import { sourceFiles } from './source-files.mjs';

const LIMIT = 400;
const listFile = join(root, 'tools/sizes.json');
const known = JSON.parse(readFileSync(listFile, 'utf8'));
const accept = process.argv.includes('--accept');
const update = accept || process.argv.includes('--update');

const next = {};
const bad = [];
for (const path of sourceFiles(['app', 'demo', 'kit', 'modules', 'tests', 'tools'], /\.(?:tsx?|mjs|css)$/)) {
  const text = readFileSync(join(root, path), 'utf8');
  if (text.startsWith('// Generated')) continue;
  const lines = text.split('\n').length - 1;
  const before = known[path] ?? 0;
  if (lines <= LIMIT) {
    if (before && !update) bad.push(`${path}: ${lines} lines, small again: npm run sizes -- --update`);
  } else if (lines > Math.max(before, LIMIT) && !accept) {
    bad.push(
      before
        ? `${path}: grew from ${before} to ${lines} lines`
        : `${path}: ${lines} lines, over ${LIMIT}: split it, or accept it after a look`,
    );
    if (before) next[path] = before;
  } else next[path] = lines;
}
if (update) writeFileSync(listFile, `${JSON.stringify(next, null, 2)}\n`);
for (const line of bad) console.log(line);
console.log(`sizes: ${Object.keys(next).length} files over ${LIMIT} lines, ${bad.length} to look at`);
process.exitCode = bad.length ? 1 : 0;
