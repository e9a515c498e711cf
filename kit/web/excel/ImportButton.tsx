import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useCan } from '../can.tsx';
import { lazyPart } from '../lazy-part.ts';
import type { EntityApi } from '../table/types.ts';

interface ImportButtonProps {
  api: EntityApi;
  label: string;
  onDone: () => Promise<void>;
}

const ImportDialog = lazyPart(() => import('./ImportDialog.tsx'));

/** 导入, for entities that have it and accounts that may. */
export function ImportButton({ api, label, onDone }: ImportButtonProps) {
  const can = useCan();
  const [open, setOpen] = useState(false);
  const { importTemplate, importRows, importErrors, importJob } = api;
  if (!importTemplate || !importRows || !importErrors || !can(importRows)) return null;
  return (
    <>
      <Button icon={<UploadOutlined />} onClick={() => setOpen(true)}>
        导入
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ImportDialog
            calls={{ importTemplate, importRows, importErrors, importJob }}
            label={label}
            onDone={onDone}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
