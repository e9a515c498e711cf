import * as z from 'zod';
import { bytes, defineContract, open, route, signedIn } from './route.ts';

/** What an upload answers; clients keep `fileName`. */
export const Uploaded = z.object({ fileName: z.string(), originalFilename: z.string() });

const Signature = z.object({
  /** end of validity, seconds since 1970 */
  e: z.string().max(20).optional(),
  /** account the signature was given to */
  u: z.string().max(32).optional(),
  /** id of the session that signed the address; the address becomes invalid with it */
  k: z.string().max(32).optional(),
  s: z.string().max(100).optional(),
  /** 1 = save instead of show */
  download: z.enum(['0', '1']).optional(),
});

/** The calls about files that every page may make: sending one, showing one, addresses for a while. */
export const fileCalls = defineContract({
  uploadImg: route.post('/file/files/uploadImg', {
    summary: '上传文件',
    access: signedIn,
    accepts: 'multipart',
    reply: Uploaded,
    audit: '上传文件',
    timeoutMs: 3_600_000,
  }),
  // declared open because <img> cannot send a header: the handler requires a session or a signature
  view: route.get('/file/fileView/:fileName', {
    summary: '查看文件（需登录或有效签名）',
    access: open,
    params: z.object({ fileName: z.string() }),
    query: Signature,
    replies: 'stream',
    reply: bytes,
  }),
  sign: route.post('/file/files/sign', {
    summary: '文件临时访问地址',
    isPassive: true,
    access: signedIn,
    body: z.object({ fileNames: z.array(z.string().max(60)).min(1, '请给出文件名').max(100, '一次最多100个文件') }),
    reply: z.array(z.object({ fileName: z.string(), originalFilename: z.string(), url: z.string() })),
  }),
});
