import { useEffect, useRef, useState } from 'react';
import type { AnyRoute } from '#kit/contract/route.ts';
import { CallError, upload } from '../send.ts';
import { namesOf } from './rules.ts';
import { useSigned, type SignCall } from './use-signed.ts';

/** An uploaded file with the field names of the public calls. */
export interface UploadItem {
  /** stored name; what the value consists of */
  name: string;
  url: string;
  originalFilename: string;
  uid: string;
}
/** A file being uploaded. */
export interface PendingItem {
  uid: string;
  originalFilename: string;
}

/** The calls that uploads need; modules/files has them. */
export interface UploadApi {
  uploadImg: { readonly route: AnyRoute };
  view: { readonly route: AnyRoute };
  sign: SignCall;
  /** sent along by those who have no session */
  headers?: Record<string, string>;
}

/** Options of a call about files. */
export const sentAlong = ({ headers }: UploadApi): { headers?: Record<string, string> } => (headers ? { headers } : {});

interface Options {
  api: UploadApi;
  value: string | null | undefined;
  onChange?: (value: string) => void;
  /** called when the server refused a file (message) or the transfer failed (null); without it the transport shows the error */
  onFailure?: (message: string | null) => void;
}

type Entry = { uid: string; originalFilename: string; name: string | null };

const joined = (entries: readonly Entry[]): string => entries.flatMap((entry) => entry.name ?? []).join(',');

let lastUid = 0;
const nextUid = (): string => `${Date.now()}-${++lastUid}`;

/**
 * Uploads files and keeps their list. The value (comma-separated stored names in order of selection) is emitted once all running uploads
 * have ended.
 */
export function useUploads({ api, value, onChange, onFailure }: Options) {
  const fromValue = (names: readonly string[]): Entry[] => names.map((name) => ({ uid: name, originalFilename: name, name }));
  const [entries, setEntries] = useState<Entry[]>(() => fromValue(namesOf(value)));
  const [seen, setSeen] = useState(value);
  const aborts = useRef(new Map<string, AbortController>());
  // a ref, because uploads finish between renders; the state only renders it
  const current = useRef(entries);

  const emitted = useRef(value ?? '');
  const emit = useRef(onChange);

  // the value changed from outside: the form was filled or reset
  if (value !== seen) {
    setSeen(value);
    if ((value ?? '') !== joined(entries)) {
      const kept = new Map(entries.map((entry) => [entry.name, entry]));
      const pending = entries.filter((entry) => entry.name === null);
      setEntries([...fromValue(namesOf(value)).map((entry) => kept.get(entry.name) ?? entry), ...pending]);
    }
  }
  useEffect(() => {
    emit.current = onChange;
    emitted.current = value ?? '';
  }, [onChange, value]);
  useEffect(() => {
    current.current = entries;
  }, [entries]);
  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const controller of running.values()) controller.abort();
    };
  }, []);

  const change = (next: Entry[]) => {
    current.current = next;
    setEntries(next);
    if (next.some((entry) => entry.name === null)) return;
    const text = joined(next);
    if (text === emitted.current) return;
    emitted.current = text;
    emit.current?.(text);
  };

  const sendOne = async (uid: string, file: File) => {
    const controller = new AbortController();
    aborts.current.set(uid, controller);
    try {
      const options = { signal: controller.signal, quiet: onFailure !== undefined, ...sentAlong(api) };
      const { fileName } = (await upload(api.uploadImg, file, options)) as { fileName: string };
      change(current.current.map((entry) => (entry.uid === uid ? { ...entry, name: fileName } : entry)));
    } catch (error) {
      if (controller.signal.aborted) return;
      change(current.current.filter((entry) => entry.uid !== uid));
      onFailure?.(error instanceof CallError && error.status > 0 ? error.message : null);
    } finally {
      aborts.current.delete(uid);
    }
  };

  const signed = useSigned(
    api.sign,
    entries.flatMap((entry) => entry.name ?? []),
  );
  const items: UploadItem[] = entries.flatMap(({ uid, name, originalFilename }) =>
    name === null
      ? []
      : [{ uid, name, url: signed.get(name)?.url ?? '', originalFilename: signed.get(name)?.originalFilename ?? originalFilename }],
  );
  const pending: PendingItem[] = entries.filter((entry) => entry.name === null);

  return {
    items,
    pending,
    count: entries.length,
    add(files: readonly File[]) {
      const added = files.map((file) => ({ file, uid: nextUid() }));
      change([...current.current, ...added.map(({ uid, file }) => ({ uid, originalFilename: file.name, name: null }))]);
      for (const { uid, file } of added) void sendOne(uid, file);
    },
    remove(uid: string) {
      aborts.current.get(uid)?.abort();
      change(current.current.filter((entry) => entry.uid !== uid));
    },
  };
}
