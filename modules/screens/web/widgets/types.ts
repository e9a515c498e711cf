import type { ChartData, Scalar } from '#modules/datasets/contract/query.ts';
import type { ScreenConfig, ScreenNode } from '../../contract/screen-config.ts';
import type { Props } from '../../core/widgets.ts';
import type { TileFeed } from '#modules/charts/web/parts.ts';
import type { Row, Table } from './read.ts';

/** What every widget gets. */
export interface PlainProps {
  readonly node: ScreenNode;
  /** settings with defaults */
  readonly props: Props;
  readonly config: ScreenConfig;
  readonly feed: TileFeed;
  readonly isEditing: boolean;
}
/** What widgets with data get: an answer with at least one row. */
export interface DataProps extends PlainProps {
  readonly data: ChartData;
  readonly table: Table;
  /** what a click on a row does; null = nothing */
  readonly onRow: ((row: Row) => void) | null;
  /** the same on a mark; `isMenu` = by the key or the button of the mouse that asks for a menu */
  readonly onValues: ((values: readonly { col: string; value: Scalar }[], how?: { readonly isMenu?: boolean | undefined }) => void) | null;
  /** row that was clicked and filters others */
  readonly isChosen: (row: Row) => boolean;
}
