import type { Hash } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { LentBytes } from './lent-bytes.ts';

/**
 * A text in UTF-8 as a string with one character per byte, or as bytes that are lent. A program that answers thousands of texts a second makes
 * bytes outside of the heap by the hundred megabytes as Buffers, and V8 looks through the whole heap each time they have grown by 64 MB; short
 * strings are young objects, which cost nothing once they are done with. Long ones are not young: they stay in the buffer they were written in.
 */
export class ByteText {
  readonly #bytes: string | LentBytes;
  readonly #before: string;
  readonly #after: string;

  /** Each character of the strings is a byte. */
  constructor(bytes: string | LentBytes, { before = '', after = '' }: { readonly before?: string; readonly after?: string } = {}) {
    this.#bytes = bytes;
    this.#before = before;
    this.#after = after;
  }
  static of(text: string): ByteText {
    return new ByteText(Buffer.from(text).toString('latin1'));
  }
  get #middle(): string | Buffer {
    return typeof this.#bytes === 'string' ? this.#bytes : this.#bytes.bytes;
  }
  /** number of bytes */
  get length(): number {
    return this.#before.length + this.#middle.length + this.#after.length;
  }
  /** The text between two others, of which each character is a byte. */
  within(before: string, after: string): ByteText {
    return new ByteText(this.#bytes, { before: before + this.#before, after: this.#after + after });
  }
  /** A copy of the bytes. */
  toBuffer(): Buffer {
    const middle = this.#middle;
    if (typeof middle === 'string') return Buffer.from(this.latin1(), 'latin1');
    return Buffer.concat([Buffer.from(this.#before, 'latin1'), middle, Buffer.from(this.#after, 'latin1')]);
  }
  /** the bytes, each as one character */
  latin1(): string {
    const middle = this.#middle;
    return `${this.#before}${typeof middle === 'string' ? middle : middle.toString('latin1')}${this.#after}`;
  }
  /** the text that the bytes are */
  toString(): string {
    return this.toBuffer().toString();
  }
  hash(into: Hash): Hash {
    const middle = this.#middle;
    into.update(this.#before, 'latin1');
    if (typeof middle === 'string') into.update(middle, 'latin1');
    else into.update(middle);
    return into.update(this.#after, 'latin1');
  }

  /** Gives back what was lent: the text is not read any more. */
  giveBack(): void {
    if (typeof this.#bytes !== 'string') this.#bytes.giveBack();
  }
  /** The same text with nothing lent, to be kept; this one is not read any more. */
  kept(): ByteText {
    if (typeof this.#bytes === 'string') return this;
    const kept = new ByteText(this.latin1());
    this.giveBack();
    return kept;
  }
  /** Writes the text as the end of a stream. What was lent is given back when the stream has closed: until then the system may read it. */
  endOn(stream: Writable): void {
    const middle = this.#middle;
    if (typeof middle === 'string') {
      stream.end(this.latin1(), 'latin1');
      return;
    }
    stream.once('close', () => this.giveBack());
    if (this.#before !== '') stream.write(this.#before, 'latin1');
    stream.write(middle);
    stream.end(this.#after, 'latin1');
  }
}
