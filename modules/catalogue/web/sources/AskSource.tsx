import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';

const SourceRequestDialog = lazyPart(() => import('./SourceRequestDialog.tsx'));

interface Props {
  sourceId: string;
  name: string;
  size?: 'small' | 'middle';
}
/** 申请权限 on a whole source. */
export function AskSource({ sourceId, name, size = 'middle' }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size={size} onClick={() => setAsking(true)}>
        申请权限
      </Button>
      <Suspense fallback={null}>
        {isAsking && <SourceRequestDialog sourceId={sourceId} name={name} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  );
}
