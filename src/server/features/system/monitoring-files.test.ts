import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const TOKEN = 'a-token-for-the-scraper'
const PROMTOOL = '/usr/bin/promtool'
const t = useTestApp({ METRICS_TOKEN: TOKEN })

const getPath = (file: string) => join(PROJECT_ROOT, 'deploy', file)
const read = (file: string) => readFileSync(getPath(file), 'utf8')
const findMetrics = (text: string) =>
  new Set([...text.matchAll(/\b((?:lantern|nodejs|process)_[a-z][a-z_\d]*)/g)].map(([, name = '']) => name))

interface Panel {
  title: string
  type: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}

async function scrape(): Promise<string> {
  await t.call('getMaintenace', {})
  return (await t.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })).body
}

test('the dashboard and the alerts use metrics that /metrics has', async () => {
  const text = await scrape()
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  )
  for (const file of ['grafana.json', 'alerts.yml']) {
    const used = findMetrics(read(file))
    expect(used.size).toBeGreaterThan(5)
    expect([file, [...used].filter((name) => !names.includes(name))]).toEqual([file, []])
  }
})

test('the dashboard shows every metric of our own', async () => {
  const own = [...(await scrape()).matchAll(/^# TYPE (lantern_\w+) /gm)].map(([, name = '']) => name)
  const used = [...findMetrics(read('grafana.json'))].map((name) => name.replace(/_(bucket|count|sum)$/, ''))
  expect(own.filter((name) => !used.includes(name))).toEqual([])
})

test('the panels of the dashboard have queries, and do not overlap', () => {
  const { panels } = JSON.parse(read('grafana.json')) as { panels: Panel[] }
  const cells = new Set<string>()
  for (const { title, type, gridPos, targets } of panels) {
    if (type !== 'row') expect([title, targets?.every(({ expr }) => expr.length > 0)]).toEqual([title, true])
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect([title, x < 24, cells.has(`${x} ${y}`)]).toEqual([title, true, false])
        cells.add(`${x} ${y}`)
      }
  }
})

test('each alert says what is wrong and what to do', () => {
  const alerts = read('alerts.yml').split('- alert: ').slice(1)
  expect(alerts.length).toBeGreaterThan(8)
  for (const alert of alerts)
    expect(alert).toMatch(
      /^\w+\n +expr: .+\n( +for: .+\n)? +labels: .+\n +annotations:\n +summary: .+\n +description: .+/,
    )
})

const needsPromtool = existsSync(PROMTOOL) ? '' : ` (skipped: needs ${PROMTOOL}, from the package prometheus)`

test.skipIf(needsPromtool)(`Prometheus accepts the rules and the metrics${needsPromtool}`, async () => {
  expect(execFileSync(PROMTOOL, ['check', 'rules', getPath('alerts.yml')], { encoding: 'utf8' })).toContain('SUCCESS')
  const { stdout, stderr } = spawnSync(PROMTOOL, ['check', 'metrics'], { input: await scrape(), encoding: 'utf8' })
  expect((stdout + stderr).split('\n').filter((line) => line.startsWith('lantern_') || line.includes('error'))).toEqual(
    [],
  )
})

/** A backup was begun in the first minute of 1970 and is due every hour. */
const writeRuleTest = (failedAt: number, minutes: number, alerts: readonly string[]) => `
rule_files: [${JSON.stringify(getPath('alerts.yml'))}]
tests:
  - interval: 1m
    input_series:
      - { series: 'lantern_backup_interval_seconds{process="1"}', values: '3600+0x600' }
      - { series: 'lantern_backup_last_success_timestamp_seconds{process="1"}', values: '60+0x600' }
      - { series: 'lantern_backup_last_failure_timestamp_seconds{process="1"}', values: '${failedAt}+0x600' }
    promql_expr_test:
      - expr: count by (alertname) (ALERTS{alertname=~"LanternBackup.*", alertstate="firing"})
        eval_time: ${minutes}m
        exp_samples: [${alerts.map((name) => `{ labels: '{alertname="${name}"}', value: 1 }`).join(', ')}]
`

test.skipIf(needsPromtool).each([
  ['none while it is recent', 0, 120, []],
  ['one when it is three hours late', 0, 300, ['LanternBackupOld']],
  ['one when the last attempt failed', 3_600, 120, ['LanternBackupFailed']],
] as const)(`alerts about backups: %s${needsPromtool}`, (_name, failedAt, minutes, alerts) => {
  const file = join(t.dataDir, 'alerts.test.yml')
  writeFileSync(file, writeRuleTest(failedAt, minutes, alerts))
  const { stdout, stderr } = spawnSync(PROMTOOL, ['test', 'rules', file], { encoding: 'utf8' })
  expect(stdout + stderr).toContain('SUCCESS')
})
