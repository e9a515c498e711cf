import { SearchOutlined } from '@ant-design/icons';
import { Modal } from 'antd';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { colorMode, useColorMode } from '#kit/web/color-mode.ts';
import { MenuIcon } from '#kit/web/menu-icon.tsx';
import { session } from '#kit/web/session.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import type { MenuTree } from '../../routes/menu-tree.ts';
import { useOpenMenu } from '../use-open-menu.ts';
import { RECENT_KEY, recentPages } from '../recent.ts';
import { menuEntries, search, type Entry } from './entries.ts';

interface Props {
  tree: MenuTree;
  isOpen: boolean;
  onClose: () => void;
  onLock: () => void;
}
const RECENTS = 6;

type Pinyin = (text: string, typed: string) => boolean;

/** Loads when the palette is first opened: 300 KB that nobody needs before. */
function usePinyin(): Pinyin | null {
  const [match, setMatch] = useState<Pinyin | null>(null);
  useEffect(() => {
    void import('pinyin-pro').then((pinyin) =>
      setMatch(() => (text: string, typed: string) => pinyin.match(text, typed.replaceAll(' ', '')) !== null),
    );
  }, []);
  return match;
}

/** Waits until typing pauses, so that not each letter is a request. */
function useSettled(text: string, ms: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return settled;
}

/** ⌘K: pages of the account (also by pinyin and initials), records, actions. */
export default function CommandPalette({ tree, isOpen, onClose, onLock }: Props) {
  return (
    <Modal
      className="palette"
      open={isOpen}
      onCancel={onClose}
      footer={null}
      closable={false}
      width={560}
      destroyOnHidden
      style={{ top: 96 }}
    >
      <Body tree={tree} onClose={onClose} onLock={onLock} />
    </Modal>
  );
}

/** The pages visited last, for an empty search. */
function useRecents(typed: string): readonly Entry[] {
  const navigate = useNavigate();
  const { data } = useCall(api.profile.preference, { params: { key: RECENT_KEY } });
  if (typed.trim() !== '') return [];
  return recentPages(data?.value)
    .slice(0, RECENTS)
    .map(({ path, title }) => ({
      key: `recent:${path}`,
      group: '最近访问',
      title,
      detail: '',
      icon: 'HistoryOutlined',
      run: () => void navigate(path),
    }));
}

/** Records that the server has found, as entries that lead to them. */
const recordEntries = (hits: readonly CallReply<typeof api.home.palette>[number][], goTo: (path: string) => void): Entry[] =>
  hits.map((hit) => ({
    key: `${hit.kind}:${hit.path}:${hit.title}`,
    group: '记录',
    title: hit.title,
    detail: `${hit.kind}${hit.detail ? ` · ${hit.detail}` : ''}`,
    icon: 'FileTextOutlined',
    run: () => goTo(hit.path),
  }));

function Body({ tree, onClose, onLock }: Omit<Props, 'isOpen'>) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const openMenu = useOpenMenu();
  const mode = useColorMode();
  const pinyin = usePinyin();
  const text = useDeferredValue(typed);
  const keyword = useSettled(typed.trim(), 250);
  const hits = useCall(api.home.palette, { query: { keyword } }, { enabled: keyword !== '', keepPrevious: true });

  const menus = useMemo(() => menuEntries(tree, openMenu), [tree, openMenu]);
  const actions: Entry[] = [
    {
      key: 'theme',
      group: '操作',
      title: mode === 'dark' ? '切换到浅色' : '切换到深色',
      detail: '',
      icon: 'BgColorsOutlined',
      run: () => colorMode.toggle(),
    },
    { key: 'lock', group: '操作', title: '锁屏', detail: '', icon: 'LockOutlined', run: onLock },
    { key: 'profile', group: '操作', title: '个人中心', detail: '', icon: 'UserOutlined', run: () => void navigate('/screen/userInfo') },
    { key: 'out', group: '操作', title: '退出登录', detail: '', icon: 'LoginOutlined', run: () => void session.signOut() },
  ];
  const records = recordEntries(keyword === '' ? [] : (hits.data ?? []), (path) => void navigate(path));
  const found = [
    ...useRecents(typed),
    ...search(menus, text, pinyin).slice(0, 20),
    ...records.slice(0, 12),
    ...search(actions, text, pinyin),
  ];
  const current = Math.min(at, found.length - 1);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const run = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') return run(found[current]);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || found.length === 0) return;
    event.preventDefault();
    setAt((current + step + found.length) % found.length);
  };

  return (
    <>
      <label className="palette-input">
        <SearchOutlined />
        <input
          autoFocus
          value={typed}
          maxLength={50}
          placeholder="搜索菜单、记录和操作，支持拼音首字母"
          aria-label="搜索"
          role="combobox"
          aria-expanded
          aria-controls="palette-list"
          aria-activedescendant={current >= 0 ? `palette-${current}` : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={handleKey}
        />
        <kbd>Esc</kbd>
      </label>
      <div className="palette-list" id="palette-list" role="listbox" aria-label="结果" ref={list}>
        {found.length === 0 && <p className="palette-none">{hits.isFetching ? '正在搜索…' : '没有找到，请换个说法再试'}</p>}
        {found.map((entry, index) => (
          <div key={`${entry.group}${entry.key}`}>
            {found[index - 1]?.group !== entry.group && <div className="palette-group">{entry.group}</div>}
            <div
              id={`palette-${index}`}
              role="option"
              aria-selected={index === current}
              className="palette-row"
              onMouseMove={() => setAt(index)}
              onClick={() => run(entry)}
            >
              <MenuIcon name={entry.icon} />
              <span className="cut">{entry.title}</span>
              <small className="cut">{entry.detail}</small>
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
