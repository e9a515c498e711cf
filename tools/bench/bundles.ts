/**
 * What the browser loads for a page: the script of the entry, of the lazy parts that the page consists of, and
 * all that these import statically. Builds the front end in memory, so the figures are those of the sources.
 * Run: npm run bench -- bundles
 */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ENTRY = 'app/web/index.html';
const SHELL = 'app/web/shell/Frame.tsx';

interface Route {
  readonly path: string;
  /** source files whose chunks the page loads, besides the entry */
  readonly parts: readonly string[];
  /** KB gzip */
  readonly budget?: number;
}

const ROUTES: readonly Route[] = [
  { path: '/login', parts: ['app/web/sign-in/LoginPage.tsx'], budget: 270 },
  { path: '/home', parts: [SHELL, 'app/web/home/HomePage.tsx'] },
  { path: '/basic/system/post', parts: [SHELL, 'modules/system/web/PostPage.tsx'], budget: 450 },
  { path: '/basic/system/user', parts: [SHELL, 'modules/system/web/UserPage.tsx'] },
  { path: '/metadata/sqlconsole', parts: [SHELL, 'modules/metadata/web/SqlConsolePage.tsx'] },
];

interface Chunk {
  readonly fileName: string;
  readonly imports: readonly string[];
  readonly source: string | null;
  readonly bytes: number;
}

async function builtChunks(): Promise<Chunk[]> {
  const built = await build({ configFile: `${root}vite.config.ts`, logLevel: 'warn', build: { write: false } });
  const outputs = Array.isArray(built) ? built : [built];
  return outputs.flatMap((result) =>
    ('output' in result ? result.output : []).flatMap((part) =>
      part.type !== 'chunk'
        ? []
        : [
            {
              fileName: part.fileName,
              imports: part.imports,
              source: part.facadeModuleId === null ? null : relative(root, part.facadeModuleId),
              bytes: gzipSync(part.code, { level: 9 }).length,
            },
          ],
    ),
  );
}

/** The Markdown table of bytes per page and of the largest chunks. */
export async function bundleReport(): Promise<string> {
  const chunks = await builtChunks();
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const bySource = new Map(chunks.map((chunk) => [chunk.source, chunk]));
  const kb = (parts: Iterable<Chunk>) => Math.round([...parts].reduce((sum, { bytes }) => sum + bytes, 0) / 1024);

  const load = (chunk: Chunk, into: Set<Chunk>) => {
    if (into.has(chunk)) return;
    into.add(chunk);
    for (const name of chunk.imports) {
      const next = byFile.get(name);
      if (next) load(next, into);
    }
  };
  const rows = ROUTES.map(({ path, parts, budget }) => {
    const loaded = new Set<Chunk>();
    for (const source of [ENTRY, ...parts]) {
      const chunk = bySource.get(source);
      if (!chunk) throw new Error(`no chunk of ${source}: the list of routes in tools/bench/bundles.ts is out of date`);
      load(chunk, loaded);
    }
    return `| ${path} | ${loaded.size} | ${kb(loaded)} | ${budget ?? ''} |`;
  });
  const largest = chunks
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 8)
    .map((chunk) => `| ${chunk.fileName.replace(/^assets\//, '')} | ${kb([chunk])} |`);
  return [
    '| page | chunks | KB gz | budget |\n|---|---|---|---|',
    ...rows,
    '\n| largest chunks | KB gz |\n|---|---|',
    ...largest,
    `| all ${chunks.length} | ${kb(chunks)} |`,
  ].join('\n');
}
