import { expect, it } from 'vitest';
import { jsonScratch, JsonRows, writersOf } from './json-rows.ts';

/** Columns of one row as the wire carries them. */
function wire(values: readonly (string | null)[]): Buffer {
  return Buffer.concat(
    values.map((value) => {
      const head = Buffer.alloc(4);
      if (value === null) {
        head.writeInt32BE(-1);
        return head;
      }
      const text = Buffer.from(value);
      head.writeInt32BE(text.length);
      return Buffer.concat([head, text]);
    }),
  );
}
const written = (oids: readonly number[], outs: Parameters<typeof writersOf>[1], rows: readonly (readonly (string | null)[])[]): string => {
  const list = new JsonRows(writersOf(oids, outs), jsonScratch());
  for (const row of rows) {
    const bytes = wire(row);
    list.row(bytes, 0, bytes.length);
  }
  return list.end().toString();
};

it('writes what JSON.stringify writes, whatever a text holds', () => {
  const texts = [
    '',
    '重庆 😀 \u2028',
    '"\\/\b\f\n\r\t',
    Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join(''),
    '\u007f',
    'x'.repeat(20_000),
  ];
  const rows = texts.map((text) => [text, null]);
  const expected = texts.map((text) => ({ 'a"名': text, b: null }));
  expect(
    written(
      [25, 25],
      [
        { name: 'a"名', show: null },
        { name: 'b', show: null },
      ],
      rows,
    ),
  ).toBe(JSON.stringify(expected));
});

it('leaves a long answer where it was written, whatever is written next over the same connection', () => {
  const scratch = jsonScratch();
  const answers = ['甲', '乙', '丙'].map((word) => {
    const list = new JsonRows(writersOf([25], [{ name: 'a', show: null }]), scratch);
    const bytes = wire([word.repeat(60_000)]);
    list.row(bytes, 0, bytes.length);
    return list.end();
  });
  expect(answers.map(String)).toEqual(['甲', '乙', '丙'].map((word) => JSON.stringify([{ a: word.repeat(60_000) }])));
});

it('keeps numbers that JavaScript keeps, and leaves columns out', () => {
  const outs = ['i', null, 'b', 'f', 'n', 'big', 't'].map((name) => ({ name, show: null }));
  const row = ['-7', 'left out', 't', '1e+20', '1.50', '9007199254740993', '2026-01-02 03:04:05+08'];
  const json = written([23, 25, 16, 701, 1700, 20, 1184], outs, [row, row]);
  const one = { i: -7, b: true, f: 1e20, n: '1.50', big: '9007199254740993', t: '2026-01-02T03:04:05+08:00' };
  expect(json).toBe(JSON.stringify([one, one]));
});

it('shows what a mask makes of a value, longer or not, and never the value', () => {
  const outs = [
    { name: 'm', show: () => '*'.repeat(5000) },
    { name: 'n', show: () => null },
    { name: 'u', show: () => undefined },
  ];
  expect(JSON.parse(written([25, 25, 25], outs, [['secret', 'secret', 'secret']]))).toEqual([{ m: '*'.repeat(5000), n: null, u: null }]);
});

it('an empty result is an empty list', () => {
  expect(written([25], [{ name: 'a', show: null }], [])).toBe('[]');
});
