import { spawn } from 'node:child_process'
import { findFreePort } from '../setup/find-free-port.mjs'

const ADMIN = { email: 'admin@localhost.test', password: 'only-for-pictures' }
const STUDENT = { email: 'mara@learnlantern.example', password: 'lantern-light' }

/** Starts the built product on its own data folder. */
export async function startProduct(dataDir, settings) {
  const port = await findFreePort()
  const env = {
    ...process.env,
    THROTTLE: 'off',
    ...settings,
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const address = `http://localhost:${port}`
  await isReady(address, child)
  // Without the demo its password is refused.
  const student = settings.DEMO === 'off' ? { ...STUDENT, password: ADMIN.password } : STUDENT
  if (settings.DEMO === 'off')
    await post(address, 'signup', {
      ...student,
      first_name: 'Mara',
      last_name: 'Ilves',
      gender: 'Female',
      birthdate: '1991-04-17',
    })
  return {
    address,
    cookies: { admin: await signIn(address, ADMIN), student: await signIn(address, student) },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function isReady(address, child) {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error('The product did not start')
    const response = await fetch(`${address}/readyz`).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The product was not ready in two minutes')
}

const post = (address, call, body, headers = {}) =>
  fetch(`${address}/api/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function signIn(address, who) {
  const response = await post(address, 'login', who)
  // Not the first one, which may be the browser's own.
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith('sid='))
  const [name, value] = (cookie ?? '').split(';', 1)[0].split('=')
  if (!response.ok || !value) throw new Error(`${who.email} could not sign in`)
  return { name, value, url: address }
}

/** Asks the product, for the ids that addresses need. */
export async function ask({ address, cookies }, call, body, who = 'admin') {
  const { name, value } = cookies[who]
  const response = await post(address, call, body, { cookie: `${name}=${value}` })
  return (await response.json()).msg
}
