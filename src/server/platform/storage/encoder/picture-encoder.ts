import { encodePicture } from './encode-picture.ts'
import type { MessageFromEncoder, PictureJob } from './messages.ts'

// Runs as its own process, one job at a time: what a hostile picture does to a decoder ends with it.
// picture-process.ts starts it.

const [maxRssBytes = 0, maxCpuMs = 0] = process.argv.slice(2).map(Number)
const WATCH_INTERVAL_MS = 5

// Ctrl-C reaches the whole process group, but the parent finishes its requests first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

/** Not `exit`, which waits for the decoder's thread. */
const stop = () => process.kill(process.pid, 'SIGKILL')
process.on('disconnect', stop)

/** A failed send is ignored: `disconnect` reports a parent that has ended. */
const sendToParent = (message: MessageFromEncoder) => process.send?.(message, undefined, undefined, () => {})

/** The decoder works on a thread of its own, so this one is free to watch it. */
function watchLimits(): NodeJS.Timeout {
  const startedAt = process.cpuUsage()
  return setInterval(() => {
    const { user, system } = process.cpuUsage(startedAt)
    if (process.memoryUsage.rss() > maxRssBytes || (user + system) / 1_000 > maxCpuMs) stop()
  }, WATCH_INTERVAL_MS)
}

process.on('message', (job: PictureJob) => {
  const watch = watchLimits()
  void encodePicture(job).then((result) => {
    clearInterval(watch)
    sendToParent({ result, rssBytes: process.memoryUsage.rss() })
  })
})

sendToParent('ready')
