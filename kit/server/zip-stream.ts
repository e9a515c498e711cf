import { Zip, ZipDeflate } from 'fflate';

/** A ZIP archive written entry by entry while it is consumed; `take()` returns the bytes that are ready. */
export class ZipStream {
  readonly #ready: Uint8Array[] = [];
  readonly #encoder = new TextEncoder();
  #failure: Error | null = null;
  readonly #zip = new Zip((error, chunk) => {
    if (error) this.#failure = error;
    else this.#ready.push(chunk);
  });

  /** Starts an entry; the previous one must have ended. */
  entry(path: string): { push(text: string): void; end(): void } {
    const entry = new ZipDeflate(path, { level: 4 });
    this.#zip.add(entry);
    return {
      push: (text) => entry.push(this.#encoder.encode(text)),
      end: () => entry.push(new Uint8Array(0), true),
    };
  }

  /** Adds a complete entry. */
  file(path: string, text: string): void {
    const entry = this.entry(path);
    entry.push(text);
    entry.end();
  }

  /** The bytes that are ready. Throws when compression failed. */
  take(): Uint8Array[] {
    if (this.#failure) throw this.#failure;
    return this.#ready.splice(0);
  }

  /** Writes the central directory; its bytes come with the next `take()`. */
  end(): void {
    this.#zip.end();
  }
}
