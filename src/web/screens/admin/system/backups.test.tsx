import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Backup, BackupList } from '#contract/schemas/operations/backups.ts'
import type { SystemReport } from '#contract/schemas/operations/system.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import './system-screen.tsx'

const REPORT: SystemReport = {
  ...{ version: '0.1.0', now: '2026-11-22T12:00:00.000Z', checks: [], processes: [] },
  database: { kind: 'embedded', version: '17.2', size_bytes: 3.2e9, connections: 1, max_connections: 1 },
  disk: { free_bytes: 212e9, total_bytes: 500e9 },
  mail: { delivery: 'smtp', waiting: 0, oldest_date: null, last_failure: null },
}
const BACKUP: Backup = {
  ...{ backup_id: 2, kind: 'scheduled', status: 'succeeded', name: 'learn-lantern-20261122T030000Z-1a2b.tar' },
  ...{ started_date: '2026-11-22T03:00:00.000Z', finished_date: '2026-11-22T03:01:00.000Z', problem: '' },
  ...{ size_bytes: 12e6, rows: 1_234, files: 1, checked_date: '2026-11-22T03:01:00.000Z', restored_date: null },
}
const LIST: BackupList = {
  ...{ every_hours: null, keep: 7, location: '/srv/backups', has_files: true },
  ...{ restore_test_date: null, isRunning: false, backups: [] },
}

async function show(list: Partial<BackupList> = {}, mocks: CallMocks = {}) {
  const view = await showScreen('/dashboard/system', {
    ...mockSignedIn({ role: 'admin' }),
    getSystem: () => ({ msg: REPORT }),
    getErrorGroups: () => ({ msg: [], nextPage: null }),
    getBackups: () => ({ msg: { ...LIST, ...list } }),
    ...mocks,
  })
  return { ...view, section: within(await screen.findByRole('region', { name: 'Backups' })) }
}

describe('The backups of the System page', () => {
  it('says how to begin while there are none', async () => {
    const { section } = await show()
    await section.findByText(/^No backups yet\. Make one now, or set BACKUP_EVERY/)
    expect(section.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'None',
      '/srv/backups',
      'None',
    ])
  })

  it('lists what was made, what failed and why, and the last restore test', async () => {
    const failed = { ...BACKUP, backup_id: 1, kind: 'manual', status: 'failed', problem: 'The disk is full.' } as const
    const { section } = await show({
      ...{ every_hours: 24, has_files: false, restore_test_date: '2026-11-20T03:01:00.000Z' },
      backups: [{ ...BACKUP, restored_date: BACKUP.finished_date }, failed],
    })
    const rows = within(await section.findByRole('list', { name: 'Backups' })).getAllByRole('listitem')
    expect(rows[0]?.textContent).toMatch(/OKScheduled12 MB, 1,234 rows, 1 file, restore testedlearn-lantern-/)
    expect(rows[1]?.textContent).toMatch(/ProblemMade by handThe disk is full\.$/)
    section.getByText('Every 1 day, the last 7 are kept')
    section.getByText('Not included')
    section.getByText(/Nov 20, 2026/)
  })

  it('tells a failed restore test from a failed backup, and names what it has found without its size', async () => {
    const problem = 'The restore test failed: The disk is full.'
    const found = { ...BACKUP, backup_id: 1, size_bytes: 0, rows: 0, files: 0, name: 'found.tar' }
    const { section } = await show({ backups: [{ ...BACKUP, problem }, found] })
    const rows = within(await section.findByRole('list', { name: 'Backups' })).getAllByRole('listitem')
    expect(rows[0]?.textContent).toMatch(/WarningScheduledThe restore test failed: The disk is full\.12 MB, 1,234 rows/)
    expect(rows[1]?.textContent).toMatch(/OKScheduledfound\.tar$/)
  })

  it('starts a backup once, and shows that it runs', async () => {
    let isRunning = false
    const { section, user, calls } = await show(
      {},
      {
        startBackup: () => {
          isRunning = true
          return { msg: 'The backup has started' }
        },
        getBackups: () => ({
          msg: { ...LIST, isRunning, backups: isRunning ? [{ ...BACKUP, status: 'running', name: '' }] : [] },
        }),
      },
    )
    await user.click(await section.findByRole('button', { name: 'Back up now' }))
    await section.findByText('The backup has started')
    await section.findByText('Running…')
    await user.click(section.getByRole('button', { name: 'Backing up…' }))
    expect(calls.filter(({ name }) => name === 'startBackup')).toHaveLength(1)
  })

  it('says when it could not be started', async () => {
    const { section, user } = await show({}, { startBackup: () => Promise.reject(new AppError('not_ready')) })
    const button = await section.findByRole('button', { name: 'Back up now' })
    // A screen reader announces only what changes in an element that it knows.
    const liveRegion = button.closest('section')?.querySelector('[aria-live=polite]')
    await user.click(button)
    const text = await section.findByText(/The service is not ready/)
    expect(liveRegion?.contains(text)).toBe(true)
  })
})
