import type { Line } from './check-lines.ts'

/** All that is wrong with a line, one thing after the other. */
export const problemsOf = ({ problem, problems }: Line): string[] => [...(problem === undefined ? [] : [problem]), ...Object.values(problems)]
