/** What the page that embeds tells ours. */
export type HostMessage =
  | { type: 'init'; token: string; filters?: Record<string, unknown>; theme?: string; canJump?: boolean }
  | { type: 'token'; token: string }
  | { type: 'filters'; filters: Record<string, unknown> }
  | { type: 'refresh' }
  | { type: 'theme'; theme: string };
/** What ours tells it. */
export type PageMessage =
  | { type: 'ready' }
  | { type: 'loaded'; entity: string; name: string }
  /** a token that will end: another one, please */
  | { type: 'token' }
  | { type: 'size'; height: number }
  | { type: 'error'; key: string; message: string }
  | { type: 'event'; event: Record<string, unknown> };

/** Both sides name the version of what they say. */
const PROTOCOL = 1;
const TYPES: readonly string[] = ['init', 'token', 'filters', 'refresh', 'theme'];
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A message of the protocol, null for anything else that a page may send. */
export function readMessage(data: unknown): HostMessage | null {
  if (!isObject(data) || data['databrain'] !== PROTOCOL || !TYPES.includes(String(data['type']))) return null;
  const { type, token, filters } = data;
  if ((type === 'init' || type === 'token') && typeof token !== 'string') return null;
  if (type === 'filters' && !isObject(filters)) return null;
  if (type === 'init' && filters !== undefined && !isObject(filters)) return null;
  return data as unknown as HostMessage;
}

interface OwnWindow {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  readonly parent: { postMessage(message: unknown, targetOrigin: string): void };
}

/**
 * The talk with the page that embeds: only with the window around ours, and after its first message only with the origin that sent it. That
 * origin is one that the application allows: browsers refuse the frame elsewhere, and the server is asked about it with the first token.
 */
export class HostChannel {
  readonly #window: OwnWindow;
  #hear: (message: HostMessage, origin: string) => void = () => undefined;
  #origin: string | null = null;

  constructor(own: OwnWindow) {
    this.#window = own;
  }

  start(hear: (message: HostMessage, origin: string) => void): void {
    this.#hear = hear;
    this.#window.addEventListener('message', this.#listen);
    // says nothing of what is shown, so whoever is around may hear it
    this.#window.parent.postMessage({ databrain: PROTOCOL, type: 'ready' }, '*');
  }

  readonly #listen = (event: MessageEvent): void => {
    if (event.source !== (this.#window.parent as unknown) || event.origin === 'null') return;
    const message = readMessage(event.data);
    if (!message || (this.#origin === null && message.type !== 'init')) return;
    this.#origin ??= event.origin;
    if (event.origin === this.#origin) this.#hear(message, event.origin);
  };

  post(message: PageMessage): void {
    if (this.#origin !== null) this.#window.parent.postMessage({ databrain: PROTOCOL, ...message }, this.#origin);
  }

  close(): void {
    this.#window.removeEventListener('message', this.#listen);
  }
}
