import { useParams, useSearchParams } from 'react-router';
import { useCall } from '#kit/web/use-call.ts';
import { readScreen } from '../../core/read-screen.ts';
import { DesignGate } from '#kit/web/designer/DesignGate.tsx';
import { screenApi } from './api.ts';
import { Builder } from './Builder.tsx';
import { Preview } from './Preview.tsx';
import './build.css';

/** `/visual/screen/build/:id`: the builder, or with `?preview=1` the draft of this browser as viewers would see it. */
export default function ScreenBuildPage() {
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  return query.get('preview') === '1' ? <Preview key={id} id={id} /> : <Opened key={id} id={id} />;
}

function Opened({ id }: { id: string }) {
  const found = useCall(screenApi.screen.get, { params: { id } });
  return (
    <DesignGate found={found} list={{ path: '/visual/datascreen', name: '大屏配置' }}>
      {({ screenConfig, screenName, version, isSystem, code, publishedNo }) => (
        <Builder
          id={id}
          stored={{ config: readScreen(screenConfig), name: screenName, version }}
          isSystem={isSystem === '1'}
          code={code}
          publishedNo={publishedNo}
        />
      )}
    </DesignGate>
  );
}
