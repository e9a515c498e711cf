import { useMemo, useSyncExternalStore } from 'react';
import type { Format } from '#modules/datasets/contract/field.ts';
import type { ScreenConfig, ScreenNode } from '../../contract/screen-config.ts';
import { inOneScale } from '#modules/charts/core/index.ts';
import type { TileFeed } from '#modules/charts/web/parts.ts';
import { kpiOf, str, tableOf, type Column } from './read.ts';

/** Figures whose cards stand side by side: of one height, on one line, in the same panel or group. */
const besides = (config: ScreenConfig, node: ScreenNode): string[] =>
  Object.values(config.nodes)
    .filter(({ type, y, h, parent, hide }) => type === 'kpi' && !hide && y === node.y && h === node.h && parent === node.parent)
    .map(({ id }) => id);

/** The unit that a figure would choose for itself, null when its field names one. */
const ownUnit = (column: Column | undefined): string | null => (column?.format?.scale === 'auto' ? (column.format.unit ?? '') : null);

/**
 * The format of a figure that has one unit with the figures beside it that are counted in the same: 0.65亿元 stands beside 34.87亿元, not
 * 6,512.00万元. As the others arrive it may change; each of them is drawn again only then.
 */
export function useRowFormat(config: ScreenConfig, feed: TileFeed, node: ScreenNode, column: Column | undefined): Format | null {
  const ids = useMemo(() => besides(config, node), [config, node]);
  const unit = ownUnit(column);
  const watch = useMemo(
    () => (changed: () => void) => {
      const leave = ids.map((id) => feed.subscribe(id, changed));
      return () => leave.forEach((one) => one());
    },
    [feed, ids],
  );
  const read = (): string => {
    if (unit === null || ids.length < 2) return '';
    const values = ids.flatMap((id) => {
      const { data } = feed.get(id);
      if (!data) return [];
      const props = config.nodes[id]!.props;
      const one = kpiOf(tableOf(data), { pick: str(props, 'pick'), second: str(props, 'second') || 'auto' });
      return ownUnit(one.column) === unit ? [one.value] : [];
    });
    const { scale, digits } = inOneScale(column!.format!, values);
    return `${scale} ${digits ?? ''}`;
  };
  const found = useSyncExternalStore(watch, read);
  const format = column?.format ?? null;
  return useMemo(() => {
    if (found === '' || !format) return format;
    const [scale, digits] = found.split(' ');
    return { ...format, scale: scale as Format['scale'], digits: digits === '' ? format.digits : Number(digits) };
  }, [found, format]);
}
