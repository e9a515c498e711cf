import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';

const AccessRequestDialog = lazyPart(() =>
  import('../tables/AccessRequestDialog.tsx').then((part) => ({ default: part.AccessRequestDialog })),
);
const FROM = '数据检索';

interface Props {
  tableId: string;
  /** names of the columns that were found, none for the whole table */
  columns: readonly string[];
  action: 'query' | 'unmask';
}
/** 申请权限 beside a hit that its reader may not query, or sees masked. */
export function AskHit({ tableId, columns, action }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" className="hit-ask" onClick={() => setAsking(true)}>
        申请权限
      </Button>
      <Suspense fallback={null}>
        {isAsking && (
          <AccessRequestDialog tableId={tableId} preset={{ columns, actions: [action] }} from={FROM} onClose={() => setAsking(false)} />
        )}
      </Suspense>
    </>
  );
}
