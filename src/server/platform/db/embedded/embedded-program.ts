import { getChildProgram } from '#server/platform/child-program.ts'

export const EMBEDDED_PROGRAM = getChildProgram('embedded')
