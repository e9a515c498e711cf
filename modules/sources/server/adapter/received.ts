const FIRST_BYTES = 131_072;

/** Bytes that came and were not read yet: what is left of one chunk stands before the next one. */
export class Received {
  #bytes = Buffer.alloc(0);
  #length = 0;

  /** What was left, with a chunk behind it; to be read before the next call. */
  with(chunk: Buffer): Buffer {
    if (this.#length === 0) return chunk;
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length) this.#grow(length);
    chunk.copy(this.#bytes, this.#length);
    return this.#bytes.subarray(0, length);
  }
  #grow(length: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, this.#bytes.length * 2, length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  /** Keeps the end of what `with` answered, from `at` on. */
  keep(bytes: Buffer, at: number): void {
    const left = bytes.length - at;
    this.#length = 0;
    if (left > this.#bytes.length) this.#grow(left);
    bytes.copy(this.#bytes, 0, at);
    this.#length = left;
  }
}
