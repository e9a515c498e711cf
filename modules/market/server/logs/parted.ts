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
      add(counted, kind, (i) => lines.toString('latin1', ends[i]! + 1, ends[i + 1]));
    }
    start = at + 1;
    tabs = 0;
  }
  const rows = (kind: LineKind) => (used[kind] > 0 ? [out[kind].subarray(0, used[kind])] : []);
  return { rows: { api: [...rows('api'), ...former], service: rows('service') }, count };
}

/** The values that are counted stand among the first of both kinds; none of them is escaped. */
function add(counted: Counted, kind: LineKind, field: (i: number) => string): void {
  // a step of a chain is a part of a call that has its own line
  if (kind === 'service' && field(11) !== NONE) return;
  const given = (i: number): string => {
    const text = field(i);
    return text === NONE ? '' : text;
  };
  counted.add(kind, {
    at: Date.parse(field(1)),
    objectId: given(2),
    appId: given(3),
    status: Number(field(5)),
    ms: Number(field(8)),
    rows: kind === 'api' ? Number(field(10)) : 0,
    bytes: Number(field(kind === 'api' ? 11 : 10)),
  });
}
