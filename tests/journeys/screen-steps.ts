import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What a person does in the screen builder, by mouse and by keys. */
export function builder(page: Page) {
  const canvas = page.locator('.sed-canvas');
  const nodes = page.locator('.sed-node');
  const frame = page.locator('.sed-frame');
  const field = (name: string) => page.getByRole('spinbutton', { name, exact: true });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** middle of an element in the window */
  const middle = async (of: Locator) => {
    const box = (await of.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  return {
    canvas,
    nodes,
    frame,
    press,
    ready: () => canvas.waitFor(),
    async status(text: string) {
      await expect.poll(() => page.getByRole('status').first().textContent(), { timeout: 30_000 }).toContain(text);
    },
    /** adds a component as one does with the mouse, or with Enter */
    async add(label: string, how: 'mouse' | 'keys' = 'mouse') {
      const before = await nodes.count();
      const tile = page.locator('.sed-tile').filter({ has: page.getByText(label, { exact: true }) });
      if (how === 'mouse') await tile.click();
      else {
        await tile.focus();
        await press('Enter');
      }
      await expect.poll(() => nodes.count()).toBe(before + 1);
    },
    /** shows a part of the inspector; the keys go on to the canvas */
    async tab(name: string) {
      await page.locator('.sed-inspector-tabs').getByText(name, { exact: true }).click();
      await canvas.focus();
    },
    async side(name: string) {
      await page.locator('.sed-side-tabs').getByText(name, { exact: true }).click();
    },
    /** place and size as the inspector tells them */
    async box() {
      const read = async (name: string) => Number(await field(name).inputValue());
      return { x: await read('横坐标'), y: await read('纵坐标'), w: await read('宽度'), h: await read('高度'), r: await read('旋转角度') };
    },
    async type(name: string, value: number) {
      await field(name).fill(String(value));
      await field(name).press('Enter');
      await canvas.focus();
    },
    async drag(from: Locator, dx: number, dy: number, held?: 'Control' | 'Shift' | 'Alt') {
      const at = await middle(from);
      await page.mouse.move(at.x, at.y);
      if (held) await page.keyboard.down(held);
      await page.mouse.down();
      await page.mouse.move(at.x + dx / 2, at.y + dy / 2, { steps: 4 });
      await page.mouse.move(at.x + dx, at.y + dy, { steps: 4 });
      await page.mouse.up();
      if (held) await page.keyboard.up(held);
    },
    async zoom() {
      return Number((await page.getByRole('button', { name: '缩放' }).textContent())!.replace('%', '')) / 100;
    },
    handle: (name: string) => page.locator(`.sed-frame [data-handle="${name}"]`),
    layers: () => page.getByRole('treeitem').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label'))),
  };
}

/** Builds with the mouse: drags, resizes, turns, chooses by a rectangle, groups, and takes all of it back. */
export async function byMouse(page: Page): Promise<void> {
  const it = builder(page);
  await it.add('文字');
  await it.type('横坐标', 200);
  await it.type('纵坐标', 200);
  await it.type('宽度', 400);
  await it.type('高度', 120);
  const zoom = await it.zoom();
  const start = await it.box();
  // free of snapping the node follows the pointer
  await it.drag(it.nodes.first(), 100, 60, 'Control');
  const moved = await it.box();
  expect(Math.abs(moved.x - start.x - 100 / zoom)).toBeLessThan(6);
  expect(Math.abs(moved.y - start.y - 60 / zoom)).toBeLessThan(6);
  // the opposite corner stays
  await it.drag(it.handle('se'), 40, 20, 'Control');
  const grown = await it.box();
  expect([grown.x, grown.y]).toEqual([moved.x, moved.y]);
  expect(grown.w).toBeGreaterThan(moved.w);
  // Escape in the middle of a drag leaves everything as it was
  const at = (await it.nodes.first().boundingBox())!;
  await page.mouse.move(at.x + 20, at.y + 10);
  await page.mouse.down();
  await page.mouse.move(at.x + 200, at.y + 90, { steps: 4 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await it.box()).toEqual(grown);
  await it.drag(it.handle('turn'), 120, 60, 'Shift');
  const angle = (await it.box()).r;
  expect(angle % 15).toBe(0);
  expect(angle).not.toBe(0);
  await it.press('Control+z');
  expect((await it.box()).r).toBe(0);

  // a second one snaps to the left edge of the first
  await it.add('时间');
  await it.type('纵坐标', 700);
  await it.type('横坐标', grown.x + 5);
  await it.drag(it.nodes.nth(1), 0, 12);
  expect((await it.box()).x).toBe(grown.x);

  // a rectangle over both, a group, away and back
  const screen = (await page.locator('.sed-screen').boundingBox())!;
  await page.mouse.move(screen.x + 2, screen.y + 2);
  await page.mouse.down();
  await page.mouse.move(screen.x + screen.width - 4, screen.y + screen.height - 4, { steps: 5 });
  await page.mouse.up();
  await it.press('Control+g');
  await it.side('图层');
  expect(await it.layers()).toHaveLength(3);
  await it.press('Control+z');
  await expect.poll(async () => (await it.layers()).length).toBe(2);
  await it.press('Control+y');
  await expect.poll(async () => (await it.layers()).length).toBe(3);
  await it.side('组件库');
}

/** Builds with keys alone. */
export async function byKeys(page: Page): Promise<void> {
  const it = builder(page);
  const before = await it.nodes.count();
  // what shows data opens its data
  await it.add('排行榜', 'keys');
  await page.getByRole('button', { name: '数据集', expanded: true }).waitFor();
  await it.tab('布局');
  await it.press('Shift+ArrowRight', 'ArrowRight', 'Shift+ArrowUp');
  const first = await it.box();
  await it.press('Control+ArrowRight', 'Control+Shift+ArrowDown');
  expect(await it.box()).toMatchObject({ w: first.w + 1, h: first.h + 10 });
  await it.press('>', ',');
  expect((await it.box()).r).toBe(14);
  await it.press('Control+d');
  await expect.poll(() => it.nodes.count()).toBe(before + 2);
  const copy = await it.box();
  expect([copy.x, copy.y]).toEqual([first.x + 16, first.y + 16]);
  await it.press('Control+c', 'Control+v');
  await expect.poll(() => it.nodes.count()).toBe(before + 3);
  await it.press('Delete');
  await expect.poll(() => it.nodes.count()).toBe(before + 2);
  // Tab goes through the nodes, F2 names the chosen one
  await it.press('Escape', 'Escape');
  await page.locator('.sed-canvas').focus();
  await it.press('Shift+Tab');
  await page.locator('.sed-canvas').focus();
  await it.press('Shift+Tab', 'F2');
  await page.getByRole('textbox', { name: '图层名称' }).fill('销售前十');
  await it.press('Enter');
  await it.side('图层');
  expect(await it.layers()).toContain('销售前十');
  await it.side('组件库');
}
