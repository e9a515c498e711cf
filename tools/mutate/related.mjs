// Which tests could notice a change of a file: those that load it, the nearest first.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from '../modules.mjs';
import { sourceFiles } from '../source-files.mjs';

const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s(?!type\b)[^;'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^import\s*['"]([^'"]+)['"]|new URL\(\s*['"](\.[^'"]+\.tsx?)['"]/gm;
const isTest = (path) => /\.test\.tsx?$/.test(path);

function target(from, spec) {
  if (!/^[.#]/.test(spec)) return null;
  const path = spec.startsWith('#') ? spec.slice(1) : posix.join(posix.dirname(from), spec);
  return existsSync(join(root, path)) ? path : null;
}

/** Texts as they stood when the graph was made: the tree may change during a long run. */
const texts = new Map();
/** file → files that load it */
function importers() {
  const graph = new Map();
  for (const from of sourceFiles(['app', 'demo', 'kit', 'modules', 'tools'], /\.tsx?$/)) {
    const text = readFileSync(join(root, from), 'utf8');
    texts.set(from, text);
    for (const match of text.matchAll(IMPORT)) {
      const to = target(from, match.slice(1).find(Boolean));
      if (to) graph.set(to, [...(graph.get(to) ?? []), from]);
    }
  }
  return graph;
}

/** How many folders two paths have in common. */
function nearness(a, b) {
  const [left, right] = [dirname(a).split('/'), dirname(b).split('/')];
  const apart = left.findIndex((part, i) => part !== right[i]);
  return apart < 0 ? left.length : apart;
}

/** What a file gives to others, by name. */
const exportsOf = (path) =>
  [...texts.get(path).matchAll(/^export\s+(?:default\s+)?(?:async\s+)?(?:function\*?|class|const)\s+(\w+)/gm)].map(([, name]) => name);

/** Weight of a test that names what a file exports: most tests of the server load all of it and are about something else. */
const NAMED = 5;

/** Test files that load `path`: those that name what it exports and few steps away first, of those the nearest in the tree. */
export function testsOf(path, graph = importers()) {
  const steps = new Map([[path, 0]]);
  for (const from of steps.keys()) for (const next of graph.get(from) ?? []) if (!steps.has(next)) steps.set(next, steps.get(from) + 1);
  const names = exportsOf(path);
  const word = names.length > 0 ? new RegExp(`\\b(?:${names.join('|')})\\b`) : null;
  const tests = [...steps.keys()].filter(isTest);
  const ranks = new Map(
    tests.map((test) => {
      const isNamed = word?.test(texts.get(test));
      return [test, steps.get(test) - 2 * nearness(test, path) - (isNamed ? NAMED : 0)];
    }),
  );
  return tests.sort((a, b) => ranks.get(a) - ranks.get(b));
}

export { importers };
