import { describe, expect, it } from 'vitest';
import { apiLine, serviceLine } from './lines.ts';
import { parted } from './parted.ts';
import { Counted } from './stats.ts';
import { testLine, testServiceLine } from './test-line.ts';

const textOf = (rows: readonly Buffer[]): string => Buffer.concat(rows).toString();

describe('lines of a spool', () => {
  it('go to the table of their kind without what says which; what is not whole is left out', () => {
    const lines = [apiLine(testLine(), '1', 'n'), serviceLine(testServiceLine(), '2', 'n'), 'A\t3\thalf a line\n'];
    const { rows, count } = parted(Buffer.from(lines.join('')), new Counted());
    expect(count).toBe(2);
    expect([textOf(rows.api), textOf(rows.service)]).toEqual([lines[0]!.slice(2), lines[1]!.slice(2)]);
  });

  it('that the release before has left say nothing of queue and encoding', () => {
    const line = apiLine(testLine({ queueTime: 0.25, encodeTime: 0.5 }), '1', 'n');
    expect(line.endsWith('\tn\t0.25\t0.5\n')).toBe(true);
    const former = line.replace('\t0.25\t0.5\n', '\n');
    const { rows, count } = parted(Buffer.from(former + line), new Counted());
    expect(count).toBe(2);
    expect(textOf(rows.api).split('\n').toSorted()).toEqual(['', line.slice(2, -1), `${former.slice(2, -1)}\t\\N\t\\N`].toSorted());
  });
});
