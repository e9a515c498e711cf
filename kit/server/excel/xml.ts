/*
 * Just enough XML to read a sheet. Everything here goes through the text once: regular expressions that look for the end of an
 * element start again at every `<`, and a file of a few kilobytes would keep the process busy for minutes.
 */

/** One tag as it stands in the text; `name` is without its prefix. */
export interface Tag {
  readonly name: string;
  readonly kind: 'start' | 'end' | 'empty';
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** The tag that begins at the next `<`; a comment, an instruction or nonsense has no name. Null when there is none that is complete. */
export function nextTag(text: string, from: number): Tag | null {
  const start = text.indexOf('<', from);
  const end = start < 0 ? 0 : text.indexOf('>', start) + 1;
  if (end === 0) return null;
  const found = /^<(\/?)(?:\w{1,30}:)?(\w{1,60})(?=[\s/>])/.exec(text.slice(start, start + 100));
  if (!found) return { name: '', kind: 'empty', source: '', start, end };
  const kind = found[1] ? 'end' : text[end - 2] === '/' ? 'empty' : 'start';
  return { name: found[2] ?? '', kind, source: text.slice(start, end), start, end };
}

export function* tagsIn(text: string): Generator<Tag> {
  for (let tag = nextTag(text, 0); tag; tag = nextTag(text, tag.end)) yield tag;
}

/** What stands between the first start tag of a name and the end tag that follows it; null when there is none. */
export function inside(text: string, name: string): string | null {
  let from = -1;
  for (const tag of tagsIn(text)) {
    if (tag.name !== name) continue;
    if (tag.kind === 'start' && from < 0) from = tag.end;
    else if (tag.kind === 'end' && from >= 0) return text.slice(from, tag.start);
  }
  return null;
}

/** 50,000 rows of 40 filled cells have eight million. Each costs time, however few bytes a thousand of them take in the archive. */
const MAX_TAGS = 12_000_000;

/**
 * Yields each element of a name, tags included, while the pieces arrive; throws `tooLong()` when one has more than `most` characters or
 * the whole has more than `mostTags` tags.
 */
export async function* elementsOf(
  pieces: AsyncIterable<Buffer>,
  name: string,
  most: number,
  tooLong: () => Error,
  mostTags = MAX_TAGS,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  let text = '';
  let open = -1;
  let scanned = 0;
  let tags = 0;
  for await (const piece of pieces) {
    text += decoder.decode(piece, { stream: true });
    for (let tag = nextTag(text, scanned); tag; tag = nextTag(text, scanned)) {
      scanned = tag.end;
      if (++tags > mostTags) throw tooLong();
      if (tag.name !== name) continue;
      if (tag.kind === 'empty' && open < 0) yield tag.source;
      else if (tag.kind === 'start' && open < 0) open = tag.start;
      else if (tag.kind === 'end' && open >= 0) {
        yield text.slice(open, tag.end);
        open = -1;
      }
    }
    // outside an element only a tag that was cut in two is still of interest
    const cut = text.indexOf('<', scanned);
    const keep = open >= 0 ? open : cut < 0 ? text.length : cut;
    text = text.slice(keep);
    scanned = Math.max(0, scanned - keep);
    if (open >= 0) open = 0;
    if (text.length > most) throw tooLong();
  }
}
