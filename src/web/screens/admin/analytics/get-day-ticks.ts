/** Room for a label such as “Nov 21”, with air. */
const LABEL_PX = 72
/** Steps that people count days in. */
const STEPS = [1, 2, 3, 5, 7, 14, 28, 56, 91]

/** The places of the days that are written below a chart of this width: as many as fit, today among them. */
export function getDayTicks(count: number, widthPx: number): number[] {
  const maxTicks = Math.max(2, Math.floor(widthPx / LABEL_PX))
  const step = STEPS.find((days) => Math.ceil(count / days) <= maxTicks) ?? Math.ceil(count / maxTicks)
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step).reverse()
}
