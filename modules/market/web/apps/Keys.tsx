import { PlusOutlined } from '@ant-design/icons';
import { Button, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { confirmLoss, toast } from '#kit/web/dialog.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { serverNow } from '#kit/web/server-clock.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { barredProps } from '#kit/web/table/barred.ts';
import { useRefresh, type CallReply } from '#kit/web/use-call.ts';
import { MAX_LIVE_KEYS } from '../../contract/app.ts';
import { SIGN_MODES } from '../../core/signing.ts';
import { api } from '../api.ts';
import { KeyDialog } from './KeyDialog.tsx';
import { NewKey, type MadeKey } from './NewKey.tsx';

type App = CallReply<typeof api.app.get>;
type Key = App['keys'][number];

type State = 'live' | 'expired' | 'revoked';
export function stateOf({ revokeTime, expireTime }: Pick<Key, 'revokeTime' | 'expireTime'>, now: number): State {
  if (revokeTime !== null) return 'revoked';
  return expireTime !== null && Date.parse(String(expireTime)) <= now ? 'expired' : 'live';
}
const STATES = { live: ['有效', 'ok'], expired: ['已过期', 'idle'], revoked: ['已吊销', 'idle'] } as const;

/** The keys of an application: at most two are alive, so that callers can change over from one to the next. */
export function Keys({ app }: { app: App }) {
  const can = useCan();
  const refresh = useRefresh();
  const [asking, setAsking] = useState<{ old: Key | null } | null>(null);
  const [made, setMade] = useState<MadeKey | null>(null);
  const now = serverNow();
  const live = app.keys.filter((key) => stateOf(key, now) === 'live').length;
  const barred = live >= MAX_LIVE_KEYS ? `最多同时有 ${MAX_LIVE_KEYS} 个有效密钥，请先吊销不用的` : false;
  const revoke = async (key: Key) => {
    const agreed = await confirmLoss('吊销', `吊销密钥 …${key.hint}…？用它的调用立即被拒绝，不能恢复。`, () =>
      api.app.revokeKey({ params: { id: app.id, keyId: key.keyId } }, { overlay: false }),
    );
    if (!agreed) return;
    toast.success('密钥已吊销');
    await refresh(api.app.page);
  };
  return (
    <section className="market-described" aria-label="密钥">
      <h3>
        密钥 <small>最多 {MAX_LIVE_KEYS} 个同时有效，先启用新的，再吊销旧的</small>
        <span className="grow" />
        {can(api.app.createKey) && (
          <Button size="small" icon={<PlusOutlined />} {...barredProps(barred)} onClick={() => setAsking({ old: null })}>
            生成密钥
          </Button>
        )}
      </h3>
      {made !== null && <NewKey made={made} appName={app.appName} onClose={() => setMade(null)} />}
      <Table<Key>
        className="list-table"
        size="small"
        rowKey="keyId"
        pagination={false}
        dataSource={app.keys}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: '还没有密钥' }}
        columns={columnsOf({
          now,
          onRevoke: can(api.app.revokeKey) ? (key) => void revoke(key) : null,
          onRotate: can(api.app.rotateKey) && barred === false ? (old) => setAsking({ old }) : null,
        })}
      />
      {asking && (
        <KeyDialog
          app={app}
          old={asking.old}
          onClose={() => setAsking(null)}
          onMade={(key) => {
            setAsking(null);
            setMade(key);
          }}
        />
      )}
    </section>
  );
}

interface Steps {
  now: number;
  /** null for who may not, or cannot now */
  onRevoke: ((key: Key) => void) | null;
  onRotate: ((key: Key) => void) | null;
}
const columnsOf = ({ now, onRevoke, onRotate }: Steps): TableColumnsType<Key> => [
  { title: '密钥', render: (_, key) => <span className="mono">…{key.hint}…</span> },
  { title: '认证方式', render: (_, key) => SIGN_MODES[key.signMode] },
  { title: '状态', render: (_, key) => <KeyState state={stateOf(key, now)} /> },
  { title: '创建', render: (_, key) => <DateText value={key.createTime} /> },
  { title: '到期', render: (_, key) => (key.expireTime ? <DateText value={key.expireTime} /> : '长期有效') },
  {
    title: '最后使用',
    render: (_, key) => (key.lastUsedTime ? <DateText value={key.lastUsedTime} /> : <span className="muted">从未</span>),
  },
  {
    title: '操作',
    fixed: 'right',
    render: (_, key) =>
      key.revokeTime === null && (
        <span className="row-actions">
          {onRotate && stateOf(key, now) === 'live' && (
            <button type="button" onClick={() => onRotate(key)}>
              轮换
            </button>
          )}
          {onRevoke && (
            <button type="button" onClick={() => onRevoke(key)}>
              吊销
            </button>
          )}
        </span>
      ),
  },
];
const KeyState = ({ state }: { state: State }) => <Tag tone={STATES[state][1]}>{STATES[state][0]}</Tag>;
