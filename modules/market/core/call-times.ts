/** What is stored of the time of a call, in milliseconds. */
interface Stored {
  readonly time: number;
  /** for the rows; null when nothing was asked */
  readonly queryTime: number | null;
  /** of it, waiting for a place at the source, and masking and writing the rows; null where it was not measured */
  readonly queueTime: number | null;
  readonly encodeTime: number | null;
}
/** Where the time of a call went; the parts add up to the whole. */
export interface CallTimes {
  /** key, subscription, limits, parameters, and writing the answer */
  readonly gateTime: number;
  readonly queueTime: number | null;
  readonly sourceTime: number | null;
  readonly encodeTime: number | null;
}
const HUNDREDTHS = 100;
const rounded = (ms: number): number => Math.round(ms * HUNDREDTHS) / HUNDREDTHS;

/** Takes the time of a call apart. Each part was rounded by itself: none is less than nothing, and together they are no more than the whole. */
export function callTimes({ time, queryTime, queueTime, encodeTime }: Stored): CallTimes {
  const query = Math.min(queryTime ?? 0, time);
  const gateTime = rounded(time - query);
  if (queryTime === null || queueTime === null || encodeTime === null)
    return { gateTime, queueTime: null, sourceTime: null, encodeTime: null };
  const queue = Math.min(Math.max(queueTime, 0), query);
  const encode = Math.min(Math.max(encodeTime, 0), query - queue);
  return { gateTime, queueTime: rounded(queue), sourceTime: rounded(query - queue - encode), encodeTime: rounded(encode) };
}
