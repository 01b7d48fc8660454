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
      /^\w+\n( +# .+\n)? +expr: .+\n( +for: .+\n)? +labels: .+\n +annotations:\n +summary: .+\n +description: .+/,
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

interface AlertCase {
  alert: string
  /** Samples a minute apart, in promtool's notation, for 20 minutes or longer. */
  firing: Record<string, string>
  silent: Record<string, string>
  minutes?: number
}

const REQUESTS = 'lantern_http_request_duration_seconds_count'
const BUCKET = 'lantern_http_request_duration_seconds_bucket{route="getCourses",'
const BACKUP = 'lantern_backup_last'
const START = 'lantern_process_start_time_seconds'

/** Backups were begun in the first minutes of 1970 and are due every hour. */
const backups = (failedAt: number) => ({
  lantern_backup_interval_seconds: '3600+0x600',
  [`${BACKUP}_success_timestamp_seconds`]: '60+0x600',
  [`${BACKUP}_failure_timestamp_seconds`]: `${failedAt}+0x600`,
})

const ALERTS: AlertCase[] = [
  {
    alert: 'LanternDown',
    firing: { 'up{job="learn-lantern"}': '0+0x30' },
    silent: { 'up{job="learn-lantern"}': '1+0x30' },
  },
  { alert: 'LanternDown', firing: { 'up{job="another"}': '1+0x30' }, silent: { 'up{job="learn-lantern"}': '1+0x30' } },
  {
    alert: 'LanternProcessMissing',
    firing: { 'lantern_info{process="1"}': '1+0x30', lantern_processes_expected: '2+0x30' },
    silent: {
      'lantern_info{process="1"}': '1+0x30',
      'lantern_info{process="2"}': '1+0x30',
      lantern_processes_expected: '2+0x30',
    },
  },
  {
    alert: 'LanternRestarting',
    firing: {
      [`${START}{process="1"}`]: '0+0x10 _x20',
      [`${START}{process="2"}`]: '_x12 720 _x20',
      [`${START}{process="3"}`]: '_x14 840 _x20',
      [`${START}{process="4"}`]: '_x16 960 _x20',
      [`${START}{process="5"}`]: '_x17 1020+0x20',
      lantern_processes_expected: '1+0x30',
    },
    silent: {
      [`${START}{process="1"}`]: '0+0x15',
      [`${START}{process="2"}`]: '_x15 900+0x15',
      lantern_processes_expected: '1+0x30',
    },
  },
  {
    alert: 'LanternRestarting',
    // In a container each start has the same process id. At the end it is down.
    firing: {
      [`${START}{process="7"}`]: '0+0x12 780+0x1 900+0x1 1020+0x1 stale',
      lantern_processes_expected: '1+0x18 stale',
    },
    silent: {
      [`${START}{process="7"}`]: '0+0x12 780+0x1 900+0x20',
      lantern_processes_expected: '1+0x30',
    },
  },
  {
    alert: 'LanternDatabaseAway',
    firing: { lantern_database_ready: '0+0x30' },
    silent: { lantern_database_ready: '1+0x30' },
  },
  {
    alert: 'LanternErrors',
    firing: { [`${REQUESTS}{status="2xx"}`]: '0+60x30', [`${REQUESTS}{status="5xx"}`]: '0+2x30' },
    silent: { [`${REQUESTS}{status="2xx"}`]: '0+600x30', [`${REQUESTS}{status="5xx"}`]: '0+2x30' },
  },
  {
    alert: 'LanternErrors',
    firing: {
      [`${REQUESTS}{status="2xx"}`]: '0+60x30',
      [`${REQUESTS}{status="5xx"}`]: '0+60x30',
      lantern_maintenance: '0+0x30',
    },
    silent: {
      [`${REQUESTS}{status="2xx"}`]: '0+60x30',
      [`${REQUESTS}{status="5xx"}`]: '0+60x30',
      lantern_maintenance: '1+0x30',
    },
  },
  {
    alert: 'LanternNewErrors',
    // The first error of a source begins its series.
    firing: { 'lantern_errors_total{source="mail"}': '_x15 1+0x15' },
    silent: { 'lantern_errors_total{source="mail"}': '1+0x30' },
  },
  {
    alert: 'LanternNewErrors',
    firing: { 'lantern_errors_total{source="mail"}': '1+0x10 2+0x20' },
    silent: { 'lantern_errors_total{source="mail"}': '2+0x30' },
  },
  {
    alert: 'LanternSlow',
    firing: { [`${BUCKET}le="1"}`]: '0+50x30', [`${BUCKET}le="2.5"}`]: '0+60x30', [`${BUCKET}le="+Inf"}`]: '0+60x30' },
    silent: { [`${BUCKET}le="1"}`]: '0+60x30', [`${BUCKET}le="2.5"}`]: '0+60x30', [`${BUCKET}le="+Inf"}`]: '0+60x30' },
  },
  {
    alert: 'LanternEventLoopDelayed',
    firing: { nodejs_eventloop_lag_p99_seconds: '0.4+0x30' },
    silent: { nodejs_eventloop_lag_p99_seconds: '0.02+0x30' },
  },
  {
    alert: 'LanternConnectionsExhausted',
    firing: { 'lantern_db_connections{state="waiting"}': '30+0x30' },
    silent: { 'lantern_db_connections{state="waiting"}': '3+0x30', 'lantern_db_connections{state="busy"}': '30+0x30' },
  },
  {
    alert: 'LanternQueueLong',
    firing: { 'lantern_queue_waiting{queue="renders"}': '80+0x30' },
    silent: { 'lantern_queue_waiting{queue="renders"}': '8+0x30' },
  },
  {
    alert: 'LanternMailsDelayed',
    firing: { lantern_mails_oldest_seconds: '2000+0x30' },
    silent: { lantern_mails_oldest_seconds: '200+0x30' },
  },
  {
    alert: 'LanternBackupOld',
    firing: backups(0),
    silent: { ...backups(0), [`${BACKUP}_success_timestamp_seconds`]: '14400+0x600' },
    minutes: 300,
  },
  {
    alert: 'LanternBackupOld',
    firing: backups(0),
    silent: { ...backups(0), [`${BACKUP}_success_timestamp_seconds`]: '0+0x600' },
    minutes: 300,
  },
  {
    alert: 'LanternBackupMissing',
    firing: { ...backups(0), [`${BACKUP}_success_timestamp_seconds`]: '0+0x600' },
    silent: { ...backups(0), [`${BACKUP}_success_timestamp_seconds`]: '0+0x150 9000+0x450' },
    minutes: 200,
  },
  {
    alert: 'LanternBackupMissing',
    firing: { ...backups(0), [`${BACKUP}_success_timestamp_seconds`]: '0+0x600' },
    silent: { lantern_backup_interval_seconds: '0+0x600', [`${BACKUP}_success_timestamp_seconds`]: '0+0x600' },
    minutes: 200,
  },
  { alert: 'LanternBackupFailed', firing: backups(3_600), silent: backups(0), minutes: 120 },
  {
    alert: 'LanternBackupFailed',
    firing: backups(3_600),
    silent: { ...backups(3_600), lantern_backup_interval_seconds: '0+0x600' },
    minutes: 120,
  },
  {
    alert: 'LanternDiskLow',
    firing: { lantern_disk_free_bytes: '5e9+0x30', lantern_disk_total_bytes: '1e11+0x30' },
    silent: { lantern_disk_free_bytes: '5e10+0x30', lantern_disk_total_bytes: '1e11+0x30' },
  },
  {
    alert: 'LanternDiskLow',
    // On a small disk uploads are refused at 500 MB, which is more than 5 percent.
    firing: { lantern_disk_free_bytes: '9e8+0x30', lantern_disk_total_bytes: '4e9+0x30' },
    silent: { lantern_disk_free_bytes: '2e9+0x30', lantern_disk_total_bytes: '4e9+0x30' },
  },
  {
    alert: 'LanternMemoryHigh',
    firing: { 'process_resident_memory_bytes{job="learn-lantern"}': '2e9+0x30' },
    silent: { 'process_resident_memory_bytes{job="learn-lantern"}': '2e8+0x30' },
  },
]

const writeSeries = (series: Record<string, string>) =>
  Object.entries(series)
    .map(([name, values]) => `      - { series: '${name}', values: '${values}' }`)
    .join('\n')

const writeRuleTest = ({ alert, minutes = 20 }: AlertCase, series: Record<string, string>, isFiring: boolean) => `
  - interval: 1m
    input_series:
${writeSeries(series)}
    promql_expr_test:
      - expr: count by (alertname) (ALERTS{alertname="${alert}", alertstate="firing"})
        eval_time: ${minutes}m
        exp_samples: [${isFiring ? `{ labels: '{alertname="${alert}"}', value: 1 }` : ''}]`

test('each alert has a case in which it fires, and one in which it is silent', () => {
  const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect([...new Set(ALERTS.map(({ alert }) => alert))].sort()).toEqual(alerts.toSorted())
})

test.skipIf(needsPromtool)(`the alerts fire, and are silent, as their cases say${needsPromtool}`, () => {
  const file = join(t.dataDir, 'alerts.test.yml')
  const cases = ALERTS.flatMap((one) => [writeRuleTest(one, one.firing, true), writeRuleTest(one, one.silent, false)])
  const rules = JSON.stringify(getPath('alerts.yml'))
  // Every minute, the default, takes six times as long.
  writeFileSync(file, `rule_files: [${rules}]\nevaluation_interval: 5m\ntests:${cases.join('')}\n`)
  const { stdout, stderr } = spawnSync(PROMTOOL, ['test', 'rules', file], { encoding: 'utf8' })
  expect(stdout + stderr).toContain('SUCCESS')
})

test.skipIf(needsPromtool)(`the dashboard counts a process that is down as missing${needsPromtool}`, () => {
  const { panels } = JSON.parse(read('grafana.json')) as { panels: Panel[] }
  const expr = panels.find(({ title }) => title === 'Processes missing')?.targets?.[0]?.expr ?? ''
  const answering = {
    'up{job="learn-lantern", instance="a"}': '1+0x30',
    'lantern_info{instance="a", process="1"}': '1+0x30',
    'lantern_processes_expected{instance="a"}': '1+0x30',
  }
  const down = { 'up{job="learn-lantern", instance="b"}': '0+0x30' }
  const cases = (
    [
      [answering, 0],
      [{ ...answering, ...down }, 1],
      [down, 1],
    ] as const
  ).map(
    ([series, missing]) => `
  - interval: 1m
    input_series:
${writeSeries(series)}
    promql_expr_test: [{ expr: ${JSON.stringify(expr)}, eval_time: 20m, exp_samples: [{ value: ${missing} }] }]`,
  )
  const file = join(t.dataDir, 'dashboard.test.yml')
  writeFileSync(file, `tests:${cases.join('')}\n`)
  const { stdout, stderr } = spawnSync(PROMTOOL, ['test', 'rules', file], { encoding: 'utf8' })
  expect(stdout + stderr).toContain('SUCCESS')
})

test('the dashboard and the alerts select labels and values that /metrics has', async () => {
  const text = await scrape()
  const series = text.split('\n').filter((line) => !line.startsWith('#'))
  /** Values that this scrape has no reason to have. */
  const OTHERS = new Set(['status="5xx"', 'job="learn-lantern"'])
  for (const file of ['grafana.json', 'alerts.yml'])
    for (const [selector, name = '', matchers = ''] of read(file)
      .replaceAll('\\"', '"')
      .matchAll(/\b(lantern_\w+){([^}]*)}/g))
      for (const [matcher] of matchers.matchAll(/\w+="[^"]*"/g))
        if (!OTHERS.has(matcher))
          expect([file, selector, series.some((line) => line.startsWith(name) && line.includes(matcher))]).toEqual([
            file,
            selector,
            true,
          ])
})
