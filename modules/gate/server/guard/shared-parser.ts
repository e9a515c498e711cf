import { LRUCache } from 'lru-cache';
import type { Parsed } from '../../core/sql/check.ts';
import { SqlParser } from '../parser/parser.ts';

/** Longer texts are rarely asked twice, and their trees are large. */
const LONGEST = 12_000;

/** A parser with a cache by text: parsing depends on the text alone, and charts repeat theirs. */
class RememberingParser extends SqlParser {
  readonly #known = new LRUCache<string, Promise<Parsed>>({ max: 400 });

  /** The parsed text or a pending parse of it; undefined if neither is there. */
  known(text: string, dialect: string): Promise<Parsed> | undefined {
    return this.#known.get(`${dialect} ${text}`);
  }

  override parse(text: string, dialect: string): Promise<Parsed> {
    if (text.length > LONGEST) return super.parse(text, dialect);
    const key = `${dialect} ${text}`;
    const known = this.#known.get(key);
    if (known) return known;
    const parsed = super.parse(text, dialect);
    this.#known.set(key, parsed);
    parsed.catch(() => this.#known.delete(key));
    return parsed;
  }
}

/** The SQL parser of this node: one worker thread shared by all callers, with a cache of parsed texts. */
export const parser = new RememberingParser();
