import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface FailingServices {
  smtpPort: number
  s3Port: number
  /** How often the password and the key were used. */
  uses: { smtp: number; s3: number }
  close(): Promise<void>
}

/** A mail server that refuses every login, and a bucket that refuses every key. */
export async function startFailingServices(): Promise<FailingServices> {
  const uses = { smtp: 0, s3: 0 }
  const smtp = new SMTPServer({
    hideSTARTTLS: true,
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => {
      uses.smtp++
      done(new Error('The login is refused'))
    },
  })
  smtp.on('error', () => {})
  const s3 = createHttpServer((request, response) => {
    uses.s3++
    request.resume()
    const problem = '<Code>SignatureDoesNotMatch</Code><Message>The key is refused</Message>'
    response.writeHead(403, { 'content-type': 'application/xml' }).end(`<Error>${problem}</Error>`)
  })
  const [smtpPort, s3Port] = [await listen(smtp.server), await listen(s3)]
  const close = async () => {
    await new Promise<void>((done) => smtp.close(done))
    s3.closeAllConnections()
    await new Promise<void>((done) => s3.close(() => done()))
  }
  return { smtpPort, s3Port, uses, close }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A port at which nobody answers. */
export async function findClosedPort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  await once(server, 'close')
  return port
}
