import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { LibraryPage } from '#modules/library/web/parts.ts';
import { askApi } from '../ask/api.ts';
import { chartKind } from './kind.ts';

const AskDrawer = lazy(async () => ({ default: (await import('../ask/AskDrawer.tsx')).AskDrawer }));

/** 图表配置, and the way to ask for a chart in one's own words. */
export default function ChartListPage() {
  const [isAsking, setAsking] = useState(false);
  const can = useCan();
  return (
    <>
      {can(askApi.ask.ask) && (
        <PageActions>
          <Button icon={<QuestionCircleOutlined />} onClick={() => setAsking(true)}>
            问数
          </Button>
        </PageActions>
      )}
      <LibraryPage of={chartKind} />
      {isAsking && (
        <Suspense fallback={null}>
          <AskDrawer onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
