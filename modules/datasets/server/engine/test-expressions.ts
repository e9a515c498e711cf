/** Random numbers that are the same for one seed (mulberry32). */
function randomness(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const NUMBERS = ['0', '1', '2', '10', '0.1', '0.30', '.5', '1e3', '2.5e-2', '3.', '1000000', '12345678901234567890.5', '-4', '-0.005'];
const TEXTS = ["''", "'电'", "'公司'", "'a'", "'ABC'", "'  x '", "'%'", "'_'", '"O\'Neil"', "'12.5'", "'2026-01-31'", "'😀'"];
const DAYS = ["'2026-01-31'", "'2024-02-29'", "'1999-12-31 23:59:59'", "'2026-03-01'"];
const COMPARE = ['=', '<>', '<', '<=', '>', '>='];

/** Generates expressions over the fields 金额 单价 件数 名称 编码 日期 时间 有效, of which each is accepted by the check. */
class Generator {
  readonly #next: () => number;
  constructor(seed: number) {
    this.#next = randomness(seed);
  }

  #below(n: number): number {
    return Math.floor(this.#next() * n);
  }
  #one(list: readonly string[]): string {
    return list[this.#below(list.length)]!;
  }
  /** One of the ways, or a leaf when there is no depth left. */
  #way(depth: number, leaves: readonly string[], ways: readonly (() => string)[]): string {
    return depth <= 0 || this.#below(6) === 0 ? this.#one(leaves) : ways[this.#below(ways.length)]!();
  }
  /** The ways to choose between values of one type. */
  #choices(value: (d: number) => string, d: number): (() => string)[] {
    return [
      () => `IF(${this.bool(d)}, ${value(d)}, ${value(d)})`,
      () => `IF(${this.bool(d)}, ${value(d)})`,
      () => `CASE WHEN ${this.bool(d)} THEN ${value(d)} WHEN ${this.bool(d)} THEN ${value(d)} ELSE ${value(d)} END`,
      () => `COALESCE(${value(d)}, ${value(d)}, NULL)`,
      () => `IFNULL(${value(d)}, ${value(d)})`,
      () => `NULLIF(${value(d)}, ${value(d)})`,
    ];
  }

  /** Whole numbers, which the server calculates as such. */
  count(depth: number): string {
    const d = depth - 1;
    return this.#way(
      depth,
      ['[件数]'],
      [
        () => `LENGTH(${this.text(d)})`,
        () => `${this.#one(['YEAR', 'QUARTER', 'MONTH', 'DAY', 'WEEKDAY'])}(${this.day(d)})`,
        () => `HOUR([时间])`,
        () => `DAYSBETWEEN(${this.day(d)}, ${this.day(d)})`,
        () => `DAYSBETWEEN(${this.#one(DAYS)}, ${this.moment(d)})`,
        () => `(${this.count(d)} ${this.#one(['+', '-'])} ${this.count(d)})`,
        () => `ABS(${this.count(d)})`,
      ],
    );
  }

  number(depth: number): string {
    const d = depth - 1;
    return this.#way(
      depth,
      ['[金额]', '[单价]', ...NUMBERS],
      [
        () => `(${this.number(d)} ${this.#one(['+', '-', '*', '/', '%'])} ${this.number(d)})`,
        () => `(${this.number(d)} ${this.#one(['+', '-', '*', '/', '%'])} ${this.count(d)})`,
        () => `${this.number(d)} + ${this.number(d)} * ${this.number(d)} - ${this.number(d)}`,
        () => `(${this.count(d)} / ${this.count(d)})`,
        () => `-${this.number(d)}`,
        () => `ROUND(${this.number(d)}, ${this.#below(5)})`,
        () => `ROUND(${this.number(d)})`,
        () => `${this.#one(['FLOOR', 'CEIL', 'ABS'])}(${this.number(d)})`,
        () => `NUMBER(TEXT(${this.number(d)}))`,
        () => `NUMBER(IF(${this.bool(d)}, '12.50', ' -3 '))`,
        ...this.#choices((deep) => this.number(deep), d),
      ],
    );
  }

  text(depth: number): string {
    const d = depth - 1;
    return this.#way(
      depth,
      ['[名称]', '[编码]', ...TEXTS],
      [
        () => `CONCAT(${this.any(d)}, ${this.any(d)}, ${this.text(d)})`,
        () => `${this.#one(['LEFT', 'RIGHT'])}(${this.text(d)}, ${this.#below(6)})`,
        () => `SUBSTR(${this.text(d)}, ${this.#below(7) - 2}, ${this.#below(5)})`,
        () => `SUBSTR(${this.text(d)}, ${this.#below(7) - 2})`,
        () => `${this.#one(['UPPER', 'LOWER', 'TRIM'])}(${this.text(d)})`,
        () => `REPLACE(${this.text(d)}, ${this.text(d)}, ${this.text(d)})`,
        () => `TEXT(${this.any(d)})`,
        ...this.#choices((deep) => this.text(deep), d),
      ],
    );
  }

  day(depth: number): string {
    const d = depth - 1;
    return this.#way(
      depth,
      ['[日期]', 'TODAY()'],
      [
        () => `ADDDAYS(${this.day(d)}, ${this.#below(4000) - 2000})`,
        () => `DATE(${this.moment(d)})`,
        () => `DATE(${this.#one(DAYS)})`,
        ...this.#choices((deep) => this.day(deep), d),
      ],
    );
  }

  moment(depth: number): string {
    const d = depth - 1;
    return this.#way(depth, ['[时间]'], this.#choices((deep) => (this.#below(3) === 0 ? '[日期]' : this.moment(deep)), d).slice(0, 5));
  }

  bool(depth: number): string {
    const d = depth - 1;
    return this.#way(
      depth,
      ['[有效]', 'TRUE', 'FALSE'],
      [
        () => `${this.number(d)} ${this.#one(COMPARE)} ${this.number(d)}`,
        () => `${this.number(d)} ${this.#one(COMPARE)} ${this.count(d)}`,
        // text is ordered by the bytes of the columns here
        () => `CONCAT([名称], ${this.text(d)}) ${this.#one(COMPARE)} ${this.text(d)}`,
        () => `${this.day(d)} ${this.#one(COMPARE)} ${this.day(d)}`,
        () => `${this.day(d)} ${this.#one(COMPARE)} ${this.moment(d)}`,
        () => `[${this.#one(['日期', '时间'])}] ${this.#one(COMPARE)} ${this.#one(DAYS)}`,
        () => `(${this.bool(d)} AND ${this.bool(d)})`,
        () => `(${this.bool(d)} OR ${this.bool(d)})`,
        () => `(NOT ${this.bool(d)})`,
        () => `${this.any(d)} IS ${this.#one(['NULL', 'NOT NULL'])}`,
        () => `ISNULL(${this.any(d)})`,
        () => `(${this.number(d)} ${this.#one(['IN', 'NOT IN'])} (${this.#one(NUMBERS)}, ${this.#one([...NUMBERS, 'NULL'])}))`,
        () => `(${this.text(d)} ${this.#one(['IN', 'NOT IN'])} (${this.#one(TEXTS)}, ${this.#one([...TEXTS, 'NULL'])}))`,
        () => `${this.#one(['CONTAINS', 'STARTSWITH'])}(${this.text(d)}, ${this.#one(TEXTS)})`,
        ...this.#choices((deep) => this.bool(deep), d),
      ],
    );
  }

  any(depth: number): string {
    const ways = [this.number, this.count, this.text, this.day, this.moment, this.bool];
    return `(${ways[this.#below(ways.length)]!.call(this, depth)})`;
  }
}

/** So many different expressions, the same for one seed. */
export function expressions(count: number, seed: number): string[] {
  const generator = new Generator(seed);
  const found = new Set<string>();
  while (found.size < count) {
    const text = generator.any(3);
    if (text.length <= 1_500) found.add(text);
  }
  return [...found];
}
