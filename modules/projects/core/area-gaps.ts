interface Listed {
  code: string;
  name: string;
  parentCode: string | null;
  level: number;
  isPseudo: boolean;
}

/** What a list does not contain, in sentences: provinces without anything below them, cities without districts. */
export function gapsOf(areas: readonly Listed[]): string[] {
  const parents = new Set(areas.flatMap((area) => area.parentCode ?? []));
  const bare = (level: number) =>
    areas.filter((area) => area.level === level && !area.isPseudo && !parents.has(area.code)).map((area) => area.name);
  const [provinces, cities] = [bare(1), bare(2)];
  return [
    ...(provinces.length > 0 ? [`${provinces.join('、')}没有下级区划，只到省级`] : []),
    ...(cities.length > 0 ? [`${cities.join('、')}没有区县，只到市级`] : []),
  ];
}
