import { KINDS, type LineKind } from './lines.ts';
import type { Counted } from './stats.ts';

const TAB = 9;
const LINE_END = 10;
/** Separators of a whole line of each kind, and those that are looked at. */
const TABS: Readonly<Record<LineKind, number>> = { api: 23, service: 21 };
const KNOWN = 13;
/** A line of an API that was left by the release before said two values less. */
const FORMER_TABS = 21;
const FORMER_END = Buffer.from('\t\\N\t\\N\n');
const API = KINDS.api.charCodeAt(0);
/** What stands before the values: the kind and a tab. */
const HEAD = 2;
const NONE = String.raw`\N`;

/**
 * The lines of each table without what says which, counted; a line that is not whole is left out. Reads bytes: most of a line is text that
 * nobody looks at here.
 */
export function parted(lines: Buffer, counted: Counted): { readonly rows: Record<LineKind, Buffer[]>; readonly count: number } {
  const out: Record<LineKind, Buffer> = { api: Buffer.allocUnsafe(lines.length), service: Buffer.allocUnsafe(0) };
  const used: Record<LineKind, number> = { api: 0, service: 0 };
  const ends = new Int32Array(KNOWN + 1);
  const reader = new FieldReader(lines, ends, counted);
  const former: Buffer[] = [];
  let count = 0;
  let start = 0;
  let tabs = 0;
  for (let at = 0; at < lines.length; at++) {
    const byte = lines[at];
    if (byte === TAB) {
      if (tabs < KNOWN) ends[tabs] = at;
      tabs += 1;
    }
    if (byte !== LINE_END) continue;
    const kind: LineKind = lines[start] === API ? 'api' : 'service';
    const isFormer = kind === 'api' && tabs === FORMER_TABS;
    if (tabs === TABS[kind] || isFormer) {
      if (isFormer) former.push(lines.subarray(start + HEAD, at), FORMER_END);
      else {
        if (kind === 'service' && out.service.length === 0) out.service = Buffer.allocUnsafe(lines.length);
        used[kind] += lines.copy(out[kind], used[kind], start + HEAD, at + 1);
      }
      count += 1;
      reader.add(kind);
    }
    start = at + 1;
    tabs = 0;
  }
  const rows = (kind: LineKind) => (used[kind] > 0 ? [out[kind].subarray(0, used[kind])] : []);
  return { rows: { api: [...rows('api'), ...former], service: rows('service') }, count };
}

/** Bytes of a moment that tell its minute: `2026-01-02T03:04`. */
const MINUTE = 16;
const [ZERO, NINE] = [0x30, 0x39];

/** Reads what is counted of a line, which stands among the first values of both kinds; none of them is escaped. */
class FieldReader {
  readonly #lines: Buffer;
  /** where the first values of the line begin, without the tab, and end */
  readonly #ends: Int32Array;
  readonly #counted: Counted;
  /** the minute that the line before was of */
  #minuteFrom = -1;
  #at = 0;

  constructor(lines: Buffer, ends: Int32Array, counted: Counted) {
    this.#lines = lines;
    this.#ends = ends;
    this.#counted = counted;
  }

  add(kind: LineKind): void {
    // a step of a chain is a part of a call that has its own line
    if (kind === 'service' && this.#text(11) !== NONE) return;
    this.#counted.add(kind, {
      at: this.#minute(),
      objectId: this.#given(2),
      appId: this.#given(3),
      status: this.#whole(5),
      ms: Number(this.#text(8)),
      rows: kind === 'api' ? this.#whole(10) : 0,
      bytes: this.#whole(kind === 'api' ? 11 : 10),
    });
  }
  #text(i: number): string {
    return this.#lines.toString('latin1', this.#ends[i]! + 1, this.#ends[i + 1]);
  }
  #given(i: number): string {
    const text = this.#text(i);
    return text === NONE ? '' : text;
  }
  #whole(i: number): number {
    let value = 0;
    for (let at = this.#ends[i]! + 1; at < this.#ends[i + 1]!; at++) {
      const byte = this.#lines[at]!;
      if (byte < ZERO || byte > NINE) return Number(this.#text(i));
      value = value * 10 + byte - ZERO;
    }
    return value;
  }
  /** The moment to its minute, which is finer than what is counted; lines of one minute come together. */
  #minute(): number {
    const lines = this.#lines;
    const from = this.#ends[1]! + 1;
    const known = this.#minuteFrom;
    if (known >= 0 && lines.compare(lines, known, known + MINUTE, from, from + MINUTE) === 0) return this.#at;
    this.#minuteFrom = from;
    this.#at = Date.parse(`${lines.toString('latin1', from, from + MINUTE)}Z`);
    return this.#at;
  }
}
