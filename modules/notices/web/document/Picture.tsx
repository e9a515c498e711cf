import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PictureSource } from './pictures.ts';

interface PictureProps {
  source: PictureSource;
  fileName: string;
  alt: string;
  /** part of the width of the text, in per cent */
  width: number | undefined;
}

/** A picture inside a text. It keeps its place while it loads and says when it cannot be shown. */
export function Picture({ source, fileName, alt, width }: PictureProps) {
  const { data, error } = useQuery({
    queryKey: ['notices.picture', source.key, fileName],
    queryFn: () => source.load(fileName),
    staleTime: Infinity,
    retry: false,
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (error) return <span className="notice-picture-lost">图片无法显示{alt && `：${alt}`}</span>;
  if (url === null) return <span className="notice-picture-wait" aria-hidden />;
  return <img src={url} alt={alt} style={width ? { width: `${width}%` } : undefined} />;
}
