import { useQuery } from '@tanstack/react-query';
import { fileCalls } from '#kit/contract/file.ts';
import { fetchBlob } from '#kit/web/send.ts';

/** The picture of a person as an address of this page; undefined until it is there. */
function usePicture(fileName: string | null): string | undefined {
  return useQuery({
    queryKey: ['system.avatar', fileName],
    enabled: fileName !== null,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) =>
      URL.createObjectURL(await fetchBlob({ route: fileCalls.view }, { params: { fileName } }, { signal, quiet: true })),
  }).data;
}

/** Picture of a person, or the first character of the name. */
export function Avatar({ name, file, isOwn, size }: { name: string; file: string | null; isOwn?: boolean; size?: 'large' }) {
  const picture = usePicture(file);
  const className = ['avatar', isOwn && 'own', size].filter(Boolean).join(' ');
  return <span className={className}>{picture ? <img src={picture} alt="" /> : name.slice(0, 1)}</span>;
}
