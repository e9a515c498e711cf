// Files over 400 lines and functions over 60 are looked at again, as are boolean parameters and choices more than two deep; those in
// tools/sizes.json and tools/functions.json were, and may only shrink. No new function is longer than 120 lines.
// Run: npm run sizes · after shrinking: npm run sizes -- --update · after a look that found it right: npm run sizes -- --accept
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LONG, LONGEST, measure } from './functions.mjs';
import { root } from './modules.mjs';
import { sourceFiles } from './source-files.mjs';

const LIMIT = 400;
const accept = process.argv.includes('--accept');
const update = accept || process.argv.includes('--update');
const TEST = /\.(?:test|e2e)\.tsx?$|(?:^|\/)test-[^/]+\.tsx?$|^tests\/|^kit\/test\//;

const bad = [];
const json = (path, missing) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : missing);
const texts = sourceFiles(['app', 'demo', 'kit', 'modules', 'tests', 'tools'], /\.(?:tsx?|mjs|css)$/)
  .map((path) => [path, readFileSync(join(root, path), 'utf8')])
  .filter(([, text]) => !text.startsWith('// Generated'));

/** Compares what is now with what was accepted: it may shrink, and grow only with `--accept`. */
function ratchet(before, now, { limit, unit, way }) {
  const next = {};
  for (const [key, size] of Object.entries(now)) {
    const was = before[key] ?? 0;
    if (size <= Math.max(was, limit) || accept) {
      if (size > limit) next[key] = size;
      continue;
    }
    bad.push(
      was ? `${key}: grew from ${was} to ${size} ${unit}` : `${key}: ${size} ${unit}, over ${limit}: ${way}, or accept it after a look`,
    );
    if (was) next[key] = was;
  }
  for (const key of Object.keys(before))
    if (!((now[key] ?? 0) > limit) && !update) bad.push(`${key}: small again: npm run sizes -- --update`);
  return next;
}

/** Measures of functions by the hash of a text: parsing everything takes seconds, most of it is as it was. */
function measures() {
  const file = join(root, 'node_modules/.cache/functions.json');
  const mark = createHash('sha1')
    .update(readFileSync(join(root, 'tools/functions.mjs')))
    .digest('hex');
  const cache = json(file, {});
  const known = cache.mark === mark ? cache.measures : {};
  const kept = {};
  const result = texts
    .filter(([path]) => !path.endsWith('.css') && !TEST.test(path))
    .map(([path, text]) => {
      const hash = createHash('sha1').update(text).digest('hex');
      kept[hash] = known[hash] ?? measure(text, { jsx: path.endsWith('x') });
      return [path, kept[hash]];
    });
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  writeFileSync(file, JSON.stringify({ mark, measures: kept }));
  return result;
}

function store(name, list) {
  if (update) writeFileSync(join(root, 'tools', name), `${JSON.stringify(list, null, 2)}\n`);
}

const lines = Object.fromEntries(texts.map(([path, text]) => [path, text.split('\n').length - 1]));
const files = ratchet(json(join(root, 'tools/sizes.json'), {}), lines, { limit: LIMIT, unit: 'lines', way: 'split it' });
store('sizes.json', files);

const before = json(join(root, 'tools/functions.json'), { long: {}, booleans: {}, choices: {} });
const now = measures();
const of = (key) => Object.fromEntries(now.filter(([, found]) => found[key] > 0).map(([path, found]) => [path, found[key]]));
const long = Object.fromEntries(
  now.flatMap(([path, found]) => Object.entries(found.long).map(([name, size]) => [`${path} ${name}`, size])),
);
const functions = {
  long: ratchet(before.long, long, { limit: LONG, unit: 'lines', way: 'split the function' }),
  booleans: ratchet(before.booleans, of('booleans'), { limit: 0, unit: 'boolean parameters', way: 'name them in an options object' }),
  choices: ratchet(before.choices, of('choices'), { limit: 0, unit: 'choices over two deep', way: 'return early or use a table' }),
};
store('functions.json', functions);
for (const [name, size] of Object.entries(long))
  if (size > LONGEST) bad.push(`${name}: ${size} lines, over ${LONGEST}, which no look excuses`);

for (const line of bad) console.log(line);
const count = (list) => Object.values(list).reduce((sum, size) => sum + size, 0);
console.log(
  `sizes: ${Object.keys(files).length} files over ${LIMIT} lines, ${Object.keys(functions.long).length} functions over ${LONG}, ` +
    `${count(functions.booleans)} with a boolean parameter, ${count(functions.choices)} deep choices; ${bad.length} to look at`,
);
process.exitCode = bad.length ? 1 : 0;
