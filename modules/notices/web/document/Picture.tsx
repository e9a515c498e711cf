import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { PictureSource } from './pictures.ts';

interface PictureProps {
  source: PictureSource;
  fileName: string;
  alt: string;
  /** part of the width of the text, in per cent */
  width: number | undefined;
}

/** A picture inside a text. Its space is reserved while loading; a failure is shown in its place. */
export function Picture({ source, fileName, alt, width }: PictureProps) {
  const { data, error } = useQuery({
    queryKey: ['notices.picture', source.key, fileName],
    queryFn: () => source.load(fileName),
    staleTime: Infinity,
    retry: false,
  });
  // the address of the bytes lives as long as the element that shows them
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !data) return;
      const url = URL.createObjectURL(data);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [data],
  );
  if (error) return <span className="notice-picture-lost">图片无法显示{alt && `：${alt}`}</span>;
  if (!data) return <span className="notice-picture-wait" aria-hidden />;
  return <img ref={show} alt={alt} style={width ? { width: `${width}%` } : undefined} />;
}
