import { bytesText } from '#kit/core/text/bytes-text.ts';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { STORE_TONES } from '../tones.ts';

export const sizeText = (bytes: number | null): string | null => (bytes === null ? null : bytesText(String(Math.round(bytes))));
export const HealthTag = ({ value }: { value: string }) => <DictTag code="market_store_health" value={value} tones={STORE_TONES} />;
