import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';

const BEAT_MS = 15_000;
const RETRY_MS = 3_000;
/** A reader whose node stops comes back sooner. */
const COME_BACK_MS = 1_000;
/** Bytes that may wait for a slow reader before it is dropped. */
const MAX_WAITING = 256 * 1024;

/** One server-sent event (WHATWG HTML §9.2). */
export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
  /** where a browser that reconnects went on; it says so in `Last-Event-ID` */
  readonly id?: string;
}

/** An open connection to one reader. */
export interface EventStream {
  /** Sends an event; false when the reader is gone or was too slow and has been dropped. */
  send(event: StreamEvent): boolean;
  /** Ends the stream after what was sent. */
  end(): void;
  /** Runs once when the stream has ended, for whatever reason. */
  onEnd(work: () => void): void;
  readonly isOpen: boolean;
}

/** What a handler of an `events` route returns: it gets the stream once the headers are on their way. */
export type EventReply = (stream: EventStream) => void | Promise<void>;

/** The open streams of a server, each with how it is sent elsewhere. */
const open = new WeakMap<FastifyInstance, Map<EventStream, () => void>>();

/** Streams would keep the server from closing: they end first. */
export function endStreamsOnClose(http: FastifyInstance): void {
  open.set(http, new Map());
  http.addHook('preClose', (done) => {
    for (const leave of open.get(http)?.values() ?? []) leave();
    done();
  });
}

/** Answers with a stream of events: heartbeat every 15 s, a slow reader is dropped, the server's end closes it. */
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
    // the word of the protocol for coming back soon: another node, or this one after its start
    write(`: 系统正在停止或重新启动\nretry: ${COME_BACK_MS}\n\n`);
    stream.end();
  });
  reply.raw.once('close', finish);
  write(`retry: ${RETRY_MS}\n\n`);
  // The handler began with a caller that was allowed; if starting fails the reader comes back by itself.
  void Promise.resolve(start(stream)).catch(() => stream.end());
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .header('x-content-type-options', 'nosniff')
    .send(body);
}
