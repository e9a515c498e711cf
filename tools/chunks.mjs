// What the browser loads for a page, seen from the chunks of a build: their bytes and the parts that they are made of.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readModules, root } from './modules.mjs';

const ENTRY = 'app/web/index.html';
const PROGRAM = 'app/web/program.tsx';
const FRAME = 'app/web/shell/Frame.tsx';
const WINDOW = [PROGRAM, FRAME];
const SHELL = [...WINDOW, 'app/web/shell/Shell.tsx'];

/** Pages that stand for all: the source files whose chunks they load besides the entry, and what they may weigh, KB gzip. */
export const PAGES = [
  { path: '/login', parts: ['app/web/sign-in/entry.tsx'], budget: 115 },
  { path: '/home', parts: [...SHELL, 'app/web/home/HomePage.tsx'], budget: null },
  { path: '/basic/system/post', parts: [...SHELL, 'modules/system/web/PostPage.tsx'], budget: 450 },
  { path: '/basic/system/user', parts: [...SHELL, 'modules/system/web/UserPage.tsx'], budget: null },
  { path: '/metadata/sqlconsole', parts: [...SHELL, 'modules/console/web/SqlConsolePage.tsx'], budget: null },
  { path: '/visual/board/view', parts: [...WINDOW, 'modules/viewing/web/board/BoardViewPage.tsx'], budget: null },
  { path: '/visual/screen/view', parts: [...WINDOW, 'modules/viewing/web/screen/ScreenViewPage.tsx'], budget: null },
];

const LAZY_PAGE = /'([\w/-]+)':\s*\(\)\s*=>\s*import\('\.\/([^']+)'\)/g;
/** Every page of the menus by its key, inside the shell. */
export const menuPages = () =>
  readModules().flatMap(({ name }) => {
    const index = `modules/${name}/web/index.ts`;
    if (!existsSync(join(root, index))) return [];
    return [...readFileSync(join(root, index), 'utf8').matchAll(LAZY_PAGE)].map(([, key, file]) => ({
      path: key,
      parts: [...SHELL, `modules/${name}/web/${file}`],
      budget: null,
    }));
  });

/** `antd/es/select`, `react-dom`, `kit/web/table`, `modules/notices/contract`: what people mean when they ask what came in. */
function partOf(id) {
  const path = relative(root, id.replace(/^\0/, '').replace(/\?.*$/, '')).replaceAll('\\', '/');
  const inside = path.split('node_modules/').at(-1).split('/');
  if (inside[0].startsWith('@')) inside.splice(0, 2, `${inside[0]}/${inside[1]}`);
  const depth = inside[0] === 'antd' || !path.includes('node_modules/') ? 3 : 1;
  return inside.slice(0, Math.min(depth, Math.max(1, inside.length - 1))).join('/');
}

/** The chunks of a finished front-end build. */
export function chunksOf(built) {
  return [built].flat().flatMap(({ output }) =>
    output.flatMap((chunk) => {
      if (chunk.type !== 'chunk') return [];
      const parts = {};
      for (const [id, { renderedLength }] of Object.entries(chunk.modules))
        if (renderedLength > 0) parts[partOf(id)] = (parts[partOf(id)] ?? 0) + renderedLength;
      return [
        {
          file: chunk.fileName.replace(/^assets\//, ''),
          imports: chunk.imports.map((name) => name.replace(/^assets\//, '')),
          source: chunk.facadeModuleId === null ? null : relative(root, chunk.facadeModuleId).replaceAll('\\', '/'),
          bytes: gzipSync(chunk.code, { level: 9 }).length,
          parts,
        },
      ];
    }),
  );
}

/** Every page with its chunks, KB gzip, and the bytes of each part before they are made small. */
export function pageLoads(chunks, pages = PAGES) {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  const bySource = new Map(chunks.map((chunk) => [chunk.source, chunk]));
  const load = (chunk, into) => {
    if (!chunk || into.has(chunk)) return;
    into.add(chunk);
    for (const name of chunk.imports) load(byFile.get(name), into);
  };
  return pages.map(({ path, parts: sources, budget }) => {
    const loaded = new Set();
    for (const source of [ENTRY, ...sources]) {
      if (!bySource.has(source)) throw new Error(`no chunk of ${source}: the list of pages in tools/chunks.mjs is out of date`);
      load(bySource.get(source), loaded);
    }
    const parts = {};
    for (const chunk of loaded) for (const [part, bytes] of Object.entries(chunk.parts)) parts[part] = (parts[part] ?? 0) + bytes;
    return { path, budget, files: [...loaded].map(({ file }) => file), kb: kilobytes(loaded), parts };
  });
}

/** KB gzip of some chunks. */
export const kilobytes = (chunks) => [...chunks].reduce((sum, { bytes }) => sum + bytes, 0) / 1024;

/** What weighs more than it did when the list was recorded (tools/bundles.json), heaviest first, one line each. */
export function grown(parts, recorded) {
  return Object.entries(parts)
    .map(([part, bytes]) => ({ part, kb: bytes / 1024 - (recorded[part] ?? 0) }))
    .filter(({ kb }) => kb >= 0.5)
    .toSorted((a, b) => b.kb - a.kb)
    .slice(0, 12)
    .map(({ part, kb }) => `+${kb.toFixed(1)} KB source  ${part}`);
}

/** The list for tools/bundles.json: KB of each part of the pages that have a budget. */
export const toRecord = (chunks) =>
  Object.fromEntries(
    pageLoads(chunks)
      .filter(({ budget }) => budget !== null)
      .map(({ path, parts }) => [
        path,
        Object.fromEntries(
          Object.entries(parts)
            .map(([part, bytes]) => [part, Number((bytes / 1024).toFixed(1))])
            .filter(([, kb]) => kb >= 0.5)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        ),
      ]),
  );

/**
 * Circles among files that load each other at once, each as the names along it. Code at the top of such a file may run before what it takes
 * from the next one is there, which no type check tells.
 */
export function circlesOf(chunks) {
  const imports = new Map(chunks.map(({ file, imports: names }) => [file, names]));
  const seen = new Set();
  const circles = [];
  const walk = (file, path) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file]);
    if (seen.has(file)) return;
    seen.add(file);
    for (const name of imports.get(file) ?? []) walk(name, [...path, file]);
  };
  for (const file of imports.keys()) walk(file, []);
  return circles;
}
