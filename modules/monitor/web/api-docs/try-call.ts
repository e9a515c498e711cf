import { BASE } from '#kit/web/send.ts';
import { session } from '#kit/web/session.ts';
import { addressOf, type Filled, type Operation } from '../../core/api-docs.ts';
import { api } from '../api.ts';

const SHOWN = 200_000;

/** What came back, as it is shown. */
export interface TriedCall {
  status: number;
  ms: number;
  bytes: number;
  requestId: string | null;
  media: string;
  /** readable text, null for bytes */
  text: string | null;
  isCut: boolean;
  /** bytes to be saved, under this name */
  file: { blob: Blob; name: string } | null;
}

function fileNameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? '下载');
}

/** Makes the call with the session of this browser, so with exactly the caller's own rights. Throws when there is no answer. */
export async function tryCall(operation: Operation, values: Filled, file: File | null, signal: AbortSignal): Promise<TriedCall> {
  const { token } = session.get();
  const headers: Record<string, string> = { ...(token !== null && { authorization: `Bearer ${token}` }) };
  let body: BodyInit | undefined;
  if (operation.body?.media === 'multipart/form-data') {
    body = new FormData();
    if (file) body.append('file', file, file.name);
  } else if (operation.body) {
    headers['content-type'] = 'application/json';
    body = values.body;
  }
  const began = performance.now();
  const response = await fetch(BASE + addressOf(operation, values), { method: operation.method, headers, body, signal });
  const blob = await response.blob();
  const ms = Math.round(performance.now() - began);
  // the ordinary client knows what follows from an ended or locked session
  if ([401, 423, 428].includes(response.status)) void api.monitor.caches({}, { quiet: true }).catch(() => undefined);
  const media = response.headers.get('content-type') ?? '';
  const isText = /json|^text\//.test(media);
  const raw = isText ? await blob.text() : null;
  const pretty = raw !== null && media.includes('json') ? prettyOf(raw) : raw;
  const disposition = response.headers.get('content-disposition');
  return {
    status: response.status,
    ms,
    bytes: blob.size,
    requestId: response.headers.get('x-request-id'),
    media: media.split(';')[0] ?? '',
    text: pretty === null ? null : pretty.slice(0, SHOWN),
    isCut: pretty !== null && pretty.length > SHOWN,
    file: response.ok && (raw === null || disposition !== null) ? { blob, name: fileNameOf(disposition) } : null,
  };
}

function prettyOf(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
