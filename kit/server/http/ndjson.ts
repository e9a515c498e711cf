import { setMaxListeners } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { Ctx } from '../ctx.ts';

/** Bytes of answers that readers of this node have not taken yet. */
const MAX_UNSENT = 128 * 1_048_576;
const open = new Set<PassThrough>();

const unsent = (stream: PassThrough): number => stream.writableLength + stream.readableLength;

/** Readers that ask for much and take nothing would fill the memory: whoever has the most waiting is let go of. */
function makeRoom(): void {
  let all = [...open].reduce((sum, one) => sum + unsent(one), 0);
  for (const stream of [...open].sort((a, b) => unsent(b) - unsent(a))) {
    if (all <= MAX_UNSENT) return;
    all -= unsent(stream);
    open.delete(stream);
    stream.destroy();
  }
}

/** A reply of lines that are written as they are ready. */
export interface LineStream {
  readonly body: Readable;
  /** aborted when the reader goes away or is let go of: what runs for it can stop */
  readonly signal: AbortSignal;
  write(line: string): void;
  end(): void;
}

/** Opens the lines of one call. */
export function lineStream(ctx: Pick<Ctx, 'signal'>): LineStream {
  const out = new PassThrough();
  const left = new AbortController();
  const signal = AbortSignal.any([ctx.signal, left.signal]);
  // every tile listens while it waits
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
