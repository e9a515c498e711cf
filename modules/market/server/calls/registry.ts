import { setTimeout as sleep } from 'node:timers/promises';
import type { App, Db } from '#kit/server/ctx.ts';
import { ApiRow } from '../../contract/api.ts';
import { RowFilter } from '../../contract/row-filter.ts';
import { rowGrantOf, type RowGrant } from '../../core/row-grant.ts';
import { registryRevision } from './revision.ts';
import { hashOf } from './key-hash.ts';
import { knownKeys, type KnownKey } from './known-keys.ts';
import { knownPlans } from './known-plans.ts';
export type { KnownKey } from './known-keys.ts';
import type { KnownPlan } from './limits.ts';
import { ApiPlan } from './plan.ts';

/** How often a node looks whether anything changed: revoked keys and closed subscriptions must stop within a second. */
const LOOK_MS = 300;
const AGAIN_MS = 100;
/** A node that could not look for so long answers no calls: what it knows may be revoked. */
const STALE_MS = 5_000;

const MAX_RECENT = 10_000;

export interface KnownSubscription {
  readonly ends: number;
  readonly starts: number;
  readonly fields: ReadonlySet<string> | null;
  /** rows that it gets; null = all */
  readonly rows: RowGrant | null;
  readonly plan: KnownPlan | null;
}

/** Everything that decides about a call, in the memory of this node; read anew when its revision changes. */
export class Registry {
  #apis = new Map<string, ApiPlan>();
  #known = new Set<string>();
  #keys = new Map<string, KnownKey>();
  /** keys that came lately, as they came: a digest for each call costs more than the rest of its checks */
  #recent = new Map<string, KnownKey>();
  #subscriptions = new Map<string, KnownSubscription>();
  #revision: string | null = null;
  #seen = 0;
  readonly #app: App;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;

  constructor(app: App) {
    this.#app = app;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref();
    void this.look();
  }
  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Looks for changes now; calls that find the node not knowing yet wait for it. */
  look(): Promise<void> {
    this.#looking ??= this.#read()
      .catch((error: unknown) => this.#app.log.warn({ error: String(error) }, 'registry of data APIs not read'))
      .finally(() => {
        this.#looking = null;
      });
    return this.#looking;
  }

  /**
   * Looks once more before somebody is refused: what was granted a moment ago holds at once, and guesses make the node look no more than ten
   * times a second.
   */
  async lookAgain(): Promise<void> {
    const asked = performance.now();
    const wait = AGAIN_MS - (asked - this.#seen);
    if (wait > 0) await sleep(wait);
    // one that is under way may have read what stood before
    for (let i = 0; i < 2 && this.#seen < asked; i++) await this.look();
  }

  /** Whether what this node knows is fresh enough to decide by. */
  get isFresh(): boolean {
    return this.#revision !== null && performance.now() - this.#seen < STALE_MS;
  }

  async #read(): Promise<void> {
    const at = performance.now();
    const revision = await registryRevision(this.#app.db);
    if (revision !== this.#revision) await this.#load(this.#app.db);
    this.#revision = revision;
    this.#seen = at;
  }

  async #load(db: Db): Promise<void> {
    const [apis, keys, subscriptions] = await Promise.all([
      db.selectFrom('marketApi').selectAll().where('status', 'in', ['2', '3']).where('deletedAt', 'is', null).execute(),
      knownKeys(db),
      db
        .selectFrom('marketSubscription')
        .select(['appId', 'apiId', 'fields', 'rowFilter', 'startTime', 'endTime', 'planId'])
        .where('status', '=', '2')
        .execute(),
    ]);
    const callPlans = await knownPlans(db);
    const plans = new Map<string, ApiPlan>();
    for (const row of apis) {
      const path = `${row.apiVersion}${row.apiUrl}`;
      if (row.status !== '2') continue;
      const kept = this.#apis.get(path);
      plans.set(
        path,
        kept?.version === row.version && kept.api.id === row.id ? kept : new ApiPlan(this.#app, ApiRow.parse(row), row.version),
      );
    }
    this.#known = new Set(apis.map((row) => `${row.apiVersion}${row.apiUrl}`));
    this.#apis = plans;
    this.#recent = new Map();
    this.#keys = keys;
    this.#subscriptions = new Map(
      subscriptions.map((row) => [
        `${row.appId} ${row.apiId}`,
        {
          rows: rowGrantOf(RowFilter.parse(row.rowFilter)),
          starts: row.startTime?.getTime() ?? 0,
          ends: row.endTime?.getTime() ?? 0,
          fields: Array.isArray(row.fields) ? new Set(row.fields as string[]) : null,
          plan: row.planId === null ? null : (callPlans.get(row.planId) ?? null),
        },
      ]),
    );
  }

  /** Raised by every change of APIs, applications, keys and subscriptions; null until this node has looked. */
  get revision(): string | null {
    return this.#revision;
  }
  /** The released API at `v1.0.0/customer/query`. */
  api(path: string): ApiPlan | undefined {
    return this.#apis.get(path);
  }
  /** Whether there was one that is offline now. */
  isOffline(path: string): boolean {
    return this.#known.has(path) && !this.#apis.has(path);
  }
  key(text: string): KnownKey | undefined {
    const recent = this.#recent.get(text);
    if (recent) return recent;
    const key = this.#keys.get(hashOf(text));
    if (key && this.#recent.size < MAX_RECENT) this.#recent.set(text, key);
    return key;
  }
  subscription(appId: string, apiId: string): KnownSubscription | undefined {
    return this.#subscriptions.get(`${appId} ${apiId}`);
  }
}
