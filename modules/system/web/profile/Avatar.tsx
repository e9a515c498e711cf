import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { bytes, route, signedIn } from '#kit/contract/route.ts';
import { fetchBlob } from '#kit/web/send.ts';

/** The two calls of the file store that an avatar needs. */
export const fileRoutes = {
  view: route.get('/file/fileView/:fileName', {
    summary: '查看文件',
    access: signedIn,
    params: z.object({ fileName: z.string() }),
    reply: bytes,
    replies: 'stream',
  }),
  upload: route.post('/file/files/uploadImg', {
    summary: '上传文件',
    access: signedIn,
    reply: z.object({ fileName: z.string(), originalFilename: z.string() }),
    accepts: 'multipart',
  }),
};

/** The picture of a person as an address of this page; undefined until it is there. */
function usePicture(fileName: string | null): string | undefined {
  return useQuery({
    queryKey: ['system.avatar', fileName],
    enabled: fileName !== null,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) =>
      URL.createObjectURL(await fetchBlob({ route: fileRoutes.view }, { params: { fileName } }, { signal, quiet: true })),
  }).data;
}

/** Picture of a person, or the first character of the name. */
export function Avatar({ name, file, isOwn, size }: { name: string; file: string | null; isOwn?: boolean; size?: 'large' }) {
  const picture = usePicture(file);
  const className = ['avatar', isOwn && 'own', size].filter(Boolean).join(' ');
  return <span className={className}>{picture ? <img src={picture} alt="" /> : name.slice(0, 1)}</span>;
}
