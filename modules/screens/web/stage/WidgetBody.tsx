import { memo, useMemo } from 'react';
import { DATA_WIDGETS, type ScreenConfig, type ScreenNode } from '../../contract/screen-config.ts';
import { withDefaults } from '../../core/widgets.ts';
import type { TileFeed } from '#modules/charts/web/parts.ts';
import { WidgetBoundary } from '../widgets/WidgetBoundary.tsx';
import { DataBody } from '../widgets/DataBody.tsx';
import { PLAIN } from '../widgets/registry.ts';
import './stage.css';
import '../widgets/widgets.css';

export interface WidgetBodyProps {
  readonly node: ScreenNode;
  readonly config: ScreenConfig;
  readonly feed: TileFeed;
  readonly isEditing?: boolean;
}

/** What a node shows, filling the element around it; drawn again only when the node or its data change. */
export const WidgetBody = memo(function WidgetBody({ node, config, feed, isEditing = false }: WidgetBodyProps) {
  const props = useMemo(() => withDefaults(node.type, node.props), [node.type, node.props]);
  const Plain = PLAIN[node.type];
  return (
    <WidgetBoundary key={node.type}>
      {DATA_WIDGETS.has(node.type) ? (
        <DataBody node={node} props={props} config={config} feed={feed} isEditing={isEditing} />
      ) : (
        Plain && <Plain node={node} props={props} config={config} feed={feed} isEditing={isEditing} />
      )}
    </WidgetBoundary>
  );
});
