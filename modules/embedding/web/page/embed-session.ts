import { CallError, send } from '#kit/web/send.ts';
import type { FilterValue, ViewFilter } from '#modules/charts/contract/view-filter.ts';
import { FilterValue as FilterValueSchema } from '#modules/charts/contract/view-filter.ts';
import { givePublicSources, publicTransport, viewFeed, type ViewFeed } from '#modules/viewing/web/parts.ts';
import { EMBED_HEADER, embedded, type Embedded } from '../../contract/embedded.ts';
import type { HostChannel, HostMessage } from './host-channel.ts';

export type EmbedState =
  | { at: 'waiting' }
  | { at: 'closed'; text: string }
  | { at: 'open'; embedded: Embedded; feed: ViewFeed; canJump: boolean };

/** The page looks this often for a newer version, and whether it may still be shown. */
const RENEW_MS = 20_000;
/** A new token is asked for when this much of the old one is left, or half of one that is shorter. */
const AHEAD_S = 45;
const LONGEST_CALL_MS = 30_000;

/** The filters that a host names, by id or by what they are called; `unknown` are those that are not there to be chosen. */
export function filtersOf(
  filters: readonly Pick<ViewFilter, 'id' | 'label'>[],
  given: Readonly<Record<string, unknown>>,
): { values: Record<string, FilterValue | undefined>; unknown: string[] } {
  const values: Record<string, FilterValue | undefined> = {};
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const filter = filters.find(({ id }) => id === name) ?? filters.find(({ label }) => label === name);
    const read = FilterValueSchema.nullish().safeParse(value);
    if (!filter || !read.success) unknown.push(name);
    else values[filter.id] = read.data ?? undefined;
  }
  return { values, unknown };
}

/** One embedded document: opens it with the token of the host, keeps it alive with further ones, follows new versions. */
export class EmbedSession {
  readonly #channel: Pick<HostChannel, 'post'>;
  readonly #show: (state: EmbedState) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #token = '';
  #canJump = false;
  #feed: ViewFeed | null = null;
  #embedded: Embedded | null = null;
  #ahead: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;

  constructor(channel: Pick<HostChannel, 'post'>, show: (state: EmbedState) => void) {
    this.#channel = channel;
    this.#show = show;
    this.#timer = setInterval(() => void this.#renew(), RENEW_MS);
  }

  /** Does what the host says. */
  async hear(message: HostMessage, origin: string): Promise<void> {
    if (message.type === 'init') return this.#begin(message, origin);
    if (message.type === 'token') {
      this.#token = message.token;
      this.#isAsking = false;
      const isBack = await this.#renew();
      if (isBack) this.#feed?.refresh();
      return;
    }
    if (message.type === 'filters') this.#choose(message.filters);
    if (message.type === 'refresh') this.#feed?.refresh();
  }

  close(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#ahead);
    this.#feed?.close();
    this.#feed = null;
  }

  async #begin({ token, filters, canJump }: Extract<HostMessage, { type: 'init' }>, origin: string): Promise<void> {
    this.#token = token;
    this.#canJump = canJump === true;
    try {
      const opened = await this.#call(embedded.open, { origin });
      this.#take(opened, filters ?? {});
      this.#channel.post({ type: 'loaded', entity: opened.entity, name: opened.view.name });
    } catch (error) {
      this.#fail(error);
    }
  }

  #call(route: typeof embedded.open | typeof embedded.renew, body: object): Promise<Embedded> {
    const options = { quiet: true, overlay: false, headers: this.#headers(), timeoutMs: LONGEST_CALL_MS };
    return send(route, { body }, options) as Promise<Embedded>;
  }
  readonly #headers = (): Record<string, string> => ({ [EMBED_HEADER]: this.#token });

  /** Shows what the server answered; a version that stands there already stays. */
  #take(next: Embedded, filters: Readonly<Record<string, unknown>>): void {
    this.#planToken(next.seconds);
    const before = this.#embedded;
    if (before && this.#feed && before.view.id === next.view.id && before.view.versionNo === next.view.versionNo) return;
    givePublicSources(embedded, this.#headers);
    const { view } = next;
    const kept = Object.entries(this.#feed?.selection.filters ?? {}).filter(([id]) => view.config.filters.some((one) => one.id === id));
    const { values, unknown } = filtersOf(view.config.filters, filters);
    const chosen = Object.entries(values).filter((entry): entry is [string, FilterValue] => entry[1] !== undefined);
    this.#feed?.close();
    this.#embedded = next;
    const feed = viewFeed({
      entity: view.entity,
      id: view.id,
      versionNo: view.versionNo,
      document: view,
      share: publicTransport(embedded, this.#headers, (error) => this.#refused(error)),
      onPublished: () => void this.#renew(),
      filters: Object.fromEntries([...kept, ...chosen]),
    });
    feed.onChange(() => this.#channel.post({ type: 'event', event: { type: 'filters', filters: feed.filters } }));
    this.#feed = feed;
    this.#tellUnknown(unknown);
    this.#show({ at: 'open', embedded: next, feed, canJump: this.#canJump });
  }

  #choose(filters: Readonly<Record<string, unknown>>): void {
    if (!this.#feed || !this.#embedded) return;
    const { values, unknown } = filtersOf(this.#embedded.view.config.filters, filters);
    this.#tellUnknown(unknown);
    if (Object.keys(values).length > 0) this.#feed.setFilters(values);
  }

  #tellUnknown(names: readonly string[]): void {
    if (names.length > 0)
      this.#channel.post({ type: 'error', key: 'embed.filter', message: `没有可选的筛选“${names.join('、')}”，或取值不正确` });
  }

  #planToken(seconds: number): void {
    clearTimeout(this.#ahead);
    const wait = Math.max(1, seconds - Math.min(AHEAD_S, seconds / 2));
    this.#ahead = setTimeout(() => this.#askToken(), wait * 1000);
  }
  #askToken(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#channel.post({ type: 'token' });
  }

  /** Asks anew whether the document may be shown; true when it was refused before and may be again. */
  async #renew(): Promise<boolean> {
    if (!this.#embedded || this.#token === '') return false;
    try {
      this.#take(await this.#call(embedded.renew, {}), {});
      return true;
    } catch (error) {
      if (error instanceof CallError) this.#refused(error);
      return false;
    }
  }

  /** A token that ended asks for another one; a document that may no longer be shown goes. A lost connection passes. */
  #refused(error: CallError): void {
    const isOver = error.key === 'embed.token' && (error.detail as { reason?: string } | null)?.reason === 'expired';
    if (isOver) this.#askToken();
    else if (error.key === 'embed.closed' || error.key === 'embed.token') this.#fail(error);
  }

  #fail(error: unknown): void {
    const known = error instanceof CallError ? error : null;
    const text = known?.message ?? '内容没有打开，请刷新页面后重试';
    this.#feed?.close();
    this.#feed = null;
    this.#embedded = null;
    clearTimeout(this.#ahead);
    this.#channel.post({ type: 'error', key: known?.key ?? 'client.failed', message: text });
    this.#show({ at: 'closed', text });
  }
}
