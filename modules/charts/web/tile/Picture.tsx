import type { CSSProperties } from 'react';
import { useSigned } from '#kit/web/upload/use-signed.ts';
import { pictureSource } from './picture-source.ts';

/** The address of a stored file for the person or the link that looks, '' until it is known. */
export function useFile(fileName: string): string {
  const signed = useSigned(pictureSource(), fileName ? [fileName] : []);
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
