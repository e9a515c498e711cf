import { AppError, type ErrorKey } from '#kit/contract/errors.ts';

/** Calls of a source that failed one after the other before it is left alone. */
const FAILURES = 5;
/** How long before one call may look whether it answers again; callers are told to come again after it. */
const PAUSE_MS = 500;
const RETRY_SECONDS = 1;
/** Of a source that is left alone whoever waits, a probe too, is told after so long; the call itself goes on and says whether it is back. */
const PATIENCE_MS = 1_500;
const LOOK_MS = 200;
const overload = () => new AppError('api.overload', undefined, { retryAfter: RETRY_SECONDS });

export type BreakerState = 'closed' | 'open' | 'probing';
interface Circuit {
  state: BreakerState;
  failures: number;
  probeAt: number;
}
interface Waiting {
  readonly sourceId: string;
  readonly since: number;
  readonly tell: () => void;
}
/** What says that a source does not answer; everything else is the business of the call. */
const AILING: ReadonlySet<ErrorKey> = new Set(['source.unreachable', 'source.timeout']);

/**
 * Leaves a source alone that does not answer: its calls are refused at once instead of waiting, one in half a second looks whether it is back.
 * A probe that hangs does not keep the next from going. Each node finds out for itself.
 */
export class Breaker {
  readonly #circuits = new Map<string, Circuit>();
  /** calls under way, the oldest first */
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | null = null;
  readonly #onChange: (sourceId: string, state: BreakerState, failures: number) => void;
  readonly #now: () => number;

  constructor(onChange: (sourceId: string, state: BreakerState, failures: number) => void, now: () => number = () => performance.now()) {
    this.#onChange = onChange;
    this.#now = now;
  }

  /** Runs a call of a source. `keyOf` tells what an error is. Throws api.overload while the source is left alone, and what the call throws. */
  async run<T>(sourceId: string, keyOf: (error: unknown) => ErrorKey, call: () => Promise<T>): Promise<T> {
    this.#enter(sourceId);
    return this.#unlessTold(sourceId, this.#noted(sourceId, keyOf, call));
  }

  #unlessTold<T>(sourceId: string, answering: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting = { sourceId, since: this.#now(), tell: () => reject(overload()) };
      this.#waiting.add(waiting);
      answering.then(
        (answer) => {
          this.#waiting.delete(waiting);
          resolve(answer);
        },
        (error: unknown) => {
          this.#waiting.delete(waiting);
          reject(error as Error);
        },
      );
    });
  }
  #look(): void {
    const before = this.#now() - PATIENCE_MS;
    for (const waiting of this.#waiting) {
      if (waiting.since > before) break;
      if (!this.#isShut(waiting.sourceId)) continue;
      this.#waiting.delete(waiting);
      waiting.tell();
    }
    if (this.#timer === null || this.open.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
  #isShut(sourceId: string): boolean {
    const circuit = this.#circuits.get(sourceId);
    return circuit !== undefined && circuit.state !== 'closed';
  }

  async #noted<T>(sourceId: string, keyOf: (error: unknown) => ErrorKey, call: () => Promise<T>): Promise<T> {
    try {
      const answer = await call();
      this.#note(sourceId, 0);
      return answer;
    } catch (error) {
      const key = keyOf(error);
      if (AILING.has(key)) this.#note(sourceId, 1);
      // a refusal of the source is an answer too; what was not sent tells nothing
      else if (key === 'rule.broken') this.#note(sourceId, 0);
      else if (key !== 'api.callerGone') this.#giveBack(sourceId);
      throw error;
    }
  }

  #enter(sourceId: string): void {
    const circuit = this.#circuits.get(sourceId);
    if (!circuit || circuit.state === 'closed') return;
    const now = this.#now();
    if (now < circuit.probeAt) throw overload();
    circuit.probeAt = now + PAUSE_MS;
    this.#turn(sourceId, circuit, 'probing');
  }

  /** A call that was refused before it asked has not looked: callers whose quota is spent would use up every look of the others. */
  #giveBack(sourceId: string): void {
    const circuit = this.#circuits.get(sourceId);
    if (circuit?.state === 'probing') circuit.probeAt = this.#now();
  }

  #note(sourceId: string, failed: 0 | 1): void {
    const circuit = this.#circuits.get(sourceId);
    if (failed === 0) {
      if (!circuit) return;
      this.#circuits.delete(sourceId);
      if (circuit.state !== 'closed') this.#onChange(sourceId, 'closed', 0);
      return;
    }
    const known = circuit ?? { state: 'closed', failures: 0, probeAt: 0 };
    this.#circuits.set(sourceId, known);
    known.failures += 1;
    if (known.failures < FAILURES) return;
    // calls that began before it opened end late, and move nothing
    if (known.state !== 'open') known.probeAt = this.#now() + PAUSE_MS;
    this.#turn(sourceId, known, 'open');
  }

  #turn(sourceId: string, circuit: Circuit, state: BreakerState): void {
    if (circuit.state === state) return;
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
    const isShown = circuit.state === 'closed' || state === 'closed';
    circuit.state = state;
    // probes come and go twice a second: people see that it is open
    if (isShown) this.#onChange(sourceId, state, circuit.failures);
  }

  /** Sources that are left alone now. */
  get open(): readonly { readonly sourceId: string; readonly state: BreakerState; readonly failures: number }[] {
    return [...this.#circuits].flatMap(([sourceId, { state, failures }]) => (state === 'closed' ? [] : [{ sourceId, state, failures }]));
  }
}
