import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';

const BEAT_MS = 15_000;
const RETRY_MS = 3_000;
/** `retry:` sent to clients of a stopping node. */
const COME_BACK_MS = 1_000;
/** Buffered bytes after which a slow client is dropped. */
const MAX_WAITING = 256 * 1024;

/** One server-sent event (WHATWG HTML §9.2). */
export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
  /** event id; a reconnecting browser sends the last one as `Last-Event-ID` */
  readonly id?: string;
}

/** An open server-sent-events connection. */
export interface EventStream {
  /** Sends an event; false when the client is gone or was dropped for being slow. */
  send(event: StreamEvent): boolean;
  /** Ends the stream after flushing. */
  end(): void;
  /** Registers a callback that runs once when the stream has ended, for whatever reason. */
  onEnd(work: () => void): void;
  readonly isOpen: boolean;
}

/** Returned by handlers of `events` routes: receives the stream once the headers are sent. */
export type EventReply = (stream: EventStream) => void | Promise<void>;

/** Open streams per server, each with the function that asks its client to reconnect. */
const open = new WeakMap<FastifyInstance, Map<EventStream, () => void>>();

/** Ends open streams when the server closes; otherwise they would keep it from closing. */
export function endStreamsOnClose(http: FastifyInstance): void {
  open.set(http, new Map());
  http.addHook('preClose', (done) => {
    for (const leave of open.get(http)?.values() ?? []) leave();
    done();
  });
}

/** Replies with a stream of server-sent events: heartbeat every 15 s, slow clients are dropped, closing the server closes it. */
export function sendEvents(http: FastifyInstance, reply: FastifyReply, start: EventReply): FastifyReply {
  const body = new PassThrough();
  const work: (() => void)[] = [];
  let isOpen = true;
  const finish = () => {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(beat);
    open.get(http)?.delete(stream);
    for (const step of work) step();
  };
  const write = (text: string): boolean => {
    if (!isOpen) return false;
    if (body.writableLength + body.readableLength + reply.raw.writableLength > MAX_WAITING) {
      finish();
      body.destroy();
      reply.raw.destroy();
      return false;
    }
    body.write(text);
    return true;
  };
  const stream: EventStream = {
    send: ({ event, data, id }) => write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end() {
      finish();
      body.end();
    },
    onEnd: (step) => void (isOpen ? work.push(step) : step()),
    get isOpen() {
      return isOpen;
    },
  };
  const beat = setInterval(() => write(': beat\n\n'), BEAT_MS);
  beat.unref();
  open.get(http)?.set(stream, () => {
    // `retry:` makes the browser reconnect soon, to another node or to this one after its restart
    write(`: 系统正在停止或重新启动\nretry: ${COME_BACK_MS}\n\n`);
    stream.end();
  });
  reply.raw.once('close', finish);
  write(`retry: ${RETRY_MS}\n\n`);
  // access was checked before; if starting fails, the browser reconnects by itself
  void Promise.resolve(start(stream)).catch(() => stream.end());
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .header('x-content-type-options', 'nosniff')
    .send(body);
}
