import { expect, it } from 'vitest';
import { ScreenConfig } from '../contract/screen-config.ts';
import { hiddenCarouselPages } from './pages.ts';

const node = (id: string, z: number, type: string, parent: string | null = null) => [id, { id, z, x: 0, y: 0, w: 10, h: 10, type, parent }];
const { nodes } = ScreenConfig.parse({
  v: 1,
  nodes: Object.fromEntries([
    node('turn', 1, 'carousel'),
    node('first', 2, 'text', 'turn'),
    node('second', 3, 'group', 'turn'),
    node('inner', 4, 'text', 'second'),
    node('beside', 5, 'text'),
  ]),
});

it('of the pages of a carousel the builder shows the first, until something in another one is chosen', () => {
  expect([...hiddenCarouselPages(nodes, [])]).toEqual(['second']);
  expect([...hiddenCarouselPages(nodes, ['beside'])]).toEqual(['second']);
  expect([...hiddenCarouselPages(nodes, ['turn'])]).toEqual(['second']);
  expect([...hiddenCarouselPages(nodes, ['second'])]).toEqual(['first']);
  expect([...hiddenCarouselPages(nodes, ['inner'])]).toEqual(['first']);
  expect([...hiddenCarouselPages(nodes, ['gone'])]).toEqual(['second']);
});
