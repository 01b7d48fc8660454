/** Fits a label such as “Nov 21” with some space. */
const LABEL_PX = 72
/** Days between labels. */
const STEPS = [1, 2, 3, 5, 7, 14, 28, 56, 91]

/** Indexes of the days to label: as many as fit the width, always including the last. */
export function getDayTicks(count: number, widthPx: number): number[] {
  const maxTicks = Math.max(2, Math.floor(widthPx / LABEL_PX))
  const step = STEPS.find((days) => Math.ceil(count / days) <= maxTicks) ?? Math.ceil(count / maxTicks)
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step).reverse()
}
