import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

interface Stage {
  name: string
  instructions: { name: string; value: string }[]
}

/** What the product's Dockerfile uses of the format: FROM … AS, COPY, RUN, ENV, USER, CMD, HEALTHCHECK. */
export function parseDockerfile(text: string): Stage[] {
  const lines = text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const stages: Stage[] = []
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push({ name: / AS (\w+)$/.exec(value)?.[1] ?? 'last', instructions: [] })
    else stages.at(-1)?.instructions.push({ name, value })
  }
  return stages
}

interface BuildOptions {
  /** The repository. */
  context: string
  /** Each stage's working folder is made here. */
  folder: string
}

/** Does on this machine what an engine does in containers. Returns the folder of the last stage. */
export function buildStages(stages: Stage[], { context, folder }: BuildOptions): string {
  const isIgnored = createIgnore(readFileSync(join(context, '.dockerignore'), 'utf8'))
  const copyContext = (from: string, to: string) =>
    cpSync(join(context, from), to, { recursive: true, filter: (path) => !isIgnored(relative(context, path)) })
  // Building the scripts sets NODE_ENV, with which npm would leave out what the build needs.
  const { NODE_ENV: _, ...env } = process.env
  let app = ''
  for (const stage of stages) {
    app = join(folder, stage.name)
    mkdirSync(app)
    for (const { name, value } of stage.instructions) {
      if (name === 'RUN' && !value.includes('/data'))
        execFileSync('sh', ['-c', value], { cwd: app, env, stdio: ['ignore', 'ignore', 'inherit'] })
      if (name !== 'COPY') continue
      const [, source, rest = value] = /^--from=(\w+) (.*)$/.exec(value) ?? []
      const paths = rest.split(' ')
      const target = join(app, paths.pop() ?? '')
      for (const path of paths) {
        const to = paths.length > 1 || path === '.' ? join(target, path) : target
        if (source === undefined) copyContext(path, to)
        else cpSync(join(folder, source, path.replace(/^\/app\//, '')), to, { recursive: true, verbatimSymlinks: true })
      }
    }
  }
  return app
}

/** Of a list that ignores everything, allows names with `!`, and ignores some endings again. */
function createIgnore(text: string): (path: string) => boolean {
  const rules = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const allowed = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1))
  const endings = rules.filter((rule) => rule.startsWith('**/')).map((rule) => toPattern(rule.slice(3)))
  return (path) => {
    if (path === '') return false
    const name = path.split('/').at(-1) ?? ''
    return !allowed.some((one) => path === one || path.startsWith(`${one}/`)) || endings.some((one) => one.test(name))
  }
}

const toPattern = (rule: string) => new RegExp(`^${rule.replaceAll('.', '\\.').replaceAll('*', '.*')}$`)
