import { connect } from '../../../src/server/platform/db/connect.ts'
import { CLIENT, SITE_URL } from '../../../src/server/testing/accounts/oidc-provider.ts'
import { dumpDatabase } from '../../../src/server/testing/dump-database.ts'
import { startProduct } from '../product.ts'
import { type Place, PLANTED, type Secrets } from './find-secrets.ts'
import { type CommandName, runCommand } from './run-commands.ts'

export const ADMIN = { email: 'admin@mail.example', password: 'canary-admin-2b7f4d91' }
export const METRICS_TOKEN = 'canary-metrics-6a1d9c35'

const SETTINGS = {
  ...{ METRICS_TOKEN, ADMIN_PASSWORD: ADMIN.password, SECRET_KEY: 'canary-key-of-the-secrets-b8e03f72' },
  ...{ STRIPE_SECRET_KEY: 'sk_test_canary7c4e1b98', STRIPE_WEBHOOK_SECRET: 'whsec_canary3d9f6a20' },
}
/** In the settings that are addresses. */
export const IN_URLS = {
  'password in SMTP_URL': 'canary-smtp-e51b7a46',
  'secret in S3_URL': 'canary-s3-94c8d0f3',
  'password in DATABASE_URL': 'canary-database-1f6e3b85',
} as const

export type Settings = Record<string, string>

/** What has been used so far, and where it is searched. */
export class Search {
  readonly secrets: Secrets = { ...SETTINGS, ...IN_URLS, GOOGLE_CLIENT_SECRET: CLIENT.secret }
  /** Every answer that brings nobody a secret. */
  readonly answers: string[] = []
  readonly places: Place[] = []
  readonly dataDir: string
  readonly backups: string

  /** @param folder has the planted text in its path */
  constructor(folder: string) {
    this.dataDir = `${folder}/data`
    this.backups = `${folder}/backups`
  }

  add(name: string, text: string, carries: readonly string[] = []): void {
    this.places.push({ name, text, carries })
  }

  /** Runs the product, and searches what it writes to its outputs. */
  async withProduct(run: string, settings: Settings, use: (url: string) => Promise<void>): Promise<void> {
    let log = ''
    const options = { dataDir: this.dataDir, settings: this.#complete(settings) }
    const product = await startProduct({ ...options, onOutput: (text) => (log += text) })
    try {
      await use(product.url)
      this.answers.push(await (await fetch(`${product.url}/${PLANTED}`)).text())
    } finally {
      await product.stop()
    }
    this.add(`the log ${run}`, log)
  }

  /** What the commands print, one after the other. */
  async addCommands(
    run: string,
    settings: Settings,
    names: readonly CommandName[] = ['doctor', 'backup'],
  ): Promise<void> {
    let output = ''
    for (const name of names) output += await runCommand(name, { ...this.#complete(settings), PORT: '0' })
    this.add(`the output of commands ${run}`, output)
  }

  /** @param databaseUrl the embedded database without it */
  async addRows(run: string, databaseUrl?: string): Promise<void> {
    const database = await connect({ dataDir: this.dataDir, databaseUrl })
    try {
      this.add(`the rows ${run}`, await dumpDatabase(database.db))
    } finally {
      await database.close()
    }
  }

  #complete(settings: Settings): Settings {
    return {
      ...{ ...SETTINGS, ADMIN_EMAIL: ADMIN.email, DATA_DIR: this.dataDir, PUBLIC_URL: SITE_URL },
      ...{ LOG_LEVEL: 'trace', LOG_REQUESTS: 'all', PAYMENTS: 'stripe', VERIFY_EMAIL: 'on' },
      ...{ BACKUP_TO: this.backups, DEMO: 'off' },
      ...settings,
    }
  }
}
