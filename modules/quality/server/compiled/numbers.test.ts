import { expect, it } from 'vitest';
import { CN_KINDS } from '#kit/core/cn/index.ts';
import { RuleConfig } from '../../contract/rule-config.ts';
import { badRowsStatement, compileTable, type RuleToRun } from '../../core/index.ts';
import { onEngines, tableOf, type Engine, type Fixture } from './test-engines.ts';

/*
 * 1,000 right and 1,000 wrong identity numbers, credit codes, bank cards and organisation codes: neither the validators of the platform nor the SQL of
 * any engine that runs here makes a mistake. Numbers are made from a fixed seed by the texts of the standards, not by the code under test.
 */

const SIZE = 1000;
/** A repeatable sequence (mulberry32). */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}
const next = sequence(20260301);
const pick = (from: string | readonly string[]): string => from[next(from.length)]!;
const times = (n: number, from: string): string => Array.from({ length: n }, () => pick(from)).join('');

const DIGITS = '0123456789';
const CREDIT = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const PROVINCES = '11 12 13 31 32 33 44 50 51 61 65 81 82'.split(' ');

/** ISO 7064 MOD 11-2, as the standard writes it: step by step, doubling. */
function withMod112(body: string): string {
  let rest = 0;
  for (const digit of body) rest = ((rest + Number(digit)) * 2) % 11;
  return body + '0123456789X'[(12 - rest) % 11]!;
}
function idCard(): string {
  const day = new Date(Date.UTC(1900 + next(120), 0, 1) + next(365) * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  return withMod112(`${pick(PROVINCES)}${String(1 + next(9998)).padStart(4, '0')}${day}${times(3, DIGITS)}`);
}
function orgCode(): string {
  const body = times(8, `${DIGITS}ABCDEFGHJKLMNPQRTUWXY`);
  const sum = [3, 7, 9, 10, 5, 8, 4, 2].reduce((total, weight, i) => total + weight * parseInt(body[i]!, 36), 0);
  return body + '0X987654321'[sum % 11]!;
}
function creditCode(): string {
  const body = `${pick(['91', '92', '93', '12', '52', 'A1', 'N1', 'Y1'])}${pick(PROVINCES)}${times(4, DIGITS)}${orgCode()}`;
  let sum = 0;
  [...body].forEach((char, i) => (sum += (CREDIT.indexOf(char) * 3 ** i) % 31));
  return body + CREDIT[(31 - (sum % 31)) % 31]!;
}
function bankCard(): string {
  const length = 16 + next(4);
  const start = pick(['62', '60', '4', '51', '55', '35', '9']);
  const body = start + times(length - 1 - start.length, DIGITS);
  const sum = [...body].toReversed().reduce((total, char, i) => {
    const doubled = Number(char) * (i % 2 === 0 ? 2 : 1);
    return total + Math.floor(doubled / 10) + (doubled % 10);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}
/**
 * One character changed into another of its alphabet. All of these checks find a single wrong character; that of GB 11714 counts by 11, so that
 * letters eleven apart are alike to it, and only its digits are changed.
 */
function broken(text: string, alphabet: string): string {
  const places = [...text].flatMap((char, i) => (alphabet.includes(char) ? [i] : []));
  const at = places[next(places.length)]!;
  const others = [...alphabet].filter((char) => char !== text[at] && (text[at] !== 'X' || char !== 'x'));
  return text.slice(0, at) + pick(others) + text.slice(at + 1);
}

const KINDS = [
  { code: 'accuracy_id_card', kind: 'idCard', make: idCard, alphabet: `${DIGITS}X` },
  { code: 'accuracy_credit_code', kind: 'creditCode', make: creditCode, alphabet: CREDIT },
  { code: 'accuracy_bank_card', kind: 'bankCard', make: bankCard, alphabet: DIGITS },
  { code: 'accuracy_org_code', kind: 'orgCode', make: orgCode, alphabet: DIGITS },
] as const;
const made = KINDS.map(({ make, alphabet }) => {
  const right = Array.from({ length: SIZE }, make);
  return { right, wrong: right.map((text) => broken(text, alphabet)) };
});
/** Odd ones beside: lengths, small letters, blanks, dates that are none, wide digits. */
const ODD = [
  '',
  ' ',
  '11010519491231002',
  '11010519491231002x',
  ' 11010519491231002X',
  '11010519491231002X ',
  '11010519491231002X1',
  '１１010519491231002X',
  withMod112('11010519490229002'),
  withMod112('11010520000229002'),
  withMod112('11010519000229002'),
  withMod112('11000020000229002'),
  withMod112('99010520000229002'),
  withMod112('11010521000101002'),
  withMod112('11010520001301002'),
  withMod112('11010520000431002'),
  '91350100m000100y43',
  '91350100M000100Y4',
  '91350100M000100Y433',
  '9I350100M000100Y43',
  '6222 0210 0111 6245 702',
  '6222021001116245702 ',
  '378282246310005',
  '0000000000000000',
  '1111111111111111',
  '4111-1111-1111-1111',
  '12345',
  'M000100Y-4',
  'M000100Y4',
  'm000100y4',
];
const NUMBERS: Fixture = {
  name: 'numbers',
  key: ['id'],
  columns: [['id', 'integer', 'number'], ...KINDS.map(({ kind }) => [kind.toLowerCase(), 'varchar(40)', 'text'] as const)],
  rows: Array.from({ length: 2 * SIZE + ODD.length }, (_, i) => [i, ...made.map(({ right, wrong }) => [...right, ...wrong, ...ODD][i]!)]),
};
const RULES = KINDS.map(({ code, kind }): RuleToRun => ({
  id: code,
  columnId: kind.toLowerCase(),
  config: RuleConfig.parse({ ruleItemCode: code }),
}));

it('the validators of the platform take every right number and no wrong one', () => {
  KINDS.forEach(({ kind }, i) => {
    const { problem } = CN_KINDS[kind];
    expect(made[i]!.right.filter((text) => problem(text) !== null)).toEqual([]);
    expect(made[i]!.wrong.filter((text) => problem(text) === null)).toEqual([]);
  });
});

onEngines([NUMBERS], (engine: Engine) => {
  it('the SQL says of every number what the validators say', async () => {
    const run = { quotes: engine.quotes, table: tableOf(NUMBERS, engine.schema()), now: '2026-03-01 08:30:00' };
    const compiled = compileTable({ ...run, rules: RULES });
    expect(compiled.streams).toEqual([]);
    const outcomes = compiled.finish([(await engine.ask(compiled.statements[0]!.text))[0]!]);
    for (const [i, rule] of RULES.entries()) {
      const { problem } = CN_KINDS[KINDS[i]!.kind];
      const bad = NUMBERS.rows.filter((row) => problem(String(row[i + 1])) !== null).map(([id]) => Number(id));
      expect([rule.id, outcomes[i]]).toMatchObject([rule.id, { checked: NUMBERS.rows.length, bad: bad.length, problem: null }]);
      const rows = await engine.ask(badRowsStatement(run, rule, 10_000)!.text);
      expect([rule.id, rows.map(([id]) => Number(id))]).toEqual([rule.id, bad]);
    }
  });
});
