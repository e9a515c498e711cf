import { Pagination } from 'antd';
import { useState, type ReactNode } from 'react';
import type { VersionRow } from '#kit/web/designer/VersionDrawer.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { DocKind } from '../contract/item.ts';
import { api } from './api.ts';
import { NameDialog } from './NameDialog.tsx';

const PAGE = 20;

interface Versions {
  readonly list: { readonly rows: readonly VersionRow[] | undefined; readonly error: Error | null; readonly retry: () => void };
  readonly pager: ReactNode;
  readonly onName: (row: VersionRow) => void;
  /** asks for the name of a version */
  readonly dialog: ReactNode;
}

/** The versions of a document, page by page, and the naming of one. */
export function useVersions(kind: DocKind, id: string): Versions {
  const [pageNum, setPage] = useState(1);
  const [naming, setNaming] = useState<{ no: number; name: string } | null>(null);
  const { data, error, refetch } = useCall(
    api.version.page,
    { params: { kind, id }, query: { pageNum, pageSize: PAGE } },
    { staleTime: 0, keepPrevious: true },
  );
  const pager = data && data.total > PAGE && (
    <Pagination
      size="small"
      style={{ marginTop: 16 }}
      current={pageNum}
      pageSize={PAGE}
      total={data.total}
      showSizeChanger={false}
      onChange={setPage}
    />
  );
  const dialog = naming && (
    <NameDialog
      title={`命名版本 ${naming.no}`}
      initial={naming.name}
      most={64}
      save={(text) => api.version.name({ params: { kind, id, no: naming.no }, body: { name: text } })}
      onClose={() => setNaming(null)}
      onSaved={() => refetch()}
    />
  );
  return {
    list: { rows: data?.data, error, retry: () => void refetch() },
    pager,
    onName: ({ versionNo, name }) => setNaming({ no: versionNo, name: name ?? '' }),
    dialog,
  };
}
