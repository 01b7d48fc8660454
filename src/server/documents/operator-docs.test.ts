import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../platform/project-root.ts'

/** From its heading to the next one of the same level. */
function readSection(file: string, heading: string): string {
  const text = readFileSync(join(PROJECT_ROOT, file), 'utf8')
  const [, section = ''] = text.split(new RegExp(`^## ${heading}$`, 'm'))
  return section.split(/^## /m)[0] ?? ''
}

test('docs/backups.md goes back with the old version in each of the three ways', () => {
  const section = readSection('docs/backups.md', 'Upgrade and go back')
  const blocks = [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block)
  const ways = [
    [/npm run restore/, /git checkout OLD[^]*npm run restore/],
    [/docker compose/, /git checkout OLD[^]*docker compose build app[^]*run --rm app \S+ \S+ restore/],
    [/learn-lantern-command/, /ln -sfn \S+\/releases\/1 [^]*learn-lantern-command restore/],
  ] as const
  for (const [way, order] of ways) {
    const block = blocks.find((one) => way.test(one))
    expect(block).toMatch(order)
    expect(block).toContain('NAME --replace --without-safety-backup')
  }
})

test('the upgrade with Docker Compose brings newer images of PostgreSQL and Node', () => {
  const section = readSection('docs/operations.md', 'Upgrades')
  expect(section).toMatch(/docker compose pull database\n[^]*docker compose build --pull\n[^]*docker compose up -d\n/)
})

test('settings that compose.yaml takes for itself are named where .env is filled', () => {
  const compose = readFileSync(join(PROJECT_ROOT, 'compose.yaml'), 'utf8')
  const [, app = ''] = /^ {2}app:\n[^]*?^ {4}environment:\n((?: {6}.*\n)+)/m.exec(compose) ?? []
  const names = [...app.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name ?? '')
  const sentence = /[^.]*have no effect there/.exec(readSection('docs/operations.md', 'The first hour'))?.[0]
  expect(names.length).toBeGreaterThan(3)
  for (const name of names.filter((one) => one !== 'NODE_ENV')) expect(sentence).toContain(`\`${name}\``)
})

test('both checks are in the lines for every night, with systemd and with Docker Compose', () => {
  const lines = [...readSection('docs/operations.md', 'Every night').matchAll(/^\d.*$/gm)].map(([line]) => line)
  expect(lines).toEqual([
    expect.stringMatching(/check-ledger check-progress; do deploy\/learn-lantern-command /),
    expect.stringMatching(/check-ledger check-progress; do docker compose exec -T app node scripts\/admin\.mjs /),
  ])
  const payments = readFileSync(join(PROJECT_ROOT, 'docs/payments.md'), 'utf8')
  expect(payments).toMatch(/`npm run check:ledger`[^.]*\(operations\.md#every-night\)/)
})

test('the steps for systemd name the release line of Node that the image and the nightly workflow have', () => {
  const [version = ''] =
    /(?<=^ARG NODE_VERSION=)\d+/m.exec(readFileSync(join(PROJECT_ROOT, 'Dockerfile'), 'utf8')) ?? []
  expect(readSection('docs/operations.md', 'The first hour')).toContain(`Install Node ${version}, `)
  const workflow = readFileSync(join(PROJECT_ROOT, '.github/workflows/nightly.yml'), 'utf8')
  expect(workflow.slice(workflow.indexOf('systemd'))).toContain(`node-version: '${version}'`)
})
