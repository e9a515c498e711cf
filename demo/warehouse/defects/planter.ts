import { random, type Random } from '../random.ts';
import type { Row } from '../table.ts';
import { countOf, type DefectCode } from './index.ts';

/** Spoils rows of one table; a row carries one fault at most, so that every count stays exact. */
export function planter(rows: Row[]): {
  spoil(code: DefectCode, change: (row: Row, draw: Random) => Partial<Row>, fits?: (row: Row) => boolean): void;
  extra(code: DefectCode, make: (model: Row, number: number, draw: Random) => Partial<Row>, fits?: (row: Row) => boolean): void;
} {
  const touched = new Set<number>();
  const clean = rows.length;
  const choose = (code: DefectCode, draw: Random, fits: (row: Row) => boolean): number[] => {
    const found: number[] = [];
    for (let tries = 0; found.length < countOf(code); tries++) {
      if (tries > 400_000) throw new Error(`no rows fit defect ${code}`);
      const at = draw.int(0, clean - 1);
      if (touched.has(at) || !fits(rows[at] as Row)) continue;
      touched.add(at);
      found.push(at);
    }
    return found;
  };
  const any = () => true;
  return {
    spoil(code, change, fits = any) {
      const draw = random(`defect:${code}`);
      for (const at of choose(code, draw, fits)) rows[at] = { ...(rows[at] as Row), ...(change(rows[at] as Row, draw) as Row) };
    },
    extra(code, make, fits = any) {
      const draw = random(`defect:${code}`);
      choose(code, draw, fits).forEach((at, index) =>
        rows.push({ ...(rows[at] as Row), ...(make(rows[at] as Row, index + 1, draw) as Row) }),
      );
    },
  };
}
