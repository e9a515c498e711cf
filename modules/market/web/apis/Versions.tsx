import { Button } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { API_TONES } from '../tones.ts';
import { CompareDrawer } from './CompareDrawer.tsx';
import { newestFirst } from './versions.ts';

/** The older of two versions first. */
const inOrder = <V,>(a: V, b: V, newest: readonly V[]): { before: V; after: V } =>
  newest.indexOf(a) < newest.indexOf(b) ? { before: b, after: a } : { before: a, after: b };

interface VersionsProps {
  apiUrl: string;
  /** the one that is shown */
  id: string | null;
  onOpen: (version: { id: string; status: string }) => void;
}
const MANY = 50;

/** The versions of one path side by side; nothing while there is one only. */
export function Versions({ apiUrl, id, onOpen }: VersionsProps) {
  const can = useCan();
  const { data } = useCall(
    api.dataApi.page,
    { query: { apiUrl, pageSize: MANY } },
    { enabled: apiUrl !== '' && can(api.dataApi.page), keepPrevious: true },
  );
  // the search is by a part of the path
  const versions = newestFirst(data?.data.filter((row) => row.apiUrl === apiUrl) ?? []);
  const [isCompared, setCompared] = useState(false);
  if (!versions.some((row) => row.id !== id)) return null;
  const at = versions.findIndex((row) => row.id === id);
  const own = versions[at];
  // the one before it, or for the oldest the one that came after
  const other = versions[at + 1] ?? versions[at - 1];
  return (
    <>
      <nav className="market-versions" aria-label="同一路径的版本">
        {versions.map((row) => (
          <button
            key={row.id}
            type="button"
            aria-current={row.id === id ? 'true' : undefined}
            disabled={row.id === id}
            title={row.apiName}
            onClick={() => onOpen(row)}
          >
            <span className="mono">{row.apiVersion}</span>
            <DictTag code="data_api_status" value={row.status} tones={API_TONES} />
          </button>
        ))}
        {own && other && (
          <Button type="link" size="small" onClick={() => setCompared(true)}>
            与 {other.apiVersion} 对比
          </Button>
        )}
      </nav>
      {isCompared && own && other && <CompareDrawer {...inOrder(own, other, versions)} onClose={() => setCompared(false)} />}
    </>
  );
}
