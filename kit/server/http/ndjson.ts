import { setMaxListeners } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { Ctx } from '../ctx.ts';

/** Limit of buffered bytes over all NDJSON replies of this node. */
const MAX_UNSENT = 128 * 1_048_576;
const open = new Set<PassThrough>();

const unsent = (stream: PassThrough): number => stream.writableLength + stream.readableLength;

/**
 * Drops the clients with the largest buffers when the limit is exceeded: clients that request much and read nothing would exhaust the
 * memory.
 */
function makeRoom(): void {
  let all = [...open].reduce((sum, one) => sum + unsent(one), 0);
  for (const stream of [...open].sort((a, b) => unsent(b) - unsent(a))) {
    if (all <= MAX_UNSENT) return;
    all -= unsent(stream);
    open.delete(stream);
    stream.destroy();
  }
}

/** A reply of NDJSON lines, written as they become ready. */
export interface LineStream {
  readonly body: Readable;
  /** aborted when the client disconnects or is dropped: work for it can stop */
  readonly signal: AbortSignal;
  write(line: string): void;
  end(): void;
}

/** Opens the NDJSON reply of one call; its `body` is returned by the handler. */
export function lineStream(ctx: Pick<Ctx, 'signal'>): LineStream {
  const out = new PassThrough();
  const left = new AbortController();
  const signal = AbortSignal.any([ctx.signal, left.signal]);
  // every waiting tile adds a listener
  setMaxListeners(0, ctx.signal, signal);
  open.add(out);
  out.once('close', () => {
    open.delete(out);
    left.abort();
  });
  return {
    body: out,
    signal,
    write(line) {
      if (signal.aborted) return;
      out.write(`${line}\n`);
      makeRoom();
    },
    end: () => void out.end(),
  };
}
