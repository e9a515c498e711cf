import { describe, expect, it } from 'vitest';
import { elementsOf, inside, nextTag, tagsIn } from './xml.ts';

const all = async (pieces: readonly (string | Buffer)[], name: string, limits: { most?: number; tags?: number } = {}) => {
  async function* chunks() {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  const found: string[] = [];
  for await (const element of elementsOf(chunks(), name, limits.most ?? 1_000, () => new Error('过长'), limits.tags)) found.push(element);
  return found;
};

describe('tags', () => {
  it('have a name without prefix, a kind and a place', () => {
    expect([...tagsIn('<x:row r="1"><c/></x:row>')].map(({ name, kind, start, end }) => [name, kind, start, end])).toEqual([
      ['row', 'start', 0, 13],
      ['c', 'empty', 13, 17],
      ['row', 'end', 17, 25],
    ]);
  });
  it('that are none have no name', () => {
    expect([...tagsIn('<?xml?><!-- c --><row>')].map(({ name }) => name)).toEqual(['', '', 'row']);
    expect(nextTag('<row', 0)).toBeNull();
    expect(nextTag('text', 0)).toBeNull();
    expect(nextTag('<a><b>', 1)).toMatchObject({ name: 'b' });
  });
});

it('what stands inside the first element of a name', () => {
  expect(inside('<a>1</a><a>2</a>', 'a')).toBe('1');
  expect(inside('</a><b>x</b><a>1<b>2</b></a>', 'a')).toBe('1<b>2</b>');
  expect(inside('<a><a>1</a></a>', 'a')).toBe('<a>1');
  expect(inside('<a>1', 'a')).toBeNull();
  expect(inside('<a/>', 'a')).toBeNull();
});

describe('elements of a file that arrives in pieces', () => {
  const text = '<d><row>甲</row><row/><c>x</c><row><c>乙</c></row></d>';
  const rows = ['<row>甲</row>', '<row/>', '<row><c>乙</c></row>'];
  it('are whole wherever it is cut', async () => {
    const bytes = Buffer.from(text);
    for (let at = 0; at <= bytes.length; at++) expect(await all([bytes.subarray(0, at), bytes.subarray(at)], 'row')).toEqual(rows);
    expect(
      await all(
        [...bytes].map((byte) => Buffer.from([byte])),
        'row',
      ),
    ).toEqual(rows);
  });
  it('that never end are not given', async () => {
    expect(await all(['<row>1</row><row>2'], 'row')).toEqual(['<row>1</row>']);
    expect(await all(['</row><row>1</row>'], 'row')).toEqual(['<row>1</row>']);
    expect(await all(['<row>1<row/>2</row>'], 'row')).toEqual(['<row>1<row/>2</row>']);
  });
  it('are bounded, and so is the number of tags; what lies between them is not kept', async () => {
    await expect(all(['<row>', 'x'.repeat(60), 'y'], 'row', { most: 50 })).rejects.toThrow('过长');
    expect(await all(['<row>1</row>', 'x'.repeat(60), 'y'.repeat(60), '<row>2</row>'], 'row', { most: 50 })).toHaveLength(2);
    await expect(all(['<a/><a/><a/>'], 'row', { tags: 2 })).rejects.toThrow('过长');
    expect(await all(['<a/><a/>'], 'row', { tags: 2 })).toEqual([]);
  });
});
