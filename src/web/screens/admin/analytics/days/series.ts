import { formatMediumDate } from '#web/ui/format/format-date.ts'

/** Colors are variables of tokens.css. One line is dashed: color-blind users cannot tell amber from green. */
export interface Series {
  label: string
  color: string
  isDashed?: true
  isFilled?: true
}

/** A day, or a week with its first day. */
export interface ChartPoint {
  day: string
  /** One for each series. */
  values: readonly number[]
}

/** What the lines of a chart are, and how their values are written. */
export interface ChartKind {
  series: readonly Series[]
  formatValue: (value: number) => string
  /** For the axis, which has room for six characters. */
  formatAxis: (value: number) => string
  /** Completes the names of the chart's controls, where a screen has more than one chart. */
  noun: string
  emptyText: string
}

const SHORT_DAY_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

export const formatShortDay = (day: string) => SHORT_DAY_FORMAT.format(new Date(day))

export const getTotal = (points: readonly ChartPoint[], index: number) =>
  points.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)

export const getPointLabel = ({ day }: ChartPoint, isWeekly: boolean) =>
  isWeekly ? `Week of ${formatMediumDate(day)}` : formatMediumDate(day)

/** `Nov 21, 2026: Sign-ups 1, Enrollments 12, Completions 0` */
export function describePoint(
  point: ChartPoint,
  isWeekly: boolean,
  { series, formatValue }: ChartKind,
  visible: readonly boolean[],
): string {
  const values = series.flatMap(({ label }, index) =>
    visible[index] ? [`${label} ${formatValue(point.values[index] ?? 0)}`] : [],
  )
  return [getPointLabel(point, isWeekly), values.join(', ')].filter(Boolean).join(': ')
}
