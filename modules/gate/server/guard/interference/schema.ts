import { Random } from './random.ts';

/** `again` is `a` once more: what differs between these two is chance. */
export type World = 'a' | 'b' | 'again';
export type Engine = 'postgres' | 'mysql';
/** text, number, date, truth value */
export type Type = 't' | 'n' | 'd' | 'b';

export interface BaseColumn {
  readonly name: string;
  readonly type: Type;
  readonly sql: string;
  /** true = the two worlds differ here */
  readonly isMasked: boolean;
  /** class of a column that may be joined although it is masked */
  readonly link: 'mobile' | 'id_card' | 'bank_card' | null;
  readonly value: (random: Random, row: number) => Cell;
}
export interface BaseTable {
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly BaseColumn[];
}
/** What stands in a cell: a value of both worlds, or one by number that each world spells in its own way. */
type Cell = string | number | null | { readonly pool: keyof typeof POOLS; readonly n: number };

/** Digits of a number that has nothing to do with its order: 32 bits, never twice the same. */
const scrambled = (n: number, salt: number): number => {
  let mixed = (n + salt * 7_919) >>> 0;
  for (let round = 0; round < 3; round++) mixed = (Math.imul(mixed, 0x9e3779b1) ^ (mixed >>> 13) ^ salt) >>> 0;
  return mixed;
};
/** The same value in both worlds: neither order, length nor beginning is kept. */
const POOLS = {
  mobile: {
    a: (n: number) => `13${String(800_000_000 + n * 37)}`,
    b: (n: number) => `${scrambled(n, 5).toString(16)}${'7'.repeat(n % 9)}x${n}`,
  },
  idcard: {
    a: (n: number) => `1101011990${String(10_000_000 + n * 911)}`,
    b: (n: number) => `${'z'.repeat((n * 5) % 7)}${scrambled(n, 3).toString(36)}q${n}`,
  },
  card: { a: (n: number) => String(n), b: (n: number) => String(622_200_000_000 + (scrambled(n, 11) % 100_000) * 100 + n) },
  salary: { a: (n: number) => String(n * 1_000), b: (n: number) => `${(scrambled(n, 2) % 90_000) - 40_000}.${10 + n}` },
  born: {
    a: (n: number) => `19${60 + n}-01-${10 + (n % 18)}`,
    b: (n: number) => `20${10 + ((n * 17) % 41)}-0${1 + (n % 9)}-${10 + (n % 18)}`,
  },
  secret: { a: (n: number) => `s${n}`, b: (n: number) => `${'长'.repeat((n * 7) % 30)}${scrambled(n, 9).toString(36)}-${n}` },
} as const;

const CITIES = ['北京', '上海', '杭州', null, '成都'];
const date = (random: Random) => `202${random.int(6)}-0${1 + random.int(9)}-1${random.int(10)}`;
const open = (name: string, type: Type, sql: string, value: BaseColumn['value']): BaseColumn => ({
  name,
  type,
  sql,
  isMasked: false,
  link: null,
  value,
});
const masked = (
  name: string,
  of: { type: Type; sql: string; link?: BaseColumn['link']; pool: keyof typeof POOLS; values: number; nulls: number },
): BaseColumn => ({
  name,
  type: of.type,
  sql: of.sql,
  isMasked: true,
  link: of.link ?? null,
  value: (random) => (random.chance(of.nulls) ? null : { pool: of.pool, n: random.int(of.values) }),
});
const id = open('id', 'n', 'int primary key', (_, row) => row);
const mobile = (name: string) => masked(name, { type: 't', sql: 'varchar(60)', link: 'mobile', pool: 'mobile', values: 15, nulls: 0.2 });
const idcard = masked('idcard', { type: 't', sql: 'varchar(60)', link: 'id_card', pool: 'idcard', values: 30, nulls: 0.1 });

/** Two or three tables are enough: what a statement does with them is what matters. */
export const TABLES: readonly BaseTable[] = [
  {
    name: 'person',
    rows: 24,
    columns: [
      id,
      open('name', 't', 'varchar(60)', (random) => `人${random.int(9)}`),
      open('city', 't', 'varchar(60)', (random) => random.pick(CITIES)),
      open('age', 'n', 'int', (random) => (random.chance(0.1) ? null : 20 + random.int(30))),
      open('hired', 'd', 'date', date),
      mobile('mobile'),
      idcard,
      masked('salary', { type: 'n', sql: 'numeric(14, 2)', pool: 'salary', values: 12, nulls: 0.1 }),
      masked('born', { type: 'd', sql: 'date', pool: 'born', values: 30, nulls: 0.1 }),
      masked('secret', { type: 't', sql: 'varchar(60)', pool: 'secret', values: 9, nulls: 0.3 }),
    ],
  },
  {
    name: 'orders',
    rows: 36,
    columns: [
      id,
      open('person_id', 'n', 'int', (random) => 1 + random.int(26)),
      open('name', 't', 'varchar(60)', (random) => `单${random.int(12)}`),
      open('city', 't', 'varchar(60)', (random) => random.pick(CITIES)),
      open('amount', 'n', 'numeric(14, 2)', (random) => (random.chance(0.1) ? null : random.int(500))),
      open('placed', 'd', 'date', date),
      mobile('buyer_mobile'),
      masked('card_no', { type: 'n', sql: 'bigint', link: 'bank_card', pool: 'card', values: 20, nulls: 0.2 }),
      masked('note', { type: 't', sql: 'varchar(60)', pool: 'secret', values: 9, nulls: 0.2 }),
    ],
  },
  {
    name: 'visit',
    rows: 18,
    columns: [
      id,
      open('person_id', 'n', 'int', (random) => 1 + random.int(26)),
      open('kind', 't', 'varchar(60)', (random) => random.pick(['电话', '上门', null])),
      open('score', 'n', 'int', (random) => random.int(10)),
      mobile('mobile'),
      idcard,
      masked('card_no', { type: 'n', sql: 'bigint', link: 'bank_card', pool: 'card', values: 20, nulls: 0.1 }),
    ],
  },
];
/** Views over the tables: their columns are masked like those that they show. */
export const VIEWS: readonly { readonly name: string; readonly of: string; readonly columns: readonly string[] }[] = [
  { name: 'v_person', of: 'person', columns: ['id', 'name', 'city', 'mobile', 'salary', 'hired'] },
  { name: 'v_visit', of: 'visit', columns: ['id', 'person_id', 'mobile', 'card_no', 'score'] },
];
/** Every relation that a statement may name, with its columns. */
export const RELATIONS: readonly Pick<BaseTable, 'name' | 'columns'>[] = [
  ...TABLES,
  ...VIEWS.map(({ name, of, columns }) => {
    const table = TABLES.find((one) => one.name === of);
    return { name, columns: columns.flatMap((column) => table?.columns.find((one) => one.name === column) ?? []) };
  }),
];
export const MASKED: readonly { readonly name: string; readonly link: BaseColumn['link'] }[] = [
  ...new Map(TABLES.flatMap(({ columns }) => columns.filter(({ isMasked }) => isMasked).map((one) => [one.name, one]))).values(),
];

const literal = (cell: Cell, world: World): string => {
  if (cell === null) return 'null';
  if (typeof cell === 'number') return String(cell);
  return `'${typeof cell === 'string' ? cell : POOLS[cell.pool][world === 'b' ? 'b' : 'a'](cell.n)}'`;
};

/** What makes the tables and views of a world; the worlds differ in the values of masked columns only. */
export function worldSql(world: World, engine: Engine, seed = 1): string {
  const random = new Random(seed);
  const parts = TABLES.flatMap(({ name, rows, columns }) => {
    const lines = Array.from(
      { length: rows },
      (_, row) => `(${columns.map((one) => literal(one.value(random, row + 1), world)).join(', ')})`,
    );
    return [
      `create table ${name} (${columns.map((one) => `${one.name} ${one.sql}`).join(', ')})${engine === 'postgres' ? ' with (autovacuum_enabled = off)' : ''}`,
      `insert into ${name} values ${lines.join(', ')}`,
      `analyze ${engine === 'mysql' ? 'table ' : ''}${name}`,
    ];
  });
  return [...parts, ...VIEWS.map(({ name, of, columns }) => `create view ${name} as select ${columns.join(', ')} from ${of}`)].join(';\n');
}

const NAMES = new Set(MASKED.map(({ name }) => name));
export const isMaskedName = (name: string): boolean => NAMES.has(name);
