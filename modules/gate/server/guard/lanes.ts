import { Slots } from './slots.ts';

const PER_SOURCE = 20;
const PEOPLE_WAIT_MS = 15_000;
/** Background work waits while a source is busy with calls of people; limited, so that a hanging source does not block it forever. */
const PLATFORM_WAIT_MS = 10 * 60_000;

/** So long after their last statement people are taken to be still at work on a source. */
const PEOPLE_AT_WORK_MS = 2_000;

interface Lane {
  /** at once per account on this node */
  readonly perUser?: number;
  /** at once per source on this node, of the 20 that everything shares */
  readonly perSource?: number;
  /** at once per source while people are at work on it */
  readonly besidePeople?: number;
  /** runs after all work that people wait for */
  readonly isBehindPeople?: boolean;
}
/** Who runs how much at once, by purpose. A purpose without a lane goes with the console. */
const LANES = {
  console: { perUser: 3 },
  // charts come by the board, and their engine lets few of one source run at once
  chart: { perUser: 12 },
  quality: { perSource: 4, besidePeople: 1, isBehindPeople: true },
  match: { perSource: 2, besidePeople: 1, isBehindPeople: true },
} as const satisfies Record<string, Lane>;
export type LaneName = keyof typeof LANES;

const isLane = (purpose: string | undefined): purpose is LaneName => purpose !== undefined && Object.hasOwn(LANES, purpose);
/** The lane of a purpose as the history shows it; profiles are measured as quality is. */
export const laneOf = (purpose: string | undefined): LaneName =>
  purpose === 'profile' ? 'quality' : isLane(purpose) ? purpose : 'console';

/** Places of this node at the sources. */
export class Lanes {
  readonly #slots = new Slots();
  /** when people last began or ended a statement, by source */
  readonly #people = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes a place of a lane; the result gives it back. Throws throttle.exceeded when the wait is too long. */
  async take(
    lane: LaneName,
    at: { readonly sourceId: string; readonly userId: string | null; readonly signal: AbortSignal },
  ): Promise<() => void> {
    const { perUser, perSource, besidePeople = Infinity, isBehindPeople = false }: Lane = LANES[lane];
    const keys: [string, number | (() => number)][] = [[`source:${at.sourceId}`, PER_SOURCE]];
    if (perUser !== undefined && at.userId !== null) keys.push([`${lane}:${at.userId}`, perUser]);
    if (perSource !== undefined)
      keys.push([`${lane}@${at.sourceId}`, () => (this.#isAtWork(at.sourceId) ? Math.min(perSource, besidePeople) : perSource)]);
    const note = () => void (isBehindPeople || this.#people.set(at.sourceId, this.#now()));
    note();
    const release = await this.#slots.take(keys, {
      waitMs: isBehindPeople ? PLATFORM_WAIT_MS : PEOPLE_WAIT_MS,
      signal: at.signal,
      isBehindPeople,
    });
    return () => {
      note();
      release();
    };
  }

  #isAtWork(sourceId: string): boolean {
    return this.#now() - (this.#people.get(sourceId) ?? -Infinity) < PEOPLE_AT_WORK_MS;
  }
}

/** The lanes of this node: everything that reads a source takes its place here. */
export const lanes = new Lanes();
