import type { ChatFrame, ServerFrame } from '#contract/schemas/chat.ts'
import { CLOSE } from '#contract/schemas/chat.ts'
import type { User } from '#contract/schemas/users.ts'
import type { MessageRow } from '#server/features/chat/message-row.ts'
import type { Note } from '#server/platform/bus/bus.ts'

/** One open socket, as the hub sees it. */
export interface Line {
  readonly user: Pick<User, 'student_id' | 'role'>
  send(text: string): void
  close(code: number, reason: string): void
  /** Looks anew whether its session still holds, and closes it if not. */
  recheck(): Promise<void>
}

interface Parts {
  publish(note: Note): void
  loadMessage(id: number): Promise<MessageRow | undefined>
  siteIsRunning(): boolean | Promise<boolean>
  warn(error: unknown, text: string): void
}

/** Open sockets of one person; more are a mistake or worse. */
export const MOST_LINES = 5
/** Messages of this process that are on their way over the bus: what it has just stored it need not load. */
const REMEMBERED = 1_000

/**
 * Who is connected to this process, and what is brought to them. Messages go to every process through the bus, by
 * their ids; each process brings them to its own lines.
 */
export class Hub {
  readonly #lines = new Map<number, Set<Line>>()
  readonly #admins = new Set<Line>()
  readonly #stored = new Map<number, MessageRow>()
  readonly #parts: Parts
  /** One message after the other, in the order in which the bus tells of them. */
  #delivering: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** False when this person has too many already. */
  join(line: Line): boolean {
    const lines = this.#lines.get(line.user.student_id) ?? new Set()
    if (lines.size >= MOST_LINES) return false
    lines.add(line)
    this.#lines.set(line.user.student_id, lines)
    if (line.user.role === 'admin') this.#admins.add(line)
    return true
  }

  leave(line: Line): void {
    const lines = this.#lines.get(line.user.student_id)
    lines?.delete(line)
    if (lines?.size === 0) this.#lines.delete(line.user.student_id)
    this.#admins.delete(line)
  }

  /** After it was stored: to every line of both ends, the sender's too. */
  deliver(row: MessageRow, clientId: string | undefined): void {
    const [oldest] = this.#stored.keys()
    if (this.#stored.size >= REMEMBERED && oldest !== undefined) this.#stored.delete(oldest)
    this.#stored.set(row.id, row)
    this.#parts.publish({ kind: 'message', id: row.id, ...(clientId !== undefined && { clientId }) })
  }

  toUser(userId: number, frame: ServerFrame): void {
    this.#parts.publish({ kind: 'frame', to: userId, frame })
  }

  toAdmins(frame: ServerFrame): void {
    this.#parts.publish({ kind: 'frame', to: 'admins', frame })
  }

  /** What the bus brings, from this process or another. */
  hear(note: Note): void {
    if (note.kind === 'frame') this.#sendTo(note.to, JSON.stringify(note.frame))
    else if (note.kind === 'message')
      this.#delivering = this.#delivering.then(() => this.#bring(note.id, note.clientId))
    else void this.#heed(note.subjects)
  }

  closeAll(code: number, reason: string): void {
    for (const line of this.#all()) line.close(code, reason)
  }

  *#all(): Iterable<Line> {
    for (const lines of [...this.#lines.values()]) yield* [...lines]
  }

  async #bring(id: number, clientId: string | undefined): Promise<void> {
    try {
      const row = this.#stored.get(id) ?? (await this.#parts.loadMessage(id))
      this.#stored.delete(id)
      if (!row) return
      const frame: ChatFrame = {
        msg_id: row.id,
        msg: row.text,
        date: row.createdAt.toISOString(),
        to: row.receiverId,
        from: row.senderId,
      }
      this.#sendTo(row.studentId, frameText(frame, clientId, row.senderId === row.studentId))
      this.#sendTo('admins', frameText(frame, clientId, row.senderId !== row.studentId))
    } catch (error) {
      // Its readers find it when they next look: nothing is lost.
      this.#parts.warn(error, 'a message was stored and not delivered')
    }
  }

  #sendTo(whom: number | 'admins', text: string): void {
    for (const line of whom === 'admins' ? this.#admins : (this.#lines.get(whom) ?? [])) line.send(text)
  }

  /** A session that ended or a role that changed, and the maintenance switch, reach open sockets too. */
  async #heed(subjects: readonly string[]): Promise<void> {
    for (const subject of subjects) {
      const userId = /^account:(\d+)$/.exec(subject)?.[1]
      if (userId !== undefined) for (const line of [...(this.#lines.get(Number(userId)) ?? [])]) void line.recheck()
    }
    if (!subjects.includes('site') || (await this.#parts.siteIsRunning())) return
    for (const line of this.#all()) if (line.user.role !== 'admin') line.close(CLOSE.maintenance, 'maintenance')
  }
}

/** The client's own name for a message goes back to the sender's end only. */
const frameText = (frame: ChatFrame, clientId: string | undefined, isSendersEnd: boolean) =>
  JSON.stringify(isSendersEnd && clientId !== undefined ? { ...frame, client_id: clientId } : frame)
