import { expect, test } from 'vitest';
import { escapeHtml, flowTip } from './tips.ts';

const HOSTILE = `<img src=x onerror="alert(1)"> & '`;

test('names of sources and tables are text in tooltips, never markup', () => {
  const holder = document.createElement('div');
  for (const html of [escapeHtml(HOSTILE), flowTip(HOSTILE, HOSTILE, 3)]) {
    holder.innerHTML = html;
    expect(holder.children).toHaveLength(0);
    expect(holder.textContent).toContain(HOSTILE);
  }
});
