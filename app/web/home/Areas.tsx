import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../shell/api.ts';

type Area = CallReply<typeof api.home.home>['areas'][number];

/** Live figures of the areas that the account may use, each the way into its page; areas without one stand in the menu. */
export function Areas({ areas }: { areas: readonly Area[] }) {
  const figures = areas.filter((area) => area.value !== null);
  if (figures.length === 0) return null;
  return (
    <div className="home-areas">
      <FigureStrip
        label="数据概况"
        figures={figures.map((area) => ({
          label: area.title,
          value: grouped(area.value),
          ...(area.unit && { unit: area.unit }),
          note: area.note,
          to: area.path,
        }))}
      />
    </div>
  );
}

/** 12345 → 12,345 */
const grouped = (value: string | null): string | null =>
  value !== null && /^\d+$/u.test(value) ? Number(value).toLocaleString('en-US') : value;
