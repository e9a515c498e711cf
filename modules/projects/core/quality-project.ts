import type { FieldIssue } from './intellectual-property.ts';

/** 创优阶段 (dictionary prj_award_stage): 1 创优策划 2 申报 3 初审 4 评审/公示 5 获奖 6 未获奖. */
export const STAGE_WON = '5';
const STAGE_LOST = '6';
export const isLastStage = (stage: string): boolean => stage === STAGE_WON || stage === STAGE_LOST;

/** How far a stage is: both results stand at the end. */
const rank = (stage: string): number => (stage === STAGE_LOST ? Number(STAGE_WON) : Number(stage));

/** True when a step leads back: to an earlier stage, or from one result to the other. Such a step needs a reason. */
export const isStepBack = (from: string, to: string): boolean => from !== to && rank(to) <= rank(from);

/** The smallest rectangle that holds the territory of China, 曾母暗沙 included. Degrees, GCJ-02 or WGS-84: their difference is below 0.01. */
export const CHINA_BOX = { west: 73.4, east: 135.1, south: 3.5, north: 53.6 } as const;

/** Fields of a 质量项目 that the rules between fields look at; days as `YYYY-MM-DD`, degrees as numbers. */
export interface QualityFacts {
  stage: string;
  awardName: string | null;
  awardOrg: string | null;
  awardDate: string | null;
  startDate: string | null;
  planFinishDate: string | null;
  finishDate: string | null;
  acceptDate: string | null;
  lng: number | null;
  lat: number | null;
}

/** The rules between the fields of one record: what an award needs, the order of the days, where the place is. */
export function qualityProblems(facts: QualityFacts): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const add = (path: string, message: string) => issues.push({ path, message });
  if (facts.stage === STAGE_WON) {
    if (facts.awardName === null) add('awardName', '获奖项目须填写奖项名称');
    if (facts.awardOrg === null) add('awardOrg', '获奖项目须填写颁奖单位');
    if (facts.awardDate === null) add('awardDate', '获奖项目须填写获奖日期');
  }
  const { startDate, planFinishDate, finishDate, acceptDate } = facts;
  if (startDate && planFinishDate && planFinishDate < startDate) add('planFinishDate', '计划竣工日期不能早于开工日期');
  if (startDate && finishDate && finishDate < startDate) add('finishDate', '竣工日期不能早于开工日期');
  if (finishDate && acceptDate && acceptDate < finishDate) add('acceptDate', '验收日期不能早于竣工日期');
  if ((facts.lng === null) !== (facts.lat === null)) add(facts.lng === null ? 'lng' : 'lat', '经度和纬度须同时填写');
  else if (facts.lng !== null && facts.lat !== null) {
    if (facts.lng < CHINA_BOX.west || facts.lng > CHINA_BOX.east)
      add('lng', `经度应在 ${CHINA_BOX.west} 至 ${CHINA_BOX.east} 之间（请检查是否与纬度填反）`);
    if (facts.lat < CHINA_BOX.south || facts.lat > CHINA_BOX.north)
      add('lat', `纬度应在 ${CHINA_BOX.south} 至 ${CHINA_BOX.north} 之间（请检查是否与经度填反）`);
  }
  return issues;
}
