// T30: how many requests of the last chaos runs (T17, T23 and others that save their counts) were answered as promised.
import { readRequestCounts } from './support/availability.ts'
import { report, reportSkipped } from './support/report.ts'

const GOAL = 0.999
const counts = Object.entries(readRequestCounts())
const sum = (field: 'good' | 'refused' | 'failed') => counts.reduce((total, [, one]) => total + one[field], 0)
const [good, refused, failed] = [sum('good'), sum('refused'), sum('failed')]
const all = good + refused + failed

for (const [script, one] of counts)
  console.log(`  ${script}: ${one.good} good, ${one.refused} refused while the database was away, ${one.failed} failed`)
if (all === 0) reportSkipped('T30', 'run the chaos scripts first')
else
  report({
    test: 'T30',
    goal: `${GOAL * 100} % of requests good, or refused in two seconds while the database is away`,
    measured: `${((100 * (good + refused)) / all).toFixed(3)} % of ${all}, ${((100 * good) / all).toFixed(1)} % served`,
    isOk: (good + refused) / all >= GOAL,
  })
