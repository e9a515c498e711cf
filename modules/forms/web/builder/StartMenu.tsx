import { Button, Dropdown, type MenuProps } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { FormSchema } from '../../contract/schema.ts';
import { settledForm } from '../../core/index.ts';
import type { FormDesign } from './design.ts';

const TableDialog = lazy(() => import('./TableDialog.tsx'));
/** Names of the forms to begin with; they themselves come when one is taken. */
const TEMPLATE_NAMES = { check: '安全检查', expense: '费用登记', contact: '单位信息采集' } as const;
export type TemplateKey = keyof typeof TEMPLATE_NAMES;
const isTemplate = (key: string): key is TemplateKey => Object.hasOwn(TEMPLATE_NAMES, key);
const LARGEST = 2_000_000;
/** What a file of a form says of itself. */
const KIND = 'databrain.form';

/** The form as a file, to be taken into another one, here or elsewhere. */
function saveFile(name: string, schema: FormSchema): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify({ kind: KIND, name, schema }, null, 2)], { type: 'application/json' }));
  link.download = `${name}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
/** The form in a file; a sentence where there is none in it. */
async function readFile(file: File): Promise<FormSchema | string> {
  if (file.size > LARGEST) return '文件过大，不是表单文件';
  try {
    const { kind, schema } = JSON.parse(await file.text()) as { kind?: unknown; schema?: unknown };
    if (kind !== KIND) return '不是表单文件，请选择由“导出为文件”得到的 JSON';
    const read = FormSchema.safeParse(schema);
    return read.success ? settledForm(read.data) : `表单文件的内容不正确：${read.error.issues[0]?.message ?? ''}`;
  } catch {
    return '文件不是 JSON，无法读取';
  }
}

const ITEMS: MenuProps['items'] = [
  { type: 'group', label: '模板', children: Object.entries(TEMPLATE_NAMES).map(([key, label]) => ({ key, label })) },
  { type: 'divider' },
  { key: ':table', label: '从目录中的表生成…' },
  { key: ':in', label: '从文件导入…' },
  { key: ':out', label: '导出为文件' },
];

/** What a form can begin with, in place of what is drawn: a template, a table of the catalogue, a file; and the way into a file. */
export function StartMenu({ store }: { store: FormDesign }) {
  const [isChoosing, setChoosing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const change = (what: string, schema: FormSchema) => store.getState().change(what, schema);
  const begin = async (key: TemplateKey) => {
    const { TEMPLATES } = await import('./templates.ts');
    change(`套用模板“${TEMPLATE_NAMES[key]}”`, TEMPLATES[key]());
  };
  const take = (key: string) => {
    if (isTemplate(key)) void begin(key);
    else if (key === ':table') setChoosing(true);
    else if (key === ':in') input.current?.click();
    else saveFile(store.getState().name, store.getState().config);
  };
  const load = async (file: File | undefined) => {
    if (!file) return;
    const read = await readFile(file);
    if (typeof read === 'string') toast.error(read);
    else change('从文件导入', read);
  };
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items: ITEMS, onClick: ({ key }) => take(key) }}>
        <Button type="text">模板</Button>
      </Dropdown>
      <input
        ref={input}
        hidden
        type="file"
        accept=".json,application/json"
        aria-label="表单文件"
        onChange={(event) => {
          void load(event.target.files?.[0]);
          // the same file can be chosen again
          event.target.value = '';
        }}
      />
      {isChoosing && (
        <Suspense>
          <TableDialog
            onTake={(label, schema) => {
              change(`从表“${label}”生成`, schema);
              setChoosing(false);
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
