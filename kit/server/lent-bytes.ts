/** What a program keeps of buffers that came back, and the largest one that it keeps. */
const MAX_KEPT_BYTES = 16 * 1_048_576;
const MAX_BUFFER_BYTES = 1_048_576;
const FIRST_BYTES = 65_536;

const free: Buffer[] = [];
let freeBytes = 0;

/** A buffer to write into: one that came back, or a new one. Its content is of no meaning. */
export function takeBuffer(): Buffer {
  const buffer = free.pop();
  if (buffer === undefined) return Buffer.allocUnsafeSlow(FIRST_BYTES);
  freeBytes -= buffer.length;
  return buffer;
}

/**
 * The first bytes of a buffer that is written into again when they are given back. New buffers of this size cost more than what is written into
 * them: pages that the system has to clear, and a look of V8 through the whole heap each time they have grown by 64 MB.
 */
export class LentBytes {
  #bytes: Buffer | null;
  #whole: Buffer | null;

  /** `buffer` belongs to this object from now on. */
  constructor(buffer: Buffer, length: number) {
    this.#whole = buffer;
    this.#bytes = buffer.subarray(0, length);
  }
  /** Throws Error once they were given back: others may be writing there. */
  get bytes(): Buffer {
    if (this.#bytes === null) throw new Error('the bytes were given back');
    return this.#bytes;
  }
  /** Nobody reads them any more. */
  giveBack(): void {
    const buffer = this.#whole;
    this.#whole = null;
    this.#bytes = null;
    if (buffer === null || buffer.length > MAX_BUFFER_BYTES || freeBytes + buffer.length > MAX_KEPT_BYTES) return;
    free.push(buffer);
    freeBytes += buffer.length;
  }
}
