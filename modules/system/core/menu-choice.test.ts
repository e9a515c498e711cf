import { describe, expect, it } from 'vitest';
import { checkState, toggle } from './menu-choice.ts';

const row = (id: string, parentId: string, menuType: '0' | '1' | '2') => ({ id, parentId, menuType });
const rows = [row('m', '0', '0'), row('p', 'm', '1'), row('b1', 'p', '2'), row('b2', 'p', '2'), row('q', 'm', '1')];
const list = (chosen: Set<string>) => [...chosen].sort();

describe('choosing menus for a role', () => {
  it('a module takes everything below it along and is never chosen itself', () => {
    expect(list(toggle(rows, new Set(), 'm', true))).toEqual(['b1', 'b2', 'p', 'q']);
    expect(list(toggle(rows, new Set(['p', 'b1', 'q']), 'm', false))).toEqual([]);
  });

  it('a button takes its page along, and stays away with it', () => {
    expect(list(toggle(rows, new Set(), 'b1', true))).toEqual(['b1', 'p']);
    expect(list(toggle(rows, new Set(['p', 'b1']), 'p', false))).toEqual([]);
    expect(list(toggle(rows, new Set(['p', 'b1']), 'b1', false))).toEqual(['p']);
  });

  it('a module is ticked when all is chosen, half ticked when some is', () => {
    expect(checkState(rows, new Set(['p', 'b1', 'b2', 'q']))).toEqual({ checked: expect.arrayContaining(['m', 'p', 'q']), half: [] });
    expect(checkState(rows, new Set(['q']))).toEqual({ checked: ['q'], half: ['m'] });
  });
});
