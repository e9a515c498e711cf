import { Button } from 'antd';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { conflictOf, otherSide, type Changed } from '../conflict/conflict.ts';
import { toast } from '../dialog.tsx';
import type { SaveState } from '../parts/StudioShell.tsx';
import { CallError } from '../send.ts';
import { serverNow } from '../server-clock.ts';
import { documentText } from '#kit/core/document-text.ts';
import { CompareDialog, type Compared } from './CompareDialog.tsx';
import type { OpenDocument, StoredDocument } from './open-document.ts';
import { unsavedBecause } from './unsaved.ts';

/** What the server has; the config is null when it cannot be read. */
type Theirs<C> = Omit<StoredDocument<C>, 'config'> & { readonly config: C | null };

/** A version that the server has, as far as one is told of it. */
type Newer = Changed & { readonly version: number };

/** The version that stands in the way, and who made it when. */
type Other<C> = Theirs<C> & { readonly changed: Changed | null };
/** The same, with how one came to know of it: by a save that was refused, or told before. */
type Waiting<C> = Other<C> & { readonly isOpen: boolean; readonly isTold?: boolean };

interface SaveInput<C> {
  readonly document: OpenDocument<C>;
  /** 图表, 看板 */
  readonly what: string;
  /** writes the document over the given version; rejects with a CallError of status 409 when somebody else was faster */
  readonly put: (now: StoredDocument<C>, version: number) => Promise<{ version: number }>;
  /** what the server has now */
  readonly load: () => Promise<Theirs<C>>;
  /** what changed from one document to another, a line each */
  readonly diff: (from: C | null, to: C) => readonly string[];
  /** puts the changes of both to the same document together, where that can be done */
  readonly merge?: (base: C, theirs: C, mine: C) => C;
  readonly onSaved?: (version: number) => void;
  /** further ways out of a conflict */
  readonly actions?: ReactNode;
}

export interface Saver {
  /** saves what is not saved, one save after the other; answers whether the server has everything */
  readonly save: () => Promise<boolean>;
  readonly isSaving: boolean;
  /** what the bar says; `unsaved` = steps that are not on the server, `note` = where they are kept meanwhile */
  readonly stateOf: (unsaved: number, note?: string) => SaveState;
  /** the comparison of a conflict, while it is open */
  readonly dialog: ReactNode;
  /** takes note that the server has a newer version than the one at hand, before a save would find out */
  readonly hear: (newer: Newer) => void;
}

/**
 * Saves a document. When somebody else saved meanwhile, shows what each changed and asks which is to hold; whoever goes back to look first
 * keeps the conflict in the bar until it is solved.
 */
export function useSave<C>(input: SaveInput<C>): Saver {
  const { document, put, load, onSaved } = input;
  const [isSaving, setSaving] = useState(false);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [other, setOther] = useState<Waiting<C> | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const kept = (now: StoredDocument<C>, version: number): true => {
    document.keep({ ...now, version });
    setOther(null);
    setFailure(null);
    setSavedAt(new Date(serverNow()).toISOString());
    onSaved?.(version);
    toast.success('保存成功');
    return true;
  };
  const write = async (over?: number): Promise<boolean> => {
    if (over === undefined && !document.isDirty()) return true;
    const { config, name, version: mine } = document.now();
    setSaving(true);
    try {
      const { version } = await put({ config, name, version: mine }, over ?? mine);
      return kept({ config, name, version }, version);
    } catch (error) {
      const theirs = error instanceof CallError && error.status === 409 ? await load().catch(() => null) : null;
      // an earlier try of ours had arrived, only its answer was lost on the way
      if (theirs && theirs.name.trim() === name.trim() && documentText(theirs.config) === documentText(config))
        return kept({ config, name, version: mine }, theirs.version);
      if (theirs) setOther({ ...theirs, changed: conflictOf(error)?.changed ?? null, isOpen: true });
      else {
        setFailure(unsavedBecause(error));
        toast.error(unsavedBecause(error));
      }
      return false;
    } finally {
      setSaving(false);
    }
  };
  const note = async ({ version, ...changed }: Newer): Promise<boolean> => {
    const theirs = version > Math.max(document.now().version, other?.version ?? 0) ? await overtaking(input) : null;
    if (theirs) setOther({ ...theirs, changed, isOpen: other?.isOpen ?? false, isTold: other?.isTold ?? other === null });
    return true;
  };
  const run = useRef({ write, note });
  useEffect(() => {
    run.current = { write, note };
  });
  const save = useCallback((over?: number): Promise<boolean> => {
    const next = queue.current.then(() => run.current.write(over));
    queue.current = next;
    return next;
  }, []);
  // behind a save that is under way: what it stores is not news
  const hear = useCallback<Saver['hear']>((newer) => void (queue.current = queue.current.then(() => run.current.note(newer))), []);
  const plain = useCallback(() => save(), [save]);

  const take = (label: string, config: C, theirs: C, { version, name }: Other<C>) => {
    document.take(label, config, { config: theirs, version, name });
    setOther(null);
  };
  const dialog = other?.isOpen && (
    <Conflict
      {...{ input, other, isSaving }}
      onMine={() => void save(other.version)}
      onTake={(label, config, theirs) => take(label, config, theirs, other)}
      onBack={() => setOther((now) => now && { ...now, isOpen: false })}
    />
  );
  const stateOf = (unsaved: number, note?: string): SaveState => {
    if (isSaving) return { kind: 'saving' };
    if (other)
      return overtaken(other, unsaved, {
        onCompare: () => setOther((now) => now && { ...now, isOpen: true }),
        onTake: (theirs) => take(`载入${otherSide(other.changed)}的版本`, theirs, theirs, other),
      });
    if (unsaved > 0 && failure !== null) return { kind: 'failed', reason: failure, onRetry: () => void plain() };
    return unsaved > 0 ? { kind: 'unsaved', count: unsaved, note } : { kind: 'saved', at: savedAt };
  };
  return { save: plain, isSaving, stateOf, dialog, hear };
}

/** What the server has by now that differs from what it had; null when there is nothing, or work has gone on from it without a word. */
async function overtaking<C>({ document, load }: SaveInput<C>): Promise<Theirs<C> | null> {
  const theirs = await load().catch(() => null);
  if (!theirs || theirs.version <= document.now().version) return null;
  const base = document.base();
  if (!document.follow || base === null || documentText(theirs.config) !== documentText(base)) return theirs;
  // published, shared or renamed: nothing of what is worked on here
  document.follow({ ...theirs, config: base });
  return null;
}

/** What the bar says of a version that stands in the way. */
function overtaken<C>(
  { config, changed, isTold }: Waiting<C>,
  unsaved: number,
  ways: { onCompare: () => void; onTake: (theirs: C) => void },
): SaveState {
  const { by = null, isOwn = false, time: at = null } = changed ?? {};
  const { onCompare } = ways;
  const who = isOwn ? '您在另一个窗口' : (by ?? '有人');
  if (!isTold) return { kind: 'conflict', who, at, onCompare };
  // with work of one's own both are compared first
  const onTake = unsaved > 0 || config === null ? null : () => ways.onTake(config);
  return { kind: 'newer', who, at, unsaved, onCompare, onTake };
}

/** What each side changed, as far as both can be read. */
function compared<C>({ document, diff }: SaveInput<C>, { config: theirs, changed, name: theirName }: Other<C>): Compared {
  const other = otherSide(changed);
  const { config: mine, name } = document.now();
  // which of them changed the name is not known
  const named = (own: string): string[] => (name.trim() === theirName.trim() ? [] : [`名称：${own}`]);
  const base = document.base();
  if (theirs === null) return [{ title: `${other}的版本`, lines: [`${other}的版本无法读取`] }];
  if (base === null) return [{ title: `您的版本与${other}的不同`, lines: [...named(name), ...diff(theirs, mine)] }];
  return [
    { title: `${other}的修改`, lines: [...named(theirName), ...diff(base, theirs)] },
    { title: '您的修改', lines: [...named(name), ...diff(base, mine)] },
  ];
}

interface ConflictProps<C> {
  input: SaveInput<C>;
  other: Other<C>;
  isSaving: boolean;
  onMine: () => void;
  /** takes over what the other one saved, or both together; nothing is saved yet */
  onTake: (label: string, config: C, theirs: C) => void;
  onBack: () => void;
}
function Conflict<C>({ input, other, isSaving, onMine, onTake, onBack }: ConflictProps<C>) {
  const { document, what, merge, actions } = input;
  const theirs = other.config;
  const base = merge ? document.base() : null;
  const join = () => {
    if (!merge || base === null || theirs === null) return;
    onTake('合并双方的修改', merge(base, theirs, document.now().config), theirs);
    toast.success('已合并，请检查后保存');
  };
  return (
    <CompareDialog
      what={what}
      changed={other.changed}
      busy={isSaving}
      compared={compared(input, other)}
      actions={actions}
      onMine={onMine}
      onTheirs={theirs === null ? undefined : () => onTake(`采用${otherSide(other.changed)}的版本`, theirs, theirs)}
      onBack={onBack}
      primary={
        base !== null && (
          <Button type="primary" disabled={theirs === null} onClick={join}>
            合并
          </Button>
        )
      }
    />
  );
}
