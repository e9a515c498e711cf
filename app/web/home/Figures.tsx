import { useQuery } from '@tanstack/react-query';
import { useCan } from '#kit/web/can.tsx';
import type { SentRoute } from '#kit/web/client.ts';
import { Delta } from '#kit/web/parts/Delta.tsx';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { send } from '#kit/web/send.ts';

/** What is read of a figure; the contract would bring every schema of a document into the start of the program. */
interface Figure {
  readonly boardId: string;
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  readonly span: string;
  readonly change: number | null;
  readonly against: string;
  readonly trend: readonly number[];
}
const ROUTE: SentRoute = { method: 'GET', path: '/data/visual/home/figures' };

interface FiguresProps {
  /** written large, for those who read figures and make none */
  readonly big: boolean;
}

/** Cards of the boards that the reader looks at, as figures with their trend, each the way to its board. */
export function Figures({ big }: FiguresProps) {
  const can = useCan();
  const { data } = useQuery({
    queryKey: [ROUTE.path],
    enabled: can.perm('visual:board:preview'),
    staleTime: 300_000,
    queryFn: async ({ signal }) => (await send(ROUTE, {}, { signal, quiet: true, overlay: false })) as readonly Figure[],
  });
  if (!data || data.length === 0) return null;
  return (
    <FigureStrip
      label="我的指标"
      big={big}
      figures={data.map(({ boardId, name, value, unit, span, change, against, trend }) => ({
        label: name,
        value,
        unit,
        note: change === null ? span : <Delta value={change} label={`${against} · ${span}`} />,
        spark: trend,
        to: `/visual/board/view/${boardId}`,
      }))}
    />
  );
}
