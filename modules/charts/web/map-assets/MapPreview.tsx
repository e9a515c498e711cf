import { Alert, Drawer, Spin } from 'antd';
import { useEffect, useState } from 'react';
import { openAnswer } from '#kit/web/send.ts';
import { useColorMode } from '#kit/web/color-mode.ts';
import { fontSans, palette } from '#kit/web/theme.ts';
import type { RowOf } from '#kit/web/table/types.ts';
import { ChartConfig } from '../../contract/chart.ts';
import { geoMapOf, type GeoMap } from '../../core/geo/geo-map.ts';
import { mapOption, sheetsOf } from '../../core/geo/map-option.ts';
import { resolveTheme } from '../../core/look/resolve-theme.ts';
import type { DrawOptions } from '../../core/option/index.ts';
import { CanvasChart } from '../chart/CanvasChart.tsx';
import '../chart/chart.css';
import { api } from './api.ts';
import { readGeo } from './platform-maps.ts';

const NO_DATA = { columns: [], rows: [], truncated: false, queriedAt: '', ms: 0, cache: 'off' as const };

/** An uploaded map as charts will show it. */
export function MapPreview({ asset, onClose }: { asset: RowOf<typeof api.mapAsset>; onClose: () => void }) {
  const mode = useColorMode();
  const [geo, setGeo] = useState<GeoMap | 'failed' | null>(null);
  useEffect(() => {
    let isGone = false;
    const load = async () => {
      const [collection, { registerSheets }] = await Promise.all([
        readGeo(openAnswer(api.mapAsset.preview, { params: { id: asset.id } })),
        import('../map/engine.ts'),
      ]);
      const made = geoMapOf({
        adcode: asset.adcode,
        name: asset.mapName,
        version: `${asset.id}-${asset.version}`,
        approvalNo: asset.approvalNo,
        collection,
      });
      registerSheets(sheetsOf(made));
      if (!isGone) setGeo(made);
    };
    load().catch(() => !isGone && setGeo('failed'));
    return () => {
      isGone = true;
    };
  }, [asset]);
  const look = resolveTheme({ surface: 'page', mode, palette: palette[mode], font: fontSans });
  const config = ChartConfig.parse({ dataSetId: '1', chartType: 'map', options: { map: { area: asset.adcode } } });
  return (
    <Drawer open title={`预览：${asset.mapName}`} size={880} onClose={onClose}>
      {geo === 'failed' && <Alert type="error" showIcon title="地图没有取到，请关闭后重试" />}
      {geo === null && <Spin />}
      {geo && geo !== 'failed' && (
        <div style={{ position: 'relative', height: 600 }}>
          <CanvasChart
            config={config}
            data={NO_DATA}
            look={look}
            still={false}
            ratio={window.devicePixelRatio}
            build={(request: DrawOptions) => mapOption({ ...request, geo })}
          />
        </div>
      )}
    </Drawer>
  );
}
