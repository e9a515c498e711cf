import type { CSSProperties } from 'react';
import { file } from '#modules/files/contract/file.ts';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { useSigned } from '#kit/web/upload/use-signed.ts';

const api = createClient({ file }, send);

/** The address of a stored file while somebody is signed in, '' until it is known. */
export function useFile(fileName: string): string {
  const signed = useSigned(api.file.sign, fileName ? [fileName] : []);
  return signed.get(fileName)?.url ?? '';
}

interface PictureProps {
  fileName: string;
  fit: string;
  alt: string;
  radius?: number;
}
/** A picture of the file store. */
export function Picture({ fileName, fit, alt, radius = 0 }: PictureProps) {
  const url = useFile(fileName);
  const objectFit: CSSProperties['objectFit'] = fit === 'cover' ? 'cover' : fit === 'fill' ? 'fill' : 'contain';
  return url ? <img className="sw-picture" src={url} alt={alt} style={{ objectFit, borderRadius: radius }} draggable={false} /> : null;
}
