import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesOf, grown, kilobytes, pageLoads, type Chunk, type PageLoad } from '../../tools/chunks.mjs';

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
const MAX_FILES: Readonly<Record<string, number>> = { '/login': 12, '/basic/system/post': 60 };

describe('what the browser loads', () => {
  it('has a limit for the sign-in and the plainest list', () => {
    expect(limited.map(({ path }) => path)).toEqual(['/login', '/basic/system/post']);
  });

  it('is nothing that only those who build pages need', () => {
    expect(chunks.flatMap(({ parts }) => Object.keys(parts)).filter((part) => part.startsWith('app/web/dev'))).toEqual([]);
  });

  it('is in an order that the files agree on: none of the first ones loads another one that needs it', () => {
    // what lists are made of takes from each other in functions only
    const first = new Set(limited.flatMap(({ files }) => files).filter((file) => !/^(?:table|lists)-/.test(file)));
    expect(circlesOf(chunks).filter((circle) => circle.some((file) => first.has(file)))).toEqual([]);
    const looped = [
      { file: 'entry', imports: ['frame'] },
      { file: 'frame', imports: ['vendor'] },
      { file: 'vendor', imports: ['entry'] },
      { file: 'page', imports: ['vendor'] },
    ];
    expect(circlesOf(looped)).toEqual([['entry', 'frame', 'vendor', 'entry']]);
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

/** What a source loads beyond what the frame and every list have loaded before. */
function beyondLists(source: string): Chunk[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  const lists = new Set(pages.find(({ path }) => path === '/basic/system/user')?.files);
  const found = new Set<Chunk>();
  const load = (chunk: Chunk | undefined) => {
    if (!chunk || found.has(chunk) || lists.has(chunk.file)) return;
    found.add(chunk);
    for (const name of chunk.imports) load(byFile.get(name));
  };
  load(chunks.find((chunk) => chunk.source === source));
  return [...found];
}

describe('the designers of processes', () => {
  const own = ({ parts }: Chunk) =>
    Object.keys(parts).some((part) => /^(?:modules\/workflow|bpmn-js|diagram-js|moddle|bpmn-moddle)/.test(part));
  const APPROVAL_VIEW = 'modules/workflow/web/model/design/DesignerPage.tsx';
  it.each([
    ['the approval view', APPROVAL_VIEW, 40, []],
    // opened inside the page of the approval view, which is there already
    ['the BPMN view', 'modules/workflow/web/model/bpmn/BpmnView.tsx', 200, beyondLists(APPROVAL_VIEW)],
  ])('%s is small enough', (_name, source, limit, there: Chunk[]) => {
    const loaded = beyondLists(source).filter((chunk) => own(chunk) && !there.includes(chunk));
    expect(loaded.length).toBeGreaterThan(0);
    expect(kilobytes(loaded), loaded.map(({ file, bytes }) => `${file} ${bytes}`).join('\n')).toBeLessThanOrEqual(limit);
  });
  it('bring the drawing tool with the BPMN view alone', () => {
    const early = beyondLists(APPROVAL_VIEW).flatMap(({ parts }) => Object.keys(parts));
    expect(early.filter((part) => /bpmn-js|diagram-js|bpmn-moddle/.test(part))).toEqual([]);
  });
});
