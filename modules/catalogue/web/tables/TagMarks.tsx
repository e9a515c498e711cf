import { Missing, Tag } from '#kit/web/Tag.tsx';
import type { TagMark } from '../../contract/table.ts';
import { tagTone } from './labels.ts';

/** Tags of an object in a row. */
export function TagMarks({ tags, missing = true }: { tags: readonly TagMark[]; missing?: boolean }) {
  if (tags.length === 0) return missing ? <Missing /> : null;
  return (
    <span className="tag-marks">
      {tags.map((tag) => (
        <Tag key={tag.id} tone={tagTone(tag.tagColor)} dot={false}>
          {tag.tagName}
        </Tag>
      ))}
    </span>
  );
}
