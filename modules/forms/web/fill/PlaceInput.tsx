import { AimOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import type { FieldOf } from '../../contract/field.ts';

interface Props {
  id?: string | undefined;
  field: FieldOf<'location'>;
  value: unknown;
  onChange: (value: unknown) => void;
  disabled?: boolean | undefined;
}
interface Position {
  readonly lng: number;
  readonly lat: number;
  readonly address?: string | null;
}
const isPosition = (value: unknown): value is Position => typeof value === 'object' && value !== null && 'lng' in value && 'lat' in value;

/** What people read when the browser gives no position, by the code of the failure. */
const REASONS: Readonly<Record<number, string>> = {
  1: '没有定位权限，请在浏览器中允许定位后重试',
  2: '暂时无法定位，请到室外或打开定位服务后重试',
  3: '定位超时，请重试',
};

/** 定位: where the device is, with an address that people may add. */
export function PlaceInput({ id, value, onChange, disabled }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const found = isPosition(value) ? value : null;
  const locate = () => {
    if (!('geolocation' in navigator) || !window.isSecureContext) {
      setFailure('浏览器只允许安全地址（https）定位，请用 https 打开本页');
      return;
    }
    setBusy(true);
    setFailure(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(false);
        onChange({ lng: coords.longitude, lat: coords.latitude, address: found?.address ?? null });
      },
      ({ code }) => {
        setBusy(false);
        setFailure(REASONS[code] ?? REASONS[2]!);
      },
      { enableHighAccuracy: true, timeout: 15_000 },
    );
  };
  return (
    <div className="fill-place">
      <div>
        {!disabled && (
          <Button {...(id !== undefined && { id })} icon={<AimOutlined />} loading={isBusy} onClick={locate}>
            {found ? '重新定位' : '获取当前位置'}
          </Button>
        )}
        {found && (
          <span className="num">
            {found.lng.toFixed(6)}, {found.lat.toFixed(6)}
          </span>
        )}
      </div>
      {found && (
        <Input
          aria-label="地址"
          disabled={disabled}
          placeholder="补充地址（可不填）"
          maxLength={200}
          value={found.address ?? ''}
          onChange={(event) => onChange({ ...found, address: event.target.value })}
        />
      )}
      {failure !== null && (
        <div className="fill-problem" role="alert">
          {failure}
        </div>
      )}
    </div>
  );
}
