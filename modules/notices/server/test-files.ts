import { randomBytes } from 'node:crypto';
import type { Send } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';

const HEAD = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), Buffer.from('IHDR')]);

/** Uploads a picture and answers its stored name. */
export async function uploadPicture(send: Send, name = '图.png'): Promise<string> {
  const answer = await send('POST', '/file/files/uploadImg', ...multipart(name, Buffer.concat([HEAD, randomBytes(100)])));
  return answer.data.fileName as string;
}
