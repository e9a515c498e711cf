import { ScreenConfig } from '../contract/screen-config.ts';
import { asList, asNumber, asObject, asText, idText, isObject, secondsOf, unpacked, whole, within, type Loose } from '#kit/core/loose.ts';
import { isNewerDocument, upgradeDocument, type DocumentUpgrades } from '#kit/core/document-upgrade.ts';
import { repair } from '#kit/core/repair.ts';
import { isNewerChart, readChart } from '#modules/charts/core/index.ts';

/** A screen without anything on it. */
export const emptyScreen = (): ScreenConfig => ScreenConfig.parse({ v: 1, nodes: {}, clicks: 'menu' });

/** A place that a chart may stand at, far off the canvas is not one. */
const span = (value: unknown, least: number, otherwise: number): number => within(asNumber(value) ?? otherwise, least, 20_000);

/** `BorderBox7` of the family → a border of ours behind the chart. */
const borderNumber = (value: unknown): string | null => /^BorderBox(\d{1,2})/i.exec(String(value))?.[1] ?? null;

/** Pixels of the family: `{width,height,backgroundImage,layout:[{x,y,w,h,i}],property:[{id,border,backgroundColor,milliseconds}]}`. */
function fromFamily(form: Loose): Loose {
  const about = new Map(asList(form.property).map((one) => [String(asObject(one).id), asObject(one)]));
  const nodes: Record<string, Loose> = {};
  asList(form.layout).forEach((one, n) => {
    const tile = asObject(one);
    const id = idText(tile.i);
    if (id === null) return;
    const more = about.get(id) ?? {};
    const place = { x: span(tile.x, -20_000, 0), y: span(tile.y, -20_000, 0), w: span(tile.w, 1, 400), h: span(tile.h, 1, 300) };
    const border = borderNumber(more.border);
    if (border !== null && border !== '0')
      nodes[`b_${id}`] = {
        ...place,
        id: `b_${id}`,
        z: n * 2,
        type: 'border',
        name: '边框',
        props: { kind: `b${whole(border, 1, 12, 1)}` },
      };
    const refreshSec = secondsOf(more.milliseconds);
    nodes[id] = {
      ...place,
      id,
      z: n * 2 + 1,
      type: 'chart',
      name: asText(more.chartName, 64) ?? '',
      chartId: id,
      ...(refreshSec > 0 ? { refreshSec } : {}),
    };
  });
  const image = asText(form.backgroundImage, 200);
  return {
    v: 1,
    width: whole(form.width, 320, 15_360, 1920),
    height: whole(form.height, 240, 8640, 1080),
    // a picture of ours is stored under a plain file name; the family's built-in ones are paths of its own front end
    background: { color: '#030B1E', fileName: image !== null && /^[\w.-]+$/.test(image) ? image : null },
    nodes,
  };
}

/** What the form of screens went through; a new version is a step at the end, and `v` in `contract/screen-config.ts`. */
const UPGRADES: DocumentUpgrades = { steps: [(form) => (isObject(form.nodes) ? form : fromFamily(form))] };

/** True of a screen that a later program stored, or one with such a chart on it. */
export function isNewerScreen(stored: unknown): boolean {
  const form = unpacked(stored);
  if (isNewerDocument(UPGRADES, form)) return true;
  return Object.values(asObject(asObject(form).nodes)).some((node) => isNewerChart(asObject(node).chart));
}

function healed(form: Loose): Loose {
  const nodes = Object.fromEntries(
    Object.entries(asObject(form.nodes)).map(([key, one]) => {
      const node = asObject(one);
      const chart = node.chart === undefined || node.chart === null ? {} : { chart: readChart(node.chart) };
      return [key, { z: 0, ...node, id: key, ...chart }];
    }),
  );
  return { ...form, v: 1, nodes };
}

/** Names and parents agree: a node is called as its key says, parents exist and do not go round in circles. */
function joined(screen: ScreenConfig): ScreenConfig {
  const nodes = Object.fromEntries(Object.entries(screen.nodes).map(([key, node]) => [key, node.id === key ? node : { ...node, id: key }]));
  for (const node of Object.values(nodes)) {
    const seen = new Set([node.id]);
    for (let up = node.parent; up !== null; up = nodes[up]!.parent)
      if (seen.has(up) || !Object.hasOwn(nodes, up)) {
        nodes[node.id] = { ...node, parent: null };
        break;
      } else seen.add(up);
  }
  return { ...screen, nodes };
}

/**
 * Anything that was ever stored as a screen → the current form; what does not fit is left out, nothing readable at all (and what
 * a later program stored: see `isNewerScreen`) is an empty screen. Never throws.
 */
export function readScreen(stored: unknown): ScreenConfig {
  const form = unpacked(stored);
  if (!isObject(form) || isNewerDocument(UPGRADES, form)) return emptyScreen();
  const upgraded = upgradeDocument(UPGRADES, form);
  const exact = ScreenConfig.safeParse(upgraded);
  if (exact.success) return joined(exact.data);
  const screen = repair(ScreenConfig, healed(upgraded));
  return screen === null ? emptyScreen() : joined(screen);
}
