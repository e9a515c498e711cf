/** Number of ids listed in a cursor; older messages count as delivered. */
const MAX_IDS = 40;
const FORM = /^[0-9a-z]{1,10}(\.[0-9a-z]{1,13}){0,40}$/;

/** Position of a message in the stream; `time` is the start of its transaction. */
export interface Placed {
  readonly id: string;
  readonly time: number;
}

/** Order of messages: by transaction start, then id. */
export const byPlace = (a: Placed, b: Placed): number => a.time - b.time || (BigInt(a.id) < BigInt(b.id) ? -1 : 1);

/**
 * Which messages a browser has received, encoded in at most about 600 characters: the newest ids, and a low-water mark before which
 * everything counts as received. A single position would not do, because a long transaction becomes visible after younger messages.
 */
export class PushCursor {
  #given: Placed[] = [];

  constructor(given: readonly Placed[]) {
    for (const one of given.toSorted(byPlace).slice(-MAX_IDS)) this.#given.push({ id: one.id, time: one.time });
  }

  /** Marks a message as delivered; false when it already was. */
  give(row: Placed): boolean {
    if (this.#given.some(({ id }) => id === row.id)) return false;
    this.#given.push({ id: row.id, time: row.time });
    this.#given.sort(byPlace);
    if (this.#given.length > MAX_IDS) this.#given.shift();
    return true;
  }

  text(): string {
    const floor = this.#given.length === MAX_IDS ? (this.#given[0]?.time ?? 0) : 0;
    return [floor.toString(36), ...this.#given.map(({ id }) => BigInt(id).toString(36))].join('.');
  }
}

export interface ReadCursor {
  /** low-water mark: messages of earlier transactions count as delivered */
  readonly floor: number;
  isDelivered(row: Placed): boolean;
}

/** Parses the output of `PushCursor.text`; null when it is malformed. */
export function readCursor(text: string): ReadCursor | null {
  if (!FORM.test(text)) return null;
  const [floorText = '', ...idTexts] = text.split('.');
  const floor = parseInt(floorText, 36);
  const ids = idTexts.map(idOf);
  const delivered = new Set(ids);
  const oldest = ids.length === MAX_IDS ? BigInt(ids[0] ?? 0) : 0n;
  return { floor, isDelivered: (row) => row.time < floor || delivered.has(row.id) || (row.time === floor && BigInt(row.id) < oldest) };
}

/** An id written in base 36. */
function idOf(text: string): string {
  let value = 0n;
  for (const digit of text) value = value * 36n + BigInt(parseInt(digit, 36));
  return value.toString();
}
