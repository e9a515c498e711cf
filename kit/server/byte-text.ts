/**
 * A text in UTF-8 as a string with one character per byte. A program that answers thousands of texts a second makes bytes outside of the heap by
 * the hundred megabytes as Buffers, and V8 looks through the whole heap each time they have grown by 64 MB; strings are young objects, which cost
 * nothing once they are done with.
 */
export class ByteText {
  /** each character is a byte: for `write(bytes, 'latin1')` */
  readonly bytes: string;

  constructor(bytes: string) {
    this.bytes = bytes;
  }
  static of(text: string): ByteText {
    return new ByteText(Buffer.from(text).toString('latin1'));
  }
  /** number of bytes */
  get length(): number {
    return this.bytes.length;
  }
  toBuffer(): Buffer {
    return Buffer.from(this.bytes, 'latin1');
  }
  /** the text that the bytes are */
  toString(): string {
    return this.toBuffer().toString();
  }
}
