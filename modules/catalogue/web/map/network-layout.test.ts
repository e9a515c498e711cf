import { describe, expect, it } from 'vitest';
import { LABEL, labelsAt, labelWidth, layoutOf, type LayoutNode, type PlacedNode } from './network-layout.ts';

const NAMES = ['客户档案（原始）', '合同', '项目月度产值与成本', '员工', '应收账款账龄'];
const company = (tables: number, groups: number): LayoutNode[] =>
  Array.from({ length: tables }, (_, i) => ({ id: `t${i}`, label: `${NAMES[i % 5]}${i}`, group: `主题域${i % groups}`, layer: i % 5 }));
const links = (tables: number) =>
  Array.from({ length: tables * 2 }, (_, i) => ({ from: `t${i % tables}`, to: `t${(i * 7 + 3) % tables}` }));

const boxes = (nodes: readonly PlacedNode[]) =>
  nodes.flatMap((node) => {
    const half = labelWidth(node.label) / 2;
    const top = node.y + node.r + LABEL.gap;
    return [
      { of: node.id, left: node.x - node.r, right: node.x + node.r, top: node.y - node.r, bottom: node.y + node.r },
      { of: node.id, left: node.x - half, right: node.x + half, top, bottom: top + LABEL.height },
    ];
  });
function collisions(nodes: readonly PlacedNode[]): string[] {
  const all = boxes(nodes);
  return all.flatMap((a, i) =>
    all
      .slice(i + 1)
      .filter((b) => a.of !== b.of && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => `${a.of} ${b.of}`),
  );
}

describe('the network of tables', () => {
  it.each([
    [1, 1],
    [40, 7],
    [200, 11],
  ])('%i tables in %i domains: no name lies on another or on a circle, and regions lie apart', (tables, groups) => {
    const layout = layoutOf(company(tables, groups), links(tables));
    expect(layout.nodes).toHaveLength(tables);
    expect(collisions(layout.nodes)).toEqual([]);
    for (const [i, a] of layout.regions.entries())
      for (const b of layout.regions.slice(i + 1))
        expect(a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height).toBe(false);
    for (const node of layout.nodes) {
      const region = layout.regions.find(({ name }) => name === node.group)!;
      const half = labelWidth(node.label) / 2;
      expect(node.x - half).toBeGreaterThanOrEqual(region.x);
      expect(node.x + half).toBeLessThanOrEqual(region.x + region.width);
    }
  });

  it('is the same for the same tables, in whatever order they come', () => {
    const nodes = company(40, 7);
    expect(layoutOf(nodes.toReversed(), links(40)).regions.length).toBe(7);
    expect(layoutOf(nodes, links(40))).toEqual(layoutOf(nodes, links(40)));
  });

  it('thins names out by relations when it is drawn small', () => {
    const { nodes } = layoutOf(company(200, 11), links(200));
    expect(labelsAt(nodes, 1).size).toBe(200);
    const few = labelsAt(nodes, 0.4);
    expect(few.size).toBeLessThan(120);
    expect(few.size).toBeGreaterThan(10);
    const best = nodes.toSorted((a, b) => b.degree - a.degree || (a.id < b.id ? -1 : 1))[0]!;
    expect(few.has(best.id)).toBe(true);
  });
});
