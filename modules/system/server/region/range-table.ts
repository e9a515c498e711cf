/** Ranges of addresses without gaps, each with the name of a place: sorted starts and, beside them, numbers of names. */
export interface RangeTable {
  readonly starts: BigUint64Array | Uint32Array;
  readonly places: Uint16Array;
  /** names by number; number 0 is no place */
  readonly names: readonly (string | null)[];
}

/** One range of a data file; both ends belong to it. */
export interface AddressRange {
  readonly first: bigint | number;
  readonly last: bigint | number;
  readonly place: string | null;
}

const MAX_PLACES = 65_535;

/**
 * Packs sorted IP ranges into typed arrays. Neighbours with the same place are merged and gaps have no place, so hundreds of thousands of
 * ranges take one or two megabytes.
 */
export function packRanges(ranges: Iterable<AddressRange>, isWide: boolean): RangeTable {
  const [starts, places]: [(bigint | number)[], number[]] = [[], []];
  const numbers = new Map<string | null, number>([[null, 0]]);
  const add = (start: bigint | number, place: string | null) => {
    let number = numbers.get(place);
    if (number === undefined) {
      number = numbers.size <= MAX_PLACES ? numbers.size : 0;
      if (number > 0) numbers.set(place, number);
    }
    if (places.at(-1) === number) return;
    starts.push(start);
    places.push(number);
  };
  const after = (address: bigint | number) => (typeof address === 'bigint' ? address + 1n : address + 1);
  let next: bigint | number = isWide ? 0n : 0;
  for (const { first, last, place } of ranges) {
    if (first > next) add(next, null);
    add(first, place);
    next = after(last);
  }
  const end = isWide ? 2n ** 64n : 2 ** 32;
  if (next < end) add(next, null);
  return {
    starts: isWide ? BigUint64Array.from(starts as bigint[]) : Uint32Array.from(starts as number[]),
    places: Uint16Array.from(places),
    names: [...numbers.keys()],
  };
}

/** The place whose range holds the address. */
export function placeAt({ starts, places, names }: RangeTable, address: bigint | number): string | null {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= address) low = middle;
    else high = middle - 1;
  }
  return names[places[low] ?? 0] ?? null;
}
