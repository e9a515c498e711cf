import ranges from '@fontsource/zcool-qingke-huangyou/unicode.json' with { type: 'json' };

/** The files of the face, by their number in the package. */
const urls = import.meta.glob<string>('../../../../node_modules/@fontsource/zcool-qingke-huangyou/files/*-400-normal.woff2', {
  eager: true,
  query: '?url',
  import: 'default',
});

interface FaceFile {
  readonly url: string;
  readonly range: string;
  readonly spans: readonly (readonly [from: number, to: number])[];
}
const spansOf = (range: string): FaceFile['spans'] =>
  range.split(',').map((part) => {
    const [from = '0', to = from] = part.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
let files: readonly FaceFile[] | undefined;

function allFiles(): readonly FaceFile[] {
  files ??= Object.entries(ranges).flatMap(([key, range]) => {
    const name = `huangyou-${key.replace(/[[\]]/g, '')}-400-normal.woff2`;
    const url = Object.entries(urls).find(([path]) => path.endsWith(name))?.[1];
    return url ? [{ url, range, spans: spansOf(range) }] : [];
  });
  return files;
}
const loaded = new Set<string>();

/** Files that hold these letters: some of ninety instead of all. */
export function filesFor(letters: string): { url: string; range: string }[] {
  const codes = Array.from(letters, (letter) => letter.codePointAt(0)!);
  return allFiles().filter(({ spans }) => codes.some((code) => spans.some(([from, to]) => code >= from && code <= to)));
}
/** Those of them that were not asked for yet. */
export const newFilesFor = (letters: string): { url: string; range: string }[] =>
  filesFor(letters).filter(({ url }) => {
    if (loaded.has(url)) return false;
    loaded.add(url);
    return true;
  });
