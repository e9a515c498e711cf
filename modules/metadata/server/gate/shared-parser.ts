import { SqlParser } from '../parser/parser.ts';

/** The parser of this node: one worker for everybody. */
export const parser = new SqlParser();
