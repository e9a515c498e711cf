// One scale of type (kit/web/look/base.css, --text-*): style sheets that set another size or weight are refused.
// The rooms of charts and screens were written before it and may only shrink to it. Run: npm run type-scale · after shrinking: -- --update
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './modules.mjs';
import { sourceFiles } from './source-files.mjs';

const SIZES = new Set(['12px', '13px', '14px', '16px', '20px', '28px', 'inherit', '0']);
/** 500 is for digits alone: most Chinese faces have none. */
const WEIGHTS = new Set(['400', '500', '600', 'inherit', 'normal']);
/** Walls are read from afar and scale with their stage. Counted together, since their files move. */
const BEFORE = /^modules\/(?:visual|screens|library|datasets|charts|boards|viewing)\//;
const listFile = join(root, 'tools/type-scale.json');

/** The declarations of a style sheet that are off the scale, one entry each. */
export function offScale(path, text) {
  const found = [];
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  bare.split('\n').forEach((line, index) => {
    const [, name, given = ''] = /^\s*(font|font-size|font-weight)\s*:\s*([^;]+);/.exec(line) ?? [];
    if (!name) return;
    const value = given.replace('!important', '').trim();
    if (value === 'inherit' || isKnown(name, value)) return;
    found.push({ path, line: index + 1, text: `${name}: ${given.trim()}` });
  });
  return found;
}

function isKnown(name, value) {
  if (name === 'font-weight') return WEIGHTS.has(value);
  if (name === 'font-size') return SIZES.has(value) || value.startsWith('var(--text-');
  const [, weight = '400', size = ''] = /^(?:(\d{3})\s+)?([^\s/]+)/.exec(value) ?? [];
  return WEIGHTS.has(weight) && (SIZES.has(size) || size.startsWith('var(--text-'));
}

function main() {
  // the faces of a font name a range of weights
  const withoutFaces = (text) => text.replace(/@font-face\s*\{[^}]*\}/g, (face) => face.replace(/[^\n]/g, ' '));
  const found = sourceFiles(['app', 'kit', 'modules'], /\.css$/).flatMap((path) =>
    offScale(path, withoutFaces(readFileSync(join(root, path), 'utf8'))),
  );
  const before = found.filter(({ path }) => BEFORE.test(path)).length;
  const { most } = JSON.parse(readFileSync(listFile, 'utf8'));
  const bad = found.filter(({ path }) => !BEFORE.test(path)).map(({ path, line, text }) => `${path}:${line}: ${text}`);
  if (process.argv.includes('--update')) writeFileSync(listFile, `${JSON.stringify({ most: Math.min(most, before) }, null, 2)}\n`);
  else if (before > most) bad.push(`charts and screens: ${before} declarations off the scale, were ${most}`);
  for (const line of bad) console.log(line);
  console.log(`type scale: ${before} older declarations off it, ${bad.length} to mend`);
  process.exitCode = bad.length > 0 ? 1 : 0;
}

if (import.meta.filename === process.argv[1]) main();
