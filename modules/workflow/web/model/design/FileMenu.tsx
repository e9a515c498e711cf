import { Button, Dropdown } from 'antd';
import { useRef } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import type { Model } from './draft.ts';
import { firstBpmn, save, withKey, zipOf } from './files.ts';

interface Props {
  model: Model;
  xmlNow: () => Promise<string>;
  /** the text of a file that takes the place of the drawing */
  onRead: (xml: string) => Promise<void>;
}

/** Takes the process out as a file, or in from one. */
export function FileMenu({ model, xmlNow, onRead }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const out = async (kind: 'bpmn' | 'zip') => {
    const xml = new TextEncoder().encode(await xmlNow());
    const file = `${model.key}.bpmn`;
    if (kind === 'bpmn') save(new Blob([xml], { type: 'application/xml' }), file);
    else save(new Blob([zipOf([{ name: file, bytes: xml }])], { type: 'application/zip' }), `${model.key}.zip`);
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      const xml = await firstBpmn(file);
      // the key of a model stays
      await onRead(withKey(xml, model.key));
      toast.success('已导入，保存后生效');
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '文件不能读取');
    } finally {
      if (input.current) input.current.value = '';
    }
  };
  const items = [
    { key: 'in', label: '导入 .bpmn 或 .zip', onClick: () => input.current?.click() },
    { key: 'bpmn', label: '导出 .bpmn', onClick: () => void out('bpmn') },
    { key: 'zip', label: '导出 .zip', onClick: () => void out('zip') },
  ];
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".bpmn,.xml,.zip"
        aria-label="BPMN 文件"
        onChange={(event) => void read(event.target.files?.[0])}
      />
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button>文件</Button>
      </Dropdown>
    </>
  );
}
