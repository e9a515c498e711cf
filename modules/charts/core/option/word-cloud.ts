import { seriesColors } from '../look/resolve-theme.ts';
import { dimmed, nothing, type Built, type Draw } from './built.ts';
import { frameOf } from './frame.ts';
import { MAX_WORDS } from './limits.ts';
import { clickedOf, crossOf, cut, figure, textWidth } from './model.ts';
import { tip } from './tip.ts';

/** Part of the room that words take at most: fuller clouds shrink their last words until nobody can read them, or cut them at the edge. */
const FULL = 0.8;

/** The size of the largest word with which all of them find room. */
function fitting(
  words: readonly { name: string; value: number }[],
  { smallest, widest, room, grid }: { smallest: number; widest: number; room: number; grid: number },
): number {
  const [most, least] = [words[0]!.value, words.at(-1)!.value];
  for (let largest = widest; largest > smallest; largest -= 1) {
    const taken = words.reduce((sum, { name, value }) => {
      const size = most === least ? largest : smallest + ((value - least) / (most - least)) * (largest - smallest);
      return sum + (textWidth(cut(name, 12), size) + grid) * (size * 1.15 + grid);
    }, 0);
    if (taken <= room) return largest;
  }
  return smallest;
}

/** Words as large as their measure. */
export function wordCloud(draw: Draw): Built {
  const { model, look, size, config } = draw;
  const cross = crossOf({ ...model, colDims: [], measures: model.measures.slice(0, 1) });
  const one = cross.series[0];
  const words = cross.categories
    .map((category, i) => ({ name: category.label, value: one?.data[i] ?? null, clicked: clickedOf(model, category) }))
    .filter((word): word is typeof word & { value: number } => word.value !== null && word.value > 0)
    .toSorted((a, b) => b.value - a.value)
    .slice(0, MAX_WORDS);
  if (!one || words.length === 0) return nothing(draw, 'words');
  const frame = frameOf(draw, [], { legend: false });
  const colors = seriesColors(look, look.colors.length);
  const widest = Math.max(16, Math.min(size.h / 4, size.w / Math.max(4, words[0]!.name.length + 1), 64));
  const smallest = look.surface === 'screen' ? look.text : Math.max(look.text, Math.min(look.text + 2, widest / 3));
  const grid = Math.max(4, Math.min(10, size.w / 60));
  const largest = fitting(words, { smallest, widest, room: size.w * (size.h - frame.pad.top) * FULL, grid });
  return {
    option: {
      ...frame.option,
      tooltip: {
        show: !draw.isStill,
        formatter: ({ dataIndex, color }: { dataIndex: number; color: string }) =>
          tip(words[dataIndex]?.name ?? '', [{ color, name: one.name, value: figure(words[dataIndex]?.value ?? null, one.measure) }], look),
      },
      series: [
        {
          id: 'words',
          type: 'wordCloud',
          cursor: draw.isClickable ? 'pointer' : 'default',
          shape: 'circle',
          left: 0,
          top: frame.pad.top,
          width: size.w,
          height: Math.max(20, size.h - frame.pad.top),
          sizeRange: [smallest, largest],
          rotationRange: [0, 0],
          gridSize: grid,
          shrinkToFit: true,
          drawOutOfBound: false,
          layoutAnimation: false,
          textStyle: { fontFamily: look.font, fontWeight: 600 },
          emphasis: { textStyle: { opacity: 0.8 } },
          data: words.map((word, i) => ({
            name: cut(word.name, 12),
            value: word.value,
            textStyle: {
              color:
                draw.markOf(one.measure.key, word.value)?.color ??
                config.options.colors?.[i % (config.options.colors?.length ?? 1)] ??
                colors[i % colors.length],
              opacity: dimmed(draw, word.clicked) * (i < words.length / 3 ? 1 : 0.82),
            },
          })),
        },
      ],
    },
    engine: 'words',
    pick: ({ dataIndex }) => words[dataIndex]?.clicked ?? [],
    summary: `${words
      .slice(0, 8)
      .map(({ name, value }) => `${name} ${figure(value, one.measure)}`)
      .join('，')}，共 ${words.length} 个词`,
    isEmpty: false,
  };
}
