import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { translate, zh } from './zh.ts';

const root = join(import.meta.dirname, '../../../../..');
const FOLDERS = ['bpmn-js/lib', 'diagram-js/lib', 'diagram-js-direct-editing/lib'].map((folder) => join(root, 'node_modules', folder));
/** Examples in comments of the sources. */
const EXAMPLES = new Set(['HELLO {you}']);
/** Files whose labels and titles are shown although they do not ask for a translation where they stand. */
const MENUS = /popup-menu|align-elements|distribute-elements|ReplaceOptions|PaletteProvider|ContextPadProvider|MenuProvider|CreateOptions/;

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (entry.name.endsWith('.js')) yield path;
  }
}
/** Every text that the tool shows to people. */
function shown(): string[] {
  const found = new Set<string>();
  for (const path of FOLDERS.flatMap((folder) => [...sources(folder)])) {
    const text = readFileSync(path, 'utf8');
    for (const [, single, double] of text.matchAll(/translate\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)")/g)) found.add(single ?? double ?? '');
    if (MENUS.test(path))
      for (const [, single, double] of text.matchAll(/(?:label|title|description|name|placeholder):\s*(?:'([^']*)'|"([^"]*)")/g))
        found.add(single ?? double ?? '');
  }
  return [...found].filter((text) => text.trim() !== '' && !EXAMPLES.has(text));
}

describe('the words of the drawing tool', () => {
  it('are Chinese to the last one', () => {
    const texts = shown();
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((text) => !Object.hasOwn(zh, text))).toEqual([]);
    expect(Object.values(zh).filter((word) => /[A-Za-z]{2,}/.test(word.replace(/\{\w+\}|Shift/g, '')))).toEqual([]);
  });

  it('fill their places', () => {
    expect(translate('Append {type}', { type: 'Task' })).toBe('添加普通任务');
    expect(translate('unknown {x}', { x: '1' })).toBe('unknown 1');
  });
});
