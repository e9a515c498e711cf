/**
 * What the browser loads for a page: the script of the entry, of the lazy parts that the page consists of, and
 * all that these import statically. Builds the front end in memory, so the figures are those of the sources.
 * Run: npm run bench -- bundles · npm run bench -- bundles record (also writes tools/bundles.json, against which tests/start names what grew)
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { chunksOf, kilobytes, menuPages, pageLoads, toRecord } from '../chunks.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const RECORD = `${root}tools/bundles.json`;

/** The Markdown table of bytes per page and of the largest chunks. */
export async function bundleReport({ record = false } = {}): Promise<string> {
  const chunks = chunksOf(await build({ configFile: `${root}vite.config.ts`, logLevel: 'warn', build: { write: false } }));
  if (record) writeFileSync(RECORD, `${JSON.stringify(toRecord(chunks), null, 2)}\n`);
  const rows = pageLoads(chunks).map(({ path, files, kb, budget }) => `| ${path} | ${files.length} | ${kb.toFixed(0)} | ${budget ?? ''} |`);
  const all = pageLoads(chunks, menuPages()).toSorted((a, b) => b.kb - a.kb);
  const largest = chunks
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 8)
    .map((chunk) => `| ${chunk.file} | ${kilobytes([chunk]).toFixed(0)} |`);
  return [
    '| page | chunks | KB gz | budget |\n|---|---|---|---|',
    ...rows,
    '\n| page of the menus | chunks | KB gz |\n|---|---|---|',
    ...all.map(({ path, files, kb }) => `| ${path} | ${files.length} | ${kb.toFixed(0)} |`),
    '\n| largest chunks | KB gz |\n|---|---|',
    ...largest,
    `| all ${chunks.length} | ${kilobytes(chunks).toFixed(0)} |`,
  ].join('\n');
}
