import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { App } from 'antd';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bytes, route, signedIn } from '#kit/contract/route.ts';
import * as z from 'zod';
import { createClient } from '../client.ts';
import { ConfirmHost } from '../ConfirmHost.tsx';
import { MessageHost } from '../MessageHost.tsx';
import { send, setSendHost } from '../send.ts';
import { DocumentUpload } from './DocumentUpload.tsx';
import { ImageUpload } from './ImageUpload.tsx';
import { fitsDocument, imageFault } from './rules.ts';

const api = createClient(
  {
    uploadImg: route.post('/file/files/uploadImg', { summary: '', access: signedIn, accepts: 'multipart', reply: z.any() }),
    view: route.get('/file/fileView/:fileName', {
      summary: '',
      access: signedIn,
      params: z.object({ fileName: z.string() }),
      replies: 'stream',
      reply: bytes,
    }),
    sign: route.post('/file/files/sign', {
      summary: '',
      access: signedIn,
      body: z.object({ fileNames: z.array(z.string()) }),
      reply: z.array(z.any()),
    }),
  },
  send,
);

/** A server at the edge of the browser: answers uploads when the test says so. */
let answers: Map<string, (status: number, body: unknown) => void>;
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const hostError = vi.fn();

beforeEach(() => {
  answers = new Map();
  hostError.mockReset();
  setSendHost({
    error: hostError,
    overlay: () => () => undefined,
    signedOut: () => undefined,
    locked: () => undefined,
    mustChangePassword: () => undefined,
  });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.endsWith('/sign')) {
      const { fileNames } = JSON.parse(String(init.body)) as { fileNames: string[] };
      return json(200, {
        code: 200,
        data: fileNames.map((fileName) => ({ fileName, originalFilename: `原名 ${fileName}`, url: `/v/${fileName}?s=1` })),
      });
    }
    const file = (init.body as FormData).get('file') as File;
    return new Promise<Response>((resolve) => answers.set(file.name, (status, body) => resolve(json(status, body))));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const file = (name: string, size = 10, type = '') => {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};
const MB = 1_048_576;
const reply = (name: string) =>
  answers.get(name)?.(200, { code: 200, msg: '', data: { fileName: `stored-${name}`, originalFilename: name } });

function show(kind: 'document' | 'image', start = '') {
  const onChange = vi.fn();
  const Upload = kind === 'document' ? DocumentUpload : ImageUpload;
  function Form() {
    const [value, setValue] = useState(start);
    return (
      <>
        <Upload
          api={api as never}
          value={value}
          onChange={(next) => {
            onChange(next);
            setValue(next);
          }}
        />
        <button type="button" onClick={() => setValue('')}>
          重置
        </button>
      </>
    );
  }
  const view = render(
    <App>
      <MessageHost />
      <ConfirmHost />
      <QueryClientProvider client={new QueryClient()}>
        <Form />
      </QueryClientProvider>
    </App>,
  );
  const input = view.container.querySelector('input[type=file]') as HTMLInputElement;
  const choose = (...files: File[]) => fireEvent.change(input, { target: { files } });
  return { ...view, choose, onChange };
}

describe('rules', () => {
  const types = ['doc', 'pdf'];
  it('a document fits by extension and size under the limit', () => {
    expect(fitsDocument(file('a.PDF'), types, 10)).toBe(true);
    expect(fitsDocument(file('a.exe'), types, 10)).toBe(false);
    expect(fitsDocument(file('pdf'), types, 10)).toBe(false);
    expect(fitsDocument(file('a.pdf', 10 * MB), types, 10)).toBe(false);
    expect(fitsDocument(file('a.pdf', 10 * MB - 1), types, 10)).toBe(true);
  });
  it('a picture fits if the MIME type or the extension contains a type', () => {
    expect(imageFault(file('a', 1, 'image/png'), ['png'], 10)).toBeNull();
    expect(imageFault(file('a.xpng'), ['png'], 10)).toBeNull();
    expect(imageFault(file('a.gif', 1, 'image/gif'), ['pdf', 'png', 'jpg', 'jpeg'], 10)).toBe(
      '文件格式不正确, 请上传pdf/png/jpg/jpeg图片格式文件!',
    );
    expect(imageFault(file('a.png', 10 * MB), ['png'], 10)).toBe('上传头像图片大小不能超过 10 MB!');
  });
});

describe('document upload', () => {
  it('shows the hint', () => {
    show('document');
    expect(screen.getByText('请上传 大小不超过10MB 格式为doc/docx/xls/xlsx/ppt/pptx/txt/pdf/apk 的文件')).toBeTruthy();
  });

  it('leaves out wrong types and sizes silently', () => {
    const { choose, onChange } = show('document');
    choose(file('a.exe'), file('b.pdf', 11 * MB));
    expect(answers.size).toBe(0);
    expect(onChange).not.toHaveBeenCalled();
    expect(document.querySelector('.ant-message-notice')).toBeNull();
  });

  it('hands out the value once, when the last upload has ended, in the order of choice', async () => {
    const { choose, onChange } = show('document', 'old.pdf');
    choose(file('a.pdf'), file('b.txt'));
    await waitFor(() => expect(answers.size).toBe(2));
    reply('b.txt');
    await waitFor(() => expect(screen.getByLabelText('移除 原名 stored-b.txt')).toBeTruthy());
    expect(onChange).not.toHaveBeenCalled();
    reply('a.pdf');
    await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
    expect(onChange).toHaveBeenCalledWith('old.pdf,stored-a.pdf,stored-b.txt');
  });

  it('takes at most five', async () => {
    const { choose } = show('document', 'a.pdf,b.pdf,c.pdf,d.pdf');
    choose(file('e.pdf'), file('f.pdf'));
    expect(await screen.findByText('上传文件数量不能超过 5 个!')).toBeTruthy();
    expect(answers.size).toBe(0);
  });

  it('removes a refused file and shows what the server said', async () => {
    const { choose, onChange } = show('document');
    choose(file('a.pdf'));
    await waitFor(() => expect(answers.size).toBe(1));
    answers.get('a.pdf')?.(200, { code: 500, msg: '磁盘已满' });
    await waitFor(() => expect(hostError).toHaveBeenCalledWith('磁盘已满'));
    expect(screen.queryByText('a.pdf')).toBeNull();
    expect(onChange).not.toHaveBeenCalled();
  });

  it('follows a reset of the form, and removal', async () => {
    const { onChange } = show('document', 'a.pdf,b.pdf');
    fireEvent.click(await screen.findByLabelText('移除 原名 a.pdf'));
    expect(onChange).toHaveBeenCalledWith('b.pdf');
    fireEvent.click(screen.getByText('重置'));
    expect(screen.queryByLabelText(/移除/)).toBeNull();
  });
});

describe('image upload', () => {
  it('says what is wrong', async () => {
    const { choose } = show('image');
    choose(file('a.gif', 1, 'image/gif'));
    expect(await screen.findByText('文件格式不正确, 请上传pdf/png/jpg/jpeg图片格式文件!')).toBeTruthy();
    choose(file('a.png', 10 * MB, 'image/png'));
    expect(await screen.findByText('上传头像图片大小不能超过 10 MB!')).toBeTruthy();
    choose(...Array.from({ length: 6 }, (_, i) => file(`${i}.png`)));
    expect(await screen.findByText('上传文件数量不能超过 5 个!')).toBeTruthy();
    expect(answers.size).toBe(0);
  });

  it('shows the loading text, then the thumbnail by its signed address', async () => {
    const { choose, onChange } = show('image');
    choose(file('a.png', 5, 'image/png'));
    expect(await screen.findByText('正在上传图片，请稍候...')).toBeTruthy();
    await waitFor(() => expect(answers.size).toBe(1));
    reply('a.png');
    await waitFor(() => expect(onChange).toHaveBeenCalledWith('stored-a.png'));
    expect((await screen.findByAltText('原名 stored-a.png')).getAttribute('src')).toBe('/v/stored-a.png?s=1');
  });

  it('shows the server message of a code other than 200 and removes the file; a lost connection has its own text', async () => {
    const { choose, onChange } = show('image');
    choose(file('a.png', 5, 'image/png'));
    await waitFor(() => expect(answers.size).toBe(1));
    answers.get('a.png')?.(200, { code: 415, msg: '文件内容与类型不符' });
    expect(await screen.findByText('文件内容与类型不符')).toBeTruthy();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    choose(file('b.png', 5, 'image/png'));
    expect(await screen.findByText('上传图片失败，请重试')).toBeTruthy();
    expect(onChange).not.toHaveBeenCalled();
    expect(hostError).not.toHaveBeenCalled();
  });

  it('previews in a dialog of 800 px', async () => {
    show('image', 'a.png');
    fireEvent.click(await screen.findByLabelText('预览 原名 a.png'));
    const dialog = await screen.findByRole('dialog');
    expect((dialog.closest('.ant-modal') as HTMLElement | null)?.style.width ?? dialog.style.width).toBe('800px');
    expect(within(dialog).getByAltText('原名 a.png')).toBeTruthy();
  });
});
