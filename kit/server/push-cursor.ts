/** Ids that a cursor names; what is older counts as delivered. */
const MAX_IDS = 40;
const FORM = /^[0-9a-z]{1,10}(\.[0-9a-z]{1,13}){0,40}$/;

/** A message as far as its place among others goes; `time` is when its transaction began. */
export interface Placed {
  readonly id: string;
  readonly time: number;
}

/** Order of messages: by the begin of their transactions, then by id. */
export const byPlace = (a: Placed, b: Placed): number => a.time - b.time || (BigInt(a.id) < BigInt(b.id) ? -1 : 1);

/**
 * What one browser has been given, as a text of at most about 600 characters: the newest ids, and the time below which everything counts.
 * A single mark would not do: a message whose transaction took long becomes visible after younger ones.
 */
export class PushCursor {
  #given: Placed[] = [];

  constructor(given: readonly Placed[]) {
    for (const one of given.toSorted(byPlace).slice(-MAX_IDS)) this.#given.push({ id: one.id, time: one.time });
  }

  /** Counts a message as delivered; false when it was already. */
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
  /** messages of transactions that began earlier count as delivered */
  readonly floor: number;
  isDelivered(row: Placed): boolean;
}

/** Reads what `PushCursor.text` wrote; null when the text is none. */
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
