import { TRASH_KINDS, type TrashKind } from '#contract/choices.ts'

/** Reads `?kind=`; courses without it. */
export const parseTrashSearch = (search: URLSearchParams): { kind: TrashKind } => ({
  kind: TRASH_KINDS.find((kind) => kind === search.get('kind')) ?? 'course',
})
