const HEADS = [
  "'",
  '"',
  '`',
  ';',
  '--',
  '/*',
  '*/',
  '\\',
  "\\'",
  "' or '1'='1",
  "'; drop table sale; --",
  "') union select phone from sale --",
  '$1',
  '?',
  ':x',
  '${x}',
  '%',
  '_',
  '!',
  '😀',
];
const TAILS = [
  '',
  ' or 1=1',
  '; select pg_sleep(9)',
  "' || (select phone from sale limit 1) || '",
  '"; delete from sale',
  '\n--',
  '\t/*x*/',
  ' union all select null',
  'null',
  '][()',
];

/** Two hundred texts that mean something in some kind of SQL: for tests that they stay values wherever they are given. */
export const HOSTILE: readonly string[] = HEADS.flatMap((head) => TAILS.map((tail) => head + tail));
