import { BellOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { onPush } from '#kit/web/push.ts';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { bellApi } from '#modules/notices/web/index.ts';
import { parts } from '#modules/notices/web/pages.ts';

const BellPanel = lazyPart(parts.bellPanel);
const MustRead = lazyPart(parts.mustRead);
const MAX = 99;

/** How much there is to read, and what must be read before anything else. */
export function Bell({ onLock }: { onLock: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useCall(bellApi.message.unread);
  const refresh = useRefresh();
  useEffect(() => {
    const ask = () => void refresh(bellApi.message.unread, bellApi.message.page);
    const ends = [onPush('bell', ask), onPush('missed', ask)];
    return () => ends.forEach((end) => end());
  }, [refresh]);
  const counts = { notices: data?.notices ?? 0, messages: data?.messages ?? 0 };
  const sum = counts.notices + counts.messages;
  const label = sum === 0 ? '消息' : `消息，${sum} 条未读`;
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        open={isOpen}
        onOpenChange={setOpen}
        destroyOnHidden
        popupRender={() => (
          <Suspense fallback={null}>
            <BellPanel counts={counts} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      >
        <button type="button" className="icon-button" aria-label={label} title={label}>
          <BellOutlined />
          {sum > 0 && <span className="bell-count">{sum > MAX ? `${MAX}+` : sum}</span>}
        </button>
      </Dropdown>
      <Suspense fallback={null}>{data && data.mustRead.length > 0 && <MustRead waiting={data.mustRead} onLock={onLock} />}</Suspense>
    </>
  );
}
