import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grown, pageLoads, type Chunk, type PageLoad } from '../../tools/chunks.mjs';

const root = join(import.meta.dirname, '../..');
const json = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const chunks = json('dist/chunks.json') as Chunk[];
const pages = pageLoads(chunks);
const recorded = json('tools/bundles.json') as Record<string, PageLoad['parts']>;
const limited = pages.flatMap((page) => (page.budget === null ? [] : [{ ...page, budget: page.budget }]));

/** Parts that load when somebody opens what needs them. */
const LATE = /^(?:echarts|zrender|@codemirror|@lezer|pinyin-pro|antd\/es\/(?:date-picker|upload|cascader|tree-select))/;
/** The words of a calendar belong to the language and come with it. */
const WORDS_ONLY = 4_000;
/** A browser asks for six files at a time. */
const MAX_FILES: Readonly<Record<string, number>> = { '/login': 15, '/basic/system/post': 95 };

describe('what the browser loads', () => {
  it('has a limit for the sign-in and the plainest list', () => {
    expect(limited.map(({ path }) => path)).toEqual(['/login', '/basic/system/post']);
  });

  it('is nothing that only those who build pages need', () => {
    expect(chunks.flatMap(({ parts }) => Object.keys(parts)).filter((part) => part.startsWith('app/web/dev'))).toEqual([]);
  });

  it.each(limited)('for $path stays within $budget KB gzip', ({ path, kb, budget, parts }) => {
    const what = [`${path} loads ${kb.toFixed(1)} KB of ${budget}; grew since tools/bundles.json:`, ...grown(parts, recorded[path] ?? {})];
    expect(kb, what.join('\n')).toBeLessThanOrEqual(budget);
  });

  it.each(limited)('for $path is no charts, editors or calendars, and not too many files', ({ path, files, parts }) => {
    const early = Object.entries(parts).filter(([part, bytes]) => LATE.test(part) && bytes > WORDS_ONLY);
    expect(early.map(([part]) => part)).toEqual([]);
    expect(files.length).toBeLessThanOrEqual(MAX_FILES[path] ?? 0);
  });
});
