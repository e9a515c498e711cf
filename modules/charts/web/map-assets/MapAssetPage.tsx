import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField } from '#kit/web/form/types.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { Column, RowOf } from '#kit/web/table/types.ts';
import type * as z from 'zod';
import type { MapAssetInput } from '../../contract/map-asset.ts';
import { AREAS, NATION } from '../../core/geo/areas.ts';
import { forgetMaps } from '../map/load-map.ts';
import { api } from './api.ts';
import { MapPreview } from './MapPreview.tsx';
import { UploadMap } from './UploadMap.tsx';
import './map-assets.css';

type Row = RowOf<typeof api.mapAsset>;

const areaName = (adcode: string): string => (adcode === NATION ? '全国' : (AREAS.get(adcode)?.name ?? adcode));

const COLUMNS: readonly Column<Row>[] = [
  { field: 'mapName', title: '地图名称', sort: true },
  { field: 'adcode', title: '区域', width: 180, sort: true, render: (row) => `${areaName(row.adcode)}（${row.adcode}）` },
  { field: 'approvalNo', title: '审图号', width: 190 },
  { field: 'vintage', title: '年份', width: 90, sort: true },
  { field: 'featureCount', title: '区域数', kind: 'number', width: 90 },
  { field: 'status', title: '状态', dict: 'sys_common_status', width: 90 },
  { field: 'fileName', title: '文件名', hidden: true },
  { field: 'remark', title: '备注', hidden: true },
  { field: 'createTime', title: '上传时间', kind: 'time', width: 150, hidden: true, sort: true },
  { field: 'updateTime', title: '更新时间', kind: 'time', width: 150, sort: true },
];
const FORM: readonly FormField<z.input<typeof MapAssetInput>>[] = [
  { field: 'mapName', label: '地图名称' },
  { field: 'approvalNo', label: '审图号', hint: '显示在使用该地图的图表右下角' },
  { field: 'vintage', label: '年份' },
  { field: 'status', label: '状态', widget: 'switch', hint: '启用后替换内置示意地图，同一区域只启用一份' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];
const OPTIONS = {
  label: '地图资源',
  nameField: 'mapName',
  columns: COLUMNS,
  details: false,
  search: [
    { field: 'mapName', label: '地图名称' },
    { field: 'approvalNo', label: '审图号' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
} as const;

/** 地图资源: reviewed maps that replace the bundled schematic ones. */
export default function MapAssetPage() {
  const list = useEntityPage(api.mapAsset, OPTIONS);
  const can = useCan();
  const [isUploading, setUploading] = useState(false);
  const [shown, setShown] = useState<Row | null>(null);
  const changed = async () => {
    forgetMaps();
    await list.refresh();
  };
  const toggle = async (row: Row) => {
    const status = row.status === '1' ? '0' : '1';
    await api.mapAsset.setStatus({ params: { id: row.id }, body: { status } });
    toast.success(status === '1' ? '已启用，图表将使用该地图' : '已禁用，图表将使用内置示意地图');
    await changed();
  };
  return (
    <div className="panel list-page map-page">
      <ListActions<Row> list={list}>
        {can(api.mapAsset.upload) && (
          <Button type="primary" icon={<UploadOutlined />} onClick={() => setUploading(true)}>
            上传地图
          </Button>
        )}
      </ListActions>
      {list.rows?.length === 0 && Object.keys(list.state.values).length === 0 && (
        <p className="map-none">
          目前使用内置的示意地图，图上标注“示意图，非标准地图”。对外使用前请上传有审图号的标准地图（GeoJSON），启用后替换图表和大屏中的同一区域。
        </p>
      )}
      <EntityTable<Row>
        list={list}
        opener={(row) => (can(api.mapAsset.preview) ? () => setShown(row) : undefined)}
        actions={(row) => [
          { key: 'toggle', label: row.status === '1' ? '禁用' : '启用', call: api.mapAsset.setStatus, onClick: () => void toggle(row) },
        ]}
      />
      <EntityForm
        api={api.mapAsset}
        label="地图资源"
        // there is no plain adding, from which the types of the form come
        fields={FORM as never}
        opened={list.state.opened}
        onClose={() => {
          forgetMaps();
          list.open(null);
        }}
      />
      {isUploading && (
        <UploadMap
          onClose={(isDone) => {
            setUploading(false);
            if (isDone) void changed();
          }}
        />
      )}
      {shown && <MapPreview asset={shown} onClose={() => setShown(null)} />}
    </div>
  );
}
