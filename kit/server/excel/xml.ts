/**
 * Minimal XML scanner for sheets. Linear time by design: regular expressions that search for an end tag restart at every `<`, so a crafted
 * file of a few kilobytes could block the process for minutes.
 */

/** One tag; `name` is without its namespace prefix. */
export interface Tag {
  readonly name: string;
  readonly kind: 'start' | 'end' | 'empty';
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** The tag at the next `<`; comments, processing instructions and malformed tags have an empty name. Null when no complete tag follows. */
export function nextTag(text: string, from: number): Tag | null {
  const start = text.indexOf('<', from);
  const end = start < 0 ? 0 : text.indexOf('>', start) + 1;
  if (end === 0) return null;
  const found = /^<(\/?)(?:\w{1,30}:)?(\w{1,60})(?=[\s/>])/.exec(text.slice(start, start + 100));
  if (!found) return { name: '', kind: 'empty', source: '', start, end };
  const kind = found[1] ? 'end' : text[end - 2] === '/' ? 'empty' : 'start';
  return { name: found[2] ?? '', kind, source: text.slice(start, end), start, end };
}

/** All tags of a text, in document order. */
export function* tagsIn(text: string): Generator<Tag> {
  for (let tag = nextTag(text, 0); tag; tag = nextTag(text, tag.end)) yield tag;
}

/** The text between the first start tag of a name and its next end tag; null when there is none. */
export function inside(text: string, name: string): string | null {
  let from = -1;
  for (const tag of tagsIn(text)) {
    if (tag.name !== name) continue;
    if (tag.kind === 'start' && from < 0) from = tag.end;
    else if (tag.kind === 'end' && from >= 0) return text.slice(from, tag.start);
  }
  return null;
}

/** Limit of tags: 50,000 rows of 40 cells have eight million. Each costs time, however well it compresses. */
const MAX_TAGS = 12_000_000;

/**
 * Yields each element of a name, tags included, while chunks arrive. Throws `tooLong()` when one exceeds `most` characters or the document
 * has more than `mostTags` tags.
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
    // outside an element only a tag that was split between two chunks matters
    const cut = text.indexOf('<', scanned);
    const keep = open >= 0 ? open : cut < 0 ? text.length : cut;
    text = text.slice(keep);
    scanned = Math.max(0, scanned - keep);
    if (open >= 0) open = 0;
    if (text.length > most) throw tooLong();
  }
}
