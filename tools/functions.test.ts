import { describe, expect, it } from 'vitest';
import { measure } from './functions.mjs';

const ts = (...lines: string[]) => measure(lines.join('\n'), { jsx: false });
const body = Array.from({ length: 60 }, (_, i) => `  step(${i});`);

describe('functions of a text', () => {
  it('names those that are long by what holds them', () => {
    expect(ts('export function harvest() {', ...body, '}').long).toEqual({ harvest: 62 });
    expect(ts('const load = async () => {', ...body, '};').long).toEqual({ load: 62 });
    expect(ts('const calls = { page: () => {', ...body, '} };').long).toEqual({ page: 62 });
    expect(ts('class Reader { async *rows() {', ...body, '} }').long).toEqual({ rows: 62 });
    expect(ts('each(list, () => {', ...body, '});').long).toEqual({ 'in each': 62 });
    expect(ts('const short = () => {', ...body.slice(2), '};').long).toEqual({});
  });

  it('counts those that are given a boolean by its place', () => {
    expect(ts('const a = (x: string, deep: boolean) => x;').booleans).toBe(1);
    expect(ts('function b(deep = true) {}').booleans).toBe(1);
    expect(ts('function c(deep?: boolean | undefined) {}').booleans).toBe(1);
    expect(ts('function d({ deep }: { deep: boolean }) {}', 'type Ask = (deep: boolean) => void;').booleans).toBe(0);
  });

  it('counts choices that are more than two deep, each once', () => {
    expect(ts('const a = x ? 1 : y ? 2 : 3;').choices).toBe(0);
    expect(ts('const a = x ? 1 : y ? 2 : z ? 3 : 4;').choices).toBe(1);
    expect(ts('const a = x ? (y ? (z ? 1 : 2) : 3) : 4;').choices).toBe(1);
  });

  it('reads components', () => {
    expect(measure('const A = ({ on }: { on: boolean }) => (on ? <b /> : null);', { jsx: true })).toEqual({
      long: {},
      booleans: 0,
      choices: 0,
    });
  });
});
