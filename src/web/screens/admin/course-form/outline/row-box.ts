/**
 * On a wide form the outline is the left column and the open row's fields are the right one, whose rows span the whole
 * outline; on a narrow one the fields are below their row. The document's order is the same, so Tab goes from a row to
 * its fields.
 */
export const ROW_CLASS = '@3xl:contents'
export const FIELDS_CLASS =
  'mt-2 rounded-card border border-border bg-surface @3xl:sticky @3xl:top-20 @3xl:col-start-2 @3xl:row-start-1 @3xl:-row-end-1 @3xl:mt-0 @3xl:max-h-[calc(100dvh-12rem)] @3xl:self-start @3xl:overflow-y-auto'

interface HeaderState {
  isDragging: boolean
  isOpen: boolean
  hasError: boolean
}

export function getHeaderClass({ isDragging, isOpen, hasError }: HeaderState): string {
  const base = 'rounded-card border bg-surface @3xl:col-start-1'
  if (isDragging) return `${base} relative z-10 border-accent shadow-raised`
  if (hasError) return `${base} border-danger`
  return isOpen
    ? `${base} border-border @3xl:border-accent`
    : `${base} border-border [contain-intrinsic-size:auto_58px] [content-visibility:auto]`
}
