import { expect, it } from 'vitest';
import type { Ctx } from '#kit/server/ctx.ts';
import { exportEdges } from './export.ts';

it('leaves no name of a source to be taken for a formula, also not with a full-width sign', () => {
  const names = ['＝cmd', '=cmd', '\n=cmd', '-1', 'plain'];
  const node = (name: string) => ({ key: name, name, sourceName: 's', schemaName: null });
  const edge = (from: string) => ({ from, to: 'plain', kinds: ['table'], origins: ['sql'], confidence: 'high' });
  const graph = { nodes: names.map(node), edges: names.slice(0, 4).map(edge), columnEdges: [] };
  const ctx = { audit: { note: () => undefined } } as unknown as Ctx;
  const { body } = exportEdges(ctx, graph as unknown as Parameters<typeof exportEdges>[1], 't', 'csv');
  const starts = String(body)
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0]);
  expect(starts.toSorted()).toEqual(['"\'\n=cmd"', "'=cmd", "'＝cmd", '-1', ''].toSorted());
});
