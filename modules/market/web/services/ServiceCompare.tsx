import { toast } from '#kit/web/dialog.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { useEffect } from 'react';
import { compareServices } from '../../core/services/compare.ts';
import { DifferenceDrawer } from '../apis/CompareDrawer.tsx';
import { api } from './api.ts';
import type { Row } from './columns.tsx';

const MANY = 100;

/** 版本对比: a version of a service beside the one before it. */
export function ServiceCompare({ row, onClose }: { row: Row; onClose: () => void }) {
  const found = useCall(api.service.page, { query: { serviceNo: row.serviceNo, pageSize: MANY } });
  // the search is by a part of the number
  const older = found.data?.data
    .filter(({ serviceNo, serviceVersion }) => serviceNo === row.serviceNo && serviceVersion < row.serviceVersion)
    .toSorted((a, b) => b.serviceVersion - a.serviceVersion)[0];
  const isAlone = found.data !== undefined && older === undefined;
  useEffect(() => {
    if (!isAlone) return;
    toast.info('上一个版本已删除或不在您的数据范围内');
    onClose();
  }, [isAlone, onClose]);
  // rows of a list hold no schemas
  const before = useCall(api.service.get, { params: { id: older?.id ?? '' } }, { enabled: older !== undefined });
  const after = useCall(api.service.get, { params: { id: row.id } });
  if (!older || !before.data || !after.data) return null;
  return (
    <DifferenceDrawer
      versions={[`v${older.serviceVersion}`, `v${row.serviceVersion}`]}
      all={compareServices(before.data, after.data)}
      onClose={onClose}
    />
  );
}
