import type { CachePolicy } from '#modules/datasets/contract/cache-policy.ts';
import type { Outline } from './outline.ts';

interface Placed {
  readonly path: string;
  readonly policy: CachePolicy | null | undefined;
}
/** What a document says of how long answers are kept: of itself and of the charts in it, with the path of each. */
export const policiesOf = ({ parts, cache }: Outline): Placed[] => [
  { path: 'cache', policy: cache },
  // a chart by itself is its document
  ...parts.flatMap(({ chartPath, chart }) => (chartPath === '' ? [] : [{ path: `${chartPath}cache`, policy: chart?.cache }])),
];
